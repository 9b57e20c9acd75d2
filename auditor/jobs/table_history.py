"""Comparing hands with those before them at their table, as soon as they are stored and whenever they are audited."""

from collections.abc import Mapping
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.history import Trace, across, trace_of
from auditor.engine.history.codes import REPEATED_DECK, STACKS, TWO_SEATS
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load
from auditor.formats.log import decode
from auditor.jobs.context import Workplace
from auditor.store.hands import table_history
from auditor.store.hands.table_history import Compared, Later
from auditor.store.postgres.database import Connection

CODES: Final = (STACKS.code, TWO_SEATS.code, REPEATED_DECK.code)


def compared_at_tables(
    place: Workplace, connection: Connection, run_id: int, traces: Mapping[int, Trace], *, following: bool
) -> Compared:
    """Files what is found on these records against those before them and, with `following`, on those after them: a
    record that comes late stands between two that seemed to follow each other.
    """
    if not traces:
        return Compared()
    table_history.note_traces(connection, traces)
    laters = table_history.laters(connection, list(traces), following=following)
    known = _completed(place, connection, traces, laters)
    judged = [(later, _found(later, known)) for later in laters if _is_judged(later)]
    return table_history.file_history(connection, run_id, judged, CODES)


def _completed(
    place: Workplace, connection: Connection, traces: Mapping[int, Trace], laters: list[Later]
) -> dict[int, Trace]:
    """The traces of all records that are to be compared, those that are not at hand read from what is stored."""
    known = {hand_id: trace.at(hand_id) for hand_id, trace in traces.items()}
    needed = {one for later in laters for one in (later.hand_id, later.before, *later.alike) if one is not None}
    for hand_id, packed in table_history.documents(connection, sorted(needed - known.keys())).items():
        known[hand_id] = trace_of(decode(place.unpacker.unpack(connection, packed)), hand_id)
    return known


def _is_judged(later: Later) -> bool:
    try:
        load(later.house, Game(later.game), Structure(later.structure))
    except HouseRefused:
        return False  # the house is no longer there: what was found stays as it is
    return True


def _found(later: Later, known: Mapping[int, Trace]) -> list[HistoryFinding]:
    house = load(later.house, Game(later.game), Structure(later.structure))
    before = known.get(later.before) if later.before is not None else None
    alike = [known[each] for each in later.alike if each in known]
    return across(known[later.hand_id], before, alike, house)
