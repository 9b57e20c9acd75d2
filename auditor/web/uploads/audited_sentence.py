"""What became of the hands of an upload, in a sentence that claims no more than was judged."""

from auditor.store.queries.uploads import UploadRow
from auditor.web.rendering.template_filters import counted


def judged_words(row: UploadRow, findings: int) -> str:
    """The sentence: "No finding in the 3 hands audited. 1 hand was known before, 1 was rejected and not judged" is one.

    Where there are findings, their number is said elsewhere and only the rest here.
    """
    if not row.audited:
        return f"No hand was audited. {_rest(row)}".rstrip()
    cleared = "" if findings else f"No finding in the {counted(row.audited, 'hand')} audited. "
    return f"{cleared}{_rest(row)}".rstrip()


def _rest(row: UploadRow) -> str:
    """The hands that were not audited, `hand` said once."""
    parts: list[str] = []
    for count, before, after in (
        (row.known, "", "known before"),
        (row.rejected, "", "rejected and not judged"),
        (row.skipped, "of another game" if row.skipped == 1 else "of other games", "skipped"),
    ):
        if count:
            many = counted(count, "hand") if not parts else f"{count:,}"
            parts.append(" ".join([part for part in (many, before, "was" if count == 1 else "were", after) if part]))
    return f"{', '.join(parts)}." if parts else ""
