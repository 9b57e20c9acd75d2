"""Tables of counts of findings, by kind and by the run that found them first.

Lists and charts read these counts instead of the findings.
"""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Numeric, SmallInteger, Table, Text

from auditor.store.tables.columns import METADATA

# Each row is one change of a count. The count of a `cell` and a `breach` is the sum of their rows. Only triggers on
# `finding` write to this table and to the three tables of kinds below. `found` also counts findings not listed.
tally: Final = Table(
    "tally",
    METADATA,
    Column("cell", BigInteger, nullable=False),
    Column("standing", BigInteger, nullable=False),
    Column("breach", BigInteger, nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("found", BigInteger, nullable=False),
    Column("listed", BigInteger, nullable=False),
)

# Three tables of kinds: `tally` refers to their rows by number, so that its many rows are small. A row may exist twice,
# if two transactions inserted the first finding of its kind at the same time. A row stays after the last finding of its
# kind is gone.
tally_standing: Final = Table(
    "tally_standing",
    METADATA,
    Column("id", BigInteger, nullable=False),
    Column("triage", Text, nullable=False),
    Column("flagged", Boolean, nullable=False),
    Column("reopened", Boolean, nullable=False),
    Column("assignee", Text, nullable=False),
    Column("detection", Text, nullable=False),
    Column("band", SmallInteger, nullable=False),
    Index(None, "id"),
)
tally_breach: Final = Table(
    "tally_breach",
    METADATA,
    Column("id", BigInteger, nullable=False),
    Column("code", Text, nullable=False),
    Column("grade", Text, nullable=False),
    Column("street", SmallInteger),
    Column("contested", Boolean, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Index(None, "id"),
)
tally_place: Final = Table(
    "tally_place",
    METADATA,
    Column("id", BigInteger, nullable=False),
    Column("venue_id", SmallInteger, nullable=False),
    Column("room", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("stakes", Text, nullable=False),
    Column("house", Text, nullable=False),
    Index(None, "id"),
)

# Each row is one change of a count, which only triggers on `finding` write. The count of a run, rule and currency is
# the sum of their rows. `found` also counts findings not listed. `at_stake` adds up amounts without their sign.
found_first: Final = Table(
    "found_first",
    METADATA,
    Column("run_id", BigInteger, nullable=False),
    Column("code", Text, nullable=False),
    Column("currency", Text, nullable=False),
    Column("minor", SmallInteger, nullable=False),
    Column("found", BigInteger, nullable=False),
    Column("at_stake", Numeric, nullable=False),
    Index(None, "run_id"),
)
