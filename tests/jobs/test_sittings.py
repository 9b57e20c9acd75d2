"""Hands that are stored are compared with those of their table, whenever and in whatever order they come."""

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL

from auditor.engine.hand import Hand, Seat
from auditor.formats import Read, open_log
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.splitting import split
from auditor.jobs.supervisor import workers
from auditor.jobs.worker import drain
from auditor.store.queries import findings, hands
from tests.dealer.copies import replaced
from tests.jobs.logs import lawful, log_of, run_of, until, upload_of
from tests.jobs.test_killed import finish, held, kill

pytestmark = pytest.mark.database
SITTING = Path(__file__).parents[1] / "cli" / "logs" / "sitting.hand"
EVENING = [outcome.hand for outcome in open_log(SITTING.read_bytes()) if isinstance(outcome, Read)]
FOUND = [("10", "H802", "present"), ("8", "H801", "present"), ("9", "H805", "present")]
STANDING = "SELECT number, code, detection FROM finding WHERE origin = 'history' ORDER BY number, code, detection"


def send(place: Workplace, *dealt: Hand) -> str:
    receipt = receive(place, log_of(*dealt), "x").receipt
    drain(place)
    return receipt


def test_what_is_found_across_hands_stands_on_the_later_one(place: Workplace, rows: Any) -> None:
    send(place, *EVENING)
    assert rows(STANDING) == FOUND
    run = run_of(place, 1)
    assert (run.hands, run.clean, run.faulty, run.findings_new) == (4, 1, 3, 3)
    with place.database.begin() as connection:
        [eighth] = hands.named(connection, "8")
        [found] = findings.of_hand(connection, eighth.hand_id, "roberts")
    assert (found.grade, found.seat, found.amount, found.line, found.house) == ("irregular", 2, -10000, 2, "roberts")
    assert (found.logged, found.lawful) == ("begins with 396.00", "496.00, as hand 7 left it")


ORDERS = list(permutations(range(4)))


@pytest.mark.parametrize(
    "order",
    [order if not place % 5 else pytest.param(order, marks=pytest.mark.campaign) for place, order in enumerate(ORDERS)],
)
def test_hands_may_come_one_by_one_in_any_order(place: Workplace, order: tuple[int, ...], rows: Any) -> None:
    """Every fifth order; the campaign has all."""
    for number in order:
        send(place, EVENING[number])
    assert rows(STANDING) == FOUND


@pytest.mark.parametrize("shard_hands", [1, 2, 3])
def test_shards_of_any_size_find_the_same(place: Workplace, shard_hands: int, rows: Any) -> None:
    small = Workplace(replace(place.settings, shard_hands=shard_hands), place.database)
    send(small, *EVENING)
    assert rows(STANDING) == FOUND


def test_a_first_large_file_is_looked_up_hand_by_hand(place: Workplace, rows: Any) -> None:
    send(place, *map(lawful, range(500)))
    place.close()  # a session reports its reads when it ends
    statistics = "FROM pg_stat_user_tables WHERE relname IN ('trace', 'source', 'upload')"
    until(lambda: rows(f"SELECT sum(n_tup_ins) {statistics}")[0][0] > 1000)
    assert rows(f"SELECT sum(seq_tup_read + idx_tup_fetch) {statistics}")[0][0] < 500 * 100


def test_sent_again_nothing_is_doubled(place: Workplace, rows: Any) -> None:
    send(place, *EVENING)
    before = rows("SELECT id, fingerprint, evidence, first_run_id FROM finding ORDER BY id")
    receipt = receive(place, b"\n" + log_of(*EVENING), "y").receipt
    drain(place)
    assert upload_of(place, receipt).known == 4
    assert rows("SELECT id, fingerprint, evidence, first_run_id FROM finding ORDER BY id") == before
    assert rows(STANDING) == FOUND


def test_the_night_counts_them_and_changes_nothing(place: Workplace, rows: Any) -> None:
    send(place, *EVENING)
    for _ in range(2):
        night = nightly(place, everything=True)
        drain(place)
        row = run_of(place, night)
        assert (row.hands, row.clean, row.faulty) == (4, 1, 3)
        assert (row.findings_new, row.findings_same, row.findings_changed, row.findings_gone) == (0, 3, 0, 0)
    assert rows(STANDING) == FOUND


def test_hands_stored_before_there_was_history_are_compared_by_night(place: Workplace, rows: Any) -> None:
    send(place, *EVENING)
    rows("DELETE FROM finding RETURNING id")
    rows("DELETE FROM trace RETURNING hand_id")
    for _ in range(2):  # the first notes them
        nightly(Workplace(replace(place.settings, shard_hands=1), place.database), everything=True)
        drain(place)
    assert rows(STANDING) == FOUND


def numbered(number: str, hand: Hand, *stacks: int) -> Hand:
    seats = [Seat(each.number, each.player, stack) for each, stack in zip(hand.seats, stacks, strict=True)]
    return replaced(hand, number=number, played="", seats=tuple(seats))


def test_a_late_hand_closes_findings_made_without_it(place: Workplace, rows: Any) -> None:
    first, second, third, _ = EVENING
    before = numbered("100", first, 50000, 50000, 50000, 50000)
    after = numbered("120", second, 49900, 39600, 50600, 49900)
    between = numbered("110", replaced(third, events=EVENING[3].events), 49900, 39700, 50500, 49900)
    send(place, before, after)
    assert rows(STANDING) == [("120", "H801", "present")]
    send(place, between)
    assert rows(STANDING) == [("120", "H801", "gone")]
    assert (run_of(place, 2).findings_new, run_of(place, 2).findings_gone) == (0, 1)
    assert rows("SELECT triage, gone_by FROM finding WHERE code = 'H801'") == [("closed", "record")]
    assert rows("SELECT act, run_id FROM triage_act") == [("closed", 2)]


def test_another_venue_and_another_table_are_no_neighbours(place: Workplace, rows: Any) -> None:
    first, second, third, _ = EVENING
    send(place, first, replaced(second, table="Birch"), replaced(third, room="Elsewhere"))
    assert rows(STANDING) == []


def test_the_copy_of_a_hand_is_not_its_neighbour(place: Workplace, rows: Any) -> None:
    first, second, *_ = EVENING
    copy = replaced(second, local="a quarter past seven")
    send(place, first, second, copy)
    send(place, replaced(first, local="at seven"))
    assert rows(STANDING) == [("8", "H801", "present")]


def test_a_worker_that_is_killed_leaves_nothing_out_and_nothing_twice(
    place: Workplace, owner_url: URL, rows: Callable[..., Any]
) -> None:
    receipt = receive(place, log_of(*EVENING), "x")
    split(place, receipt.upload_id)
    with held(owner_url, "LOCK TABLE trace IN ACCESS EXCLUSIVE MODE"), workers(place.settings, 1) as team:
        until(lambda: rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == [(1,)])
        kill(team)
    finish(place, rows)
    assert rows(STANDING) == FOUND
    assert rows("SELECT hands, clean, faulty, findings_new FROM run") == [(4, 1, 3, 3)]


def test_of_two_at_once_the_second_sees_the_first(place: Workplace, rows: Callable[..., Any]) -> None:
    small = Workplace(replace(place.settings, shard_hands=1), place.database)
    receipt = receive(small, log_of(*EVENING), "x").receipt
    with workers(small.settings, 3):
        until(lambda: upload_of(small, receipt).is_finished)
    assert rows(STANDING) == FOUND
