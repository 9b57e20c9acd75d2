"""Pots: uncalled chips, main and side pots, and the rake of each pot.

A seat that is all-in can win from each other seat only as many chips as it put in itself. So the chips of the whole
hand, antes included, are divided into layers, and each all-in seat ends a layer. Each layer is a pot. Chips of folded
seats stay in the layers. If only one seat paid into the top layer, the chips of this layer are uncalled chips, and the
layer is not a pot.

A seat whose time ran out may be all-in too. Usually such a seat ends a layer like any other all-in seat. But in some
houses, such a seat ends no layer: it may win all chips that were in the pot when its time ran out.

A seat that still has chips but did not match the bet made a mistake, which rules report. That seat can still win every
pot.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import ANY_POT
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.house.choices import ClockPot, RakeFrom, RakeSchedule
from auditor.engine.law_cache import Pot
from auditor.engine.table import ENDLESS, SEAT_BIT, Table, seats_in

# The constants save time: in Python 3.11, looking up a member of an enumeration takes longer than calling a function.
_NO_RAKE: Final = RakeSchedule.NONE
_PERCENT: Final = RakeSchedule.PERCENT
_AS_STATED: Final = RakeSchedule.AS_STATED


def uncalled(table: Table) -> tuple[int, int]:
    """Returns the seat whose last chips nobody matched, and the number of those chips; (0, 0) if there are no such
    chips.
    """
    if table.answers.uncalled is None:
        table.answers.uncalled = _unmatched(table)
    return table.answers.uncalled


def _unmatched(table: Table) -> tuple[int, int]:
    by_size = sorted(table.put_in)
    top, second = by_size[-1], max(by_size[-2], 0)
    if top <= second:
        return (0, 0)
    seat = table.put_in.index(top)
    return (0, 0) if _has_a_caller(table, seat) else (seat, top - second)


def _has_a_caller(table: Table, seat: int) -> bool:
    """Whether another live seat with chips left has answered the last bet of `seat`: it called the bet, or it wrongly
    put in less. If so, the chips of this bet are not uncalled. A seat that still has to answer the last wager is not
    counted.
    """
    callers = _not_limited(table) & ~SEAT_BIT[seat]
    for other in seats_in(callers & table.waiting):
        if table.front[other] < table.most_in_front:
            callers &= ~SEAT_BIT[other]  # this seat has not yet answered the last wager
    return callers != 0


def _not_limited(table: Table) -> int:
    """Returns the live seats that are known to have chips left, as a bit mask. They may win every pot."""
    return table.able & table.stack_known


def paid_with_the_pots(table: Table, shared: int) -> int:
    """Returns the number of uncalled chips that the log pays together with the pots; 0 if they were returned
    separately.

    `shared` is the sum of the payments and the rake. The payments include the uncalled chips if two things are true:
    logs of this format have no line for uncalled chips, and `shared` is more than all chips in the pots without
    uncalled chips.
    """
    _, extra = uncalled(table)
    apart = table.hand.records & Records.UNCALLED or shared <= table.in_the_pots() - extra
    return 0 if apart else extra


def pots(table: Table, house: House) -> tuple[Pot, ...]:
    """Returns all pots, the main pot first and then the side pots. Uncalled chips are in no pot."""
    if table.answers.pots is None:
        at_once = table.clockings and house.clock_pot is ClockPot.MOMENT
        made = as_they_lay(table, _called(table), _not_limited(table)) if at_once else _layered(table)
        table.answers.pots = _with_added(table, made) if table.added else made
    return table.answers.pots


def _with_added(table: Table, made: tuple[Pot, ...]) -> tuple[Pot, ...]:
    """Adds the chips that the room itself put in to the main pot, and returns the pots."""
    if not made:
        return (Pot(table.added, table.live),) if table.live else ()
    return (Pot(made[0].amount + table.added, made[0].eligible), *made[1:])


def _called(table: Table) -> list[int]:
    """Returns the chips that each seat put in, without uncalled chips, as a list indexed by seat number."""
    owner, extra = uncalled(table)
    chips = list(table.put_in)
    if owner:
        chips[owner] -= extra
    return chips


def _layered(table: Table) -> tuple[Pot, ...]:
    chips = _called(table)
    free = _not_limited(table)
    limited = seats_in(table.live & ~free)
    levels = sorted({chips[seat] for seat in limited})
    # If some seats are all-in and others have chips left, the highest amount of a live seat also ends a layer.
    if limited and free:
        most = max([chips[seat] for seat in seats_in(table.live)])
        if most not in levels:
            levels.append(most)
    if len(levels) == 1 or (table.live and not levels):
        total = sum(chips)
        return (Pot(total, table.live),) if total else ()
    made: list[Pot] = []
    below = _up_to(0, chips)
    for level in levels:
        reached = _up_to(level, chips)
        amount = reached - below
        eligible = free
        for seat in limited:
            if chips[seat] >= level:
                eligible |= SEAT_BIT[seat]
        if amount:
            made.append(Pot(amount, eligible))
        below = reached
    # A folded seat may have put in more than every live seat. These chips have no layer; they belong to the last pot.
    over = sum(chips) - below
    if over and made:
        made[-1] = Pot(made[-1].amount + over, made[-1].eligible)
    return tuple(made)


def _up_to(level: int, chips: list[int]) -> int:
    """Returns the sum of the chips of all seats, with at most `level` chips of each seat."""
    return sum([each if each < level else level for each in chips])  # noqa: FURB136 - min() takes twice as long


def stated_rake(table: Table) -> int | None:
    """Returns the rake that the rake lines of the log state; `None` if the log does not state the rake. Some logs have
    a line for every rake: if such a log has no rake line in this hand, the rake is 0.
    """
    if table.rakes:
        return table.raked
    return 0 if table.hand.records & Records.RAKE else None


def lawful_rake(table: Table, house: House, pot: int, left_over: int | None) -> int | None:
    """Returns the rake that the house may take from `pot` chips; `None` if the rake is unknown. `left_over` is the
    number of chips in the pots that were paid to no seat; `None` if unknown.

    - If the house takes a percentage up to a maximum, the result is this percentage of `pot`, or the maximum if the
      maximum is smaller. There are two exceptions. If the log does not state the rake, and `left_over` is smaller, the
      result is `left_over`, because the house may take less. If the house took exactly the rake that is due without the
      chips that the room added, the result is this rake.
    - If the rule of the house is "as stated", the result is the rake that the log states; 0 if the log states none.
    - If the schedule of the house is unknown, the result is the rake that the log states. If the log states no rake,
      the result is `left_over`.
    """
    if is_not_raked(table, house):
        return 0
    stated = stated_rake(table)
    if house.rake_schedule is _PERCENT:
        cap = house.rake_cap * int(10**table.hand.unit.minor)
        due = min(cap, pot * house.rake_percent // 100)
        of_the_seats = min(cap, (pot - table.added) * house.rake_percent // 100)
        if of_the_seats == (left_over if stated is None else stated):
            return of_the_seats  # also lawful: no house says whether chips that the room itself added are raked
        if stated is not None or left_over is None or table.hand.records & Records.RAKE:
            return due
        return min(due, max(left_over, 0))  # the log has no rake lines: less than the full rake is lawful too
    if stated is not None:
        return max(0, min(stated, pot))
    if house.rake_schedule is _AS_STATED:
        return 0
    return min(max(left_over, 0), pot) if left_over is not None else None


def is_not_raked(table: Table, house: House) -> bool:
    """Whether the house takes no rake from this hand."""
    return house.rake_schedule is _NO_RAKE or (table.street <= 3 and not house.rake_third_street)


def rake_by_pot(table: Table, house: House, made: tuple[Pot, ...], rake: int) -> tuple[list[int], ...]:
    """Returns the rake of each pot, as a list in the order of the pots. Returns several possible lists if neither the
    house nor the log shows from which pots the rake was taken.
    """
    if len(made) < 2 or rake == 0:
        return ([rake, *[0] * (len(made) - 1)],)
    return _RAKE_FROM[house.rake_from](table, made, rake)


def _main_first(table: Table, made: tuple[Pot, ...], rake: int) -> tuple[list[int], ...]:
    shares = []
    for pot in made:
        taken = min(rake, pot.amount)
        shares.append(taken)
        rake -= taken
    return (shares,)


def _proportional(table: Table, made: tuple[Pot, ...], rake: int) -> tuple[list[int], ...]:
    total = sum([pot.amount for pot in made])
    # If a log states an ante below zero, the total can be 0.
    shares = [rake * pot.amount // total if total else 0 for pot in made]
    shares[0] += rake - sum(shares)
    return (shares,)


def _as_logged(table: Table, made: tuple[Pot, ...], rake: int) -> tuple[list[int], ...]:
    """Returns the rake of each pot as the log shows it.

    These sources are tried in this order:

    - rake lines that name the pot
    - lines that state the amount of each pot after rake
    - payments that name the pot

    If the log has none of these, returns two possible lists.
    """
    count = len(made)
    lines = [sum([amount for pot, amount in table.rakes if pot == index]) for index in range(count)]
    if sum(lines) == rake and all(0 <= line <= pot.amount for line, pot in zip(lines, made, strict=True)):
        return (lines,)
    stated = [sum([amount for pot, amount in table.pot_totals if pot == index]) for index in range(count)]
    if sum(stated) == sum([pot.amount for pot in made]) - rake:
        net = [pot.amount - stated[index] for index, pot in enumerate(made)]
        if min(net) >= 0:
            return (net,)
    if table.paid and all(paid.pot != ANY_POT for paid in table.paid):
        paid = [sum([each.amount for each in table.paid if each.pot == index]) for index in range(count)]
        paid[-1] -= paid_with_the_pots(table, sum(paid) + rake)
        left = [pot.amount - paid[index] for index, pot in enumerate(made)]
        if sum(left) == rake and min(left) >= 0:
            return (left,)
        return _main_first(table, made, rake)
    return _main_first(table, made, rake) + _proportional(table, made, rake)


_RAKE_FROM: Final[dict[str, Callable[[Table, tuple[Pot, ...], int], tuple[list[int], ...]]]] = {
    RakeFrom.MAIN_FIRST: _main_first,
    RakeFrom.PROPORTIONAL: _proportional,
    RakeFrom.AS_LOGGED: _as_logged,
}


def as_they_lay(table: Table, chips: list[int], free: int) -> tuple[Pot, ...]:
    """Returns the pots for a house with this rule: a seat that the clock made all-in may win the chips that were in the
    pot at that moment, but no later chips. Other all-in seats end a layer as usual (see the module's text about
    layers).

    The main pot comes first. `chips` has the chips that each seat put in, without uncalled chips. The seats in `free`
    may win every pot. Chips that the same seats may win form one pot.
    """
    layered = table.live & ~free & ~table.clocked
    levels = [*sorted({chips[seat] for seat in seats_in(layered)}), ENDLESS]
    made: dict[int, int] = {}
    out = 0
    before = [0] * len(chips)
    for put_in_then, clocked in _moments(table, chips):
        below = 0
        for level in levels:
            amount = sum([_between(there, below, level) for there in put_in_then])
            amount -= sum([_between(there, below, level) for there in before])
            short = sum([SEAT_BIT[seat] for seat in seats_in(layered) if chips[seat] < level])
            eligible = table.live & ~out & ~short
            if amount:
                made[eligible] = made.get(eligible, 0) + amount
            below = level
        before = put_in_then
        out |= clocked
    return _of_somebody(made)


def _moments(table: Table, chips: list[int]) -> list[tuple[list[int], int]]:
    """Returns one pair for each time that the clock made a seat all-in. The pair is the chips that each seat had put in
    by then, and a bit mask of that seat. The last pair has the chips of the whole hand and no seat.
    """
    moments = [
        ([min(there, kept) for there, kept in zip(each.put_in, chips, strict=True)], SEAT_BIT[each.seat])
        for each in table.clockings
    ]
    return [*moments, (chips, 0)]


def _between(chips: int, below: int, level: int) -> int:
    return max(min(chips, level) - below, 0)


def _of_somebody(made: dict[int, int]) -> tuple[Pot, ...]:
    """Returns the pots. `made` maps a bit mask of eligible seats to an amount of chips. The chips under the mask 0 are
    chips that no live seat may win: a folded seat put in more than every live seat. These chips are added to the last
    pot.
    """
    over = made.pop(0, 0)
    pots = [Pot(amount, eligible) for eligible, amount in made.items()]
    if over and pots:
        pots[-1] = Pot(pots[-1].amount + over, pots[-1].eligible)
    return tuple(pots)
