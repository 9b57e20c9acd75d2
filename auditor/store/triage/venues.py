"""Venues, and the amounts from which a venue requires two people to dismiss or accept a finding."""

import re
from typing import Final

from sqlalchemy import text

from auditor.store.people.setting_acts import THIS_MACHINE, record
from auditor.store.postgres.database import Connection
from auditor.store.queries.second_reviews import IN_FORCE, limits

LONGEST_NAME: Final = 64
# The name of a venue may have lower-case letters, digits and hyphens, because the filters of lists accept these.
_NAME: Final = re.compile(f"[a-z0-9-]{{1,{LONGEST_NAME}}}")


class VenueRefused(Exception):
    """Raised if there is no such venue, or if a setting of a venue is not valid: its name, an amount, a currency, or a
    number of days. The message says why.
    """


def names(connection: Connection) -> list[str]:
    """Returns the names of all venues."""
    return list(connection.execute(text("SELECT name FROM venue ORDER BY name")).scalars())


def add(connection: Connection, name: str, by: str = "") -> None:
    """Makes a venue. If `by` is not empty, the change is recorded under this name.

    Raises:
        VenueRefused: the name is not valid, or there is a venue of that name.
    """
    if _NAME.fullmatch(name) is None:
        raise VenueRefused(
            f"{name[:LONGEST_NAME]!a} cannot be a name. A name has 1 to {LONGEST_NAME} of the letters a-z, 0-9 and -."
        )
    # Only one transaction at a time makes a venue. Otherwise two venues would get the same number.
    connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('venue'))"))
    if name in names(connection):
        raise VenueRefused(f'There is a venue "{name}" already. Choose another name.')
    connection.execute(text(_ADD), {"name": name})
    if by:
        record(connection, "venue made", name, by)


def ask_for_two(
    connection: Connection, venue: str, currency: str, amount: int, minor: int, by: str = THIS_MACHINE
) -> bool:
    """Sets the amount from which a dismissal or an acceptance at this venue needs two people, from now on. Returns
    false if this amount was already in force. The change is recorded under the name `by`.

    The unit of `amount` is 10 ** -`minor` of the currency: 50000 with `minor` 2 is 500.00. Raises `VenueRefused` if
    there is no such venue.
    """
    return _set(connection, venue, currency, (amount, minor), by)


def ask_for_one(connection: Connection, venue: str, currency: str, by: str = THIS_MACHINE) -> bool:
    """Ends the rule that a second person must agree to large decisions in this currency at this venue.

    Returns false if there was no such rule. Proposals that wait for a second person continue to wait. Raises
    `VenueRefused` if there is no such venue.
    """
    return _set(connection, venue, currency, None, by)


def is_found(connection: Connection, currency: str) -> bool:
    """Whether the database has a finding in a hand with this currency, such as `USD`."""
    return bool(connection.execute(text(_IS_FOUND), {"currency": currency}).scalar_one())


def _set(connection: Connection, venue: str, currency: str, amount: tuple[int, int] | None, by: str) -> bool:
    """Stores the amount from which decisions at this venue need a second person; `None` means never. The second number
    of `amount` is the number of decimals.

    Returns false if this amount was already in force.
    """
    before = next((row for row in limits(connection) if (row.venue, row.currency) == (venue, currency)), None)
    number, minor = amount or (None, 0)
    values = {"venue": number_of(connection, venue), "currency": currency, "amount": number, "minor": minor}
    changed = connection.execute(text(_SET), values).first() is not None
    if changed:
        never = f"never for {currency or 'no currency'}"
        was = amount_words(before.amount, before.minor, currency) if before else never
        now = amount_words(*amount, currency) if amount else never
        record(connection, "second review", venue, by, was, now)
    return changed


def amount_words(amount: int, minor: int, currency: str) -> str:
    """Writes the amount of a limit, such as `500.00 USD`. An empty currency becomes `without a currency`."""
    whole, part = divmod(amount, 10**minor)
    number = f"{whole}.{part:0{minor}d}" if minor else str(whole)
    return f"{number} {currency or 'without a currency'}"


def number_of(connection: Connection, name: str) -> int:
    """Returns the number of the venue with this name. Raises `VenueRefused` if there is no such venue."""
    venues = {row.name: row.id for row in connection.execute(text("SELECT id, name FROM venue ORDER BY name"))}
    if name not in venues:
        raise VenueRefused(f'There is no venue "{name[:LONGEST_NAME]}"; there are: {", ".join(venues)}.')
    number: int = venues[name]
    return number


_IS_FOUND: Final = "SELECT EXISTS (SELECT FROM finding WHERE currency = :currency)"
_ADD: Final = "INSERT INTO venue (id, name, title) SELECT max(id) + 1, :name, :name FROM venue"
_SET: Final = f"""
INSERT INTO second_person (venue_id, currency, amount, minor)
SELECT venue_id, currency, asked.amount, asked.minor
FROM (SELECT CAST(:venue AS smallint) AS venue_id, CAST(:currency AS text) AS currency,
             CAST(:amount AS bigint) AS amount, CAST(:minor AS smallint) AS minor) AS asked
LEFT JOIN {IN_FORCE} AS s USING (venue_id, currency)
WHERE asked.amount IS DISTINCT FROM s.amount OR asked.minor <> s.minor
RETURNING id
"""
