"""The campaign's list of five million findings: how long a page of it takes, with facets, from any side."""

import os
import random
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from sqlalchemy import URL

from tests.web.millions import fill

pytestmark = [pytest.mark.campaign, pytest.mark.database]

ROWS: Final = int(os.environ.get("FINDINGS_ROWS", "5000000"))
RUNS: Final = 1_000
REQUESTS: Final = 200


@pytest.fixture
def filled(database_url: URL, rows: Callable[..., Any]) -> int:
    """A database with that many findings of a thousand runs; gives how many cells the tally has."""
    began = time.monotonic()
    fill(database_url.set(drivername="postgresql").render_as_string(hide_password=False), ROWS, RUNS)
    print(f"\n{ROWS:,} findings put in within {time.monotonic() - began:.0f} s")
    cells: int = rows("SELECT count(*) FROM tally")[0][0]
    return cells


def asked(client: FlaskClient) -> list[str]:
    """Lists as people ask for them: the usual one, one to three filters, the next pages of these, what is new."""
    draw = random.Random(20)
    facets = client.get("/findings.json?all=yes").get_json()["facets"]
    choices = {name: [each["value"] for each in values][:12] for name, values in facets.items() if len(values) > 1}
    lists = ["/findings", "/findings?all=yes"] * (REQUESTS // 10)
    while len(lists) < REQUESTS:
        names = draw.sample(sorted(choices), draw.choice([1, 1, 2, 2, 3]))
        filters = {name: draw.choice(choices[name]) for name in names}
        lists.append(f"/findings?{urlencode(filters)}")
    draw.shuffle(lists)
    return lists


@pytest.mark.parametrize("reviewed", [RUNS - 1, RUNS // 2])
def test_a_page_of_five_million_findings(
    reviewed: int, filled: int, client: FlaskClient, rows: Callable[..., Any]
) -> None:
    rows("UPDATE run SET reviewed_at = now() WHERE id = %s RETURNING id", reviewed)
    took: list[tuple[float, int, str]] = []
    lists = asked(client)
    for address in lists[:10]:  # what was just filled is first written out
        client.get(address)
    for place, address in enumerate(lists):
        began = time.perf_counter()
        answer = client.get(address)
        took.append((time.perf_counter() - began, len(answer.data), address))
        assert answer.status_code == 200, address
        if place % 4 == 0 and 'rel="next"' in answer.text:
            following = answer.text.partition('" rel="next"')[0].rpartition('href="')[2].replace("&amp;", "&")
            began = time.perf_counter()
            assert client.get(following).status_code == 200
            took.append((time.perf_counter() - began, len(answer.data), following))
    took.sort()
    middle, late = took[len(took) // 2], took[len(took) * 95 // 100]
    print(f"\n{ROWS:,} findings in {filled:,} cells, run {reviewed} of {RUNS} reviewed: {len(took)} pages,", end=" ")
    print(f"p50 {middle[0] * 1000:.0f} ms, p95 {late[0] * 1000:.0f} ms (goal 300), longest {took[-1][0] * 1000:.0f} ms")
    print("\n".join([f"  {seconds * 1000:.0f} ms {address}" for seconds, _, address in took[-8:]]))
    print(f"  the largest page has {max(took, key=lambda each: each[1])[1]:,} bytes")
