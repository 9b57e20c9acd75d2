"""Settles a hand: computes the lawful payments from the logged chips and cards, and puts the logged payments next to
them.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import SEATS
from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.law.payout import shares
from auditor.engine.law_cache import Pot
from auditor.engine.settlement import PotAward, SeatAccount, Settlement
from auditor.engine.settlement.odd_chips import is_odd, moved_as_paid, with_reasons
from auditor.engine.settlement.pots import (
    lawful_rake,
    paid_with_the_pots,
    pots,
    rake_by_pot,
    stated_rake,
    uncalled,
)
from auditor.engine.table import SEAT_BIT, Table, seats_in

_UNKNOWN: Final = (None,) * SEATS  # the amounts of all seats, if these amounts are unknown
_MOST_RAKED: Final = 10  # a rake of usual size is at most one tenth of the pots; no house takes more


def settle(table: Table, house: House) -> Settlement:
    """Returns the settlement of a hand whose log was read to its end. The settlement is computed once and cached."""
    if table.answers.settlement is None:
        table.answers.settlement = _likely(table, house)
    return table.answers.settlement


def _likely(table: Table, house: House) -> Settlement:
    """Returns the settlement of the hand. Some logs have no line for uncalled chips. In these logs, a payment that
    equals the uncalled chips has two possible meanings: the chips were returned, or the seat won a pot of that size.
    The second meaning is used only if some payment is wrong under the first meaning, and every payment is right under
    the second.
    """
    logged = paid_by_seat(table)
    settlement = _settle(table, house, logged)
    if logged is not None and [account for account in settlement.seats if account.difference]:
        as_winner = paid_by_seat(table, won_as_much=True)
        if as_winner != logged:
            other = _settle(table, house, as_winner)
            if not any(account.difference for account in other.seats):
                return other
    return settlement


def _settle(table: Table, house: House, logged: list[int] | None) -> Settlement:
    owner, extra = uncalled(table)
    total = table.in_the_pots() - extra
    kept = None if logged is None else total - sum(logged)
    if table.void:
        return _refunds(table)
    left_over = _left_over(table, house, logged, kept) if table.complete else None
    rake = lawful_rake(table, house, total, left_over) if table.complete else None
    made = pots(table, house)
    awards, lawful = _awards(table, house, made, rake, logged)
    if table.lost and (lawful != logged or kept != rake):
        # An unreadable line may have folded a hand, put chips in or paid them. Then each difference may come from it.
        awards, lawful = tuple([_undecided(pot, 0) for pot in made]), None
    if lawful is not None and sum(lawful) + (rake or 0) != total:
        lawful = None  # the pots have chips that no live seat may win
    game = table.hand.game
    awards = tuple([with_reasons(award, game, house) if is_odd(award) else award for award in awards])
    put_in = list(table.put_in)
    put_in[owner] -= extra
    due: Sequence[int | None] = _UNKNOWN if lawful is None else lawful
    paid: Sequence[int | None] = _UNKNOWN if logged is None else logged
    accounts = [
        SeatAccount(number := seat.number, seat.player, put_in[number], due[number], paid[number])
        for seat in table.hand.seats
    ]
    stated = stated_rake(table)
    taken, unaccounted = _taken(table, kept, left_over, stated)
    back = (owner, extra) if table.complete else (0, 0)  # if the log stops early, another seat may still call the bet
    return Settlement(
        awards,
        tuple(accounts),
        rake,
        taken,
        stated is None,
        back,
        added=table.added,
        unaccounted=unaccounted,
    )


def _taken(table: Table, kept: int | None, left_over: int | None, stated: int | None) -> tuple[int | None, int | None]:
    """Returns the rake that the house took, and the chips that are unaccounted for; both are `None` if they are
    unknown. `kept` are the chips of the pots that were paid to no seat, and `stated` is the rake of `stated_rake`.

    The house took the rake that the log states. If the log does not state the rake, the house took the chips that
    `_left_over` counts (`left_over`); if this number is below zero or unknown, the rake is 0.
    """
    if kept is None or not (table.complete or table.rakes):
        return None, None
    taken = max(left_over or 0, 0) if stated is None else stated
    return taken, kept - taken


def _left_over(table: Table, house: House, logged: list[int] | None, kept: int | None) -> int | None:
    """Returns the number of chips in the pots that were paid to no seat. In a log without rake lines, these chips are
    probably the rake. Returns `None` if the log has a rake line, or if the payments are unknown.

    Uncalled chips that should have been returned are not counted. If some seats got nothing and all other seats got
    their exact shares, the chips are probably shares that were not paid. Then the result is 0. But if the payments are
    exactly right with a rake of usual size, the chips are counted as rake.
    """
    if kept is None or logged is None or table.rakes:
        return None
    _, extra = uncalled(table)
    if table.hand.records & Records.UNCALLED:
        kept -= max(extra - sum(table.returned), 0)
    due = _awards(table, house, pots(table, house), 0, logged)[1] if kept > 0 else None
    if due is not None and all(paid in (0, owed) for paid, owed in zip(logged, due, strict=True)):
        return kept if _is_what_it_leaves(table, house, kept, logged) else 0
    return kept


def _is_what_it_leaves(table: Table, house: House, rake: int, logged: list[int]) -> bool:
    """Whether the logged payments are right if the house took this rake. Returns false if the rake is more than one
    tenth of the sum of all pots. A smaller rake is accepted even if it is as large as a whole side pot.
    """
    made = pots(table, house)
    if rake * _MOST_RAKED > sum([pot.amount for pot in made]):
        return False
    return _awards(table, house, made, rake, logged)[1] == logged


def _refunds(table: Table) -> Settlement:
    """Returns the settlement of a void hand: everybody gets back all chips that they put in."""
    backs = list(table.returned)
    for paid in table.paid:
        backs[paid.seat] += paid.amount
    known = not _moved_by_strangers(table)
    missing = sum(table.put_in) - sum(backs)
    balanced = not table.lost or backs == table.put_in  # else an unreadable line may have moved the chips
    accounts = []
    for seat in table.hand.seats:
        put_in = table.put_in[seat.number]
        back = backs[seat.number] if known else None
        accounts.append(SeatAccount(seat.number, seat.player, put_in, put_in if balanced else None, back))
    stated = stated_rake(table)
    taken, unaccounted = ((stated or 0), missing - (stated or 0)) if known else (None, None)
    return Settlement((), tuple(accounts), 0, taken, stated is None, void=True, unaccounted=unaccounted)


def _moved_by_strangers(table: Table) -> bool:
    """Whether a person who has no seat in the hand put in or got chips. Then the log does not show whose chips they
    are.
    """
    if not table.lost:
        return False
    moved = {seat for seat in range(SEATS) if table.put_in[seat] or table.returned[seat]}
    moved.update([paid.seat for paid in table.paid])
    return not moved <= set(seats_in(table.seats))


def _awards(
    table: Table, house: House, made: tuple[Pot, ...], rake: int | None, logged: list[int] | None
) -> tuple[tuple[PotAward, ...], list[int] | None]:
    """Returns the pots with their lawful shares, and the sum of the shares of each seat (`None` if the shares of some
    pot are unknown). `made` are the pots, `rake` is the lawful rake, and `logged` are the payments by seat.

    If the log does not show from which pots the rake was taken, the function tries the usual ways to divide the rake
    between the pots. It takes the first way that explains the payments. If no usual way explains them, but another way
    may, the pots are not verifiable.
    """
    if rake is None:
        return tuple([_undecided(pot, 0) for pot in made]), None
    splits = rake_by_pot(table, house, made, rake)
    ways = []
    for taken in splits:
        awards = _shared(table, house, made, taken)
        lawful = _lawful_by_seat(awards)
        if logged is None or lawful is None or lawful == logged:
            return awards, lawful
        awards = moved_as_paid(awards, logged, table.hand.game, house)
        lawful = _lawful_by_seat(awards)
        if lawful == logged:
            return awards, lawful
        ways.append((awards, lawful))
    off = max([abs(paid - due) for paid, due in zip(logged or [], lawful or [], strict=True)])
    if len(ways) > 1 and off <= rake and sum(logged or []) == sum(lawful or []):
        return tuple([_undecided(pot, taken) for pot, taken in zip(made, splits[0], strict=True)]), None
    return ways[0]


def _undecided(pot: Pot, taken: int) -> PotAward:
    return PotAward(pot.amount, seats_in(pot.eligible), (), taken, verifiable=False)


def _shared(table: Table, house: House, made: tuple[Pot, ...], taken: list[int]) -> tuple[PotAward, ...]:
    """Returns the pots with their lawful shares. `taken` is the rake of each pot, in the order of the pots `made`."""
    awards = []
    for index, pot in enumerate(made):
        eligible = seats_in(pot.eligible)
        try:
            split = shares(table, house, pot.eligible, pot.amount - taken[index])
        except Unseen:
            awards.append(_undecided(pot, taken[index]))
        else:
            awards.append(PotAward(pot.amount, eligible, split, taken[index], verifiable=True))
    return tuple(awards)


def _lawful_by_seat(awards: tuple[PotAward, ...]) -> list[int] | None:
    """Returns the lawful payment of each seat, as a list by seat number; `None` if the shares of a pot are unknown."""
    due = [0] * SEATS
    for award in awards:
        if not award.verifiable:
            return None
        for share in award.shares:
            due[share.seat] += share.amount
    return due


def paid_by_seat(table: Table, won_as_much: bool = False) -> list[int] | None:
    """Returns the logged payments by seat number. They come from payment lines; if there are none, from the stacks
    after the hand or from the summary of the log. Returns `None` if the log has none of these, or does not show which
    seat got the chips.

    Uncalled chips that were returned wrongly count as a payment. If `won_as_much` is true, a payment that equals the
    uncalled chips counts as won and not as returned.
    """
    if _moved_by_strangers(table):
        return None
    owner, extra = uncalled(table)
    paid = [0] * SEATS
    if table.paid or (table.complete and table.hand.records & Records.PAYOUT):
        for each in table.paid:
            paid[each.seat] += each.amount
    elif max(table.stack_after) >= 0:
        return _from_stacks(table, owner, extra)
    elif max(table.won) >= 0:
        if any(won >= 0 and not table.seats & SEAT_BIT[seat] for seat, won in enumerate(table.won)):
            return None  # a person without a seat won chips, so the log does not show which seat was paid
        paid = [max(won, 0) for won in table.won]
    else:
        return None
    if table.hand.records & Records.UNCALLED:
        for _, seat, amount in table.returns:
            paid[seat] += amount
        paid[owner] -= extra
    else:
        # A seat whose payment equals its uncalled chips got them back and won nothing, if other seats were paid too.
        back = not won_as_much and not table.rakes and paid[owner] == extra < sum(paid)
        paid[owner] -= extra if back else paid_with_the_pots(table, sum(paid) + (stated_rake(table) or 0))
    return paid


def _from_stacks(table: Table, owner: int, extra: int) -> list[int] | None:
    paid = [0] * SEATS
    for seat in table.hand.seats:
        after = table.stack_after[seat.number]
        if after < 0 or not table.stack_known & SEAT_BIT[seat.number]:
            return None
        paid[seat.number] = after - (table.behind[seat.number] - table.returned[seat.number])
    paid[owner] -= extra
    # No payment is below zero. Stacks that give such a payment are wrong (rule L107) and show nothing about the payout.
    return paid if min(paid) >= 0 else None
