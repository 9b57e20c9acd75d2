"""Divides the events of a hand into sections: one for the antes, one for each street, one for the showdown, and one for
the settlement.

Each event has its sentence, its source line and its findings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.findings import Severity
from auditor.engine.hand import Hand
from auditor.web.hands.event_sentences import STREET_WORDS, Piece, sentence_of
from auditor.web.rendering.template_filters import visible, weight

LONGEST: Final = 400  # the most characters of a source line on the page
ANTES: Final = 0
SHOWDOWN: Final = 8
SETTLEMENT: Final = 9
NAMES: Final = {ANTES: "Antes", **STREET_WORDS, SHOWDOWN: "Showdown", SETTLEMENT: "Settlement"}
SHORT: Final = {
    ANTES: "Ante",
    3: "3rd",
    4: "4th",
    5: "5th",
    6: "6th",
    7: "7th",
    SHOWDOWN: "Showdown",
    SETTLEMENT: "Settlement",
}
_DEALING: Final = (e.Street, e.Deal, e.Community)
_SHOWING: Final = (e.Show, e.Muck)
_SETTLING: Final = (e.Collect, e.Rake, e.PotTotal, e.Won, e.StackAfter)
_WEIGHT: Final = tuple(Severity)


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event in a section.

    `line` is its line number in the file, or 0 if the number is unknown. `source` is the text of that line; `None` if
    the text is unknown, or if an earlier event comes from the same line and already has the text. `starts` is true if
    the event begins a street. `unread` is true if our software does not understand the line.
    """

    index: int
    pieces: list[Piece]
    line: int
    source: str | None
    findings: list[dict[str, Any]]
    starts: bool
    unread: bool = False

    @property
    def weight(self) -> str:
        """The severity of the most serious finding at this event, such as `money`; empty if there are no findings."""
        return weightiest([weight(finding) for finding in self.findings])


@dataclass(slots=True)
class Section:
    """A section of a hand: the events of one street, or those of the antes, the showdown or the settlement."""

    number: int
    events: list[EventLine] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the section, such as `Fourth street`."""
        return NAMES[self.number]

    @property
    def short(self) -> str:
        """The short name of the section, such as `4th`."""
        return SHORT[self.number]

    @property
    def opening(self) -> EventLine | None:
        """The event that begins the street, which the heading of the section shows. `None` if the first event does not
        begin a street, or has a finding and so must be listed below.
        """
        first = self.events[0]
        return first if first.starts and not first.findings else None

    @property
    def rest(self) -> list[EventLine]:
        """The events that are listed below the heading: all events of the section, except the event that the heading
        shows.
        """
        return self.events[1:] if self.opening is not None else self.events

    @property
    def found(self) -> int:
        """The number of findings in the section."""
        return sum([len(event.findings) for event in self.events])

    @property
    def weight(self) -> str:
        """The severity of the most serious finding in this section, such as `money`; empty if there are no findings."""
        return weightiest([event.weight for event in self.events])


def weightiest(severities: Sequence[str]) -> str:
    """Returns the most serious of these severities, such as `money`; empty if there are none."""
    return next((severity for severity in _WEIGHT if severity in severities), "")


def most_serious_first(found: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Sorts findings by severity. `found` has the code of the rule and the severity of each finding. Each code is
    returned once, with its most serious severity.
    """
    severities: dict[str, str] = {}
    for code, severity in sorted(found, key=lambda each: _WEIGHT.index(Severity(each[1]))):
        severities.setdefault(code, severity)
    return tuple(severities.items())


def sections_of(
    hand: Hand, lines: Sequence[int], sources: Mapping[int, str], findings: Sequence[dict[str, Any]]
) -> list[Section]:
    """Returns the sections of a hand that have events, in order.

    `lines` has the line number of each event in the uploaded file. If `lines` has no number for an event, the attribute
    `line` of the event is used. `sources` has the text of each line by its number. `findings` are dicts with the key
    `event`. If several events come from one line, only the first event gets the text. A text is cut after `LONGEST`
    characters, because in our own log format a whole hand is one line.
    """
    at: dict[int, list[dict[str, Any]]] = {}
    for finding in findings:
        at.setdefault(finding["event"] if finding["event"] is not None else -1, []).append(finding)
    sections = {number: Section(number) for number in NAMES}
    last_line = 0
    for index, (event, current) in enumerate(zip(hand.events, numbers_of(hand), strict=True)):
        line = lines[index] if index < len(lines) else event.line
        source = _beginning(visible(sources[line])) if line in sources and line != last_line else None
        last_line = line or last_line
        starts = isinstance(event, e.Street)
        sections[current].events.append(
            EventLine(index, sentence_of(hand, event), line, source, at.get(index, []), starts, type(event) is e.Unread)
        )
    return [section for section in sections.values() if section.events]


def _beginning(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} …"


def numbers_of(hand: Hand) -> list[int]:
    """Returns for every event of a hand the number of its section: 0 for the antes, 3 to 7 for the streets, 8 for the
    showdown, 9 for the settlement. The numbers never decrease, so an event that comes too late in the log stays in the
    later section.

    The showdown and the settlement begin only after the last card is dealt. A seat that is all-in may show its cards
    before that. Such cards belong to the current street, and so do pot totals that the log states before that.
    """
    events = hand.events
    last = max((index for index, event in enumerate(events) if isinstance(event, _DEALING)), default=-1)
    current = ANTES
    numbers = []
    for index, event in enumerate(events):
        if isinstance(event, e.Street):
            current = max(current, event.street if event.street in STREET_WORDS else ANTES)
        elif index > last and isinstance(event, _SHOWING) and current:
            current = max(current, SHOWDOWN)
        elif index > last and isinstance(event, _SETTLING):
            current = SETTLEMENT
        numbers.append(current)
    return numbers
