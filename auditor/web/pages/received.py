"""Several files sent at once: one page with all their receipts, that follows them until the last is done."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template

from auditor.store.queries import uploads
from auditor.store.uploads import Receipt
from auditor.web.asked import ReceivedAsked, asked
from auditor.web.documents import upload_document
from auditor.web.opened import reading
from auditor.web.refusals import Refusal

blueprint: Final = Blueprint("received", __name__)


def address_of(receipts: Sequence[Receipt]) -> str:
    """The address of the page for these receipts; which of them were there before stands in it by their places."""
    again = [str(place) for place, each in enumerate(receipts, 1) if each.again]
    parts = {"receipts": ",".join([each.receipt for each in receipts])}
    return f"/uploads/received?{urlencode({**parts, 'again': ','.join(again)} if again else parts, safe=',')}"


@blueprint.get("/uploads/received")
def several() -> Response:
    """What was sent together, file by file."""
    query = asked(ReceivedAsked)
    if "receipts" not in query:
        return redirect("/uploads")  # type: ignore[return-value]
    again = frozenset(query.get("again", "").split(","))
    files = []
    with reading() as connection:
        for place, receipt in enumerate(query["receipts"].split(","), 1):
            row = uploads.by_receipt(connection, receipt)
            if row is None:
                raise Refusal(404, f'There is no upload with the receipt "{receipt}". Look in the list of uploads.')
            files.append({**upload_document(row), "again": str(place) in again})
    waiting = sum([each["finished"] is None for each in files])
    return Response(render_template("received.html", files=files, waiting=waiting, total=_total(files)))


def _total(files: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The sum over what was sent; of a file that was there before, or twice among these, what was audited is known."""
    total: dict[str, Any] = {"state": "done", "hands": 0, "audited": 0, "known": 0, "rejected": 0, "skipped": 0}
    for each in files:
        for name in ("hands", "rejected", "skipped"):
            total[name] += each[name]
        total["audited"] += 0 if each["again"] else each["audited"]
        total["known"] += each["known"] + (each["audited"] if each["again"] else 0)
    return total
