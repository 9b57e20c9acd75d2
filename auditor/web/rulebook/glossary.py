"""The glossary: the words of the card room and of this program, each with one line that explains the word.

On pages, the first use of a word is a button with dots below it. The button opens the explanation in a popover of the
browser. The popover works by touch, by keyboard and without JavaScript.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flask import g


class Word:
    """An entry of the glossary: the word, a line that explains the word, and other forms of the word, such as its
    plural.

    `mark` is the name of the entry in an address, such as `odd-chip` in `/words#odd-chip`.
    """

    __slots__ = ("forms", "line", "mark", "name")

    def __init__(self, name: str, line: str, forms: tuple[str, ...] = ()) -> None:
        self.name: Final = name
        self.line: Final = line
        self.forms: Final = forms
        self.mark: Final = re.sub("[^a-z0-9]+", "-", name.lower())


GAMES: Final = (
    Word("stud", "Seven-card stud: three cards down and four up to each seat; the best five of the seven win."),
    Word(
        "stud8",
        "Stud hi-lo: the best high hand and the best low hand (eight or lower) share each pot.",
        ("stud hi-lo", "hi-lo"),
    ),
    Word("razz", "Stud in which the lowest five cards win. Straights and flushes do not count."),
    Word("fixed limit", "Every wager has one size: the small bet on third and fourth street, then the big bet."),
    Word("pot limit", "A raise may be as large as the pot after the call."),
    Word("no limit", "A wager may be as large as the stack of the seat."),
    Word("spread limit", "A wager may be any amount between a lowest and a highest amount of the house."),
    Word("stakes", "The sizes of a table's bets: small bet, big bet, ante and bring-in."),
    Word("seat", "A numbered place at the table, and its player in this hand.", ("seats",)),
    Word("stack", "The chips that a seat has not bet yet.", ("stacks", "behind")),
)

CARDS: Final = (
    Word("deal", "To give out the cards, one at a time, in the order that the house states.", ("deck", "dealt")),
    Word(
        "street",
        "One round of cards and betting. Third street is the round in which each seat has three cards.",
        ("streets", "third street", "fourth street", "fifth street", "sixth street", "seventh street"),
    ),
    Word(
        "hole card",
        "A card dealt face down: the first two cards of a seat and its last card.",
        ("hole cards", "down card", "down cards"),
    ),
    Word("up card", "A card dealt face up, for all to see.", ("up cards", "face up")),
    Word(
        "door card",
        "A seat's first up card. The door cards decide which seat pays the bring-in.",
        ("door cards", "low card"),
    ),
    Word("board", "All of one seat's up cards.", ("boards",)),
    Word(
        "open pair",
        "A pair of up cards on fourth street. In many houses such a pair allows the big bet.",
        ("pair", "double"),
    ),
    Word("burn", "The top card of the deck, which the dealer puts away unseen before a street.", ("burned",)),
    Word(
        "community card",
        "One up card for all seats. It is dealt if the deck has too few cards for seventh street.",
        ("common to all", "short deck", "too short"),
    ),
    Word("misdeal", "A deal that is cancelled. All seats get their chips back."),
)

BETTING: Final = (
    Word("ante", "The chips that each seat puts into the pot before the deal.", ("antes",)),
    Word(
        "bring-in",
        "The small forced bet that opens third street. The lowest door card pays it (in razz, the highest).",
        ("brings it in", "bring it in", "brings in", "bring_in"),
    ),
    Word(
        "completion",
        "The first wager after a bring-in. It raises the bet to a full small bet.",
        ("completes", "uncompleted", "full opening"),
    ),
    Word("wager", "Any completion, bet or raise.", ("wagers", "bet", "betting", "raise", "raised", "raises")),
    Word("small bet", "The size of a fixed-limit wager on third and fourth street.", ("small bets",)),
    Word("big bet", "The size of a fixed-limit wager from fifth street on.", ("big bets",)),
    Word("level", "The highest amount in front of a seat. Each seat must match this amount to stay in the hand."),
    Word("cap", "The highest number of wagers that the house allows on a street.", ("caps",)),
    Word("heads-up", "Only two seats are left in the hand.", ("heads up", "two seats are left")),
    Word("opener", "The seat that must act first on a street.", ("opens", "first to act")),
    Word("turn", "The order in which seats act, clockwise from the opener.", ("out of turn", "in its turn")),
    Word("declaration", "A player announces an act before any chips move.", ("declares", "declared")),
    Word(
        "all-in", "A seat that has bet its last chip. The seat can win only the amounts that it matched.", ("all in",)
    ),
    Word(
        "reopening",
        "After a raise, seats that acted may raise again. Houses differ on an all-in for less than a full raise.",
        ("reopen", "reopens"),
    ),
    Word(
        "table stakes",
        "A player may bet only the chips that are on the table at the start of the hand.",
        ("table_stakes",),
    ),
    Word(
        "clock",
        "The time that a seat has to act, if the house limits this time.",
        ("clocked", "countdown", "out of time", "time runs out", "time is over", "disconnected"),
    ),
)

PAYING: Final = (
    Word("showdown", "The remaining seats show their cards, and the best hands win.", ("shows", "show")),
    Word("muck", "To give up a hand at the end without showing it.", ("mucks", "mucked")),
    Word("hand", "One deal, from the antes to the payout. The word also means what the cards of a seat make, such as"
    " a flush.",
         ("hands",)),
    Word("low", "In hi-lo, the lowest five cards. If they are low enough, they win half of each pot.", ("lows",)),
    Word("eight or better", "A low needs five different ranks of eight or lower. Without a low, the high wins all.",
         ("qualifier", "eight-or-better")),
    Word("half", "In hi-lo, each pot has two halves: one for the best high, one for the best low.",
         ("halves", "split pot", "high half", "low half")),
    Word("pot", "The chips that the winners of a hand receive.", ("pots", "main pot", "all pots")),
    Word("side pot", "Chips beyond the amount of an all-in seat. That seat cannot win these chips.", ("side pots",)),
    Word("eligible", "Able to win a pot, because the seat put chips into the pot and did not fold.", ("contend",)),
    Word("uncalled", "The part of a wager that nobody called. The seat gets these chips back.", ("unmatched",)),
    Word("odd chip", "The chip that is left when a pot cannot be shared evenly.", ("odd chips", "odd")),
    Word("rake", "The part of a pot that the house keeps.", ("raked",)),
    Word("conduct", "How players must handle their cards and chips during a hand.",
         ("in sight", "folded", "stay in sight")),
    Word("dispute", "A claim of a player that a hand was played or paid wrongly.", ("disputes",)),
)  # fmt: skip

HOUSE: Final = (
    Word("house", "A set of rules for playing and auditing hands.", ("houses",)),
    Word("clause", "The answer of a house to one question of its rules, in our own words.", ("clauses",)),
    Word("parameter", "One question that every house answers, such as who brings it in.", ("parameters",)),
    Word("stated", "The written rules of the house contain this rule."),
    Word(
        "assumed",
        "The house does not answer the question, so the auditor uses the answer of its base, or the usual answer.",
    ),
    Word("hedged", 'The house states the rule only with words such as "usually" or "might".'),
    Word("reading", "One way to understand a clause.", ("readings",)),
    Word(
        "base",
        "The house on which another house is built. The base answers all questions that this other house leaves open.",
    ),
    Word(
        "room", "The card room or poker site that wrote the log. Its hands are audited under its own rules.", ("rooms",)
    ),
    Word("venue", "The owner of the uploaded hands, such as your company. The hands of two venues are never mixed."),
)

FINDINGS: Final = (
    Word("finding", "One difference between the log and the house rules.", ("findings",)),
    Word("logged", "What the log says."),
    Word("lawful", "What the house rules require."),
    Word(
        "severity",
        "How serious a finding is for the players: money, integrity, log, play or procedure. See Help.",
    ),
    Word("certainty", "How certain a finding is: stated, likely, assumed or contested. See Help."),
    Word("likely", "The house does not clearly state the rule, but all other houses have the same rule."),
    Word("universal", "Every rulebook has this rule, so it is as certain as a rule that the house states."),
    Word(
        "fault",
        "The record cannot be true. For example, a card appears twice, or chips come from nowhere.",
        ("faults",),
    ),
    Word("violation", "A rule that the house states was broken.", ("violations",)),
    Word("irregular", "The house does not clearly state the broken rule, or the act may have a lawful reason."),
    Word(
        "contested",
        "A clause can be understood in two ways (two readings). One reading gives a finding, the other gives none.",
    ),
    Word("house-sensitive", "Another house gives another result for the same hand."),
    Word("not verifiable", "The record lacks a fact that the rule needs, so there is no result.", ("unverifiable",)),
    Word("at stake", "The amount that is wrong: the logged amount minus the lawful amount.", ("amount at stake",)),
    Word(
        "fingerprint",
        "The code of a finding. It is the same in every audit of the hand, so decisions stay with the finding.",
    ),
)

DECISIONS: Final = (
    Word("open", "Nobody has decided about the finding yet."),
    Word("confirmed", "A reviewer agrees that the finding is right."),
    Word("dismissed", "A reviewer rejects the finding: the auditor was wrong, misread the log, or no rule was broken."),
    Word(
        "proposed",
        "A reviewer wants to dismiss or accept the finding, and a second review is needed.",
        ("put forward",),
    ),
    Word(
        "second review",
        "Another reviewer must agree before a large finding is dismissed or accepted. The venue sets the amount.",
        ("second person",),
    ),
    Word("accepted", "The house allows this act until a date, or until its rules change."),
    Word("closed", "A later run audited the hand again and did not find this difference any more."),
    Word("reopened", "The finding was closed or decided, and is now open again."),
    Word(
        "flagged",
        "The finding is decided, but its evidence changed. The decision needs another review.",
        ("re-review",),
    ),
    Word("present", "The last run found this finding again, with the same evidence."),
    Word("changed", "The last run found this finding again, but with different evidence."),
    Word("gone", "The last run did not find this finding again."),
    Word("unassessed", "The last run could not check this finding.", ("not assessed",)),
)

RECORDS: Final = (
    Word("record", "A hand as one file describes it. A hand in two files has two records.", ("records",)),
    Word("event", "One thing that happens in a hand: an ante, a card, a bet, a payment.", ("events",)),
    Word("step", "The view of the poker table after one event. A hand has one step for each event."),
    Word("settlement", "The lawful payout of each seat, pot by pot, and the rake."),
    Word("restitution", "The fewest payments between players that correct a wrong payout.", ("put right",)),
    Word("run", "One audit of many hands with one version of the rules.", ("runs",)),
    Word(
        "line not understood",
        "A line of a room's log that the auditor does not understand. This is a gap in the auditor, not a finding.",
        ("lines not understood", "unread line", "unread lines"),
    ),
    Word("shape", "The text of a line of a log without its names, cards and numbers.", ("shapes",)),
    Word("receipt", "The code of an upload. With this code you can find the upload again.", ("receipts",)),
    Word("digest", "A short code that is computed from a whole text. If the text changes, the code changes too."),
    Word("rules version", "The version of the auditor's rules. A new version can give other results."),
)  # fmt: skip

CHAPTERS: Final = {
    "The games": GAMES,
    "The cards": CARDS,
    "The betting": BETTING,
    "Showing and paying": PAYING,
    "The house": HOUSE,
    "Findings": FINDINGS,
    "Decisions": DECISIONS,
    "Records and runs": RECORDS,
}
WORDS: Final = {word.name: word for words in CHAPTERS.values() for word in words}
_SPELT: Final = {form.lower(): word for word in WORDS.values() for form in (word.name, *word.forms)}
# On pages, the words of the glossary have dots below them. The words in this list get no dots, because everybody in a
# card room knows them.
_KNOWN: Final = frozenset(
    {"conduct", "deal", "half", "hand", "no limit", "pot", "seat", "spread limit", "street", "stud", "turn"}
)
# These words get no dots on pages either. Most of them are everyday words. The words with `_` are names of questions to
# a house.
_ALONE: Final = frozenset({"odd", "pair", "double", "bring_in", "table_stakes", "show"})
_MARKED: Final = sorted(
    [
        form
        for form, word in _SPELT.items()
        if word in (*GAMES, *CARDS, *BETTING, *PAYING) and word.name not in _KNOWN and form not in _ALONE
    ],
    key=len,
    reverse=True,
)
_FIND: Final = re.compile(rf"\b(?:{'|'.join([re.escape(form) for form in _MARKED])})\b", re.IGNORECASE)


def word_of(spelt: str) -> Word | None:
    """Returns the entry for `spelt`, which is the name or another form of a word; `None` if there is no such entry."""
    return _SPELT.get(spelt.lower())


def words_in(text: str) -> Iterator[Word]:
    """Yields the glossary entries of the poker words in a text, in the order of the text. Words that every card room
    knows are left out.
    """
    for found in _FIND.finditer(text):
        yield _SPELT[found[0].lower()]


class Piece(NamedTuple):
    """A piece of a text. If the piece is a glossary word that the page has not used before, `word` is its entry, else
    `None`.
    """

    text: str
    word: Word | None


def piece_of(spelt: str, label: str) -> Piece:
    """Returns a piece for the glossary entry of the word `spelt`. The page shows the text `label`, not this word."""
    return _first_use(_SPELT[spelt.lower()], label)


def pieces_of(text: str) -> list[Piece]:
    """Divides a text into pieces, so that each glossary word is a piece of its own."""
    pieces: list[Piece] = []
    at = 0
    for found in _FIND.finditer(text):
        pieces += [Piece(text[at : found.start()], None), _first_use(_SPELT[found[0].lower()], found[0])]
        at = found.end()
    return [*pieces, Piece(text[at:], None)]


def _first_use(word: Word, label: str) -> Piece:
    marked: set[str] = g.setdefault("words_marked", set())
    first = word.mark not in marked
    marked.add(word.mark)
    return Piece(label, word if first else None)
