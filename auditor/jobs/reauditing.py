"""Audits stored hands again: every night the hands whose rules or house changed, or all hands on demand."""

import datetime as dt
import functools
import logging
from dataclasses import replace
from typing import Final

from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.history import Trace, trace_of
from auditor.engine.house import House
from auditor.engine.house.house import house_from_lines
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load, names
from auditor.engine.readings import audit_with_readings
from auditor.formats.log import decode
from auditor.jobs import quarantine, queue
from auditor.jobs.attempt import attempt, hands_from
from auditor.jobs.context import Workplace
from auditor.jobs.hand_limits import HandLimits
from auditor.jobs.judging import BATCH_BYTES
from auditor.jobs.splitting import SHARD_BYTES
from auditor.jobs.table_history import CODES, compared_at_tables
from auditor.settings import command_line
from auditor.store.findings import houses
from auditor.store.findings.apply_transitions import end_acceptances, inherit
from auditor.store.findings.owed import store_owed
from auditor.store.findings.rake import store_rake
from auditor.store.findings.reports import Placed, Verdict, file_verdicts, mark_unassessed
from auditor.store.hands import contradictions
from auditor.store.hands.insert import lines_from
from auditor.store.postgres.database import Connection
from auditor.store.runs import reaudit_selection, run_rows, shards
from auditor.store.runs.reaudit_selection import Choice, Part, Selected
from auditor.store.runs.run_rows import Judged
from auditor.store.runs.shards import Remainder, Shard

_JOURNAL: Final = logging.getLogger(__name__)
CHANGED: Final = "The rules or houses changed during this run. The next run audits the remaining hands."


def nightly(
    place: Workplace,
    house: str | None = None,
    since: dt.date | None = None,
    *,
    everything: bool = False,
    hand: int | None = None,
    trigger: str = "manual",
) -> int:
    """Starts a run over stored hands and returns the number of the run. The run covers only hands whose house or rules
    version changed, unless `everything` or `hand` is given. `house` and `since` exclude further hands.

    - `everything`: the run also covers hands whose house and rules version are unchanged.
    - `hand`: the run covers only the record with this number, even if its house and rules version are unchanged. A
      record is a hand as one log has it.
    - `house`: the run covers only hands that were audited under this house.
    - `since`: the run covers only hands that were played on this day or later.
    - `trigger`: says how the run was started, `nightly` or `manual`. It is stored with the run.

    If an earlier run with the same options, rules and houses is not finished yet, no new run starts. The number of the
    earlier run is returned. Raises `HouseRefused` if the house does not exist.
    """
    if house and house not in names():
        raise HouseRefused(f'There is no house "{house[:60]}"; there are: {", ".join(names())}.')
    choice = Choice(house or "", since, everything or hand is not None, hand)
    with place.database.begin() as connection:
        going = reaudit_selection.going(connection, place.pin, choice)
        if going is not None:
            return going
        run_id, numbers = reaudit_selection.start(connection, trigger, place.pin, choice, place.settings.shard_hands)
        end_acceptances(connection, run_id)
        queue.send_shards(connection, queue.AUDIT_AGAIN, numbers)
    return run_id


def audit_again(place: Workplace, shard_id: int, *, anew: bool = True) -> None:
    """Audits one shard of a re-audit in one transaction. A shard that is done already is not audited again. If the
    rules version or a house changed after the run began, the shard is given up.

    `anew` is false if this call repeats an attempt that lost the database. The lost attempt then counts as an outage,
    not as a failed attempt.
    """
    with place.database.begin() as connection:
        shard = shards.take(connection, shard_id, anew=anew)
        if shard is None or shard.run_id is None:
            return
        same = run_rows.pin_of(connection, shard.run_id) == place.pin.digest()
    if not same:
        give_up(place, shard, CHANGED)
        return
    attempt(
        place,
        shard,
        lambda: _judge(place, shard),
        lambda connection, batch: _store(place, connection, shard, batch),
        lambda reason: give_up(place, shard, reason),
    )


def give_up(place: Workplace, shard: Shard, reason: str) -> None:
    """Gives up a shard, so that its hands are not audited again, and notes the reason in its run."""
    assert shard.run_id is not None
    where = f"{hands_from(shard.expected, 'record', shard.start)} could not be audited again. {reason}"
    with place.database.begin() as connection:
        run_rows.touch(connection, shard.run_id)
        shards.give_up(connection, shard.shard_id, where)
        run_rows.finish_if_done(connection, shard.run_id)


class _Batch:
    """The result of the re-audit of a shard.

    - `placed` has a report for each record (a stored hand) and house. A record that was audited under two houses is
      listed twice.
    - `traces` has a summary of each hand, and `failed` has the hands that could not be audited.
    - `expected` is the number of reports that the run expects of the shard.
    - `rest_from` is `None` if the batch has the whole shard. If the reports became too large, the batch ends before the
      end of the shard. Then `rest_from` is the number of the next record.
    """

    def __init__(self, expected: int) -> None:
        self.expected = expected
        self.placed: Final[list[Placed]] = []
        self.traces: Final[dict[int, Trace]] = {}
        self.failed: Final[list[tuple[Selected, str]]] = []
        self.size = 0
        self.rest_from: int | None = None


