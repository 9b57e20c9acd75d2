"""Proposals: dismissals that one person put forward, and that wait for a second person.

From an amount that the venue sets, nobody can dismiss a finding alone. A waiting dismissal is a row in `proposal`, and
does not change the finding. Any decision of a person about the finding ends the wait.
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
    "This finding can be dismissed only if a second person agrees. For this, both people need accounts. Add an account:"
    " auditor user add NAME --role reviewer"
)
_NOTHING_WAITS: Final = (
    "No dismissal of this finding waits for a second person. Perhaps somebody has already answered it."
)
_ANOTHER_WAITS: Final = "Another dismissal of this finding was proposed later. Read and answer that dismissal."
_NO_NUMBER: Final = 'In "of", write the number of the waiting dismissal that you answer.'


def refusal(connection: Connection, fingerprint: str, wish: Wish, by: str) -> str | None:
    """Returns the reason why the second-review rules do not allow the act `wish` by the person `by`.

    Returns `None` if these rules allow the act.
    """
    waiting = proposal(connection, fingerprint)
    if wish.act in (Act.AGREE, Act.DISAGREE, Act.WITHDRAW):
        return _NOTHING_WAITS if waiting is None else _refusal_of_answer(connection, waiting, wish, by)
    if wish.act is not Act.DISMISS:
        return None
    if waiting is not None and waiting.fresh:
        return f"A dismissal by {waiting.by} waits for a second person. Nobody can propose another dismissal."
    unknown = limit_reached(connection, fingerprint) is not None and not is_known(connection, by)
    return NEEDS_ACCOUNTS if unknown else None


def put_forward(connection: Connection, batch_id: int) -> None:
    """Updates the table of proposed dismissals after an act of a person (a batch), which may cover many findings.

    Proposed dismissals of these findings are deleted, because the act answers or replaces them. If the act proposes new
    dismissals, they are inserted.
    """
    for statement in _PUT_FORWARD:
        connection.execute(text(statement), {"batch": batch_id})


def _refusal_of_answer(connection: Connection, waiting: ProposalRow, wish: Wish, by: str) -> str | None:
    if wish.act is Act.WITHDRAW:
        return f"{waiting.by} proposed this dismissal, and only {waiting.by} can withdraw it. You can disagree."
    if waiting.by == by:
        return "You proposed this dismissal yourself. Another reviewer must agree or disagree. You can withdraw it."
    if not waiting.fresh:
        return (
            f"The evidence of this finding changed after {waiting.by} proposed the dismissal, so nobody can agree to"
            " it any more. Look at the finding as it is now, and decide again."
        )
    if wish.of != waiting.number:
        return _NO_NUMBER if wish.of is None else _ANOTHER_WAITS
    return NEEDS_ACCOUNTS if wish.act is Act.AGREE and not is_known(connection, by) else None


# The constants below are parts of the SQL statement that inserts acts. In this statement `f` are the findings with one
# fingerprint, and `p` is the proposed dismissal of this fingerprint, if any.

# The SQL condition that the person who answers has seen the proposed dismissal `p`. Either the answer names its number,
# or the dismissal was already waiting when the selection of findings was made.
_MEANT: Final = """(p.put_forward_id = :of OR p.put_forward_id IN
                (SELECT put_forward_id FROM selection_finding WHERE selection_id = :selection))"""

# SQL columns about the proposed dismissal: `proposed`, its row; `first`, the person who proposed it; `fresh`, whether
# the evidence is unchanged; `meant`, whether the person who answers has seen it. `needs_second` is about the new act:
# whether it is a dismissal that needs a second person.
WAITS: Final = f"""to_jsonb(p) AS proposed, p.by AS first, {FRESH} AS fresh, {_MEANT} AS meant,
             :act = 'dismiss' AND coalesce(bool_or({REACHES}), false) AS needs_second"""

# SQL joins for the columns above: `p` is the proposed dismissal, and `s` the amount from which the venue requires a
# second person.
WAITING: Final = f"""LEFT JOIN proposal AS p USING (fingerprint)
      LEFT JOIN {IN_FORCE} AS s ON s.venue_id = f.venue_id AND s.currency = f.currency"""

# The SQL condition that the act is allowed, although a dismissal may be waiting for a second person. For example, only
# another person than the first may agree. The same rules are in `auditor.triage.acts.offered`.
GOES: Final = f"""CASE :act WHEN 'agree' THEN fresh AND meant AND first <> :by AND {KNOWN}
                    WHEN 'disagree' THEN fresh AND meant AND first <> :by
                    WHEN 'withdraw' THEN first = :by OR first <> :by AND NOT fresh
                    WHEN 'dismiss' THEN NOT fresh AND (NOT needs_second OR {KNOWN})
                    ELSE true END"""

# Deletes the proposed dismissals of all findings of the batch, because every decision ends the wait. Then inserts the
# dismissals that the batch proposes.
_PUT_FORWARD: Final = (
    """DELETE FROM proposal USING triage_act AS a
       WHERE a.batch_id = :batch AND a.fingerprint = proposal.fingerprint""",
    """INSERT INTO proposal (fingerprint, put_forward_id, reason, comment, by, seen)
       SELECT a.fingerprint, a.id, a.reason, a.comment, a.by,
              coalesce(array_agg(DISTINCT f.evidence) FILTER (WHERE f.detection <> 'gone'), '{}')
       FROM triage_act AS a JOIN finding AS f USING (fingerprint)
       WHERE a.batch_id = :batch AND a.act = 'put forward' GROUP BY a.id""",
)
