"""Finds mistakes that show only if several hands of one session are compared. For example, a stack shrinks between two
hands.

A session is all hands of one table, in the order in which they were dealt. A `Trace` is a summary of one hand for the
comparison; `across` compares a trace with earlier traces. The caller chooses the earlier traces, from a list of hands
or from a database. Rule H803 (two logs of one hand contradict each other) is not here: it is checked when a log is
stored.
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
    """The findings from the comparison of the hands of one session, under one house. The findings are in the order of
    the hands. A finding about two hands is listed with the later hand.
    """

    __slots__ = ("findings", "hands", "house_digest", "house_name")

    def __init__(self, hands: tuple[Hand, ...], house: House, findings: tuple[HistoryFinding, ...]) -> None:
        self.hands: Final = hands
        self.house_name: Final = house.name
        self.house_digest: Final = house.digest
        self.findings: Final = findings

    def digest(self) -> str:
        """Returns the SHA-256 of the hands' digests, the house and all findings, in hex."""
        lines = [f"session/1 {self.house_digest}", *[hand.digest() for hand in self.hands]]
        lines += [finding.words() for finding in self.findings]
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def across(hand: Trace, before: Trace | None, alike: Iterable[Trace], house: House) -> list[HistoryFinding]:
    """Compares the trace of a hand with earlier traces. Returns the findings in this order: stacks that changed since
    the previous hand at the table (`before`), a player in two seats, and a repeated deck order. `alike` are the earlier
    traces whose search key for the deck order (`deck`) is the same, the earliest first.
    """
    stacks = changed_stacks(before, hand, house) if before is not None else []
    return [*stacks, *player_in_two_seats(hand, house), *repeated_deck(hand, alike, house)]


def history(hands: Iterable[Hand], house: House) -> SessionReport:
    """Compares the hands of one session under a house, and returns the report. `hands` must be in the order in which
    they were dealt. Raises no exception, whatever the logs contain.
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
    """Groups hands by poker table. Returns the hands of each table in the order of play. If several hands of a table
    have the same number, only the first is kept. A hand whose table is unknown is a group by itself.
    """
    tables: dict[tuple[str, ...], dict[str, Hand]] = {}
    for index, hand in enumerate(hands):
        known = table_of(hand)
        tables.setdefault(known or (str(index),), {}).setdefault(hand.number or f"the hand at {index}", hand)
    return [tuple(sorted(each.values(), key=turn_of)) for each in tables.values()]
