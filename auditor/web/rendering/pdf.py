"""Makes a PDF of a page, in another process that has limits on time and memory."""

import importlib.util
import subprocess
import sys
import threading
from typing import Final

from flask import Response, request

from auditor.web.rendering import pdf_process
from auditor.web.requests.refusals import Refusal

_TURNS: Final = threading.BoundedSemaphore(2)  # at most two PDFs are made at the same time
_WAY: Final = "Open the page"
_INSTALL: Final = {
    # The key: whether the Python package is installed. The value: what the administrator must do.
    False: 'the Python package weasyprint is not installed. To install it, run: pip install "weasyprint>=70". It also'
    " needs the Pango library: on Debian, run: apt-get install libpango-1.0-0 libpangoft2-1.0-0.",
    True: "the Pango library is not installed. To install it on Debian, run: apt-get install libpango-1.0-0"
    " libpangoft2-1.0-0.",
}


def is_there() -> bool:
    """Whether the PDF library for Python is installed. A system library that it needs may still be missing."""
    return importlib.util.find_spec("weasyprint") is not None


def insist() -> None:
    """Raises `Refusal` (501) if the PDF library is not installed."""
    if not is_there():
        raise _not_installed()


def as_pdf(page: str, name: str) -> Response:
    """Returns the HTML `page` as a PDF file with this name.

    Raises `Refusal`. Its status is 501 if the library is not installed, and 503 if too many PDFs are being made now. It
    is 422 if this page needs too much time or memory.
    """
    insist()
    if not _TURNS.acquire(blocking=False):
        raise Refusal(503, "The server is making other PDFs now. Try again in a few seconds.")
    try:
        pdf = _printed(page)
    finally:
        _TURNS.release()
    response = Response(pdf, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def _printed(page: str) -> bytes:
    # The command runs the module by its file name. With `-m` and the name of the module, Python would first import the
    # whole application.
    command = [sys.executable, "-P", pdf_process.__file__]
    try:
        done = subprocess.run(
            command,
            input=page.encode("utf-8", "replace"),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=pdf_process.SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_much() from error
    if done.returncode == pdf_process.MISSING:
        raise _not_installed()
    if done.returncode or not done.stdout.startswith(b"%PDF-"):
        raise _too_much()
    return done.stdout


def _not_installed() -> Refusal:
    """Returns the refusal of a PDF. It says what to install, and links to the page, which a browser can print."""
    page = request.path.removesuffix(".pdf")
    query = request.query_string.decode("ascii", "replace")
    return Refusal(
        501,
        f"You do not need a PDF to print: {_WAY} and print it from your browser. The browser can also save the page as"
        f" a PDF. This server cannot make a PDF, because {_INSTALL[is_there()]}",
        way=(_WAY, f"{page}?{query}" if query else page),
    )


def _too_much() -> Refusal:
    return Refusal(
        422,
        f"This page is too large for a PDF: the PDF needs over {pdf_process.SECONDS} seconds or too much memory. Print"
        " the page from your browser instead.",
    )
