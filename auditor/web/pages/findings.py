"""The page with the list of findings and its filters. The address of the page contains all filters, so people can send
a filtered list as a link.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from flask import Blueprint, Response, request

from auditor.store.postgres.database import Connection
from auditor.store.queries import cause_rows, findings, selections, triage
from auditor.store.queries.facet_counts import MOST_COUNTED
from auditor.store.queries.filter_values import filters_document, values_of
from auditor.store.queries.filtering import FACETS, leaves_gone_out
from auditor.store.queries.findings import BadFilter, FacetCount, Planned, Totals
from auditor.store.queries.sorted_lists import SORTS
from auditor.triage.acts import REASONS
from auditor.web.access.visitor import own_venue, visitor
from auditor.web.findings import facets
from auditor.web.findings.groups import groups_address
from auditor.web.findings.list_rows import by_cause, single_rows
from auditor.web.findings.list_rows import cause_rows as rows_of_causes
from auditor.web.findings.query_line import BadLine, filters_of_line, line_of_filters
from auditor.web.findings.triage_forms import chosen_reasons
from auditor.web.findings.unknown_values import unknown_values
from auditor.web.rendering.column_heads import heads
from auditor.web.rendering.documents import FINDING_COLUMNS, finding_document
from auditor.web.rendering.respond import Cell, PageContent, Rows, page, page_html, redirect_to
from auditor.web.requests.findings_schemas import FindingsQuery, parse_list
from auditor.web.requests.parameters import query_text
from auditor.web.requests.people_schemas import LineQuery
from auditor.web.requests.refusals import Refusal, wants_json
from auditor.web.requests.request_schemas import MOST, PAGE, parse_query
from auditor.web.resources import transaction

blueprint: Final = Blueprint("findings", __name__)
# The most rows of a CSV. A longer list of findings is refused: if the file were cut without a warning, its reader would
# take it for the whole list.
MOST_ROWS: Final = 100_000
_CSV_HOLDS: Final = "all findings that match the filters, at most 100,000"
# The page also counts the findings that are new, changed, gone or reopened. Each of these counts stops at this number,
# because counting takes time.
_MOST_BESIDE: Final = 1_000
_SINCE_REVIEWED: Final = ("new", "changed", "gone", "reopened")


@page(blueprint, "/findings")
def every() -> PageContent:
    """Shows one page of the list of findings, the largest amount first."""
    return of(parse_query(FindingsQuery))


@blueprint.get("/findings/line")
def by_line() -> Response:
    """Reads the line of filters that a person typed, such as `rule:B402 amount:>5`, and redirects to the list of
    findings with these filters. If the line has a mistake, shows the list as it was, with the line and the mistake.
    """
    query = parse_query(LineQuery)
    line = query.get("line", "")
    try:
        filters = filters_of_line(line)
    except BadLine as refused:
        if wants_json():
            raise Refusal(422, str(refused)) from refused
        return _line_again(line, str(refused), query.get("list", ""))
    return redirect_to(facets.address(filters))


def _line_again(line: str, mistake: str, as_it_was: str) -> Response:
    """Returns the page of the list with a line that has a mistake. `as_it_was` is the query of the list above which the
    person typed the line.
    """
    content = of(parse_list(as_it_was))
    again = replace(content, at="/findings", query=as_it_was, refused=mistake, entered={"line": line})
    return Response(page_html(again), status=422, content_type="text/html; charset=utf-8")


def of(query: Mapping[str, Any]) -> PageContent:
    """Makes one page of the list of findings. `query` has the filters and the place in the list. Raises `Refusal` if a
    filter is not valid.
    """
    view = {name: query[name] for name in ("rows", "sort") if name in query}
    sort = query.get("sort", "")
    try:
        with transaction() as connection:
            reviewed = triage.last_reviewed(connection)
            filters = filters_in(query, reviewed)
            plan = findings.planned(connection, filters, FACETS)
            totals = findings.totals(connection, plan, MOST_COUNTED)
            if by_cause(query):
                document, rows_values = _by_cause(connection, filters, plan, query, totals)
            else:
                document = _listed(connection, filters, plan, query, totals)
                rows_values = {"list_rows": single_rows(document["findings"]), "number_of_rows": None}
            counted = _facets(connection, filters, plan, totals)
            older = _older(connection, filters) if not document["findings"] else 0
            saved = selections.saved_filters(connection, visitor().name)
            unknown = unknown_values(connection, filters)
    except BadFilter as refused:
        raise Refusal(422, str(refused)) from refused
    document["facets"] = {
        name: [{"value": each.value, "count": each.count, "more": each.more} for each in counted[name]]
        for name in counted
        if name != "venue" or own_venue() is None
    }
    document["missing"] = unknown
    values = {
        **rows_values,
        "by_cause": by_cause(query),
        "groups": facets.groups(counted, filters, view),
        "chosen": facets.chosen(filters, view),
        "line": line_of_filters(filters),
        "saved": saved,
        "query": query_text(filters or {"all": "yes"}),
        "here": facets.address({**filters, **({"after": query["after"]} if "after" in query else {})}, view),
        "other_rows": facets.address(
            filters, {**({} if "rows" in view else {"rows": "findings"}), **({"sort": sort} if sort else {})}
        ),
        "heads": heads(SORTS, sort, lambda by: facets.address(filters, {**view, "sort": by}), ("amount", "hand")),
        "usual_order": facets.address(filters, {name: view[name] for name in view if name != "sort"}) if sort else "",
        "in_groups": groups_address(filters),
        "since": facets.since(filters, reviewed),
        "older": older,
        "with_older": facets.address(
            {name: text for name, text in filters.items() if name not in ("news", "runs")}, view
        ),
        "reasons": REASONS,
        "reasons_chosen": chosen_reasons(),
        "first": "after" not in query,
        "following": _beyond(filters, query["limit"], document["next"], "/findings", view)
        if document["next"]
        else None,
        "following_many": query["limit"] if document["more"] else min(query["limit"], document["listed"]),
        "beginning": facets.address(filters, view),
        "json_holds": f"{query['limit']:,} at a time",
    }
    rows = Rows(FINDING_COLUMNS, AllRows(filters, sort), _CSV_HOLDS)
    return PageContent("findings.html", document, rows, values)


def filters_in(query: Mapping[str, Any], reviewed: int | None) -> dict[str, str]:
    """Returns the filters of a list from the parameters `query` of its address. If the address has no filters, returns
    the filters of the usual list. `reviewed` is the number of the last reviewed run; `None` if no run was reviewed.
    """
    return _of_own_venue(facets.filters_of(query) or ({} if "all" in query else _usual(reviewed)))


def _by_cause(
    connection: Connection, filters: Mapping[str, str], plan: Planned, query: Mapping[str, Any], totals: Totals
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns two dicts for a page of the list on which all findings of a hand with the same cause share a row. The
    first dict is the document of the page, with the first finding of each row. The second dict has the whole rows for
    the template.
    """
    sort = query.get("sort", "")
    found = cause_rows.page(connection, plan, query.get("after"), query["limit"], totals, sort)
    document = {
        "filters": filters_document(filters),
        "total": totals.found,
        "listed": totals.listed,
        "more": totals.more,
        "findings": [finding_document(row.first) for row in found.rows],
        "next": found.following,
    }
    return document, {"list_rows": rows_of_causes(found, filters), "number_of_rows": found.number}


