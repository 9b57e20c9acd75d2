"""The end of a hand: uncalled chips, the showdown, the rake, the payments, and what a log may add to them."""

from auditor.engine import events as e
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game
from auditor.engine.house.choices import RakeFrom, RakeSchedule, ShowdownMuck, ShowdownToWin
from auditor.engine.law import holdings, showing
from auditor.engine.law.holdings import best_fives
from auditor.engine.law.stakes import has_announced
from auditor.engine.ranks import HIGH_CARD, NO_LOW, description, high_value, low_cards, low_description, low_value
from auditor.engine.settlement import PotAward, Share
from auditor.engine.settlement.pots import lawful_rake, pots, uncalled
from auditor.engine.settlement.settle import settle
from auditor.engine.table import SEAT_BIT, seats_in
from auditor.engine.transitions import believe
from tests.dealer.dealing import Dealing

PLAUSIBLE_RAKE = 5  # percent, where a house prints no schedule


def finish(dealing: Dealing, shown: int = 0) -> None:
    """All that comes after the last act; `shown` are seats that have shown already, and need not again."""
    owner, extra = uncalled(dealing.table)
    if extra:
        dealing.traits["uncalled chips"] += 1
        dealing.say(e.Return(owner, extra))
    if dealing.table.live.bit_count() > 1:
        show_down(dealing, shown)
    elif dealing.chance(0.1):
        winner = dealing.table.live.bit_length() - 1
        dealing.say(e.Muck(winner) if dealing.chance(0.7) else e.Show(winner, tuple(dealing.table.holding(winner))))
    pay(dealing)


def show_early(dealing: Dealing) -> None:
    """Everybody is all-in: the hands may be turned up before the last cards come."""
    for seat in seats_in(dealing.table.live):
        dealing.say(e.Show(seat, tuple(dealing.table.holding(seat))))
    dealing.traits["turned up before the end"] += 1


def show_down(dealing: Dealing, shown: int = 0) -> None:
    """The rest of a showdown; `shown` are the seats that have shown all. A hand turned up early is shown once more."""
    table, house = dealing.table, dealing.house
    dealing.traits["showdown"] += 1
    while waiting := table.live & ~(shown | table.mucked):
        try:
            if not showing.is_ordered(table):
                turn = waiting
            elif table.showdown:
                turn = showing.next_to_show(table, house)
            else:
                turn = showing.first_to_show(table, house)
        except Unseen:
            turn = waiting
        seat = dealing.rng.choice(seats_in(turn))
        if _may_muck(dealing, seat) and dealing.chance(0.35):
            dealing.traits["muck"] += 1
            dealing.say(e.Muck(seat))
        elif table.live & ~table.mucked == SEAT_BIT[seat] and dealing.chance(0.5):
            dealing.traits["wins unshown"] += 1
            return
        else:
            dealing.say(_show(dealing, seat))
            shown |= SEAT_BIT[seat]


def _may_muck(dealing: Dealing, seat: int) -> bool:
    """A seat may give up its hand where the house lets it, and where that leaves no pot without a claim."""
    table, house = dealing.table, dealing.house
    if house.showdown_muck is ShowdownMuck.ALL_IN_TABLED and table.live & table.all_in:
        return False
    if table.shown & SEAT_BIT[seat]:
        return False
    others = ~table.mucked & ~SEAT_BIT[seat]
    mine = [pot.eligible for pot in pots(table, house) if pot.eligible & SEAT_BIT[seat]]
    return all(eligible & others for eligible in mine if eligible.bit_count() > 1)


def _show(dealing: Dealing, seat: int) -> e.Show:
    table, house, rng = dealing.table, dealing.house, dealing.rng
    cards = table.holding(seat)
    playing = cards + table.community
    if min(playing) < 0 or len(set(playing)) != 7:
        return e.Show(seat, tuple(cards))
    if house.showdown_to_win is ShowdownToWin.FIVE and dealing.hand.game is Game.STUD and rng.random() < 0.2:
        cards = [card for card in rng.choice(best_fives(playing, for_low=False)) if card not in table.community]
        dealing.traits["shows the five that play"] += 1
    elif rng.random() < 0.3:
        rng.shuffle(cards)
    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    if rng.random() < 0.6 and dealing.hand.game is not Game.RAZZ:
        described = description(high_value(playing))
        high = described[: rng.randint(2, len(described))]
    if rng.random() < 0.6 and dealing.hand.game is not Game.STUD:
        value = holdings.low_of(table, seat, house)
        low = low_cards(value) if value != NO_LOW and value == low_value(playing) else ()
        described = low_description(value) if low and dealing.hand.game is Game.RAZZ else ()
        if described and described[0] != HIGH_CARD:
            dealing.traits["low that needs a pair"] += 1
            high = described[: rng.randint(2, len(described))]
            low = rng.choice((low, ()))
    return e.Show(seat, tuple(cards), high, low)


