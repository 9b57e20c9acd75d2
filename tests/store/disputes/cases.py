"""Cases for tests: people, a case in any state, and the acts that lead there."""

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import text

from auditor.disputes.acts import Act, Role
from auditor.disputes.claims import Claim, Subject
from auditor.disputes.decisions import Decision, decision_of
from auditor.disputes.ledger import Movement
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import Fact, Line, RuleBasis, Ruling
from auditor.disputes.states import State
from auditor.store.disputes import acts, cases, decisions, evidence, remedies
from auditor.store.disputes.acts import CaseAct, Seen
from auditor.store.disputes.cases import NewCase, NewParty
from auditor.store.disputes.people import Actor, account_actor, party_actor
from auditor.store.people import accounts
from auditor.store.postgres.database import Connection

PEOPLE = {
    "rita": Role.REVIEWER, "remo": Role.REVIEWER, "anna": Role.ADJUDICATOR, "ben": Role.ADJUDICATOR,
    "cora": Role.ADJUDICATOR, "dina": Role.ADJUDICATOR, "adam": Role.ADMIN, "vera": Role.VIEWER,
}  # fmt: skip
CLAIM = Claim("88214", Subject.SUM, "The odd chip went to low.", "It goes to high.", 7, None, 5)
PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR of the table"
COMMENT = "because of the picture of the table"
BASIS = RuleBasis("The odd chip goes to high.", "odd.halves", "roberts", "ab" * 32, "stated")


def ruling(amount: int = 5, outcome: Outcome = Outcome.UPHELD) -> Ruling:
    lines = (Line("seat 3", amount, amount), Line("house", -amount, -amount)) if amount else ()
    return Ruling(outcome, (Fact("The log shows it.", 41),), BASIS, lines, "USD", 2)


NOTHING = ruling(0, Outcome.NOT_UPHELD)


@dataclass
class Desk:
    """People at a desk, and one case. `do` does an act as a person who has just read the case."""

    connection: Connection
    people: dict[str, Actor] = field(default_factory=dict)
    case_id: int = 0
    claimant: Actor = field(default_factory=lambda: party_actor(0))
    respondent: Actor = field(default_factory=lambda: party_actor(0))
    ruling_id: int = 0

    def wish(self, name: str, act: Act, reason: str = "", comment: str = COMMENT) -> CaseAct:
        return CaseAct(self.case_id, act, self.actor(name), self.seen(), reason, comment)

    def actor(self, name: str) -> Actor:
        return {"claimant": self.claimant, "respondent": self.respondent}.get(name) or self.people[name]

    def seen(self) -> Seen:
        return acts.seen_now(self.connection, self.case_id)

    def do(self, name: str, act: Act, reason: str = "", comment: str = COMMENT) -> Seen:
        return acts.act(self.connection, self.wish(name, act, reason, comment))

    def propose(self, name: str, own: Ruling) -> Seen:
        return decisions.propose(self.connection, self.wish(name, Act.PROPOSE), own)

    def second(self, name: str, own: Decision) -> decisions.Decided:
        made = decisions.decide_second(self.connection, self.case_id, self.actor(name), self.seen(), own, "as I see it")
        self.ruling_id = made.ruling_id or self.ruling_id
        return made

    def third(self, name: str, own: Ruling) -> decisions.Decided:
        made = decisions.decide_third(self.connection, self.wish(name, Act.MAJORITY), own)
        self.ruling_id = made.ruling_id or self.ruling_id
        return made

    def picture(self, name: str, content: bytes = PICTURE) -> Seen:
        wish = self.wish(name, Act.ADD_EVIDENCE)
        return evidence.add_evidence(self.connection, wish, content, "table.png", "photo by the dealer")


def desk(connection: Connection) -> Desk:
    """A desk without a case."""
    made = Desk(connection)
    for name, role in PEOPLE.items():
        made.people[name] = account_actor(accounts.add(connection, name, role.value), role.value)
    return made


