"""The pages about unread lines, which are lines of logs that our software does not understand. The list has the shapes
of the lines: their texts without names, cards and numbers.
"""

from typing import Any, Final

from flask import Blueprint, Response

from auditor.jobs import rereading
from auditor.store.queries import unread
from auditor.store.queries.unread import LinePlace, ShapeAct, ShapeFilter, ShapeRow
from auditor.web.access.visitor import visitor
from auditor.web.findings.list_navigation import address
from auditor.web.findings.triage_forms import add_notice, back_to, changing
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import counted, stamp
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import (
    NoParameters,
    parse_query,
    refuse_unknown_fields,
)
from auditor.web.requests.unread_schemas import UnreadQuery, UnreadShapeQuery
from auditor.web.resources import transaction
from auditor.web.unread.export import export, possible_names

blueprint: Final = Blueprint("unread", __name__)
COLUMNS: Final = (
    "id", "venue", "room", "shape", "times", "unread", "hands", "since", "example", "hand_id", "marked", "by", "at",
    "outdated",
)  # fmt: skip
LINE_COLUMNS: Final = ("hand_id", "number", "receipt", "file_name", "line")
_FIELDS: Final = frozenset({"csrf_token", "back"})
_FILTERS: Final = ("room", "mark", "upload", "names")


@page(blueprint, "/unread")
def every() -> PageContent:
    """Lists the shapes of unread lines, the most frequent first. A shape is the text of a line without names, cards and
    numbers.
    """
    query = parse_query(UnreadQuery)
    chosen = ShapeFilter(
        query.get("room"), query.get("mark", ""), query.get("upload", ""), _shape_key(query.get("after"))
    )
    with transaction() as connection:
        found = unread.shapes(connection, chosen, query["limit"])
        rooms = unread.rooms(connection)
    masked = "names" in query
    documents = [shape_document(row, masked=masked) for row in found]
    following = f"{found[-1].times}.{found[-1].id}" if len(found) == query["limit"] else None
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in documents], A_PAGE)
    values = {
        "rooms": rooms,
        "filters": {name: query.get(name) for name in _FILTERS},
        "more": address("/unread", {**_kept(query), "after": following}) if following else None,
        "first": "after" not in query,
    }
    return PageContent("unread.html", {"shapes": documents, "next": following}, rows, values)


@page(blueprint, "/unread/<int(max=9223372036854775807):shape_id>")
def one(shape_id: int) -> PageContent:
    """Shows one shape of unread lines: how often it occurs, the hands with such lines, and the form with which a
    reviewer marks the shape.
    """
    query = parse_query(UnreadShapeQuery)
    with transaction() as connection:
        row = unread.shape(connection, shape_id)
        if row is None:
            raise Refusal(
                404,
                f"There is no page {shape_id} about lines that the auditor does not understand. Open such a"
                " page from the list of these lines.",
            )
        acts = unread.acts(connection, shape_id)
        lines = unread.lines_of_shape(connection, shape_id, _line_key(query.get("after")), query["limit"])
    documents = [_line_document(each) for each in lines]
    following = ".".join(map(str, lines[-1].key)) if len(lines) == query["limit"] else None
    document = {
        "shape": shape_document(row, masked="names" in query),
        "acts": [_act_document(each) for each in acts],
        "lines": documents,
        "next": following,
    }
    rows = Rows(LINE_COLUMNS, [[each[column] for column in LINE_COLUMNS] for each in documents], A_PAGE)
    return PageContent("unread_shape.html", document, rows)


@blueprint.get("/unread.txt")
def exported() -> Response:
    """Returns the shapes of all unread lines as a text file to download, without names of players."""
    parse_query(NoParameters)
    with transaction() as connection:
        rows = unread.all_shapes(connection)
        names = unread.names_among(connection, possible_names([row.shape for row in rows]))
    response = Response("".join(export(rows, names)), content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="unread.txt"'
    return response


@blueprint.post("/unread/<int(max=9223372036854775807):shape_id>/mark")
def mark(shape_id: int) -> Response:
    """Marks a shape of unread lines: people decided that such lines say nothing about the play."""
    return _act(shape_id, noise=True)


@blueprint.post("/unread/<int(max=9223372036854775807):shape_id>/take-back")
def take_back(shape_id: int) -> Response:
    """Removes the mark that people set on a shape of unread lines."""
    return _act(shape_id, noise=False)


def shape_document(row: ShapeRow, *, masked: bool = False) -> dict[str, Any]:
    """Returns a shape of unread lines as a dict for JSON. The dict has one of these lines as an example. The example
    may contain names, so if `masked` is true, the shape replaces it.
    """
    return {
        "id": row.id,
        "venue": row.venue,
        "room": row.room,
        "shape": row.shape,
        "times": row.times,
        "unread": row.unread,
        "hands": row.hands,
        "since": stamp(row.seen_at),
        "example": row.shape if masked else row.example,
        "hand_id": row.hand_id,
        "marked": row.marked,
        "by": row.by,
        "at": stamp(row.at),
        "outdated": row.outdated,
    }


def _act(shape_id: int, *, noise: bool) -> Response:
    refuse_unknown_fields(_FIELDS)
    back = back_to(f"/unread/{shape_id}")
    with changing() as connection:
        uploads = rereading.mark(connection, shape_id, visitor().name, noise=noise)
    words = f"Shape {shape_id} is {'now marked: no effect on the play' if noise else 'no longer marked'}"
    again = f"the auditor will read {counted(uploads, 'upload')} again" if uploads else "no upload must be read again"
    undo = f"/unread/{shape_id}/{'take-back' if noise else 'mark'}"
    add_notice(f"{words}; {again}", undo=undo, back=back)
    return redirect_to(back)


def _act_document(act: ShapeAct) -> dict[str, Any]:
    return {"noise": act.noise, "by": act.by, "at": stamp(act.at)}


def _line_document(line: LinePlace) -> dict[str, Any]:
    return {
        "hand_id": line.hand_id,
        "number": line.number,
        "receipt": line.receipt,
        "file_name": line.file_name,
        "line": line.line,
    }


def _shape_key(after: str | None) -> tuple[int, int] | None:
    if after is None:
        return None
    times, shape_id = map(int, after.split("."))
    return times, shape_id


def _line_key(after: str | None) -> tuple[int, int, int, int] | None:
    if after is None:
        return None
    hand_id, upload_id, first_line, event = map(int, after.split("."))
    return hand_id, upload_id, first_line, event


def _kept(query: dict[str, Any]) -> dict[str, str]:
    return {name: query[name] for name in _FILTERS if name in query}
