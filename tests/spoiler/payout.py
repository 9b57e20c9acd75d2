"""Faults of the payout: chapter P."""

from collections import Counter
from collections.abc import Callable

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.choices import OddHalves, RakeFrom, RakeSchedule
from auditor.engine.law.payout import may_go_to_any
from auditor.engine.settlement.settle import settle
from auditor.engine.table import seats_in
from tests.spoiler.places import Spot, has, without_summary

Line = tuple[int, int, int, str]  # seat, amount, pot, half


class Payments:
    """The payments of a hand, one line a share, side pots first. `told` writes other lines in their place."""

    def __init__(self, spot: Spot) -> None:
        events = without_summary(spot.events)
        places = [index for index, event in enumerate(events) if isinstance(event, e.Collect)]
        self.spot = spot
        self.table = spot.table_at(len(spot.events) - 1)
        self.awards = settle(self.table, spot.house).pots
        self.before = events[: places[0]] if places else events[:-1]
        self.after = [event for event in events[len(self.before) :] if not isinstance(event, e.Collect)]
        self.lines: list[Line] = [
            (share.seat, share.amount, pot, share.half)
            for pot in range(len(self.awards) - 1, -1, -1)
            for share in self.awards[pot].shares
            if share.amount
        ]
        self.paid = Counter[int]()
        for seat, amount, _, _ in self.lines:
            self.paid[seat] += amount

    def hand_with(self, lines: list[Line], blamed: int) -> tuple[Hand, int]:
        """The hand with these payment lines, of which one is blamed."""
        payments = [e.Collect(*line) for line in lines]
        return self.spot.with_events([*self.before, *payments, *self.after]), len(self.before) + blamed

    def losers(self, eligible: tuple[int, ...]) -> list[int]:
        """Seats that have shown and win nothing, among those that may win a pot."""
        return [seat for seat in eligible if has(self.table.shown, seat) and not self.paid[seat]]

    def last_line(self, seat: int) -> int:
        return max([index for index, line in enumerate(self.lines) if line[0] == seat])

    @property
    def rake(self) -> int:
        return sum([award.rake for award in self.awards])


def _moved(lines: list[Line], source: int, target: int, chips: int) -> list[Line]:
    """The lines with some chips of one paid on another."""
    moved = list(lines)
    for index, off in ((source, -chips), (target, chips)):
        seat, amount, pot, half = moved[index]
        moved[index] = (seat, amount + off, pot, half)
    return moved


def wrong_winner(spot: Spot) -> tuple[Hand, int] | None:
    """A hand that loses is paid a pot or a half in place of the one that wins it."""
    payments = Payments(spot)
    for index, (_, amount, pot, half) in enumerate(payments.lines):
        alone = len([line for line in payments.lines if line[2:] == (pot, half)]) == 1
        losers = payments.losers(payments.awards[pot].eligible)
        if not alone or not losers or amount <= len(payments.awards) or _is_like_a_low(payments, amount):
            continue
        lines = list(payments.lines)
        lines[index] = (spot.rng.choice(losers), amount, pot, half)
        return payments.hand_with(lines, index)
    return None


def _is_like_a_low(payments: Payments, amount: int) -> bool:
    """Whether an amount could be half the pots: paid for a low that nobody holds, which is another fault."""
    half = sum([award.amount - award.rake for award in payments.awards]) // 2
    return abs(amount - half) <= len(payments.awards)


def wrong_amount(spot: Spot) -> tuple[Hand, int] | None:
    """Of two that are paid, one gets some of the other's chips."""
    payments = Payments(spot)
    shares = {line[1] for line in payments.lines}
    # More than odd chips could be; where those may be anybody's, one of each half and one between the halves.
    odd = len(payments.awards) * (4 if may_go_to_any(spot.house, for_low=False) else 1)
    for source, (loser, amount, _, _) in enumerate(payments.lines):
        for winner in set(payments.paid) - {loser}:
            target = payments.last_line(winner)
            chips = payments.rake + odd + 1 + spot.rng.randrange(3)
            may_win = sum([award.amount for award in payments.awards if winner in award.eligible])
            if chips < amount and chips not in shares and payments.paid[winner] + chips < may_win:
                return payments.hand_with(_moved(payments.lines, source, target, chips), target)
    return None


def paid_from_a_pot_it_has_no_right_to(spot: Spot) -> tuple[Hand, int] | None:
    """A side pot is paid to a seat that was all-in before it."""
    payments = Payments(spot)
    for index, (_, amount, pot, half) in enumerate(payments.lines):
        eligible = payments.awards[pot].eligible
        outside = [seat for seat in seats_in(payments.table.live) if seat not in eligible]
        outside = [seat for seat in outside if has(payments.table.shown, seat)]
        if pot and outside and amount > len(payments.awards) and not _is_like_a_low(payments, amount):
            lines = list(payments.lines)
            lines[index] = (spot.rng.choice(outside), amount, pot, half)
            return payments.hand_with(lines, index)
    return None


