"""Files that were made to break us: each limit of a format is kept one under and refused one over, told in a sentence,
and the hands around it are read.
"""

import json
from typing import Any

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game
from auditor.engine.house.registry import load
from auditor.formats import Outcome, Read, Rejected, open_log
from auditor.formats.log import encode
from tests.dealer import deal
from tests.web.night import HandText, hand, history

STUD = load("roberts", Game.STUD)


def told(data: bytes) -> list[Outcome]:
    return list(open_log(data))


def kinds(found: list[Outcome]) -> list[str]:
    return [type(each).__name__ for each in found]


def reason(outcome: Outcome) -> str:
    assert isinstance(outcome, Rejected)
    assert outcome.reason.endswith((".", "?")), outcome.reason
    return outcome.reason


# --- D3: a hand ------------------------------------------------------------------------------------------------------


def test_a_hand_of_more_cards_than_a_deck_is_told_as_a_finding_or_refused() -> None:
    """Nobody's log is thrown away for a card too many: the record is kept and the card is told."""
    extra = "".join([f"Dealt to Cedar [7h] [{card}]\n" for card in ["2d"] * 60])
    text = hand(HandText()).replace("Dealt to Cedar [7h]\n", "Dealt to Cedar [7h]\n" + extra)
    [outcome] = told(text.encode())
    if isinstance(outcome, Read):
        assert {finding.code for finding in audit(outcome.hand, STUD).findings} & {"D201", "D212", "L101"}
    else:
        assert "card" in reason(outcome)


def test_what_people_say_is_not_kept_however_long_it_is() -> None:
    for length in (4 * 1024, 4 * 1024 + 1, 15 * 1024):
        text = hand(HandText()).replace("*** 4th", f'Birch said, "{"y" * length}"\n*** 4th')
        [outcome] = told(text.encode())
        assert isinstance(outcome, Read)
        assert not any("yyy" in event.words() for event in outcome.hand.events)


# --- D5: our own log -------------------------------------------------------------------------------------------------


def line(**changes: Any) -> bytes:
    document = json.loads(encode(deal(1, STUD)))
    return json.dumps({**document, **changes}).encode() + b"\n"


GOOD = line()


def nested(depth: int) -> bytes:
    """A record with an unknown key that goes as deep as this, the record itself counted."""
    return GOOD.replace(b'{"log"', b'{"z": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b', "log"', 1)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (nested(33), "brackets are open inside each other"),
        (nested(100_000), ""),
        (line(number="x" * 4097), "number"),
        (line(table="\0"), "NUL"),
        (GOOD.replace(b'"log": 1', b'"log": 1, "log": 1'), "twice"),
        (GOOD.replace(b'"log": 1', b'"log": NaN'), "JSON"),
        (GOOD.replace(b'"log": 1', b'"log": Infinity'), "JSON"),
        (GOOD.replace(b'"log": 1', b'"log": 1e400'), ""),
        (GOOD.replace(b'"log": 1', b'"log": ' + b"1" * 21), ""),
        (GOOD.replace(b'"log": 1', b'"log": ' + b"1" * 200_000), ""),
        (GOOD[:-2] + b"\n", "JSON"),
        (b'{"log":1,"' + b"x" * 300_000 + b'":1}\n', "bytes"),
    ],
)
def test_a_record_that_asks_too_much_is_refused_alone(bad: bytes, said: str) -> None:
    found = told(GOOD + bad + GOOD)
    assert kinds(found) == ["Read", "Rejected", "Read"]
    assert said in reason(found[1])


def test_a_text_may_have_4096_characters() -> None:
    assert kinds(told(line(table="é" * 4096))) == ["Read"]


def test_depths_up_to_32_are_only_unknown_keys() -> None:
    assert "brackets" not in reason(told(GOOD + nested(32))[1])


# --- D6: PHH ---------------------------------------------------------------------------------------------------------

PHH = """\
variant = "F7S"
antes = [1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [50, 50]
actions = ["d dh p1 2c3c4c"]
"""


@pytest.mark.parametrize(
    ("under", "over", "said"),
    [
        ("z = " + "[" * 32 + "]" * 32, "z = " + "[" * 33 + "]" * 33, "brackets are open inside each other"),
        (f'z = "{"x" * 4096}"', f'z = "{"x" * 4097}"', "4,096"),
        ("z = '''a\nb'''", "z = '''a\nb", ""),
        ("z = 1979-05-27", "z = 1979-05-27 x", ""),
    ],
)
def test_phh_is_read_up_to_its_limits(under: str, over: str, said: str) -> None:
    assert kinds(told((PHH + under + "\n").encode())) == ["Read"]
    [outcome] = told((PHH + over + "\n").encode())
    assert said in reason(outcome)


@pytest.mark.parametrize(
    "amount",
    [
        "1E+300000",
        "\N{ARABIC-INDIC DIGIT THREE}",
        "\N{FULLWIDTH DIGIT ONE}2",
        "1__0",
        "nan",
        "inf",
        "-4",
        "9" * 400,
    ],
)
def test_an_amount_is_plain_digits_and_nothing_else(amount: str) -> None:
    """D7: before anything is reckoned with it."""
    [outcome] = told(PHH.replace("bring_in = 2", f"bring_in = {amount}").encode())
    reason(outcome)
    found = told(hand(HandText()).replace("raises $7 to $10", f"raises $7 to ${amount}").encode())
    assert kinds(found) == ["Read"]
    assert isinstance(found[0], Read)
    unknown = e.Illegible | e.Unread  # digits of other scripts may be a form that some room writes
    assert any(isinstance(event, unknown) for event in found[0].hand.events)


# --- D9, D10: what is no text, and in which encoding -----------------------------------------------------------------


@pytest.mark.parametrize("bad", ["\0", "\ud800"])
def test_what_is_no_text_is_refused_with_its_place(bad: str) -> None:
    hands = (HandText(number="1"), HandText(number="2", table=f"a{bad}b"), HandText(number="3"))
    data = "".join([hand(each) for each in hands]).encode("utf-16-le", "surrogatepass")
    found = told(b"\xff\xfe" + data)
    assert kinds(found) == ["Read", "Rejected", "Read"]
    assert "Column 9" in reason(found[1])
    assert isinstance(found[1], Rejected)
    assert found[1].hand == "2"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\n\r\n", "mixed"])
@pytest.mark.parametrize("odd", [b"", b"\x00"])
def test_an_evening_is_the_same_in_every_encoding_with_every_end(encoding: str, end: str, odd: bytes) -> None:
    text = history(HandText(number="1", players=("Zoë", "Birch", "Cedar")), HandText(number="2", bet=15)).decode()
    if end == "mixed":
        lines = text.split("\n")
        written = "".join([each + ("\n", "\r\n", "\r")[at % 3] for at, each in enumerate(lines)])
    else:
        written = text.replace("\n", end)
    data = written.encode(encoding)
    if "16" in encoding:
        data += odd
    found = told(data)
    assert kinds(found) == ["Read", "Read"]
    assert [each.hand.digest() for each in found if isinstance(each, Read)] == [
        each.hand.digest() for each in told(text.encode()) if isinstance(each, Read)
    ]
