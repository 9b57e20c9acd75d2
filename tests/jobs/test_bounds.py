"""Bounds of storing a shard: failures with words in them, the end of the server's session each time, and comparisons
that take too long.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

import psycopg
import pytest
from sqlalchemy import URL

from auditor.engine.history import Trace, across
from auditor.engine.history.finding import HistoryFinding
from auditor.jobs import auditing, comparing, outages
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.worker import drain
from auditor.store.postgres.database import Database, libpq_address
from auditor.store.queries import findings
from tests.jobs.logs import counts_of, faulty, lawful, log_of, run_of, upload_of
from tests.jobs.test_journal import BODY, CANARY, refuse
from tests.jobs.test_sittings import EVENING, FOUND, STANDING

pytestmark = pytest.mark.database
Rows = Callable[..., list[tuple[Any, ...]]]
SLOW = "took more than 2 seconds of processor time."
FAILED_HANDS = "SELECT outcome, reason FROM run_hand ORDER BY id"
# The server ends the session that stores hands, as it does where the session crashes.
ENDS_SESSION = """
CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid());
    PERFORM pg_sleep(1);
    RETURN NULL;
END $$;
CREATE TRIGGER end_session BEFORE INSERT ON source FOR EACH STATEMENT EXECUTE FUNCTION end_session();
"""


def on_server(server: URL, database_url: URL, statement: str) -> None:
    with psycopg.connect(libpq_address(server.set(database=database_url.database))) as connection:
        connection.execute(statement)


def forever(*_: object) -> NoReturn:
    while True:
        pass


def test_the_reason_of_a_failed_shard_holds_no_word_that_was_sent(
    place: Workplace, owners_database: Database, rows: Rows, capsys: pytest.CaptureFixture[str]
) -> None:
    """PostgreSQL puts the row that it refused into its error."""
    refuse(owners_database, "player", "name")
    once = Workplace(replace(place.settings, attempts=1), place.database)
    receipt = receive(once, BODY, "night.txt").receipt
    drain(once)
    reason = (
        "1 hand at line 1 could not be audited. Auditing these hands failed once: IntegrityError,"
        " sqlstate 23514. The journal (the worker's error output) shows where it failed."
    )
    assert rows("SELECT reason FROM shard") == [(reason,)]
    assert upload_of(once, receipt).reason.startswith(reason)
    assert CANARY not in capsys.readouterr().err


def test_the_reason_names_the_kind_of_an_error_of_ours(
    place: Workplace, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError(f"{CANARY} holds 9h 9d 9s")

    monkeypatch.setattr(auditing, "store_hands", fails)
    once = Workplace(replace(place.settings, attempts=1), place.database)
    receive(once, BODY, "night.txt")
    drain(once)
    ((reason,),) = rows("SELECT reason FROM shard")
    assert reason.endswith(" failed once: ValueError. The journal (the worker's error output) shows where it failed.")


def test_a_shard_that_ends_the_servers_session_each_time_is_abandoned(
    place: Workplace, server: URL, database_url: URL, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "LONGEST_SECONDS", 0.01)
    on_server(server, database_url, ENDS_SESSION)
    receipt = receive(place, log_of(lawful(1)), "x").receipt
    drain(place)
    attempts = place.settings.attempts
    assert upload_of(place, receipt).reason == (
        "1 hand at line 1 could not be audited."
        " The worker lost the connection to the database too often while it audited these hands. Check the database."
        f" After you repair the cause, run: auditor ingest --again {receipt}"
    )
    assert rows("SELECT state, attempts, outages FROM shard") == [("given_up", attempts + 1, 130)]
    on_server(server, database_url, "DROP TRIGGER end_session ON source")
    receive_again(place, receipt)
    drain(place)
    assert rows("SELECT state, attempts, outages FROM shard") == [("done", 1, 0)]


def test_a_comparison_of_records_that_takes_too_long_costs_no_hand(
    place: Workplace, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "contradict", forever)
    receipt = receive(place, log_of(lawful(1), faulty(1), lawful(2)), "x").receipt
    drain(place)
    row = upload_of(place, receipt)
    assert (row.state, counts_of(row)["audited"]) == ("done", 3)
    ((outcome, reason),) = rows(FAILED_HANDS)
    ((digest,),) = rows("SELECT left(encode(digest, 'hex'), 12) FROM hand WHERE number = '1' ORDER BY id LIMIT 1")
    assert (outcome, reason) == (
        "failed", f"The auditor audited this hand, but the comparison with record {digest} of the same deal {SLOW}"
    )  # fmt: skip
    with place.database.begin() as connection:
        assert "H803" not in findings.now_by_rule(connection)
        assert findings.now_by_rule(connection)["O302"] == 1


def test_a_comparison_at_a_table_that_takes_too_long_costs_no_hand_and_takes_back_no_finding(
    place: Workplace, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    receive(place, log_of(*EVENING), "evening")
    drain(place)
    assert rows(STANDING) == FOUND

    def slow_at_eight(later: Trace, *others: Any) -> list[HistoryFinding]:
        return forever() if later.number == "8" else across(later, *others)

    monkeypatch.setattr("auditor.jobs.table_history.across", slow_at_eight)
    run = nightly(place, everything=True)
    drain(place)
    assert rows(STANDING) == FOUND
    row = run_of(place, run)
    assert (row.state, row.hands, row.clean + row.faulty, row.failed) == ("done", 4, 4, 0)
    assert rows(FAILED_HANDS) == [
        ("failed", f"The auditor audited this hand, but the comparison with the hands before it at its table {SLOW}")
    ]


def test_a_comparison_that_fails_is_quarantined_without_its_words(
    place: Workplace, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError(CANARY)

    monkeypatch.setattr(comparing, "contradict", fails)
    receipt = receive(place, log_of(lawful(1), faulty(1)), "x").receipt
    drain(place)
    assert counts_of(upload_of(place, receipt))["audited"] == 2
    ((_, reason),) = rows(FAILED_HANDS)
    assert reason.endswith(" of the same deal failed (RuntimeError).")
