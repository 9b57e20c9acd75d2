"""Nothing unknown is passed over: every route names the parameters and the fields that it takes."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.addresses import THERE, changing, readable
from tests.web.forms import form_token, send

pytestmark = pytest.mark.database


@pytest.fixture
def there(night: Receipt) -> dict[str, object]:
    return {**THERE, "receipt": night.receipt}


def assert_refused(what: str, answer: Any) -> None:
    assert answer.status_code == 422, f"{what}: {answer.status_code} {answer.text[:200]}"
    assert "colour" in answer.text, what


def test_no_route_takes_an_unknown_parameter(app: Flask, client: FlaskClient, there: dict[str, object]) -> None:
    addresses = list(readable(app, there))
    for address in addresses:
        assert_refused(address, client.get(f"{address}?colour=red"))
    assert len(addresses) > 80
    for method, address in changing(app, there):
        data = {"csrf_token": form_token(client)}
        assert_refused(f"{method} {address}", client.open(f"{address}?colour=red", method=method, data=data))


def test_no_route_takes_an_unknown_field(app: Flask, client: FlaskClient, there: dict[str, object]) -> None:
    send(client, "/findings/select", all="1", query="all=yes")
    for method, address in changing(app, there):
        if not address.startswith("/api/"):
            data = {"csrf_token": form_token(client), "colour": "red"}
            assert_refused(f"{method} {address}", client.open(address, method=method, data=data))
