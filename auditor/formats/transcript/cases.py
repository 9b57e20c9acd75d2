"""Cases: `.hand` files, in which transcripts carry the findings that they must give.

    # O303  Bring-in by the wrong seat

    == the deuce of diamonds does not owe it, where suits split the tie
    house casino
    house bring_in.tie = suit
    stakes 10/20 bring-in 3 ante 1
    ...
    3 brings in 3                     !! O303

`!! CODE` on a line: the event of that line gives this finding; several codes may follow. `?? CODE`: the rule cannot be
verified there. On a line that makes several events the last is meant; on a header line, the first of the hand. `house
NAME` names the house, `roberts` unsaid; `house KEY = VALUE` puts one value in place of its own.
"""

import re
from typing import Final

from auditor.engine.hand import Hand
from auditor.formats.outcomes import Rejected
from auditor.formats.transcript import transcribed

USUAL_HOUSE: Final = "roberts"

_MARK: Final = re.compile(r"(?:^|\s)(!!|\?\?)((?:\s+[A-Z][0-9]{3})+)\s*$")
_HEAD: Final = re.compile(r"#\s*([A-Z][0-9]{3})\s+(.*)")


class Case:
    """A hand, the house it is judged under, and what must come of it: `expected` findings and `unverifiable` rules,
    each a code and the index of an event. `code` and `heading` are the file's; `text` is the section, which starts at
    `line`.
    """

    __slots__ = ("code", "expected", "hand", "heading", "house", "line", "overrides", "text", "title", "unverifiable")

    def __init__(
        self,
        head: tuple[str, str],
        title: str,
        section: tuple[int, str],
        hand: Hand,
        overrides: dict[str, str],
        marks: dict[str, list[tuple[str, int]]],
    ) -> None:
        self.code, self.heading = head
        self.title: Final = title
        self.line, self.text = section
        self.hand: Final = hand
        self.house: Final = hand.house or USUAL_HOUSE
        self.overrides: Final = overrides
        self.expected: Final = marks["!!"]
        self.unverifiable: Final = marks["??"]


def read_cases(text: str) -> list[Case]:
    """The cases of a `.hand` file. Raises `ValueError` with the place where one cannot be read."""
    lines = text.splitlines()
    starts = [place for place, line in enumerate(lines) if line.startswith("==")]
    heads = [match for line in lines[: starts[0] if starts else None] if (match := _HEAD.match(line))]
    head = (heads[0][1], heads[0][2].strip()) if heads else ("", "")
    return [
        _case(head, lines[start].strip("= "), start + 2, lines[start + 1 : end])
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    ]


def _case(head: tuple[str, str], title: str, line: int, section: list[str]) -> Case:
    plain: list[str] = []
    marked: list[tuple[str, str, int]] = []
    for number, each in enumerate(section, line):
        rest = each
        while match := _MARK.search(rest):
            marked.extend([(match[1], code, number) for code in match[2].split()])
            rest = rest[: match.start()]
        plain.append(rest)
    transcript = transcribed(plain, line)
    if isinstance(transcript, Rejected):
        raise ValueError(f'Case "{title}", line {transcript.line}: {transcript.reason}')  # noqa: TRY004 - the text is wrong, not its type
    hand = transcript.hand()
    marks: dict[str, list[tuple[str, int]]] = {"!!": [], "??": []}
    for mark, code, number in marked:
        marks[mark].append((code, _event_at(hand, number)))
    text = "\n".join(section).strip("\n")
    return Case(head, title, (line, text), hand, dict(transcript.header.overrides), marks)


def _event_at(hand: Hand, line: int) -> int:
    """The last event that the line made, or the first of the hand."""
    return max([index for index, event in enumerate(hand.events) if event.line == line], default=0)
