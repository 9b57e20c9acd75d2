"""What a form asks to be done about findings, and what its sender is told afterwards."""

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
# What is said of an act that is done.
PAST: Final[Mapping[str, str]] = {
    "confirm": "confirmed",
    "dismiss": "dismissed",
    "accept": "accepted",
    "reopen": "opened again",
    "assign": "assigned",
    "agree": "dismissed, as you agreed",
    "disagree": "not dismissed, as you disagreed",
    "withdraw": "no longer put forward",
    "give back": "given back",
    "undo": "taken back",
}
_NOTICES: Final = "notices"
_CHOSEN: Final = "reasons"  # by act, the reason that was chosen last: the next finding is likely to have the same


@contextmanager
def changing() -> Iterator[Connection]:
    """A transaction to decide in. Raises `Refusal` where what is asked for cannot be done."""
    try:
        with begun(resources().place().database) as connection:
            yield connection
    except BadWish as refused:
        raise Refusal(422, str(refused)) from refused
    except BadFilter as refused:
        raise Refusal(422, str(refused)) from refused


def wish() -> Wish:
    """What the form at hand wishes. Raises `Refusal`."""
    refuse_unknown_fields(FIELDS)
    wished = wish_of(request.form)
    if wished.reason:
        session[_CHOSEN] = {**chosen_reasons(), wished.act.value: wished.reason}
    return wished


def wish_of(given: Mapping[str, str]) -> Wish:
    """What these fields wish. A reason brings its own comment where none is typed; an acceptance without a day holds as
    long as the house stays as it is. Raises `Refusal`.
    """
    for name, value in given.items():
        insist_on_text(f"field {name[:20]}", value)
    try:
        act = Act(given.get("act", ""))
    except ValueError:
        raise Refusal(422, f"Choose what to do: {', '.join(Act)}.") from None
    reason = given.get("reason") or given.get(f"reason-{act}", "")
    comment = given.get("comment", "").strip() or REASONS.get(act, {}).get(reason, "")
    until = _day(given.get("until", "")) if act is Act.ACCEPT else None
    assignee = _assigned(given) if act is Act.ASSIGN else ""
    reason, of = reason if act in REASONS else "", _number(given.get("of", ""))
    return Wish(act, reason, comment, until, act is Act.ACCEPT and until is None, assignee, of)


def chosen_reasons() -> dict[str, str]:
    """By act the reason that this visitor gave last."""
    kept = session.get(_CHOSEN, {})
    return {act: kept[act] for act, reasons in REASONS.items() if kept.get(act) in reasons}


def answer(done: Done, what: str, back: str, of: FindingRow | None = None) -> Response:
    """Leads back to where the form was, which says what was done, about which one if it was one, and how to undo it."""
    document = done_document(done, what)
    if wants_json():
        return jsonify({**document, "location": back})
    add_notice(
        document["words"], batch=None if what == "undo" else done.batch_id, back=back, of=_named(of) if of else None
    )
    return redirect_to(back)


def done_document(done: Done, what: str) -> dict[str, Any]:
    """What was done, as JSON."""
    return {
        "batch": done.batch_id,
        "done": done.done,
        "records": done.records,
        "left": done.left,
        "put_forward": done.put_forward,
        "words": _words(done, what),
    }


def add_notice(words: str, **more: Any) -> None:
    """Says on the next page what was done: the `batch` it is undone by, or the address that does (`undo`), `back` to
    where, `of` which finding.
    """
    session[_NOTICES] = [*session.get(_NOTICES, []), {"words": words, **more}]


def back_to(otherwise: str) -> str:
    """The path of ours that the form names to go back to, else another."""
    path = request.form.get("back", "")
    own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and len(path) <= 4_000
    return path if own else otherwise


def notices() -> list[dict[str, Any]]:
    """What is to be said on this page of what was done; it is said once."""
    kept: list[dict[str, Any]] = session.pop(_NOTICES, [])
    return kept


def _words(done: Done, what: str) -> str:
    """How many were done, and how many were not; what takes a second person is no dismissal yet."""
    on = f" on {counted(done.records, 'record')}" if done.records != done.done else ""
    words = [f"{counted(done.done, 'finding')}{on} {PAST[what]}"] if done.done else []
    if done.put_forward:
        many = f"{done.put_forward:,}" if words else counted(done.put_forward, "finding")
        words.append(f"{many} put forward for a second person")
    if done.left:
        words.append(f"{done.left:,} left as they are")
    return "; ".join(words)


def _named(row: FindingRow) -> dict[str, Any]:
    return {"id": row.id, "words": f"{row.code} in hand {visible(row.number or f'record {row.hand_id}')}"}


def _assigned(given: Mapping[str, str]) -> str:
    """To whom: the sender where nobody is named, nobody where the name is empty, else somebody who can sign in."""
    name = given.get("assignee", visitor().name)
    if name in ("", visitor().name):
        return name
    try:
        with transaction() as connection:
            who = person(connection, name)
    except NoSuchPerson as unknown:
        raise Refusal(422, str(unknown)) from unknown
    if who.disabled_at is not None:
        raise Refusal(422, f"The account {who.name} is disabled; nothing can be assigned to it.")
    return who.name


def _number(text: str) -> int | None:
    """Which dismissal an answer is of. Raises `Refusal`."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Refusal(422, f'"{text[:20]}" is the number of no dismissal.')
    return int(text)


def _day(text: str) -> dt.date | None:
    if not text:
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise Refusal(422, f'"{text[:20]}" is no day; write it as 2026-12-31.') from None
