"""Bulk rows: binary COPY into a temporary table, in the transaction of the caller's connection."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from psycopg import sql

from auditor.store.postgres.database import Connection, driver_of


def copy_to_temporary(
    connection: Connection, name: str, columns: Mapping[str, str], rows: Iterable[Sequence[Any]]
) -> None:
    """Makes the temporary table `name` with `columns`, name to type, and fills it; it ends with the transaction.

    The driver gets the type of every column: binary COPY converts nothing.
    """
    listed = sql.SQL(", ").join(
        [sql.SQL("{} {}").format(sql.Identifier(column), sql.SQL(kind)) for column, kind in columns.items()]
    )
    table = sql.Identifier(name)
    with driver_of(connection).cursor() as cursor:
        cursor.execute(sql.SQL("DROP TABLE IF EXISTS pg_temp.{}").format(table))
        cursor.execute(sql.SQL("CREATE TEMPORARY TABLE {} ({}) ON COMMIT DROP").format(table, listed))
        with cursor.copy(sql.SQL("COPY {} FROM STDIN (FORMAT BINARY)").format(table)) as copy:
            copy.set_types(list(columns.values()))
            for row in rows:
                copy.write_row(row)
