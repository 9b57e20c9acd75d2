"""Limits attempts to sign in. The attempts are counted in the database, so that all processes count together.

If somebody tries to guess the password of an account, the owner of the account has to wait too. But the owner can sign
in with a one-time link. No account is locked for ever.
"""

import datetime as dt
import ipaddress
from typing import Final

from sqlalchemy import delete, func, insert, select, text

from auditor.store.postgres.database import Connection
from auditor.store.tables import sign_in_try

MOST: Final = 10  # the most attempts in `WINDOW` with one account name; the same limit applies to one network
MOST_CODES: Final = 5  # the most attempts in `WINDOW` with a code of the second factor of one account
MOST_OF_ALL: Final = 1000
WINDOW: Final = dt.timedelta(minutes=5)
# This lock makes simultaneous attempts wait for each other, so that each one is counted.
_TURN: Final = text("SELECT pg_advisory_xact_lock(5390613)")


class TooManyTries(Exception):
    """Raised if no attempt is allowed now. The next attempt is allowed after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"There were too many attempts to sign in. Wait {-(-seconds // 60)} min, then try again.")
        self.seconds: Final = seconds


def tried_code(connection: Connection, account_id: int) -> int:
    """Counts an attempt to give a code of the second factor, before the code is checked. Returns the number of the
    stored attempt. Raises `TooManyTries` after `MOST_CODES` attempts of this account in five minutes.
    """
    # No account can have a name with a tab, so this name stands for the codes of the account alone.
    return _counted(connection, f"\tcode {account_id}", None, MOST_CODES)


def tried(connection: Connection, name: str, address: str) -> int:
    """Counts an attempt before its password is checked, and returns the number of the stored attempt.

    A refused attempt is not counted, so that the wait does not become longer.

    Raises:
        TooManyTries: in the last five minutes there were too many attempts with this name, from this network, or in
            total.
    """
    return _counted(connection, name, network_of(address), MOST)


def _counted(connection: Connection, name: str, network: str | None, most_of_name: int) -> int:
    connection.execute(_TURN)
    connection.execute(delete(sign_in_try).where(sign_in_try.c.tried_at <= func.now() - WINDOW))
    for column, value, most in (
        (sign_in_try.c.name, func.lower(name), most_of_name),  # upper and lower case count as one name
        *([] if network is None else [(sign_in_try.c.network, network, MOST)]),
        (None, "", MOST_OF_ALL),
    ):
        # Selects the wait until the next attempt is allowed, in seconds. After `most` attempts, the next one is allowed
        # when the oldest of them is older than `WINDOW`. If there were fewer attempts, there is no row, and no wait.
        query = select(func.extract("epoch", sign_in_try.c.tried_at + WINDOW - func.now()))
        query = query.order_by(sign_in_try.c.tried_at.desc()).offset(most - 1).limit(1)
        left = connection.execute(query if column is None else query.where(column == value)).scalar()
        if left is not None:
            raise TooManyTries(max(1, int(left) + 1))
    made: int = connection.execute(
        insert(sign_in_try).values(name=func.lower(name), network=network or "").returning(sign_in_try.c.id)
    ).scalar_one()
    return made


def succeeded(connection: Connection, number: int) -> None:
    """Removes the sign-in attempt with the id `number` from the failed attempts, because its password was right. Each
    attempt is stored as failed before its password is checked.
    """
    connection.execute(delete(sign_in_try).where(sign_in_try.c.id == number))


def network_of(address: str) -> str:
    """Returns the part of an address that belongs to one person: the IPv4 address, or the first 64 bits of IPv6.

    Returns an empty text if `address` is no IP address.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False))
