"""Reads the forms with which people decide on findings, and writes the notices after a decision, such as "3 findings
dismissed".
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from typing import Any, Final

from flask import Response, jsonify, request, session

from auditor.store.people.accounts import NoSuchPerson, person
from auditor.store.postgres.database import Connection
from auditor.store.queries.cause_rows import MOST_LISTED
from auditor.store.queries.filtering import BadFilter
from auditor.store.queries.findings import FindingRow, one
from auditor.store.queries.triage import can_undo, only_finding, own_act_before
from auditor.store.triage.decisions import Done, outcome
from auditor.store.triage.unseen import Changed
from auditor.triage.acts import REASONS, Act, BadWish, Wish
from auditor.web.access.visitor import visitor
from auditor.web.rendering.respond import redirect_to
from auditor.web.rendering.template_filters import counted, visible
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import Refusal, wants_json
from auditor.web.requests.request_schemas import MOST, refuse_unknown_fields
from auditor.web.resources import transaction
from auditor.web.teamwork.comments import unknown_words

FIELDS: Final = frozenset(
    {"csrf_token", "act", "reason", "comment", "until", "until_house", "assignee", "of", "back", "query", "finding"}
    | {"cause"}
    | {"based_on", *[f"reason-{act}" for act in REASONS]}
)
# A list has one form for all its rows. In this form, the field `based_on-12` names the last act on the finding 12 that
# the visitor has seen.
_BASED_ON_OF_ROW: Final = re.compile("based_on-[0-9]{1,18}")
# A list has at most this many rows, and each row names at most `MOST_LISTED` findings.
_MOST_IN_ROWS: Final = MOST * MOST_LISTED
# Acts in the past tense, for notices such as "3 findings dismissed".
PAST: Final[Mapping[str, str]] = {
    "confirm": "confirmed",
    "dismiss": "dismissed",
    "accept": "accepted",
    "reopen": "reopened",
    "assign": "assigned",
    "agree": "decided as proposed, because you agreed",
    "disagree": "not decided, because you disagreed",
    "withdraw": "no longer waiting for a second review",
    "give back": "unassigned",
    "undo": "restored",
}
# The words for an act in the history of a finding, by the stored name of the act, such as "dismissed the finding".
# The acts of people come first, then the acts of runs.
DONE: Final[Mapping[str, str]] = {
    "confirm": "confirmed the finding",
    "dismiss": "dismissed the finding",
    "accept": "accepted the finding",
    "reopen": "reopened the finding",
    "assign": "assigned the finding to",
    "put forward": "proposed to dismiss the finding",
    "put acceptance forward": "proposed to accept the finding",
    "agree": "agreed to the proposal in a second review",
    "disagree": "disagreed in a second review",
    "withdraw": "withdrew the proposal",
    "undo": "undid an earlier act",
    "comment": "wrote a comment",
    "withdraw comment": "withdrew a comment",
    "changed": "found the finding with other evidence",
    "closed": "did not find the finding again",
    "gone": "did not find the finding again",
    "reopened": "found the finding again",
    "returned": "found the finding again",
    "untested": "could not test the finding",
    "tested": "tested the finding again and found it",
    "inherited": "found the finding in another record; the decision also applies to that record",
    "expired": "ended the acceptance, because its last day is over",
}
_NOTICES: Final = "notices"
# The key in the browser's session for the reason that the visitor chose last for each act. The next form has this
# reason preselected.
_CHOSEN: Final = "reasons"


@contextmanager
def changing() -> Iterator[Connection]:
    """Opens a transaction of the database for a decision about findings. Raises `Refusal` if the code in the `with`
    block finds that the decision is not possible.

    The error `Changed` means that somebody else has changed the findings in the meantime. It is not turned into a
    `Refusal`: the caller catches it and shows what changed.
    """
    try:
        with transaction() as connection:
            yield connection
    except Changed:
        raise
    except BadWish as refused:
        raise Refusal(422, str(refused)) from refused
    except BadFilter as refused:
        raise Refusal(422, str(refused)) from refused


def wish() -> Wish:
    """Returns the act that the current form contains, and stores its reason as the default for the next form. Raises
    `Refusal` if a field is not valid.
    """
    refuse_unknown_act_fields(FIELDS)
    wished = wish_of(request.form)
    if wished.reason:
        session[_CHOSEN] = {**chosen_reasons(), wished.act.value: wished.reason}
    return wished


def refuse_unknown_act_fields(known: AbstractSet[str]) -> None:
    """Raises `Refusal` if the current form has a field whose name is not in `known`. The fields `based_on-12` of the
    rows of a list are always allowed.
    """
    refuse_unknown_fields(known | {name for name in request.form if _BASED_ON_OF_ROW.fullmatch(name)})


def based_on() -> int:
    """Returns the number in the field `based_on` of the current form. This number names the last act that the visitor
    has seen in the history of the finding. Raises `Refusal` if the field is not a number.

    A form without this field comes from a page of an earlier version of this program. What the visitor saw is then
    unknown. So the result is 0, as if the visitor had seen an empty history.
    """
    return _number(based_on_field(), "an act") or 0


def based_on_field() -> str:
    """Returns the field `based_on` of the current form as text; empty if the form has no such field. The form of a list
    has one such field for each finding, with the number of the finding in its name, such as `based_on-12`. In such a
    form, the address of the request says which finding is meant.
    """
    of_row = f"based_on-{(request.view_args or {}).get('finding_id')}"
    return request.form.get("based_on", request.form.get(of_row, ""))


def based_on_in_rows() -> dict[int, int]:
    """Returns for each finding in the form of a list the last act on this finding that the visitor has seen. The keys
    of the dict are the numbers of the findings, the values are the numbers of the acts. Raises `Refusal` if a field is
    not a number.
    """
    seen: dict[int, int] = {}
    for name, value in request.form.items():
        last = _number(value, "an act") if _BASED_ON_OF_ROW.fullmatch(name) and len(seen) < _MOST_IN_ROWS else None
        if last is not None:
            seen[int(name.partition("-")[2])] = last
    return seen


def based_on_of_cause(numbers: Iterable[int]) -> dict[int, int]:
    """Returns for each finding in `numbers` the last act on this finding that the visitor has seen. Findings that the
    form of the list does not name are left out. The keys of the dict are the numbers of the findings, the values are
    the numbers of the acts.

    Raises `Refusal` if the form names none of the findings, or if a field is not a number.
    """
    named = [number for number in numbers if f"based_on-{number}" in request.form]
    if not named:
        raise Refusal(422, "The form does not name any finding of the row. Load the list again.")
    return {number: _number(request.form[f"based_on-{number}"], "an act") or 0 for number in named}


def wish_of(fields: Mapping[str, str]) -> Wish:
    """Makes a `Wish` (an act with its details) from the fields of a form. Raises `Refusal` if a field is not valid.

    Without a comment, the default text of the reason is the comment. An acceptance without a date ends when the rules
    of the house change.
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
    reason, of = reason if act in REASONS else "", _number(fields.get("of", ""), "a proposal")
    return Wish(act, reason, comment, until, act is Act.ACCEPT and until is None, assignee, of)


