"""Writes a finding as two whole sentences for a player: what the log has, and what the rules require.

The stored words of a finding are short, such as `to 15` and `to 20`, because an analyst reads them in a list. This
module makes a sentence from these words. The form of the words decides the sentence: for example, the words may be an
amount, a seat, an act or a state. So a new rule needs no code here if its words have one of these forms.
"""

import re
from typing import Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.engine.words import NOBODY, logged_words
from auditor.web.hands.event_sentences import STREET_WORDS, plain_text, sentence_of
from auditor.web.hands.replay.card_faces import veiled
from auditor.web.rendering.template_filters import visible

_PLACES: Final = {
    0: "before the first cards",
    **{number: f"on {name.lower()}" for number, name in STREET_WORDS.items()},
    8: "at the showdown",
    9: "at the payout",
}
_ACTS: Final = (
    "acts|bets|brings in|calls|checks|collects|completes|ends|enters|folds|goes on|mucks|opens|raises|shows|takes"
)
_SEAT: Final = r"(?:seat \d+(?: \([^)]*\))?)"
_SEATS: Final = re.compile(rf"{_SEAT}(?: or {_SEAT})*")
# If the stored words about the log have this form, the sentence of the event replaces them.
_THE_EVENT: Final = re.compile(rf"(?:to \S+|{_SEAT}(?: acts)?|acts)")
_ACT: Final = re.compile(rf"(?:{_ACTS})(?: |,|$)")
# Most stored words about the lawful act state what the rules require. Words of this form state a fact of this hand
# instead. For example, `folded` means that the seat had folded before, so its act was wrong.
_FACT: Final = re.compile(
    "folded|(?:not|out of|nothing) .+"
    "|.+ (?:has yet to act|is over|is due|to call|behind|put in|by the clock|nobody called)"
)
_BOARD: Final = re.compile(r"(seat \d{1,2}) \(([^()]{0,60})\)(?=(.?))")
_PART_OF_HAND: Final = re.compile("(?:third|fourth|fifth|sixth|seventh) street|the antes|the showdown|the deal")
_STATES: Final = re.compile("(?:all-in|checked|folded|not|out of|unpaid)(?: |$)")
_CLAUSE: Final = re.compile(rf"{_SEAT} .+|(?!an? |no |somebody |what ).* (?:is|are|has|closes)(?: .*|$)", re.DOTALL)
_DUE: Final = re.compile("(.+) is due(?: (.+))?", re.DOTALL)
_PART: Final = re.compile(r"(-?\d+(?:[.,]\d+)*) (.+)")
_COMPUTED: Final = re.compile(r"(-?\d+(?:[.,]\d+)*) by the other lines")
_DONE: Final = re.compile("(?:added|borrowed|changed|paid|put in|returned|stated|taken)(?: |$)")
# How to make a part of a sentence from stored words about what the rules require, if these words have neither a verb
# nor the form of a noun. Each entry has a pattern for the words, and a text in which the words replace `{}`. For
# example, `before the deal` becomes `this comes before the deal`.
_REQUIRED: Final = (
    (re.compile("face .+"), "this card must lie {}"),
    (re.compile("announced .+"), "this must be {}"),
    (re.compile("before .+"), "this comes {}"),
    (re.compile("what .+"), "the limit is {}"),
    (re.compile(r"\A.+ at most", re.DOTALL), "there may be {}"),
    (re.compile(rf"\A{_SEATS.pattern}(?:, whom .+)?"), "this must be {}"),
    (re.compile(rf"\A\d+(?:[.,]\d+)* to {_SEAT}"), "the payment is {}"),
)
_ENDED: Final = {
    "taken back at once": "The chips were taken back at once.",
    "corrected": "The table corrected this act.",
    "stands": "Nobody corrected this act before the next act, so this act counts.",
}
_NOUNS: Final = {"bets": "bet", "raises": "raise", "completes": "completion"}


class FindingSentences(NamedTuple):
    """A finding in whole sentences: what the log has, and what the rules require."""

    happened: str
    right: str


def finding_sentences(hand: Hand, finding: Finding, section: int) -> FindingSentences:
    """Returns the sentences for a finding. `section` is the number of the section of its event: 0 for the antes, 3 to 7
    for the streets, 8 for the showdown, 9 for the settlement.
    """
    event = hand.events[finding.event]
    logged, rest = visible(logged_words(finding.logged)), ""
    if finding.more:
        logged, _, rest = logged.rpartition("; of ")
    words, _, ended = logged.rpartition(", ")
    if not words or ended not in _ENDED:
        words, ended = logged, ""
    happened = _placed(_happened(hand, event, finding, words), _PLACES.get(section, ""))
    sentences = [_sentence(happened), _ENDED[ended] if ended else "", _sentence(f"there are of {rest}") if rest else ""]
    return FindingSentences(
        " ".join([each for each in sentences if each]), _sentence(_right(event, finding, visible(finding.lawful)))
    )


