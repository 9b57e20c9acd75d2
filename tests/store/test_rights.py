"""The role of the application: what it may do to each table, and nothing else."""

from typing import Any

import psycopg
import pytest
from psycopg import errors, sql
from sqlalchemy import URL

from auditor.store.postgres import migration
from auditor.store.postgres.database import NoDatabase, libpq_address
from auditor.store.postgres.rights import FUNCTIONS, SEQUENCES, TABLES, rights_of
from auditor.store.tables import METADATA
from tests.databases import on_server

pytestmark = pytest.mark.database

# From the catalogue, and not from the list: a table that is in neither is found here.
MAY = """
SELECT c.relname, privilege FROM pg_class AS c,
    unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS privilege
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND (has_table_privilege(c.oid, privilege)
       OR privilege IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') AND has_any_column_privilege(c.oid, privilege))
"""
TABLES_THERE = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT relispartition
"""
# Whatever else can be owned or done.
OWNED = """
SELECT relname FROM pg_class WHERE pg_has_role(relowner, 'MEMBER') AND relpersistence <> 't'
UNION ALL SELECT proname FROM pg_proc WHERE pg_has_role(proowner, 'MEMBER')
UNION ALL SELECT nspname FROM pg_namespace WHERE pg_has_role(nspowner, 'MEMBER') AND nspname !~ '^pg_'
UNION ALL SELECT datname FROM pg_database WHERE pg_has_role(datdba, 'MEMBER')
UNION ALL SELECT 'the schema' WHERE has_schema_privilege('public', 'CREATE')
UNION ALL SELECT 'the database' WHERE has_database_privilege(current_database(), 'CREATE')
"""
# What was ever done or sent: rows are added, and stay as they are.
LASTING = (
    "triage_act",
    "triage_batch",
    "finding_comment",
    "comment_withdrawal",
    "second_person",
    "hand",
    "source",
    "rejected",
    "identity",
    "house",
    "run_hand",
    "unread_shape",
    "unread_line",
    "shape_act",
)


def connected(url: URL) -> psycopg.Connection[Any]:
    return psycopg.connect(libpq_address(url), autocommit=True)


def test_every_table_has_its_line(owner_url: URL) -> None:
    with connected(owner_url) as connection:
        there = {name for (name,) in connection.execute(TABLES_THERE)}
    assert there == TABLES.keys()
    assert METADATA.tables.keys() <= TABLES.keys()


def test_the_application_may_do_exactly_what_is_listed(database_url: URL) -> None:
    with connected(database_url) as connection:
        connection.execute("SELECT make_month('2023-05-01')")
        found = {(table, privilege) for table, privilege in connection.execute(MAY)}
        owned = connection.execute(OWNED).fetchall()
        execute = "SELECT has_function_privilege(%s, 'EXECUTE')"
        functions = [connection.execute(execute, [name]).fetchone() for name in FUNCTIONS]
        sequences = connection.execute(
            """SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace
               AND (has_sequence_privilege(oid, 'USAGE') OR has_sequence_privilege(oid, 'UPDATE'))"""
        ).fetchall()
    assert found == {(table, privilege) for table, privileges in TABLES.items() for privilege in privileges}
    assert owned == []
    assert functions == [(True,)] * len(FUNCTIONS)
    assert {name for (name,) in sequences} == SEQUENCES.keys()


@pytest.mark.parametrize("table", LASTING)
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "TRUNCATE {}", "DROP TABLE {}", "ALTER TABLE {} ADD more int"])
def test_what_was_done_and_sent_lasts(statement: str, table: str, database_url: URL) -> None:
    with connected(database_url) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(sql.SQL(statement).format(sql.Identifier(table)))


@pytest.mark.parametrize("statement", [
    "UPDATE triage_act SET reason = 'another'",
    "SELECT FROM triage_act FOR UPDATE",
    "CREATE TABLE public.mine (number int)",
    "CREATE SCHEMA mine",
    "CREATE INDEX ON upload (size)",
    "ALTER TABLE finding DISABLE TRIGGER ALL",
    "CREATE OR REPLACE FUNCTION nobody_decides() RETURNS void LANGUAGE sql AS 'SELECT 1'",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SET session_replication_role = replica",
])  # fmt: skip
def test_nothing_is_made_or_changed_but_rows(statement: str, database_url: URL) -> None:
    with connected(database_url) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement.encode())


def test_of_the_owner_it_may_have_a_month_made_and_nothing_else(database_url: URL) -> None:
    with connected(database_url) as connection:
        for month in ("2023-05-02", "2999-01-01", "0001-01-01", "0001-01-01 BC", "infinity"):
            with pytest.raises((errors.InvalidParameterValue, errors.DatetimeFieldOverflow)):
                connection.execute("SELECT make_month(%s)", [month])
        # A table of the caller's own must not stand in for one of ours, nor be taken for the month.
        connection.execute("CREATE TEMPORARY TABLE hand (LIKE public.hand)")
        connection.execute("CREATE TEMPORARY TABLE hand_2023_05 (month date)")
        connection.execute("SET search_path = pg_temp, public")
        for _ in range(2):
            connection.execute("SELECT public.make_month('2023-05-01')")
        made = connection.execute(
            """SELECT inhparent::regclass::text, pg_get_expr(relpartbound, pg_class.oid),
                      pg_has_role(relowner, 'MEMBER')
               FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
               WHERE relname = 'hand_2023_05' AND relnamespace = 'public'::regnamespace"""
        ).fetchall()
    assert made == [("public.hand", "FOR VALUES FROM ('2023-05-01') TO ('2023-06-01')", False)]


def test_an_upgrade_grants_missing_rights_and_revokes_excess_ones(owner_url: URL, database_url: URL) -> None:
    role = str(database_url.username)
    on_server(owner_url, "GRANT DELETE ON triage_act TO {}", role)
    on_server(owner_url, "GRANT UPDATE (reason) ON triage_act TO PUBLIC")
    on_server(owner_url, "REVOKE INSERT ON player FROM {}", role)
    assert not migration.is_current(database_url)
    with connected(database_url) as connection:
        rights = rights_of(connection, role)
        excess = [f"{may} on the table triage_act" for may in ("DELETE", "UPDATE")]
        assert [str(each) for each in rights.excess] == excess
        assert {str(right) for right in rights.missing} == {"INSERT on the table player"}
    assert migration.upgrade(owner_url, database_url) == (False, ())
    assert migration.is_current(database_url)
    with connected(database_url) as connection:
        assert rights_of(connection, role) == (False, (), ())


def test_an_upgrade_lists_the_rights_that_only_the_database_owner_may_grant(
    server: URL, owner_url: URL, database_url: URL
) -> None:
    name, role = str(database_url.database), str(database_url.username)
    on_server(server, "REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC", name)
    statement = f'GRANT TEMPORARY ON DATABASE "{name}" TO "{role}";'
    assert migration.upgrade(owner_url, database_url).for_others == (statement,)
    on_server(server, "GRANT TEMPORARY ON DATABASE {} TO {}", name, role)
    assert migration.upgrade(owner_url, database_url).for_others == ()


def test_two_addresses_of_two_databases_are_refused(empty_url: URL, database_url: URL, application: URL) -> None:
    with pytest.raises(NoDatabase, match="name different databases"):
        migration.upgrade(empty_url, application.set(database="postgres"))
