"""Lists, filters and places in lists, on a database with findings of many kinds."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.engine.findings import Severity
from auditor.store.postgres.database import Database
from auditor.store.queries import findings, hands, runs, uploads
from auditor.store.queries.findings import FACETS, BadFilter, FindingRow

pytestmark = pytest.mark.database

# Findings as ingest leaves them, of every combination; amounts come several times, are negative, or are not there.
MADE = """
WITH run AS (
    INSERT INTO run (trigger, rules_version, houses, pin)
    SELECT 'manual', version, '{}', decode(repeat('00', 32), 'hex') FROM generate_series(1, 2) AS version
    RETURNING id, rules_version)
INSERT INTO finding (fingerprint, hand_id, month, venue_id, room, game, number, minor, house, code, grade, severity,
                     certainty, big_bet, street, seat, event,
                     logged, lawful, amount, evidence, detection, readings, rules_version, first_run_id,
                     last_run_id)
SELECT 'v1:' || n, n / 3, '2023-02-01', 1, (ARRAY['', 'acme'])[1 + n % 2], (ARRAY['stud', 'stud8'])[1 + n / 7 % 2],
       (n / 3)::text, 2, (ARRAY['roberts', 'casino'])[1 + n / 5 % 2], (ARRAY['O302', 'B402', 'P602'])[1 + n % 3],
       (ARRAY['fault', 'violation', 'irregular'])[1 + n / 11 % 3],
       (ARRAY['money', 'integrity', 'log', 'play', 'procedure'])[1 + n / 13 % 5],
       (ARRAY['stated', 'likely', 'assumed', 'contested'])[1 + n / 19 % 4], (ARRAY[20, 400, NULL])[1 + n % 3],
       nullif(2 + n % 6, 2), n % 8, n,
       'logged', 'lawful', CASE WHEN n % 4 = 0 THEN NULL ELSE (n % 13 - 6) * 10 END, decode(repeat('00', 32), 'hex'),
       (ARRAY['present', 'present', 'changed', 'gone'])[1 + n / 17 % 4],
       CASE WHEN n % 5 = 1 THEN '' ELSE E'one\\ntwo' END, rules_version, run.id, run.id
