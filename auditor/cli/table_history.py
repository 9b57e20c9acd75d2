"""Finds the findings that compare several hands of one poker table, such as a stack that changed between two hands.

For each audited hand, a trace is stored: a small summary of the hand. The traces are in a temporary SQLite database on
disk, so a large file needs no more memory than a small one.
"""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from auditor.engine.findings import Report
from auditor.engine.history import MOST_ALIKE, HistoryFinding, Trace, across, trace_of
from auditor.engine.house import House

# SQLite creates a temporary file for a database whose name is empty, and deletes the file when the database is closed.
_NOWHERE: Final = ""
_BEGIN: Final = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE hand (
    place INTEGER PRIMARY KEY, sitting TEXT, turn TEXT, number TEXT, deck TEXT, stands TEXT, trace TEXT
);
CREATE UNIQUE INDEX same ON hand (sitting, number) WHERE number <> '';
CREATE INDEX next ON hand (sitting, turn);
CREATE INDEX deck ON hand (sitting, deck) WHERE deck <> '';
BEGIN;
"""
_EVERY: Final = "SELECT place, trace, stands FROM hand ORDER BY sitting, turn, place"
_BEFORE: Final = """
SELECT place, trace FROM hand WHERE deck <> '' AND sitting = ? AND deck = ? AND (turn, place) < (?, ?)
ORDER BY turn, place LIMIT ?
"""


class Standing(NamedTuple):
    """The place of a hand: its file, its first line in the file, and its hand number, which may be empty. The other
    fields are the name of the house under which the hand was audited, the currency of the hand, and the number of
    decimals of its amounts (`minor`).
    """

    file: str
    line: int
    number: str
    house: str
    currency: str
    minor: int


class Across(NamedTuple):
    """A cross-hand finding: the finding, the hand that it is about (`later`), and the earlier hand that `later`
    contradicts. `earlier` is `None` if the finding is about one hand only, such as a player in two seats.
    """

    finding: HistoryFinding
    later: Standing
    earlier: Standing | None


class Sittings:
    """Stores a trace (a small summary) of each hand, and then finds the cross-hand findings. If two hands of one poker
    table have the same hand number, only the hand that was audited first is stored.
    """

    def __init__(self) -> None:
        self._database: Final = sqlite3.connect(_NOWHERE, isolation_level=None)
        self._houses: Final[dict[str, House]] = {}
        self._place = 0
        self._database.executescript(_BEGIN)

    def keep(self, file: str, line: int, report: Report, house: House) -> None:
        """Stores the trace of a hand that was audited under `house`. `file` and `line` say where the hand begins."""
        hand = report.hand
        self._place += 1
        self._houses.setdefault(house.digest, house)
        trace = trace_of(hand, self._place, report.table)
        stands = [house.digest, file, line, hand.number or "", house.name, hand.unit.currency, hand.unit.minor]
        number = _text(trace.number) if trace.number else ""
        columns = (_sitting(trace), _text(trace.turn), number, trace.deck, _text(stands), _text(_row(trace)))
        self._database.execute("INSERT OR IGNORE INTO hand VALUES (?, ?, ?, ?, ?, ?, ?)", (self._place, *columns))

    def found(self) -> Iterator[Across]:
        """Yields the cross-hand findings of all stored hands, table by table, in the order in which the hands were
        dealt.
        """
        before: Trace | None = None
        for place, trace, stands in self._database.execute(_EVERY):
            hand = _trace(place, trace)
            digest, *standing = json.loads(stands)
            for finding in across(hand, before, self._alike(hand), self._houses[digest]):
                earlier = None if finding.earlier == place else self._standing(finding.earlier)
                yield Across(finding, Standing(*standing), earlier)
            before = hand

    def close(self) -> None:
        """Closes the temporary database, which deletes all traces."""
        self._database.close()

    def _alike(self, hand: Trace) -> Iterator[Trace]:
        if hand.deck:
            values = (_sitting(hand), hand.deck, _text(hand.turn), hand.place, MOST_ALIKE)
            for place, trace in self._database.execute(_BEFORE, values):
                yield _trace(place, trace)

    def _standing(self, place: int) -> Standing:
        (stands,) = self._database.execute("SELECT stands FROM hand WHERE place = ?", (place,)).fetchone()
        return Standing(*json.loads(stands)[1:])


def _sitting(trace: Trace) -> str:
    """Returns a text that identifies the poker table of a hand. If the log does not name the table, the text is
    different for each hand. Then the hand is not compared with other hands.
    """
    return _text(trace.table or trace.place)


def _row(trace: Trace) -> list[Any]:
    return [trace.table, trace.number, trace.played, trace.turn, trace.minor, trace.stakes, trace.seats,
            trace.order.hex(), trace.deck]  # fmt: skip


def _trace(place: int, row: str) -> Trace:
    table, number, played, turn, minor, stakes, seats, order, deck = json.loads(row)
    return Trace(
        place, tuple(table), number, played, turn, minor, tuple(stakes), tuple(map(tuple, seats)),
        bytes.fromhex(order), deck,
    )  # fmt: skip


def _text(value: object) -> str:
    r"""Returns the value as JSON in ASCII. SQLite does not accept half of a surrogate pair, which a log may contain; in
    JSON it is an escape such as `\ud800`.
    """
    return json.dumps(value, separators=(",", ":"))
