"""The second factor of an account: an app on a phone that shows a new code every 30 seconds (TOTP, RFC 6238).

The secret of the app has to be stored as it is, because the server computes the same codes. Recovery codes are for a
lost phone: only their digests are stored, and each works once. A code of the app works once too: the time step of the
last code is stored, and only a later step is accepted.
"""

import base64
import datetime as dt
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects import postgresql

from auditor.store.people.sessions import pass_factor
from auditor.store.people.tokens import digest
from auditor.store.postgres.database import Connection
from auditor.store.tables import recovery_code, second_factor

STEP_SECONDS: Final = 30
# A code is accepted one step before and after its time, because the clock of a phone may be wrong.
_STEPS: Final = (-1, 0, 1)
DIGITS: Final = 6
SECRET_BYTES: Final = 20  # 160 bits, as RFC 4226 recommends
RECOVERY_CODES: Final = 10
_RECOVERY_BYTES: Final = 10  # 80 bits, so that nobody finds a code from its digest
LONGEST_CODE: Final = 64


@dataclass(frozen=True, slots=True)
class Factor:
    """The second factor of an account. `confirmed_at` is `None` until the person typed a first code of the app; before
    that, the service does not ask for codes. `codes_left` counts the unused recovery codes.
    """

    secret: str
    confirmed_at: dt.datetime | None
    codes_left: int


def factor_of(connection: Connection, account_id: int) -> Factor | None:
    """Returns the second factor of an account; `None` if there is none."""
    left = select(func.count()).where(recovery_code.c.account_id == account_id, recovery_code.c.used_at.is_(None))
    query = select(second_factor.c.secret, second_factor.c.confirmed_at, left.scalar_subquery().label("codes_left"))
    row = connection.execute(query.where(second_factor.c.account_id == account_id)).mappings().first()
    return None if row is None else Factor(**row)


def begin(connection: Connection, account_id: int) -> None:
    """Makes a new secret for an account. Does nothing if the account has a confirmed second factor."""
    secret = base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()
    row = postgresql.insert(second_factor).values(account_id=account_id, secret=secret)
    replaced = {"secret": secret, "made_at": func.now(), "last_step": 0}
    unconfirmed = second_factor.c.confirmed_at.is_(None)
    connection.execute(row.on_conflict_do_update(index_elements=["account_id"], set_=replaced, where=unconfirmed))


def confirm(connection: Connection, account_id: int, code: str) -> tuple[str, ...] | None:
    """Confirms a new second factor with a first code of the app. Returns the recovery codes, which are shown only this
    once. Returns `None` if the code is wrong, or if there is no factor that waits for a first code.
    """
    waits = select(second_factor.c.account_id).where(
        second_factor.c.account_id == account_id, second_factor.c.confirmed_at.is_(None)
    )
    if connection.execute(waits.with_for_update()).first() is None or not _is_code_of_app(connection, account_id, code):
        return None
    own = second_factor.c.account_id == account_id
    connection.execute(update(second_factor).where(own).values(confirmed_at=func.now()))
    return new_recovery_codes(connection, account_id)


def is_right(connection: Connection, account_id: int, code: str) -> bool:
    """Whether a code is right now: a code of the app, or an unused recovery code. A right code is used up by this call.
    If two requests send the same code at the same moment, it is right for one of them.
    """
    own = (second_factor.c.account_id == account_id, second_factor.c.confirmed_at.is_not(None))
    if connection.execute(select(second_factor.c.account_id).where(*own)).first() is None:
        return False
    if _is_code_of_app(connection, account_id, code):
        return True
    used = update(recovery_code).where(
        recovery_code.c.account_id == account_id,
        recovery_code.c.sha256 == digest(_plain(code)),
        recovery_code.c.used_at.is_(None),
    )
    return connection.execute(used.values(used_at=func.now())).rowcount == 1


def new_recovery_codes(connection: Connection, account_id: int) -> tuple[str, ...]:
    """Makes new recovery codes and returns them. The earlier codes end."""
    connection.execute(delete(recovery_code).where(recovery_code.c.account_id == account_id))
    codes = [base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode().lower() for _ in range(RECOVERY_CODES)]
    rows = [{"sha256": digest(code), "account_id": account_id} for code in codes]
    connection.execute(insert(recovery_code), rows)
    return tuple(["-".join([code[at : at + 4] for at in range(0, len(code), 4)]) for code in codes])


def remove(connection: Connection, account_id: int) -> bool:
    """Removes the second factor of an account, with its recovery codes. Returns false if there was none."""
    connection.execute(delete(recovery_code).where(recovery_code.c.account_id == account_id))
    return connection.execute(delete(second_factor).where(second_factor.c.account_id == account_id)).rowcount == 1


def sign_in_with(connection: Connection, account_id: int, session_id: int, code: str) -> str | None:
    """Checks a code for a session, and returns a new token of the session for the browser. Returns `None` if the code
    is wrong.
    """
    return pass_factor(connection, session_id) if is_right(connection, account_id, code) else None


def _is_code_of_app(connection: Connection, account_id: int, code: str) -> bool:
    """Whether this is a code of the app for a step after the last used step. Stores the step of a right code."""
    from pyotp import HOTP  # noqa: PLC0415 - only accounts with a second factor need it

    typed = _plain(code)
    if len(typed) != DIGITS or not typed.isascii() or not typed.isdigit():
        return False
    query = select(second_factor.c.secret, second_factor.c.last_step, func.extract("epoch", func.now()).label("now"))
    row = connection.execute(query.where(second_factor.c.account_id == account_id).with_for_update()).first()
    if row is None:
        return False
    present = int(row.now) // STEP_SECONDS
    codes = HOTP(row.secret, digits=DIGITS)
    right = [step for step in (present + each for each in _STEPS) if hmac.compare_digest(codes.at(step), typed)]
    steps = [step for step in right if step > row.last_step]
    if not steps:
        return False
    own = second_factor.c.account_id == account_id
    connection.execute(update(second_factor).where(own).values(last_step=max(steps)))
    return True


def _plain(code: str) -> str:
    """Returns a typed code without spaces and hyphens, in lower case."""
    return code[:LONGEST_CODE].replace(" ", "").replace("-", "").lower()
