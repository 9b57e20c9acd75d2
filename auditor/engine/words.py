"""Turns amounts, seats, cards and acts into words, so that all findings use the same words."""

import re
from collections.abc import Iterable
from typing import Final

from auditor.engine.cards import name_of
from auditor.engine.events import STRANGER, BringIn, Call, Check, Declared, Event, Fold, Wager
from auditor.engine.hand import Hand
from auditor.engine.table import Table, seats_in

NOBODY = "nobody"
HIDDEN_NAME: Final = "\0"  # stands for a name in the texts of `without_names`
# Maps the stored words of a finding to the words that people see instead. The stored words must not change, because the
# digests of reports and of evidence are computed from them. If the stored words changed, each decision about such a
# finding would need another review.
_SHOWN: Final = {"something else": "a card that does not exist"}


def logged_words(logged: str) -> str:
    """Converts the stored words of a finding to the words that people see on pages and in the terminal. `logged` says
    what the log has. The text after `; of ` is about further findings and stays unchanged.
    """
    words, more, rest = logged.partition("; of ")
    return f"{_SHOWN.get(words, words)}{more}{rest}"


def chips(table: Table, amount: int) -> str:
    """Returns an amount of the hand at this table in the form of the log. The amount 150 becomes `1.50` if the log
    writes two decimals, or `150` if it writes none.
    """
    return amount_of(table.hand, amount)


def amount_of(hand: Hand, amount: int) -> str:
    """Returns an amount of the hand in the form of the log. The amount 150 becomes `1.50` if the log writes two
    decimals, or `150` if it writes none.
    """
    minor = hand.unit.minor
    if not minor:
        return str(amount)
    whole, part = divmod(abs(amount), 10**minor)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{minor}d}"


def any_of(table: Table, amounts: tuple[int, ...]) -> str:
    """Returns the amounts as alternatives: `10 or 20`."""
    return " or ".join([chips(table, amount) for amount in amounts])


def act_of(table: Table, event: Event) -> str:
    """Returns the act of a seat in words: `folds`, `calls 10`, `raises to 20`."""
    if isinstance(event, Wager):
        return _wager(table, event.verb, event.to)
    if isinstance(event, Call | BringIn):
        return f"{'calls' if isinstance(event, Call) else 'brings in'} {chips(table, event.to)}"
    return "folds" if isinstance(event, Fold) else "checks" if isinstance(event, Check) else "is out of time"


def declared_act(table: Table, event: Declared) -> str:
    """Returns a declared act in words: `raises`, `raises to 20`."""
    return event.verb if event.to is None else _wager(table, event.verb, event.to)


def _wager(table: Table, verb: str, to: int) -> str:
    return f"{verb} {'' if verb in ('bets', 'calls') else 'to '}{chips(table, to)}"


def seat(number: int) -> str:
    """Returns a seat in words: `seat 3`. The number 0 becomes `nobody`. The number `STRANGER` stands for a person who
    has no seat in the hand.
    """
    if number == STRANGER:
        return "somebody who is not seated"
    return f"seat {number}" if number else NOBODY


def seats(mask: int) -> str:
    """Returns a set of seats in words: `seat 3`, or `seat 3 or seat 5` if the log does not decide between them. An
    empty set becomes `nobody`.
    """
    return " or ".join([seat(number) for number in seats_in(mask)]) or NOBODY


def door(table: Table, number: int) -> str:
    """Returns a seat in words with its door card: `seat 3 (2c)`. Returns only `seat 3` if the card was not seen."""
    ups = table.up[number] if 0 < number < len(table.up) else ()
    return f"{seat(number)} ({name_of(ups[0])})" if ups and ups[0] >= 0 else seat(number)


def board(table: Table, number: int) -> str:
    """Returns a seat in words with its up cards, called its board: `seat 3 (2c Kd)`. Returns only `seat 3` if the seat
    has no up cards.
    """
    ups = table.up[number] if 0 < number < len(table.up) else ()
    return f"{seat(number)} ({' '.join([name_of(card) for card in ups])})" if ups else seat(number)


def seconds(time: int) -> str:
    """Returns a time, counted in milliseconds, as seconds: `31.5 s`."""
    whole, part = divmod(time, 1000)
    return f"{whole}.{part:03d}".rstrip("0").rstrip(".") + " s"


def street(number: int) -> str:
    """Returns a street in words: `fourth street`. Any number that is not a street becomes `the antes`."""
    return {3: "third street", 4: "fourth street", 5: "fifth street", 6: "sixth street", 7: "seventh street"}.get(
        number, "the antes"
    )


def without_names(text: str, names: Iterable[str]) -> str:
    """Returns the text with `HIDDEN_NAME` in place of each of these names, the longest names first. A name inside a
    longer word stays: if a player is called `e`, the text `bets` does not change.
    """
    for name in sorted({name for name in names if name}, key=len, reverse=True):
        if name in text:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", HIDDEN_NAME, text)
    return text
