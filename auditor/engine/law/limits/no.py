"""No limit: a wager is anything from the least one up to the whole stack."""

from typing import Final

from auditor.engine.events import Wager
from auditor.engine.house import House
from auditor.engine.law.limits import free
from auditor.engine.law.limits.limit import Lawful, Limit
from auditor.engine.law_cache import Betting
from auditor.engine.table import ENDLESS, Table


def _lawful(table: Table, so_far: Betting, seat: int, house: House) -> Lawful:
    return Lawful((free.least(table, so_far, house), ENDLESS), between=True)


def _undersized(table: Table, so_far: Betting, event: Wager, house: House) -> Lawful | None:
    return free.below_the_least(table, event, _lawful(table, so_far, event.seat, house))


LIMIT: Final = Limit(
    cites="betting.least_raise", begins=free.begins, grows=free.grows, lawful=_lawful, undersized=_undersized
)
