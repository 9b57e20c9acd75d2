"""Random lives of a finding on three records of a deal, through a real PostgreSQL and the functions that jobs and pages
call, against the model that the pure table is held to. In every other life a dismissal and an acceptance take two.
"""

import datetime as dt
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from auditor.store.findings.reports import mark_unassessed
from auditor.store.postgres.database import Connection, Database
from auditor.store.triage import decisions
from auditor.triage.acts import Act, BadWish, Wish
from tests.store.nights import HOUSE, Archive, Law, filed, finding, night, note, read, run_of_upload, two_reviewers
from tests.triage.model import Decision, Model

pytestmark = pytest.mark.database

STEPS = 16
NAMES = ("first", "second", "third")
PEOPLE = ("alice", "bob")


# The application may replace decisions and not change them.
EARLIER = """WITH taken AS (DELETE FROM decision RETURNING *)
             INSERT INTO decision (fingerprint, state, reason, comment, until, until_house, by, second_by, at)
             SELECT fingerprint, state, reason, comment, until - :days, until_house, by, second_by, at FROM taken"""
PROPOSED_EARLIER = """WITH taken AS (DELETE FROM proposal RETURNING *)
             INSERT INTO proposal (fingerprint, put_forward_id, reason, comment, by, at, seen, until, until_house)
             SELECT fingerprint, put_forward_id, reason, comment, by, at, seen, until - :days, until_house FROM taken"""


