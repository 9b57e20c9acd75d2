import threading

import psycopg
import pytest
from sqlalchemy import URL

from auditor.store.postgres import migration

pytestmark = pytest.mark.database

# Everything that a schema is made of, each with its definition.
SHAPE = """
SELECT 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull
       || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || a.attstorage::text
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
UNION ALL SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT 'function', proname, '', md5(prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION ALL SELECT 'type', typname, '', typtype::text FROM pg_type WHERE typnamespace = 'public'::regnamespace
ORDER BY 1, 2, 3, 4
"""


def shape(connection: psycopg.Connection) -> list[tuple[str, ...]]:
    return connection.execute(SHAPE).fetchall()


def test_migrations_make_the_tables_that_the_code_has(owner_url: URL) -> None:
    migration.check(owner_url)


def test_up_down_up_is_up(empty_url: URL, connection: psycopg.Connection) -> None:
    assert not migration.is_current(empty_url)
    assert migration.migrate(empty_url)
    first = shape(connection)
    migration.downgrade(empty_url)
    left = [row for row in shape(connection) if "alembic_version" not in "".join(row)]
    assert left == []
    assert migration.migrate(empty_url)
    assert shape(connection) == first


def test_second_upgrade_changes_nothing(owner_url: URL, database_url: URL) -> None:
    assert migration.upgrade(owner_url, database_url) == (False, ())
    assert migration.is_current(database_url)


def test_of_several_that_migrate_at_once_one_does_and_all_are_content(empty_url: URL) -> None:
    did: list[bool] = []
    threads = [threading.Thread(target=lambda: did.append(migration.migrate(empty_url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(did) == [False, False, False, True]


def test_half_a_migration_is_none(empty_url: URL, connection: psycopg.Connection) -> None:
    """A table in the way of the last step: all steps before it are undone with it."""
    connection.execute("CREATE TABLE finding (in_the_way int)")
    with pytest.raises(Exception, match="already exists"):
        migration.migrate(empty_url)
    assert {row[1] for row in shape(connection)} == {"finding", "_finding"}
