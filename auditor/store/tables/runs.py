"""Runs: audits of many hands, the rules and houses they were pinned to, and the hands that they could not judge."""

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

# `houses` has the digest of every house and game that the run could meet; `pin` one of these and the rules version.
# `clean` and `faulty` hands were judged, without and with findings; `failed` could not be. In an upload hands may also
# be `known` from another one, `rejected`, or `skipped`, of another game; `left_out` need no audit any more.
run: Final = Table(
    "run",
    METADATA,
    number_of_row(),
    Column("trigger", Text, nullable=False),
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE")),
    words("selection"),  # in words, for people
    words("house"),  # only hands judged under it
    Column("since", Date),  # only hands played from then on
    Column("every", Boolean, nullable=False, server_default=text("false")),  # not only those that a change concerns
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
    counter("findings_new"),
    counter("findings_same"),
    counter("findings_changed"),
    counter("findings_gone"),
    moment("reviewed_at", always=False),  # since then a person has seen what it changed
    words("reviewed_by"),
    UniqueConstraint("upload_id", "pin"),
    Index(None, "started_at"),
    Index(None, "rules_version", "id"),
    one_of("state", "running", "done", "partial"),
    CheckConstraint(f"{_ALL} <= hands", name="adds_up"),
    CheckConstraint(f"state <> 'done' OR {_ALL} = hands", name="done_adds_up"),
)

# The lines of a house by its digest, as `House.canonical` has them: stored by the first run that was pinned to it.
house: Final = Table(
    "house",
    METADATA,
    Column("digest", LargeBinary, primary_key=True),
    Column("lines", Text, nullable=False),
)

# Only hands with a problem: `failed` to be judged or compared, or `alarm` where the same audit gave another result
# before.
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
