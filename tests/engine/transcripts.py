"""Hands that tests tell as transcripts: their audit, their settlement, and what the law says of them halfway."""

from auditor.engine.audit import audit
from auditor.engine.findings import Report
from auditor.engine.hand import Game
from auditor.engine.house import House, HouseRefused
from auditor.engine.house.registry import load, names
from auditor.engine.law import wagers
from auditor.engine.table import Table
from auditor.engine.transitions import believe
from auditor.formats.transcript.cases import Case, read_cases

# One bet and four raises: too many, but where each player has four of his own.
OVER_THE_CAP = """
house qqonline
stakes 10/20 bring-in 3 ante 1
stacks 500 500 500
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] 9h
2 brings in 3
3 completes to 10
1 raises to 20
2 raises to 30
3 raises to 40
1 raises to 50
"""
# No stakes are named. Where a raise must be of the size of the street, the first wager shows this size. A house in
# which every wager must be of this size cannot know it.
NO_STAKES = """
stacks 500 500 500
1 antes 1
2 antes 1
3 antes 1
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] 9h
2 brings in 3
3 completes to 10
1 raises to 20
2 raises to 29
"""


def case_of(text: str) -> Case:
    return read_cases("== a hand\n" + text)[0]


def report_of(house: str, text: str, **values: str) -> Report:
    """The audit of a transcript under a house; values such as `cap_wagers="5"` replace the house's own."""
    hand = case_of(text).hand
    rules = load(house, hand.game, hand.structure)
    for key, value in values.items():
        rules = rules.with_value(key.replace("_", ".", 1), value)
    return audit(hand, rules)


def settled(house: str, text: str, **values: str) -> list[str]:
    return report_of(house, text, **values).settlement.words().splitlines()


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def table_of(text: str, *, to_come: int = 0) -> Table:
    """The table as it stands after all that was told, but for so many lines that are still to come."""
    hand = case_of(text).hand
    table = Table(hand)
    for event in hand.events[: -1 - to_come]:
        believe(table, event)
    return table


def open_amounts(house: House, text: str, seat: int) -> tuple[int, ...]:
    """To which amounts a seat may wager now; none where the street is capped for it."""
    table = table_of(text)
    so_far = wagers.betting(table, house)
    if wagers.is_capped(table, so_far, seat, house) or not wagers.may_raise(table, so_far, seat, house):
        return ()
    return wagers.lawful(table, so_far, seat, house).amounts


def houses_for(game: Game) -> list[House]:
    found = []
    for name in names():
        try:
            found.append(load(name, game))
        except HouseRefused:
            continue
    return found
