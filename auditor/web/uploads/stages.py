"""How far an upload is, as five named stages: people worry about those, and not about bytes."""

from typing import Final, NamedTuple

from auditor.store.queries.uploads import UploadRow
from auditor.web.rendering.template_filters import counted, size

PAST: Final = "past"
NOW: Final = "now"
NEXT: Final = "next"
FAILED: Final = "failed"
STOPPED: Final = "stopped"  # somebody cancelled the upload

# For each state of an upload, how its third, fourth and fifth stage stand.
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
    """A stage: `standing` is past, now, next, failed or stopped, `detail` what there is to tell of it."""

    name: str
    standing: str
    detail: str


def stages_of(row: UploadRow) -> list[Stage]:
    """The five stages of an upload."""
    read, replayed, ended = _STANDING[row.state]
    if replayed == STOPPED and not row.found:
        read = STOPPED
    return [
        Stage("Receiving", PAST, size(row.size)),
        Stage("Stored safely", PAST, f"receipt {row.receipt}"),
        Stage("Reading", read, _reading(row, read)),
        Stage("Replaying", replayed, _replaying(row, replayed)),
        Stage(_ENDED.get(row.state, "Done"), ended, ""),
    ]


def _reading(row: UploadRow, standing: str) -> str:
    if standing == FAILED:
        return "no hand could be read"
    if row.found:
        return f"{counted(row.found, 'hand')} found"
    return "nothing was read" if row.is_finished else "waiting for the worker"


def _replaying(row: UploadRow, standing: str) -> str:
    if (standing == NEXT and not row.hands) or (standing == STOPPED and not row.found):
        return ""
    return f"{row.hands:,} of {row.found:,}" if standing != PAST else counted(row.hands, "hand")
