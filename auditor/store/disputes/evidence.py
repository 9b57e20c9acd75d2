"""Stores the files that people add as evidence."""

import datetime as dt
import hashlib
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import insert, select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from auditor.disputes.acts import Act
from auditor.disputes.exhibits import MOST_OF_A_CASE, BadExhibit, label, media_type
from auditor.store.disputes.acts import CaseAct, Seen, act, seen_now
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.tables import dispute_evidence, exhibit

LONGEST_ORIGIN: Final = 400


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """A file of a case. `sha256` is the digest of its bytes in hex. `by` is the name of the account or the label of the
    party that added the file at `at`.
    """

    id: int
    case_id: int
    seq: int
    sha256: str
    media_type: str
    size: int
    label: str
    origin: str
    by: str
    at: dt.datetime


def add_evidence(connection: Connection, wish: CaseAct, content: bytes, name: str, origin: str) -> Seen:
    """Adds a file to a case, and returns the case afterwards. `wish.act` is `Act.ADD_EVIDENCE`. `name` is the file name
    of the sender; `origin` says where the file comes from. A file that the case has already is not added again.

    Raises `BadExhibit` if the file, its origin or the number of files is not allowed, and the errors of `acts.act`.
    """
    assert wish.act is Act.ADD_EVIDENCE
    kind = media_type(content)
    plain = pg_values.text(origin.strip())
    if not 1 <= len(plain) <= LONGEST_ORIGIN:
        raise BadExhibit(f"Write where the file comes from, in 1 to {LONGEST_ORIGIN} characters.")
    sha256 = hashlib.sha256(content).digest()
    of_case = select(dispute_evidence.c.sha256).where(dispute_evidence.c.dispute_id == wish.case_id)
    there = connection.execute(of_case).scalars().all()
    if sha256 in [bytes(each) for each in there]:
        return seen_now(connection, wish.case_id)
    if len(there) >= MOST_OF_A_CASE:
        raise BadExhibit(f"A case has at most {MOST_OF_A_CASE} files.")
    after = act(connection, replace(wish, comment=wish.comment or plain))
    stored = upsert(exhibit).values(sha256=sha256, media_type=kind.name, content=content)
    connection.execute(stored.on_conflict_do_nothing())
    connection.execute(
        insert(dispute_evidence).values(
            dispute_id=wish.case_id,
            seq=after.last_act,
            sha256=sha256,
            label=pg_values.text(label(name)),
            origin=plain,
        )
    )
    return after


def evidence_of(connection: Connection, case_id: int) -> tuple[EvidenceRow, ...]:
    """Returns the files of a case in the order in which they were added, without their bytes."""
    rows = connection.execute(text(_OF_CASE), {"case": case_id}).mappings()
    return tuple([EvidenceRow(**row) for row in rows])


def content_of(connection: Connection, case_id: int, evidence_id: int) -> bytes | None:
    """Returns the bytes of a file of this case. Returns `None` if the case has no such file."""
    query = select(exhibit.c.content).join(dispute_evidence, dispute_evidence.c.sha256 == exhibit.c.sha256)
    mine = (dispute_evidence.c.dispute_id == case_id, dispute_evidence.c.id == evidence_id)
    found = connection.execute(query.where(*mine)).scalar()
    return None if found is None else bytes(found)


_OF_CASE: Final = """
SELECT e.id, e.dispute_id AS case_id, e.seq, encode(e.sha256, 'hex') AS sha256, x.media_type,
       octet_length(x.content) AS size, e.label, e.origin, coalesce(account.name, p.label) AS by, a.at
FROM dispute_evidence AS e JOIN exhibit AS x USING (sha256) JOIN dispute_act AS a USING (dispute_id, seq)
LEFT JOIN account ON account.id = a.account_id LEFT JOIN dispute_party AS p ON p.id = a.party_id
WHERE e.dispute_id = :case ORDER BY e.id
"""
