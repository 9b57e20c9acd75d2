"""How an XML room would be read if a kind of tag had never been seen: the kind is unread, and accuses nobody.

The text rooms leave out rows of their grammar (`test_one_file_less.py`). An XML room has no rows, so its logs are
changed instead: every tag of one kind, such as `<action type="9">`, gets a name or a type that no reader knows. A test
tries the kinds that stand in one file alone; the campaign tries all.
"""

import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from auditor.engine.audit import GAMES, audit
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read, Unreadable
from tests.engine.corpus import files, there
from tests.rooms_table import explained

ROOMS: Final = ("ipoker", "merge")
TAG: Final = re.compile(r"<(/?)([A-Za-z]\w*)([^<>]*)>")
TYPE: Final = re.compile(r'\b(type|id)="([^"]*)"')
UNKNOWN: Final = "unheardof"

# The name of a tag, and the value of its attribute `type` or `id`, if it has one.
Kind = tuple[str, str]


def kind_of(name: str, attributes: str) -> Kind:
    found = TYPE.search(attributes)
    return name, found[2] if found else ""


@cache
def texts(room: str) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8-sig") for path in files(f"rooms/{room}")}


@cache
def kinds(room: str) -> dict[Kind, list[Path]]:
    """The kinds of tags of a room, and the files that have each kind."""
    found: defaultdict[Kind, list[Path]] = defaultdict(list)
    for path, text in texts(room).items():
        for kind in sorted({kind_of(name, rest) for closing, name, rest in TAG.findall(text) if not closing}):
            found[kind].append(path)
    return found


def unheard(text: str, kind: Kind) -> str:
    """The text with another name or type in every tag of this kind."""

    def changed(tag: re.Match[str]) -> str:
        closing, name, attributes = tag.groups()
        if kind[1]:
            same = not closing and kind_of(name, attributes) == kind
            other = TYPE.sub(f'\\1="{UNKNOWN}"', attributes, count=1)
            return f"<{name}{other}>" if same else tag[0]
        same = name == kind[0] and (closing != "" or kind_of(name, attributes) == kind)
        return f"<{closing}{UNKNOWN}{attributes}>" if same else tag[0]

    return TAG.sub(changed, text)


def accused(room: str, text: str) -> tuple[set[tuple[str, str, str]], Counter[str]]:
    """Room, hand and code of every finding that nobody has explained; and how many hands were audited, and how many of
    these have a line that nobody knows.
    """
    wrong = set()
    count: Counter[str] = Counter()
    try:
        outcomes = list(open_log(text.encode()))
    except Unreadable:
        count.update(unreadable=1)
        outcomes = []
    for each in outcomes:
        if isinstance(each, Read) and each.hand.game in GAMES:
            count.update(audited=1)
            count.update(unread=any(type(event).__name__ == "Unread" for event in each.hand.events))
            report = audit(each.hand, house_for(each.hand))
            wrong |= {(room, each.hand.number or "", found.code) for found in report.findings}
    return wrong - explained().keys(), count


def tried(room: str, most_files: int) -> tuple[dict[tuple[Kind, str], list[tuple[str, str, str]]], Counter[str]]:
    """The findings on hands without one kind of tag, for each kind that stands in at most `most_files` files."""
    wrong = {}
    count: Counter[str] = Counter()
    for kind, where in kinds(room).items():
        if len(where) > most_files:
            continue
        count.update(kinds=1)
        for path in where:
            count.update(files=1)
            found, more = accused(room, unheard(texts(room)[path], kind))
            count.update(more)
            if found:
                wrong[kind, path.name] = sorted(found)
    return wrong, count


@there
@pytest.mark.parametrize("room", ROOMS)
def test_a_kind_of_tag_of_one_file_accuses_nobody_where_it_is_unknown(room: str) -> None:
    wrong, count = tried(room, 1)
    assert wrong == {}
    assert count["unread"] > 0
    assert count["unreadable"] <= 0.1 * count["files"]


@there
@pytest.mark.campaign
@pytest.mark.parametrize("room", ROOMS)
def test_no_unknown_kind_of_tag_accuses_anybody(room: str) -> None:
    wrong, count = tried(room, len(files(f"rooms/{room}")))
    print(f"{room}: {dict(count)}, {len(wrong)} accuse", flush=True)
    assert wrong == {}
    assert count["unreadable"] <= 0.1 * count["files"]
