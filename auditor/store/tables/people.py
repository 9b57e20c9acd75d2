"""Tables of accounts, sessions, sign-in links and tokens. They store only digests of secrets, never the secrets."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Index,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    func,
    text,
)

from auditor.store.people.roles import ROLES
from auditor.store.tables.columns import METADATA, moment, number_of_row, one_of, words


def _digest() -> Column[bytes]:
    """Makes the column for the SHA-256 of a secret token. The token itself is not stored."""
    return Column("sha256", LargeBinary, nullable=False, unique=True)


def _owner() -> Column[int]:
    return Column("account_id", BigInteger, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True)


def _of_32_bytes() -> CheckConstraint:
    return CheckConstraint("octet_length(sha256) = 32", name="sha256")


# Accounts are never deleted, because decisions are signed with their names. An account with an empty `password` can
# sign in only with a link.
account: Final = Table(
    "account",
    METADATA,
    number_of_row(),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("venue_id", SmallInteger, ForeignKey("venue.id")),  # the only venue that the person sees; null for all
    words("password"),  # an argon2id hash, which contains its salt and its costs
    Column(
        "letter_keys", Boolean, nullable=False, server_default=text("true")
    ),  # whether single letters are keyboard shortcuts
    words("time_zone"),  # the time zone of the times on the pages, such as `Europe/Berlin`; empty for UTC
    words("theme"),  # the colours of the pages; empty for those of the visitor's system
    moment("made_at"),
    moment("disabled_at", always=False),
    one_of("role", *ROLES),
    CheckConstraint("role <> 'admin' OR venue_id IS NULL", name="sees_all"),
    one_of("theme", "", "light", "dark"),
    CheckConstraint("name <> ''", name="named"),
)
Index("account_name_idx", func.lower(account.c.name), unique=True)

# A session is one sign-in of one browser. A session ends at `expires_at`, after a long time without a request, or when
# it is revoked.
session: Final = Table(
    "session",
    METADATA,
    number_of_row(),
    _digest(),
    _owner(),
    moment("made_at"),
    moment("last_seen_at"),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    moment("revoked_at", always=False),
    # When the person last typed the password, or a code of the second factor, for a change of a security setting.
    moment("confirmed_at", always=False),
    moment("factor_at", always=False),  # when the person typed a code of the second factor to sign in
    words("address"),
    words("browser"),
    _of_32_bytes(),
)

# The second factor of an account: the secret of an app that shows codes. `last_step` is the time step of the last code,
# so that no code works twice. `confirmed_at` is null until the person has typed a first code.
second_factor: Final = Table(
    "second_factor",
    METADATA,
    Column(
        "account_id", BigInteger, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    Column("secret", Text, nullable=False),
    moment("made_at"),
    moment("confirmed_at", always=False),
    Column("last_step", BigInteger, nullable=False, server_default=text("0")),
    CheckConstraint("char_length(secret) >= 32", name="secret"),
)
# Each recovery code signs in once in place of a code of the app.
recovery_code: Final = Table(
    "recovery_code",
    METADATA,
    Column("sha256", LargeBinary, primary_key=True),
    _owner(),
    moment("used_at", always=False),
    _of_32_bytes(),
)

# Failed and unfinished attempts to sign in with a password. Attempts that are too old to count are deleted.
sign_in_try: Final = Table(
    "sign_in_try",
    METADATA,
    number_of_row(),
    words("name"),  # in lower case; perhaps no account has this name
    words("network"),
    moment("tried_at"),
    Index(None, "tried_at"),
)

one_time_link: Final = Table(
    "one_time_link",
    METADATA,
    number_of_row(),
    _digest(),
    _owner(),
    moment("made_at"),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    moment("used_at", always=False),
    _of_32_bytes(),
)

api_token: Final = Table(
    "api_token",
    METADATA,
    number_of_row(),
    _digest(),
    # Null for an ingest token of a venue, which belongs to no account.
    Column("account_id", BigInteger, ForeignKey("account.id", ondelete="CASCADE"), index=True),
    words("label"),
    words("made_by"),  # the person who made an ingest token of a venue; empty for a token of an account
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    Column("scope", Text, nullable=False),
    moment("made_at"),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    moment("used_at", always=False),
    moment("revoked_at", always=False),
    _of_32_bytes(),
    one_of("scope", "upload", "read", "decide"),
    CheckConstraint("account_id IS NOT NULL OR scope = 'upload' AND made_by <> ''", name="owned"),
)

# The uploads that a program sent with a token. A token with the scope `upload` can see only these uploads.
token_upload: Final = Table(
    "token_upload",
    METADATA,
    Column("token_id", BigInteger, ForeignKey("api_token.id", ondelete="CASCADE"), primary_key=True),
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True),
    # Whether this token was the first to send the file.
    Column("made", Boolean, nullable=False, server_default=text("false")),
    Index(None, "upload_id"),
)
