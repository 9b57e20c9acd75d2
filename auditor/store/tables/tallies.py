"""Tables of counts of findings. Lists and charts read these counts, because counting the findings themselves would be
slow.
"""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Numeric, SmallInteger, Table, Text

from auditor.store.tables.columns import METADATA

# The counts of findings. `cell` is the number of a group of findings that have the same rule, room, state and so on;
# `standing`, `breach` and `place` are numbers of rows in the three tables below. Each row is a change of a count, such
# as +1 or -1: the count for a `cell` and a `breach` is the sum over their rows. Only triggers on `finding` write to
# this table and to the three tables below. `listed` counts the findings with a row in `finding`. `found` also counts
# findings without a row: if a hand has very many findings, only the first of them have rows.
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

# The next three tables describe groups of findings: by their state, by their broken rule, and by their place of play.
# `tally` refers to these rows by `id`, so that the many rows of `tally` are small. If two transactions insert the first
# finding of a group at the same time, the group has two equal rows. Rows are never deleted, even if no finding is left
# in the group.
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
    Column("severity", Text, nullable=False),
    Column("certainty", Text, nullable=False),
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

# The counts and amounts of findings by the run that found them first. Each row is a change, such as +1: the count for a
# run, a rule and a currency is the sum over their rows. Only triggers on `finding` write to this table. `found` also
# counts findings without a row in `finding`. `at_stake` adds up the amounts without their sign.
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
