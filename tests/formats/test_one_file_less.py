"""How a room would be read if one of its files had never been seen: what only this file shows is unread, and accuses
nobody.

A row of a grammar is needed by a file if some hand of the file is read otherwise without the row. The campaign also
leaves out every row alone, and every two rows that one file needs, and prints the lines that one file alone has.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from auditor.engine.audit import GAMES, audit
from auditor.engine.hand import Hand
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from auditor.formats.rooms import bovada
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.room import Room
from tests.engine.corpus import CORPUS, files, there
from tests.formats.test_grammar import TABLES
from tests.rooms_table import explained

# The room's own fault, explained as such: a raise of less than nothing, which without its row is a spoilt act.
SPOILT: Final = {("winamax", "9250793-1578-1479092164", "L101")}
GRAMMARS: Final[dict[str, Room]] = {**TABLES, "bovada": bovada.ROOM}
LEFT_OUT: Final = ("_defective", "_doctored")  # copies of other files
CARDS: Final = re.compile(r"\[[^\]]*\]")
NUMBER: Final = re.compile(r"[$€£]?[0-9][0-9.,:/]*[€KM]?")


class File(NamedTuple):
    """A real file of a text room: the lines of each of its hands that can be audited, and those hands."""

    path: Path
    room: str
    format: str
    lines: list[list[str]]
    hands: list[Hand]

    def shapes(self) -> Counter[str]:
        """Its lines without names, cards and numbers, and how often each stands in the file."""
        count: Counter[str] = Counter()
        for lines, hand in zip(self.lines, self.hands, strict=True):
            names = sorted([seat.player for seat in hand.seats if seat.player], key=len, reverse=True)
            named = re.compile("|".join(map(re.escape, names)))
            count.update([NUMBER.sub("0", CARDS.sub("[]", named.sub("NAME", line))).strip() for line in lines])
        return count

    def canonical(self, room: Room) -> list[object]:
        """What its hands become in a room; `None` for a hand that the room does not read."""
        return [None if hand is None else hand.canonical() for hand in self.read(room)]

    def read(self, room: Room) -> list[Hand | None]:
        outcomes = [room.read(lines, 1) for lines in self.lines]
        return [each.hand if isinstance(each, Read) and each.hand.game in GAMES else None for each in outcomes]

    def accused(self, room: Room) -> set[tuple[str, str, str]]:
        """Room, hand and code of every finding that nobody has explained."""
        hands = [hand for hand in self.read(room) if hand is not None]
        return {
            (self.room, hand.number or "", finding.code)
            for hand in hands
            for finding in audit(hand, house_for(hand)).findings
        } - explained().keys()


@cache
def corpus() -> dict[str, list[File]]:
    """The files of the text rooms by format."""
    found: defaultdict[str, list[File]] = defaultdict(list)
    for path in files("rooms"):
        if path.suffix == ".tsv" or any(part.startswith(LEFT_OUT) for part in path.parts):
            continue
        log = open_log(path.read_bytes())
        if log.format not in GRAMMARS:
            continue
        each = File(path, path.relative_to(CORPUS).parts[1], log.format, [], [])
        for piece, outcome in zip(list(log.pieces()), open_log(path.read_bytes()), strict=True):
            if isinstance(outcome, Read) and outcome.hand.game in GAMES:
                each.lines.append(piece.lines)
                each.hands.append(outcome.hand)
        if each.hands:
            found[log.format].append(each)
    return found


def without(name: str, rows: Iterable[Line]) -> Room:
    """The room without some rows of its grammar."""
    return GRAMMARS[name].with_grammar(GRAMMARS[name].grammar.without(*rows))


@cache
def needed(name: str) -> dict[Line, list[File]]:
    """The files that need each row of a room's grammar; rows that no file needs are left out."""
    every = {line for lines in GRAMMARS[name].grammar.chapters.values() for line in lines}
    usual = {each.path: each.canonical(GRAMMARS[name]) for each in corpus()[name]}
    found = {}
    for row in sorted(every, key=lambda line: line.words):
        room = without(name, [row])
        need = [each for each in corpus()[name] if each.canonical(room) != usual[each.path]]
        if need:
            found[row] = need
    return found


def only_of(each: File) -> list[Line]:
    """The rows that this file needs, and no other."""
    return [row for row, need in needed(each.format).items() if need == [each]]


def fewest(name: str) -> File:
    """The file of a format with the fewest hands among those that need a row alone; else the first."""
    return min(corpus()[name], key=lambda each: (not only_of(each), len(each.hands)))


@there
@pytest.mark.parametrize("name", ["pokerstars", "everleaf"])
def test_a_file_that_nobody_has_seen_accuses_nobody(name: str) -> None:
    each = fewest(name)
    assert each.accused(without(name, only_of(each))) == set()


@there
@pytest.mark.campaign
@pytest.mark.parametrize("name", GRAMMARS)
def test_no_file_that_nobody_has_seen_accuses_anybody(name: str) -> None:
    accused: dict[str, object] = {}
    told = Counter[str]()
    for each in corpus()[name]:
        others = {shape for other in corpus()[name] if other != each for shape in other.shapes()}
        shapes = each.shapes()
        alone = {shape: count for shape, count in shapes.items() if shape not in others}
        told.update(files=1, hands=len(each.hands), lines=shapes.total(), alone=sum(alone.values()), shapes=len(alone))
        rows = only_of(each)
        told.update(rows=len(rows), unread_hands=sum(hand is None for hand in each.read(without(name, rows))))
        for cut in (rows, *combinations(rows, 1), *combinations(rows, 2)):
            wrong = each.accused(without(name, cut))
            if wrong:
                accused[f"{each.path.name}: without {[row.words for row in cut][:3]}"] = wrong
    print(f"{name}: {dict(told)}", flush=True)
    assert accused == {}


@there
@pytest.mark.campaign
@pytest.mark.parametrize("name", GRAMMARS)
def test_no_row_that_is_missing_accuses_anybody(name: str) -> None:
    accused = {}
    for row, need in needed(name).items():
        wrong = set().union(*[each.accused(without(name, [row])) for each in need]) - SPOILT
        if wrong:
            accused[row.words] = wrong
    print(f"{name}: {len(needed(name))} rows needed, {len(accused)} accuse", flush=True)
    assert accused == {}
