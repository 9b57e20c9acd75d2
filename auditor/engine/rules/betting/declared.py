"""Chapter B, declarations and motions before an act: bets that are put in by several motions, and acts that differ from
the declared act.
"""

from typing import Final

from auditor.engine.events import Declared, Motion
from auditor.engine.findings import Finding, Severity
from auditor.engine.house import House
from auditor.engine.house.choices import TurnDeclaration, TurnPartialBet
from auditor.engine.law import declared
from auditor.engine.phases import BEFORE_THE_BRING_IN, IN_THE_BETTING
from auditor.engine.rule import Rule, rule
from auditor.engine.table import Table
from auditor.engine.words import act_of, chips, declared_act


def _lets_bets_come_by_parts(house: House) -> bool:
    return house.turn_partial_bet is TurnPartialBet.ALLOWED


def _binds_nobody_to_his_word(house: House) -> bool:
    return house.turn_declaration is TurnDeclaration.FREE


@rule(
    "B417",
    Motion,
    cites=("turn.partial_bet",),
    new_in=3,
    severity=Severity.PROCEDURE,
    why="A player who puts in the chips of one wager in several motions can watch the others before he decides the"
    " amount.",
    law="A player who did not declare his wager puts all its chips in with one motion.",
    phases=IN_THE_BETTING | BEFORE_THE_BRING_IN,
    moot=_lets_bets_come_by_parts,
    needs_every_line=True,
)
def partial_bet(table: Table, event: Motion, house: House) -> Finding | None:
    if not declared.is_first(table, event) or declared.has_declared_a_wager(table, event.seat):
        return None
    second = declared.second_motion(table, event, house)
    if second is None:
        return None
    at, to = second
    return Finding(f"{chips(table, event.to)}, then to {chips(table, to)}", "one motion", at=at)


@rule(
    "B418",
    Declared,
    cites=("turn.declaration",),
    new_in=3,
    severity=Severity.PLAY,
    why="Other seats act after they hear the declaration. A seat that then does something else misleads them.",
    law="If a seat declares an act in its turn, the seat must do this act.",
    phases=IN_THE_BETTING | BEFORE_THE_BRING_IN,
    moot=_binds_nobody_to_his_word,
    needs_every_line=True,
)
def declaration_changed(table: Table, event: Declared, house: House) -> Finding | None:
    rest = declared.rest_of_turn(table, event.seat) if declared.is_first(table, event) else []
    if not rest:
        return None
    at, act = rest[-1]
    if declared.is_kept(table, event, act, house) or not declared.binds(table, event, house):
        return None
    return Finding(act_of(table, act), f"{declared_act(table, event)}, as declared", at=at)


RULES: Final[tuple[Rule, ...]] = (partial_bet, declaration_changed)