def _judge(place: Workplace, shard: Shard) -> _Batch:
    assert shard.run_id is not None
    with place.database.begin() as connection:
        chosen, expected = _chosen(place, connection, shard)
        former = houses.lines_of(connection, {one.former for one in chosen if one.former})
    work = [functools.partial(_judged, one, former.get(one.former, "")) for one in chosen]
    # If an earlier attempt ended its worker, that worker could not report which hand was the cause. So a child process
    # looks for the hand first.
    deadly = quarantine.deadly(lambda: iter(work)) if shard.attempts > 1 else {}
    batch = _Batch(expected)
    with HandLimits(deadly) as limits:
        for number, (one, judged) in enumerate(zip(chosen, work, strict=True)):
            # A record with reports under two houses is in the list twice, one after the other. The batch must not end
            # between these two items.
            if batch.size >= BATCH_BYTES and one.hand_id != chosen[number - 1].hand_id:
                batch.rest_from = one.hand_id
                batch.expected = min(number, expected)
                break
            try:
                verdict, trace = limits.run(number, judged)
            except Exception as error:  # noqa: BLE001 - the other hands must still be audited
                reason = quarantine.sentence(error, command_line(f"nightly --hand {one.hand_id}"))
                batch.failed.append((one, f"Under {one.house}: {reason}"))
                continue
            batch.placed.append(((one.hand_id, one.month), verdict))
            batch.traces[one.hand_id] = trace
            batch.size += verdict.size
    return batch


def _chosen(place: Workplace, connection: Connection, shard: Shard) -> tuple[list[Selected], int]:
    """Returns the records (stored hands) of a shard to audit now, and how many reports the run expects of them. If the
    records need too much memory together, the last of them move to a new shard.
    """
    assert shard.run_id is not None
    choice = reaudit_selection.choice_of(connection, shard.run_id)
    unpack = functools.partial(place.unpacker.unpack, connection)
    part = Part(shard.start, shard.stop, SHARD_BYTES)
    chosen, more_from = reaudit_selection.selected(connection, unpack, place.pin, choice, part)
    if more_from is None:
        return chosen, shard.expected
    run_rows.touch(connection, shard.run_id)
    expected = min(len(chosen), shard.expected)
    queue.send_shards(connection, queue.AUDIT_AGAIN, [shards.divide(connection, shard, Remainder(more_from), expected)])
    return chosen, expected


def _judged(one: Selected, former: str) -> tuple[Verdict, Trace]:
    hand = decode(one.document)
    house = load(one.house, hand.game, hand.structure)
    report = audit_with_readings(hand, house)
    crossed = _crossed(one, hand, house, former) if former and (one.found or report.found) else None
    verdict = Verdict(one.venue, hand, one.digest, report, lines_from(one.lines, one.first_line), crossed)
    return verdict, trace_of(hand, left=report.table)


def _crossed(one: Selected, hand: Hand, house: House, former: str) -> Report | None:
    """Returns the report of a hand under the present rules version and the former rules of its house. This report shows
    whether the rules version or the house changed a finding. `former` is the text of the former rules. Returns `None`
    if this text is no longer valid, or if the audit under the former rules fails.
    """
    try:
        return audit_with_readings(hand, _read_back(former, house))
    except HouseRefused:
        return None
    except Exception as error:  # noqa: BLE001 - the audit of the hand must still be stored
        unknown = (
            "If findings of hand record %d changed, the cause is the rules version or house %s. The auditor does not"
            " know which of them, because the audit under the former rules of the house failed: %s."
        )
        _JOURNAL.warning(unknown, one.hand_id, one.house, type(error).__name__)
        return None


@functools.lru_cache(maxsize=256)
def _read_back(lines: str, today: House) -> House:
    return house_from_lines(lines, today)


def _store(place: Workplace, connection: Connection, shard: Shard, batch: _Batch) -> None:
    assert shard.run_id is not None
    filed = file_verdicts(connection, shard.run_id, batch.placed)
    run_rows.note_alarms(connection, shard.run_id, filed.alarms)
    for house in sorted({one.house for one, _ in batch.failed}):
        failed_under = [one.hand_id for one, _ in batch.failed if one.house == house]
        mark_unassessed(connection, shard.run_id, house, failed_under)
    run_rows.note_failures(connection, shard.run_id, [(one.hand_id, one.month, reason) for one, reason in batch.failed])
    across = contradictions.standing(connection, [hand_id for (hand_id, _), _ in batch.placed], CODES)
    history = compared_at_tables(
        place, connection, shard.run_id, batch.traces, following=False, carefully=shard.attempts > 1
    )
    store_owed(connection, batch.placed, filed.alarms)
    store_rake(connection, batch.placed, filed.alarms)
    inherit(connection, shard.run_id)
    filed = filed.and_across(replace(history, same=history.same + sum(across.values())))
    faulty_across = across.keys() | history.faulty
    faulty = sum([verdict.faulty or hand_id in faulty_across for (hand_id, _), verdict in batch.placed])
    failed = len(batch.failed)
    # These hands needed a re-audit when the run began, but another run has audited them since.
    left_out = batch.expected - len(batch.placed) - failed
    judged = Judged(clean=len(batch.placed) - faulty, faulty=faulty, failed=failed, left_out=left_out)
    shards.done(connection, shard.shard_id)
    if batch.rest_from is not None:
        run_rows.touch(connection, shard.run_id)
        rest = shards.divide(connection, shard, Remainder(batch.rest_from), batch.expected)
        queue.send_shards(connection, queue.AUDIT_AGAIN, [rest])
    run_rows.add_outcomes(connection, shard.run_id, judged, filed, found=0)
    run_rows.finish_if_done(connection, shard.run_id)
