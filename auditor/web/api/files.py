"""The part of the API for uploads. The body of an upload request is the file itself, and is written to the disk as it
arrives.
"""

from typing import Any, Final

from flask import request

from auditor.web.access.visitor import visitor
from auditor.web.api import schemas
from auditor.web.api.described import answers, document_of, subject
from auditor.web.pages import uploads
from auditor.web.requests.refusals import Refusal, too_large
from auditor.web.requests.request_schemas import EncodingQuery, FileQuery, NoParameters, PagedQuery, UploadQuery
from auditor.web.resources import resources

blueprint: Final = subject("Uploads", "Uploaded files and their audits.")
TYPE: Final = "application/octet-stream"


def insist_on_no_form() -> None:
    """Raises `Refusal` (415) if an HTML form of another site could have sent this request.

    An HTML form always sends a Content-Type. But a form cannot send the media type `TYPE`, and cannot send an API
    token. So a request with this media type is accepted. A request with an empty body is also accepted if it has no
    Content-Type, or has an API token.
    """
    if request.mimetype == TYPE or (not request.content_length and (not request.mimetype or visitor().token)):
        return
    raise Refusal(
        415, f"The body of this request must be empty. Leave out the header Content-Type, or set it to {TYPE}."
    )


@answers(blueprint, "/uploads", schemas.UploadsSchema, PagedQuery)
def every(_query: Any) -> Any:
    """Lists the uploads, newest first."""
    return document_of(uploads.every())


@answers(blueprint, "/uploads/<string(maxlength=64):receipt>", schemas.UploadedSchema, UploadQuery, missing=True)
def one(_query: Any, receipt: str) -> Any:
    """Returns one upload, also while its hands are being audited."""
    return uploads.document_of(receipt, _query.get("after"))[1]


@answers(blueprint, "/uploads", schemas.ReceiptSchema, FileQuery, method="POST", body=TYPE)
def send(query: Any) -> Any:
    """Stores a file and audits its hands in the background. Send several files as a zip.
    If the same file was sent for the same house before, nothing changes and `again` is true.
    """
    # A page of another site cannot send a body of this type: the browser would first ask this server for permission
    # (CORS), and this server gives none.
    if request.mimetype != TYPE:
        raise Refusal(415, f"Send the file itself, with the Content-Type {TYPE}.")
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
    """Re-reads the stored file in another encoding. The new upload replaces the old upload. Send an empty body."""
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
    """Cancels an upload: hands that are not audited yet are left out, and audited hands stay. Returns the upload. Send
    an empty body.
    """
    insist_on_no_form()
    uploads.cancelled(receipt)
    return uploads.document_of(receipt)[1]
