"""Stores the decisions of adjudicators, and the ruling on which two of them agree.

The second adjudicator records a decision before the proposal can be read. The ruling is made in the same transaction as
the agreement.
"""

import datetime as dt
import json
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import insert, select, text

from auditor.disputes import rulings
from auditor.disputes.acts import Act
from auditor.disputes.decisions import PROPOSAL, SECOND, THIRD, Decision, decision_of, second_act, third_act
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import Ruling, ruling_from
from auditor.store.disputes.acts import CaseAct, Seen, act, possible, refusals
from auditor.store.disputes.people import Actor
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.tables import dispute, dispute_decision, ruling


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A stored decision. `rank` is 1 for the proposal, 2 for the second review and 3 for the third. `ruling` is `None`
    if the decision has only an outcome and amounts.
    """

    round: int
    rank: int
    account_id: int
    by: str
    decision: Decision
    ruling: Ruling | None
    comment: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A final ruling. `digest` is the SHA-256 of its canonical text in hex. `replaces_id` is the ruling that it
    corrects; `replaced_by` is the ruling that corrects this one. Both are `None` if there is none.
    """

    id: int
    case_id: int
    round: int
    ruling: Ruling
    digest: str
    replaces_id: int | None
    replaced_by: int | None
    made_at: dt.datetime


@dataclass(frozen=True, slots=True)
class Decided:
    """The case after a decision, the act that followed from the decision, and the ruling, if there is one now."""

    seen: Seen
    act: Act
    ruling_id: int | None = None


def propose(connection: Connection, wish: CaseAct, proposed: Ruling) -> Seen:
    """Stores a proposed ruling, and returns the case afterwards. `wish.act` is `Act.PROPOSE`. Raises `BadRuling` if the
    ruling is not complete, and the errors of `acts.act`.
    """
    assert wish.act is Act.PROPOSE
    plain = rulings.checked(proposed)
    possible(connection, wish)
    _store(connection, wish, PROPOSAL, decision_of(plain), plain)
    return act(connection, wish)


def decide_second(
    connection: Connection, case_id: int, actor: Actor, seen: Seen, own: Decision, comment: str
) -> Decided:
    """Stores the decision of the second adjudicator. If it agrees with the proposal, the ruling is final. Otherwise the
    case waits for a third adjudicator. Raises the errors of `acts.act`.
    """
    possible(connection, CaseAct(case_id, Act.AGREE, actor, seen))
    first = _of_rank(connection, case_id, PROPOSAL)
    wish = CaseAct(case_id, second_act(first.decision, own), actor, seen, comment=comment)
    _store(connection, wish, SECOND, own, None)
    after = act(connection, wish)
    if wish.act is Act.DIFFER:
        return Decided(after, wish.act)
    assert first.ruling is not None
    return Decided(after, wish.act, _rule(connection, case_id, PROPOSAL, first.ruling))


def decide_third(connection: Connection, wish: CaseAct, own: Ruling) -> Decided:
    """Stores the decision of the third adjudicator, with a complete ruling. If it agrees with one of the two others,
    the ruling is final, and the comment of the adjudicator who differs is its dissent. Otherwise the case goes back
    under review. `wish.act` may be `Act.MAJORITY` or `Act.NO_MAJORITY`: this function chooses the right one.

    Raises `BadRuling` if the ruling is not complete, and the errors of `acts.act`.
    """
    plain = rulings.checked(own)
    possible(connection, replace(wish, act=Act.MAJORITY))
    first = _of_rank(connection, wish.case_id, PROPOSAL)
    second = _of_rank(connection, wish.case_id, SECOND)
    third = decision_of(plain)
    chosen = replace(wish, act=third_act(first.decision, second.decision, third))
    _store(connection, chosen, THIRD, third, plain)
    after = act(connection, chosen)
    if chosen.act is Act.NO_MAJORITY:
        return Decided(after, chosen.act)
    with_first = third.agrees_with(first.decision)
    text_of = first.ruling if with_first else plain
    assert text_of is not None
    final = replace(text_of, dissent=second.comment if with_first else first.comment)
    return Decided(after, chosen.act, _rule(connection, wish.case_id, PROPOSAL if with_first else THIRD, final))


