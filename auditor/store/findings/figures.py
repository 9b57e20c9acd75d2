"""Adds new changes of counts to the stored sums, which the page of figures shows.

A database trigger never changes a sum. It only inserts a row with the change, so that transactions do not wait for each
other. Readers add up the sums and the changes.
"""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def fold(connection: Connection) -> int:
    """Adds the changes to the sums and deletes them. Returns the number of changes.

    Each change is added to two sums: the sum for its poker table, and the sum for all poker tables of the same venue,
    room and house. Two transactions may call this function at the same time, because each change is deleted and added
    up by only one of them. The sums are locked in the order of their keys, so that the two transactions cannot
    deadlock.
    """
    return sum([connection.execute(text(statement)).scalar_one() for statement in _FOLDS])


def _fold(table: str, key: str, sums: tuple[str, ...], more_sums: str = "") -> str:
    """Returns the statement that adds the changes of `table` to its sums. `key` lists the key columns of the table
    except `place`, and `sums` the columns to add up. `more_sums` is SQL that also adds the changes to a second table of
    sums; it is empty if there is no second table.
    """
    columns = ", ".join(sums)
    added_up = ", ".join([f"sum({name})" for name in sums])
    more = ", ".join([f"{name} = old.{name} + excluded.{name}" for name in sums])
    return f"""
WITH taken AS (DELETE FROM {table}_change RETURNING place, general_id, {key}, {columns}),
both_levels AS (
    SELECT place, {key}, {columns} FROM taken UNION ALL SELECT general_id, {key}, {columns} FROM taken),
put AS (
    INSERT INTO {table} AS old (place, {key}, {columns})
    SELECT place, {key}, {added_up} FROM both_levels GROUP BY place, {key} ORDER BY place, {key}
    ON CONFLICT (place, {key}) DO UPDATE SET {more}){more_sums}
SELECT count(*) FROM taken
"""


_NIGHTS: Final = """, nights AS (
    INSERT INTO figure_night AS old (place, day, measure, number)
    SELECT place, day, measure, sum(number) FROM taken GROUP BY place, day, measure ORDER BY place, day, measure
    ON CONFLICT (place, day, measure) DO UPDATE SET number = old.number + excluded.number)
"""
_FOLDS: Final = (
    _fold("figure_found", "day, kind", ("found", "amounts", "at_stake")),
    _fold("figure_hour", "day, hour, measure", ("number",), _NIGHTS),
)
