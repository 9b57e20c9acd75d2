"""Reads the forms that decide on findings, writes the notices after a decision, and names the acts in words."""

import datetime as dt
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from flask import Response, jsonify, request, session

from auditor.store.people.accounts import NoSuchPerson, person
from auditor.store.postgres.database import Connection
from auditor.store.postgres.readiness import begun
from auditor.store.queries.filtering import BadFilter
from auditor.store.queries.findings import FindingRow
from auditor.store.triage.decisions import Done
from auditor.triage.acts import REASONS, Act, BadWish, Wish
from auditor.web.access.visitor import visitor
from auditor.web.rendering.respond import redirect_to
from auditor.web.rendering.template_filters import counted, visible
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import Refusal, wants_json
from auditor.web.requests.request_schemas import refuse_unknown_fields
from auditor.web.resources import resources, transaction

FIELDS: Final = frozenset(
    {"csrf_token", "act", "reason", "comment", "until", "until_house", "assignee", "of", "back", "query", "finding"}
    | {f"reason-{act}" for act in REASONS}
)
# Acts in the past tense, for notices.
PAST: Final[Mapping[str, str]] = {
    "confirm": "confirmed",
    "dismiss": "dismissed",
    "accept": "accepted",
    "reopen": "reopened",
    "assign": "assigned",
    "agree": "dismissed, as you agreed",
    "disagree": "not dismissed, as you disagreed",
    "withdraw": "no longer proposed for dismissal",
    "give back": "unassigned",
    "undo": "restored",
}
# The words for each act, by its stored name. The acts of people come first, then the acts of runs.
DONE: Final[Mapping[str, str]] = {
    "confirm": "confirmed it",
    "dismiss": "dismissed it",
    "accept": "accepted it",
    "reopen": "reopened it",
    "assign": "assigned it to",
    "put forward": "proposed to dismiss it",
    "agree": "agreed in a second review and dismissed it",
    "disagree": "disagreed in a second review",
    "withdraw": "withdrew the proposed dismissal",
    "undo": "undid it",
    "changed": "found it with other evidence",
    "closed": "did not find it again",
    "gone": "did not find it again",
    "reopened": "found it again",
    "returned": "found it again",
    "untested": "could not test it",
    "tested": "tested it again and found it",
    "inherited": "found it in another record; the decision applies there too",
    "expired": "ended the acceptance at its date",
}
_NOTICES: Final = "notices"
_CHOSEN: Final = "reasons"  # the last chosen reason for each act; the form of the next finding offers it first


@contextmanager
def changing() -> Iterator[Connection]:
    """Opens a transaction for a decision. Raises `Refusal` if the decision is not possible."""
    try:
        with begun(resources().place().database) as connection:
            yield connection
    except BadWish as refused:
        raise Refusal(422, str(refused)) from refused
    except BadFilter as refused:
        raise Refusal(422, str(refused)) from refused


def wish() -> Wish:
    """Returns the act of the current form, and remembers its reason. Raises `Refusal` if a field is not valid."""
    refuse_unknown_fields(FIELDS)
    wished = wish_of(request.form)
    if wished.reason:
        session[_CHOSEN] = {**chosen_reasons(), wished.act.value: wished.reason}
    return wished


def wish_of(fields: Mapping[str, str]) -> Wish:
    """Returns the act in these fields. Raises `Refusal` if a field is not valid.

    Without a comment, the default text of the reason is used. An acceptance without a date ends when the house changes.
    """
    for name, value in fields.items():
        insist_on_text(f"field {name[:20]}", value)
    try:
        act = Act(fields.get("act", ""))
    except ValueError:
        raise Refusal(422, f"Choose an act: {', '.join(Act)}.") from None
    reason = fields.get("reason") or fields.get(f"reason-{act}", "")
    comment = fields.get("comment", "").strip() or REASONS.get(act, {}).get(reason, "")
    until = _day(fields.get("until", "")) if act is Act.ACCEPT else None
    assignee = _assigned(fields) if act is Act.ASSIGN else ""
    reason, of = reason if act in REASONS else "", _number(fields.get("of", ""))
    return Wish(act, reason, comment, until, act is Act.ACCEPT and until is None, assignee, of)