def _listed(
    connection: Connection, filters: Mapping[str, str], plan: Planned, query: Mapping[str, Any], totals: Totals
) -> dict[str, Any]:
    """Returns a page of the list of findings as a dict: the findings, the totals, and the address of the next page.

    `plan` has the filters, prepared for the database, and `totals` their number. In the result, `more` is true if there
    are more findings than `total`, because counting stops at a limit.
    """
    limit, sort = query["limit"], query.get("sort", "")
    found = findings.page(connection, plan, query.get("after"), limit, totals, sort)
    place = request.path if request.path.startswith("/api/") else "/findings.json"
    return {
        "filters": filters_document(filters),
        "total": totals.found,
        "listed": totals.listed,
        "more": totals.more,
        "findings": [finding_document(row) for row in found.findings],
        "next": found.following,
        "next_page": _beyond(filters, limit, found.following, place, {"sort": sort} if sort else {})
        if found.following
        else None,
    }


class AllRows:
    """The CSV rows of all findings that match the filters. The findings are read from the database in several steps, so
    that not all of them are in memory.
    """

    def __init__(self, filters: Mapping[str, str], sort: str = "") -> None:
        self._filters: Final = filters
        self._sort: Final = sort

    @cached_property
    def _prepared(self) -> tuple[Planned, Totals]:
        with transaction() as connection:
            plan = findings.planned(connection, self._filters)
            totals = findings.totals(connection, plan, MOST_ROWS)
        _insist_on_room(totals)
        return plan, totals

    def __len__(self) -> int:
        """Counts the findings. Raises `Refusal` if there are more than `MOST_ROWS`."""
        return self._prepared[1].listed

    def __iter__(self) -> Iterator[list[Cell]]:
        """Yields a row for each finding. Raises `Refusal` if there are more than `MOST_ROWS`."""
        plan, totals = self._prepared
        after: str | None = None
        while True:
            with transaction() as connection:
                found = findings.page(connection, plan, after, MOST, totals, self._sort)
            for row in found.findings:
                document = finding_document(row)
                yield [document[column] for column in FINDING_COLUMNS]
            after = found.following
            if after is None:
                return