def chosen_reasons() -> dict[str, str]:
    """Returns the reason that this visitor chose last, for each act that needs a reason."""
    kept = session.get(_CHOSEN, {})
    return {act: kept[act] for act, reasons in REASONS.items() if kept.get(act) in reasons}


def answer(done: Done, act: str, back: str, of: FindingRow | None = None, undone: int | None = None) -> Response:
    """Answers the form of an act: redirects to the page `back`, which shows a notice. If the act can be undone, the
    notice has a button that undoes it. After an undo, the button undoes the act that the visitor did before the undone
    act. A program gets the result as JSON.

    `done` is the result of the act. `of` is the finding, if the act was on a single finding. `undone` is the number of
    the act that was undone.
    """
    document = done_document(done, act)
    if wants_json():
        return jsonify({**document, "location": back})
    with transaction() as connection:
        undo = _undo_of(connection, done.batch_id) if undone is None else _undo_before(connection, undone)
    add_notice(document["words"], **undo, back=back, of=_named(of) if of else None)
    return redirect_to(back)


def _undo_of(connection: Connection, batch_id: int) -> dict[str, Any]:
    return {"batch": batch_id if can_undo(connection, batch_id, visitor().name) else None}


def _undo_before(connection: Connection, undone: int) -> dict[str, Any]:
    """Returns the act that the visitor did before the act `undone`, if the visitor can undo it now. The dict has the
    number of that act (`batch`), and words for what it did (`before`). If there is no such act, `batch` is `None`.
    """
    earlier = own_act_before(connection, undone, visitor().name)
    if earlier is None:
        return {"batch": None}
    batch_id, act = earlier
    number = only_finding(connection, batch_id)
    row = one(connection, number) if number is not None else None
    words = _words(outcome(connection, batch_id), act)
    return {"batch": batch_id, "before": f"{words}: {_named(row)['words']}" if row is not None else words}


