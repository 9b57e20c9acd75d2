"""Keys: the page that lists them and the pages that have them say the same."""

import json
import re
from pathlib import Path

from flask.testing import FlaskClient

from auditor import web
from auditor.web.rulebook.keyboard import KEYS, spelt

TEMPLATES = Path(web.__file__).parent / "templates"


def test_the_list_has_every_key_that_a_page_has() -> None:
    """Only what a template works out as it goes, such as the number of a reason, is not read here."""
    listed = {key for place in KEYS.values() for keys in place for key in keys.split(" ")}
    stated = re.findall(r'aria-keyshortcuts="([^"{]+)"', "".join(each.read_text() for each in TEMPLATES.glob("*.html")))
    assert {key for keys in stated for key in keys.split(" ")} - listed == set()


def test_a_key_does_one_thing_in_a_place() -> None:
    for place, keys in KEYS.items():
        pressed = [key for each in keys for key in each.split(" ")]
        assert len(pressed) == len(set(pressed)), place


def test_keys_are_spelt_as_they_stand_on_a_keyboard() -> None:
    assert spelt("j ArrowDown") == ["j", "↓"]
    assert spelt("Shift+ArrowLeft") == ["Shift ←"]


def test_the_page_names_each_with_what_it_does(client: FlaskClient) -> None:
    rows = json.loads(client.get("/keys.json").text)["keys"]
    assert {"place": "In a list", "keys": ["j", "↓"], "does": "Next row"} in rows
    assert len(rows) == sum(map(len, KEYS.values()))
    assert "<kbd>Shift ←</kbd>" in client.get("/keys").text
    assert client.get("/keys.csv").text.splitlines()[1] == "Everywhere,/,Search for a name or a number"
