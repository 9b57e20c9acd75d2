"""Selections of findings, and filters that people save.

A selection is a fixed list of findings, so that an act changes exactly the findings that were counted.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sqlalchemy import BigInteger, case, func, insert, literal, select, text

from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.queries.filter_values import has_one, values_of
from auditor.store.queries.findings import matching
from auditor.store.tables import finding, proposal, selection_finding, triage_act
from auditor.triage.acts import BadWish

MOST_AT_ONCE: Final = 20_000
MOST_KEPT: Final = 100
LONGEST_NAME: Final = 80
LONGEST_QUERY: Final = 2_000
NOTHING_SEEN: Final[Mapping[int, int]] = MappingProxyType({})


def freeze(
    connection: Connection, filters: Mapping[str, str], words: str, by: str, seen: Mapping[int, int] = NOTHING_SEEN
) -> int:
    """Stores the findings that match the filters now as a selection, and returns the number of the selection.

    `words` describes the filters. `seen` has, by the id of a finding, the last act that the person has seen in a list.
    If there is a later act, the person must read it before acting on the selection. Raises `BadFilter` if a filter does
    not exist, and `BadWish` if no finding matches or too many match.
    """
    row = connection.execute(
        text("""INSERT INTO selection (made_by, words, filters) VALUES (:by, :words, CAST(:filters AS jsonb))
                RETURNING id"""),
        {
            "by": by,
            "words": pg_values.text(words),
            "filters": json.dumps(_stored(filters)),
        },
    ).one()
    last = func.least(_LAST_ACT, case(dict(seen), value=finding.c.id, else_=_LAST_ACT)) if seen else _LAST_ACT
    chosen = matching(filters).add_columns(_WAITS, last, literal(row.id, BigInteger)).limit(MOST_AT_ONCE + 1)
    frozen = insert(selection_finding).from_select(
        ["finding_id", "put_forward_id", "last_act_id", "selection_id"], chosen
    )
    found = connection.execute(frozen, execution_options={"preserve_rowcount": True}).rowcount
    if not found:
        raise BadWish("No finding matches these filters, so nothing was selected. Change the filters.")
    if found > MOST_AT_ONCE:
        raise BadWish(f"More than {MOST_AT_ONCE:,} findings match, which is the limit for one act. Add another filter.")
    return int(row.id)


def _stored(filters: Mapping[str, str]) -> dict[str, str | list[str]]:
    return {
        name: pg_values.text(text) if has_one(text) else [pg_values.text(each) for each in values_of(text)]
        for name, text in filters.items()
    }


def freeze_again(connection: Connection, selection_id: int, by: str) -> int:
    """Makes a new selection with the same findings as they are now, and returns the number of the new selection.

    A person uses the new selection to act on the findings after reading what changed. Proposals that were made after
    the first selection are not in the new selection, so nobody agrees to a proposal without having read it.
    """
    new = connection.execute(text(_SELECT_AGAIN), {"selection": selection_id, "by": by}).scalar_one()
    connection.execute(text(_FREEZE_AGAIN), {"selection": selection_id, "new": new})
    return int(new)


def save_filter(connection: Connection, owner: str, name: str, query: str) -> int:
    """Saves a filter under a name. Replaces an earlier filter of the same owner and name. Raises `BadWish` if the name
    is empty, if name or filter is too long, or if the owner has too many saved filters.
    """
    name = name.strip()
    if not name:
        raise BadWish("Give the filter a name.")
    if len(name) > LONGEST_NAME or len(query) > LONGEST_QUERY:
        raise BadWish(
            f"The filter is too long. Its name may have {LONGEST_NAME} characters, its text {LONGEST_QUERY:,}."
        )
    values = {"owner": owner, "name": pg_values.text(name), "query": pg_values.text(query)}
    kept = connection.execute(text("SELECT name FROM saved_filter WHERE owner = :owner"), values).scalars().all()
    if len(kept) >= MOST_KEPT and values["name"] not in kept:
        raise BadWish(f"You already have {MOST_KEPT} saved filters. Delete one first.")
    return int(connection.execute(text(_SAVE), values).scalar_one())


def drop_filter(connection: Connection, owner: str, filter_id: int) -> bool:
    """Deletes a saved filter of this owner. Returns false if the owner has no such filter."""
    statement = "DELETE FROM saved_filter WHERE id = :filter AND owner = :owner"
    return bool(connection.execute(text(statement), {"filter": filter_id, "owner": owner}).rowcount)


# Selects the number of the proposal about a finding that waits for a second person; null if there is none. It is
# stored with the selection, so that an agreement applies only to this proposal.
_WAITS: Final = (
    select(proposal.c.put_forward_id)
    .where(proposal.c.fingerprint == finding.c.fingerprint)
    .correlate(finding)
    .scalar_subquery()
)

# Selects the number of the last act in the history of a finding, 0 if there is none. It is stored with the selection,
# so that nobody overwrites a later act unseen.
_LAST_ACT: Final = func.coalesce(
    select(func.max(triage_act.c.id))
    .where(triage_act.c.fingerprint == finding.c.fingerprint)
    .correlate(finding)
    .scalar_subquery(),
    0,
)

_SELECT_AGAIN: Final = """
INSERT INTO selection (made_by, words, filters) SELECT :by, words, filters FROM selection WHERE id = :selection
RETURNING id
"""
_FREEZE_AGAIN: Final = """
INSERT INTO selection_finding (selection_id, finding_id, put_forward_id, last_act_id)
SELECT :new, finding_id, put_forward_id,
       (SELECT coalesce(max(id), 0) FROM triage_act WHERE triage_act.fingerprint = finding.fingerprint)
FROM selection_finding JOIN finding ON finding.id = finding_id WHERE selection_id = :selection
"""

_SAVE: Final = """
INSERT INTO saved_filter (owner, name, query) VALUES (:owner, :name, :query)
ON CONFLICT (owner, name) DO UPDATE SET query = excluded.query, saved_at = now()
RETURNING id
"""
