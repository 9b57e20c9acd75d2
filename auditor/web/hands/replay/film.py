"""The film of a hand: the HTML of every step in one small document, so that a browser can play the hand without further
requests.

The templates draw each step of the film, as they draw the page of the step. Two steps of a hand have most lines in
common, and the film has each line only once. So a film is about as large as the page of one step. The film of a long
hand has several parts. A browser loads a part when the film reaches this part.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

from auditor.engine.findings import Report
from auditor.web.hands.replay.places import Place
from auditor.web.hands.replay.step import weight_of
from auditor.web.hands.sections import weightiest

STEPS_OF_PART: Final = 150  # a part with so many steps has at most 30 KB


def part_with(places: Sequence[Place], index: int) -> Sequence[Place]:
    """Returns the steps of the part of the film that contains the step `index`. Returns no steps if the hand has no
    such step.
    """
    first = index - index % STEPS_OF_PART
    return places[first : first + STEPS_OF_PART] if 0 <= index < len(places) else ()


def film_document(places: Sequence[Place], frames: Iterable[str]) -> dict[str, Any]:
    """Returns a film, or a part of a film, as a dict for JSON: the index of its first step, the addresses of its steps,
    and their HTML (`frames`).

    `frames` is packed with zlib and base64. It is a JSON list with two lists: the different lines of all steps, in the
    order of their first use; and, for each step, the changes that turn the lines of the previous step into the lines
    of this step. The changes of the first step make it from an empty list of lines.
    """
    numbers: dict[str, int] = {}
    changes = []
    old: list[str] = []
    for frame in frames:
        new = frame.split("\n")
        changes.append([_change(opcode, new, numbers) for opcode in _opcodes(old, new)])
        old = new
    text = json.dumps([list(numbers), changes], ensure_ascii=False, separators=(",", ":"))
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    first = places[0].event if places else 0
    return {"first": first, "steps": [place.address for place in places], "frames": packed}


def _opcodes(old: list[str], new: list[str]) -> list[tuple[str, int, int, int, int]]:
    return [each for each in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if each[0] != "equal"]


def _change(opcode: tuple[str, int, int, int, int], new: list[str], numbers: dict[str, int]) -> list[Any]:
    """Returns one change of a list of lines: its place, how many lines are removed there, and the numbers of the lines
    that are inserted. A line that is used for the first time is written as -1. Its number is added to `numbers`.
    """
    _, first, end, start, stop = opcode
    fresh = []
    for line in new[start:stop]:
        fresh.append(numbers.get(line, -1))
        numbers.setdefault(line, len(numbers))
    return [first, end - first, *fresh]


def player_values(report: Report, film: str, at: int) -> dict[str, Any] | None:
    """Returns the values that the controls need to play a hand: the address of the film (`film`), the first step
    (`at`), the number of steps, and the marks of the findings. Returns `None` if the hand has no event.
    """
    count = len(report.hand.events)
    if not count:
        return None
    return {"film": film, "at": at, "count": count, "marks": marks_of(report, count)}


def marks_of(report: Report, count: int) -> list[tuple[int, str]]:
    """Returns the marks that show findings on the scrubber (the slider with the steps). Each mark has its distance from
    the left in percent, and the severity of the most serious finding at this place. `count` is the number of steps.
    """
    severities: dict[int, list[str]] = {}
    for finding in report.findings:
        if 0 <= finding.event < count:
            severities.setdefault(round(100 * finding.event / max(count - 1, 1)), []).append(weight_of(finding))
    return [(left, weightiest(found)) for left, found in sorted(severities.items())]
