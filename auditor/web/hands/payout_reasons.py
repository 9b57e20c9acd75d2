"""Says to a player why his payout is wrong: the pots and their winners, the hands that were compared, and why a seat
cannot win a pot.

A sentence names the hand of another seat only if that seat showed all its cards at the table.
"""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.cards import RANK_WORDS, names_of
from auditor.engine.events import Misdeal
from auditor.engine.findings import Report, Unseen
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house.parameter_types import in_words
from auditor.engine.law.holdings import cards_of, high_of, low_of, playing_cards
from auditor.engine.law.payout import claimants
from auditor.engine.ranks import HIGH_CARD, NO_LOW, high_cards, low_cards, low_description, low_name
from auditor.engine.settlement import PotAward, SeatAccount, Settlement, Share
from auditor.engine.settlement.holding_words import five_of_high, five_of_low, high_words, low_words
from auditor.engine.settlement.restitution import HOUSE, UNACCOUNTED
from auditor.engine.table import SEAT_BIT, Table, seats_in
from auditor.web.hands.money_words import money

# The formulas around the rule in a stored clause: `Silent; filled from roberts: ` and ` (assumed)`.
_SOURCE: Final = re.compile(r"\ASilent; filled from [^:]+: | \(assumed\)\Z")
_MOST_COMPARED: Final = 6  # sentences that compare two hands
_ORDINALS: Final = ("main pot", "first side pot", "second side pot", "third side pot", "fourth side pot")


def reasons_for(report: Report, house: House, account: SeatAccount) -> list[str]:
    """Returns the sentences for the player of `account`; no sentences if his payout is right or unknown."""
    if not account.difference or report.table is None:
        return []
    if report.settlement.void:
        return _of_cancelled(report.hand, account)
    return _Reasons(report, report.table, house, account).sentences()


def _of_cancelled(hand: Hand, account: SeatAccount) -> list[str]:
    misdealt = any(isinstance(event, Misdeal) for event in hand.events)
    begin = "After a misdeal, no hand wins the pot" if misdealt else "The hand was cancelled, so no hand wins the pot"
    return [f"{begin}: everybody gets back what he put in. You put in {money(hand, account.put_in)}."]


