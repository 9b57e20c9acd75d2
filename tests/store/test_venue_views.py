"""The views that limit a transaction to one venue."""

import psycopg
import pytest
from sqlalchemy import URL, text

from auditor.store.postgres import migration, venue_views
from auditor.store.postgres.database import Database, NoDatabase, driver_of
from auditor.store.postgres.rights import TABLES
from auditor.store.tables import METADATA

pytestmark = pytest.mark.database


def test_every_table_has_a_view_or_belongs_to_no_venue() -> None:
    assert not venue_views.VIEWS.keys() & venue_views.SHARED
    missing = TABLES.keys() - venue_views.VIEWS.keys() - venue_views.SHARED
    assert missing == set(), "say in auditor/store/postgres/venue_views.py to which venue the rows of these belong"
    for name, table in METADATA.tables.items():
        assert "venue_id" not in table.c or name in venue_views.VIEWS, name


def test_the_views_are_read_and_written_as_their_tables(database: Database) -> None:
    """Each view has the columns of its table, and the rights that the application has on the table."""
    with database.begin() as connection:
        venue_views.limit_to(connection, 1, migration.newest())
        driver, tables = driver_of(connection), "SELECT column_name::text FROM information_schema.columns"
        for name in venue_views.VIEWS:
            columns = [
                {
                    row[0]
                    for row in driver.execute(f"{tables} WHERE table_schema = %s AND table_name = %s", [schema, name])
                }
                for schema in ("public", "public_of_venue")
            ]
            assert columns[0] == columns[1] != set(), name
            held = {
                right
                for right in ("SELECT", "INSERT", "UPDATE", "DELETE")
                for (may,) in driver.execute("SELECT has_table_privilege(%s, %s)", [f"public_of_venue.{name}", right])
                if may
            }
            assert held == TABLES[name], name
            connection.execute(text(f"SELECT 1 FROM {name} LIMIT 1"))


def test_a_limit_without_its_views_is_refused(database: Database, owner_url: URL) -> None:
    """A transaction never sees more because the views are missing or old."""
    with psycopg.connect(owner_url.set(drivername="postgresql").render_as_string(hide_password=False)) as connection:
        venue_views.drop(connection)
    with pytest.raises(NoDatabase, match="another version"), database.begin() as connection:
        venue_views.limit_to(connection, 1, migration.newest())
    assert migration.upgrade(owner_url, owner_url) is not None


def test_the_limit_ends_with_the_transaction(database: Database, owners_database: Database) -> None:
    with owners_database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO venue (id, name, title) VALUES (2, 'north', 'North')")
    names = text("SELECT name FROM venue ORDER BY id")
    for venue, seen in ((1, ["default"]), (2, ["north"]), (3, [])):
        with database.begin() as connection:
            venue_views.limit_to(connection, venue, migration.newest())
            assert list(connection.execute(names).scalars()) == seen
        with database.begin() as connection:
            assert list(connection.execute(names).scalars()) == ["default", "north"]