def _happened(hand: Hand, event: e.Event, finding: Finding, words: str) -> str:
    seat: int = getattr(event, "seat", 0)
    if not words or (_THE_EVENT.fullmatch(words) and seat):
        pieces = sentence_of(hand, veiled(event))
        sentence = plain_text(pieces if event.clock is None else pieces[:-1]).strip()
        board = _SEATS.match(words)
        return sentence.replace(f"Seat {finding.seat}", board[0], 1) if board else sentence
    if words.startswith("face "):
        return f"a card of seat {finding.seat} lies {words}"
    whose = f"for seat {finding.seat}, " if finding.seat and "seat " not in words else ""
    return _clause(words, finding) or f"{whose}the log has {words}"


def _right(event: e.Event, finding: Finding, words: str) -> str:
    """Returns words that say what the rules require, such as `by the rules, seat 3 folds`. If `words` state a fact of
    this hand, the result begins with `but` and says why the act was wrong, such as `but seat 3 has folded`.
    """
    if words.startswith("to ") and isinstance(event, e.Wager):
        noun = _NOUNS.get(event.verb, "wager")
        return f"by the rules, a {noun} there is {words.removeprefix('to ') if noun == 'bet' else words}"
    if computed := _COMPUTED.fullmatch(words):
        return f"but the other lines of the record add up to {computed[1]}"
    if words == NOBODY:
        return f"by the rules, {NOBODY} may do this"
    for form, clause in _REQUIRED:
        if form.fullmatch(words):
            return f"by the rules, {clause.format(words)}"
    clause = _clause(words, finding)
    return (
        f"but {clause}" if clause and _FACT.fullmatch(words) else f"by the rules, {clause or f'there must be {words}'}"
    )


def _clause(words: str, finding: Finding) -> str:
    """Returns the words as a clause with a subject and a verb. Returns an empty text if the words have none of the
    known forms, for example if they are only a noun.
    """
    seat = f"seat {finding.seat}" if finding.seat else "the hand"
    if due := _DUE.fullmatch(words):
        turn = "it is nobody's turn" if due[1] == NOBODY else f"it is the turn of {due[1]}"
        return f"{due[1]} must get {due[2]}" if due[2] else turn
    if _ACT.match(words):
        return f"{'the hand' if words.startswith(('ends', 'goes on')) else seat} {words}"
    if _PART_OF_HAND.fullmatch(words):
        return f"the next part is {words}"
    if words == "folded":
        return f"{seat} has folded"
    if _STATES.match(words):
        return f"{seat} is {words}"
    if words.startswith(("no chips", "nothing")):
        return f"{seat} has {words}"
    if _CLAUSE.fullmatch(words):
        return words
    parts = [_amount(each, seat if finding.seat and "seat " not in words else "") for each in words.split(" + ")]
    return " and ".join(parts) if all(parts) else ""


def _amount(words: str, seat: str) -> str:
    """Returns a clause for words that begin with a number, such as `18 paid` or `4 cards`; else an empty text."""
    found = _PART.fullmatch(words)
    if not found:
        return ""
    if found[2] == "rake":
        return f"the rake is {found[1]}"
    if _DONE.match(found[2]):
        return f"{f'for {seat}, ' if seat else ''}{found[1]} was {found[2]}"
    if not seat:
        return ""
    return {"behind": f"{seat} has only {found[1]} left", "back": f"{seat} gets {found[1]} back"}.get(
        found[2], f"{seat} has {words}"
    )


def _placed(clause: str, place: str) -> str:
    """Adds the place in the hand, such as `on fourth street`, to a clause that does not name a street."""
    if any(name.lower() in clause for name in STREET_WORDS.values()):
        return clause
    return f"{place}, {clause[:1].lower()}{clause[1:]}" if place else clause


def _sentence(clause: str) -> str:
    """Returns the clause as a sentence. The up cards of a seat are put in words: `seat 3 (2c)` becomes `seat 3, with 2c
    face up,`. Unseen cards (`xx`) become the words `hidden cards`.
    """
    words = _BOARD.sub(lambda found: f"{found[1]}, with {found[2]} face up{',' if found[3] else ''}", clause)
    words = re.sub("(?: xx)+", " hidden cards", words).replace(",,", ",")
    return f"{words[:1].upper()}{words[1:]}."
