"""Tables of the settings that people change on the pages: how long a venue keeps its files, and the list of all
changes.
"""

from typing import Final

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, SmallInteger, Table, Text

from auditor.store.tables.columns import METADATA, moment, number_of_row, words

# The changes of settings. Rows are only added. `act` is the kind of the change, such as `role`; `subject` is the
# account or the venue. `by` is the name of the person. It is `the command line` for a command on the server, and `this
# machine` while there are no accounts.
setting_act: Final = Table(
    "setting_act",
    METADATA,
    number_of_row(),
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False),
    words("before"),
    words("after"),
    Column("by", Text, nullable=False),
    moment("at"),
    CheckConstraint("by <> ''", name="named"),
)

# How many days a venue keeps its files and their hands, counted from the day on which the file was received. Null means
# for ever. Each change adds a row, and the last row of a venue applies.
retention: Final = Table(
    "retention",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    Column("days", Integer),
    moment("set_at"),
    CheckConstraint("days BETWEEN 30 AND 36500", name="days"),
)