def opened(
    made: Desk, through: cases.Through = "desk", opener: str | None = "rita", hand_id: int | None = None
) -> Desk:
    """The same desk with a new case, which is a draft."""
    opener_id = made.people[opener].account_id if opener else None
    parties = (NewParty("claimant", "seat 3", "Zara Canary", 3), NewParty("respondent", "seat 5", "Otto Canary", 5))
    new = NewCase(1, opener_id, through, CLAIM, parties, "USD", 2, hand_id, "P606")
    case = cases.open_case(made.connection, new)
    made.case_id = case.case_id
    made.claimant, made.respondent = [party_actor(number) for number in case.party_ids]
    return made


def bring_to(made: Desk, state: State, amount: int = 5, hand_id: int | None = None) -> Desk:
    """The same desk with a new case in that state: rita opens, anna proposes, ben is the second, cora the third."""
    opened(made, hand_id=hand_id)
    amount = 0 if state is State.NO_REMEDY else amount
    for at, step in _way(made, state, amount):
        if made.seen().state is state:
            break
        assert made.seen().state is at, f"{made.seen().state} on the way to {state}"
        step()
    assert made.seen().state is state
    return made


def _way(made: Desk, state: State, amount: int) -> list[tuple[State, Callable[[], object]]]:
    s, a = State, Act
    own = ruling(amount) if amount else NOTHING
    differs = state is s.THIRD_REVIEW
    second = decision_of(NOTHING if differs else own)
    steps: list[tuple[State, Callable[[], object]]] = [(s.DRAFT, lambda: made.do("rita", a.SUBMIT))]
    if state is s.WITHDRAWN:
        return [*steps, (s.RECEIVED, lambda: made.do("rita", a.WITHDRAW))]
    if state is s.DECLINED:
        return [*steps, (s.RECEIVED, lambda: made.do("anna", a.DECLINE, "duplicate"))]
    steps += [(s.RECEIVED, lambda: made.do("remo", a.ADMIT)), (s.ADMISSIBLE, lambda: made.do("anna", a.TAKE))]
    if state is s.AWAITING_EVIDENCE:
        return [*steps, (s.UNDER_REVIEW, lambda: made.do("anna", a.WAIT_FOR_EVIDENCE))]
    steps += [
        (s.UNDER_REVIEW, lambda: made.propose("anna", own)),
        (s.PROPOSED, lambda: made.do("ben", a.BEGIN_SECOND)),
        (s.SECOND_REVIEW, lambda: made.second("ben", second)),
        (s.RULED, lambda: made.do("claimant", a.APPEAL, "missed evidence"))
        if state is s.APPEALED
        else (s.RULED, lambda: remedies.settle(made.connection, made.wish("anna", a.ORDER_REMEDY))),
    ]
    if amount == 0:
        return [*steps, (s.NO_REMEDY, lambda: made.do("remo", a.CLOSE))]
    movement = Movement("house", "seat 3", amount)
    return [
        *steps,
        (s.REMEDY_PENDING, lambda: remedies.pay(made.connection, made.wish("remo", a.PAY), movement, "receipt 12")),
        (s.REMEDY_PENDING, lambda: made.do("remo", a.FINISH_REMEDY)),
        (s.REMEDIED, lambda: made.do("remo", a.CLOSE)),
        (s.CLOSED, lambda: made.picture("remo")),
        (s.CLOSED, lambda: made.do("cora", a.REOPEN)),
    ]


def triaged(connection: Connection, case_id: int, name: str) -> None:
    """Somebody has decided about a finding that is pinned to the case."""
    decided = """INSERT INTO triage_act (fingerprint, act, from_state, to_state, by)
                 VALUES ('v1:x', 'confirm', 'open', 'confirmed', :by)"""
    connection.execute(text(decided), {"by": name})
    pinned = "INSERT INTO dispute_finding (dispute_id, fingerprint, code) VALUES (:case, 'v1:x', 'P606')"
    connection.execute(text(pinned), {"case": case_id})