def chosen_reasons() -> dict[str, str]:
    """Returns for each act the last reason that this visitor chose."""
    kept = session.get(_CHOSEN, {})
    return {act: kept[act] for act, reasons in REASONS.items() if kept.get(act) in reasons}


def answer(done: Done, act: str, back: str, of: FindingRow | None = None) -> Response:
    """Leads to the page `back`, with a notice about the act and a button that undoes the act.

    `of` is the finding if the act was on a single finding. A program gets the result as JSON.
    """
    document = done_document(done, act)
    if wants_json():
        return jsonify({**document, "location": back})
    add_notice(
        document["words"], batch=None if act == "undo" else done.batch_id, back=back, of=_named(of) if of else None
    )
    return redirect_to(back)


def done_document(done: Done, act: str) -> dict[str, Any]:
    """Returns the result of an act as a document."""
    return {
        "batch": done.batch_id,
        "done": done.done,
        "records": done.records,
        "left": done.left,
        "put_forward": done.put_forward,
        "words": _words(done, act),
    }


def add_notice(words: str, **more: Any) -> None:
    """Adds a notice to the next page of this visitor.

    `more` may have: `batch`, the number with which the act can be undone; `undo`, an address that undoes the act;
    `back`, the page to open after the undoing; `of`, the finding of the act.
    """
    session[_NOTICES] = [*session.get(_NOTICES, []), {"words": words, **more}]


def back_to(otherwise: str) -> str:
    """Returns the path in the field `back` of the form if it is a path of this site, else `otherwise`."""
    path = request.form.get("back", "")
    own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and len(path) <= 4_000
    return path if own else otherwise


def notices() -> list[dict[str, Any]]:
    """Returns the notices for this page, and removes them."""
    kept: list[dict[str, Any]] = session.pop(_NOTICES, [])
    return kept


def _words(done: Done, act: str) -> str:
    """Writes the counts of an act in words: done, waiting for a second review, and unchanged."""
    on = f" on {counted(done.records, 'record')}" if done.records != done.done else ""
    words = [f"{counted(done.done, 'finding')}{on} {PAST[act]}"] if done.done else []
    if done.put_forward:
        many = f"{done.put_forward:,}" if words else counted(done.put_forward, "finding")
        words.append(f"{many} waiting for a second review")
    if done.left:
        words.append(f"{done.left:,} unchanged")
    return "; ".join(words)


def _named(row: FindingRow) -> dict[str, Any]:
    return {"id": row.id, "words": f"{row.code} in hand {visible(row.number or f'record {row.hand_id}')}"}


def _assigned(fields: Mapping[str, str]) -> str:
    """Returns the name of the assignee. Without the field, it is the visitor's own name; an empty field means nobody.

    Raises `Refusal` if there is no such account, or if the account is disabled.
    """
    name = fields.get("assignee", visitor().name)
    if name in ("", visitor().name):
        return name
    try:
        with transaction() as connection:
            who = person(connection, name)
    except NoSuchPerson as unknown:
        raise Refusal(422, str(unknown)) from unknown
    if who.disabled_at is not None:
        raise Refusal(422, f"The account {who.name} is disabled. Choose another account.")
    return who.name


def _number(text: str) -> int | None:
    """Reads the number of the dismissal that a second review is about. Raises `Refusal` if it is not a number."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Refusal(422, f'"{text[:20]}" is not the number of a dismissal.')
    return int(text)


def _day(text: str) -> dt.date | None:
    if not text:
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise Refusal(422, f'"{text[:20]}" is not a date. Write it as 2026-12-31.') from None


def done_words(act: str, assignee: str | None) -> str:
    """Returns the words for one act. An unknown act, stored by a newer version, keeps its stored name."""
    words = DONE.get(act, act)
    return f"{words} {assignee or 'nobody'}" if act == "assign" else words
