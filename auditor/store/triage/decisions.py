"""Acts of people on one finding, or on a selection (a fixed list of findings). Each act can be undone for a day.

An act on a finding applies to all records (logs) of the deal that have this finding: they share its fingerprint. A
dismissal or an acceptance of a large amount is only proposed: it waits for a second person. Each venue sets the amount
from which a second person is needed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.queries.changes_since_seen import Seen
from auditor.store.triage import inbox, proposals
from auditor.store.triage.proposals import GOES, WAITING, WAITING_COLUMNS, WAITS
from auditor.store.triage.undo import UNDO_HOURS, reverse
from auditor.store.triage.unseen import insist_on_seen
from auditor.triage.acts import BECOMES, OFFERED, PUTS_FORWARD, Act, BadWish, Wish, insist
from auditor.triage.mentions import Mentions

__all__ = ["UNDO_HOURS", "Done", "act", "act_on_selection", "undo"]
_NO_MENTIONS: Final = Mentions()


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of an act.

    `batch_id` is the number for undoing the act. `done` counts the changed findings; findings with the same fingerprint
    count once. `records` counts the records (logs of hands) that have these findings. `left` counts the findings that
    did not change, because the act is not allowed for them, or because somebody acted on them in the meantime.
    `put_forward` counts proposals that now wait for a second person. `mentions` are those in the comment; empty if the
    same act was sent before.
    """

    batch_id: int
    done: int
    left: int
    records: int
    put_forward: int = 0
    mentions: Mentions = _NO_MENTIONS


def act(connection: Connection, finding_id: int, wish: Wish, by: str, based_on: int | None = None) -> Done:
    """Performs the act `wish` on a finding, for every record (log of the hand) that has its fingerprint.

    `based_on` is the last act in the history of the finding when the person decided; 0 if there was none. If `based_on`
    is `None`, the act is done even if somebody acted later. If the same act is sent for the second time, it is done
    only once.

    Raises `Changed` if somebody acted on the finding after `based_on`. Raises `BadWish` if a reason or comment is
    missing, if there is no such finding, or if its state does not allow the act.
    """
    _insist(connection, wish)
    row = connection.execute(text(_PRINT), {"finding": finding_id}).first()
    if row is None:
        raise BadWish(f"There is no finding {finding_id}.")
    seen = Seen(row.fingerprint, based_on) if based_on is not None else None
    done = _do(connection, [row.fingerprint], seen, wish, by)
    if not done.done + done.put_forward:
        raise BadWish(_refusal(connection, row.fingerprint, wish, by))
    return done


def act_on_selection(connection: Connection, selection_id: int, wish: Wish, by: str) -> Done:
    """Performs the act `wish` on every finding of a selection, in this transaction.

    Findings whose state does not allow the act do not change. Raises `Changed` if somebody acted on one of the findings
    after the selection was made, and `BadWish` if a reason or comment is missing.
    """
    _insist(connection, wish)
    prints = [row.fingerprint for row in connection.execute(text(_SELECTED), {"selection": selection_id})]
    if not prints:
        raise BadWish(f"The selection {selection_id} does not exist or is empty. Select the findings again.")
    return _do(connection, prints, Seen(selection=selection_id), wish, by)


def undo(connection: Connection, batch_id: int, by: str) -> Done:
    """Undoes an act of a person, which may be on one or more findings. Findings with later acts do not change.

    If the same person undoes the act for the second time, it is undone only once. Raises `Changed` if another person
    has undone the act, or if all its findings have later acts. Raises `BadWish` if the act is older than a day, or for
    the other reasons in `undo.reverse`.
    """
    return Done(*reverse(connection, batch_id, by))


def outcome(connection: Connection, batch_id: int, of: int | None = None) -> Done:
    """Returns the outcome of an earlier act. `of` is the number of findings on which the person acted; `None` if the
    caller does not need the number of findings that did not change.
    """
    row = connection.execute(text(_OUTCOME), {"batch": batch_id}).one()
    left = of - row.done - row.put_forward if of is not None else 0
    return Done(batch_id, row.done, left, row.records, row.put_forward)


def _insist(connection: Connection, wish: Wish) -> None:
    insist(wish, connection.execute(text("SELECT current_date")).scalar_one())


