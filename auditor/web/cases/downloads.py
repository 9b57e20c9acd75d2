"""Sends a file of a case as a download. Unknown people made the file, so a browser never shows it in a page."""

from typing import Final

from flask import Response

from auditor.disputes.exhibits import MEDIA_TYPES
from auditor.web.requests.guards import policy

_ENDINGS: Final = {each.name: each.ending for each in MEDIA_TYPES}


def download_of(case_id: int, exhibit_id: int, media_type: str, content: bytes) -> Response:
    """Returns the answer with a file of a case. The name of the download has no name of a person."""
    response = Response(content, content_type=media_type)
    name = f"case-{case_id}-file-{exhibit_id}.{_ENDINGS[media_type]}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Content-Security-Policy"] = f"{policy()}; sandbox"
    return response
