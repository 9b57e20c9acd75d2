"""Hints for lines of a transcript that make no sense: how to write what the writer probably meant.

If a line may mean two things, the hint offers both.
"""

import difflib
import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import Deal, Illegible, LogEnd
from auditor.engine.hand import Hand
from auditor.formats.card_spelling import ace_or_ten
from auditor.formats.transcript import guide
from auditor.formats.transcript.header import HEADER_WORDS
from auditor.formats.transcript.lines import VERBS_OF_SEATS, event_of
from auditor.formats.transcript.so_far import OPENS_WITH
from auditor.formats.transcript.spellings import usual_words
from auditor.formats.transcript.words import cards_word, seat_named, tokens

_ALIKE: Final = 0.7
_EXAMPLE_AMOUNT: Final = "10"
_AMOUNT: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ALL_IN: Final = re.compile(r"(?:(?:goes|is|moves) )?all[ -]in\b")
_DECIMALS: Final = re.compile(r"(?<![0-9])[0-9]++\.([0-9]+)")
_DECIMAL_COMMA: Final = re.compile(r"(?<![0-9])([0-9]++),([0-9]{1,2})")
_THOUSANDS: Final = re.compile(r"([0-9]{1,3}),([0-9]{3})")


def hint_for_deal(event: Deal) -> str:
    """Returns a hint for dealt cards whose brackets were probably forgotten, as in `2 xx xx 2c`: all cards lie face up,
    and the first cards are unseen, but a later card was seen. Empty for other deals.
    """
    unseen = [card == UNSEEN for card in event.up]
    hidden = unseen.index(False) if False in unseen else 0
    if event.down or not hidden:
        return ""
    down, up = cards_word(event.up[:hidden]), cards_word(event.up[hidden:])
    return f'cards face down are expected in brackets: write "{event.seat} [{down}] {up}" if {down} lie face down'


def hint(hand: Hand, event: Illegible) -> str:
    """Returns a hint for a line of a hand that the reader could not understand (`event`); empty if no similar line
    makes sense.
    """
    words = tokens(event.text)
    if not words:
        return ""
    minor = hand.unit.minor
    usual = usual_words(words, minor)
    if words[0] in HEADER_WORDS and usual[:1] == words[:1]:
        return _late_header(hand, event, words[0])
    found = _two_cards(usual) or _two_acts(usual)
    return found or _amounts(usual, minor) or _similar(words, usual, minor)


def header_hint(words: Sequence[str], minor: int) -> str:
    """Returns how to write a header line that makes no sense. If its amounts are wrong, the hint explains the amounts;
    otherwise it is an example of such a line. Empty if there is no example.
    """
    about_amounts = _amounts(words, minor, several=words[0] == "stacks")
    if about_amounts:
        return about_amounts
    examples = [f"{line} ({meaning})" for line, meaning in guide.HEADER if line.split(" ")[0] == words[0]]
    return f"write it as in: {examples[0]}" if examples else ""


def _late_header(hand: Hand, event: Illegible, word: str) -> str:
    """Returns the hint for a header line below the first event of the hand. Empty if the line is below the end of the
    hand.
    """
    at = hand.events.index(event)
    if any(isinstance(each, LogEnd) for each in hand.events[:at]):
        return ""
    return f'write the line "{word}" above the first event of the hand, and only once'


def _two_cards(words: Sequence[str]) -> str:
    """Returns the hint for a word that may mean two cards, such as `1h`: the ace or the ten of hearts."""
    for word in words:
        meant = ace_or_ten(word)
        if meant is not None:
            return f'write "{meant[0]}" for the ace, or "{meant[1]}" for the ten'
    return ""


