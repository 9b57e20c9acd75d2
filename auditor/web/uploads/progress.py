"""Describes the progress of an upload as five named stages, and its result in one sentence."""

from typing import Final, NamedTuple

from auditor.store.queries.uploads import UploadRow
from auditor.web.rendering.template_filters import counted, size

PAST: Final = "past"
NOW: Final = "now"
NEXT: Final = "next"
FAILED: Final = "failed"
STOPPED: Final = "stopped"  # somebody cancelled the upload

# The standing of the third, fourth and fifth stage, for each state of an upload. The first two stages are over.
_STANDING: Final = {
    "received": (NOW, NEXT, NEXT),
    "reading": (NOW, NEXT, NEXT),
    "auditing": (PAST, NOW, NEXT),
    "done": (PAST, PAST, PAST),
    "incomplete": (PAST, FAILED, FAILED),
    "unreadable": (FAILED, NEXT, NEXT),
    "cancelled": (PAST, STOPPED, STOPPED),
}
_ENDED: Final = {"incomplete": "Incomplete", "cancelled": "Cancelled"}


class Stage(NamedTuple):
    """A stage of an upload. `standing` is past, now, next, failed or stopped. `detail` is a short text."""

    name: str
    standing: str
    detail: str


def stages_of(row: UploadRow) -> list[Stage]:
    """Returns the five stages of an upload."""
    search, audit, ended = _STANDING[row.state]
    if audit == STOPPED and not row.found:
        search = STOPPED
    return [
        Stage("Receiving", PAST, size(row.size)),
        Stage("Stored", PAST, f"receipt {row.receipt}"),
        Stage("Finding hands", search, _search_detail(row, search)),
        Stage("Auditing", audit, _audit_detail(row, audit)),
        Stage(_ENDED.get(row.state, "Done"), ended, ""),
    ]


def _search_detail(row: UploadRow, standing: str) -> str:
    if standing == FAILED:
        return "no hand found"
    if row.found:
        return f"{counted(row.found, 'hand')} found"
    return "no hand found" if row.is_finished else "waiting for the worker"


def _audit_detail(row: UploadRow, standing: str) -> str:
    if (standing == NEXT and not row.hands) or (standing == STOPPED and not row.found):
        return ""
    return f"{row.hands:,} of {row.found:,}" if standing != PAST else counted(row.hands, "hand")


def judged_words(row: UploadRow, findings: int) -> str:
    """Returns the result in words, such as "No finding in the 3 audited hands. 1 hand was known before.".

    If there are findings, their number is not in the sentence, because another part of the page has it.
    """
    if not row.audited:
        return f"No hand was audited. {_rest(row)}".rstrip()
    cleared = "" if findings else f"No finding in the {counted(row.audited, 'audited hand')}. "
    return f"{cleared}{_rest(row)}".rstrip()


def _rest(row: UploadRow) -> str:
    """Counts in words the hands that were not audited. The word `hand` appears once."""
    parts: list[str] = []
    for count, before, after in (
        (row.known, "", "known before"),
        (row.rejected, "", "rejected and not audited"),
        (row.skipped, "of another game" if row.skipped == 1 else "of other games", "skipped"),
    ):
        if count:
            many = counted(count, "hand") if not parts else f"{count:,}"
            parts.append(" ".join([part for part in (many, before, "was" if count == 1 else "were", after) if part]))
    return f"{', '.join(parts)}." if parts else ""
