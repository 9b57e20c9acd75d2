"""The process that makes a PDF: HTML on the standard input, PDF on the standard output.

The page holds text of strangers. So the process sets limits on memory and time before it reads the page, and it loads
only our own style sheets and pictures: no other file and no other machine.
"""

import mimetypes
import resource
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

STATIC: Final = Path(__file__).parents[1] / "static"
# The base of the addresses in a page: a name that no machine has.
BASE: Final = "http://page.invalid/"
SECONDS: Final = 10
MEMORY_BYTES: Final = 1024 * 1024 * 1024
# The exit code if a library is missing.
MISSING: Final = 3


class Refused(Exception):
    """A page names a file that is not one of ours."""


def bundled(address: str) -> Path:
    """The file of an address in a page. Raises `Refused` for all but our static files."""
    parts = urlsplit(address)
    path = unquote(parts.path)
    if f"{parts.scheme}://{parts.netloc}/" != BASE or not path.startswith("/static/"):
        raise Refused(address)
    file = (STATIC / path.removeprefix("/static/")).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        raise Refused(address)
    return file


def printed(page: str) -> bytes:
    """The page as a PDF. Raises `ImportError` or `OSError` if a library is missing."""
    import weasyprint  # noqa: PLC0415 - an extra, and slow to load

    class Bundled(weasyprint.urls.URLFetcher):
        """Loads our own files and nothing else."""

        def fetch(self, url: str, _headers: Any = None) -> Any:
            file = bundled(url)
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            return weasyprint.urls.URLFetcherResponse(url, file.read_bytes(), {"Content-Type": kind})

    pdf: bytes = weasyprint.HTML(string=page, base_url=BASE, url_fetcher=Bundled(), media_type="print").write_pdf()
    return pdf


def main() -> int:
    """Makes one PDF and returns the exit code."""
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
