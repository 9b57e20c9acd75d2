"""How PokerKit shares pots, each rule of it that is not a house's own under a name that can be switched off.

With all of them it must come to what PokerKit pays, with none to what is settled here: then the difference of a hand is
those without which it would not be.
"""

from collections.abc import Collection
from fractions import Fraction
from typing import Final, NamedTuple

from auditor.engine.hand import Game, Hand
from auditor.engine.ranks import NO_LOW, eight_or_better, high_value, low_value
from auditor.engine.settlement import PotAward, Settlement
from auditor.engine.table import SEAT_BIT, Table

_NOTHING: Final = -1


class Worth(NamedTuple):
    """What a hand is worth in each half, the more the better; `_NOTHING` where it has no part in the low."""

    high: int
    low: int


def _worth(game: Game, cards: list[int]) -> Worth:
    if game is Game.RAZZ:
        return Worth(NO_LOW - low_value(cards), _NOTHING)
    low = eight_or_better(cards) if game is Game.STUD8 else NO_LOW
    return Worth(high_value(cards), NO_LOW - low if low != NO_LOW else _NOTHING)


class Payout:
    """The end of a hand whose cards are all known."""

    def __init__(self, hand: Hand, table: Table, settlement: Settlement, order: list[int]) -> None:
        self.order = order  # the seats as they are dealt to
        self.whole = not hand.unit.minor  # amounts are whole numbers to PokerKit
        self.awards = settlement.pots
        live = table.live & ~table.mucked or table.live  # nobody else is left where the last one mucks
        contending = [seat for seat in order if live & SEAT_BIT[seat]]
        self.worth = {seat: Worth(0, _NOTHING) for seat in contending}
        if len(contending) > 1:
            self.worth = {seat: _worth(hand.game, table.holding(seat) + table.community) for seat in contending}

    def paid(self, differences: Collection[str]) -> dict[int, Fraction]:
        """What each seat gets where PokerKit's rules of these names hold, and for the rest ours."""
        got = dict.fromkeys(self.order, Fraction(0))
        for amount, seats, award in self._pots("pots put together" in differences):
            for half, chips in self._halves(amount, seats, differences):
                winners = self._winners(half, seats)
                for seat, share in self._shares(chips, winners, half, award, differences).items():
                    got[seat] += share
        return got

    def _pots(self, put_together: bool) -> list[tuple[Fraction, list[int], PotAward]]:
        """Amounts, who contends for them, and our award of each."""
        pots: list[tuple[Fraction, list[int], PotAward]] = []
        beaten = {seat for seat in self.worth if put_together and not self._may_win(seat)}
        for award in self.awards:
            seats = [seat for seat in self.order if seat in award.eligible and seat in self.worth]
            seats = [seat for seat in seats if seat not in beaten]
            amount = Fraction(award.amount)
            if put_together and pots and pots[-1][1] == seats:
                amount += pots.pop()[0]
            pots.append((amount, seats, award))
        return pots

    def _may_win(self, seat: int) -> bool:
        """Whether a hand is among the best of some half of some pot."""
        for award in self.awards:
            seats = [each for each in award.eligible if each in self.worth]
            if seat in seats:
                mine = self.worth[seat]
                if mine.high == max(self.worth[each].high for each in seats):
                    return True
                if mine.low != _NOTHING and mine.low == max(self.worth[each].low for each in seats):
                    return True
        return False

    def _halves(self, amount: Fraction, seats: list[int], differences: Collection[str]) -> list[tuple[str, Fraction]]:
        asked = self.worth if "low without a low" in differences else seats
        if all(self.worth[seat].low == _NOTHING for seat in asked):
            return [("high", amount)]
        half = amount / 2
        if not (self._divides_exactly(differences)):
            half = Fraction(amount // 2)
        return [("high", amount - half), ("low", half)]

    def _winners(self, half: str, seats: list[int]) -> list[int]:
        best = max(getattr(self.worth[seat], half) for seat in seats)
        return [seat for seat in seats if getattr(self.worth[seat], half) == best]

    def _shares(
        self, chips: Fraction, winners: list[int], half: str, award: PotAward, differences: Collection[str]
    ) -> dict[int, Fraction]:
        if self._divides_exactly(differences):
            return dict.fromkeys(winners, chips / len(winners))
        part, odd = divmod(chips, len(winners))
        shares = dict.fromkeys(winners, Fraction(part))
        if "odd chips to the first" in differences:
            shares[winners[0]] += odd
            return shares
        ours = {share.seat: share.amount for share in award.shares if (share.half == "low") == (half == "low")}
        for seat in sorted(winners, key=lambda seat: -ours.get(seat, 0))[: int(odd)]:
            shares[seat] += 1
        return shares

    def _divides_exactly(self, differences: Collection[str]) -> bool:
        return "fractions" in differences and not self.whole
