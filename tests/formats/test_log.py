"""Our own log: JSON Lines that lose nothing of a hand, and refuse what could be read in two ways."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.hand import RECORDS, Hand, Records
from auditor.formats import Outcome, Read, Rejected, open_log
from auditor.formats.log import FORMAT, begins, decode, encode, read
from auditor.formats.log.schema import schema
from auditor.formats.transcript import read as transcript
from tests.formats.any_hand import hands, same
from tests.fuzz.promises import opened_as

TOP = Path(__file__).resolve().parents[2]
SCHEMA = TOP / "auditor" / "formats" / "schema" / "log.schema.json"
SMALL: dict[str, Any] = {
    "log": 1,
    "number": "88214",
    "game": "stud",
    "seats": [{"seat": 1, "player": "Ann", "stack": 500}, {"seat": 2, "player": "Bo"}],
    "records": ["payout"],
    "events": [
        {"event": "deal", "seat": 1, "down": ["xx", "--"], "up": ["2c"], "spelled": "1O"},
        {"event": "call", "seat": 1, "to": 10, "all_in": True},
        {"event": "end", "complete": True},
    ],
}


def outcome_of(document: object) -> Outcome:
    return read([document if isinstance(document, str) else json.dumps(document)], 7)


def changed(**fields: object) -> dict[str, Any]:
    return {**SMALL, **fields}


def event(**fields: object) -> dict[str, Any]:
    return changed(events=[fields])


@given(hands())
def test_every_hand_comes_back_from_its_line(hand: Hand) -> None:
    line = encode(hand)
    assert b"\n" not in line
    again = decode(line)
    assert hand.digest() == again.digest()
    assert same(hand, again)


@given(hands())
def test_a_line_that_we_wrote_is_read_from_a_file(hand: Hand) -> None:
    [outcome] = open_log(encode(hand) + b"\n")
    assert hand.digest() == (outcome.hand.digest() if isinstance(outcome, Read) else outcome)


@given(hands())
def test_every_line_keeps_the_schema(hand: Hand) -> None:
    VALIDATOR.validate(json.loads(encode(hand)))


def test_lines_of_the_source_are_kept_where_that_is_asked_for() -> None:
    outcome = transcript(["stacks 5 5", "1 checks", "end"], 40)
    assert isinstance(outcome, Read)
    assert [each.line for each in decode(encode(outcome.hand)).events] == [41, 42]
    assert [each.line for each in decode(encode(outcome.hand, keep_lines=False)).events] == [0, 0]
    assert encode(outcome.hand, keep_lines=False) == encode(decode(encode(outcome.hand, keep_lines=False)))


def test_events_of_a_file_stand_on_their_line_of_it_whatever_log_they_were_made_from() -> None:
    outcome = outcome_of(event(event="fold", seat=1, line=99))
    assert isinstance(outcome, Read)
    assert [(each.words(), each.line) for each in outcome.hand.events] == [("fold 1", 7), ("end early", 7)]


def test_what_the_keys_say() -> None:
    outcome = outcome_of(SMALL)
    assert isinstance(outcome, Read)
    hand = outcome.hand
    assert [each.words() for each in hand.events] == ["deal 1 xx!!|2c 1O", "call 1 10 !", "end"]
    assert (hand.number, hand.records) == ("88214", Records.PAYOUT)
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [(1, "Ann", 500), (2, "Bo", None)]


def test_an_amount_is_less_than_a_quadrillion_as_the_amounts_of_a_hand_are() -> None:
    for amount, read_as in ((10**15 - 1, Read), (10**15, Rejected), (1 - 10**15, Read), (-(10**15), Rejected)):
        document = changed(seats=[{"seat": 1, "player": "Ann"}], events=[{"event": "call", "seat": 1, "to": amount}])
        [outcome] = open_log(json.dumps(document).encode())
        assert type(outcome) is read_as
        assert VALIDATOR.is_valid(document) == (read_as is Read)


def test_keys_may_come_in_any_order_and_with_blanks() -> None:
    one, other = outcome_of(SMALL), outcome_of("  " + json.dumps(SMALL, sort_keys=True, separators=(" , ", " : ")))
    assert isinstance(one, Read)
    assert isinstance(other, Read)
    assert one.hand.digest() == other.hand.digest()


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ("{", "not valid JSON"),
        ("not json", "not valid JSON"),
        ('{"log":1,"game":NaN}', "not valid JSON"),
        ('{"log":1,"number":"\\ud800"}', "The value at number holds half a character"),
        (json.dumps(SMALL) + "{}", "not valid JSON"),
        ("[]", "object"),
        (changed(log=2), "log"),
        (changed(game="holdem"), "game"),
        (changed(colour="red"), "colour"),
        (changed(records=["weather"]), "records"),
        (changed(seats=[{"seat": 1, "player": 5}]), "seats[0].player"),
        (changed(seats=[{"seat": "1", "player": "Ann"}]), "seats[0].seat"),
        (changed(table="x" * 4097), "table"),
        (event(event="dance", seat=1), "dance"),
        (event(event="fold"), "seat"),
        (event(event="fold", seat=16), "seat"),
        (event(event="fold", seat=-1), "seat"),
        (event(event="fold", seat=1, to=10), "to"),
        (event(event="call", seat=1, to=10.0), "to"),
        (event(event="call", seat=1, to="10"), "to"),
        (event(event="call", seat=1, to=True), "to"),
        (event(event="call", seat=1, to=10**15), "to"),
        (event(event="wager", seat=1, to=10, verb="pushes"), "verb"),
        (event(event="burn", card="1O"), "card"),
        (event(event="show", seat=1, cards=["2c"] * 53), "cards"),
        (json.dumps(SMALL).replace('"to": 10', '"to": 1e1'), "to"),
        (json.dumps(SMALL).replace('"to": 10', '"to": ' + "9" * 5000), "to"),
        (json.dumps(SMALL).replace('"to": 10', '"to": 10, "to": 20'), '"to" occurs twice'),
        (json.dumps(SMALL).replace('"log": 1', '"log": 1, "log": 1'), '"log" occurs twice'),
        (changed(number="a\0b"), "The value at number holds a NUL character"),
        (changed(seats=[{"seat": 3, "player": "\0"}]), "The value at seats[0].player holds a NUL character"),
        (event(event="illegible", text="\0"), "The value at events[0].text holds a NUL character"),
        ('{"z":' + "[" * 100_000 + "]" * 100_000 + ',"log":1}', ""),
        ('{"log":1,"game":' + "[" * 100_000, "game"),
        (
            '{"log":1,"events":[{"z":' + "[" * 100_000 + "]" * 100_000 + ',"event":"fold"}]}',
            "brackets are open inside each other",
        ),
    ],
)
def test_what_is_no_record_is_rejected_with_its_place(document: object, named: str) -> None:
    outcome = outcome_of(document)
    assert isinstance(outcome, Rejected)
    assert outcome.line == 7
    assert named in outcome.reason


def test_an_escape_that_only_looks_like_a_nul_is_kept() -> None:
    outcome = outcome_of(changed(table="\\u0000"))
    assert isinstance(outcome, Read)
    assert outcome.hand.table == "\\u0000"


def test_a_line_that_cannot_be_read_costs_only_itself() -> None:
    good = json.dumps(SMALL)
    found = list(open_log(f'{good}\n{{"log":1}}\n\noops\n{good}'.encode()))
    assert [Read, Rejected, Rejected, Read] == [type(outcome) for outcome in found]
    assert [o.first_line if isinstance(o, Read) else o.line for o in found] == [1, 2, 4, 5]


@given(st.data())
def test_a_cut_or_garbled_line_never_raises(data: st.DataObject) -> None:
    line = json.dumps(SMALL)
    cut = data.draw(st.integers(0, len(line)))
    noise = data.draw(st.text(st.sampled_from('{}[]",:\\u0d8x 1.e-\0\ud800'), max_size=12))
    assert isinstance(outcome_of(line[:cut] + noise + line[cut + len(noise) :]), Read | Rejected)
    assert isinstance(outcome_of(line[:cut] + noise), Read | Rejected)


@pytest.mark.parametrize(
    ("line", "starts"),
    [('{"log":1', True), ('  {"game":"stud", "log" : 1', True), ('{"ohh":{}}', False), ("log", False)],
)
def test_what_starts_a_record(line: str, *, starts: bool) -> None:
    assert starts == begins(line)


def test_every_kind_of_record_has_a_name() -> None:
    names = schema()["$defs"]["Record"]["properties"]["records"]["items"]["enum"]
    assert set(RECORDS) == set(names)


VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_a_line_of_nuls_alone_is_no_hand() -> None:
    line = json.dumps(SMALL).encode()
    assert [type(outcome) for outcome in opened_as(FORMAT, b"\0\0\n" + line + b"\n\0 \0\n")] == [Read]
