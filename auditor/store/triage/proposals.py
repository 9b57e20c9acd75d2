"""Dismissals that are put forward: from the amount on that the venue set, nobody dismisses a finding alone.

A dismissal that waits does not change the finding: runs and lists treat it as before, and its fingerprint stands in
`proposal`. Any decision of a person about the finding ends the wait.
"""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.second_reviews import (
    FRESH,
    IN_FORCE,
    KNOWN,
    REACHES,
    ProposalRow,
    is_known,
    limit_reached,
    proposal,
)
from auditor.triage.acts import Act, Wish

NEEDS_ACCOUNTS: Final = (
    "A second person must agree to dismiss this finding, and second review needs accounts:"
    " auditor user add NAME --role reviewer."
)
_NOTHING_WAITS: Final = "No dismissal of this finding waits for a second person; that may be over already."
_ANOTHER_WAITS: Final = "Another dismissal of this finding was put forward since; look at it, and answer that one."
_WHICH: Final = 'Say which dismissal that is about: "of" is the number of the one that waits.'


def refusal(connection: Connection, fingerprint: str, wish: Wish, by: str) -> str | None:
    """The reason why somebody cannot act on a dismissal that waits, or has to wait; `None` where he can, as far as that
    goes.
    """
    waiting = proposal(connection, fingerprint)
    if wish.act in (Act.AGREE, Act.DISAGREE, Act.WITHDRAW):
        return _NOTHING_WAITS if waiting is None else _of_second(connection, waiting, wish, by)
    if wish.act is not Act.DISMISS:
        return None
    if waiting is not None and waiting.fresh:
        return f"The dismissal that {waiting.by} put forward waits for a second person; nobody puts another forward."
    unknown = limit_reached(connection, fingerprint) is not None and not is_known(connection, by)
    return NEEDS_ACCOUNTS if unknown else None


def filled_in(statement: str) -> str:
    """The statement with its named parts filled in."""
    for name, part in _PARTS.items():
        statement = statement.replace(name, part)
    return statement


def put_forward(connection: Connection, batch_id: int) -> None:
    """Ends and begins the waiting of dismissals by the acts of this batch."""
    for statement in _PUT_FORWARD:
        connection.execute(text(statement), {"batch": batch_id})


def _of_second(connection: Connection, waiting: ProposalRow, wish: Wish, by: str) -> str | None:
    if wish.act is Act.WITHDRAW:
        return f"{waiting.by} put this dismissal forward, and nobody else takes it back; disagree with it."
    if waiting.by == by:
        return (
            "You put this dismissal forward yourself; another reviewer agrees or disagrees, and you may take it back."
        )
    if not waiting.fresh:
        return (
            f"What the finding rests on is not what {waiting.by} saw, so nobody can agree to this dismissal any more;"
            " look at it as it is now, and decide anew."
        )
    if wish.of != waiting.number:
        return _WHICH if wish.of is None else _ANOTHER_WAITS
    return NEEDS_ACCOUNTS if wish.act is Act.AGREE and not is_known(connection, by) else None


# Parts of a statement that groups the records `f` of each fingerprint by the proposal `p` on it: the dismissal that
# waits, whether it has to wait, and whether the act fits it, as `auditor.triage.acts.offered` has it.
_PARTS: Final = {
    "WAITS": """to_jsonb(p) AS proposed, p.by AS first, FRESH AS fresh, MEANT AS meant,
             :act = 'dismiss' AND coalesce(bool_or(REACHES), false) AS needs_second""",
    "WAITING": """LEFT JOIN proposal AS p USING (fingerprint)
      LEFT JOIN IN_FORCE AS s ON s.venue_id = f.venue_id AND s.currency = f.currency""",
    # Whoever answers has read the dismissal that waits: he names it, or it waited when his selection was made.
    "MEANT": """(p.put_forward_id = :of OR p.put_forward_id IN
                (SELECT put_forward_id FROM selection_finding WHERE selection_id = :selection))""",
    "GOES": """CASE :act WHEN 'agree' THEN fresh AND meant AND first <> :by AND KNOWN
                    WHEN 'disagree' THEN fresh AND meant AND first <> :by
                    WHEN 'withdraw' THEN first = :by OR first <> :by AND NOT fresh
                    WHEN 'dismiss' THEN NOT fresh AND (NOT needs_second OR KNOWN)
                    ELSE true END""",
    "FRESH": FRESH,
    "REACHES": REACHES,
    "IN_FORCE": IN_FORCE,
    "KNOWN": KNOWN,
}

# Any decision ends the wait, and a dismissal that was put forward begins to wait.
_PUT_FORWARD: Final = (
    """DELETE FROM proposal USING triage_act AS a
       WHERE a.batch_id = :batch AND a.fingerprint = proposal.fingerprint""",
    """INSERT INTO proposal (fingerprint, put_forward_id, reason, comment, by, seen)
       SELECT a.fingerprint, a.id, a.reason, a.comment, a.by,
              coalesce(array_agg(DISTINCT f.evidence) FILTER (WHERE f.detection <> 'gone'), '{}')
       FROM triage_act AS a JOIN finding AS f USING (fingerprint)
       WHERE a.batch_id = :batch AND a.act = 'put forward' GROUP BY a.id""",
)
