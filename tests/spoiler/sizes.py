"""Faults of the sizes of wagers in each structure: B402, B414, B415."""

from collections.abc import Callable

from auditor.engine import events as e
from auditor.engine.hand import Hand, Structure
from auditor.engine.law import turn, wagers
from auditor.engine.law.seats import chips_of
from auditor.engine.law_cache import Betting
from auditor.engine.table import Table
from tests.spoiler.places import Spot
from tests.spoiler.turns import least, verb, wagering


def wager_of_the_wrong_size(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat, so_far in wagering(spot):
        if table.street == 3 and so_far.full < 0:
            continue
        low, high = turn.level(table, spot.house), chips_of(table, seat)
        wrong = [to for to in _WRONG_SIZES[spot.house.structure](spot, table, so_far, seat) if low < to < high]
        if wrong and spot.rng.random() < 0.3:
            return spot.played_on([*spot.events[:at], e.Wager(seat, spot.rng.choice(wrong), verb(table))]), at
    return None


def _of_no_size(spot: Spot, table: Table, so_far: Betting, seat: int) -> list[int]:
    lawful = wagers.lawful(table, so_far, seat, spot.house).amounts
    wrong = [lawful[0] + off for off in (-1, 1, 2, so_far.size // 2)]
    wrong += [lawful[0] + so_far.size] if table.street > 4 else []
    doubles = (so_far.base + so_far.small, so_far.base + 2 * so_far.small)
    fair = [*lawful, *(doubles if table.street == 4 else ())]
    return [to for to in wrong if to not in fair]


def _below_the_least(spot: Spot, table: Table, so_far: Betting, seat: int) -> list[int]:
    lowest = least(spot, table, so_far, seat)
    return [lowest - off for off in (1, 2, 5, so_far.size // 2 or 1)]


def _below_the_last_wager(spot: Spot, table: Table, so_far: Betting, seat: int) -> list[int]:
    lawful = wagers.lawful(table, so_far, seat, spot.house).amounts
    declared = {start + size for start in (so_far.base, turn.level(table, spot.house)) for size in _sizes(spot)}
    return sorted(declared - set(lawful))


_WRONG_SIZES: dict[Structure, Callable[[Spot, Table, Betting, int], list[int]]] = {
    Structure.FIXED: _of_no_size,
    Structure.POT: _below_the_least,
    Structure.NO: _below_the_least,
    Structure.SPREAD: _below_the_last_wager,
}


def _sizes(spot: Spot) -> tuple[int, int]:
    stakes = spot.hand.stakes
    return stakes.small_bet or 0, stakes.big_bet or 0


def over_the_pot_limit(spot: Spot) -> tuple[Hand, int] | None:
    """A wager of more than the pot allows, if need be with all of a stack."""
    for at, table, seat, so_far in wagering(spot):
        over = wagers.lawful(table, so_far, seat, spot.house).amounts[-1] + spot.rng.choice((1, 2, 20))
        chips = chips_of(table, seat)
        if over <= chips and spot.rng.random() < 0.3:
            return spot.played_on([*spot.events[:at], e.Wager(seat, over, verb(table), all_in=over == chips)]), at
    return None


def outside_the_spread(spot: Spot) -> tuple[Hand, int] | None:
    """A wager of neither size, counted from nothing, from the last full wager, or from what lies in front."""
    low, high = _sizes(spot)
    for at, table, seat, so_far in wagering(spot):
        level, chips = turn.level(table, spot.house), chips_of(table, seat)
        starts = (0, so_far.base, level)
        wrong = [level + low + off for off in (-2, -1, 1, high - low + 1, high)]
        wrong = [to for to in wrong if level < to < chips and not {to - start for start in starts} & {low, high}]
        if wrong and spot.rng.random() < 0.3:
            return spot.played_on([*spot.events[:at], e.Wager(seat, spot.rng.choice(wrong), verb(table))]), at
    return None
