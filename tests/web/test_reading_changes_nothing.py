"""GET changes nothing: everything that can be read is read, and the database and the kept files are as before."""

import hashlib
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.store.uploads.upload_rows import Receipt
from tests.web.addresses import NOT_THERE, THERE, readable

pytestmark = pytest.mark.database

WITH_QUESTIONS = (
    "/findings?code=B402&house=pokerstars&grade=irregular&street=4&limit=1",
    "/findings?after=500.1",
    "/hands?number=4200002",
    "/hands/2?house=casino",
    "/rules/B402?house=casino&game=stud",
    "/houses/roberts?game=stud8",
)


def contents(rows: Any) -> dict[str, str]:
    """A digest of every table."""
    tables = rows("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1")
    return {
        table: hashlib.sha256(repr(rows(f'SELECT t::text FROM "{table}" AS t ORDER BY 1')).encode()).hexdigest()
        for (table,) in tables
    }


def test_every_get_leaves_everything_as_it_was(
    app: Flask, client: FlaskClient, night: Receipt, place: Workplace, rows: Any
) -> None:
    there = {**THERE, "receipt": night.receipt}
    before = contents(rows)
    kept = sorted(place.settings.evidence.rglob("*"))
    assert len(before) > 10
    for address in (*readable(app, there), *readable(app, NOT_THERE), *WITH_QUESTIONS):
        client.get(address)
        client.head(address)
        client.options(address)
    assert contents(rows) == before
    assert sorted(place.settings.evidence.rglob("*")) == kept
