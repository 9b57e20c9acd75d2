"""The campaign's million players and their five million findings: how long each page takes by which people look for
something: lists with any filters, the search, the pages of people and the list of owed chips.
"""

import os
from collections.abc import Callable
from typing import Any, Final

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy import URL

from tests.web.millions import NIGHT, PLAYED, fill
from tests.web.pages_of_millions import NAMES, pages_by_kind
from tests.web.test_millions import timed

pytestmark = [pytest.mark.campaign, pytest.mark.database]

FINDINGS: Final = int(os.environ.get("FINDINGS_ROWS", "5000000"))
PLAYERS: Final = FINDINGS // 5
HANDS: Final = FINDINGS // 5
PARTS: Final = (2, 50, 100_000)  # where in the list of all findings its later pages begin, counted from its end
SECONDS: Final = 0.3  # of 19 in 20 pages of each kind
OWED_SECONDS: Final = 0.5
# A seat in seven of each hand is that of one of a hundred regulars; the others are spread over all players. One hand in
# two was paid wrongly, at ten thousand tables on two years of nights, under three houses.
_FILL: Final = (
    """INSERT INTO player (venue_id, name) SELECT 1, (ARRAY[(names)])[1 + n % 5] || n
       FROM generate_series(1, (players)) AS n""",
    """INSERT INTO poker_table (venue_id, name) SELECT 1, 'Ivy ' || n FROM generate_series(1, 10000) AS n""",
    """SELECT make_month(month::date) FROM generate_series('2022-12-01'::date, '2024-11-01', '1 month') AS month""",
    """INSERT INTO seat (hand_id, seat, player_id)
       SELECT hand, seat, CASE WHEN seat = 1 THEN 1 + hand % 100
                               ELSE 1 + (hashint8(hand * 8 + seat)::bigint + 2147483648) % (players) END
       FROM generate_series(1, (hands)) AS hand, generate_series(1, 7) AS seat""",
    """INSERT INTO identity (venue_id, room, game, key) SELECT 1, 'room', 'stud', (4200000000 + n)::text
       FROM generate_series(1, (hands)) AS n""",
    """INSERT INTO hand (identity_id, month, digest, venue_id, room, game, number, structure, currency, minor,
                         table_name, played, players, document)
       SELECT hand, date_trunc('month', (night)), decode(md5(hand::text) || md5(hand::text), 'hex'), 1, 'room', 'stud',
              (4200000000 + hand)::text, 'fixed', 'USD', 2, 'Ivy ' || 1 + hand % 10000,
              (played), '{}', '' FROM generate_series(1, (hands)) AS hand""",
    """INSERT INTO owed (hand_id, seat, player_id, venue_id, table_name, day, house, currency, minor, amount)
       SELECT seat.hand_id, seat.seat, seat.player_id, 1, 'Ivy ' || 1 + seat.hand_id % 10000, (night),
              (ARRAY['casino', 'pokerstars', 'fulltilt'])[1 + seat.hand_id % 3], 'USD', 2,
              (1 - 2 * (seat.seat % 2)) * (1 + seat.hand_id % 999)
       FROM seat CROSS JOIN LATERAL (SELECT hand_id AS hand) AS of_hand WHERE seat.seat <= 2 AND hand_id % 2 = 0""",
    """INSERT INTO owed_player (player_id, currency, minor, over, short, hands)
       SELECT player_id, currency, minor, sum(greatest(amount, 0)), sum(least(amount, 0)), count(DISTINCT hand_id)
       FROM owed GROUP BY player_id, currency, minor""",
    """INSERT INTO owed_night (venue_id, table_name, day, house, currency, minor, over, short, rake, hands)
       SELECT venue_id, table_name, day, house, currency, minor, sum(greatest(amount, 0)), sum(least(amount, 0)), 0,
              count(DISTINCT hand_id) FROM owed GROUP BY venue_id, table_name, day, house, currency, minor""",
)


@pytest.fixture
def filled(owner_url: URL, rows: Callable[..., Any]) -> None:
    address = owner_url.set(drivername="postgresql").render_as_string(hide_password=False)
    fill(address, FINDINGS, 1_000, on_a_hand=FINDINGS // HANDS)
    fill_people(address)


def fill_people(address: str) -> None:
    """Puts the players, their seats and what they are owed into a database that has findings on these hands."""
    names = ", ".join([f"'{name}'" for name in NAMES])
    played = PLAYED.replace("%%", "%")
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in _FILL:
            whole = statement.replace("(night)", NIGHT).replace("(played)", played).replace("(names)", names)
            whole = whole.replace("%(hands)s", str(HANDS)).replace("(hands)", str(HANDS))
            connection.execute(whole.replace("(players)", str(PLAYERS)))
        connection.execute("VACUUM ANALYZE")


def cases(client: FlaskClient, rows: Callable[..., Any]) -> dict[str, list[str]]:
    """What is asked of this database."""
    counted = client.get("/findings.json?all=yes").get_json()["facets"]
    facets = {name: [each["value"] for each in values] for name, values in counted.items() if values and name != "news"}
    order = "worst DESC, weight DESC, id DESC"
    late = [
        rows(f"SELECT worst, id FROM finding ORDER BY {order} OFFSET {FINDINGS // part} LIMIT 1")[0] for part in PARTS
    ]
    return pages_by_kind(facets, PLAYERS, [f"{worst}.{number}" for worst, number in late])


def test_pages_of_a_million_players(filled: None, client: FlaskClient, rows: Callable[..., Any]) -> None:
    late = {}
    for kind, listed in cases(client, rows).items():
        for address in listed[:3]:
            client.get(address, follow_redirects=True)
        took = sorted([timed(client, address) for address in listed], key=lambda each: each.seconds)
        late[kind] = took[len(took) * 95 // 100].seconds
        middle, longest = [each.seconds * 1000 for each in (took[len(took) // 2], took[-1])]
        print(f"\n{kind}: {len(took)} pages, p50 {middle:.0f} ms, p95 {late[kind] * 1000:.0f} ms,", end=" ")
        print(f"longest {longest:.0f} ms {took[-1].address}", end="")
    goals = {kind: OWED_SECONDS if kind.startswith(("owed", "confirmed")) else SECONDS for kind in late}
    assert {kind: seconds for kind, seconds in late.items() if seconds > goals[kind]} == {}