FROM generate_series(1, 300) AS n JOIN run ON rules_version = 1 + (n % 10 = 3)::int RETURNING id
"""


@pytest.fixture
def filled(database: Database, rows: Callable[..., Any]) -> Database:
    rows(MADE)
    return database


def everything(database: Database, filters: dict[str, str], size: int) -> list[FindingRow]:
    """All findings that pass, page after page."""
    found: list[FindingRow] = []
    after = None
    while True:
        with database.begin() as connection:
            page = findings.page(connection, filters, after, size)
        found += page.findings
        after = page.following
        if after is None:
            return found
        assert len(page.findings) == size


WEIGHT = ("violation", "fault", "irregular")


@pytest.mark.parametrize("size", [4, 7, 50, 200])
def test_pages_are_the_whole_list_in_order(filled: Database, size: int) -> None:
    found = everything(filled, {}, size)
    big_bets = [20, 400, None]
    order = []
    for one in found:
        big_bet = big_bets[int(one.fingerprint.removeprefix("v1:")) % 3]
        bets = abs(one.amount or 0) * 100 // big_bet if big_bet else 0
        severity = list(Severity).index(Severity(one.severity))
        order.append((severity, one.amount is None, -bets, WEIGHT.index(one.grade), one.id))
    assert order == sorted(order)
    assert len({one.id for one in found}) == len(found) > 200
    assert {one.detection for one in found} == {"present", "changed"}


@pytest.mark.parametrize(
    "filters",
    [
        {"code": "B402"},
        {"house": "casino", "grade": "violation"},
        {"street": "5", "game": "stud8"},
        {"street": ""},
        {"room": "acme", "detection": "gone"},
    ],
)
def test_filters_keep_only_findings_that_match(filled: Database, filters: dict[str, str]) -> None:
    found = everything(filled, filters, 50)
    assert found
    for one in found:
        shown = {name: "" if (value := getattr(one, name)) is None else str(value) for name in filters}
        assert shown == filters
    with filled.begin() as connection:
        assert findings.total(connection, filters) == len(found)


def test_what_a_version_of_the_rules_found_first_is_a_list_of_its_own(filled: Database) -> None:
    by_version = {version: everything(filled, {"engine": version}, 50) for version in ("1", "2", "3", "x", "9" * 20)}
    assert [len(found) for found in by_version.values()] == [209, 23, 0, 0, 0]
    for version in ("1", "2"):
        assert {str(one.rules_version) for one in by_version[version]} == {version}
    assert everything(filled, {"engine": "2", "code": "B402"}, 50) == [
        one for one in by_version["2"] if one.code == "B402"
    ]


def test_what_is_contested_is_a_list_of_its_own(filled: Database) -> None:
    contested, firm = everything(filled, {"contested": "yes"}, 50), everything(filled, {"contested": "no"}, 50)
    assert {one.readings for one in contested} == {("one", "two")}
    assert {one.readings for one in firm} == {()}
    assert len(contested) + len(firm) == len(everything(filled, {}, 50))


@pytest.mark.parametrize(
    "filters",
    [
        {}, {"code": "B402"}, {"contested": "yes"}, {"house": "casino", "street": "5"}, {"flagged": "yes"},
        {"flagged": "no", "triage": "open"}, {"detection": "gone"}, {"news": "new", "runs": "0.."},
        {"engine": "2"}, {"engine": "1", "code": "P602"}, {"news": "new", "runs": "0..", "engine": "2"},
        {"news": "new", "runs": "0..9", "flagged": "yes"},
    ],
)  # fmt: skip
def test_facets_count_the_findings_of_each_choice(
    filled: Database, filters: dict[str, str], rows: Callable[..., Any]
) -> None:
    rows("UPDATE finding SET triage = 'confirmed', flagged = true WHERE id % 4 < 2 RETURNING id")
    rows("UPDATE finding SET triage = 'closed' WHERE detection = 'gone' AND id % 4 = 2 RETURNING id")
    with filled.begin() as connection:
        counted = findings.facets(connection, filters)
        assert set(counted) == set(FACETS)
        for name, counts in counted.items():
            assert counts
            for one in counts:
                assert findings.total(connection, {**filters, name: one.value}) == one.count


HOSTILE = [
    "' OR 1=1 --",
    "'; DROP TABLE finding; --",
    "%",
    "_",
    "\\",
    "B402' || '",
    "$1",
    ":code",
    "{code}",
    "é",
    "x" * 9000,
]


NOT_ANY_TEXT = ("street", "runs", "amount", "since", "until", "weekday", "hour")


@pytest.mark.parametrize("name", [name for name in findings.FILTERS if name not in NOT_ANY_TEXT])
def test_hostile_value_is_a_value_that_nothing_has(filled: Database, name: str) -> None:
    with filled.begin() as connection:
        for value in HOSTILE:
            assert findings.total(connection, {name: value}) == 0
            assert findings.page(connection, {name: value}).findings == ()


@pytest.mark.parametrize(
    "filters",
    [{"amount": "much"}, {"since": "soon"}, {"id; --": "1"}, {"street": "8"}, {"street": "٣"}, {"code": "a\u202eb"}],
)
def test_filter_that_does_not_exist_is_refused(filled: Database, filters: dict[str, str]) -> None:
    with filled.begin() as connection, pytest.raises(BadFilter):
        findings.total(connection, filters)


@pytest.mark.parametrize(
    "place", ["", ".", "1", "1.", "x.1", "1.x", "-1.-1", "1.1.1", "٣.1", f"1.{2**63}", "9" * 30 + ".1"]
)
def test_place_that_does_not_exist_is_refused(filled: Database, place: str) -> None:
    with filled.begin() as connection, pytest.raises(BadFilter, match="Open the first page of the list"):
        findings.page(connection, {}, place)


def test_one_finding_has_every_field(filled: Database) -> None:
    with filled.begin() as connection:
        listed = findings.page(connection, {}).findings[0]
        assert findings.one(connection, listed.id) == listed
        assert findings.one(connection, 10**9) is None
        assert findings.of_hand(connection, listed.hand_id, listed.house).count(listed) == 1
    assert listed.venue == "default"
    assert listed.readings == ("one", "two")


def test_rules_are_counted_without_what_is_gone(filled: Database, rows: Callable[..., Any]) -> None:
    with filled.begin() as connection:
        now = findings.now_by_rule(connection)
        run = runs.last(connection, "manual")
        assert run is not None
        new = findings.new_by_rule(connection, run.id - 2, run.id)
    assert sum(now.values()) == rows("SELECT count(*) FROM finding WHERE detection <> 'gone'")[0][0]
    assert new == {"O302": 100, "B402": 100, "P602": 100}


def test_what_is_not_there_is_none(database: Database) -> None:
    with database.begin() as connection:
        assert uploads.by_receipt(connection, "0000-0000-0000-0000") is None
        assert uploads.by_receipt(connection, "a\0b") is None
        assert uploads.latest(connection) == ()
        assert runs.one(connection, 1) is None
        assert runs.last(connection, "nightly") is None
        assert hands.named(connection, "a\0b") == ()
        assert hands.named(connection, "1") == ()


def test_rejections_are_listed_by_line(database: Database, rows: Callable[..., Any]) -> None:
    rows("""WITH made AS (INSERT INTO upload (receipt, venue_id, sha256, size)
                          VALUES ('r', 1, decode(repeat('00', 32), 'hex'), 1) RETURNING id)
            INSERT INTO rejected (upload_id, line, hand, reason)
            SELECT id, 1 + n * 7 % 5, n::text, 'why' FROM made, generate_series(1, 12) AS n RETURNING id""")
    after, seen = None, []
    with database.begin() as connection:
        upload = uploads.latest(connection)[0]
        while True:
            page = uploads.rejections(connection, upload.id, after, 5)
            seen += [refusal.line for refusal in page.refusals]
            after = page.following
            if after is None:
                break
        with pytest.raises(ValueError, match="Open the first page of the list"):
            uploads.rejections(connection, upload.id, "x")
    assert seen == sorted(1 + n * 7 % 5 for n in range(1, 13))
