"""The page that explains a hand to one of its players in plain sentences, and the link that opens this page without an
account.
"""

import datetime as dt
from typing import Any, Final

from flask import Blueprint, Response, current_app
from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from auditor.web.access.visitor import visitor
from auditor.web.hands.dossier import dossier_of
from auditor.web.hands.explanation import explanation
from auditor.web.rendering.respond import PageContent, Rows, page, page_html
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import ExplainedQuery, NoParameters, parse_query

blueprint: Final = Blueprint("explained", __name__)
COLUMNS: Final = ("part", "sentence")
# A link ends after this time. By then a dispute about a hand should be closed.
LINK: Final = dt.timedelta(days=30)


@page(blueprint, "/hands/<int:hand_id>/explained")
def to_player(hand_id: int) -> PageContent:
    """Explains a hand to the player in one seat, in plain sentences and without names. A reviewer also sees a link,
    which he can send to this player.
    """
    query = parse_query(ExplainedQuery)
    house = query.get("house", "")
    content = _plain(hand_id, house, query.get("seat"))
    house, seat = content.document["house_name"], content.document["seat"]
    path = f"/explained/{_signer().dumps([hand_id, house, seat])}" if visitor().may_review else ""
    ends = (dt.datetime.now(dt.UTC) + LINK).strftime("%-d %B %Y")
    return PageContent(content.template, content.document, content.rows, {"link": path, "ends": ends})


@blueprint.get("/explained/<string(maxlength=200):token>")
def by_link(token: str) -> Response:
    """Shows the page that explains the hand to anybody who has the link, until the link ends."""
    parse_query(NoParameters)
    try:
        hand_id, house, seat = _signer().loads(token, max_age=int(LINK.total_seconds()))
    except SignatureExpired:
        raise Refusal(
            410, "This link no longer works, because its time is over. Ask the card room for a new link."
        ) from None
    except (BadSignature, ValueError):
        raise Refusal(404, "There is no such link. Copy the whole link from the message of the card room.") from None
    return Response(page_html(_plain(hand_id, house, seat)), content_type="text/html; charset=utf-8")


def _plain(hand_id: int, house: str, seat: int | None) -> PageContent:
    document = explanation(dossier_of(hand_id, house, mask=True), seat)
    rows: list[Any] = [(part["name"], sentence) for part in document["happened"] for sentence in part["sentences"]]
    rows += [("Why", sentence) for sentence in document["why"]]
    rows += [
        ("What is wrong", f"{each['title']}: {pair['happened']} {pair['right']}")
        for each in document["wrong"]
        for pair in each["differences"]
    ]
    rows += [(document["title"], sentence) for sentence in document["owed"]]
    return PageContent("explained.html", document, Rows(COLUMNS, rows), {"link": "", "ends": ""})


def _signer() -> URLSafeTimedSerializer:
    secret = current_app.secret_key
    assert secret is not None
    return URLSafeTimedSerializer(secret, salt="explained")
