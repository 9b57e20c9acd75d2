"""Single hands of the demonstration, each cut out of its file."""

from pathlib import Path

from tests.web.night import File

DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"
# How the first line of a hand begins, by the file.
_BEGINNINGS = {
    "casino.jsonl": '{"log"',
    "kingsclub.txt": "#",
    "ongame.txt": "***** History",
    "pokerstars.txt": "PokerStars Hand #",
    "roberts.jsonl": '{"log"',
    "wsop-tournament.hand": "hand ",
}


def demo_hand(file_name: str, number: str) -> File:
    """The hand with this number, as a file of its own."""
    lines = (DEMO / file_name).read_text(encoding="utf-8").splitlines(keepends=True)
    beginnings = [place for place, line in enumerate(lines) if line.startswith(_BEGINNINGS[file_name])]
    (first,) = [place for place in beginnings if number in lines[place]]
    last = next((place for place in beginnings if place > first), len(lines))
    return File("".join(lines[first:last]).encode(), f"{number}{Path(file_name).suffix}")


SIDE_POT = demo_hand("kingsclub.txt", "4295136006")  # seat 2 is paid a side pot that it cannot win; seat 7 should be
MISDEAL = demo_hand("casino.jsonl", "1588123301")  # played on after a misdeal, and paid
FOLDED = demo_hand("ongame.txt", "8447102906")  # a folded seat is paid a side pot
SHARE = demo_hand("pokerstars.txt", "8736150001")  # a half of the main pot has the wrong size
NOBODY = demo_hand("pokerstars.txt", "8736150021")  # nobody gets a half of the main pot
MUCKED = demo_hand("roberts.jsonl", "6964136501")  # a seat that mucked is paid
WINNER = demo_hand("wsop-tournament.hand", "3299206014")  # razz, won by the wrong seat
RAKED = demo_hand("wsop-tournament.hand", "2681206004")  # one cent of rake, where the house takes none
