"""One view, three forms: each page goes out as HTML, as JSON or as CSV."""

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
# The templates around a whole page, and around one part of it.
WHOLE: Final = "layout.html"
PART: Final = "part.html"
# The contents of a CSV that holds one page of a longer list.
A_PAGE: Final = "this page of the list"
# The characters that begin a formula in a spreadsheet, full-width forms included.
_SIGN: Final = r"[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]"
_BEGINS: Final = re.compile(rf'[\t\r\n\ufffd]|[\s"]*{_SIGN}')
# In a spreadsheet with another separator, cells begin inside our texts, and our quotes do not help. The pattern matches
# a run of separators, blanks and quotes from its start only, so the work is linear.
_BEGINS_INSIDE: Final = re.compile(rf'(?<![\s",;|\ufffd])[\s",;|\ufffd]++(?={_SIGN})')
_BLANKS: Final = frozenset("\t\r\n")
_SEPARATORS: Final = frozenset(",;|\t\r\n")


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: the names of its columns, and its rows, which may be read from the database during the answer.

    `holds` says whether the table has the whole list or one page, if both are possible.
    """

    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]]
    holds: str = ""


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of a page: `document` is the JSON, `rows` the CSV, and `values` the other values of the template.

    After a refused form, `refused` is the sentence, `entered` has the fields of the form, and `at` is the usual path.
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
    """The template around a page. The script of the panel requests one part only."""
    return PART if request.headers.get("X-Part") == "alone" else WHOLE


def page(blueprint: Blueprint, rule: str, name: str = "") -> Callable[[View], View]:
    """Serves a view at `rule`, and as JSON and CSV at `rule` with `.json` and `.csv`.

    For the rule `/`, `name` comes before these endings.
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
    """The path of this page without its ending."""
    path = request.path
    for ending in (JSON, CSV):
        path = path.removesuffix(ending)
    return path if path != "/" else "/desk"


def redirect_to(address: str) -> Response:
    """A redirect to an address, which the browser then loads with GET."""
    return make_response(redirect(address, 303))


def _query() -> str:
    return f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""


def page_html(content: PageContent) -> str:
    """The page as HTML."""
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
    # Read the first row before sending anything, so that a refusal is still possible.
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
    """The table as CSV, line by line, safe to open in a spreadsheet.

    An apostrophe stands before any formula, also behind a `;` inside a text. An invisible character stands by its
    number, as on the pages. The name of the last column explains that and names the JSON with the exact values. The
    last line counts the rows, so a file that was cut short is visible.
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
    """The cell with an apostrophe before each formula, and without characters that a terminal or an editor obeys;
    numbers stay numbers.
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
    page_html = io.StringIO()
    csv.writer(page_html, lineterminator="\r\n").writerow(list(cells))
    return page_html.getvalue()
