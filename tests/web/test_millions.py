"""The campaign's list of five million findings: how long a page of it takes, with facets, from any side."""

import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from sqlalchemy import URL

from auditor.store.queries.groups import WAYS
from tests.web.millions import fill

pytestmark = [pytest.mark.campaign, pytest.mark.database]

ROWS: Final = int(os.environ.get("FINDINGS_ROWS", "5000000"))
RUNS: Final = 1_000
REQUESTS: Final = 200
TIMES: Final = 5
LONGEST_SECONDS: Final = 0.3  # of 19 in 20 lists


@pytest.fixture
def filled(owner_url: URL, rows: Callable[..., Any]) -> int:
    """A database with that many findings of a thousand runs; gives how many cells the tally has."""
    began = time.monotonic()
    fill(owner_url.set(drivername="postgresql").render_as_string(hide_password=False), ROWS, RUNS)
    print(f"\n{ROWS:,} findings put in within {time.monotonic() - began:.0f} s")
    cells: int = rows("SELECT count(*) FROM tally")[0][0]
    return cells


class Took(NamedTuple):
    """How long a page took."""

    seconds: float
    address: str
    page: str


def timed(client: FlaskClient, address: str) -> Took:
    began = time.perf_counter()
    answer = client.get(address, follow_redirects=True)
    seconds = time.perf_counter() - began
    assert answer.status_code == 200, address
    return Took(seconds, address, answer.text)


def drawn_lists(client: FlaskClient) -> list[str]:
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
    took: list[Took] = []
    lists = drawn_lists(client)
    for address in lists[:10]:  # what was just filled is first written out
        client.get(address)
    for place, address in enumerate(lists):
        took.append(timed(client, address))
        page = took[-1].page
        if place % 4 == 0 and 'rel="next"' in page:
            following = page.partition('" rel="next"')[0].rpartition('href="')[2].replace("&amp;", "&")
            took.append(timed(client, following))
    took.sort(key=lambda each: each.seconds)
    middle, late, longest = [took[len(took) * part // 100].seconds for part in (50, 95)] + [took[-1].seconds]
    print(f"\n{ROWS:,} findings in {filled:,} cells, run {reviewed} of {RUNS} reviewed: {len(took)} pages,", end=" ")
    print(f"p50 {middle * 1000:.0f} ms, p95 {late * 1000:.0f} ms (goal 300), longest {longest * 1000:.0f} ms")
    print("\n".join([f"  {each.seconds * 1000:.0f} ms {each.address}" for each in took[-8:]]))
    print(f"  the largest page has {max(len(each.page) for each in took):,} characters")
    groups = [f"/findings/groups?{query}&by={way}" for way in WAYS for query in ("all=yes", "triage=open&room=room2")]
    alone = ["/findings?rows=findings", "/findings?all=yes&rows=findings"]
    for address in (
        *groups,
        *alone,
        "/",
        "/nights",
        "/runs",
        "/runs/0..1",
        f"/runs/{RUNS - 1}..{RUNS}",
        f"/runs/0..{RUNS}",
    ):
        each = statistics.median([timed(client, address).seconds for _ in range(TIMES)])
        print(f"  {each * 1000:.0f} ms {address}, the middle of {TIMES}")
    assert late < LONGEST_SECONDS