def odd_chips(payments: Payments, house: House) -> int:
    """The most chips that may go to one winner as well as to another: the odd ones of pots that are shared, and where
    anybody may have them, one of each half and one between the halves.
    """
    lines = Counter([pot for _, _, pot, _ in payments.lines])
    shared = [pot for pot in lines if lines[pot] > 1]
    return len(shared) * (4 if may_go_to_any(house, for_low=False) else 1)


def uncalled_bet_not_returned(spot: Spot) -> tuple[Hand, int] | None:
    """Chips that nobody matched do not come back, all of them or some. Another that is paid gets them, if there is
    one.
    """
    payments = Payments(spot)
    backs = [index for index, event in enumerate(payments.before) if isinstance(event, e.Return)]
    if not backs:
        return None
    back = payments.before[backs[0]]
    assert isinstance(back, e.Return)
    least = odd_chips(payments, spot.house) + 1
    if back.amount < least:
        return None
    kept = spot.rng.randint(least, back.amount)
    _give_to_another(payments, back.seat, kept)
    payments.before[backs[0] : backs[0] + 1] = [e.Return(back.seat, back.amount - kept)] if kept < back.amount else []
    hand, _ = payments.hand_with(payments.lines, 0)
    return hand, backs[0] if kept < back.amount else len(hand.events) - 1


def too_much_returned(spot: Spot) -> tuple[Hand, int] | None:
    """More than the uncalled chips goes back, and another that is paid gets that much less, if there is one."""
    payments = Payments(spot)
    backs = [index for index, event in enumerate(payments.before) if isinstance(event, e.Return)]
    if not backs:
        return None
    back = payments.before[backs[0]]
    assert isinstance(back, e.Return)
    more = odd_chips(payments, spot.house) + spot.rng.randint(1, 9)
    _give_to_another(payments, back.seat, -more)
    payments.before[backs[0]] = e.Return(back.seat, back.amount + more)
    return payments.hand_with(payments.lines, 0)[0], backs[0]


def _give_to_another(payments: Payments, seat: int, chips: int) -> None:
    """Adds chips to the last payment of another seat that has chips enough, if there is such a seat."""
    for other in payments.paid:
        target = payments.last_line(other)
        _, amount, pot, half = payments.lines[target]
        if other != seat and amount + chips > 0:
            payments.lines[target] = (other, amount + chips, pot, half)
            return


def odd_chip_to_the_wrong_seat(spot: Spot) -> tuple[Hand, int] | None:
    payments = Payments(spot)
    goes_to_any = may_go_to_any(spot.house, for_low=False)
    return _odd_chip_moved(payments, goes_to_any, lambda lucky, other: other[2:] == lucky[2:] and other[1] < lucky[1])


def odd_chip_to_the_wrong_half(spot: Spot) -> tuple[Hand, int] | None:
    payments = Payments(spot)
    halves = Counter(line[2:] for line in payments.lines)
    return _odd_chip_moved(
        payments,
        spot.house.odd_halves is OddHalves.ANY,
        lambda lucky, other: (
            other[2] == lucky[2]
            and other[3] != lucky[3]
            and other[1] == lucky[1] - 1
            and halves[lucky[2:]] == halves[other[2:]] == 1
            and not _are_tied(payments, lucky[0], other[0])
        ),
    )


def _are_tied(payments: Payments, one: int, other: int) -> bool:
    """Whether two seats share some pot or half: an odd chip between them could be that one's."""
    won = [(share.seat, pot, share.half) for pot, award in enumerate(payments.awards) for share in award.shares]
    return bool({place[1:] for place in won if place[0] == one} & {place[1:] for place in won if place[0] == other})


def _odd_chip_moved(
    payments: Payments, goes_to_any: bool, may_take: Callable[[Line, Line], bool]
) -> tuple[Hand, int] | None:
    """The hand in which the odd chip of one line is paid on another, the last that its seat gets. Where it goes to any
    of them, the one that has it gets one more of the other; of two that are paid nothing else, lest it be lawful.
    """
    odd = {
        (share.seat, pot, share.half)
        for pot, award in enumerate(payments.awards)
        for share in award.shares
        if share.odd
    }
    for source, lucky in enumerate(payments.lines):
        if (lucky[0], *lucky[2:]) not in odd or lucky[1] < 2:
            continue
        for target, other in enumerate(payments.lines):
            if other[0] == lucky[0] or not may_take(lucky, other) or payments.last_line(other[0]) != target:
                continue
            if not goes_to_any:
                return payments.hand_with(_moved(payments.lines, source, target, 1), target)
            if other[1] > 1 and all(payments.paid[seat] == amount for seat, amount, _, _ in (lucky, other)):
                return payments.hand_with(_moved(payments.lines, target, source, 1), source)
    return None


