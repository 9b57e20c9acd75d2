"""Fixed limit: every wager has the size of the street. On fourth street the house may also allow a double wager."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.house.choices import BettingLaterStreets, BringInNextWager, DoubleRaises, DoubleRight
from auditor.engine.law import opening, turn
from auditor.engine.law.limits.limit import Lawful, Limit, begun, completes, is_lawful, over_the_bring_in, takes_all
from auditor.engine.law_cache import Betting
from auditor.engine.table import Raise, Table, seats_in


def street_bet(table: Table, house: House) -> int:
    """Returns the size of a bet on this street: the small bet on third and fourth street, the big bet from fifth street
    on. If the log does not state the stakes, the size is computed from the first wager of the hand. Raises `Unseen` if
    that wager does not show the size.
    """
    stakes = table.hand.stakes
    if table.street > 4 and stakes.big_bet is not None:
        return stakes.big_bet
    small = _small_bet_as_made(table, house) if stakes.small_bet is None else stakes.small_bet
    return small if table.street <= 4 else small * house.betting_big_bet_factor


def _small_bet_as_made(table: Table, house: House) -> int:
    """Returns the small bet of a hand whose log does not state the stakes. The amount is computed from the first wager
    of the hand. That wager shows the small bet because at fixed limit every wager has a fixed size.

    Raises `Unseen` if nobody has wagered yet, or if the first wager may have another size. For example, the first wager
    may be a double wager on fourth street.
    """
    if table.first_wager is None:
        raise Unseen
    street, to, over = table.first_wager
    if street > 4:
        if house.betting_later_streets is BettingLaterStreets.CEILING:
            raise Unseen
        small, part = divmod(to - over, house.betting_big_bet_factor)
        if part:
            raise Unseen
        return small
    if street == 4:
        if house.double_right is not DoubleRight.NONE:
            _need_no_open_pair(table)
        return to
    if house.bring_in_next_wager is not BringInNextWager.COMPLETES or table.bring_in_all_in or to == 2 * over:
        raise Unseen
    return to


def _need_no_open_pair(table: Table) -> None:
    """Raises `Unseen` if the first two up cards of some seat are a pair, or were not seen. With such a pair on the
    table, a wager on fourth street may have the double size, so it does not show the small bet.
    """
    if not table.hand.records & Records.EVERY_UP_CARD:
        raise Unseen
    for seat in seats_in(table.dealt):
        if len(table.up[seat]) > 1 and _pair_open(table, seat):
            raise Unseen


def _begins(table: Table, posted: int, house: House) -> Betting:
    bet = street_bet(table, house)
    if not posted:
        return Betting(0, bet, bet, 0)
    may_be_a_bet = not completes(house) or posted * 2 >= bet or (table.raises and table.raises[0].to < bet)
    if may_be_a_bet and opening.is_short_of_unknown(table, house):
        raise Unseen  # the full bring-in is unknown, so nobody knows whether `posted` is a bring-in or a bet
    return begun(table, posted, bet, over_the_bring_in(bet, posted, house), bet, house)


def _grows(so_far: Betting, raised: Raise, added: int, street: int, house: House) -> None:
    if street == 4 and added >= 2 * so_far.small:
        either = house.double_raises is DoubleRaises.EITHER_UNTIL_DOUBLE
        so_far.doubled = so_far.doubled or either or so_far.made == 1
    so_far.size = 2 * so_far.small if so_far.doubled else so_far.small


def _lawful(table: Table, so_far: Betting, seat: int, house: House) -> Lawful:
    """Returns the totals to which the seat may wager. The single wager is always included.

    Depending on the house and the cards, further totals are included:

    - the double amount on fourth street
    - from fifth street on, all smaller wagers, if the big bet is only a maximum
    - on third street, a raise that is counted from the bring-in (see `_on_top`)
    """
    single = so_far.base + so_far.size
    if table.street > 4 and house.betting_later_streets is BettingLaterStreets.CEILING:
        return Lawful((turn.level(table, house) + 1, single), between=True)
    if not so_far.made and table.street == 4 and double_allowed(table, seat, house):
        return Lawful((single, so_far.base + 2 * so_far.small))
    if so_far.made and table.street == 4 and not so_far.doubled and _either_size(table, seat, house):
        return Lawful((single, so_far.base + 2 * so_far.small))
    on_top = _on_top(table, so_far, house)
    return Lawful((single, on_top) if on_top > single else (on_top, single) if 0 < on_top < single else (single,))


def _may_be_on_top(table: Table, house: House) -> bool:
    on_top = house.bring_in_next_wager is BringInNextWager.COMPLETES_OR_ON_TOP
    return on_top and table.street == 3 and bool(table.raises)


def _on_top(table: Table, so_far: Betting, house: House) -> int:
    """Returns the amount to which a seat may raise if the raise is counted from the bring-in; 0 if the house has no
    such raise. For example, with a bring-in of 10 and a small bet of 40, a seat may raise to 50: the bring-in plus one
    small bet.
    """
    if not _may_be_on_top(table, house) or opening.is_short_of_unknown(table, house):
        return 0
    to = opening.nominal_posted(table, house) + max(so_far.made, 1) * so_far.small
    return to if to > table.most_in_front else 0


def _undersized(table: Table, so_far: Betting, event: Wager, house: House) -> Lawful | None:
    if is_double_wager(table, so_far, event) or is_single_after_double(table, so_far, event):
        return None  # rules B408 and B409 check a double wager and a single raise after it
    if event.to == so_far.base + so_far.size:
        return None  # a single wager is lawful, even if the seat may also make a double wager
    lawful = _lawful_or_double(table, so_far, event.seat, house)
    if is_lawful(table, event, lawful):
        return None
    if _may_be_on_top(table, house) and opening.is_short_of_unknown(table, house):
        raise Unseen  # the raise may be counted from the full bring-in, which is unknown
    return lawful


def _lawful_or_double(table: Table, so_far: Betting, seat: int, house: House) -> Lawful:
    """Returns the totals to which the seat may wager. If unseen up cards decide whether a double wager is lawful on
    fourth street, the double amount is included.
    """
    try:
        return _lawful(table, so_far, seat, house)
    except Unseen:
        if table.street != 4 or so_far.doubled:
            raise
        return Lawful((so_far.base + so_far.size, so_far.base + 2 * so_far.small))


def is_double_wager(table: Table, so_far: Betting, event: Wager) -> bool:
    """Whether the wager adds twice the small bet on fourth street, and is the first wager of this double size."""
    return table.street == 4 and not so_far.doubled and event.to == so_far.base + 2 * so_far.small


def is_single_after_double(table: Table, so_far: Betting, event: Wager) -> bool:
    """Whether the wager adds only one small bet, although another seat has made a double wager on fourth street. False
    if the wager puts all chips of the seat in.
    """
    single = table.street == 4 and so_far.doubled and event.to == so_far.base + so_far.small
    return single and not takes_all(table, event)


def _either_size(table: Table, seat: int, house: House) -> bool:
    """Whether the seat may choose the size of its raise on fourth street after a single bet: a single or a double bet.
    It may choose if the house allows both sizes, and if there is the open pair (two up cards of one rank) that a double
    bet needs.
    """
    return house.double_raises is DoubleRaises.EITHER_UNTIL_DOUBLE and double_allowed(table, seat, house)


def double_allowed(table: Table, seat: int, house: House) -> bool:
    """Whether the seat may bet double on fourth street. A double bet needs an open pair (two up cards of one rank). The
    house decides which seat must have the pair: the first seat that bets, the opener, or at least one seat at the
    table. Some houses allow no double bet. Raises `Unseen` if the answer depends on up cards that were not seen.
    """
    return _DOUBLE[house.double_right](table, seat, house)


def _pair_open(table: Table, seat: int) -> bool:
    """Whether the first two up cards of the seat are an open pair. Raises `Unseen` if one of them was not seen."""
    ups = table.up[seat]
    if len(ups) < 2 or ups[0] < 0 or ups[1] < 0:
        raise Unseen
    return ups[0] >> 2 == ups[1] >> 2


def _nobody(table: Table, seat: int, house: House) -> bool:
    return False


def _holder_of_the_pair(table: Table, seat: int, house: House) -> bool:
    return _pair_open(table, table.raises[0].seat if table.raises else seat)


def _opener_with_a_pair(table: Table, seat: int, house: House) -> bool:
    if _pair_open(table, table.first_actor or seat):
        return True
    # If the opener with the pair folds, other seats may still bet double.
    gone = turn.openers(table, house) & table.folded
    return gone.bit_count() == 1 and _pair_open(table, seats_in(gone)[0])


def _holder_who_opens(table: Table, seat: int, house: House) -> bool:
    first = table.raises[0].seat if table.raises else seat
    return first == (table.first_actor or seat) and _pair_open(table, first)


def _anyone_once_a_pair_is_open(table: Table, seat: int, house: House) -> bool:
    unseen = False
    for other in seats_in(table.began_live):
        try:
            if _pair_open(table, other):
                return True
        except Unseen:
            unseen = True
    if unseen:
        raise Unseen
    return False


_DOUBLE: Final[dict[str, Callable[[Table, int, House], bool]]] = {
    DoubleRight.NONE: _nobody,
    DoubleRight.PAIR_HOLDER: _holder_of_the_pair,
    DoubleRight.OPENER_PAIR: _opener_with_a_pair,
    DoubleRight.PAIR_OPENER: _holder_who_opens,
    DoubleRight.ANYONE: _anyone_once_a_pair_is_open,
}

LIMIT: Final = Limit(
    cites=("betting.fixed", "betting.later_streets"),
    begins=_begins,
    grows=_grows,
    lawful=_lawful,
    undersized=_undersized,
)
