"""The amounts from which a venue wants two people to dismiss a finding."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.second_reviews import IN_FORCE


class NoSuchVenue(Exception):
    """There is no venue of that name; the text lists the venues."""


def ask_for_two(connection: Connection, venue: str, currency: str, amount: int, minor: int) -> None:
    """From this amount on, in 10 ** -`minor` of the currency, a dismissal needs a second person. Raises `NoSuchVenue`."""
    _set(connection, venue, currency, amount, minor)


def ask_for_one(connection: Connection, venue: str, currency: str) -> bool:
    """In this currency nobody needs a second person any more; returns whether that is a change. Dismissals that wait go
    on waiting. Raises `NoSuchVenue`.
    """
    return _set(connection, venue, currency, None, 0)


def _set(connection: Connection, venue: str, currency: str, amount: int | None, minor: int) -> bool:
    """Adds the new amount, and returns whether it is a change."""
    values = {"venue": number_of(connection, venue), "currency": currency, "amount": amount, "minor": minor}
    return connection.execute(text(_SET), values).first() is not None


def number_of(connection: Connection, name: str) -> int:
    """The number of the venue of that name. Raises `NoSuchVenue`."""
    venues = {row.name: row.id for row in connection.execute(text("SELECT id, name FROM venue ORDER BY name"))}
    if name not in venues:
        raise NoSuchVenue(f'There is no venue "{name[:64]}"; there are: {", ".join(venues)}.')
    number: int = venues[name]
    return number


_SET: Final = """
INSERT INTO second_person (venue_id, currency, amount, minor)
SELECT venue_id, currency, asked.amount, asked.minor
FROM (SELECT CAST(:venue AS smallint) AS venue_id, CAST(:currency AS text) AS currency,
             CAST(:amount AS bigint) AS amount, CAST(:minor AS smallint) AS minor) AS asked
LEFT JOIN IN_FORCE AS s USING (venue_id, currency)
WHERE asked.amount IS DISTINCT FROM s.amount OR asked.minor <> s.minor
RETURNING id
""".replace("IN_FORCE", IN_FORCE)
