"""Files through the API: the bytes are the body, streamed to the disk as they come."""

from typing import Any, Final

from flask import request

from auditor.web.access.visitor import visitor
from auditor.web.api import schemas
from auditor.web.api.described import answers, document_of, subject
from auditor.web.pages import uploads
from auditor.web.requests.refusals import Refusal, too_large
from auditor.web.requests.request_schemas import EncodingQuery, FileQuery, NoParameters, PagedQuery, UploadQuery
from auditor.web.resources import resources

blueprint: Final = subject("Uploads", "Files and what became of them.")
TYPE: Final = "application/octet-stream"


def insist_on_no_form() -> None:
    """Raises `Refusal` (415) where a form could have sent this request, which needs no body. A form always has a type,
    and shows no token of its own.
    """
    if request.mimetype == TYPE or (not request.content_length and (not request.mimetype or visitor().token)):
        return
    raise Refusal(415, f"This request takes no body and no form. Send an empty body without a Content-Type, or {TYPE}.")


@answers(blueprint, "/uploads", schemas.UploadsSchema, PagedQuery)
def every(_query: Any) -> Any:
    """Uploads, the last first."""
    return document_of(uploads.every())


@answers(blueprint, "/uploads/<string(maxlength=64):receipt>", schemas.UploadedSchema, UploadQuery, missing=True)
def one(_query: Any, receipt: str) -> Any:
    """One upload, while it is worked on and after."""
    return uploads.document_of(receipt, _query.get("after"))[1]


@answers(blueprint, "/uploads", schemas.ReceiptSchema, FileQuery, method="POST", body=TYPE)
def send(query: Any) -> Any:
    """Keeps a file and has it audited; the same file for the same house changes nothing, and `again` says so. Several
    files go in as a zip.
    """
    # A page of another site cannot send this type without asking first, and nobody answers it.
    if request.mimetype != TYPE:
        raise Refusal(415, f"The body is to be the file's bytes, sent as {TYPE}.")
    most = resources().settings.ingest_bytes
    if (request.content_length or 0) > most:
        raise too_large(request.content_length, most)
    sent = uploads.UploadOptions(query["file_name"], query["house"], query["encoding"])
    return uploads.receipt_document(uploads.take(request.stream, sent, most))


@answers(
    blueprint,
    "/uploads/<string(maxlength=64):receipt>",
    schemas.ReceiptSchema,
    EncodingQuery,
    method="POST",
    missing=True,
)
def read_again(query: Any, receipt: str) -> Any:
    """Reads the kept bytes again in another encoding, which counts from then on. The body is empty, and needs
    no type.
    """
    insist_on_no_form()
    return uploads.receipt_document(uploads.re_read(receipt, query["encoding"]))


@answers(
    blueprint,
    "/uploads/<string(maxlength=64):receipt>/cancel",
    schemas.UploadedSchema,
    NoParameters,
    method="POST",
    missing=True,
)
def cancel(_query: Any, receipt: str) -> Any:
    """Cancels what is not audited yet; what was audited stays. The body is empty, and needs no type. The answer is the
    upload.
    """
    insist_on_no_form()
    uploads.cancelled(receipt)
    return uploads.document_of(receipt)[1]