class _Reasons:
    """Writes the reasons for one player. His seat is `you` in the sentences."""

    def __init__(self, report: Report, table: Table, house: House, account: SeatAccount) -> None:
        self._table: Final = table
        self._house: Final = house
        self._settlement: Final = report.settlement
        self._own: Final = account
        every = report.settlement.seats
        self._over: Final = [each.seat for each in every if (each.difference or 0) > 0]
        self._short: Final = [each.seat for each in every if (each.difference or 0) < 0]
        self._givers: Final = {
            each.giver if each.taker == account.seat else each.taker
            for each in report.transfers
            if account.seat in (each.giver, each.taker)
        }

    def sentences(self) -> list[str]:
        """Returns the reasons: why a seat cannot win, the comparisons of hands, the pots, and the rake."""
        wrongly_paid = [self._own.seat] if (self._own.difference or 0) > 0 else self._over
        barred = [sentence for seat in wrongly_paid for sentence in self._barred(seat)]
        pots = [*self._pots(), *_odd_chip_rules(self._settlement)]
        return [*barred, *self._compared(wrongly_paid), *self._uncalled(), *pots, *self._rake()]

    def _barred(self, seat: int) -> list[str]:
        """Says why a seat cannot win some pot, or any pot."""
        bit, who = SEAT_BIT[seat], self._who(seat)
        if self._table.folded & bit:
            return [f"{who} folded, so {self._them(seat)} can win no pot."]
        if self._table.mucked & ~self._table.shown & bit:
            return [f"{who} gave up the hand without showing it (mucked), so {self._them(seat)} can win no pot."]
        pots = self._settlement.pots
        own = [index for index, pot in enumerate(pots) if seat in pot.eligible]
        if len(own) == len(pots) or not own:
            return []
        put_in = next(each.put_in for each in self._settlement.seats if each.seat == seat)
        amount, names = self._money(put_in), in_words([f"the {self._pot_name(index)}" for index in own], "and")
        if seat == self._own.seat:
            return [f"You were all-in for {amount}, so you play only for {names}."]
        return [f"{who} was all-in for {amount}, so it plays only for {names}."]

    def _compared(self, wrongly_paid: Sequence[int]) -> list[str]:
        """Compares the hands of the seats that were paid wrongly with the hands of the seats that win. If nobody was
        paid wrongly, compares the hand of the player with the best other hand.
        """
        sentences: dict[str, None] = {}
        for pot in self._settlement.pots:
            claiming = claimants(self._table, sum([SEAT_BIT[seat] for seat in pot.eligible]))
            for share in pot.shares:
                if share.seat not in self._short or (self._own.seat not in (share.seat, *wrongly_paid)):
                    continue
                if self._own.seat in self._short and share.seat != self._own.seat:
                    continue
                winners = {each.seat for each in pot.shares if each.half == share.half}
                losers = [seat for seat in seats_in(claiming) if seat not in winners and self._is_public(seat)]
                if UNACCOUNTED not in self._givers:
                    losers = [seat for seat in losers if seat in wrongly_paid]
                for loser in losers:
                    sentences |= dict.fromkeys(self._beaten(share, loser))
        return list(sentences)[:_MOST_COMPARED]

    def _beaten(self, share: Share, loser: int) -> list[str]:
        for_low = self._table.hand.game is Game.RAZZ or share.half == "low"
        if not self._is_public(share.seat):
            return []
        try:
            best, other = (self._value(seat, for_low=for_low) for seat in (share.seat, loser))
        except Unseen:
            return []
        wins = self._what_wins(share.half)
        if for_low and other == NO_LOW:
            verb = "have" if loser == self._own.seat else "has"
            return [
                f"{self._who(loser)} {verb} no low hand that counts, so {self._them(loser)} cannot win the low half."
            ]
        if best == other:
            return []
        named = self._named(share.seat, best, for_low=for_low)
        close = _deciding_words(best, other, for_low=for_low)
        return [f"{named[:1].upper()}{named[1:]} beats {self._named(loser, other, for_low=for_low)}: {wins}{close}."]

    def _what_wins(self, half: str) -> str:
        if half == "whole":
            return f"in this game the {'lowest' if self._table.hand.game is Game.RAZZ else 'highest'} hand wins"
        return f"the {'lowest' if half == 'low' else 'highest'} hand wins the {half} half"

    def _value(self, seat: int, *, for_low: bool) -> int:
        return low_of(self._table, seat, self._house) if for_low else high_of(self._table, seat)

    def _named(self, seat: int, value: int, *, for_low: bool) -> str:
        """Names a hand, such as `your eight low (8-7-5-4-A)` or `seat 3's hand (a pair of kings: Ks Kc Ah Th 9c)`."""
        whose = "your" if seat == self._own.seat else f"seat {seat}'s"
        if not for_low:
            five = names_of(five_of_high(playing_cards(self._table, seat), value))
            return f"{whose} hand ({high_words(value)}: {five})"
        category, *held = low_description(value)
        if category == HIGH_CARD:
            return f"{whose} {RANK_WORDS[held[0]]} low ({low_name(value)})"
        five = names_of(five_of_low(playing_cards(self._table, seat), value))
        return f"{whose} hand ({low_words(value)}: {five})"

    def _is_public(self, seat: int) -> bool:
        """Whether the player may read about the hand of a seat: it is his own, or the seat showed all its cards."""
        if seat == self._own.seat:
            return True
        try:
            cards = cards_of(self._table, seat)
        except Unseen:
            return False
        return set(cards) <= {*self._table.up[seat], *self._table.showed[seat]}

    def _pots(self) -> list[str]:
        return [self._pot(index, pot) for index, pot in enumerate(self._settlement.pots)]

    def _pot(self, index: int, pot: PotAward) -> str:
        head = f"The {self._pot_name(index)} has {self._money(pot.amount)}"
        if len(self._settlement.pots) > 1:
            head += f" (for {in_words([self._who(seat).lower() for seat in pot.eligible], 'and')})"
        if not pot.verifiable:
            return f"{head}. The log does not show who wins it."
        if pot.rake:
            left = self._money(pot.amount - pot.rake)
            head += f". The card room takes {self._money(pot.rake)} of rake, which leaves {left}"
        return f"{head}: {in_words([self._share(pot, share) for share in pot.shares], 'and')}."

    def _share(self, pot: PotAward, share: Share) -> str:
        you = share.seat == self._own.seat
        who = "you" if you else f"seat {share.seat}"
        amount = f"{self._money(share.amount)}{_odd_words(share)}"
        if len([each for each in pot.shares if each.half == share.half]) > 1:
            part = "of it" if share.half == "whole" else f"of the {share.half} half"
            return f"{who} {'get' if you else 'gets'} a part {part} ({amount})"
        if share.half != "whole":
            return f"{who} {'win' if you else 'wins'} the {share.half} half ({amount})"
        why = ""
        if len(pot.eligible) > 1:
            claiming = claimants(self._table, sum([SEAT_BIT[seat] for seat in pot.eligible]))
            why = ", because nobody else showed a hand" if claiming & (claiming - 1) == 0 else ""
        return f"{who} {'win' if you else 'wins'} all of it{why}"

    def _rake(self) -> list[str]:
        difference = self._settlement.rake_difference
        if not difference or HOUSE not in self._givers:
            return []
        logged, lawful = self._settlement.rake_logged or 0, self._settlement.rake_lawful or 0
        if logged < 0:
            return []
        return [f"The card room took {self._money(logged)} of rake. By its rules, it takes {self._money(lawful)}."]

    def _uncalled(self) -> list[str]:
        seat, amount = self._settlement.uncalled
        if not amount or seat not in (*self._over, *self._short):
            return []
        verb, whose = ("get", "You") if seat == self._own.seat else ("gets", f"Seat {seat}")
        return [f"{whose} {verb} back {self._money(amount)} that nobody called. These chips are in no pot."]

    def _pot_name(self, index: int) -> str:
        if len(self._settlement.pots) == 1:
            return "pot"
        return _ORDINALS[index] if index < len(_ORDINALS) else f"side pot {index}"

    def _who(self, seat: int) -> str:
        return "You" if seat == self._own.seat else f"Seat {seat}"

    def _them(self, seat: int) -> str:
        return "you" if seat == self._own.seat else "it"

    def _money(self, amount: int) -> str:
        return money(self._table.hand, amount)


