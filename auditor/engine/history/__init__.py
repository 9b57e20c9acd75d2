"""History: what is found across the hands of a session, which no rule of one hand can see.

A session is the hands of one table in the order in which they were dealt. Each hand leaves a `Trace`, and `across`
compares one with those before it; whoever keeps traces, a tuple of hands or a database, finds out which these are. That
one number has two contents (H803) is found where records are kept, by comparing them.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.history.decks import MOST_ALIKE, repeated_deck
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.history.seating import player_in_two_seats
from auditor.engine.history.stacks import changed_stacks
from auditor.engine.history.traces import Trace, table_of, trace_of, turn_of
from auditor.engine.house import House

__all__ = ["MOST_ALIKE", "HistoryFinding", "SessionReport", "Trace", "across", "history", "sessions", "trace_of"]


class SessionReport:
    """What was found across the hands of a session under a house; findings stand in the order of the later hand."""

    __slots__ = ("findings", "hands", "house_digest", "house_name")

    def __init__(self, hands: tuple[Hand, ...], house: House, findings: tuple[HistoryFinding, ...]) -> None:
        self.hands: Final = hands
        self.house_name: Final = house.name
        self.house_digest: Final = house.digest
        self.findings: Final = findings

    def digest(self) -> str:
        """SHA-256 over the hands, the house and every finding, in hex."""
        lines = [f"session/1 {self.house_digest}", *[hand.digest() for hand in self.hands]]
        lines += [finding.words() for finding in self.findings]
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def across(hand: Trace, before: Trace | None, alike: Iterable[Trace], house: House) -> list[HistoryFinding]:
    """What is found on a hand: against the one before it at its table, and those before it whose decks are `alike`, the
    earliest first.
    """
    stacks = changed_stacks(before, hand, house) if before is not None else []
    return [*stacks, *player_in_two_seats(hand, house), *repeated_deck(hand, alike, house)]


def history(hands: Iterable[Hand], house: House) -> SessionReport:
    """The report of a session, its hands in the order in which they were dealt. Never raises on what logs say."""
    told = tuple(hands)
    found: list[HistoryFinding] = []
    before: Trace | None = None
    decks: dict[str, list[Trace]] = {}
    for place, hand in enumerate(told):
        trace = trace_of(hand, place)
        alike = decks.setdefault(trace.deck, []) if trace.deck else []
        found += across(trace, before, alike, house)
        alike.append(trace)
        before = trace
    return SessionReport(told, house, tuple(found))


def sessions(hands: Iterable[Hand]) -> list[tuple[Hand, ...]]:
    """These hands by table, each in the order of play; of records of one number the first. A hand of no known table is
    a session by itself.
    """
    tables: dict[tuple[str, ...], dict[str, Hand]] = {}
    for index, hand in enumerate(hands):
        known = table_of(hand)
        tables.setdefault(known or (str(index),), {}).setdefault(hand.number or f"the hand at {index}", hand)
    return [tuple(sorted(each.values(), key=turn_of)) for each in tables.values()]
