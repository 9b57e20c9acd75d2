"""The page about several files that were uploaded together: the receipt and the progress of each file."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from auditor.settings import command_line
from auditor.store.queries import uploads, workers
from auditor.store.queries.findings_of_uploads import of_all, of_each
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.rendering.documents import SENT_COLUMNS, sent_document
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import ReceiptsQuery, parse_query
from auditor.web.resources import transaction
from auditor.web.uploads.listed_archives import by_findings

blueprint: Final = Blueprint("received", __name__)
_ADDRESS: Final = "/uploads/received"


def address_of(receipts: Sequence[Receipt]) -> str:
    """Returns the address of the page for these uploads, such as `/uploads/received?receipts=3f2a,77b1&again=2`. In
    this example, `again=2` says that the second file had been uploaded before.
    """
    again = [str(place) for place, each in enumerate(receipts, 1) if each.again]
    parts = {"receipts": ",".join([each.receipt for each in receipts])}
    return _address({**parts, "again": ",".join(again)} if again else parts)


@page(blueprint, _ADDRESS)
def several() -> PageContent | Response:
    """Shows the files that were uploaded together, each with the number of its hands and findings."""
    query = parse_query(ReceiptsQuery)
    if "receipts" not in query:
        return redirect_to(f"/uploads{request.path.removeprefix(_ADDRESS)}")
    again = frozenset(query.get("again", "").split(","))
    receipts = query["receipts"].split(",")
    with transaction() as connection:
        rows = [uploads.by_receipt(connection, receipt) for receipt in receipts]
        found = of_each(connection, receipts)
        together = of_all(connection, receipts)
        is_at_work = workers.is_any_alive(connection)
    files = []
    for place, (receipt, row) in enumerate(zip(receipts, rows, strict=True), 1):
        if row is None:
            raise Refusal(404, f'There is no upload with the receipt "{receipt}". Look in the list of uploads.')
        files.append(sent_document(row, found[receipt], again=str(place) in again))
    document = {
        "files": files,
        "waiting": sum([each["finished"] is None for each in files]),
        "total": {**_total(files), "findings": together},
    }
    values = {
        "here": _address(query),
        "files": by_findings(files),
        "start_worker": "" if is_at_work else command_line("worker"),
    }
    csv = Rows(SENT_COLUMNS, [[each[column] for column in SENT_COLUMNS] for each in files])
    return PageContent("received.html", document, csv, values)


def _address(query: Mapping[str, str]) -> str:
    return f"{_ADDRESS}?{urlencode(query, safe=',')}"


def _total(files: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Returns sums over all files: the number of all hands, and of those that were audited, were already stored
    (`known`), were rejected, or were skipped.
    """
    return {name: sum([each[name] for each in files]) for name in ("hands", "audited", "known", "rejected", "skipped")}