def pay(dealing: Dealing) -> None:
    """Rake and payments, in the style of one log or another."""
    table = dealing.table
    rakes = _rake(dealing)
    for rake in rakes:
        believe(table, rake)
    awards = settle(table, dealing.house).pots
    dealing.traits[f"side pots: {len(awards) - 1}"] += 1
    by_pot, by_half = dealing.chance(0.75), dealing.chance(0.8)
    payments: list[e.Event] = []
    owed: dict[int, int] = {}
    for index in range(len(awards) - 1, -1, -1):
        _note(dealing, awards[index].shares)
        for share in awards[index].shares if awards[index].verifiable else _somebody_wins(dealing, awards[index]):
            owed[share.seat] = owed.get(share.seat, 0) + share.amount
            if by_pot and share.amount:
                payments.append(e.Collect(share.seat, share.amount, index, share.half if by_half else ""))
    if not by_pot:
        payments = [e.Collect(seat, amount) for seat, amount in owed.items() if amount]
    money = [*rakes, *payments] if dealing.chance(0.5) else [*payments, *rakes]
    dealing.events += [*_stated_pots(dealing), *money, *_summary(dealing, owed)]


def _somebody_wins(dealing: Dealing, award: PotAward) -> tuple[Share, ...]:
    """Where a fault in the deal leaves a hand that nobody can rank: the pot goes to one with as many cards as it should
    have.
    """
    table = dealing.table
    claims = [seat for seat in award.eligible if not table.mucked & SEAT_BIT[seat]]
    due = 7 - len(table.community)
    winner = min(claims, key=lambda seat: abs(len(table.holding(seat)) - due))
    return (Share("whole", winner, award.amount - award.rake, 0),)


def _rake(dealing: Dealing) -> list[e.Event]:
    """What the house takes, one line or one a pot."""
    table, house, rng = dealing.table, dealing.house, dealing.rng
    made = pots(table, house)
    total = sum([pot.amount for pot in made])
    if house.rake_schedule in (RakeSchedule.UNKNOWN, RakeSchedule.AS_STATED):
        if table.street == 3 and not house.rake_third_street:
            amount = 0
        else:
            most = rng.choice((0, 1, 3, 5)) * 10**dealing.hand.unit.minor
            amount = min(most, total * PLAUSIBLE_RAKE // 100)
    else:
        amount = lawful_rake(table, house, total, None) or 0
    dealing.traits["raked"] += amount > 0
    if not amount:
        return [e.Rake(0)]
    if len(made) > 1 and house.rake_from is RakeFrom.AS_LOGGED and rng.random() < 0.5:
        dealing.traits["rake by pot"] += 1
        shares = [amount * pot.amount // total for pot in made]
        shares[max(range(len(made)), key=lambda index: made[index].amount)] += amount - sum(shares)
        return [e.Rake(share, index) for index, share in enumerate(shares) if share]
    return [e.Rake(amount)]


def _stated_pots(dealing: Dealing) -> list[e.Event]:
    """The pots, as some logs state them, gross of rake."""
    made = pots(dealing.table, dealing.house)
    told: list[e.Event] = []
    if dealing.chance(0.3):
        told.append(e.PotTotal(sum([pot.amount for pot in made])))
        if len(made) > 1:
            told += [e.PotTotal(pot.amount, index) for index, pot in enumerate(made)]
    return told


def _summary(dealing: Dealing, owed: dict[int, int]) -> list[e.Event]:
    table = dealing.table
    told: list[e.Event] = []
    if dealing.chance(0.3):
        told += [e.Won(seat, owed.get(seat, 0)) for seat in sorted(owed)]
    topped_up = any(isinstance(event, e.TopUp) for event in dealing.events)
    if dealing.chance(0.3) and not topped_up:
        for seat in dealing.hand.seats:
            if has_announced(table, seat.number):
                continue  # how much of it was played, no stack tells
            told.append(e.StackAfter(seat.number, table.behind[seat.number] + owed.get(seat.number, 0)))
    return told


def _note(dealing: Dealing, shares: tuple[Share, ...]) -> None:
    """What came up in the payout of one pot."""
    traits = dealing.traits
    halves = {share.half for share in shares}
    winners = {half: [share for share in shares if share.half == half] for half in halves}
    for half, paid in winners.items():
        odd = [share for share in paid if share.odd]
        if len(paid) > 1:
            traits[f"tie for {half}"] += 1
            traits[f"odd chip tied for {half}"] += bool(odd)
        else:
            traits[f"odd chip to {half}"] += bool(odd)
    if halves == {"high", "low"}:
        traits["split high and low"] += 1
        traits["scoop of both halves"] += len({share.seat for share in shares}) == 1