def _do(connection: Connection, prints: list[str], seen: Seen | None, wish: Wish, by: str) -> Done:
    # The findings are locked first, then `triage_batch`. Runs lock in the same order, so there is no deadlock.
    connection.execute(text(_LOCK), {"prints": prints})
    sent_before = insist_on_seen(connection, seen, wish, by) if seen is not None else None
    if sent_before is not None:
        return outcome(connection, sent_before, len(prints))
    selection_id = seen.selection if seen is not None else None
    batch = connection.execute(text(_BATCH), {"selection": selection_id, "act": wish.act, "by": by}).scalar_one()
    values = {**_values(wish, by), "prints": prints, "selection": selection_id, "batch": batch}
    acts = connection.execute(text(_ACT), values).scalars().all()
    if wish.act is Act.ASSIGN:
        records = connection.execute(text(_ASSIGNED), values).rowcount
    else:
        for statement in _DECIDE:
            connection.execute(text(statement), values)
        decided = connection.execute(text(_DECIDED), values).rowcount
        records = decided if wish.act in BECOMES else connection.execute(text(_RECORDS), values).scalar_one()
        proposals.put_forward(connection, batch)
    mentions = inbox.deliver(connection, batch, by, values["comment"], assigns=wish.act is Act.ASSIGN)
    waits = sum([each in PUTS_FORWARD.values() for each in acts])
    return Done(batch, len(acts) - waits, len(prints) - len(acts), records, waits, mentions)


def _values(wish: Wish, by: str) -> Mapping[str, Any]:
    return {
        "act": wish.act,
        "offered": [str(state) for state in OFFERED[wish.act]],
        "becomes": BECOMES.get(wish.act),
        "puts_forward": PUTS_FORWARD.get(wish.act),
        "decides": [str(act) for act in BECOMES],
        "reason": wish.reason,
        "comment": pg_values.text(wish.comment.strip()),
        "until": wish.until,
        "this_house": wish.this_house,
        "assignee": pg_values.text(wish.assignee),
        "of": wish.of,
        "by": by,
    }


def _refusal(connection: Connection, fingerprint: str, wish: Wish, by: str) -> str:
    if wish.this_house and connection.execute(text(_HAS_HOUSE), {"fingerprint": fingerprint}).first() is None:
        return "This finding does not depend on a house. So you cannot accept it until the rules of the house change."
    if wish.act is Act.REOPEN:
        return "Nobody has decided about this finding, so you cannot open it again."
    why = proposals.refusal(connection, fingerprint, wish, by)
    closed = connection.execute(text(_IS_CLOSED), {"fingerprint": fingerprint}).scalar_one()
    if why is not None and not closed:
        return why
    return "This finding is closed, because the last audit did not find it. A later audit that finds it opens it again."


_PRINT: Final = "SELECT fingerprint FROM finding WHERE id = :finding"

_IS_CLOSED: Final = "SELECT bool_and(triage = 'closed') FROM finding WHERE fingerprint = :fingerprint"

_SELECTED: Final = """
SELECT DISTINCT fingerprint FROM selection_finding JOIN finding ON finding.id = finding_id
WHERE selection_id = :selection ORDER BY fingerprint
"""

_LOCK: Final = "SELECT FROM finding WHERE fingerprint = ANY(:prints) ORDER BY id FOR UPDATE"

_BATCH: Final = """
INSERT INTO triage_batch (selection_id, act, by) VALUES (:selection, :act, :by) RETURNING id
"""


def _house_of(fingerprint: str) -> str:
    """Returns an SQL query for the digest of the house under which the finding with this fingerprint was last audited.

    `fingerprint` is an SQL expression. An acceptance can end when this digest changes. The query has no row if no house
    judges the finding.
    """
    return f"""
SELECT house_digest FROM finding AS f JOIN report ON report.hand_id = f.hand_id AND report.house = f.house AND current
WHERE f.fingerprint = {fingerprint} ORDER BY f.detection = 'gone', f.id DESC LIMIT 1
"""


_HAS_HOUSE: Final = _house_of(":fingerprint")

