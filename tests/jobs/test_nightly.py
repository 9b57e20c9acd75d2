import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from auditor.engine.hand import Structure
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.readings import audit_with_readings
from auditor.jobs import reauditing, schedule
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.queries import findings, runs
from auditor.store.runs import reaudit_selection
from auditor.store.runs.run_rows import Pin
from tests.jobs.logs import faulty, lawful, log_of, run_of

pytestmark = pytest.mark.database


@pytest.fixture
def stored(place: Workplace) -> Workplace:
    """Eight hands, two of them faulty, two judged under another house than the rest."""
    hands = [faulty(number) if number in (3, 7) else lawful(number) for number in range(1, 9)]
    hands[:2] = [lawful(1, "wsop-live"), lawful(2, "wsop-live")]
    receive(place, log_of(*hands), "x")
    drain(place)
    return place


def outdated(place: Workplace, house: str, rows: Any) -> None:
    """As if the reports under that house came from an earlier version of it."""
    rows("UPDATE report SET house_digest = decode(repeat('00', 32), 'hex') WHERE house = %s RETURNING hand_id", house)


def outcome(place: Workplace, number: int) -> tuple[int, ...]:
    row = run_of(place, number)
    assert row.state == "done"
    assert row.hands == row.clean + row.faulty + row.failed + row.skipped
    return row.hands, row.clean, row.faulty, row.failed, row.skipped


def test_nothing_changed_nothing_to_do(stored: Workplace) -> None:
    assert outcome(stored, nightly(stored)) == (0, 0, 0, 0, 0)


def test_only_hands_whose_house_changed_are_audited_again(stored: Workplace, rows: Any) -> None:
    outdated(stored, "wsop-live", rows)
    number = nightly(stored)
    drain(stored)
    assert outcome(stored, number)[0] == 2
    assert rows("SELECT count(*) FROM report WHERE run_id = %s AND current", number) == [(2,)]
    assert rows("SELECT count(*) FROM report WHERE NOT current") == [(2,)]
    assert outcome(stored, nightly(stored))[0] == 0


def test_a_house_has_a_digest_in_each_structure(place: Workplace, rows: Any) -> None:
    """Hands of four structures under one house are audited again each in its own, and none where nothing changed."""
    hands = [lawful(number, "casino", structure) for number, structure in enumerate(Structure, 1)]
    receive(place, log_of(*hands, lawful(5)), "x")
    drain(place)
    assert rows("SELECT structure FROM hand ORDER BY number") == [(each,) for each in (*Structure, "fixed")]
    assert outcome(place, nightly(place)) == (0, 0, 0, 0, 0)
    outdated(place, "casino", rows)
    number = nightly(place)
    drain(place)
    assert outcome(place, number) == (4, 4, 0, 0, 0)
    assert rows("SELECT count(DISTINCT house_digest) FROM report WHERE current AND house = 'casino'") == [(4,)]


def test_all_hands_are_audited_again_when_the_rules_changed(stored: Workplace, rows: Any) -> None:
    rows("UPDATE report SET rules_version = rules_version - 1 RETURNING hand_id")
    number = nightly(stored)
    drain(stored)
    assert outcome(stored, number)[0] == 8


def test_everything_again_changes_no_finding(stored: Workplace, rows: Any) -> None:
    before = rows("SELECT id, fingerprint, line, logged, lawful, evidence, detection FROM finding ORDER BY id")
    number = nightly(stored, everything=True)
    drain(stored)
    row = run_of(stored, number)
    assert outcome(stored, number) == (8, 6, 2, 0, 0)
    assert (row.findings_new, row.findings_same, row.findings_changed, row.findings_gone) == (0, len(before), 0, 0)
    assert rows("SELECT id, fingerprint, line, logged, lawful, evidence, detection FROM finding ORDER BY id") == before
    assert rows("SELECT count(*) FROM report") == [(8,)]
    assert rows("SELECT count(*) FROM triage_act") == [(0,)]


