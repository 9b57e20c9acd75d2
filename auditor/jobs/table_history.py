"""Compares hands with earlier hands at the same poker table, when they are first audited and at each re-audit."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.history import Trace, across, trace_of
from auditor.engine.history.codes import REPEATED_DECK, STACKS, TWO_SEATS
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load
from auditor.formats.log import decode
from auditor.jobs.context import Workplace
from auditor.jobs.quarantine import each_limited, uncompared
from auditor.store.hands import table_history
from auditor.store.hands.table_history import Compared, Later
from auditor.store.postgres.database import Connection, keep_alive
from auditor.store.runs import run_rows

CODES: Final = (STACKS.code, TWO_SEATS.code, REPEATED_DECK.code)


def compared_at_tables(
    place: Workplace,
    connection: Connection,
    run_id: int,
    traces: Mapping[int, Trace],
    *,
    following: bool,
    carefully: bool,
) -> Compared:
    """Compares each record (a stored hand) in `traces` with earlier records of its poker table, and stores the
    findings. `traces` maps the number of each record to its trace, a summary of the hand.

    A record that arrives late may belong between two records that were compared before. So with `following`, some later
    records of the same poker table are compared again: the next record, and the records with the same first cards.
    `carefully` is true if an earlier attempt may have killed the worker. Then a child process tries the comparisons
    first.

    If a comparison fails or goes past the limits for a hand, the run notes the reason. The records and the findings of
    an earlier comparison stay.
    """
    if not traces:
        return Compared()
    table_history.note_traces(connection, traces)
    found = table_history.later_records(connection, list(traces), following=following)
    records = [later for later in found if _is_judged(later)]
    known = _Traces(place, connection, traces, records)
    steps = [partial(_found, later, known) for later in records]
    results = each_limited(steps, carefully=carefully, keep_alive=partial(keep_alive, connection))
    judged = []
    for later, result in zip(records, results, strict=True):
        if isinstance(result, Exception):
            reason = uncompared(result, "the hands before it at its table")
            run_rows.note_failures(connection, run_id, [(later.hand_id, later.month, reason)])
        else:
            judged.append((later, result))
    return table_history.file_history(connection, run_id, judged, CODES)


class _Traces:
    """The traces of all records that are compared. A trace is a summary of a hand for the comparison with later hands.
    The trace of a stored record is made when a comparison needs it, so that the limits of the comparison apply.
    """

    def __init__(
        self, place: Workplace, connection: Connection, known: Mapping[int, Trace], records: Sequence[Later]
    ) -> None:
        self._made: Final = {hand_id: trace.at(hand_id) for hand_id, trace in known.items()}
        needed = {one for later in records for one in (later.hand_id, later.before, *later.alike) if one is not None}
        packed = table_history.documents(connection, sorted(needed - self._made.keys()))
        # The stored texts of the records are unpacked now, before the limits for a hand begin. The reason is that
        # unpacking may read the database, and a limit must not interrupt this.
        self._documents: Final = {one: place.unpacker.unpack(connection, each) for one, each in packed.items()}

    def of(self, hand_id: int | None) -> Trace | None:
        """Returns the trace of a record, or `None` if there is no such record."""
        if hand_id is None:
            return None
        if hand_id not in self._made and hand_id in self._documents:
            self._made[hand_id] = trace_of(decode(self._documents[hand_id]), hand_id)
        return self._made.get(hand_id)


def _is_judged(later: Later) -> bool:
    try:
        load(later.house, Game(later.game), Structure(later.structure))
    except HouseRefused:
        # The house no longer exists, so the hand cannot be judged again. Its earlier findings stay.
        return False
    return True


def _found(later: Later, traces: _Traces) -> list[HistoryFinding]:
    house = load(later.house, Game(later.game), Structure(later.structure))
    mine = traces.of(later.hand_id)
    assert mine is not None
    alike = [trace for trace in map(traces.of, later.alike) if trace is not None]
    return across(mine, traces.of(later.before), alike, house)
