"""Describes the progress of an upload as five stages, such as "Finding hands", and its result in words."""

from typing import Final, NamedTuple

from auditor.store.queries.uploads import UploadRow
from auditor.web.rendering.template_filters import counted, size

PAST: Final = "past"
NOW: Final = "now"
NEXT: Final = "next"
FAILED: Final = "failed"
STOPPED: Final = "stopped"  # the status of a stage that ended because somebody cancelled the upload

# For each state of an upload, the status of its third, fourth and fifth stage. The first two stages, receiving and
# storing, are always over.
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
    """A stage of an upload. `standing` is its status: `past`, `now`, `next`, `failed` or `stopped`. `detail` is a short
    text, such as "3 hands found".
    """

    name: str
    standing: str
    detail: str


def stages_of(row: UploadRow) -> list[Stage]:
    """Returns the five stages of an upload: receiving, stored, finding hands, auditing, done."""
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
    return "no hand found" if row.is_finished else "not started yet"


def _audit_detail(row: UploadRow, standing: str) -> str:
    if (standing == NEXT and not row.hands) or (standing == STOPPED and not row.found):
        return ""
    return f"{row.hands:,} of {row.found:,}" if standing != PAST else counted(row.hands, "hand")


def judged_words(row: UploadRow, findings: int) -> str:
    """Returns the result of an upload in words, such as "There is no finding in the 3 audited hands. 1 hand was
    already stored.".

    `findings` is the number of findings. If there are any, the sentence about findings is left out, because the page
    shows their number elsewhere.
    """
    if not row.audited:
        return f"No hand was audited. {_rest(row)}".rstrip()
    cleared = "" if findings else f"There is no finding in the {counted(row.audited, 'audited hand')}. "
    return f"{cleared}{_rest(row)}".rstrip()


def _rest(row: UploadRow) -> str:
    """Writes the counts of the hands that were not audited, such as "1 hand was already stored, 2 of other games were
    skipped.". Only the first count is followed by the word `hand` or `hands`.
    """
    parts: list[str] = []
    for count, before, after in (
        (row.known, "", "already stored"),
        (row.rejected, "", "rejected and not audited"),
        (row.skipped, "of another game" if row.skipped == 1 else "of other games", "skipped"),
    ):
        if count:
            many = counted(count, "hand") if not parts else f"{count:,}"
            parts.append(" ".join([part for part in (many, before, "was" if count == 1 else "were", after) if part]))
    return f"{', '.join(parts)}." if parts else ""
