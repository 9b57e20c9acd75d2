"""A body that ends early is refused, whatever it carries and whichever server passes it on: nothing of it is kept."""

import io
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from tests.web.forms import BOUNDARY, Sending, form_token
from tests.web.night import NIGHT

pytestmark = pytest.mark.database
BYTES = "application/octet-stream"


def sent(client: FlaskClient, address: str, kind: str, body: bytes, announced: int, **environ: Any) -> Any:
    """The answer to a body as a server passes it on that promises to end the stream, and whose sender broke off."""
    overrides = {
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(announced),
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        **environ,
    }
    return client.post(address, environ_overrides=overrides)


@pytest.mark.parametrize("came", [0, 1, len(NIGHT) // 2, len(NIGHT) - 1])
def test_a_cut_upload_gets_no_receipt(came: int, client: FlaskClient, place: Workplace, rows: Any) -> None:
    answer = sent(client, "/api/v1/uploads", BYTES, NIGHT[:came], len(NIGHT))
    assert answer.status_code == 400
    assert f"fewer than the announced {len(NIGHT):,} bytes arrived" in answer.get_json()["message"]
    assert rows("SELECT count(*) FROM upload") == [(0,)]
    assert [path for path in place.settings.evidence.rglob("*") if path.is_file()] == []


def test_a_whole_upload_gets_one(client: FlaskClient, rows: Any) -> None:
    assert sent(client, "/api/v1/uploads", BYTES, NIGHT, len(NIGHT)).status_code == 200
    assert rows("SELECT size FROM upload") == [(len(NIGHT),)]


@pytest.mark.parametrize("missing", [1, 40, 400])
def test_a_cut_form_with_a_file_gets_none(missing: int, client: FlaskClient, rows: Any) -> None:
    form = Sending(form_token(client), 3 * len(NIGHT))
    whole = form.read(form.length)
    assert len(whole) == form.length
    answer = sent(
        client, "/uploads", f"multipart/form-data; boundary={BOUNDARY}", whole[: form.length - missing], form.length
    )
    assert answer.status_code == 400
    assert "Not all data of the request arrived" in answer.text
    assert rows("SELECT count(*) FROM upload") == [(0,)]


def test_a_cut_form_without_a_file_changes_nothing(client: FlaskClient) -> None:
    body = f"csrf_token={form_token(client)}&letter_keys=off".encode()
    kind = "application/x-www-form-urlencoded"
    # What came is a whole form of its own, and would switch the keys off.
    assert sent(client, "/settings/keys", kind, body, len(body) + 1).status_code == 400
    assert client.get("/settings.json").get_json()["letter_keys"] is True
    assert sent(client, "/settings/keys", kind, body, len(body)).status_code == 303
    assert client.get("/settings.json").get_json()["letter_keys"] is False


@pytest.mark.parametrize(
    ("announced", "coding"), [("-1", None), ("+5", None), ("\u0665", None), ("5, 5", None), ("5", "chunked")]
)
def test_a_length_that_can_be_read_in_two_ways_is_refused(
    announced: str, coding: str | None, client: FlaskClient
) -> None:
    more = {} if coding is None else {"HTTP_TRANSFER_ENCODING": coding}
    answer = sent(client, "/api/v1/uploads", BYTES, b"12345", 5, CONTENT_LENGTH=announced, **more)
    assert answer.status_code == 400