def _usual(reviewed: int | None) -> dict[str, str]:
    """Returns the filters of a list that is opened without filters: open findings that are new since the last reviewed
    run. If no run was reviewed yet (`reviewed` is `None`), all open findings.
    """
    return {"triage": "open"} if reviewed is None else {"triage": "open", "news": "new"}


def _of_own_venue(filters: Mapping[str, str]) -> dict[str, str]:
    """For a program, returns the filters together with a filter for the venue of its token. For a person, returns the
    filters unchanged.

    Raises `Refusal` if a program asks for another venue. The refusal is the same whether that venue exists or not, so
    the program does not learn which venues exist.
    """
    own = own_venue()
    if own is None:
        return dict(filters)
    others = [each for each in values_of(filters.get("venue", own)) if each != own]
    if others:
        raise Refusal(404, f'There is no venue "{others[0][:64]}". Check its name in the address.')
    return {**filters, "venue": own}


def _facets(
    connection: Connection, filters: Mapping[str, str], plan: Planned, listed: Totals
) -> dict[str, tuple[FacetCount, ...]]:
    counted = findings.facets(connection, plan, MOST_COUNTED)
    # The values come from `plan`, not from `filters`. If there is a filter for a player, `plan` already has the
    # findings of this player, so the database need not search them again.
    others = {name: value for name, value in plan.items() if name not in ("news", "runs")}
    kinds = values_of(filters["news"]) if "runs" in filters and "news" in filters else _SINCE_REVIEWED
    news = []
    for kind in kinds:
        of_kind = {**others, "news": kind, **({"runs": filters["runs"]} if "runs" in filters else {})}
        of_kind_plan = findings.planned(connection, of_kind)
        # If each finding that is still found is new, the list has no other findings, unless it has gone ones.
        here = of_kind == filters or (of_kind_plan.only_there and leaves_gone_out(others))
        totals = listed if here else findings.totals(connection, of_kind_plan, _MOST_BESIDE)
        news.append(FacetCount(kind, totals.found, totals.more))
    return {**counted, "news": tuple([each for each in news if each.count])}


def _older(connection: Connection, filters: Mapping[str, str]) -> int:
    """Returns the number of findings that match all filters except `news` and `runs`. If the list with all filters is
    empty, the page shows this number, because the visitor should learn of older findings. Returns 0 if there is no
    filter `news`.
    """
    if "news" not in filters:
        return 0
    others = {name: value for name, value in filters.items() if name not in ("news", "runs")}
    return findings.totals(connection, others, MOST_COUNTED).found


def _insist_on_room(totals: Totals) -> None:
    if totals.more or totals.listed > MOST_ROWS:
        many = f"more than {totals.listed:,}" if totals.more else f"{totals.listed:,}"
        raise Refusal(
            422,
            f"There are {many} findings. A CSV has at most {MOST_ROWS:,} rows. Choose a filter, or read the JSON page"
            " by page.",
        )


def _beyond(
    filters: Mapping[str, str], limit: int, after: str, place: str, view: Mapping[str, str] = facets.OWN_VIEW
) -> str:
    """Returns the address of the next page. `place` is the path of that page, and `after` is the place in the list
    where the page begins. `view` has the same meaning as in `facets.address`.
    """
    parameters = {**(filters or {"all": "yes"}), **({} if limit == PAGE else {"limit": limit}), "after": after, **view}
    return f"{place}?{query_text(parameters)}"
