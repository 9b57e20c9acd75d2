"""The metadata of all tables, and columns of each kind."""

import datetime as dt
from typing import Any, Final

from sqlalchemy import BigInteger, CheckConstraint, Column, DateTime, Identity, MetaData, Text, text

METADATA: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)

# The month of a hand whose log has no date. Such hands lie in the default partition.
UNDATED: Final = dt.date(1, 1, 1)


def number_of_row() -> Column[int]:
    """The primary key of tables whose rows are named by number."""
    return Column("id", BigInteger, Identity(always=True), primary_key=True)


def words(name: str, **options: Any) -> Column[str]:
    """A text that is never null, empty where there is nothing to say."""
    return Column(name, Text, nullable=False, server_default=text("''"), **options)


def counter(name: str) -> Column[int]:
    """A number that begins at zero."""
    return Column(name, BigInteger, nullable=False, server_default=text("0"))


def moment(name: str, *, always: bool = True) -> Column[dt.datetime]:
    """A time by the database's clock: set when the row is made, or `None` until something happens."""
    if always:
        return Column(name, DateTime(timezone=True), nullable=False, server_default=text("now()"))
    return Column(name, DateTime(timezone=True))


def one_of(column: str, *values: str) -> CheckConstraint:
    """A check that the column holds one of these words."""
    listed = ", ".join([f"'{value}'" for value in values])
    return CheckConstraint(f"{column} IN ({listed})", name=column)
