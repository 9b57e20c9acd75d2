"""Copies many rows into a temporary table by binary COPY, in the transaction of the caller."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from psycopg import sql

from auditor.store.postgres.database import Connection, driver_of


def copy_to_temporary(
    connection: Connection, name: str, columns: Mapping[str, str], rows: Iterable[Sequence[Any]]
) -> None:
    """Makes the temporary table `name` and fills it with `rows`. The table is dropped when the transaction ends.

    `columns` has the type of each column by its name, such as `{"hand_id": "int8", "room": "text"}`. The values must
    match these types, because the server converts no values in a binary COPY.
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
