"""Limits attempts to sign in, counted in the database, so that all processes of the service count together.

While somebody guesses at an account, its owner waits like everybody else; a one-time link from the machine itself signs
him in. Nothing is locked for good.
"""

import datetime as dt
import ipaddress
from typing import Final

from sqlalchemy import delete, func, insert, select, text

from auditor.store.postgres.database import Connection
from auditor.store.tables import sign_in_try

MOST: Final = 10  # for one account, and from one network
MOST_OF_ALL: Final = 1000
WINDOW: Final = dt.timedelta(minutes=5)
# Simultaneous attempts are counted one after the other.
_TURN: Final = text("SELECT pg_advisory_xact_lock(5390613)")


class TooManyTries(Exception):
    """No more attempts for now; `seconds` until the next one."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many tries to sign in. Wait {-(-seconds // 60)} min and try again.")
        self.seconds: Final = seconds


def tried(connection: Connection, name: str, address: str) -> int:
    """Counts an attempt before its password is checked, and returns the number of the note. A refused attempt is not
    counted, so that waiting helps.

    Raises:
        TooManyTries: there were as many attempts as there may be.
    """
    network = network_of(address)
    connection.execute(_TURN)
    connection.execute(delete(sign_in_try).where(sign_in_try.c.tried_at <= func.now() - WINDOW))
    for column, value, most in (
        (sign_in_try.c.name, func.lower(name), MOST),  # in the letters of the account's name: one account, one count
        (sign_in_try.c.network, network, MOST),
        (None, "", MOST_OF_ALL),
    ):
        # The attempt that has to be forgotten before the next one.
        asked = select(func.extract("epoch", sign_in_try.c.tried_at + WINDOW - func.now()))
        asked = asked.order_by(sign_in_try.c.tried_at.desc()).offset(most - 1).limit(1)
        left = connection.execute(asked if column is None else asked.where(column == value)).scalar()
        if left is not None:
            raise TooManyTries(max(1, int(left) + 1))
    made: int = connection.execute(
        insert(sign_in_try).values(name=func.lower(name), network=network).returning(sign_in_try.c.id)
    ).scalar_one()
    return made


def succeeded(connection: Connection, number: int) -> None:
    """Takes a successful attempt off the count."""
    connection.execute(delete(sign_in_try).where(sign_in_try.c.id == number))


def network_of(address: str) -> str:
    """The part of an address that one person has: an IPv4 address, or the 64 bits of an IPv6 one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False))