@pytest.mark.parametrize("again", ["sent", "audited"])
def test_what_was_decided_holds_for_what_a_job_files(place: Workplace, again: str, rows: Any) -> None:
    receive(place, log_of(faulty(3)), "x")
    drain(place)
    decided = rows("INSERT INTO decision (fingerprint, state, by) SELECT fingerprint, 'confirmed', 'alice' FROM finding"
                   " RETURNING fingerprint")  # fmt: skip
    if again == "sent":
        rows("DELETE FROM finding RETURNING id")
        receive(place, log_of(faulty(3), lawful(4)), "y")
    else:
        nightly(place, everything=True)
    drain(place)
    assert rows("SELECT fingerprint, triage FROM finding ORDER BY id") == [(one, "confirmed") for (one,) in decided]
    assert rows("SELECT DISTINCT act, run_id FROM triage_act") == [("inherited", 2)]


@pytest.mark.parametrize("shard_hands", [1, 3, 8, 100])
def test_shards_of_any_size_add_up(stored: Workplace, shard_hands: int) -> None:
    small = Workplace(replace(stored.settings, shard_hands=shard_hands), stored.database)
    number = nightly(small, everything=True)
    drain(small)
    assert outcome(small, number)[0] == 8


@pytest.mark.parametrize("shard_bytes", [1, 4_000, 12_000])
def test_shards_with_more_bytes_than_a_worker_may_hold_are_divided(
    stored: Workplace, monkeypatch: pytest.MonkeyPatch, rows: Any, shard_bytes: int
) -> None:
    monkeypatch.setattr(reauditing, "SHARD_BYTES", shard_bytes)
    held: list[int] = []
    selected = reaudit_selection.selected

    def weighed(*values: Any) -> Any:
        chosen, more_from = selected(*values)
        held.append(sum([len(one.document) for one in chosen]) if len(chosen) > 1 else 0)
        return chosen, more_from

    monkeypatch.setattr(reaudit_selection, "selected", weighed)
    number = nightly(stored, everything=True)
    drain(stored)
    assert outcome(stored, number)[0] == 8
    assert run_of(stored, number).state == "done"
    assert rows("SELECT sum(expected), count(*) FROM shard WHERE run_id = %s", number) == [(8, len(held))]
    assert len(held) > 1
    assert max(held) <= shard_bytes


def test_selection_by_house_and_day(stored: Workplace) -> None:
    assert run_of(stored, nightly(stored, house="wsop-live", everything=True)).hands == 2
    assert run_of(stored, nightly(stored, since=dt.date(2999, 1, 1), everything=True)).hands == 0
    assert run_of(stored, nightly(stored, since=dt.date(2000, 1, 1), everything=True)).hands == 8
    with pytest.raises(HouseRefused):
        nightly(stored, house="nowhere")


def test_finding_that_is_not_there_any_more_is_marked_and_not_deleted(stored: Workplace, rows: Any) -> None:
    total = rows("SELECT count(*) FROM finding")
    rows("UPDATE finding SET fingerprint = 'v1:earlier' || id WHERE code = 'O302' RETURNING id")
    number = nightly(stored, everything=True)
    drain(stored)
    row = run_of(stored, number)
    assert (row.findings_new, row.findings_gone) == (2, 2)
    with stored.database.begin() as connection:
        assert findings.total(connection, {}) == total[0][0]
        assert findings.total(connection, {"detection": "gone"}) == 2
    assert rows("SELECT count(*) FROM finding") == [(total[0][0] + 2,)]
    assert rows("SELECT DISTINCT triage, gone_by FROM finding WHERE detection = 'gone'") == [("closed", "engine")]


def test_finding_that_comes_back_is_the_same_finding(stored: Workplace, rows: Any) -> None:
    rows("UPDATE finding SET detection = 'gone' RETURNING id")
    before = rows("SELECT id, fingerprint FROM finding ORDER BY id")
    number = nightly(stored, everything=True)
    drain(stored)
    row = run_of(stored, number)
    assert (row.findings_new, row.findings_same) == (0, len(before))
    assert rows("SELECT id, fingerprint FROM finding WHERE detection = 'present' ORDER BY id") == before


def test_changed_evidence_stays_marked(stored: Workplace, rows: Any) -> None:
    rows("UPDATE finding SET evidence = decode(repeat('00', 32), 'hex') WHERE code = 'O302' RETURNING id")
    first = nightly(stored, everything=True)
    drain(stored)
    second = nightly(stored, everything=True)
    drain(stored)
    assert [run_of(stored, number).findings_changed for number in (first, second)] == [2, 0]
    assert rows("SELECT DISTINCT detection FROM finding WHERE code = 'O302'") == [("changed",)]


