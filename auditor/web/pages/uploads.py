"""The pages of uploads: the form, the list, and the page of one upload."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from io import SEEK_END
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.datastructures import FileStorage

from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import names
from auditor.formats.files.encodings import TITLES, EncodingRefused
from auditor.jobs.cancelling import NotCancelled, cancel
from auditor.jobs.receiving import read_again, receive, receive_again
from auditor.lookalike.words import notes_on_list
from auditor.settings import command_line
from auditor.store.evidence.files import NotKept, Readable
from auditor.store.people.api_tokens import Scope
from auditor.store.postgres.readiness import refusing
from auditor.store.queries import findings, uploads, workers
from auditor.store.queries.findings_of_uploads import of_each
from auditor.store.queries.members import MOST_ON_A_PAGE, NOBODY, archives_around, members_of
from auditor.store.queries.uploads import UploadRow
from auditor.store.uploads.receipts import NotReadAgain
from auditor.store.uploads.retrying import NotRetried
from auditor.store.uploads.senders import SOMEBODY, Sender
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.access.visitor import reach, visitor
from auditor.web.pages.received import address_of
from auditor.web.rendering.documents import (
    MEMBER_COLUMNS,
    UPLOAD_COLUMNS,
    member_document,
    rejected_document,
    upload_document,
)
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import NO_ROOM, Refusal, too_large, wants_json
from auditor.web.requests.request_schemas import PagedQuery, UploadQuery, parse_query, refuse_unknown_fields
from auditor.web.resources import resources, transaction
from auditor.web.uploads.listed_archives import files_of, under_archives
from auditor.web.uploads.progress import judged_words, stages_of
from auditor.web.uploads.rejected_lines import sources_of

blueprint: Final = Blueprint("uploads", __name__)
_MOST_FILES: Final = 50


@page(blueprint, "/uploads")
def every() -> PageContent:
    """Shows the form for files, and the uploads, newest first."""
    query = parse_query(PagedQuery)
    with transaction() as connection:
        found = uploads.latest(connection, query.get("before"), query["limit"], reach())
        # The page shows the files of an archive below the archive. The JSON and the CSV list all uploads.
        outermost = uploads.latest(connection, query.get("before"), query["limit"], reach(), without_members=True)
        inside = under_archives(connection, outermost)
    documents = [upload_document(row) for row in found]
    following = found[-1].id if len(found) == query["limit"] else None
    rows = Rows(UPLOAD_COLUMNS, [[each[column] for column in UPLOAD_COLUMNS] for each in documents], A_PAGE)
    values = {
        "houses": names(),
        "encodings": TITLES,
        "most": resources().settings.upload_bytes,
        "first": "before" not in query,
        "outermost": [upload_document(row) for row in outermost],
        "inside": inside,
        "earlier": outermost[-1].id if len(outermost) == query["limit"] else None,
    }
    return PageContent("uploads.html", {"uploads": documents, "next": following}, rows, values)


@blueprint.post("/uploads")
def send() -> Response:
    """Receives the files of the form. Redirects to the page of the upload, or, for several files, to one page about all
    of them.

    If only one file was sent and this file had been uploaded before, shows the page of the earlier upload without a
    redirect. A program gets the receipts as JSON.
    """
    refuse_unknown_fields({"file", "house", "encoding"})
    files = _files()
    most = resources().settings.upload_bytes
    sent = sum([_length(file) for file in files])
    if sent > most:
        raise too_large(sent, most)
    house, encoding = request.form.get("house", ""), request.form.get("encoding", "")
    receipts = [take(file.stream, UploadOptions(file.filename or "", house, encoding), most) for file in files]
    if wants_json():
        only = receipts[0]
        location = f"/uploads/{only.receipt}{'?again=1' if only.again else ''}"
        if len(receipts) > 1:
            location = address_of(receipts)
        return jsonify({"location": location, "receipts": [receipt_document(receipt) for receipt in receipts]})
    if len(receipts) > 1:
        return redirect_to(address_of(receipts))
    if not receipts[0].again:
        return redirect_to(f"/uploads/{receipts[0].receipt}")
    content = _upload_page(receipts[0].receipt, again=True)
    return Response(render_template(content.template, **{**content.document, **content.values}))


@blueprint.post("/uploads/<string(maxlength=64):receipt>/readings")
def re_read_form(receipt: str) -> Response:
    """Reads a stored file again in the encoding that the form contains, and redirects to the new upload."""
    refuse_unknown_fields({"encoding"})
    taken = re_read(receipt, request.form.get("encoding", ""))
    return redirect_to(f"/uploads/{taken.receipt}{'?again=1' if taken.again else ''}")


@blueprint.post("/uploads/<string(maxlength=64):receipt>/cancel")
def stop(receipt: str) -> Response:
    """Cancels an upload, so that its remaining hands are not audited, and redirects to the page of the upload."""
    refuse_unknown_fields(set())
    cancelled(receipt)
    return redirect_to(f"/uploads/{receipt}")


@blueprint.post("/uploads/<string(maxlength=64):receipt>/again")
def take_up(receipt: str) -> Response:
    """Retries the parts of an upload that were cancelled or failed, so that their hands are audited. Redirects to the
    page of the upload.
    """
    refuse_unknown_fields(set())
    _row(receipt)
    try:
        with refusing():
            receive_again(resources().place(), receipt)
    except NotRetried as refused:
        raise Refusal(409, str(refused)) from refused
    return redirect_to(f"/uploads/{receipt}")


@page(blueprint, "/uploads/<string(maxlength=64):receipt>")
def one(receipt: str) -> PageContent:
    """Shows one upload: its progress, and at the end its counts and its rejected hands."""
    query = parse_query(UploadQuery)
    return _upload_page(receipt, again="again" in query, after=query.get("after"))


def receipt_document(receipt: Receipt) -> dict[str, Any]:
    """Returns the receipt of an upload as a dict for JSON: the code of the upload (`receipt`), and the name, the size
    and the digest of the stored file.
    """
    return {
        "receipt": receipt.receipt,
        "file_name": receipt.file_name,
        "house": receipt.house,
        "size": receipt.size,
        "sha256": receipt.sha256,
        "received": stamp(receipt.received_at),
        "encoding": receipt.encoding,
        "notes": list(receipt.notes),
        "again": receipt.again,
    }


class UploadOptions(NamedTuple):
    """The name of an uploaded file, and the house and the encoding that the sender chose. A field is empty if the
    sender gave no name, or chose nothing.
    """

    file_name: str
    house: str
    encoding: str


def take(data: Readable, options: UploadOptions, most: int) -> Receipt:
    """Stores the file that is read from `data`, of at most `most` bytes, and returns its receipt. Raises `Refusal` if
    the file or an option cannot be accepted.
    """
    for name, value in zip(("file's name", "house", "encoding"), options, strict=True):
        insist_on_text(name, value)
    with _refused():
        return receive(
            resources().place(),
            _Counted(data, most),
            options.file_name,
            options.house,
            most,
            encoding=options.encoding,
            sender=_sender(),
        )


def re_read(receipt: str, encoding: str) -> Receipt:
    """Reads the stored file of an upload again in another encoding. If `encoding` is empty, the encoding of the upload
    `receipt` is used.

    Returns the receipt of the new upload, which replaces the earlier upload of the file. If the earlier upload has the
    same encoding, the file is not read again, and the receipt of the earlier upload is returned.

    Raises `Refusal` if there is no such upload or no such encoding, if the file is still being read, or if the sender
    may not replace the upload.
    """
    insist_on_text("encoding", encoding)
    row = _row(receipt)
    kept = Receipt(row.receipt, row.id, row.sha256, row.size, row.file_name, row.house, row.received_at, again=True)
    sender = replace(_sender(), venue_id=row.venue_id)
    with _refused():
        return read_again(resources().place(), kept, encoding or row.encoding, sender)


def _sender() -> Sender:
    """Returns the sender of the current upload. A program uploads for the venue of its token, a person for the default
    venue.
    """
    within = reach()
    if within is None:
        return SOMEBODY
    return Sender(within.venue_id, visitor().token, limited=visitor().scope is Scope.UPLOAD)


def cancelled(receipt: str) -> None:
    """Cancels an upload, and stores the name of the visitor who cancelled it. Raises `Refusal` if the upload cannot be
    cancelled any more, or does not exist.
    """
    _row(receipt)
    try:
        cancel(resources().place(), receipt, visitor().name, _sender())
    except NotCancelled as refused:
        raise Refusal(409, str(refused)) from refused


@contextmanager
def _refused() -> Iterator[None]:
    """Inside this context, errors about a received file become refusals, which the visitor sees."""
    try:
        with refusing():
            yield
    except (HouseRefused, EncodingRefused) as refused:
        raise Refusal(422, str(refused)) from refused
    except NotReadAgain as refused:
        raise Refusal(409, str(refused)) from refused
    except NotKept as refused:
        raise Refusal(503, str(refused), NO_ROOM) from refused


def _row(receipt: str) -> UploadRow:
    with transaction() as connection:
        row = uploads.by_receipt(connection, receipt, reach())
    if row is None:
        raise Refusal(404, f'There is no upload with the receipt "{receipt}". The list of uploads shows all uploads.')
    return row


def document_of(receipt: str, after: str | None = None) -> tuple[UploadRow, dict[str, Any]]:
    """Returns the database row of an upload, and its JSON document.

    The document has one page of the list of rejected hands; for an archive, one page of the list of its files. `after`
    is the place in this list where the page begins. Raises `Refusal` if there is no upload with this receipt, or if
    `after` is no place in the list of rejected hands.
    """
    row = _row(receipt)
    with transaction() as connection:
        try:
            rejected = uploads.rejections(connection, row.id, None if row.members else after)
        except ValueError as refused:
            raise Refusal(422, str(refused)) from refused
        inside = members_of(connection, row.id, int((after or "0").partition(".")[0])) if row.members else NOBODY
        around = archives_around(connection, row.id, reach())
        instead = uploads.superseded_by(connection, row.id)
        skipped = uploads.skipped_games(connection, row.id)
        of_this = {"upload": receipt}
        hands_are_there = row.audited + row.known > 0
        total = findings.total(connection, of_this) if hands_are_there else 0
        against = findings.total(connection, {"against": receipt}) if hands_are_there else 0
        of_members = of_each(connection, [each.receipt for each in inside.members if each.receipt])
        lines = [each.line for each in rejected.refusals]
        sources, damaged = sources_of(connection, resources().place().evidence, row, lines)
    return row, {
        "upload": {**upload_document(row), "damage": row.damage or damaged},
        "members": [member_document(each, of_members.get(each.receipt or "", 0)) for each in inside.members],
        "archives": [asdict(each) for each in around],
        "instead": instead,
        "rejected": [rejected_document(each, sources.get(each.line)) for each in rejected.refusals],
        "next": rejected.following if inside.following is None else f"{inside.following}.0",
        "skipped": skipped,
        "findings": total,
        "against": against,
    }


class _Counted:
    """Wraps the stream of an uploaded file, and raises `Refusal` if more than `most` bytes are read from it."""

    def __init__(self, data: Readable, most: int) -> None:
        self._data: Final = data
        self._most: Final = most
        self._left = most

    def read(self, size: int, /) -> bytes:
        chunk = self._data.read(size)
        self._left -= len(chunk)
        if self._left < 0:
            raise too_large(None, self._most)
        return chunk


def _upload_page(receipt: str, *, again: bool, after: str | None = None) -> PageContent:
    row, document = document_of(receipt, after)
    columns: Sequence[str] = ("line", "hand", "reason", "source")
    listed = document["rejected"]
    if row.members is not None:
        columns, listed = MEMBER_COLUMNS, document["members"]
    holds = A_PAGE if document["next"] or after else ""
    by_findings = _page_of_files(row, after) if row.members else {}
    rows = Rows(columns, [[each[column] for column in columns] for each in listed], holds)
    values = {
        "again": again,
        "re_encoded": document["instead"] is not None
        and _row(document["instead"]).asked_encoding != row.asked_encoding,
        "encodings": TITLES,
        "finished": row.is_finished,
        "stages": stages_of(row),
        "start_worker": "" if row.is_finished else _start_worker(),
        "judged": judged_words(row, document["findings"]),
        "name_notes": notes_on_list([each["name"] for each in document["members"]] or [row.file_name]),
        **by_findings,
    }
    return PageContent("upload.html", document, rows, values)


def _start_worker() -> str:
    """Returns the command that starts a worker, or an empty text if a worker runs."""
    with transaction() as connection:
        return "" if workers.is_any_alive(connection) else command_line("worker")


def _page_of_files(archive: UploadRow, after: str | None) -> dict[str, Any]:
    """Returns a page of the files of an archive, the files with the most findings first, and the place of the next
    page. The JSON has the files in the order of the archive.
    """
    begin = int((after or "0").partition(".")[0])
    with transaction() as connection:
        files = files_of(connection, archive.id)
    end = begin + MOST_ON_A_PAGE
    return {"members": files[begin:end], "next": f"{end}.0" if end < len(files) else None}


def _files() -> list[FileStorage]:
    files = [file for file in request.files.getlist("file") if file.filename]
    if not files:
        raise Refusal(422, "You chose no file. Choose a hand history first.")
    if len(files) > _MOST_FILES:
        raise Refusal(422, f"You sent {len(files)} files at once. Send at most {_MOST_FILES} files at once.")
    return files


def _length(file: FileStorage) -> int:
    length: int = file.stream.seek(0, SEEK_END)
    file.stream.seek(0)
    return length
