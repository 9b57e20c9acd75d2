"""Stores the acts of people on cases. Each act names the state on which the person decided."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError

from auditor.disputes.act_texts import checked_texts
from auditor.disputes.acts import Act
from auditor.disputes.states import State
from auditor.disputes.transitions import ADDING, ActRefused, after
from auditor.store.disputes.people import Actor, relations_of
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.tables import account, dispute, dispute_act, venue


class NoSuchCase(Exception):
    """Raised if there is no case with this number."""


class Stale(ActRefused):
    """Raised if somebody else acted on the case after the person had read it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The case as the person saw it: its state, and the number of its last act."""

    state: State
    last_act: int


@dataclass(frozen=True, slots=True)
class CaseAct:
    """An act that a person wants to do on a case.

    `seen` is the case as the person saw it. The act is refused if there was another act since then, unless the act is
    one of `transitions.ADDING`. `reason` is a value of `act_texts.REASONS`. `assignee_id` is the new owner of the case
    for `Act.ASSIGN`; with `None`, nobody owns the case.
    """

    case_id: int
    act: Act
    actor: Actor
    seen: Seen
    reason: str = ""
    comment: str = ""
    assignee_id: int | None = None


# The codes of the triggers in the database.
_STALE: Final = "DS001"
_IN_BETWEEN: Final = "Somebody else acted on this case in between. Read it again."
_REFUSED: Final = {
    "DS002": "This act is not possible in this case now.",
    "DS003": "You may not do this act in this case. Another person must do it.",
}


def act(connection: Connection, wish: CaseAct) -> Seen:
    """Stores an act, and returns the case after the act.

    Raises:
        NoSuchCase: there is no such case.
        Stale: somebody else acted in between. Nothing is stored.
        ActRefused: the act is not possible in this state, this person may not do it, a text is missing, or the new
            owner does not see the venue of the case.
    """
    following = possible(connection, wish)
    if wish.assignee_id is not None:
        _refuse_blind_owner(connection, wish.case_id, wish.assignee_id)
    reason, comment = checked_texts(wish.act, wish.reason, wish.comment)
    with refusals(connection):
        seq: int = connection.execute(
            insert(dispute_act)
            .values(
                dispute_id=wish.case_id,
                seq=0,  # the trigger sets the number
                act=wish.act.value,
                from_state=wish.seen.state.value,
                to_state=following.value,
                account_id=wish.actor.account_id,
                party_id=wish.actor.party_id,
                role=wish.actor.role.value,
                seen=wish.seen.last_act,
                reason=reason,
                comment=pg_values.text(comment),
                assignee_id=wish.assignee_id,
            )
            .returning(dispute_act.c.seq)
        ).scalar_one()
        # The row locks the case. So this check also finds an act that was stored after the check in `possible`.
        if wish.act not in ADDING and seq != wish.seen.last_act + 1:
            raise Stale(_IN_BETWEEN)
    return Seen(following, seq)


def _refuse_blind_owner(connection: Connection, case_id: int, assignee_id: int) -> None:
    """Raises `ActRefused` if the account belongs to another venue than the case."""
    query = (
        select(account.c.name, venue.c.name.label("venue"))
        .join(venue, venue.c.id == account.c.venue_id)
        .where(account.c.id == assignee_id)
        .where(venue.c.id != select(dispute.c.venue_id).where(dispute.c.id == case_id).scalar_subquery())
    )
    blind = connection.execute(query).first()
    if blind is not None:
        raise ActRefused(f"{blind.name} sees only the venue {blind.venue}, so {blind.name} cannot own this case.")


def possible(connection: Connection, wish: CaseAct) -> State:
    """Returns the state that would follow the act. Raises the errors of `act`, but does not check the texts."""
    refuse_stale(connection, wish)
    relations = relations_of(connection, wish.case_id, wish.actor)
    return after(wish.seen.state, wish.act, wish.actor.role, relations)


def seen_now(connection: Connection, case_id: int) -> Seen:
    """Returns the present state of a case and the number of its last act. Raises `NoSuchCase`."""
    row = connection.execute(select(dispute.c.state, dispute.c.last_act).where(dispute.c.id == case_id)).first()
    if row is None:
        raise NoSuchCase(f"There is no case {case_id}.")
    return Seen(State(row.state), row.last_act)


def refuse_stale(connection: Connection, wish: CaseAct) -> None:
    """Raises `Stale` if somebody acted after the person had read the case. An act of `transitions.ADDING` is refused
    only if the state is another one now. Raises `NoSuchCase` if there is no such case.
    """
    now = seen_now(connection, wish.case_id)
    if wish.seen.state is not now.state or (wish.act not in ADDING and wish.seen.last_act != now.last_act):
        raise Stale(f'Somebody else acted on this case in between. The case is now "{now.state}". Read it again.')


@contextmanager
def refusals(connection: Connection) -> Iterator[None]:
    """A context for a statement that a trigger may refuse. Raises `Stale` or `ActRefused`, and undoes only this
    statement.
    """
    try:
        with connection.begin_nested():
            yield
    except DBAPIError as error:
        code = str(getattr(error.orig, "sqlstate", ""))
        if code == _STALE:
            raise Stale(_IN_BETWEEN) from error
        if code in _REFUSED:
            raise ActRefused(_REFUSED[code]) from error
        raise
