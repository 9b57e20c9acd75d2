"""Writes the answer of a view as HTML, as JSON or as CSV. A view is the function that makes one page."""

import csv
import functools
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from urllib.parse import quote

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, stream_with_context

from auditor.web.rendering.template_filters import visible

Cell = str | int | None

HTML: Final = ""
JSON: Final = ".json"
CSV: Final = ".csv"
# The template that a page extends if the answer is a whole page.
WHOLE: Final = "layout.html"
# The template that a page extends if the answer is only the content of the page, for the side panel.
PART: Final = "part.html"
# The value of `Rows.holds` for a CSV that contains only one page of a longer list.
A_PAGE: Final = "only this page of the list"
# The characters that begin a formula in a spreadsheet, with their full-width forms.
_SIGN: Final = r"[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]"
_BEGINS: Final = re.compile(rf'[\t\r\n\ufffd]|[\s"]*{_SIGN}')
# A spreadsheet may use another separator than the comma, such as `;`. It then splits our texts into several cells, even
# inside quotes. So a formula may also begin inside a text. This pattern finds separators, blanks and quotes directly
# before such a formula. A match starts only at the first of these characters, so that the search takes linear time.
_BEGINS_INSIDE: Final = re.compile(rf'(?<![\s",;|\ufffd])[\s",;|\ufffd]++(?={_SIGN})')
_BLANKS: Final = frozenset("\t\r\n")
_SEPARATORS: Final = frozenset(",;|\t\r\n")


class Countable(Protocol):
    """A collection of rows that can say how many rows it has before they are read."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Sequence[Cell]]: ...


@dataclass(frozen=True, slots=True)
class Rows:
    """A table for a CSV: the names of its columns, and its rows. `rows` is either a sequence in memory, or an object
    that reads the rows from the database while they are sent. In both cases, `len(rows)` is their number.

    `holds` says in words which part of a list the table contains. If `holds` is empty, the table contains the whole
    list.
    """

    columns: Sequence[str]
    rows: Countable
    holds: str = ""


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of a page, for each form of the answer: `document` for JSON, `rows` for CSV. HTML uses `template`
    with `document` and the further `values`.

    A page may be the answer to a refused form. Then these fields are set:

    - `refused`: the sentence that says why the form is refused
    - `entered`: the fields of the form as the visitor sent them
    - `at`: the path of the page with the form
    - `query`: the query of the address of that page; `None` if the request has the same query
    """

    template: str
    document: Mapping[str, Any]
    rows: Rows
    values: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    at: str = ""
    query: str | None = None
    refused: str = ""
    entered: Mapping[str, str] = field(default_factory=dict)


View = Callable[..., PageContent | Response]


def frame() -> str:
    """Returns the name of the template that the page extends.

    The script of a page requests only the content of another page, for the side panel. The answer to such a request
    extends `PART`, every other answer extends `WHOLE`.
    """
    return PART if request.headers.get("X-Part") == "alone" else WHOLE


def page(blueprint: Blueprint, rule: str, name: str = "") -> Callable[[View], View]:
    """Decorates a view, which returns a `PageContent`. The view then answers at three paths: at `rule` with HTML, at
    `rule` with the ending `.json` with JSON, and at `rule` with the ending `.csv` with CSV.

    The path `/` cannot have an ending. For this path, `name` is the word before the ending, such as `desk` in
    `/desk.json`.
    """

    def registered(view: View) -> View:
        for ending in (HTML, JSON, CSV):
            path = rule if ending == HTML else f"{rule.removesuffix('/')}{'/' if name else ''}{name}{ending}"
            endpoint = view.__name__ + ending.replace(".", "_")
            blueprint.add_url_rule(path, endpoint, _view_for(view, ending), methods=["GET"])
        return view

    return registered


