"""Text answers are compressed where the client accepts that, and where a compressed page cannot give away a secret."""

import gzip

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from auditor.web.requests.form_tokens import unmasked
from tests.web.forms import form_token

pytestmark = pytest.mark.database
ACCEPTS = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.parametrize(
    "address", ["/rules/B402", "/rules/B402.json", "/findings.csv?all=yes", "/api/v1/openapi.json", "/static/keys.js"]
)
def test_a_text_is_compressed_for_who_accepts_it(address: str, client: FlaskClient, night: Receipt) -> None:
    plain = client.get(address)
    packed = client.get(address, headers=ACCEPTS)
    assert (plain.status_code, packed.status_code) == (200, 200)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data)[:80] == plain.data[:80]
    if "csv" not in address:
        assert packed.content_length == len(packed.data) < len(plain.data)


def test_the_page_of_a_rule_with_many_examples_is_small(client: FlaskClient) -> None:
    assert len(client.get("/rules/B402", headers=ACCEPTS).data) < 15_000


@pytest.mark.parametrize("coding", ["", "identity", "br", "gzip;q=0"])
def test_nothing_is_compressed_for_who_does_not_accept_it(coding: str, client: FlaskClient) -> None:
    answer = client.get("/rules", headers={"Accept-Encoding": coding})
    assert "Content-Encoding" not in answer.headers
    assert answer.text.startswith("<!doctype html>")


def test_short_answers_and_pictures_stay_as_they_are(client: FlaskClient) -> None:
    assert "Content-Encoding" not in client.get("/static/icon.svg", headers=ACCEPTS).headers
    assert "Content-Encoding" not in client.get("/healthz", headers=ACCEPTS).headers


@pytest.mark.parametrize(("site", "packed"), [("cross-site", False), ("same-site", False), ("none", True)])
def test_a_page_that_another_site_asks_for_is_not_compressed(site: str, packed: bool, client: FlaskClient) -> None:
    answer = client.get("/rules", headers={**ACCEPTS, "Sec-Fetch-Site": site})
    assert ("Content-Encoding" in answer.headers) == packed


def test_the_answer_to_a_form_is_not_compressed(client: FlaskClient) -> None:
    fields = {"csrf_token": form_token(client, "/settings"), "letter_keys": "nonsense"}
    answer = client.post("/settings", data=fields, headers=ACCEPTS)
    assert len(answer.data) > 1024
    assert "Content-Encoding" not in answer.headers


def test_the_token_of_forms_has_another_text_in_each_answer(client: FlaskClient) -> None:
    one, other = form_token(client, "/uploads"), form_token(client, "/uploads")
    assert one != other
    secret = unmasked(one).partition(".")[0]
    assert secret == unmasked(other).partition(".")[0]
    page = client.get("/uploads").data
    assert secret.encode() not in page


@pytest.mark.parametrize("sent", ["", "-", "AAAA", "ä", "Zm9v", "=" * 300])
def test_what_is_no_masked_token_is_refused(sent: str, client: FlaskClient) -> None:
    form_token(client, "/uploads")
    assert client.post("/settings/keys", data={"csrf_token": sent, "letter_keys": "off"}).status_code == 403


def test_a_browser_keeps_a_compressed_file_by_its_tag(client: FlaskClient) -> None:
    packed = client.get("/static/keys.js", headers=ACCEPTS)
    tag = packed.headers["ETag"]
    assert tag.startswith("W/")
    assert client.get("/static/keys.js", headers={**ACCEPTS, "If-None-Match": tag}).status_code == 304
