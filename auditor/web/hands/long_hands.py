"""Cuts the page of a hand, so that a hand with thousands of events has a small page. Links lead to the other parts. A
hand of usual length is shown whole.

Findings with the same cause share a row: equal findings, and findings that follow from the same mistake (see
`auditor.engine.causes`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from auditor.engine.causes import causes_of
from auditor.web.findings.facets import address
from auditor.web.hands.dossier import Dossier
from auditor.web.hands.grid import Grid
from auditor.web.hands.sections import Section
from auditor.web.rendering.template_filters import counted

MOST_ROWS: Final = 50  # rows of findings on a page
MOST_OTHERS: Final = 10  # findings below the first finding of a row, and findings below an event
# A hand with more than `MOST_EVENTS` events has several pages, with `EVENTS` events each.
MOST_EVENTS: Final = 400
EVENTS: Final = 100
MOST_IN_CELL: Final = 12  # acts in a cell of the grid
MOST_CARDS: Final = 20  # cards in a cell of the grid
MOST_NOTES: Final = 50  # rules that are not verifiable


def rows_of_findings(dossier: Dossier, findings: Sequence[dict[str, Any]], start: int) -> dict[str, Any]:
    """Returns the rows of the table of findings for the template, beginning with the row `start`, counted from 0.

    `findings` are the findings of the document of the hand: first the findings of its audit, in the order of the
    report, then the cross-hand findings. Each cross-hand finding has a row of its own.
    """
    names = [seat.player for seat in dossier.hand.seats]
    causes = causes_of(dossier.report.findings, names)
    groups: dict[str, list[tuple[bool, dict[str, Any]]]] = {}
    for place, finding in enumerate(findings):
        cause = causes[place] if place < len(causes) else None
        key, follows = (cause.key, cause.follows) if cause is not None else (f"across {place}", False)
        groups.setdefault(key, []).append((follows, finding))
    every = [_row(group) for group in groups.values()]
    shown = every[start : start + MOST_ROWS]
    return {
        "cause_rows": shown,
        "number_of_rows": len(every),
        "rows_from": start,
        "rows_after": start + MOST_ROWS if start + MOST_ROWS < len(every) else None,
    }


def _row(group: Sequence[tuple[bool, dict[str, Any]]]) -> dict[str, Any]:
    first = next(finding for follows, finding in group if not follows)
    others = [finding for _, finding in group if finding is not first]
    equal = sum([not follows for follows, _ in group]) - 1 + sum([finding.get("more", 0) for _, finding in group])
    follow = sum([follows for follows, _ in group])
    parts = [counted(equal, "equal finding")] if equal else []
    if follow:
        parts.append(f"{counted(follow, 'finding')} that {'follows' if follow == 1 else 'follow'} from it")
    listed = others[:MOST_OTHERS]
    stored = first.get("id")
    return {
        "first": first,
        "others": listed,
        "words": f"and {', '.join(parts)}" if parts else "",
        "more": equal + follow - len(listed) if stored else 0,
        "address": address({"cause": f"{stored}"}, {"rows": "findings"}) if stored else "",
    }


def window_of_events(number: int, start: int | None, event: int | None) -> range:
    """Returns the indexes of the events on the page. `number` is the number of events of the hand.

    A hand with at most `MOST_EVENTS` events is on one page. Otherwise, a page has `EVENTS` events. It begins at the
    event `start`, for which the visitor asked. If `start` is `None`, it is the page with `event`, the event of the
    finding from which the page was opened. If `event` is `None` too, it is the first page.
    """
    if number <= MOST_EVENTS:
        return range(number)
    first = start if start is not None else (event or 0) // EVENTS * EVENTS
    first = min(first, number - 1)
    return range(first, min(first + EVENTS, number))


def sections_in(sections: Sequence[Section], window: range) -> list[Section]:
    """Returns the sections with only the events of the page; sections without such events are left out. An event shows
    at most `MOST_OTHERS` findings.
    """
    cut = [
        Section(section.number, [_event(event) for event in section.events if event.index in window])
        for section in sections
    ]
    return [section for section in cut if section.events]


def _event(event: Any) -> Any:
    return event if len(event.findings) <= MOST_OTHERS else replace(event, findings=event.findings[:MOST_OTHERS])


def pages_of_events(window: range, number: int, query: Mapping[str, Any]) -> dict[str, Any]:
    """Returns values for the template: the addresses of the pages with the events before and after this page. An
    address is `None` if there is no such page. `window` has the indexes of the events on this page, and `number` is the
    number of all events.
    """
    before = max(window.start - EVENTS, 0)
    return {
        "window": window,
        "number_of_events": number,
        "events_before": _query({**query, "from_event": before}) if window.start else None,
        "events_after": _query({**query, "from_event": window.stop}) if window.stop < number else None,
    }


def _query(parameters: Mapping[str, Any]) -> str:
    return f"?{urlencode(parameters)}"


def cut_cells(grid: Grid) -> None:
    """Cuts the cells of the grid that have too many acts, cards or marks of findings. If a cell has too many marks, it
    keeps only one mark for each rule, for at most `MOST_IN_CELL` rules.
    """
    for line in grid.lines:
        for cell in (line.antes, *line.cells.values()):
            if len(cell.marks) > MOST_IN_CELL:
                cell.marks[:] = {mark.code: mark for mark in cell.marks}.values()
                del cell.marks[MOST_IN_CELL:]
            del cell.cards[MOST_CARDS:]
            if len(cell.acts) > MOST_IN_CELL:
                cell.acts[MOST_IN_CELL:] = [f"and {len(cell.acts) - MOST_IN_CELL:,} more"]
