"""Stops an act if its findings changed after the person had seen them, so that nobody overwrites a change without
having seen it.
"""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.queries.changes_since_seen import SEEN, Seen, changed, last_act, seen_in_sql, values_of
from auditor.triage.acts import Act, BadWish, Wish


class Changed(BadWish):
    """Raised if findings changed after the person had seen them. Nothing was done. `seen` says what the person saw."""

    def __init__(self, seen: Seen, message: str) -> None:
        super().__init__(message)
        self.seen: Final = seen


def insist_on_seen(connection: Connection, seen: Seen, wish: Wish, by: str) -> int | None:
    """Checks that the person `by` has seen the last act on each finding. The findings must be locked already.

    Returns `None` if the act may be done. If the same act was already done, because its form was sent twice, returns
    the number of that act; the caller then does nothing. Raises `Changed` if there is a different later act. Raises
    `BadWish` if the person names a last act that does not exist yet.
    """
    if seen.selection is None and seen.last_act > last_act(connection, seen.fingerprint):
        raise BadWish(
            f"The history of this finding has no act with the number {seen.last_act}. Read the finding again."
        )
    many = changed(connection, seen)
    if not many:
        return None
    batch: int | None = connection.execute(text(_SENT_TWICE[seen_in_sql(seen)]), _values(seen, wish, by)).scalar()
    if batch is not None:
        return batch
    those = "The finding was" if seen.selection is None else f"{many:,} of these findings were"
    raise Changed(seen, f"{those} changed after you opened the page. Nothing was done.")


def _values(seen: Seen, wish: Wish, by: str) -> dict[str, object]:
    return {
        **values_of(seen),
        "act": wish.act,
        "by": by,
        "reason": wish.reason,
        "comment": pg_values.text(wish.comment.strip()),
        "until": wish.until,
        "this_house": wish.this_house,
        "assignee": pg_values.text(wish.assignee),
        "answers": wish.act is Act.AGREE,
    }


# Selects the number of the later act if there is only one, and if it has the same person and the same details as the
# new act. A person who agrees gives no reason and no end date: the history repeats the reason and the end date of the
# proposal. So for an agreement, reason and end date are not compared.
_SENT_TWICE: Final = {
    seen: f"""
SELECT min(a.batch_id)
FROM ({seen}) AS seen JOIN triage_act AS a ON a.fingerprint = seen.fingerprint AND a.id > seen.last_act_id
LEFT JOIN triage_batch AS batch ON batch.id = a.batch_id
HAVING count(DISTINCT a.batch_id) = 1 AND count(DISTINCT a.fingerprint) = count(*) AND bool_and(coalesce(
    batch.by = :by AND batch.act = :act AND batch.undoes_id IS NULL
    AND batch.selection_id IS NOT DISTINCT FROM CAST(:seen_selection AS bigint)
    AND a.comment = :comment AND a.assignee = :assignee
    AND (:answers OR a.reason = :reason AND a.until IS NOT DISTINCT FROM CAST(:until AS date)
                     AND (a.until_house IS NOT NULL) = :this_house), false))
"""
    for seen in SEEN.values()
}