def _two_acts(words: Sequence[str]) -> str:
    """Returns the hint for words that may mean two acts, such as `passes`: a check or a fold."""
    if len(words) < 2 or seat_named(words[0]) is None:
        return ""
    seat, verb, *rest = words
    end = " all-in" if rest[-1:] == ["all-in"] else ""
    rest = rest[:-1] if end else rest
    amount = rest[-1] if rest and _AMOUNT.fullmatch(rest[-1]) else ""
    if verb == "raises" and amount and rest[:-1] in ([], ["by"]):
        by = f'"{seat} raises by {amount}{end}" if the bet goes up by {amount}'
        total = f'"{seat} raises to {amount}{end}" if {amount} is the new total in front of the seat'
        return f"write {total}, or {by}" if len(rest) == 1 else "write the total in front of the seat after the raise"
    if verb == "opens" and amount and rest[:-1] and rest[0] in OPENS_WITH:
        return f'write "{seat} brings in {amount}{end}" or "{seat} bets {amount}{end}"'
    if _ALL_IN.match(" ".join(words[1:])):
        due = amount or _EXAMPLE_AMOUNT
        both = f'"{seat} calls {due} all-in" or "{seat} raises to {due} all-in"'
        return f"write the act and the new total in front of the seat, as in {both}"
    if verb == "passes" and not rest:
        return f'write "{seat} checks" or "{seat} folds"'
    if verb in ("wins", "win") and amount:
        return f'write "{seat} collects {amount}" for one payment, or "{seat} won {amount}" for the sum of its payments'
    return ""


def _amounts(words: Sequence[str], minor: int, *, several: bool = False) -> str:
    """Returns the hint for the first amount that cannot be read as written. The hint is empty if there is no such
    amount.

    Three kinds of amounts get a hint:

    - `0.255`: it has more decimals than amounts of this hand may have (`minor`).
    - `1,50`: the comma may be a decimal point. If the line may have several amounts (`several`), the comma may also
      stand between two amounts.
    - `1,000`: the comma may separate thousands, or it may be a decimal point.
    """
    for word in [part for each in words[1:] for part in re.split("[-/]", each)]:
        decimals, comma, thousands = [each.fullmatch(word) for each in (_DECIMALS, _DECIMAL_COMMA, _THOUSANDS)]
        if decimals is not None and len(decimals[1]) > minor:
            unit = f"unit USD {len(decimals[1])}"
            return f'write "{unit}" above the stakes: the currency, and how many decimals amounts have'
        if comma is not None:
            both = f'write "{comma[1]} {comma[2]}" for two amounts, or ' if several else "write "
            return f'{both}"{comma[1]}.{comma[2]}"' + (" for one amount" if several else "")
        if thousands is not None:
            return f'write "{thousands[1]}{thousands[2]}" or "{thousands[1]}.{thousands[2]}"'
    return ""


def _similar(words: Sequence[str], usual: Sequence[str], minor: int) -> str:
    """Returns the hint for a line with a misspelt verb, such as `2 fodls`, or without its amount, such as `2 bets`. The
    hint is empty for other lines.
    """
    if len(usual) < 2 or seat_named(usual[0]) is None:
        return ""
    verb = _verb(usual[1])
    meant = [usual[0], verb, *usual[2:]]
    if not verb:
        return ""
    second = _SECOND_WORDS.get(verb, "")
    if second and usual[2:3] != [second]:
        meant.insert(2, second)
    if meant != list(words) and _is_read(meant, minor):
        return f'write "{" ".join(meant)}"'
    if verb == "raises" and len(meant) == 2:
        meant.append("to")
    if len(usual) == 2 and _is_read([*meant, _EXAMPLE_AMOUNT], minor):
        return f'write the amount as well, as in "{" ".join([*meant, _EXAMPLE_AMOUNT])}"'
    return ""


# Verbs with a second word that people forget, or write together with the verb: `bringsin`.
_SECOND_WORDS: Final = {"brings": "in", "gets": "back", "ends": "with"}


def _verb(word: str) -> str:
    """Returns the verb that is most similar to the word; empty if no verb is similar."""
    exact = [verb for verb in (word, f"{word}s") if verb in VERBS_OF_SEATS]
    close = difflib.get_close_matches(word, list(VERBS_OF_SEATS), n=1, cutoff=_ALIKE)
    return (exact or close or [""])[0]


def _is_read(words: Sequence[str], minor: int) -> bool:
    """Whether the reader of transcripts understands a line with these words."""
    return event_of(list(words), minor, 0) is not None
