"""History: findings across the hands of a session, which no rule of a single hand can make.

A session is the hands of one table in the order in which they were dealt. Each hand leaves a `Trace`; `across` compares
a trace with earlier traces. The caller, who has a list of hands or a database, chooses the earlier traces. H803 (one
hand number, two contents) is not found here, but when a record is stored.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.history.decks import MOST_ALIKE, repeated_deck
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.history.hand_trace import Trace, table_of, trace_of, turn_of
from auditor.engine.history.seating import player_in_two_seats
from auditor.engine.history.stacks import changed_stacks
from auditor.engine.house import House

__all__ = ["MOST_ALIKE", "HistoryFinding", "SessionReport", "Trace", "across", "history", "sessions", "trace_of"]


class SessionReport:
    """The findings across the hands of a session under a house. They are in the order of the later hand of each
    finding.
    """

    __slots__ = ("findings", "hands", "house_digest", "house_name")

    def __init__(self, hands: tuple[Hand, ...], house: House, findings: tuple[HistoryFinding, ...]) -> None:
        self.hands: Final = hands
        self.house_name: Final = house.name
        self.house_digest: Final = house.digest
        self.findings: Final = findings

    def digest(self) -> str:
        """Returns the SHA-256 of the hands, the house and all findings, in hex."""
        lines = [f"session/1 {self.house_digest}", *[hand.digest() for hand in self.hands]]
        lines += [finding.words() for finding in self.findings]
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def across(hand: Trace, before: Trace | None, alike: Iterable[Trace], house: House) -> list[HistoryFinding]:
    """Returns the findings on a hand: first those against `before`, the hand before it at its table. Then come those
    against the earlier hands `alike`, which begin with the same cards, the earliest first.
    """
    stacks = changed_stacks(before, hand, house) if before is not None else []
    return [*stacks, *player_in_two_seats(hand, house), *repeated_deck(hand, alike, house)]


def history(hands: Iterable[Hand], house: House) -> SessionReport:
    """Returns the report of a session. `hands` are in the order in which they were dealt. Never raises on the content
    of a log.
    """
    ordered = tuple(hands)
    found: list[HistoryFinding] = []
    before: Trace | None = None
    decks: dict[str, list[Trace]] = {}
    for place, hand in enumerate(ordered):
        trace = trace_of(hand, place)
        alike = decks.setdefault(trace.deck, []) if trace.deck else []
        found += across(trace, before, alike, house)
        alike.append(trace)
        before = trace
    return SessionReport(ordered, house, tuple(found))


def sessions(hands: Iterable[Hand]) -> list[tuple[Hand, ...]]:
    """Returns the hands by table, each table in the order of play. If several records have one number, the first record
    is kept. A hand whose table is unknown is a session by itself.
    """
    tables: dict[tuple[str, ...], dict[str, Hand]] = {}
    for index, hand in enumerate(hands):
        known = table_of(hand)
        tables.setdefault(known or (str(index),), {}).setdefault(hand.number or f"the hand at {index}", hand)
    return [tuple(sorted(each.values(), key=turn_of)) for each in tables.values()]
