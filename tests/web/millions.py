"""Millions of findings, put into a database at once: what each finding does one by one is made up for at the end."""

import importlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from auditor.web.rulebook.catalogue import rule_documents

PART: Final = 250_000
WRITERS: Final = 2
CODES: Final = 40
# The night and the time of a hand, as SQL.
NIGHT: Final = "('2022-12-01'::date + (700 * hand / %(hands)s)::int)"
PLAYED: Final = f"({NIGHT} + hand %% 24 * interval '1 hour')"
# A hand has one finding or several, and the hands were played in seven hundred nights. Three rooms, each under its own
# rules: the first has most of the findings. Two games, one of them seldom; twelve stakes, some played much more than
# others; forty rules of which few are broken often, a third of them on any street and the others on one or two, mostly
# of one grade; amounts from a tenth of a big bet to ten, and none where no money hangs on the rule. One in ten was
# decided before the last tenth of the runs, one in ninety is gone, some are assigned. The rules had four versions, the
# last of them in two runs of a thousand. Three findings have one cause, and a rule has six shapes.
_FILL: Final = f"""
INSERT INTO finding (fingerprint, hand_id, month, played, venue_id, room, game, stakes, number, currency, minor, house,
                     code, grade, severity, certainty, big_bet, street, seat,
                     event, logged, lawful, amount, clause, status, readings, evidence, detection,
                     triage, assignee, flagged, shape, cause, follows, rules_version, first_run_id, last_run_id)
SELECT 'v1:' || md5(n::text) || '01234567', hand, date_trunc('month', {NIGHT}), {PLAYED}, 1,
       'room' || room, (ARRAY['stud', 'stud8'])[1 + (r6 < 0.2)::int],
       (%(stakes)s::text[])[1 + stake], (4200000000 + n)::text, 'USD', 2,
       (%(houses)s::text[])[1 + room], (%(codes)s::text[])[1 + rule],
       (ARRAY['violation', 'irregular', 'fault'])[1 + (rule + (r2 < 0.05)::int) %% 3],
       (ARRAY['money', 'play', 'procedure', 'integrity', 'log'])[1 + rule %% 5],
       CASE WHEN rule %% 9 = 0 THEN 'contested' ELSE (ARRAY['stated', 'likely', 'assumed'])[1 + rule %% 3] END,
       (%(bets)s::int[])[1 + stake],
       CASE rule %% 3 WHEN 0 THEN 3 + n %% 5 ELSE nullif(2 + (rule + (r3 < 0.2)::int) %% 6, 2) END,
       1 + n %% 8, n %% 40, 'raises to 1,800', 'limit is 1,200',
       CASE WHEN rule %% 4 > 0
            THEN ((%(bets)s::int[])[1 + stake] * exp(ln(10) * (2 * r4 - 1)) * (1 - 2 * (n %% 2)))::bigint END,
       'On third and fourth street the low limit is bet and raised.', 'stated',
       CASE WHEN rule %% 9 = 0 THEN 'another reading' ELSE '' END, decode(md5(n::text) || md5(n::text), 'hex'),
       CASE WHEN n %% 90 = 0 THEN 'gone' WHEN n %% 71 = 0 THEN 'changed' ELSE 'present' END,
       CASE WHEN n %% 90 = 0 THEN 'closed' WHEN r5 < 0.1 AND n < %(old)s
            THEN (ARRAY['confirmed', 'dismissed', 'accepted'])[1 + (30 * r5)::int %% 3] ELSE 'open' END,
       CASE WHEN n %% 211 = 3 THEN (ARRAY['ann', 'bob', 'cem', 'dee', 'eve'])[1 + n %% 5] ELSE '' END, n %% 1000 = 5,
       16 * rule + n %% 6, n / 3, n %% 3 > 0,
       (SELECT rules_version FROM run WHERE run.id = drawn.of_run), of_run, of_run
FROM (SELECT n, 1 + (n - 1) / %(on_a_hand)s AS hand, 1 + n * %(runs)s / (%(rows)s + 1) AS of_run,
             floor(3 * random() * random())::int AS room,
             floor(%(rules)s * random() * random())::int AS rule,
             floor(12 * random() * random())::int AS stake, random() AS r2, random() AS r3, random() AS r4,
             random() AS r5, random() AS r6
      FROM generate_series(%(start)s::bigint, %(stop)s::bigint) AS n OFFSET 0) AS drawn
"""
# As they are told, and the big bet in the smallest unit.
_STAKES: Final = {
    "1/2 USD": 200, "2/4 USD": 400, "0.5/1 USD": 100, "5/10 USD": 1000, "3/6 USD": 600, "0.1/0.2 USD": 20,
    "10/20 USD": 2000, "0.04/0.08 USD": 8, "20/40 USD": 4000, "30/60 USD": 6000, "80/160 USD": 16000,
    "400/800 USD": 80000,
}  # fmt: skip
_RUNS: Final = """
INSERT INTO run (trigger, rules_version, houses, pin, state, started_at, finished_at, hands, clean,
                 findings_new)
SELECT 'nightly', 1 + (night > %(runs)s * 0.6)::int + (night > %(runs)s * 0.9)::int + (night > %(runs)s * 0.998)::int,
       '{}', decode(repeat('00', 32), 'hex'), 'done', day, day + interval '1 hour', 100000, 100000, %(found)s
FROM generate_series(1, %(runs)s) AS night,
     LATERAL (SELECT now() - (%(runs)s - night) * interval '1 day' AS day) AS on_day
"""
# What slows an insert down, with what makes it again.
_CONSTRAINTS: Final = """
SELECT quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = 'finding'::regclass AND contype IN ('f', 'u') ORDER BY contype
"""
_INDEXES: Final = """
SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
WHERE indrelid = 'finding'::regclass AND NOT indisprimary ORDER BY 1
"""


