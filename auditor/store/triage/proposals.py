"""Proposals: dismissals and acceptances that one person put forward, and that wait for a second person.

From an amount that the venue sets, nobody can dismiss or accept a finding alone. A waiting proposal is a row in
`proposal`, and does not change the finding. Any decision of a person about the finding ends the wait.
"""

from typing import Final

from sqlalchemy import text

from auditor.settings import command_line
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
from auditor.triage.acts import PUTS_FORWARD, Act, Wish

NEEDS_ACCOUNTS: Final = (
    "This finding can be dismissed or accepted only if a second person agrees. For this, both people need accounts. Add"
    f" an account: {command_line('user add NAME --role reviewer')}"
)
_NOTHING_WAITS: Final = (
    "No proposal about this finding waits for a second person. Perhaps somebody has already answered the proposal."
)
_ANOTHER_WAITS: Final = "Another proposal about this finding was made later. Read and answer that proposal."
_NO_NUMBER: Final = 'In "of", write the number of the waiting proposal that you answer.'


def refusal(connection: Connection, fingerprint: str, wish: Wish, by: str) -> str | None:
    """Returns the reason why the second-review rules do not allow the act `wish` by the person `by`.

    Returns `None` if these rules allow the act.
    """
    waiting = proposal(connection, fingerprint)
    if wish.act in (Act.AGREE, Act.DISAGREE, Act.WITHDRAW):
        return _NOTHING_WAITS if waiting is None else _refusal_of_answer(connection, waiting, wish, by)
    if wish.act not in PUTS_FORWARD:
        return None
    if waiting is not None and waiting.fresh:
        return (
            f"A proposal by {waiting.by} waits for a second person. Until it is answered or withdrawn, nobody can"
            " dismiss or accept this finding in another way."
        )
    unknown = limit_reached(connection, fingerprint) is not None and not is_known(connection, by)
    return NEEDS_ACCOUNTS if unknown else None


def put_forward(connection: Connection, batch_id: int) -> None:
    """Updates the table of proposals after an act of a person (a batch), which may cover many findings.

    Proposals about these findings are deleted, because the act answers or replaces them. If the act makes new
    proposals, they are inserted.
    """
    for statement in _PUT_FORWARD:
        connection.execute(text(statement), {"batch": batch_id})


def _refusal_of_answer(connection: Connection, waiting: ProposalRow, wish: Wish, by: str) -> str | None:
    if wish.act is Act.WITHDRAW:
        return f"{waiting.by} made this proposal, and only {waiting.by} can withdraw it. You can disagree."
    if waiting.by == by:
        return "You made this proposal yourself. Another reviewer must agree or disagree. You can withdraw it."
    if not waiting.fresh:
        over = ", or the last day of the acceptance is over" if waiting.accepts else ""
        return (
            f"The evidence of this finding changed after {waiting.by} made the proposal{over}, so nobody can agree to"
            " it any more. Look at the finding as it is now, and decide again."
        )
    if wish.of != waiting.number:
        return _NO_NUMBER if wish.of is None else _ANOTHER_WAITS
    return NEEDS_ACCOUNTS if wish.act is Act.AGREE and not is_known(connection, by) else None


# The constants below are parts of the SQL statement that inserts acts. In this statement `f` are the findings with one
# fingerprint, and `p` is the proposal about this fingerprint, if any.

# The SQL condition that the person who answers has seen the proposal `p`. Either the answer names its number, or the
# proposal was already waiting when the selection of findings was made.
_MEANT: Final = """(p.put_forward_id = :of OR p.put_forward_id IN
                (SELECT put_forward_id FROM selection_finding WHERE selection_id = :selection))"""

# SQL columns about the proposal:
#
# - `proposed`: its row.
# - `first`: the person who made it.
# - `first_until` and `first_until_house`: the end of a proposed acceptance.
# - `fresh`: whether another person can still agree.
# - `meant`: whether the person who answers has seen it.
# - `needs_second`: whether the new act needs a second person.
WAITS: Final = f"""(array_agg(to_jsonb(p)))[1] AS proposed, p.by AS first, p.until AS first_until,
             p.until_house AS first_until_house, {FRESH} AS fresh, {_MEANT} AS meant,
             :act IN ('dismiss', 'accept') AND coalesce(bool_or({REACHES}), false) AS needs_second"""

# SQL joins for the columns above: `p` is the proposal, and `s` the amount from which the venue requires a second
# person.
WAITING: Final = f"""LEFT JOIN proposal AS p USING (fingerprint)
      LEFT JOIN {IN_FORCE} AS s ON s.venue_id = f.venue_id AND s.currency = f.currency"""
# The columns of the proposal for GROUP BY.
WAITING_COLUMNS: Final = "p.fingerprint, p.put_forward_id, p.by, p.until, p.until_house"

# The SQL condition that the rules of second reviews allow the act. For example, only a person who did not make the
# proposal may agree. The same rules are in `auditor.triage.acts.offered`.
GOES: Final = f"""CASE :act WHEN 'agree' THEN fresh AND meant AND first <> :by AND {KNOWN}
                    WHEN 'disagree' THEN fresh AND meant AND first <> :by
                    WHEN 'withdraw' THEN first = :by OR first <> :by AND NOT fresh
                    WHEN 'dismiss' THEN NOT fresh AND (NOT needs_second OR {KNOWN})
                    WHEN 'accept' THEN NOT fresh AND (NOT needs_second OR {KNOWN})
                    ELSE true END"""

# Deletes the proposals about all findings of the batch, because every decision ends the wait. Then inserts the
# proposals of the batch.
_PUT_FORWARD: Final = (
    """DELETE FROM proposal USING triage_act AS a
       WHERE a.batch_id = :batch AND a.fingerprint = proposal.fingerprint""",
    """INSERT INTO proposal (fingerprint, put_forward_id, reason, comment, by, seen, until, until_house)
       SELECT a.fingerprint, a.id, a.reason, a.comment, a.by,
              coalesce(array_agg(DISTINCT f.evidence) FILTER (WHERE f.detection <> 'gone'), '{}'),
              a.until, a.until_house
       FROM triage_act AS a JOIN finding AS f USING (fingerprint)
       WHERE a.batch_id = :batch AND a.act IN ('put forward', 'put acceptance forward')
       GROUP BY a.id, a.fingerprint, a.reason, a.comment, a.by, a.until, a.until_house""",
)
