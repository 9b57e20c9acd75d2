"""The published schema and the reader agree on what is a record, and every fault is told with its place."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.audit import audit
from auditor.engine.hand import Hand
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, Rejected
from auditor.formats.log import encode, read
from auditor.formats.log.schema import faults, schema
from auditor.formats.markup.json_text import Malformed, parsed
from tests.formats.any_hand import hands
from tests.sampled import one_of

SCHEMA = Path(__file__).resolve().parents[2] / "auditor" / "formats" / "schema" / "log.schema.json"
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
SEATS = [{"seat": 1, "player": "Ann", "stack": 500}, {"seat": 2, "player": "Bo"}]
SMALL = {"log": 1, "game": "stud", "seats": SEATS, "records": [], "events": [{"event": "end", "complete": True}]}
# Values that stand at an edge of something: of a kind, a range, a length, a list of names.
EDGES: list[Any] = [
    None, True, False, -1, 0, 1, 2, 8, 9, 11, 12, 15, 16, 99, 100, -99, -100, 10**12, 10**12 + 1, 10**15 - 1, 10**15,
    1 - 10**15, -(10**15), 1.5, "", "1", "2c", "xx", "stud", "fold", "raises", "low", "time_out", "burns", "a\0b",
    "x" * 512, "x" * 513, "x" * 4096, "x" * 4097, [], [1], ["2c"], ["2c"] * 52, ["2c"] * 53, [0] * 16, [0] * 17, {},
    {"at": 5}, {"event": "fold", "seat": 3}, {"event": "fold", "seat": 3, "clock": {"cause": "away"}},
    {"event": "dance"}, {"seat": 3, "player": "Cy"}, SEATS * 5, SEATS * 6,
]  # fmt: skip
NAMES = ["seat", "clock", "line", "cards", "amount", "to", "verb", "odd", "eligible", "half", "unit", "colour"]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a document and every key or index in it."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def told_faults(line: str) -> list[str]:
    """What the reader has to say against a line beyond its first fault."""
    try:
        return faults(parsed(line))
    except Malformed as refused:
        return [refused.reason]


def agreed(document: Any) -> bool:
    """Whether the schema takes the document; the reader must say the same, and so must its list of faults."""
    line = json.dumps(document)
    outcome = read([line], 1)
    found = told_faults(line)
    if VALIDATOR.is_valid(document):
        assert isinstance(outcome, Read), outcome.reason if isinstance(outcome, Rejected) else outcome
        assert found == []
        return True
    assert isinstance(outcome, Rejected), line
    assert found, line
    return False


@given(hands(), st.data())
def test_schema_and_reader_take_and_refuse_the_same(hand: Hand, data: st.DataObject) -> None:
    document = json.loads(encode(hand))
    assert agreed(document)
    for _ in range(3):
        changed = json.loads(encode(hand))
        container, key = data.draw(st.sampled_from(places(changed)))
        match data.draw(st.sampled_from(["replace", "delete", "add"])):
            case "replace":
                container[key] = data.draw(st.sampled_from(EDGES))
            case "delete":
                del container[key]
            case _ if isinstance(container, dict):
                container[data.draw(st.sampled_from(NAMES))] = data.draw(st.sampled_from(EDGES))
            case _:
                container.append(data.draw(st.sampled_from(EDGES)))
        agreed(changed)


@pytest.mark.parametrize("edge", one_of(3, EDGES), ids=lambda edge: repr(edge)[:30])
@pytest.mark.parametrize("name", ["log", "game", "seats", "events", "number", "unit", "button", "room"])
def test_every_edge_at_every_key_of_a_hand(name: str, edge: Any) -> None:
    agreed({**SMALL, name: edge})


def test_the_published_schema_is_the_one_that_is_read_by() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == schema()
    jsonschema.Draft202012Validator.check_schema(schema())


def test_the_example_of_the_readme_is_a_record_of_a_lawful_hand() -> None:
    readme = (SCHEMA.parents[3] / "README.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```json\n(.*?)```", readme, re.DOTALL)
    VALIDATOR.validate(json.loads(example))
    outcome = read([example.replace("\n", " ")], 1)
    assert isinstance(outcome, Read)
    report = audit(outcome.hand, house_for(outcome.hand))
    assert (report.findings, report.unverifiable) == ((), ())


def test_what_no_schema_can_say_is_said_beside_it() -> None:
    """A schema takes 10.0 for a whole number, and never sees a key twice; the reader refuses both."""
    with_point = json.dumps({**SMALL, "button": 1}).replace('"button": 1', '"button": 1.0')
    assert VALIDATOR.is_valid(json.loads(with_point))
    for line in (with_point, json.dumps(SMALL).replace('"log": 1', '"log": 1, "log": 1')):
        assert isinstance(read([line], 1), Rejected)
    assert "no decimal point and no exponent, no object has a key twice" in schema()["$comment"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "holdem"}, 'game: expected one of razz, stud, stud8, found the text "holdem"'),
        ({"seats": []}, "seats: expected 1 to 11 entries, found 0"),
        (
            {"seats": [*SEATS, {"seat": 12, "player": 5}]},
            "seats[2].seat: expected a whole number from 1 to 11, found 12",
        ),
        ({"seats": [*SEATS, {"seat": 3, "player": 5}]}, "seats[2].player: expected a text, found 5"),
        ({"table": "x" * 4097}, "The text at table has 4,097 characters; the limit is 4,096."),
        ({"room": None}, "room: expected a text, found null"),
        ({"unit": {"minor": "2"}}, 'unit.minor: expected a whole number, found the text "2"'),
        ({"colour": "red"}, "colour: this key is unknown"),
        ({"a\nb": 1}, "a b: this key is unknown"),
        ({"events": [{"seat": 3}]}, 'events[0]: the key "event" is missing'),
        ({"events": [{"event": "call", "seat": 3}]}, 'events[0]: the key "to" is missing'),
        (
            {"events": [{"event": "fold", "seat": 3, "clock": {"cause": "asleep"}}]},
            "events[0].clock.cause: expected one of",
        ),
        ({"events": [{"event": "burn", "card": "1O"}]}, "events[0].card: expected a card such as 2c, or xx"),
        ({"events": [{"event": "dance"}]}, "events[0].event: expected one of ante, street"),
        ({"events": [5]}, "events[0]: expected an object, found 5"),
    ],
)
def test_a_fault_is_told_with_its_place_and_what_is_expected(changes: dict[str, Any], told: str) -> None:
    outcome = read([json.dumps({**SMALL, "number": "88", **changes})], 3)
    assert isinstance(outcome, Rejected)
    assert told in outcome.reason


def test_every_fault_is_told_and_many_are_counted() -> None:
    events = [{"event": "check", "seat": 16} for _ in range(7)]
    outcome = read([json.dumps({**SMALL, "number": "88", "events": events})], 3)
    assert isinstance(outcome, Rejected)
    each = "events[{}].seat: expected a whole number from 0 to 15, found 16"
    first = "; ".join(each.format(place) for place in range(5))
    assert (outcome.hand, outcome.reason) == (
        "88",
        f"{first}; and 2 more faults. See the schema of our log format, at /api/v1/schema.",
    )
