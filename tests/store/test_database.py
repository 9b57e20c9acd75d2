from collections.abc import Callable
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL, text
from sqlalchemy.exc import DataError, OperationalError

from auditor.settings import Settings
from auditor.store.postgres.database import Database, NoDatabase, Purpose, open_database

pytestmark = pytest.mark.database


@pytest.mark.parametrize("purpose", list(Purpose))
def test_nothing_may_take_for_ever(database_url: URL, purpose: Purpose) -> None:
    database = Database(database_url, purpose)
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    with database.begin() as connection:
        found = tuple(
            connection.exec_driver_sql("SELECT setting::int FROM pg_settings WHERE name = %s", (name,)).scalar_one()
            for name in names
        )
    database.close()
    assert found == purpose.value
    assert all(found)


def test_wait_for_a_stuck_lock_ends(database_url: URL, owner_url: URL) -> None:
    database = Database(database_url, Purpose.WEB)
    address = owner_url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address) as other:
        other.execute("LOCK TABLE upload IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(OperationalError, match="lock timeout"), database.begin() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM upload")
    with database.begin() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM upload").scalar_one() == 0
    database.close()


@pytest.mark.parametrize("purpose", list(Purpose))
def test_an_error_does_not_repeat_sent_values(database_url: URL, purpose: Purpose) -> None:
    database = Database(database_url, purpose)
    with pytest.raises(DataError) as raised, database.begin() as connection:
        connection.execute(text("SELECT 1 / (length(:player) - 5)"), {"player": "Birch"})
    database.close()
    assert "division by zero" in str(raised.value)
    assert "Birch" not in f"{raised.value} {raised.value!r}"


def test_transaction_that_fails_leaves_nothing(database: Database, rows: Callable[..., Any]) -> None:
    def fail_in_the_middle() -> None:
        with database.begin() as connection:
            connection.exec_driver_sql("INSERT INTO player (venue_id, name) VALUES (1, 'Birch')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_in_the_middle()
    assert rows("SELECT name FROM player") == []


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("this is none", "DATABASE_URL is not an address"),
        ("mysql://someone@somewhere/x", "only PostgreSQL is supported"),
        ("postgresql://someone:secret@127.0.0.1:1/x", r"someone:\*\*\*@127.0.0.1:1/x does not answer"),
        ("postgresql://someone:secret@127.0.0.1:1/x", "Connection refused$"),
        ("postgresql://someone:secret@127.0.0.1:abc/x", "DATABASE_URL is not an address"),
        ("postgresql://someone:secret@127.0.0.1:99999/x", "invalid port number"),
        ("postgresql://someone:secret@[::1/x", "DATABASE_URL is not an address"),
        ("postgresql://someone:secret@127.0.0.1/x?foo=bar", 'DATABASE_URL cannot be used: invalid .*"foo"'),
        ("postgresql://someone:secret@127.0.0.1/x?sslmode=odd", "DATABASE_URL|does not answer"),
        ("postgresql://someone:secret@[::1]]/x", "DATABASE_URL"),
    ],
)
def test_database_that_cannot_be_used_is_refused_with_a_sentence(settings: Settings, url: str, words: str) -> None:
    with pytest.raises(NoDatabase, match=words) as refused:
        open_database(replace(settings, database_url=url), Purpose.WEB)
    assert "secret" not in str(refused.value)
    assert str(refused.value).isprintable(), "one line, no tab"
