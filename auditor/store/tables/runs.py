"""Tables of runs (audits of many hands), of the houses that runs used, and of the hands that could not be audited."""

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
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from auditor.store.tables.columns import METADATA, counter, moment, number_of_row, one_of, words

_ALL: Final = "clean + faulty + failed + known + rejected + skipped + left_out"

# A run uses the same rules version and the same houses from its start to its end. `houses` has the digest of each house
# for each game and structure. `pin` is one digest of `houses` and the rules version together. The hands of a run are
# counted by outcome:
#
# - `clean`: audited hands without findings;
# - `faulty`: audited hands with findings;
# - `failed`: hands that could not be audited;
# - `known`: hands that another upload stored before (only in the run of an upload);
# - `rejected`: hands that could not be read (only in the run of an upload);
# - `skipped`: hands of games that are not audited (only in the run of an upload);
# - `left_out`: hands that no longer need an audit.
run: Final = Table(
    "run",
    METADATA,
    number_of_row(),
    Column("trigger", Text, nullable=False),
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE")),
    words("selection"),  # describes the hands of the run, for people
    words("house"),  # the run audits only hands under this house; empty for all houses
    Column("since", Date),  # the run audits only hands played on this day or later; null for all
    Column("every", Boolean, nullable=False, server_default=text("false")),  # also hands with unchanged house and rules
    Column("rules_version", Integer, nullable=False),
    Column("houses", JSONB, nullable=False),
    Column("pin", LargeBinary, nullable=False),
    Column("state", Text, nullable=False, server_default=text("'running'")),
    words("reason"),
    moment("started_at"),
    moment("finished_at", always=False),
    counter("hands"),
    counter("clean"),
    counter("faulty"),
    counter("failed"),
    counter("known"),
    counter("rejected"),
    counter("skipped"),
    counter("left_out"),
    counter("unread_lines"),  # in the run of an upload: lines that the program does not understand
    counter("findings_new"),
    counter("findings_same"),
    counter("findings_changed"),
    counter("findings_gone"),
    moment("reviewed_at", always=False),  # when a person marked the changes of the run as seen
    words("reviewed_by"),
    UniqueConstraint("upload_id", "pin"),
    Index(None, "started_at"),
    Index(None, "rules_version", "id"),
    one_of("state", "running", "done", "partial"),
    CheckConstraint(f"{_ALL} <= hands", name="adds_up"),
    CheckConstraint(f"state <> 'done' OR {_ALL} = hands", name="done_adds_up"),
)

# The lines of a house as `House.canonical` returns them, by their digest. The first run with this house stores them.
house: Final = Table(
    "house",
    METADATA,
    Column("digest", LargeBinary, primary_key=True),
    Column("lines", Text, nullable=False),
)

# The hands with a problem in a run. `failed`: the hand could not be audited or compared. `alarm`: the same audit gave a
# different result before.
run_hand: Final = Table(
    "run_hand",
    METADATA,
    number_of_row(),
    Column("run_id", BigInteger, ForeignKey("run.id", ondelete="CASCADE"), nullable=False),
    Column("hand_id", BigInteger, nullable=False),
    Column("month", Date, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index(None, "run_id"),
    one_of("outcome", "failed", "alarm"),
)
