"""Amounts in a form that we do not know accuse nobody: another currency, a decimal comma, words in the bracket of a
stack, stakes in other words. Tried on the sample hands of the demonstration, in every text room.
"""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Outcome, Read
from tests.formats.test_pokerstars_lines import hand_of

DEMO: Final = Path(__file__).parents[2] / "fixtures" / "demo"
ROOMS: Final = (
    *("acr", "acr-2016", "bovada", "fulltilt", "kingsclub", "mavens", "ongame", "partypoker", "partypoker-high"),
    *("pokerstars", "winamax"),
)
HANDS: Final = 12
_STACK: Final = re.compile(r"^(Seat [0-9]+: ?.*\([^()]*?)( in chips)?( ?\))", re.MULTILINE)
_STAKES: Final = re.compile(r"\(([$€]?[0-9.]+/[$€]?[0-9.]+)[^()]*\)")
_CENTS: Final = re.compile(r"(?<=[0-9])\.(?=[0-9]{2}\b)")

Rewritten = Callable[[str], str]
FORMS: Final[dict[str, Rewritten]] = {
    "rouble": lambda text: text.replace("$", "₽").replace("€", "₽"),
    "franc": lambda text: text.replace("$", "CHF ").replace("€", " CHF"),
    "crowns": lambda text: re.sub(r"[$€]([0-9][0-9.,]*)", r"\1 kr", text),
    "decimal comma": lambda text: _CENTS.sub(",", text),
    "a word in the stack": lambda text: _STACK.sub(r"\1 USD\2\3", text),
    "a bounty in the stack": lambda text: _STACK.sub(r"\1 - bounty 2\2\3", text),
    "stakes in other words": lambda text: re.sub(
        r"\(([$€]?[0-9.]+/[$€]?[0-9.]+)[^()]*\)", r"(stakes \1 (cap 3))", text
    ),
}


def some(room: str) -> str:
    """The text of the first hands of a room's sample, without the hands behind them."""
    data = (DEMO / f"{room}.txt").read_bytes()
    pieces = list(open_log(data).pieces())
    return data[: pieces[HANDS].offset if len(pieces) > HANDS else None].decode()


def codes(outcome: Outcome) -> Counter[str]:
    if not isinstance(outcome, Read):
        return Counter()
    return Counter(finding.code for finding in audit(outcome.hand, house_for(outcome.hand)).findings)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("room", ROOMS)
def test_money_in_a_form_that_nobody_knows_accuses_nobody(room: str, form: str) -> None:
    text = some(room)
    before, after = list(open_log(text.encode())), list(open_log(FORMS[form](text).encode()))
    assert len(before) == len(after)
    new = [(at, each - old) for at, (old, each) in enumerate(zip(map(codes, before), map(codes, after), strict=True))]
    assert [(at, codes) for at, codes in new if codes] == []


def in_dollars() -> str:
    """The first hand of PokerStars that was played for dollars."""
    pieces = open_log((DEMO / "pokerstars.txt").read_bytes()).pieces()
    return next("\n".join(piece.lines) for piece in pieces if "($0.50/$1 USD)" in piece.lines[0])


def test_stakes_that_cannot_be_read_leave_the_amounts_of_acts() -> None:
    """The stakes are in words that we do not know, but every stack is an amount, so the acts can be read."""
    text = in_dollars().replace("($0.50/$1 USD)", "($0.50/$1 USD) (cap 3)")
    [outcome] = open_log(text.encode())
    assert isinstance(outcome, Read)
    assert [event.text for event in outcome.hand.events if isinstance(event, e.Unread)] == [text.split("\n", 1)[0]]
    assert outcome.hand.stakes.small_bet is None
    assert outcome.hand.unit.currency == "USD"
    assert next(event.amount for event in outcome.hand.events if isinstance(event, e.Ante)) == 2


@pytest.mark.parametrize("spoilt", ["$0.O2", "$0..02", "$O"])
def test_a_spoilt_amount_in_a_known_currency_is_still_a_fault(spoilt: str) -> None:
    [outcome] = open_log(re.sub(r"(?<=: calls )[$0-9.]+", spoilt, in_dollars(), count=1).encode())
    assert codes(outcome)["L101"] == 1


@pytest.mark.parametrize(("amount", "is_read"), [("$020", False), ("$00.20", False), ("$0.20", True), ("$0", True)])
def test_a_zero_in_front_of_a_digit_is_no_amount(amount: str, is_read: bool) -> None:
    line = f"Ann: bets {amount}"
    unread = [event.text for event in hand_of("Ann: posts the ante $0.01", line).events if isinstance(event, e.Unread)]
    assert unread == ([] if is_read else [line])