def _view_for(view: View, ending: str) -> Callable[..., Response]:
    @functools.wraps(view)
    def respond(**arguments: Any) -> Response:
        content = view(**arguments)
        if isinstance(content, Response):
            return content
        response = _WRITERS[ending](content)
        response.status_code = content.status
        return response

    return respond


def stem() -> str:
    """Returns the path of the current page without the ending `.json` or `.csv`; for the path `/`, returns `/desk`."""
    path = request.path
    for ending in (JSON, CSV):
        path = path.removesuffix(ending)
    return path if path != "/" else "/desk"


def redirect_to(address: str) -> Response:
    """Returns a redirect to an address. Its status is 303, so the browser loads the address with GET, even after it
    sent a form with POST.
    """
    return make_response(redirect(address, 303))


def _query() -> str:
    return f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""


def page_html(content: PageContent) -> str:
    """Returns the page as HTML, made from its template."""
    path = quote(content.at or stem())
    query = _query() if content.query is None else f"?{content.query}" if content.query else ""
    values = {
        "forms": {"json": f"{path}{JSON}{query}", "csv": f"{path}{CSV}{query}"},
        "csv_holds": content.rows.holds,
        "refused": content.refused,
        "entered": content.entered,
    }
    return render_template(content.template, **values, **{**content.document, **content.values})


def _html(content: PageContent) -> Response:
    return Response(page_html(content), content_type="text/html; charset=utf-8")


def _json(content: PageContent) -> Response:
    return jsonify(content.document)


def _csv(content: PageContent) -> Response:
    """Returns the table as a CSV: one line with the names of the columns, and one line for each row. The file contains
    nothing else, so that spreadsheets and programs can read it without special rules.

    The header `Row-Count` has the number of rows, so that a reader sees whether the file is complete. The header `Link`
    has the address of the same table as JSON, with the unchanged texts.
    """
    # The rows are counted before the answer begins. If the count fails, for example because there are too many rows,
    # the answer can still be a refusal.
    count = len(content.rows.rows)
    response = Response(
        stream_with_context(csv_lines(content.rows)), content_type="text/csv; charset=utf-8; header=present"
    )
    file_name = "-".join([part for part in stem().split("/") if part.isascii() and part.replace("-", "").isalnum()])
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name or "table"}.csv"'
    response.headers["Row-Count"] = str(count)
    exact = quote(f"{stem()}{JSON}") + quote(_query(), safe="?&=%+;:@,~")
    response.headers["Link"] = f'<{exact}>; rel="alternate"; type="application/json"'
    return response


_WRITERS: Final = {HTML: _html, JSON: _json, CSV: _csv}


def csv_lines(table: Rows) -> Iterator[str]:
    """Yields the lines of the table as a CSV that is safe to open in a spreadsheet.

    An apostrophe is put before every formula, so that the spreadsheet does not calculate it. A formula may begin at the
    start of a text, or inside a text after a separator such as `;`. Invisible characters are replaced by their numbers,
    such as `⟨U+001B⟩`.
    """
    yield _line(table.columns)
    for row in table.rows:
        yield _line(map(harmless, row))


def harmless(cell: Cell) -> Cell:
    """Returns the cell with an apostrophe before each formula, so that a spreadsheet does not calculate it.

    Invisible characters are replaced by their numbers. Only tabs and line ends stay, and the visible character U+FFFD
    replaces NUL. A cell that is a number stays unchanged.
    """
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\0", "\N{REPLACEMENT CHARACTER}")
    if not text.isprintable():
        text = "".join([letter if letter in _BLANKS else visible(letter) for letter in text])
    text = _BEGINS_INSIDE.sub(_with_apostrophe, text)
    return f"'{text}" if _BEGINS.match(text) else text


def _with_apostrophe(run: re.Match[str]) -> str:
    return run[0] if _SEPARATORS.isdisjoint(run[0]) else f"{run[0]}'"


def _line(cells: Iterable[Cell]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(list(cells))
    return line.getvalue()
