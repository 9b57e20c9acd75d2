"""Lists of findings by day, hour and amount, up to the limits of each."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.night import File
from tests.web.paid import wrongly_paid

pytestmark = pytest.mark.database

DAYS = ("12", "12", "12", "12", "13", "13", "14", "14")
BEFOREHAND = {"many": (File(b"".join([wrongly_paid(f"{number}", day=day) for number, day in enumerate(DAYS, 1)])),)}
# In the smallest unit, where 100 of them are 1.
AMOUNTS = (None, 0, 99, 100, -999, 1000, 99_999, -100_000, 501)
SIZES = {
    ">5": 5, ">=10": 3, ">=1000": 1, ">999.99": 1, ">999.98": 2, "<1": 2, "<=1": 3, "<0.5": 1, "1": 1, "0": 1,
    "1..10": 4, "0.99..9.99": 4, "2..3": 0, "10..1": 0, "1000..5000": 1,
}  # fmt: skip


@pytest.fixture
def many(rows: Callable[..., Any]) -> None:
    """Hands of three days, the 13th to the 15th in UTC, with a finding of each amount; further findings have none."""
    numbers = [number for (number,) in rows("SELECT id FROM finding ORDER BY id")]
    assert len(numbers) > len(AMOUNTS)
    for number, amount in zip_longest(numbers, AMOUNTS):
        rows("UPDATE finding SET amount = %s WHERE id = %s RETURNING id", amount, number)


def listed(client: FlaskClient, query: str) -> Any:
    answer = client.get(f"/findings.json?{query}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def test_findings_are_listed_by_their_amount(client: FlaskClient, many: None) -> None:
    found = {size: listed(client, f"amount={size.replace('>', '%3E').replace('<', '%3C')}")["total"] for size in SIZES}
    assert found == SIZES


@pytest.mark.parametrize(
    ("query", "days"),
    [
        ("since=2026-11-13&until=2026-11-13", {"13"}),
        ("since=2026-11-14", {"14", "15"}),
        ("until=2026-11-13", {"13"}),
        ("since=2026-12", set()),
        ("weekday=5", {"13"}),
        ("weekday=5&since=2026-11-14", set()),
        ("hour=(hour)", {"13", "14", "15"}),
        ("weekday=6&hour=(hour)", {"14"}),
        ("weekday=6&hour=(other)", set()),
    ],
)
def test_findings_are_listed_by_the_day_and_the_hour_of_play(
    client: FlaskClient, many: None, rows: Callable[..., Any], query: str, days: set[str]
) -> None:
    hour = rows("SELECT DISTINCT extract(hour FROM played AT TIME ZONE 'UTC')::int FROM finding")
    assert len(hour) == 1
    query = query.replace("(hour)", f"{hour[0][0]}").replace("(other)", f"{(hour[0][0] + 1) % 24}")
    of_day = dict(rows("SELECT id, to_char(played AT TIME ZONE 'UTC', 'DD') FROM finding"))
    found = listed(client, query + "&rows=findings")
    assert {each["id"] for each in found["findings"]} == {number for number, day in of_day.items() if day in days}
    assert found["total"] == len(found["findings"])
