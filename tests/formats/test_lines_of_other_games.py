"""Lines that rooms are known to write, from logs of their other games: no stud hand of the corpus has them."""

import re
from collections.abc import Sequence

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Hand, Records
from auditor.engine.house.registry import load
from auditor.formats import Outcome, Read, open_log
from auditor.formats.rooms import bovada
from tests.formats.test_bovada import ANTES, CARDS, FIRST, SEATS
from tests.formats.test_nasty_names import HOUSES, ROOMS, hands_of

NOBODY = {
    "Enter(Auto)": "remark 0 joins",
    "Leave(Auto)": "remark 0 leaves",
    "Table deposit $0.26": "remark 0 other",
    "Table enter user": "remark 0 joins",
    "Seat sit out": "remark 0 sits_out",
    "Seat re-join": "remark 0 returns",
    "Seat stand": "remark 0 leaves",
    "Rebuyin 1500": "remark 0 other",
    "Addon 6000": "remark 0 other",
    "Double rebuys 3000": "remark 0 other",
    "Sitout (wait for bb)": "remark 0 sits_out",
    "Set dealer/Bring in spot": "remark 0 other",
    "Table Info: Hold'em, 6 seats": "remark 0 other",
    "Player Info: 5 of 6 seated": "remark 0 other",
}


def bovada_hand(*lines: str, first: str = FIRST, above: Sequence[str] = ()) -> Hand:
    opened = [*ANTES, "*** 3RD STREET ***", *CARDS, "Seat+1 : Bring_in chip $0.50 "]
    outcome = bovada.read([first, *above, *SEATS, *opened, *lines], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


@pytest.mark.parametrize(("line", "words"), NOBODY.items())
def test_bovada_writes_lines_about_nobody(line: str, words: str) -> None:
    assert bovada_hand(line).events[-2].words() == words


@pytest.mark.parametrize("mark", ["", " [MVS]"])
@pytest.mark.parametrize("end", [" UTC", " UTC [MVS]", " [MVS]"])
def test_the_title_of_bovada_since_2021_has_a_time_in_utc_and_marks(mark: str, end: str) -> None:
    title = f"Ignition Hand #4279412876 TBL#25 7CARD Fixed Limit{mark} - 2021-08-25 02:00:13{end}"
    hand = bovada_hand(first=title, above=("Table Info: 6 seats", "Player Info: anonymous"))
    assert (hand.number, hand.table, hand.local) == ("4279412876", "25", "2021-08-25 02:00:13")
    assert hand.played == ("2021-08-25T02:00:13Z" if "UTC" in end else "")
    assert not [event.words() for event in hand.events if "unread" in event.words()]


def test_the_summary_of_bovada_since_2021_has_the_rake() -> None:
    hand = bovada_hand("*** SUMMARY ***", "Total Pot($1.23) | Rake ($0.05)")
    assert [event.words() for event in hand.events[-3:-1]] == ["total 123 -1", "rake 5 -1"]
    assert hand.records & Records.RAKE


def test_any_words_may_describe_a_hand_of_bovada() -> None:
    hand = bovada_hand("*** SUMMARY ***", "Seat+1: $1.20 with Some New Hand [2c 3d 4h] BOUNTY awarded:$5")
    assert [event.words() for event in hand.events[-2:-1]] == ["won 1 120"]
    odd = bovada_hand("*** SUMMARY ***", "Seat+1: $1.2O with One pair")
    assert odd.events[-2].words() == "unread Seat+1: $1.2O with One pair"


BETWEEN_ACTS: dict[str, dict[str, list[str]]] = {
    "partypoker": {
        "Blinds(20/40)": ["remark 0 other"],
        "Stakes(200/400)": ["remark 0 other"],
        "{} balance $136.91, lost $0.5 (folded)": ["remark {} other"],
        "{} balance $30, sits out": ["remark {} other"],
        "Your time bank will be activated in 6 secs. Please act now.": ["remark 0 warned"],
        "Total number of players : 4/6": ["remark 0 other"],
    },
    "pokerstars": {
        "Player4, Player6 split the $50 bounty for eliminating {}": ["remark 15 other"],
        "The deck is reshuffled": ["remark 0 reshuffled"],
    },
    "fulltilt": {
        "Buy-In: $8.30 + $0.40": [],
        "Buy-In Chips: 300": [],
        "9 Entries": [],
        "9: Bakonyit": [],
        "Duration 24s": [],
        "{} finished in 3rd place": ["remark {} other"],
    },
    "ongame": {"User: {}": []},
}
CASES = [(room, line, words) for room, lines in BETWEEN_ACTS.items() for line, words in lines.items()]


@pytest.mark.parametrize(("room", "line", "words"), CASES, ids=[f"{room}-{line}" for room, line, _ in CASES])
def test_a_line_between_two_acts_accuses_nobody(room: str, line: str, words: list[str]) -> None:
    reader, print_hand = ROOMS[room]
    hand = hands_of(room)[0]
    lines = print_hand(hand).splitlines()
    at = max(at for at, text in enumerate(lines) if re.search(" antes? ", text, re.IGNORECASE)) + 1
    lines.insert(at, line.format(hand.seats[0].player))
    outcome = reader.read(lines, 1)
    assert isinstance(outcome, Read)
    found = [event.words() for event in outcome.hand.events if event.line == at + 1]
    assert found == [each.format(hand.seats[0].number) for each in words]
    house = load(HOUSES.get(room, room), hand.game)
    assert [finding.words() for finding in audit(outcome.hand, house).findings] == []


def test_nuls_between_the_hands_of_partypoker_are_no_part_of_them() -> None:
    first, second = [ROOMS["partypoker"][1](hands_of("partypoker")[0]) for _ in range(2)]
    plain = list(open_log(f"{first.rstrip()}\n\n{second}".encode()))
    for parted in (f"{first.rstrip()}\0\n{second}", f"\0{first}\0\0{second}\0", f"{first}\0\n\n\0{second}"):
        found = list(open_log(parted.encode()))
        assert [digest(outcome) for outcome in found] == [digest(outcome) for outcome in plain]


def digest(outcome: Outcome) -> str:
    assert isinstance(outcome, Read), outcome
    return outcome.hand.digest()
