"""Counts of findings by kind, and of each rule by the run that saw them first: for lists and charts, which then need
not look at the findings.
"""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Numeric, SmallInteger, Table, Text

from auditor.store.tables.columns import METADATA

# One row a change: rows of one `cell` and one `breach` are to be added up. Only triggers on `finding` write them and
# the kinds below. `found` counts unlisted findings too.
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

# The kinds that the numbers in the tally stand for: so the many rows of the tally are narrow. A row may be there twice,
# where two filed the first finding of its kind at the same time; it stays when its last finding is gone.
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

# One row a change, written by triggers on `finding` alone: rows of one run, rule and currency are to be added up.
# `found` counts unlisted findings too; `at_stake` adds up amounts whichever way the chips went.
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
