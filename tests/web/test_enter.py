"""Enter in a field presses the first button of its form: where a form has several acts, that one does nothing."""

from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import send

pytestmark = pytest.mark.database
TYPED_IN = ("text", "date", "search", "password", "number")
Attributes = dict[str, str | None]


class Forms(HTMLParser):
    """The forms of a page: how many fields each has that are typed in, and its buttons that send it, in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[str], list[Attributes]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "form":
            self.found.append((told.get("action") or "", [], []))
        elif tag == "input" and told.get("type", "text") in TYPED_IN and self.found:
            self.found[-1][1].append(told.get("name") or "")
        elif tag == "button" and told.get("type", "submit") == "submit" and self.found:
            self.found[-1][2].append(told)


def test_enter_beside_several_acts_does_none_of_them(client: FlaskClient, night: Receipt) -> None:
    selection = send(client, "/findings/select", query="all=yes", all="1").headers["Location"]
    several = set()
    for address in (selection, "/findings/1", "/findings?all=yes"):
        for action, typed, buttons in Forms(client.get(address).text).found:
            if typed and len(buttons) > 1:
                several.add(action)
                assert "disabled" in buttons[0], f"{address}: {typed} send {buttons[0]}"
                assert "hidden" in buttons[0]
    assert several == {f"{selection}/act", "/findings/1/act"}