class Life:
    """One deal, as it happens to the database and to the model."""

    def __init__(self, seed: int, connection: Connection) -> None:
        self.chance = Random(seed)
        self.connection = connection
        self.archive = Archive(seed)
        self.model = Model()
        self.law = Law()
        self.truth: dict[tuple[str, Law], str] = {}
        self.live: set[str] = set()
        self.last: dict[str, Law] = {}
        self.batch: int | None = None
        self.by = ""
        self.takes_two = bool(seed % 2)
        self.often = 8 if self.takes_two else 1
        if self.takes_two:
            two_reviewers(connection)
        self.started: dt.date = connection.execute(text("SELECT current_date")).scalar_one()

    def step(self) -> str:
        """Something happens; the name of it."""
        acts: list[Callable[[], None]] = [self.send, self.nightly, self.nightly, self.replace, self.days, self.undo]
        second = 12 if self.model.proposal else int(self.takes_two)
        act = self.chance.choice([*acts, *[self.decide] * (4 + 8 * self.takes_two), *[self.second] * second])
        act()
        return act.__name__

    def send(self) -> None:
        name = self.chance.choice(NAMES)
        if name not in self.live:
            run_id = run_of_upload(self.connection, self.archive.send(self.connection, name), self.law)
            self.live.add(name)
            self.audit(run_id, name)

    def nightly(self) -> None:
        self.law = Law(self.law.version + self.chance.randint(0, 1), self.chance.choice("AB"))
        run_id = night(self.connection, self.law)
        self.model.night()
        for name in sorted(self.live):
            if self.chance.random() < 0.15:
                mark_unassessed(self.connection, run_id, HOUSE, [self.archive.records[name].place[0]])
                self.model.not_tested(name)
            else:
                self.audit(run_id, name)

    def audit(self, run_id: int, name: str) -> None:
        """By the same law a record has the same findings whenever it is audited."""
        truth = self.truth.setdefault((name, self.law), self.chance.choice(["e", "e", "f", "", "untested"]))
        found = [finding(truth)] if truth in ("e", "f") else []
        notes = [note()] if truth == "untested" else []
        filed(self.connection, run_id, self.archive.placed(name, self.law, found, notes))
        if found:
            self.model.found(name, truth, self.law.house)
        elif notes:
            self.model.not_tested(name)
        else:
            same_engine = self.last.get(name, self.law).version == self.law.version
            self.model.missing(name, "rules" if same_engine else "engine")
        self.last[name] = self.law

    def replace(self) -> None:
        if self.live:
            name = self.chance.choice(sorted(self.live))
            self.live.remove(name)
            self.archive.replace(self.connection, name)
            self.model.replaced(name)

    def days(self) -> None:
        """Days pass: the database's clock stands still, so the days of acceptances come nearer."""
        days = self.chance.randint(1, 2)
        self.model.day += days
        for statement in (EARLIER, PROPOSED_EARLIER):
            self.connection.execute(text(statement), {"days": days})
        # What an undo would restore is in the history, which nobody changes: its last day would not come nearer.
        self.batch = self.model.memory = None

    def decide(self) -> None:
        house = self.judging()
        until = self.model.day + self.chance.randint(0, 2)
        day = self.started + dt.timedelta(days=until - self.model.day)
        wish, decision = self.chance.choice(
            [
                (Wish(Act.CONFIRM), Decision("confirmed")),
                *[(Wish(Act.DISMISS, "not a violation", "the floor said so"), Decision("dismissed"))] * self.often,
                (Wish(Act.ACCEPT, "settled with the players", "for a day or two", day), Decision("accepted", until)),
                (Wish(Act.ACCEPT, "the house tolerates it", "for now it is", this_house=True),
                 Decision("accepted", None, house)),
                (Wish(Act.REOPEN), None),
            ]
        )  # fmt: skip
        number, by = self.finding(), self.chance.choice(PEOPLE)
        offered = self.model.may_decide() and (house or not wish.this_house)
        of_two = wish.act in (Act.DISMISS, Act.ACCEPT)
        offered = offered and not (of_two and self.model.waits())
        if number is None or not offered or (decision is None and self.model.decision is None):
            with pytest.raises(BadWish):
                decisions.act(self.connection, number or 0, wish, by)
            return
        done = decisions.act(self.connection, number, wish, by)
        waits = int(self.takes_two and of_two)
        assert (done.done, done.put_forward, done.left) == (1 - waits, waits, 0)
        self.batch, self.by = done.batch_id, by
        if waits and decision is not None:
            self.model.put_forward(by, decision)
        else:
            self.model.decide(decision)

    def second(self) -> None:
        """Somebody speaks to a proposal that waits, or to none."""
        number, by, model = self.finding(), self.chance.choice(PEOPLE), self.model
        act = self.chance.choice([Act.AGREE, Act.AGREE, Act.DISAGREE, Act.WITHDRAW])
        own = model.proposal is not None and model.proposal.by == by
        fits = own or not model.waits() if act is Act.WITHDRAW else model.waits() and not own
        goes = fits and model.proposal is not None and model.may_decide()
        reason, why = ("the finding stands", "it is so all the same") if act is Act.DISAGREE else ("", "")
        wish = read(self.connection, Wish(act, reason, why))
        if number is None or not goes:
            with pytest.raises(BadWish):
                decisions.act(self.connection, number or 0, wish, by)
            return
        done = decisions.act(self.connection, number, wish, by)
        assert (done.done, done.put_forward, done.left) == (1, 0, 0)
        self.batch, self.by = done.batch_id, by
        if act is Act.AGREE and model.proposal is not None:
            model.decide(model.proposal.decision)
        else:
            model.withdraw()

    def undo(self) -> None:
        if self.batch is not None:
            undone = self.model.undo()
            if undone:
                done = decisions.undo(self.connection, self.batch, self.by)
                assert (done.done, done.left) == (1, 0)
                assert decisions.undo(self.connection, self.batch, self.by) == done, "undone once"
            else:
                with pytest.raises(BadWish, match="A person or a run changed the finding later"):
                    decisions.undo(self.connection, self.batch, self.by)
            self.batch = None

    def judging(self) -> str | None:
        """The house of the latest record on which it is found, of those whose report counts."""
        ids = {name: self.archive.records[name].place[0] for name in self.live if name in self.model.records}
        numbers = self.numbers()
        order = sorted(ids, key=lambda name: (self.model.records[name].there, numbers[ids[name]]))
        return self.last[order[-1]].house if order else None

    def numbers(self) -> dict[Any, int]:
        rows = self.connection.execute(text("SELECT hand_id, id FROM finding WHERE number = :n"),
                                       {"n": str(self.archive.number)})  # fmt: skip
        return {row.hand_id: row.id for row in rows}

    def finding(self) -> int | None:
        numbers = sorted(self.numbers().values())
        return self.chance.choice(numbers) if numbers else None

    def looks(self) -> dict[str, tuple[str, str, str, bool, bool]]:
        """As the database has it, in the model's words."""
        names = {record.place[0]: name for name, record in self.archive.records.items()}
        asked = "SELECT hand_id, triage, detection, gone_by, flagged, reopened FROM finding WHERE number = :number"
        rows = self.connection.execute(text(asked), {"number": str(self.archive.number)})
        return {names[row[0]]: tuple(row[1:]) for row in rows}

    def acts(self) -> int:
        return int(self.connection.execute(text("SELECT count(*) FROM triage_act")).scalar_one())


def live(connection: Connection, seed: int) -> None:
    """A whole life, which the database forgets afterwards."""
    happened: list[str] = []
    with connection.begin_nested() as point:
        life = Life(seed, connection)
        for _ in range(STEPS):
            before, acts = life.looks(), life.acts()
            happened.append(life.step())
            looks = life.looks()
            assert looks == life.model.looks(), (seed, happened)
            changed = {name for name, look in before.items() if look != looks[name]}
            assert not changed or life.acts() > acts, "whatever changes leaves a row in the history"
            waiting = connection.execute(text("SELECT by FROM proposal")).scalar()
            assert waiting == (life.model.proposal.by if life.model.proposal else None), (seed, happened)
        decided = connection.execute(text("SELECT state FROM decision")).scalar()
        assert decided == (life.model.decision.state if life.model.decision else None)
        point.rollback()


def test_forty_lives_in_the_database_are_those_of_the_model(database: Database) -> None:
    with database.begin() as connection:
        for seed in range(40):
            live(connection, seed)


@pytest.mark.campaign
def test_a_thousand_lives_in_the_database_are_those_of_the_model(database: Database) -> None:
    with database.begin() as connection:
        for seed in range(40, 1_040):
            live(connection, seed)
    print("1,000 lives of a finding through PostgreSQL: no divergence from the model")