def low_paid_without_a_qualifier_or_not_paid(spot: Spot) -> tuple[Hand, int] | None:
    payments = Payments(spot)
    lows = [index for index, line in enumerate(payments.lines) if line[3] == "low"]
    if lows:
        return _low_not_paid(payments, lows)
    if len(payments.lines) != 1:
        return None
    winner, amount, pot, _ = payments.lines[0]
    losers = payments.losers(payments.awards[pot].eligible)
    if not losers or amount < 4:
        return None
    low = (spot.rng.choice(losers), amount // 2, pot, "low")
    return payments.hand_with([(winner, amount - amount // 2, pot, "high"), low], 1)


def _low_not_paid(payments: Payments, lows: list[int]) -> tuple[Hand, int] | None:
    """Each high takes the whole pot."""
    lines: list[Line] = []
    for seat, amount, pot, half in payments.lines:
        if half == "low" and lines and lines[-1][2:] == (pot, "high"):
            lines[-1] = (lines[-1][0], lines[-1][1] + amount, pot, "high")
        else:
            lines.append((seat, amount, pot, half))
    seats = {payments.lines[index][0] for index in lows}
    winners = {line[0] for line in lines}
    small = min(payments.lines[index][1] for index in lows) < 2  # a single chip may be the odd one of a tie
    if small or len(winners) != 1 or winners & seats or any(line[3] == "low" for line in lines):
        return None
    return payments.hand_with(lines, len(lines) - 1)


def rake_outside_the_schedule(spot: Spot) -> tuple[Hand, int] | None:
    """The house takes more than its schedule, or where it has none to show, less than nothing."""
    payments = Payments(spot)
    rakes = [index for index, event in enumerate(payments.before + payments.after) if isinstance(event, e.Rake)]
    if len(rakes) != 1 or len(payments.lines) != 1:
        return None
    both = payments.before + payments.after
    rake = both[rakes[0]]
    assert isinstance(rake, e.Rake)
    unknown = spot.house.rake_schedule in (RakeSchedule.UNKNOWN, RakeSchedule.AS_STATED)
    more = -rake.amount - spot.rng.randint(1, 9) if unknown else spot.rng.randint(1, 9)
    if unknown and payments.table.street == 3 and not spot.house.rake_third_street:
        more = odd_chips(payments, spot.house) + spot.rng.randint(1, 9)
    last = len(payments.lines) - 1
    seat, amount, pot, half = payments.lines[last]
    if amount <= more:
        return None
    payments.lines[last] = (seat, amount - more, pot, half)
    wrong = e.Rake(rake.amount + more, rake.pot)
    part, index = (payments.before, rakes[0]) if rakes[0] < len(payments.before) else (payments.after, 0)
    part[part.index(rake)] = wrong
    hand, _ = payments.hand_with(payments.lines, 0)
    assert index >= 0
    return hand, hand.events.index(wrong)


def pot_not_paid_out(spot: Spot) -> tuple[Hand, int] | None:
    """One of the winners is paid nothing at all."""
    payments = Payments(spot)
    if not payments.lines:
        return None
    forgotten = spot.rng.choice(sorted(payments.paid))
    hand, _ = payments.hand_with([line for line in payments.lines if line[0] != forgotten], 0)
    return hand, len(hand.events) - 1


def void_hand_refund_wrong_or_missing(spot: Spot) -> tuple[Hand, int] | None:
    """The hand is cancelled on the way, and one seat gets back more or less than it put in."""
    over = min(spot.indices(e.Return, e.Show, e.Muck, e.Collect))
    at = spot.rng.randrange(spot.first_act(), over + 1)
    table = spot.table_at(at)
    put_in = [(seat, chips) for seat, chips in enumerate(table.put_in) if chips]
    wronged = spot.rng.choice(put_in)
    wrong = spot.rng.choice((0, wronged[1] - 1, wronged[1] + 1))
    backs = [e.Return(seat, wrong if (seat, chips) == wronged else chips) for seat, chips in put_in]
    events = [*spot.events[:at], e.Void(), *[back for back in backs if back.amount], e.LogEnd(complete=True)]
    return spot.with_events(events), len(events) - 1


def rake_from_the_wrong_pot(spot: Spot) -> tuple[Hand, int] | None:
    """The rake is taken from another pot than the house or the log's own rake lines say."""
    payments = Payments(spot)
    named = [event for event in spot.events if isinstance(event, e.Rake) and event.pot >= 0]
    if spot.house.rake_from is RakeFrom.AS_LOGGED and not named:
        return None
    least = odd_chips(payments, spot.house) + 1
    won = [{share.seat for share in award.shares} for award in payments.awards]
    for target, (seat, _, pot, _) in enumerate(payments.lines):
        most = payments.awards[pot].rake
        for source, (loser, amount, other, _) in enumerate(payments.lines):
            apart = not any({seat, loser} <= winners for winners in won)
            if least <= most and other != pot and apart and amount > most and payments.last_line(seat) == target:
                chips = spot.rng.randint(least, most)
                return payments.hand_with(_moved(payments.lines, source, target, chips), target)
    return None