# Inserts an act into the history of each finding, if its state allows the act. `before` stores the earlier state, so
# that the act can be undone. A second person who agrees gives no reason and no end date. So the act gets the reason and
# the end date of the proposal.
_ACT: Final = f"""
INSERT INTO triage_act (fingerprint, act, from_state, to_state, reason, comment, until, until_house, assignee, by,
                        batch_id, before)
SELECT fingerprint, CASE WHEN needs_second THEN CAST(:puts_forward AS text) ELSE :act END, state,
       CASE WHEN needs_second OR CAST(:becomes AS text) IS NULL THEN state
            WHEN :becomes = 'open' AND NOT there THEN 'closed'
            WHEN :act = 'agree' AND num_nonnulls(first_until, first_until_house) = 1 THEN 'accepted'
            ELSE :becomes END,
       CASE WHEN :act = 'agree' THEN proposed ->> 'reason' ELSE :reason END, :comment,
       CASE WHEN :act = 'agree' THEN first_until ELSE :until END,
       CASE WHEN :act = 'agree' THEN first_until_house ELSE house_digest END, :assignee, :by, :batch,
       jsonb_build_object('decision', decided, 'flagged', flagged, 'reopened', reopened, 'changed', changed,
                          'assignees', assignees, 'proposal', proposed)
FROM (SELECT f.fingerprint, coalesce(d.state, CASE WHEN bool_or(f.triage <> 'closed') THEN 'open' ELSE 'closed' END)
               AS state,
             bool_or(f.detection <> 'gone') AS there, (array_agg(to_jsonb(d)))[1] AS decided,
             jsonb_agg(f.id) FILTER (WHERE f.flagged) AS flagged,
             jsonb_agg(f.id) FILTER (WHERE f.reopened) AS reopened,
             jsonb_agg(f.id) FILTER (WHERE f.detection = 'changed') AS changed,
             jsonb_object_agg(f.id, f.assignee) AS assignees,
             {WAITS}
      FROM finding AS f LEFT JOIN decision AS d USING (fingerprint)
      {WAITING}
      WHERE f.fingerprint = ANY(:prints)
      GROUP BY f.fingerprint, d.state, {WAITING_COLUMNS}) AS stood
LEFT JOIN LATERAL ({_house_of("stood.fingerprint")}) AS judged ON :this_house
WHERE state = ANY(:offered) AND (house_digest IS NOT NULL OR NOT :this_house) AND {GOES}
ORDER BY fingerprint
RETURNING act
"""

# Stores what people decided now, in place of their earlier decisions on the same findings. If a second person agrees to
# a proposal, the decision has the author and the comment of the proposal, and `second_by` is the second person.
_DECIDE: Final = (
    """DELETE FROM decision USING triage_act AS a
       WHERE a.batch_id = :batch AND a.fingerprint = decision.fingerprint AND a.act = ANY(:decides)""",
    """INSERT INTO decision (fingerprint, state, reason, comment, until, until_house, by, second_by)
       SELECT a.fingerprint, to_state, a.reason, coalesce(p.comment, a.comment), a.until, a.until_house,
              coalesce(p.by, a.by), CASE WHEN p.by IS NOT NULL THEN a.by END
       FROM triage_act AS a LEFT JOIN proposal AS p ON a.act = 'agree' AND p.fingerprint = a.fingerprint
       WHERE batch_id = :batch AND to_state NOT IN ('open', 'closed') AND a.act = ANY(:decides)""",
)

# Sets the state of the findings after a decision. The marks `flagged`, `reopened` and `changed` are removed, because
# the person has now seen the finding.
_DECIDED: Final = """
UPDATE finding SET flagged = false, reopened = false,
       detection = CASE WHEN detection = 'changed' THEN 'present' ELSE detection END,
       triage = CASE WHEN a.to_state NOT IN ('open', 'closed') THEN a.to_state
                WHEN finding.detection = 'gone' THEN 'closed' ELSE 'open' END
FROM triage_act AS a
WHERE a.batch_id = :batch AND a.fingerprint = finding.fingerprint AND a.act = ANY(:decides)
"""

_OUTCOME: Final = """
SELECT count(DISTINCT a.id) FILTER (WHERE NOT proposed.yes) AS done,
       count(DISTINCT a.id) FILTER (WHERE proposed.yes) AS put_forward,
       count(DISTINCT f.id) FILTER (WHERE NOT proposed.yes) AS records
FROM triage_act AS a JOIN finding AS f USING (fingerprint)
CROSS JOIN LATERAL (SELECT a.act IN ('put forward', 'put acceptance forward') AS yes) AS proposed
WHERE a.batch_id = :batch
"""

_RECORDS: Final = """
SELECT count(*) FROM finding JOIN triage_act AS a USING (fingerprint) WHERE a.batch_id = :batch
"""

_ASSIGNED: Final = """
UPDATE finding SET assignee = :assignee FROM triage_act AS a
WHERE a.batch_id = :batch AND a.fingerprint = finding.fingerprint
"""
