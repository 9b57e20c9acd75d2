"""Random lives of a finding on up to three records: the table of precedence makes of them what the model has."""

import datetime as dt
from random import Random

import pytest

from auditor.triage.precedence import CLOSED, FLAGGED, NOTHING, TABLE, UNASSESSED, Becomes, Row
from auditor.triage.states import FOUND, GONE_BY, Result, Standing, State
from auditor.triage.transitions import Table, after_run
from tests.triage.decisions import decided, ended, has_ended
from tests.triage.model import Decision, Model

SEQUENCES = 10_000
STEPS = 12
NAMES = ("first", "second", "third")
DATES = [dt.date(2030, 1, 1) + dt.timedelta(days=day) for day in range(3 * STEPS)]


class Triage:
    """One fingerprint as the functions of `auditor.triage` have it."""

    def __init__(self, table: Table = TABLE) -> None:
        self.table = table
        self.standings: dict[str, Standing] = {}
        self.evidence: dict[str, str] = {}
        self.decision: Decision | None = None
        self.today = 0

    def looks(self) -> dict[str, tuple[str, str, str, bool, bool]]:
        return {
            name: (one.state, one.detection, one.gone_by or "", one.flagged, one.reopened)
            for name, one in self.standings.items()
        }

    def apply(self, name: str, result: Result, evidence: str, house: str) -> None:
        if result in FOUND:
            self.end_if_over(house)
            self.evidence[name] = evidence
        self.standings[name] = after_run(self.standings[name], result, self.table).standing

    def first(self, name: str, evidence: str) -> None:
        flagged = self.decision is not None and evidence not in self.evidence.values()
        state = State(self.decision.state) if self.decision else State.OPEN
        self.standings[name], self.evidence[name] = Standing(state, flagged=flagged), evidence

    def end_if_over(self, house: str | None) -> None:
        one = self.decision
        day = None if one is None or one.until is None else DATES[one.until]
        limit = one.house.encode() if one and one.house else None
        if one and has_ended(DATES[self.today], day, limit, house.encode() if house else None):
            self.decision = None
            self.standings = {name: ended(standing) for name, standing in self.standings.items()}

    def decide(self, decision: Decision | None) -> None:
        self.decision = decision
        state = State(decision.state) if decision else State.OPEN
        self.standings = {name: decided(standing, state) for name, standing in self.standings.items()}


def life(seed: int, table: Table = TABLE) -> None:
    chance = Random(seed)
    model, triage = Model(), Triage(table)
    told: list[str] = []
    for _ in range(STEPS):
        told.append(step(chance, model, triage))
        assert triage.looks() == model.looks(), told


def lives(number: int, table: Table = TABLE) -> None:
    for seed in range(number):
        life(seed, table)


def step(chance: Random, model: Model, triage: Triage) -> str:
    """One thing happens, to both."""
    name, house, evidence = chance.choice(NAMES), chance.choice("AB"), chance.choice("ef")
    what = chance.choice(
        ["found", "found", "found", "missing", "moved", "untested", "failed", "night", "decide", "decide"]
    )
    match what:
        case "found":
            known = name in model.records
            result = Result.SAME if known and model.records[name].evidence == evidence else Result.CHANGED
            model.found(name, evidence, house)
            triage.apply(name, result, evidence, house) if known else triage.first(name, evidence)
        case "missing" | "untested" | "failed":
            why = chance.choice(["record", "engine", "rules"])
            model.missing(name, why) if what == "missing" else model.not_tested(name)
            if name in triage.standings:
                triage.apply(name, Result(why if what == "missing" else what), evidence, house)
        case "moved":
            model.moved(name)
            if name in triage.standings:
                triage.apply(name, Result.MOVED, evidence, house)
        case "night":
            model.day = triage.today = model.day + chance.randint(0, 2)
            model.night()
            triage.end_if_over(None)
        case "decide" if model.may_decide():
            decision = chance.choice([None, *choices(model.day + chance.randint(0, 3), house)])
            if decision or model.decision:
                model.decide(decision)
                triage.decide(decision)
    return f"{what} {name} {evidence} {house}"


def choices(day: int, house: str) -> list[Decision]:
    return [Decision("confirmed"), Decision("dismissed"), Decision("accepted", day), Decision("accepted", None, house)]


def test_ten_thousand_random_lives_come_to_what_the_model_has() -> None:
    lives(SEQUENCES)


# What each column is not, in any row of a state.
WRONG: dict[Result, Becomes] = {
    Result.SAME: FLAGGED,
    Result.CHANGED: NOTHING,
    **dict.fromkeys(GONE_BY, UNASSESSED),
    Result.UNTESTED: CLOSED,
    Result.FAILED: CLOSED,
    Result.MOVED: UNASSESSED,
}


@pytest.mark.parametrize(("row", "result"), [(row, result) for row in Row if row is not Row.RULED for result in Result])
def test_some_life_reveals_a_cell_that_is_wrong(row: Row, result: Result) -> None:
    cells = list(TABLE[row])
    cells[list(Result).index(result)] = WRONG[result]
    with pytest.raises(AssertionError):
        lives(SEQUENCES, {**TABLE, row: tuple(cells)})