def _deciding_words(best: int, other: int, *, for_low: bool) -> str:
    """If two hands have the same name, such as a pair of aces, returns words that say which card decides; else empty
    words.
    """
    ranks_of, words_of = (low_cards, _low_title) if for_low else (high_cards, high_words)
    if words_of(best) != words_of(other):
        return ""
    pairs = zip(ranks_of(best), ranks_of(other), strict=True)
    differing = next(((RANK_WORDS[mine], RANK_WORDS[theirs]) for mine, theirs in pairs if mine != theirs), None)
    if differing is None:
        return ""
    return f". The first cards are equal, so the next card decides: {differing[0]} against {differing[1]}"


def _low_title(value: int) -> str:
    """Returns the name of a low hand without its lower cards: `eight`, or `a pair of sevens`."""
    category, *held = low_description(value)
    return RANK_WORDS[held[0]] if category == HIGH_CARD else low_words(value)


def _odd_words(share: Share) -> str:
    if not share.odd:
        return ""
    return f", with the odd chip for the card {names_of([share.card])}" if share.card >= 0 else ", with the odd chip"


def _odd_chip_rules(settlement: Settlement) -> list[str]:
    """Returns the rules that decided who got the odd chips. Our formulas about the source of a rule are left out."""
    rules: dict[str, None] = {}
    for reason in dict.fromkeys([reason for pot in settlement.pots for reason in pot.reasons]):
        rule = _SOURCE.sub("", reason)
        if not rule.startswith(("Silent", "Not seen")):
            rules[f"{rule.rstrip('.')}."] = None
    return ["An odd chip is left if a pot cannot be divided evenly.", *rules] if rules else []
