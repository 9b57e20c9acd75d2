"""The real PokerStars hands beside the repository: all are read, and their money is what an outsider counted."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from auditor.engine.events import Collect, Remark, Return, Unread
from auditor.engine.hand import Hand
from auditor.formats.outcomes import Outcome, Read, Rejected
from auditor.formats.rooms import pokerstars
from tests.printers.chips_in_play import ChipsInPlay
from tests.printers.pokerstars import print_hand

CORPUS = Path(__file__).resolve().parents[3] / "shared/corpus"
ROOM = CORPUS / "rooms/pokerstars"
pytestmark = pytest.mark.skipif(not ROOM.is_dir(), reason="no real hands beside the repository (../shared/corpus)")
FILES = sorted(path.relative_to(ROOM.parent).as_posix() for path in ROOM.glob("*/*.txt"))
GAMES = {"stud": "stud", "stud8": "studhilo", "razz": "razz"}


def outcomes_of(name: str) -> list[tuple[Outcome, list[str]]]:
    """What becomes of each hand of a file, and its lines."""
    lines = (ROOM.parent / name).read_text("utf-8-sig").splitlines()
    layout = pokerstars.FORMAT
    starts = [at for at, line in enumerate(lines) if layout.begins(line)]
    pieces = [(at + 1, lines[at:end]) for at, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    return [(layout.read(piece, first), piece) for first, piece in pieces]


def hands() -> list[tuple[Hand, list[str]]]:
    found = [pair for name in FILES for pair in outcomes_of(name)]
    return [(outcome.hand, lines) for outcome, lines in found if isinstance(outcome, Read)]


@pytest.mark.parametrize("name", FILES)
def test_every_hand_of_a_file_is_read_or_is_another_game(name: str) -> None:
    manifest = [line.split("\t") for line in (ROOM.parent / "MANIFEST.tsv").read_text("utf-8").splitlines()]
    [listed] = [row[4] for row in manifest if row[0] == name]
    expected = {game: int(count) for game, count in (pair.split("=") for pair in listed.split(";"))}
    counted: Counter[str] = Counter()
    for outcome, _ in outcomes_of(name):
        assert not isinstance(outcome, Rejected), outcome.reason
        counted[GAMES[outcome.hand.game] if isinstance(outcome, Read) else "other"] += 1
    assert counted == expected


def test_every_line_is_read_and_only_remarks_are_made_by_strangers() -> None:
    for hand, lines in hands():
        seats = {seat.number for seat in hand.seats} | {0}
        for event in hand.events:
            assert not isinstance(event, Unread), event.text
            assert event.seat in seats or isinstance(event, Remark), lines


def test_money_is_what_an_outsider_counted() -> None:
    rows = [
        json.loads(line) for line in (CORPUS / "expected/pokerstars_fulltilt.jsonl").read_text("utf-8").splitlines()
    ]
    expected = {row["hand_id"]: row for row in rows if row["site"] == "pokerstars"}
    compared = set()
    for hand, _ in hands():
        row = expected.get(hand.number or "")
        if row is not None:
            compared.add(hand.number)
            assert money_of(hand) == {key: row[key] for key in ("contributed", "collected", "uncalled")}
            assert (hand.game, in_cents(hand, hand.stakes.small_bet or 0)) == (row["game"], row["small_bet"])
    assert compared == expected.keys()


def in_cents(hand: Hand, chips: int) -> int:
    return chips * (100, 10, 1)[hand.unit.minor]


def money_of(hand: Hand) -> dict[str, Any]:
    """What each seat put in, net of what came back; each payment; each uncalled bet."""
    names = {seat.number: seat.player for seat in hand.seats}
    chips = ChipsInPlay()
    collected, uncalled = [], []
    for event in hand.events:
        if isinstance(event, Collect):
            pot = {-1: "pot", 0: "main pot", 1: "side pot"}[event.pot]
            collected.append([names[event.seat], in_cents(hand, event.amount), pot])
        elif isinstance(event, Return):
            uncalled.append([chips.street, names[event.seat], in_cents(hand, event.amount)])
        chips.take(event)
    contributed = {names[seat]: in_cents(hand, put) for seat, put in chips.put.items()}
    return {"contributed": contributed, "collected": collected, "uncalled": uncalled}


def test_printed_again_it_is_the_same_hand_in_the_same_words() -> None:
    """Of the first two lines the hand keeps the meaning, of remarks the kind; all else is printed letter by letter."""
    for hand, lines in hands():
        printed = print_hand(hand).splitlines()
        again = pokerstars.read(printed, 1)
        assert isinstance(again, Read)
        assert again.hand.canonical() == hand.canonical()
        ours = {line.rstrip() for line in printed}
        lost = [line for line in lines[2:] if line.rstrip() not in ours and not any(mark in line for mark in REMARKS)]
        assert lost == []


REMARKS = (' said, "', " the table", "connected", "sitting out", "finished the", "wins the tournament")
