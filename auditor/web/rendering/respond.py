"""Writes the answer of a view as HTML, as JSON or as CSV. A view is the function that makes one page."""

import csv
import functools
import io
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, stream_with_context

from auditor.web.rendering.template_filters import visible

Cell = str | int | None

HTML: Final = ""
JSON: Final = ".json"
CSV: Final = ".csv"
# The template around a whole page.
WHOLE: Final = "layout.html"
# The template around one part of a page.
PART: Final = "part.html"
# `Rows.holds` of a CSV that has one page of a longer list.
A_PAGE: Final = "this page of the list"
# The characters that begin a formula in a spreadsheet, with their full-width forms.
_SIGN: Final = r"[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]"
_BEGINS: Final = re.compile(rf'[\t\r\n\ufffd]|[\s"]*{_SIGN}')
# A spreadsheet that uses another separator also splits our texts into cells, and quotes do not prevent that. The
# pattern matches separators, blanks and quotes in a row before a formula. A match starts only at the first of these
# characters, so the time is linear.
_BEGINS_INSIDE: Final = re.compile(rf'(?<![\s",;|\ufffd])[\s",;|\ufffd]++(?={_SIGN})')
_BLANKS: Final = frozenset("\t\r\n")
_SEPARATORS: Final = frozenset(",;|\t\r\n")


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: the names of its columns, and its rows. The rows may be read from the database while they are sent.

    `holds` says in words whether the table has the whole list or one page. It is empty if only one is possible.
    """

    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]]
    holds: str = ""


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of a page: `document` is the JSON, `rows` the CSV, and `values` further values for the template.

    If the page is the answer to a refused form, `refused` is the sentence that says why, `entered` has the fields of
    the form as they were sent, and `at` is the path of the page without the form.
    """

    template: str
    document: Mapping[str, Any]
    rows: Rows
    values: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    at: str = ""
    refused: str = ""
    entered: Mapping[str, str] = field(default_factory=dict)


View = Callable[..., PageContent | Response]


def frame() -> str:
    """Returns the name of the template around a page. The script of the side panel requests one part of a page."""
    return PART if request.headers.get("X-Part") == "alone" else WHOLE


def page(blueprint: Blueprint, rule: str, name: str = "") -> Callable[[View], View]:
    """Decorates a view. The view is served at the path `rule` as HTML, and also with `.json` and `.csv` at the end.

    For the rule `/`, the path is `name` and the file extension, such as `/desk.json`.
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
    """Returns the path of the current page without `.json` or `.csv`."""
    path = request.path
    for ending in (JSON, CSV):
        path = path.removesuffix(ending)
    return path if path != "/" else "/desk"


def redirect_to(address: str) -> Response:
    """Returns a redirect to an address. The browser then loads that address with GET."""
    return make_response(redirect(address, 303))


def _query() -> str:
    return f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""


def page_html(content: PageContent) -> str:
    """Returns the page as HTML."""
    path = content.at or stem()
    values = {
        "forms": {"json": f"{path}{JSON}{_query()}", "csv": f"{path}{CSV}{_query()}"},
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
    # The first row is read before anything is sent, so that a failure can still be answered with a refusal.
    rows = iter(content.rows.rows)
    begun = itertools.chain(list(itertools.islice(rows, 1)), rows)
    whole = replace(content.rows, rows=begun)
    lines = stream_with_context(csv_lines(whole, f"{stem()}{JSON}{_query()}"))
    response = Response(lines, content_type="text/csv; charset=utf-8; header=present")
    file_name = "-".join([part for part in stem().split("/") if part.isascii() and part.replace("-", "").isalnum()])
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name or "table"}.csv"'
    return response


_WRITERS: Final = {HTML: _html, JSON: _json, CSV: _csv}


def csv_lines(table: Rows, lossless: str) -> Iterator[str]:
    """Yields the lines of the table as CSV that is safe to open in a spreadsheet.

    An apostrophe is put before every text that a spreadsheet would calculate, also after a `;` inside a text. Invisible
    characters are replaced by their numbers, as on the pages. The header of the last column explains that, and has the
    address `lossless` of the JSON with the exact values. The last line has the number of rows, so a reader can see
    whether a file is complete.
    """
    holds = f"{table.holds}; " if table.holds else ""
    note = f"({holds}cells are escaped for spreadsheets; the lossless copy is {lossless})"
    yield _line([*table.columns, harmless(note)])
    count = 0
    for row in table.rows:
        yield _line([*map(harmless, row), ""])
        count += 1
    yield _line([f"# {count} rows"])


def harmless(cell: Cell) -> Cell:
    """Returns the cell with an apostrophe before each formula, and with numbers in place of invisible characters.

    A cell that is a number stays unchanged.
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
