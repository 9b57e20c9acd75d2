"""A place for cards that is empty is a card that nobody saw: in no format of others is it a card of no deck (D212), and
a lawful hand stays lawful.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Hand
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, open_log
from auditor.formats.transcript.case_files import fixtures

ROOMS = sorted(
    path
    for path in (fixtures() / "formats").rglob("*.*")
    if path.suffix in (".txt", ".xml") and path.parent.name != "transcript"
)
WITHOUT_CARDS = ("old-form.txt",)
CARD = "(?:(?:10|[2-9TJQKA])[cdhsCDHS]|[XH-]|null|[CDHS](?:10|[2-9JQKA]))"
# The cards of a line: in brackets, as an attribute, or between tags.
PLACES = re.compile(
    rf"(?<=\[) *{CARD}(?:[ ,]+{CARD})* *(?=\])|(?<=cards=\"){CARD}(?:,{CARD})*(?=\")|(?<=>){CARD}(?: {CARD})*(?=</)"
)


def accused(hand: Hand) -> list[str]:
    return [f"{each.code} {each.logged}" for each in audit(hand, house_for(hand)).findings]


def emptied(text: str, empty: str) -> Iterator[tuple[str, str]]:
    """The text with one place for cards emptied, for each such place; and the line of that place."""
    for place in PLACES.finditer(text):
        line = text[text.rfind("\n", 0, place.start()) + 1 : text.find("\n", place.end())]
        yield text[: place.start()] + empty + text[place.end() :], line


def audited(text: str) -> dict[int, Hand]:
    """The hands of a file, by their first lines."""
    return {outcome.first_line: outcome.hand for outcome in open_log(text.encode()) if isinstance(outcome, Read)}


@pytest.mark.parametrize("empty", ["", "  "])
@pytest.mark.parametrize("path", ROOMS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_empty_place_for_cards_accuses_nobody(path: Path, empty: str) -> None:
    data = path.read_bytes()
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = data.decode("utf-16" if wide else "utf-8-sig", "ignore")
    lawful = [line for line, hand in audited(text).items() if not accused(hand)]
    wrong = []
    for changed, line in emptied(text, empty):
        for first_line, hand in audited(changed).items():
            if first_line in lawful:
                wrong += [f"{line.strip()}: {each}" for each in accused(hand)]
    assert wrong == []
    assert list(emptied(text, empty)) or path.name in WITHOUT_CARDS