def fill(address: str, findings: int, runs: int, on_a_hand: int = 1) -> None:
    """Puts so many findings of so many runs, one a day, into the database at that address, which has none. Each hand
    has `on_a_hand` of them.
    """
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(_RUNS.replace("%(found)s", str(findings // runs)), {"runs": runs})
        with _bare(connection):
            _write(address, findings, runs, on_a_hand)
        connection.execute("VACUUM ANALYZE")


@contextmanager
def _bare(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """The table of findings without what slows an insert down; that is made up for at the end."""
    constraints = connection.execute(_CONSTRAINTS).fetchall()
    for name, _ in constraints:
        connection.execute(f"ALTER TABLE finding DROP CONSTRAINT {name}")
    indexes = connection.execute(_INDEXES).fetchall()
    for name, _ in indexes:
        connection.execute(f"DROP INDEX {name}")
    connection.execute("ALTER TABLE finding DISABLE TRIGGER USER")
    yield
    connection.execute("ALTER TABLE finding ENABLE TRIGGER USER")
    connection.execute("SET maintenance_work_mem = '512MB'")
    for name, definition in constraints:
        connection.execute(f"ALTER TABLE finding ADD CONSTRAINT {name} {definition}")
    for _, definition in indexes:
        connection.execute(definition)
    tallied = importlib.import_module("migrations.versions.0017_kinds")
    versions = importlib.import_module("migrations.versions.0021_rules_versions")
    kinds = versions.with_version(tallied.KINDS)  # and as the migration 0034 adds to them
    kinds = {**kinds, "breach": {**kinds["breach"], "severity": "text", "certainty": "text"}}
    connection.execute(tallied.filed(tallied.ADDED, "finding", kinds))
    first = importlib.import_module("migrations.versions.0019_found_first")
    connection.execute(first.filed(first.ADDED, "finding"))


def _write(address: str, findings: int, runs: int, on_a_hand: int) -> None:
    starts = range(1, findings + 1, PART)
    writers = [
        threading.Thread(target=_parts, args=(address, starts[which::WRITERS], findings, runs, on_a_hand))
        for which in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()


def _parts(address: str, starts: range, findings: int, runs: int, on_a_hand: int) -> None:
    codes = [rule["code"] for rule in rule_documents()][::2][:CODES]
    values = {"codes": codes, "rules": CODES, "houses": ["casino", "pokerstars", "fulltilt"], "stakes": list(_STAKES)}
    values |= {"bets": list(_STAKES.values()), "runs": runs, "rows": findings, "old": findings * 0.9}
    values |= {"on_a_hand": on_a_hand, "hands": findings // on_a_hand}
    with psycopg.connect(address, autocommit=True) as connection:
        for start in starts:
            connection.execute("SELECT setseed(%s)", [start / findings / 2])
            connection.execute(_FILL, {**values, "start": start, "stop": min(start + PART - 1, findings)})
