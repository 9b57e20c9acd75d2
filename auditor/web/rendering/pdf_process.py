"""The process that makes one PDF. It reads HTML from standard input and writes the PDF to standard output.

The HTML contains text that unknown people wrote. So the process limits its own memory and time before it reads the
HTML. It loads only our own style sheets and pictures: no other file, and nothing from other machines.
"""

import mimetypes
import resource
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

STATIC: Final = Path(__file__).parents[1] / "static"
# The base address for the addresses in the page. No machine has this name, so nothing can be loaded from the network.
BASE: Final = "http://page.invalid/"
SECONDS: Final = 10
MEMORY_BYTES: Final = 1024 * 1024 * 1024
# The exit code of this process if a library for PDFs is missing.
MISSING: Final = 3


class Refused(Exception):
    """Raised if the page needs a file that is not one of our static files."""


def bundled(address: str) -> Path:
    """Returns the path of the static file to which `address`, an address in the page, leads. Raises `Refused` if it
    leads to anything else.
    """
    parts = urlsplit(address)
    path = unquote(parts.path)
    if f"{parts.scheme}://{parts.netloc}/" != BASE or not path.startswith("/static/"):
        raise Refused(address)
    file = (STATIC / path.removeprefix("/static/")).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        raise Refused(address)
    return file


def printed(page: str) -> bytes:
    """Returns the HTML `page` as the bytes of a PDF. Raises `ImportError` or `OSError` if a library is missing."""
    import weasyprint  # noqa: PLC0415 - it is optional and slow to load

    class Bundled(weasyprint.urls.URLFetcher):
        """Loads our own static files and nothing else."""

        def fetch(self, url: str, _headers: Any = None) -> Any:
            file = bundled(url)
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            return weasyprint.urls.URLFetcherResponse(url, file.read_bytes(), {"Content-Type": kind})

    pdf: bytes = weasyprint.HTML(string=page, base_url=BASE, url_fetcher=Bundled(), media_type="print").write_pdf()
    return pdf


def main() -> int:
    """Reads the HTML from standard input, and writes the PDF to standard output. Returns the exit code of the
    process.
    """
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
