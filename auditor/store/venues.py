"""What venues ask of their reviewers: from which amount on it takes two of them to dismiss a finding."""

from typing import Final

from sqlalchemy import text

from auditor.store.database import Connection


class NoSuchVenue(Exception):
    """There is no venue of that name; the text says which there are."""


def ask_for_two(connection: Connection, venue: str, currency: str, amount: int, minor: int) -> None:
    """From so much on, in 10 ** -`minor` of the currency, a dismissal needs a second person. Raises `NoSuchVenue`."""
    values = {"venue": _number(connection, venue), "currency": currency, "amount": amount, "minor": minor}
    connection.execute(text(_SET), values)


def ask_for_one(connection: Connection, venue: str, currency: str) -> bool:
    """In this currency nobody needs a second person any more; says whether that was so. What waits goes on waiting.

    Raises `NoSuchVenue`.
    """
    values = {"venue": _number(connection, venue), "currency": currency}
    return bool(connection.execute(text(_DROP), values).rowcount)


def _number(connection: Connection, name: str) -> int:
    venues = {row.name: row.id for row in connection.execute(text("SELECT id, name FROM venue ORDER BY name"))}
    if name not in venues:
        raise NoSuchVenue(f'There is no venue "{name[:64]}"; there are: {", ".join(venues)}.')
    number: int = venues[name]
    return number


_SET: Final = """
INSERT INTO second_person (venue_id, currency, amount, minor) VALUES (:venue, :currency, :amount, :minor)
ON CONFLICT (venue_id, currency) DO UPDATE SET amount = excluded.amount, minor = excluded.minor
"""

_DROP: Final = "DELETE FROM second_person WHERE venue_id = :venue AND currency = :currency"
