"""Finds the values of filters that nothing in the database has, such as the name of a player who is in no log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sqlalchemy import Select, String, cast, literal, or_, select, union, union_all

from auditor.store.postgres.database import Connection
from auditor.store.queries.filter_values import values_of
from auditor.store.queries.people_filters import names_beginning, of_venues
from auditor.store.tables import (
    account,
    found_first,
    identity,
    player,
    poker_table,
    selection,
    tally_breach,
    tally_place,
    tally_standing,
    upload,
    venue,
)

# Each function returns a query for those of the texts that the database has, at the venues.
_Known = Callable[[Sequence[str], Sequence[str]], Select[str]]


def missing(connection: Connection, filters: Mapping[str, str]) -> list[tuple[str, str]]:
    """Returns the values that nothing in the database has, each with the name of its filter, such as `("player",
    "Ann")`. An empty value is never missing.

    With a filter for venues, only names at these venues count. Rules and houses without a finding are missing here: the
    caller knows the catalogue of rules and houses.
    """
    venues = values_of(filters["venue"]) if "venue" in filters else ()
    found: list[tuple[str, str]] = []
    for name, known in _KNOWN.items():
        wanted = [each for each in values_of(filters.get(name, "")) if each]
        if wanted:
            there = set(connection.execute(known(wanted, venues)).scalars())
            found += [(name, each) for each in wanted if each not in there]
    return found


def _players(names: Sequence[str], venues: Sequence[str]) -> Select[str]:
    return select(player.c.name).where(player.c.venue_id.in_(of_venues(venues)), player.c.name.in_(names))


def _tables(names: Sequence[str], venues: Sequence[str]) -> Select[str]:
    return select(poker_table.c.name).where(
        poker_table.c.venue_id.in_(of_venues(venues)), poker_table.c.name.in_(names)
    )


def _named(texts: Sequence[str], _: Sequence[str]) -> Select[str]:
    """Returns a query for those of the texts with which the name of a player or of a table begins, or which are the
    number of a hand.
    """
    found = [
        select(literal(each)).where(
            or_(
                names_beginning(player, each, 1).exists(),
                names_beginning(poker_table, each, 1).exists(),
                select(identity.c.id).where(identity.c.venue_id.in_(of_venues()), identity.c.key == each).exists(),
            )
        )
        for each in texts
    ]
    there = union_all(*found).subquery()
    return select(there.c[0])


def _uploads(receipts: Sequence[str], venues: Sequence[str]) -> Select[str]:
    return select(upload.c.receipt).where(upload.c.venue_id.in_(of_venues(venues)), upload.c.receipt.in_(receipts))


def _of_place(column: str) -> _Known:
    values = tally_place.c[column]
    return lambda names, venues: (
        select(values).where(values.in_(names), tally_place.c.venue_id.in_(of_venues(venues))).distinct()
    )


def _accounts(names: Sequence[str], _: Sequence[str]) -> Select[str]:
    people = select(account.c.name).where(account.c.name.in_(names))
    assigned = select(tally_standing.c.assignee).where(tally_standing.c.assignee.in_(names))
    both = union(people, assigned).subquery()
    return select(both.c.name)


def _of_breach(column: str) -> _Known:
    values = cast(tally_breach.c[column], String)
    return lambda names, _: select(values).where(values.in_(names)).distinct()


def _selections(numbers: Sequence[str], _: Sequence[str]) -> Select[str]:
    return select(cast(selection.c.id, String)).where(selection.c.id.in_([int(each) for each in numbers]))


_KNOWN: Final[Mapping[str, _Known]] = {
    "code": _of_breach("code"),
    "house": _of_place("house"),
    "venue": lambda names, _: select(venue.c.name).where(venue.c.name.in_(names)),
    "room": _of_place("room"),
    "stakes": _of_place("stakes"),
    "engine": _of_breach("rules_version"),
    "assignee": _accounts,
    "second": _accounts,
    "player": _players,
    "against_player": _players,
    "for_player": _players,
    "table": _tables,
    "named": _named,
    "currency": lambda names, _: select(found_first.c.currency).where(found_first.c.currency.in_(names)).distinct(),
    "upload": _uploads,
    "against": _uploads,
    "selection": _selections,
}
