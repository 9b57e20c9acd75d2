"""The press: a page on the standard input becomes a PDF on the standard output, in a process of its own.

What it may reach is laid down before anything is read: our own style sheets and pictures, so much memory and so much
time. A page holds what somebody else wrote; nothing in it can make the press open a file or call another machine.
"""

import mimetypes
import resource
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

STATIC: Final = Path(__file__).parents[1] / "static"
# Where a page seems to come from: a name that no machine has.
BASE: Final = "http://page.invalid/"
SECONDS: Final = 10
MEMORY_BYTES: Final = 1024 * 1024 * 1024
# How it ends where the library, or one that this needs in turn, is not there.
MISSING: Final = 3


class Refused(Exception):
    """Something was asked for that is not among our own files."""


def bundled(address: str) -> Path:
    """The file behind an address that a page names. Raises `Refused` for all but the files that come with the pages."""
    parts = urlsplit(address)
    path = unquote(parts.path)
    if f"{parts.scheme}://{parts.netloc}/" != BASE or not path.startswith("/static/"):
        raise Refused(address)
    file = (STATIC / path.removeprefix("/static/")).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        raise Refused(address)
    return file


def printed(page: str) -> bytes:
    """The page as a PDF. Raises `ImportError` or `OSError` where what it needs is not installed."""
    import weasyprint  # noqa: PLC0415 - an extra, and slow to load

    class Bundled(weasyprint.urls.URLFetcher):
        """Gives our own files and nothing else."""

        def fetch(self, url: str, _headers: Any = None) -> Any:
            file = bundled(url)
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            return weasyprint.urls.URLFetcherResponse(url, file.read_bytes(), {"Content-Type": kind})

    pdf: bytes = weasyprint.HTML(string=page, base_url=BASE, url_fetcher=Bundled(), media_type="print").write_pdf()
    return pdf


def main() -> int:
    """Prints one page; gives the exit code."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    page = sys.stdin.buffer.read().decode()
    try:
        pdf = printed(page)
    except (ImportError, OSError):
        return MISSING
    sys.stdout.buffer.write(pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