def decisions_of(connection: Connection, case_id: int) -> tuple[DecisionRow, ...]:
    """Returns all decisions of a case, also those that nobody but their authors may read yet. The caller must hide the
    decisions of the present round while the case is in a state of `states.BLIND`.
    """
    return tuple([_row(row) for row in connection.execute(text(_DECISIONS), {"case": case_id})])


def rulings_of(connection: Connection, case_id: int) -> tuple[RulingRow, ...]:
    """Returns the rulings of a case, the first one first. The last one is in force."""
    rows = connection.execute(text(_RULINGS), {"case": case_id}).mappings()
    return tuple([RulingRow(**{**row, "ruling": ruling_from(json.loads(row["ruling"]))}) for row in rows])


def _of_rank(connection: Connection, case_id: int, rank: int) -> DecisionRow:
    return _row(connection.execute(text(_OF_RANK), {"case": case_id, "rank": rank}).one())


def _row(row: Any) -> DecisionRow:
    own = None if row.document is None else ruling_from(json.loads(row.document))
    made = Decision(Outcome(row.outcome), row.amounts)
    return DecisionRow(row.round, row.rank, row.account_id, row.by, made, own, row.comment, row.at)


def _store(connection: Connection, wish: CaseAct, rank: int, made: Decision, own: Ruling | None) -> None:
    with refusals(connection):
        connection.execute(
            insert(dispute_decision).values(
                dispute_id=wish.case_id,
                round=_round(wish.case_id),
                rank=rank,
                account_id=wish.actor.account_id,
                opener=0,  # the trigger sets the opener of the case
                outcome=made.outcome.value,
                amounts=dict(made.amounts),
                document=None if own is None else pg_values.text(own.canonical()),
                comment=pg_values.text(wish.comment),
            )
        )


def _rule(connection: Connection, case_id: int, rank: int, final: Ruling) -> int:
    with refusals(connection):
        made: int = connection.execute(
            insert(ruling)
            .values(
                dispute_id=case_id,
                round=_round(case_id),
                rank=rank,
                outcome=final.outcome.value,
                amounts=final.amounts(),
                document=final.canonical(),
                digest=final.digest(),
                currency=final.currency,
                minor=final.minor,
                replaces_id=text("(SELECT max(id) FROM ruling WHERE dispute_id = :replaces)").bindparams(
                    replaces=case_id
                ),
            )
            .returning(ruling.c.id)
        ).scalar_one()
    return made


def _round(case_id: int) -> Any:
    return select(dispute.c.round).where(dispute.c.id == case_id).scalar_subquery()


_COLUMNS: Final = "e.round, e.rank, e.account_id, account.name AS by, e.outcome, e.amounts, e.document, e.comment, e.at"
_DECISIONS: Final = f"""
SELECT {_COLUMNS} FROM dispute_decision AS e JOIN account ON account.id = e.account_id
WHERE e.dispute_id = :case ORDER BY e.round, e.rank
"""
_OF_RANK: Final = f"""
SELECT {_COLUMNS} FROM dispute_decision AS e JOIN account ON account.id = e.account_id
JOIN dispute AS d ON (d.id, d.round) = (e.dispute_id, e.round)
WHERE d.id = :case AND e.rank = :rank
"""
_RULINGS: Final = """
SELECT r.id, r.dispute_id AS case_id, r.round, r.document AS ruling, encode(r.digest, 'hex') AS digest, r.replaces_id,
       later.id AS replaced_by, r.made_at
FROM ruling AS r LEFT JOIN ruling AS later ON later.replaces_id = r.id
WHERE r.dispute_id = :case ORDER BY r.id
"""
