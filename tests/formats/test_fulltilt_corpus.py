"""The real Full Tilt hands beside the repository: all are read, and printed again they are the same hands."""

from collections import Counter
from pathlib import Path

import pytest

from auditor.engine.events import Remark, Unread
from auditor.engine.hand import Hand
from auditor.formats import open_log
from auditor.formats.outcomes import Read, Rejected
from auditor.formats.rooms import fulltilt
from tests.printers.fulltilt import print_hand

ROOM = Path(__file__).resolve().parents[3] / "shared/corpus/rooms/fulltilt"
pytestmark = pytest.mark.skipif(not ROOM.is_dir(), reason="no real hands beside the repository (../shared/corpus)")
FILES = sorted(path.relative_to(ROOM.parent).as_posix() for path in ROOM.glob("*/*.txt"))
GAMES = {"stud": "stud", "stud8": "studhilo", "razz": "razz"}


def hands_of(name: str) -> list[Hand]:
    outcomes = open_log((ROOM.parent / name).read_bytes())
    return [outcome.hand for outcome in outcomes if isinstance(outcome, Read)]


@pytest.mark.parametrize("name", FILES)
def test_every_hand_of_a_file_is_read_or_is_another_game(name: str) -> None:
    manifest = [line.split("\t") for line in (ROOM.parent / "MANIFEST.tsv").read_text("utf-8").splitlines()]
    [listed] = [row[4] for row in manifest if row[0] == name]
    expected = {game: int(count) for game, count in (pair.split("=") for pair in listed.split(";"))}
    counted: Counter[str] = Counter()
    for outcome in open_log((ROOM.parent / name).read_bytes()):
        assert not isinstance(outcome, Rejected), outcome.reason
        counted[GAMES[outcome.hand.game] if isinstance(outcome, Read) else "other"] += 1
    assert counted == expected


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_read_and_only_remarks_are_made_by_strangers(name: str) -> None:
    for hand in hands_of(name):
        seats = {seat.number for seat in hand.seats} | {0}
        for event in hand.events:
            assert not isinstance(event, Unread), event.text
            assert event.seat in seats or isinstance(event, Remark), (hand.number, event.words())


@pytest.mark.parametrize("name", FILES)
def test_printed_again_it_is_the_same_hand(name: str) -> None:
    for hand in hands_of(name):
        again = fulltilt.read(print_hand(hand).splitlines(), 1)
        assert isinstance(again, Read)
        assert again.hand.canonical() == hand.canonical()
        assert (again.hand.table, again.hand.local) == (hand.table, hand.local)