def done_document(done: Done, act: str) -> dict[str, Any]:
    """Returns the result of an act as a dict for JSON: how many findings were changed, and how many not."""
    return {
        "batch": done.batch_id,
        "done": done.done,
        "records": done.records,
        "left": done.left,
        "put_forward": done.put_forward,
        "unknown_names": list(done.mentions.unknown),
        "words": ". ".join([_words(done, act), *unknown_words(done.mentions)]),
    }


def add_notice(words: str, **more: Any) -> None:
    """Stores a notice, which the next page of this visitor shows.

    `more` may have these keys:

    - `batch`: the number of the act that the button of the notice undoes
    - `before`: the words for that act, if it is an earlier act than the act of the notice
    - `undo`: an address that undoes the act
    - `back`: the page to open after the undo
    - `of`: the finding of the act
    """
    session[_NOTICES] = [*session.get(_NOTICES, []), {"words": words, **more}]


def back_to(otherwise: str) -> str:
    """Returns the path of the page to open next, from the field `back` of the form. If the field is not a path of this
    site, returns `otherwise`.
    """
    path = request.form.get("back", "")
    own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and len(path) <= 4_000
    return path if own else otherwise


def notices() -> list[dict[str, Any]]:
    """Returns the stored notices for this page, and deletes them, so that each notice is shown once."""
    kept: list[dict[str, Any]] = session.pop(_NOTICES, [])
    return kept


def _words(done: Done, act: str) -> str:
    """Writes the result of an act in words, such as "2 findings dismissed; 1 waiting for a second review; 3
    unchanged".
    """
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
    """Returns the name of the account to which the finding is to be assigned. The field `assignee` of the form names
    it. Without this field, it is the account of the visitor. An empty name means nobody.

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


def _number(text: str, of: str) -> int | None:
    """Reads the number in the text of a field; `None` if the field is empty. Raises `Refusal` if the text is not a
    number. `of` completes the sentence of this refusal: with `a proposal`, it says "is not the number of a proposal".
    """
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Refusal(422, f'"{text[:20]}" is not the number of {of}. Load the page of the finding again.')
    return int(text)


def _day(text: str) -> dt.date | None:
    if not text:
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise Refusal(422, f'"{text[:20]}" is not a date. Write it as 2026-12-31.') from None


def done_words(act: str, assignee: str | None) -> str:
    """Returns the words for one act in the history, such as "assigned the finding to Dogwood". An unknown act,
    stored by a newer version of this program, is named as it is stored.
    """
    words = DONE.get(act, act)
    return f"{words} {assignee or 'nobody'}" if act == "assign" else words
