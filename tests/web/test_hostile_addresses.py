"""No address makes the service fail: every route, with hostile values in every part of it, in every method."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from auditor.web.requests.guards import HEADERS
from tests.web.addresses import rules

pytestmark = pytest.mark.database

HOSTILE = (
    "%D9%A1",  # a digit of another script
    "1%D9%A1",
    "%EF%BC%91",  # one that is as wide as a character of Chinese
    "%00",
    "1%00",
    "%FF",
    "%C3%28",  # no UTF-8
    "%ED%A0%80",  # half a character
    "..",
    "%2e%2e%2f",
    "%2F",
    "9" * 5000,
    "9" * 19,
    "-1",
    "1e9",
    "x" * 5000,
    "%0D%0AX-Header:%201",
    "%F0%9F%82%A1",
    ";1",
)
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "TRACE", "PROPFIND")
# Not found, not possible, refused: and nothing that is not known here.
MEANT = {200, 204, 303, 308, 400, 403, 404, 405, 415, 422, 501, 503}


def hostile_addresses(app: Flask) -> list[str]:
    """Every route, with each part of it hostile in turn and all others as they should be."""
    made = []
    for rule in rules(app):
        for part in sorted(rule.arguments):
            for value in HOSTILE:
                path = rule.rule
                for name in rule.arguments:
                    before, _, rest = path.partition(f"{name}>")
                    kept = before.rpartition("<")[0]
                    path = kept + (value if name == part else "1") + rest
                made.append(path)
    return made


@pytest.mark.parametrize("method", METHODS)
def test_no_address_makes_it_fail(method: str, app: Flask, client: FlaskClient, night: Receipt) -> None:
    addresses = hostile_addresses(app)
    assert len(addresses) > 500
    # 19 values and steps of 3 and 11: each route gets some of them, and each value comes to all kinds of parts.
    for address in addresses[:: 3 if method == "GET" else 11]:
        answer = client.open(address, method=method)
        assert answer.status_code in MEANT, f"{method} {address[:60]}: {answer.status_code} {answer.text[:200]}"
        assert answer.status_code < 500 or answer.status_code in (501, 503), address
        for name in HEADERS:
            assert name in answer.headers, f"{method} {address[:60]}: {answer.status_code} has no {name}"
        for name, value in answer.headers:
            value.encode("latin-1")  # what a server could not send is its own bare 500
            assert "X-Header" not in name
    assert client.get("/healthz").status_code == 200