def test_other_result_of_the_same_audit_is_an_alarm_and_not_overwritten(stored: Workplace, rows: Any) -> None:
    ((hand, *_),) = rows("UPDATE report SET digest = decode(repeat('00', 32), 'hex') WHERE hand_id ="
                         " (SELECT min(hand_id) FROM report) RETURNING hand_id")  # fmt: skip
    number = nightly(stored, everything=True)
    drain(stored)
    with stored.database.begin() as connection:
        (alarm,) = runs.troubled(connection, number)
    assert (alarm.hand_id, alarm.outcome) == (hand, "alarm")
    assert rows("SELECT digest = decode(repeat('00', 32), 'hex') FROM report WHERE hand_id = %s", hand) == [(True,)]
    assert outcome(stored, number)[0] == 8


def test_hand_that_we_fail_on_is_counted_and_its_findings_are_not_closed(
    stored: Workplace, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(hand: Any, house: Any) -> Any:
        if hand.number == "3":
            raise ZeroDivisionError("by nothing")
        return audit_with_readings(hand, house)

    monkeypatch.setattr(reauditing, "audit_with_readings", failing)
    number = nightly(stored, everything=True)
    drain(stored)
    assert outcome(stored, number) == (8, 6, 1, 1, 0)
    with stored.database.begin() as connection:
        (failed,) = runs.troubled(connection, number)
        assert findings.total(connection, {"detection": "gone"}) == 0
    assert failed.outcome == "failed"
    assert failed.reason.startswith(
        "Under roberts: Quarantined: the audit of this hand failed (ZeroDivisionError: by nothing)."
    )
    assert rows("SELECT DISTINCT detection, triage FROM finding WHERE number = '3'") == [("unassessed", "open")]
    assert rows("SELECT DISTINCT act, run_id FROM triage_act") == [("untested", number)]


def test_run_whose_rules_changed_under_way_is_partial_with_a_reason(stored: Workplace) -> None:
    number = nightly(stored, everything=True)
    newer = Workplace(stored.settings, stored.database)
    newer.__dict__["pin"] = Pin(stored.pin.rules_version + 1, stored.pin.houses)
    drain(newer)
    row = run_of(stored, number)
    assert row.state == "partial"
    assert row.reason.endswith(f" {reauditing.CHANGED}")


def test_two_runs_over_the_same_are_one(stored: Workplace) -> None:
    assert nightly(stored, everything=True) == nightly(stored, everything=True)


def test_one_hand_is_audited_again_by_its_number_and_stands_for_no_other_run(stored: Workplace, rows: Any) -> None:
    ((hand,),) = rows("SELECT id FROM hand WHERE number = '3'")
    alone = nightly(stored, hand=hand)
    assert nightly(stored, hand=hand) == alone
    assert len({alone, nightly(stored, hand=hand + 1), nightly(stored, everything=True)}) == 3
    drain(stored)
    assert outcome(stored, alone) == (1, 0, 1, 0, 0)
    assert run_of(stored, alone).selection == f"hand {hand}"
    assert outcome(stored, nightly(stored, hand=10**12)) == (0, 0, 0, 0, 0)


NOON = dt.datetime(2030, 5, 2, 12, tzinfo=dt.UTC)


def test_last_night_is_found_in_cron() -> None:
    assert schedule.last_due("0 3 * * *", NOON) == dt.datetime(2030, 5, 2, 3, tzinfo=dt.UTC)
    assert schedule.last_due("0 3 * * 0", NOON) == dt.datetime(2030, 4, 28, 3, tzinfo=dt.UTC)


def test_missed_night_is_made_up_for_once(stored: Workplace, rows: Any) -> None:
    assert schedule.missed(stored, NOON) == dt.datetime(2030, 5, 2, 3, tzinfo=dt.UTC)
    number = schedule.start_if_due(stored, NOON)
    assert number is not None
    assert run_of(stored, number).trigger == "nightly"
    # By the database's clock that run was long before; had it been this morning, all would be well.
    rows("UPDATE run SET started_at = %s WHERE id = %s RETURNING id", NOON - dt.timedelta(hours=8), number)
    assert schedule.start_if_due(stored, NOON) is None
    assert schedule.missed(stored, NOON + dt.timedelta(days=1)) is not None


def test_first_day_has_no_night_to_make_up_for(place: Workplace) -> None:
    assert schedule.start_if_due(place, NOON) is None
