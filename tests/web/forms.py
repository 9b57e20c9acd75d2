"""Sending the form of the page for uploads, as a browser does."""

import io
import re
from typing import Any

from flask.testing import FlaskClient


def token(client: FlaskClient) -> str:
    """The token of the form, and with it the cookie."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/uploads").text)
    assert found is not None
    return found[1]


def upload(client: FlaskClient, *files: tuple[str, bytes], house: str = "", **headers: str) -> Any:
    """The answer to the form with these files, each a name and its bytes."""
    data: dict[str, Any] = {
        "csrf_token": token(client),
        "house": house,
        "file": [(io.BytesIO(content), name) for name, content in files],
    }
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/uploads", data=data, content_type="multipart/form-data", headers=sent)
