"""The seats of hands and the chips that are owed, as they are stored, and their sums."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import URL
from sqlalchemy.exc import DataError

from auditor.jobs import rereading
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.worker import drain
from auditor.store.postgres import migration
from auditor.store.uploads.upload_rows import Receipt
from tests.store.test_migrated_rows import go
from tests.web.night import LAWFUL, hand
from tests.web.paid import without_added_chips, wrongly_paid

pytestmark = pytest.mark.database

Rows = Callable[..., Any]
Send = Callable[..., Receipt]
SEATED = """SELECT number, seat.seat, name FROM seat JOIN player ON player.id = player_id JOIN hand ON hand.id = hand_id
            ORDER BY number, seat.seat"""
OWED = """SELECT number, owed.seat, name, owed.table_name, day::text, house, owed.currency, owed.minor, amount
          FROM owed JOIN hand ON hand.id = hand_id LEFT JOIN player ON player.id = player_id
          ORDER BY number, owed.seat"""
OF_PLAYERS = """SELECT name, currency, minor, over, short, hands FROM owed_player
                JOIN player ON player.id = player_id WHERE hands > 0 ORDER BY name"""
OF_NIGHTS = """SELECT table_name, day::text, house, over, short, rake, hands FROM owed_night WHERE hands > 0
               ORDER BY table_name, house"""
TABLES = "SELECT name FROM poker_table ORDER BY name"
ALL = (SEATED, OWED, OF_PLAYERS, OF_NIGHTS, TABLES)
TWO = wrongly_paid("1") + wrongly_paid("2", table="Oak", players=("Aster", "Dahlia", "Birch"))
CONTRADICTION = wrongly_paid("3").replace(b"Birch collected $42", b"Birch collected $32")
SUMS = [("Aster", "USD", 2, 0, -8400, 2), ("Birch", "USD", 2, 4200, 0, 1), ("Dahlia", "USD", 2, 4200, 0, 1)]


def test_seats_and_wrong_payouts_are_stored_and_summed_up(sent: Send, rows: Rows) -> None:
    sent(TWO)
    assert rows(SEATED) == [
        ("1", 1, "Aster"), ("1", 2, "Birch"), ("1", 3, "Cedar"),
        ("2", 1, "Aster"), ("2", 2, "Dahlia"), ("2", 3, "Birch"),
    ]  # fmt: skip
    assert rows(OWED) == [
        ("1", 1, "Aster", "Ivy", "2026-11-13", "pokerstars", "USD", 2, -4200),
        ("1", 2, "Birch", "Ivy", "2026-11-13", "pokerstars", "USD", 2, 4200),
        ("2", 1, "Aster", "Oak", "2026-11-13", "pokerstars", "USD", 2, -4200),
        ("2", 2, "Dahlia", "Oak", "2026-11-13", "pokerstars", "USD", 2, 4200),
    ]
    assert rows(OF_PLAYERS) == SUMS
    assert rows(OF_NIGHTS) == [
        ("Ivy", "2026-11-13", "pokerstars", 4200, -4200, 0, 1),
        ("Oak", "2026-11-13", "pokerstars", 4200, -4200, 0, 1),
    ]
    assert rows(TABLES) == [("Ivy",), ("Oak",)]


def test_chips_that_nobody_got_are_no_rake(sent: Send, rows: Rows) -> None:
    """The winner gets 10 too little, and the log states another rake: nobody knows who got these chips."""
    sent(without_added_chips().encode())
    assert [row[1:3] + row[-1:] for row in rows(OWED)] == [(1, "Aster", -1000)]
    assert [row[3:] for row in rows(OF_NIGHTS)] == [(0, -1000, 0, 1)]


def test_a_log_that_contradicts_itself_about_money_owes_nothing(sent: Send, rows: Rows) -> None:
    sent(CONTRADICTION)
    assert [len(rows(each)) for each in ALL] == [3, 0, 0, 0, 1]


def test_a_house_that_finds_no_contradiction_counts_again(sent: Send, rows: Rows) -> None:
    """The findings of another house, and findings that are gone, do not matter."""
    sent(TWO)
    with_finding = "UPDATE finding SET code = 'L106', detection = '{}' WHERE hand_id = 1 RETURNING 1"
    assert rows(with_finding.format("present"))
    sent(TWO, "again.txt", "roberts")
    assert [row[2:] for row in rows(OF_NIGHTS)] == [("roberts", 4200, -4200, 0, 1)] * 2


def test_a_hand_without_a_wrong_payout_has_only_its_seats(sent: Send, rows: Rows) -> None:
    sent(hand(LAWFUL).encode())
    assert [len(rows(each)) for each in ALL] == [3, 0, 0, 0, 1]


def test_the_same_file_under_another_house_replaces_what_is_owed(sent: Send, rows: Rows) -> None:
    sent(TWO)
    sent(TWO, "again.txt", "roberts")
    assert rows(OF_PLAYERS) == SUMS
    assert [row[2:] for row in rows(OF_NIGHTS)] == [("roberts", 4200, -4200, 0, 1)] * 2


def test_the_house_of_the_last_upload_counts(sent: Send, rows: Rows, place: Workplace) -> None:
    """The report under the first house is stored already, and is the latest again. A re-audit changes no house."""
    sent(TWO, "first.txt", "roberts")
    sent(TWO, "second.txt", "casino")
    assert {row[2] for row in rows(OF_NIGHTS)} == {"casino"}
    sent(TWO + hand(LAWFUL).encode(), "third.txt", "roberts")
    assert [row[2:] for row in rows(OF_NIGHTS)] == [("roberts", 4200, -4200, 0, 1)] * 2
    nightly(place, everything=True)
    drain(place)
    assert {row[2] for row in rows(OF_NIGHTS)} == {"roberts"}
    assert rows("SELECT DISTINCT house FROM hand_rake") == [("roberts",)]


def test_a_report_that_is_current_again_is_the_latest(sent: Send, rows: Rows, place: Workplace) -> None:
    sent(TWO, "first.txt", "roberts")
    sent(TWO, "second.txt", "casino")
    rows("UPDATE report SET current = false WHERE house = 'roberts' RETURNING 1")
    sent(TWO + hand(LAWFUL).encode(), "third.txt", "roberts")
    assert {row[2] for row in rows(OF_NIGHTS)} == {"roberts"}


def test_a_second_record_of_a_deal_does_not_count_again(sent: Send, rows: Rows) -> None:
    sent(TWO)
    sent(TWO.replace(b"20:15:00", b"20:15:01"), "other.txt")
    assert len(rows(SEATED)) == 12
    assert rows(OF_PLAYERS) == SUMS


def test_a_new_read_of_the_file_counts_in_place_of_the_former(sent: Send, rows: Rows, place: Workplace) -> None:
    """The first hand owes nothing as long as one of its lines is not understood."""
    sent(TWO.replace(b"Aster: brings", b"The moon rises\nAster: brings", 1))
    assert rows(OF_PLAYERS) == [("Aster", "USD", 2, 0, -4200, 1), ("Dahlia", "USD", 2, 4200, 0, 1)]
    with place.database.begin() as connection:
        rereading.mark(connection, 1, "Ann", noise=True)
    drain(place)
    assert rows("SELECT count(*) FROM upload WHERE superseded_at IS NOT NULL") == [(1,)]
    assert rows(OF_PLAYERS) == SUMS
    assert rows("SELECT count(*) FROM owed") == [(4,)]


def test_the_other_log_of_a_deal_counts_after_the_first_is_read_anew(sent: Send, rows: Rows, place: Workplace) -> None:
    """The first file is read anew to another record, which is later than that of the other file."""
    sent(TWO.replace(b"Aster: brings", b"The moon rises\nAster: brings", 1))
    sent(TWO.replace(b"20:15:00", b"20:15:01"), "other.txt")
    assert rows("SELECT DISTINCT hand_id FROM owed ORDER BY hand_id") == [(2,)]
    with place.database.begin() as connection:
        rereading.mark(connection, 1, "Ann", noise=True)
    drain(place)
    assert rows("SELECT DISTINCT hand_id FROM owed ORDER BY hand_id") == [(2,), (3,)]
    assert rows(OF_PLAYERS) == SUMS


def test_the_migration_fills_the_tables_as_the_service_does(sent: Send, rows: Rows, owner_url: URL) -> None:
    sent(TWO + hand(LAWFUL).encode())
    sent(TWO.replace(b"20:15:00", b"20:15:01"), "other.txt", "roberts")
    before = [rows(each) for each in ALL]
    go(owner_url, "0035")
    go(owner_url, "0036")
    assert [rows(each) for each in ALL] == before


def test_an_interrupted_migration_goes_on_where_it_stopped(sent: Send, rows: Rows, owner_url: URL) -> None:
    """The report on the third hand cannot be read, until it is mended: the first two hands stay done meanwhile."""
    sent(TWO + wrongly_paid("3") + hand(LAWFUL).encode())
    before = [rows(each) for each in ALL]
    go(owner_url, "0035")
    with migration._connection(owner_url) as connection:
        ((settlement,),) = connection.exec_driver_sql("SELECT settlement FROM report WHERE hand_id = 3").all()
        connection.exec_driver_sql("UPDATE report SET settlement = 'broken' WHERE hand_id = 3")
    for _ in range(2):
        with pytest.raises(DataError, match="invalid input syntax for type json"):
            go(owner_url, "head", together=1)
        assert rows("SELECT version_num, done FROM alembic_version, filled_0036") == [("0035", 2)]
        assert rows("SELECT DISTINCT hand_id FROM seat ORDER BY hand_id") == [(1,), (2,)]
    with migration._connection(owner_url) as connection:
        connection.exec_driver_sql("UPDATE report SET settlement = %s WHERE hand_id = 3", (settlement,))
    go(owner_url, "head", together=1)
    assert [rows(each) for each in ALL] == before
    assert rows("SELECT to_regclass('filled_0036'), to_regclass('filled_0037')") == [(None, None)]
    migration.check(owner_url)


def test_amounts_of_a_contradiction_leave_with_the_migration_and_come_back(
    sent: Send, rows: Rows, owner_url: URL
) -> None:
    sent(TWO + CONTRADICTION)
    before = [rows(each) for each in ALL]
    go(owner_url, "0041")
    assert [row[-1] for row in rows(OWED) if row[0] == "3"] == [-4200, 3200]
    assert [row[1:] for row in rows(OF_PLAYERS) if row[0] == "Aster"] == [("USD", 2, 0, -12600, 3)]
    go(owner_url, "head", together=1)
    assert [rows(each) for each in ALL] == before
    migration.check(owner_url)


def test_amounts_that_were_wrong_are_computed_again(sent: Send, rows: Rows, owner_url: URL) -> None:
    sent(TWO)
    before = [rows(each) for each in ALL]
    go(owner_url, "0036")
    with migration._connection(owner_url) as connection:
        connection.exec_driver_sql("DELETE FROM owed WHERE hand_id = 1; UPDATE owed SET amount = 1 WHERE seat = 1")
        connection.exec_driver_sql("UPDATE owed_player SET over = 5; UPDATE owed_night SET hands = 5")
    go(owner_url, "0037", together=1)
    assert [rows(each) for each in ALL] == before
