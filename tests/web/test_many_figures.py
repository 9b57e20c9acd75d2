"""The campaign's figures: how long the page takes over a million hands and five million findings."""

import os
import random

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy import URL

from auditor.jobs.context import Workplace
from auditor.store.findings import figures
from auditor.web.rulebook.catalogue import rule_documents
from tests.web.test_millions import timed

pytestmark = [pytest.mark.campaign, pytest.mark.database]

HANDS = int(os.environ.get("FIGURES_HANDS", "1000000"))
PART = 5_000  # about the hands that one transaction of the service stores
REQUESTS = 100
SECONDS = 0.5
DAY = "('2023-01-01 12:00Z'::timestamptz + (abs(hashint8(n)) % 180) * interval '1 day')"
# Sixty tables of three rooms, each under its own house, on the nights of half a year; five findings on each hand.
FILL = (
    """INSERT INTO run (trigger, rules_version, houses, pin)
       SELECT 'manual', 1, '{{}}', decode(repeat('00', 32), 'hex') WHERE NOT EXISTS (SELECT FROM run WHERE id = 2)""",
    """INSERT INTO hand (identity_id, month, digest, venue_id, room, game, number, structure, currency, minor, big_bet,
                         table_name, played, players, document)
       SELECT n, date_trunc('month', day)::date, decode(md5(n::text) || md5(n::text), 'hex'), 1, 'room' || n % 3,
              'stud', n::text, 'fixed', 'USD', 2, 2000, 'Ivy ' || n % 60,
              day + n % 11 * interval '1 hour', '{{}}', ''
       FROM generate_series({start}, {stop}) AS n, LATERAL (SELECT {day} AS day) AS played""",
    """INSERT INTO report (hand_id, month, game, house, house_digest, rules_version, digest, run_id, findings,
                           settlement, current)
       SELECT n, date_trunc('month', {day})::date, 'stud', (ARRAY['casino', 'pokerstars', 'fulltilt'])[1 + n % 3],
              decode(repeat('00', 32), 'hex'), 1, decode(repeat('00', 32), 'hex'), 1, 5, '', true
       FROM generate_series({start}, {stop}) AS n""",
    """INSERT INTO finding (fingerprint, hand_id, month, venue_id, room, game, stakes, number, currency, minor, house,
                            code, grade, severity, certainty, big_bet, seat, logged, lawful, amount, clause, status,
                            evidence, triage, rules_version, first_run_id, last_run_id)
       SELECT 'v1:' || n || '.' || k, n, date_trunc('month', {day})::date, 1, 'room' || n % 3, 'stud', '10/20 USD',
              n::text, 'USD', 2, (ARRAY['casino', 'pokerstars', 'fulltilt'])[1 + n % 3], {codes}[1 + rule], 'violation',
              (ARRAY['money', 'play', 'procedure', 'integrity', 'log'])[1 + rule % 5], 'stated', 2000, 1 + n % 8,
              'raises to 1,800', 'limit is 1,200', CASE WHEN rule % 4 > 0 THEN n % 1000 - 500 END, '', 'stated',
              decode(repeat('00', 32), 'hex'),
              CASE WHEN n % 10 = 0 THEN (ARRAY['confirmed', 'dismissed'])[1 + k % 2] ELSE 'open' END, 1, 1, 1
       FROM (SELECT n, k, floor(40 * random() * random())::int AS rule
             FROM generate_series({start}, {stop}) AS n, generate_series(1, 5) AS k OFFSET 0) AS drawn""",
    """INSERT INTO rake_night (venue_id, table_name, day, house, currency, minor, taken, due, hands, differ)
       SELECT 1, 'Ivy ' || n, '2023-01-01'::date + night, 'casino', 'USD', 2, 100 * n, 100 * n + night % 3, 90, 2
       FROM generate_series(0, 59) AS n, generate_series(0, 179) AS night WHERE {start} = 1""",
)


@pytest.fixture
def filled(owner_url: URL, place: Workplace) -> None:
    codes = f"(ARRAY{[rule['code'] for rule in rule_documents()][::2][:40]}::text[])"
    address = owner_url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        for month in range(1, 8):
            connection.execute("SELECT make_month(%s)", [f"2023-{month:02}-01"])
        for start in range(1, HANDS, PART):
            for statement in FILL:
                connection.execute(statement.format(start=start, stop=start + PART - 1, codes=codes, day=DAY))
            # A worker folds each minute, after some ten thousand hands.
            if start // PART % 4 == 3:
                with place.database.begin() as folding:
                    figures.fold(folding)
        connection.execute("VACUUM ANALYZE")


def addresses() -> list[str]:
    draw = random.Random(7)
    filters = ["", "house=casino", "severity=money", "since=2023-02&until=2023-03", "scale=log"]
    filters += [f"table=Ivy+{number}" for number in range(5)]
    return [f"/figures?{draw.choice(filters)}" for _ in range(REQUESTS)]


def test_the_page_of_figures_over_a_million_hands(filled: None, client: FlaskClient) -> None:
    listed = addresses()
    for address in sorted(set(listed)):
        client.get(address)
    took = sorted([timed(client, address) for address in listed], key=lambda each: each.seconds)
    late = took[REQUESTS * 95 // 100].seconds
    print(f"\np50 {took[REQUESTS // 2].seconds * 1000:.0f} ms, p95 {late * 1000:.0f} ms, {took[-1].address}")
    assert late <= SECONDS
