"""Hands of the cases and the demo, mangled line by line: wherever all differences are known, they sum to zero with the
rake, and nobody is due less than nothing.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.engine.audit import GAMES, audit
from auditor.engine.house import House, load
from auditor.engine.house_choice import house_for
from auditor.engine.settlement import Settlement
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from auditor.formats.transcript.cases import read_cases
from auditor.formats.transcript.printing import transcript_of
from tests.engine.told import report_of

FIXTURES: Final = Path(__file__).resolve().parents[2] / "fixtures"
FIRST_PLAYED: Final = re.compile(r"antes$|[0-9?]+ (antes|\[)")
HANDS_OF_A_FILE: Final = 10
SEATS: Final = ("1", "2", "3", "7", "?")
AMOUNTS: Final = ("0", "1", "2", "3", "7", "10", "11", "50", "500")
STRAY: Final = (
    "{seat} antes {amount}",
    "{seat} brings in {amount}",
    "{seat} bets {amount}",
    "{seat} raises to {amount}",
    "{seat} calls {amount}",
    "{seat} calls {amount} all-in",
    "{seat} folds",
    "{seat} mucks",
    "{seat} adds {amount}",
    "{seat} gets back {amount}",
    "{seat} collects {amount}",
    "{seat} collects {amount} from side 1",
    "{seat} collects {amount} from main low",
    "{seat} ends with {amount}",
    "rake {amount}",
    "rake -{amount}",
    "rake {amount} from side 1",
    "misdeal",
    "void",
    "end",
    "{seat} b3ts {amount}",
)


class Told(NamedTuple):
    """A hand as lines, those of its header first, and the house it is settled under."""

    header: list[str]
    played: list[str]
    house: House


def test_a_lost_bet_leaves_open_what_anybody_is_due() -> None:
    settlement = report_of("roberts", LOST_BET.format("2 b3ts 10")).settlement
    assert [account.lawful for account in settlement.seats] == [None, None]
    settlement = report_of("roberts", LOST_BET.format("remark chat 2")).settlement
    assert None not in [account.lawful for account in settlement.seats]


LOST_BET: Final = """
stakes 10/20 bring-in 3 ante 1
stacks 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
1 brings in 3
2 calls 3
4th
1 Ts
2 Qd
{}
1 calls 10
2 checks
5th
1 4s
2 5d
2 bets 20
1 folds
2 gets back 20
2 collects 28
end
"""


def test_chips_of_a_stranger_leave_open_what_anybody_got() -> None:
    text = "stakes 10/20 bring-in 3 ante 1\nstacks 500 500\nantes\n1 [xx xx] 2c\n2 [xx xx] Kd\n1 brings in 3\n2 folds\n"
    known = report_of("roberts", text + "1 gets back 3\n1 collects 2\nend\n").settlement
    assert [account.difference for account in known.seats] == [0, 0]
    for line in ("1 gets back 3\n? collects 2", "? gets back 3\n1 collects 2"):
        settlement = report_of("roberts", f"{text}{line}\nend\n").settlement
        assert [account.logged for account in settlement.seats] == [None, None]


@cache
def hands() -> list[Told]:
    found = []
    for path in sorted((FIXTURES / "rules").glob("*.hand")):
        for case in read_cases(path.read_text(encoding="utf-8")):
            house = load(case.house, case.hand.game)
            for key, value in case.overrides.items():
                house = house.with_value(key, value)
            found.append(_told(transcript_of(case.hand), house))
    for path in sorted((FIXTURES / "demo").iterdir()):
        read = [each.hand for each in open_log(path.read_bytes()) if isinstance(each, Read)]
        played = [hand for hand in read if hand.game in GAMES][:HANDS_OF_A_FILE]
        found.extend([_told(transcript_of(hand), house_for(hand)) for hand in played])
    return found


def _told(text: str, house: House) -> Told:
    lines = text.splitlines()
    first = next((place for place, line in enumerate(lines) if FIRST_PLAYED.match(line)), len(lines))
    return Told(lines[:first], lines[first:], house)


@st.composite
def stray_line(draw: st.DrawFn) -> str:
    words = draw(st.sampled_from(STRAY))
    return words.format(seat=draw(st.sampled_from(SEATS)), amount=draw(st.sampled_from(AMOUNTS)))


@st.composite
def mangled(draw: st.DrawFn) -> Told:
    """A hand with up to four lines lost, told twice, swapped, of another seat or amount, or out of nowhere."""
    hand = draw(st.sampled_from(hands()))
    lines = list(hand.played)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(lines) - 1, 0)))
        way = draw(st.integers(0, 5)) if lines else 5
        if way == 0:
            del lines[at]
        elif way == 1:
            lines.insert(at, draw(st.sampled_from(lines)))
        elif way == 2:
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif way == 3:
            lines[at] = re.sub("^[0-9]+", draw(st.sampled_from(SEATS)), lines[at])
        elif way == 4:
            lines[at] = re.sub("[0-9]+$", draw(st.sampled_from(AMOUNTS)), lines[at])
        else:
            lines.insert(at, draw(stray_line()))
    return Told(hand.header, lines, hand.house)


def settlement_of(told: Told) -> Settlement:
    text = "\n".join(["== a hand", *told.header, *told.played])
    return audit(read_cases(text)[0].hand, told.house).settlement


@settings(max_examples=1000, deadline=None)
@given(mangled())
def test_what_is_owed_adds_up_however_a_log_is_mangled(told: Told) -> None:
    settlement = settlement_of(told)
    differences = [account.difference for account in settlement.seats]
    assert all((account.lawful or 0) >= 0 for account in settlement.seats)
    if None not in differences:
        assert settlement.rake_difference is not None
        assert sum([each or 0 for each in differences]) + settlement.rake_difference == 0
