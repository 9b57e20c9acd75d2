"""Chapter K: conduct at the table. Its only rule reports a player who hides his cards or chips."""

from typing import Final

from auditor.engine.events import Hidden
from auditor.engine.findings import Finding, Severity
from auditor.engine.house import House
from auditor.engine.phases import WHILE_PLAYED
from auditor.engine.rule import Rule, rule
from auditor.engine.table import SEAT_BIT, Table


def _lets_them_be_hidden(house: House) -> bool:
    return not house.conduct_in_sight


@rule(
    "K901",
    Hidden,
    cites=("conduct.in_sight",),
    new_in=3,
    severity=Severity.PROCEDURE,
    why="The other players must see which seats are still in the hand, and how many chips these seats have.",
    law="Each seat in the hand keeps its cards and chips where the other players can see that it has them.",
    phases=WHILE_PLAYED,
    moot=_lets_them_be_hidden,
)
def cards_or_chips_out_of_sight(table: Table, event: Hidden, house: House) -> Finding | None:
    if not table.live & SEAT_BIT[event.seat]:
        return None
    return Finding(f"{event.what} out of sight", f"{event.what} in sight")


RULES: Final[tuple[Rule, ...]] = (cards_or_chips_out_of_sight,)
