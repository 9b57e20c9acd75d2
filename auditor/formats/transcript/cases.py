"""Reads cases. A case is a transcript in a `.hand` file, with marks for the findings that the auditor must report.

    # O303  Bring-in by the wrong seat

    == the deuce of diamonds does not owe it, where suits split the tie
    house casino
    house bring_in.tie = suit
    stakes 10/20 bring-in 3 ante 1
    ...
    3 brings in 3                     !! O303

The marks at the end of a line:

- `!! CODE`: the event of the line has a finding with this code. Several codes may follow.
- `?? CODE`: the rule with this code cannot be verified at the event.
- `!! CODE unless KEY = VALUE`: the finding disappears if the clause KEY, a house rule, is understood as VALUE.
- `!! CODE under KEY = VALUE`: the finding exists only if the clause is understood in this way.

A mark belongs to the last event of its line. On a header line a mark belongs to the first event of the hand.
`house NAME` names the house; without this line the house is `roberts`. `house KEY = VALUE` replaces one value of the
house.
"""

import re
from typing import Final, NamedTuple

from auditor.engine.hand import Hand
from auditor.formats.outcomes import Rejected
from auditor.formats.transcript import transcribed

USUAL_HOUSE: Final = "roberts"

_MARK: Final = re.compile(
    r"(?:^|\s)(!!|\?\?)((?:\s+[A-Z][0-9]{3})+)(?:\s+(unless|under)\s+([a-z_]+\.[a-z_]+ = [a-z0-9_]+))?\s*$"
)
_HEAD: Final = re.compile(r"#\s*([A-Z][0-9]{3})\s+(.*)")


class Marked(NamedTuple):
    """One mark for one rule, such as `!! O303 unless bring_in.tie = suit`.

    - `code` is the code of the rule.
    - `kind` is `unless` or `under` if the mark has one of these words. Otherwise it is `!!` or `??`, as the mark
      begins.
    - `reading` is the text `KEY = VALUE` after `unless` or `under`: one way to understand a clause. Otherwise it is
      empty.
    """

    kind: str
    code: str
    reading: str


class Case:
    """A hand, its house, and the correct result of its audit.

    - `expected` lists the findings, each as the code of the rule and the index of an event: `("O303", 4)`.
    - `unverifiable` lists the rules that cannot be verified, in the same form.
    - `contested` lists the expected findings that disappear under a reading, which is one way to understand a clause.
      The third item of each tuple is the reading: `("O303", 4, "bring_in.tie = suit")`.
    - `beside` lists the findings that exist only under a reading, in the same form as `contested`.
    - `code` and `heading` are from the first line of the file. `title` is the line of the case that begins with `==`.
    - `text` is the text of the case below that line, and `line` is the number of its first line.
    """

    __slots__ = (
        "beside",
        "code",
        "contested",
        "expected",
        "hand",
        "heading",
        "house",
        "line",
        "overrides",
        "text",
        "title",
        "unverifiable",
    )

    def __init__(
        self,
        head: tuple[str, str],
        title: str,
        section: tuple[int, str],
        hand: Hand,
        overrides: dict[str, str],
        marks: list[tuple[Marked, int]],
    ) -> None:
        self.code, self.heading = head
        self.title: Final = title
        self.line, self.text = section
        self.hand: Final = hand
        self.house: Final = hand.house or USUAL_HOUSE
        self.overrides: Final = overrides
        self.expected: Final = [(each.code, event) for each, event in marks if each.kind in ("!!", "unless")]
        self.unverifiable: Final = [(each.code, event) for each, event in marks if each.kind == "??"]
        self.contested: Final = [(each.code, event, each.reading) for each, event in marks if each.kind == "unless"]
        self.beside: Final = [(each.code, event, each.reading) for each, event in marks if each.kind == "under"]


def read_cases(text: str) -> list[Case]:
    """Returns the cases of a `.hand` file. If a case cannot be read, raises `ValueError` with the number of the wrong
    line and the reason.
    """
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
    marked: list[tuple[Marked, int]] = []
    for number, each in enumerate(section, line):
        rest, marks = marks_on(each)
        plain.append(rest)
        marked += [(mark, number) for mark in marks]
    transcript = transcribed(plain, line)
    if isinstance(transcript, Rejected):
        raise ValueError(f'Case "{title}", line {transcript.line}: {transcript.reason}')  # noqa: TRY004 - the text is wrong, not its type
    hand = transcript.hand()
    placed = [(mark, _event_at(hand, number)) for mark, number in marked]
    text = "\n".join(section).strip("\n")
    return Case(head, title, (line, text), hand, dict(transcript.header.overrides), placed)


def marks_on(line: str) -> tuple[str, list[Marked]]:
    """Returns a line of a case without its marks, and the marks."""
    marks: list[Marked] = []
    while match := _MARK.search(line):
        line = line[: match.start()]
        marks[:0] = [Marked(match[3] or match[1], code, match[4] or "") for code in match[2].split()]
    return line, marks


def _event_at(hand: Hand, line: int) -> int:
    """Returns the index of the last event that the line made, or 0, the first event, if the line made none."""
    return max([index for index, event in enumerate(hand.events) if event.line == line], default=0)
