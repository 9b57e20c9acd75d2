"""The metadata of all tables, and functions that make common columns and checks."""

import datetime as dt
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    Identity,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Text,
    text,
)

METADATA: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)

# The month of a hand whose log has no date. The default partition of `hand` stores these hands.
UNDATED: Final = dt.date(1, 1, 1)


def number_of_row() -> Column[int]:
    """Makes the primary key column `id`: a number that the database assigns."""
    return Column("id", BigInteger, Identity(always=True), primary_key=True)


def words(name: str, **options: Any) -> Column[str]:
    """Makes a text column that is never null. The text is empty if there is nothing to say."""
    return Column(name, Text, nullable=False, server_default=text("''"), **options)


def counter(name: str) -> Column[int]:
    """Makes a column for a count that begins at zero."""
    return Column(name, BigInteger, nullable=False, server_default=text("0"))


def moment(name: str, *, always: bool = True) -> Column[dt.datetime]:
    """Makes a column for a time by the clock of the database.

    With `always`, inserting the row sets the time. Otherwise the time is null until a statement sets it.
    """
    if always:
        return Column(name, DateTime(timezone=True), nullable=False, server_default=text("now()"))
    return Column(name, DateTime(timezone=True))


def night_of_table() -> tuple[Column[Any] | PrimaryKeyConstraint, ...]:
    """Makes the primary key columns of a table of sums: a row has the sums of one night of a poker table under one
    house, in one unit (a currency and its number of decimals).
    """
    columns: tuple[Column[Any], ...] = (
        Column("venue_id", SmallInteger, nullable=False, autoincrement=False),
        words("table_name"),
        Column("day", Date, nullable=False),
        Column("house", Text, nullable=False),
        words("currency"),
        Column("minor", SmallInteger, nullable=False, autoincrement=False),
    )
    return *columns, PrimaryKeyConstraint(*[column.name for column in columns])


def one_of(column: str, *values: str) -> CheckConstraint:
    """Makes a check that the column holds one of these values."""
    listed = ", ".join([f"'{value}'" for value in values])
    return CheckConstraint(f"{column} IN ({listed})", name=column)
