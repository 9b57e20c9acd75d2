"""Tables of unread lines (lines of a room's log that the program does not understand), and of marks on their shapes.

The shape of a line is its text without names, cards and numbers.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)

from auditor.store.tables.columns import METADATA, moment, number_of_row, words

# A shape: a line that the program does not understand, without its names, cards and numbers. There is one row for each
# venue (the customer who uploaded the log), room (the card room that wrote the log) and shape. `example` is the first
# line of this shape that was stored, and `hand_id` is the stored hand with that line. When that hand is removed,
# because its venue keeps hands only for a set time, `example` becomes the shape itself.
unread_shape: Final = Table(
    "unread_shape",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    words("room"),
    Column("shape", Text, nullable=False),
    Column("example", Text, nullable=False),
    Column("hand_id", BigInteger, nullable=False),
    Column("month", Date, nullable=False),
    moment("seen_at"),
    UniqueConstraint("venue_id", "room", "shape"),
)

# An unread line of an upload. `event` is the position of the line among the events of the hand that begins at
# `first_line`. `line` is null if the log has no line for the event. `noise`: people had marked the shape before the
# line was read, so the stored hand has a remark in place of the line. A re-read of the file is another upload with rows
# of its own, so a row never changes.
unread_line: Final = Table(
    "unread_line",
    METADATA,
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True),
    Column("hand_id", BigInteger, primary_key=True, autoincrement=False),
    Column("first_line", BigInteger, primary_key=True, autoincrement=False),
    Column("event", Integer, primary_key=True, autoincrement=False),
    Column("month", Date, nullable=False),
    Column("line", BigInteger),
    Column("shape_id", BigInteger, ForeignKey("unread_shape.id"), nullable=False),
    Column("noise", Boolean, nullable=False),
    Index(None, "shape_id", "noise", "upload_id"),
    Index(None, "hand_id"),
)

# The acts of people on shapes. Rows are only added. `noise` is true if the act marked the shape as having no effect on
# the play, and false if the act took that mark back. The last act of a shape applies.
shape_act: Final = Table(
    "shape_act",
    METADATA,
    number_of_row(),
    Column("shape_id", BigInteger, ForeignKey("unread_shape.id"), nullable=False),
    Column("noise", Boolean, nullable=False),
    Column("by", Text, nullable=False),
    moment("at"),
    Index(None, "shape_id", "id"),
    CheckConstraint("by <> ''", name="named"),
)
