"""Hands of the cases and the demo, and logs of them in which lines are lost, told twice, swapped, or of another seat
or amount.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from hypothesis import strategies as st

from auditor.engine.audit import GAMES
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from auditor.formats.transcript.cases import read_cases
from auditor.formats.transcript.printing import transcript_of

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
    "{seat} clocked | used 30 time-out",
    "{seat} folds | at 42.5 used 30 time-out",
    "{seat} checks | used 12 disconnect",
    "remark disconnected {seat}",
    "remark connected {seat}",
    "{seat} dropped for lack of chips",
    "{seat} declares raises to {amount}",
    "{seat} declares checks",
    "{seat} moves in {amount}",
    "{seat} announces {amount}",
    "{seat} plays {amount} from elsewhere",
    "{seat} borrows {amount} from 1",
    "{seat} takes off {amount}",
    "{seat} changes {amount}",
    "{seat} hides chips",
    "{seat} exposed Kd",
)


class MangledHand(NamedTuple):
    """A hand as lines, those of its header first, and the house it is settled under."""

    header: list[str]
    played: list[str]
    house: House

    def hand(self) -> Hand:
        """The hand that these lines tell."""
        return read_cases("\n".join(["== a hand", *self.header, *self.played]))[0].hand


@cache
def hands() -> list[MangledHand]:
    found = []
    for path in sorted((FIXTURES / "rules").glob("*.hand")):
        for case in read_cases(path.read_text(encoding="utf-8")):
            house = load(case.house, case.hand.game, case.hand.structure)
            for key, value in case.overrides.items():
                house = house.with_value(key, value)
            found.append(_mangled_hand(transcript_of(case.hand), house))
    for path in sorted((FIXTURES / "demo").iterdir()):
        read = [each.hand for each in open_log(path.read_bytes()) if isinstance(each, Read)]
        played = [hand for hand in read if hand.game in GAMES][:HANDS_OF_A_FILE]
        found.extend([_mangled_hand(transcript_of(hand), house_for(hand)) for hand in played])
    return found


def _mangled_hand(text: str, house: House) -> MangledHand:
    lines = text.splitlines()
    first = next((place for place, line in enumerate(lines) if FIRST_PLAYED.match(line)), len(lines))
    return MangledHand(lines[:first], lines[first:], house)


@st.composite
def stray_line(draw: st.DrawFn) -> str:
    words = draw(st.sampled_from(STRAY))
    return words.format(seat=draw(st.sampled_from(SEATS)), amount=draw(st.sampled_from(AMOUNTS)))


@st.composite
def mangled(draw: st.DrawFn) -> MangledHand:
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
    return MangledHand(hand.header, lines, hand.house)
