"""Writes a hand as PokerStars would: what `auditor.formats.rooms.pokerstars` reads.

What the room never logs is left out: burns, whose turn it is, the cards of opponents that are face down, and on 7th
street all but the hero's. `completes` is written as the room does: a bet, or a raise over the bring-in.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, UNSEEN, name_of
from auditor.engine.hand import Game, Hand, Structure
from auditor.formats.amounts import spell
from tests.printers.chips_in_play import dealt_after
from tests.printers.english import high_words, low_words
from tests.printers.named import names
from tests.printers.summed_up import SummedUp

GAMES = {Game.STUD: "7 Card Stud", Game.STUD8: "7 Card Stud Hi/Lo", Game.RAZZ: "Razz"}
LIMITS = {Structure.FIXED: "Limit", Structure.POT: "Pot Limit", Structure.NO: "No Limit", Structure.SPREAD: "Limit"}
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
STREETS = {3: "3rd STREET", 4: "4th STREET", 5: "5th STREET", 6: "6th STREET", 7: "RIVER"}
FOLDED = {0: "3rd Street", 3: "3rd Street", 4: "4th Street", 5: "5th Street", 6: "6th Street", 7: "River"}
REMARKS = {
    "capped": "Betting is capped",
    "double_allowed": "Pair on board - a double bet is allowed",
    "no_low": "No low hand qualified",
    "chat": '{} said, "nice hand: well played"',
    "joins": "{} joins the table at seat #6 ",
    "leaves": "{} leaves the table",
    "disconnected": "{} is disconnected ",
    "connected": "{} is connected ",
    "timed_out": "{} has timed out",
    "sits_out": "{} is sitting out",
    "returns": "{} has returned",
}


def print_hand(hand: Hand, hero: int = 0) -> str:
    """The text of one hand, with a blank line at its end. `hero` sees his cards face down; 0: the lowest seat whose
    cards the log knows.
    """
    return _Printer(hand, hero).text()


class _Printer(SummedUp):
    def __init__(self, hand: Hand, hero: int) -> None:
        super().__init__(hand, hero or _hero_of(hand))
        self.pots: dict[int, int] = {}

    def amount(self, chips: int) -> str:
        return SYMBOLS.get(self.hand.unit.currency, "") + spell(chips, self.hand.unit.minor)

    # --- above the antes

    def head(self) -> None:
        hand = self.hand
        game = f"{GAMES[hand.game]} {LIMITS[hand.structure]}"
        small, big = [self.amount(bet or 0) for bet in (hand.stakes.small_bet, hand.stakes.big_bet)]
        if hand.tournament:
            stakes = f"Tournament #{hand.tournament}, $10+$1 USD {game} - Level I ({small}/{big})"
        else:
            currency = f" {hand.unit.currency}" if hand.unit.currency in SYMBOLS else ""
            stakes = f" {game} ({small}/{big}{currency})"
        self.lines.append(f"PokerStars Hand #{hand.number or 1}: {stakes} - {_time_of(hand)}")
        button = f" Seat #{hand.button} is the button" if hand.button else ""
        self.lines.append(f"Table '{hand.table or 'Vega II'}' {hand.most_seats or 8}-max{button}")
        for seat in hand.seats:
            out = "" if seat.dealt_in else "is sitting out"
            self.lines.append(f"Seat {seat.number}: {seat.player} ({self.amount(seat.stack or 0)} in chips) {out}")

    # --- acts

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:
        self.lines.append(f"{self.names[seat]}: {words}{' and is all-in' if all_in else ''}")

    def ante(self, event: e.Ante, _: int) -> None:
        self.say(event.seat, f"posts the ante {self.amount(event.amount)}", all_in=event.all_in)

    def street(self, event: e.Street, at: int) -> None:
        deals, community = dealt_after(self.hand.events, at)
        self.lines.append(f"*** {STREETS[event.street]} ***{f' [{names(tuple(community))}]' if community else ''}")
        for deal in deals.values():
            self.deal(deal)

    def deal(self, event: e.Deal) -> None:
        cards = event.down + event.up if event.seat == self.hero else event.up
        if not cards or UNSEEN in cards:
            return
        new = event.spelled if NO_CARD in cards else " ".join(name_of(card) for card in cards)
        before = self.cards.get(event.seat, "")
        self.cards[event.seat] = f"{before} {new}".strip()
        self.lines.append(f"Dealt to {self.names[event.seat]}{f' [{before}]' if before else ''} [{new}]")

    def wager(self, event: e.Wager, _: int) -> None:
        level = self.chips.level
        words = f"raises {self.amount(event.to - level)} to {self.amount(event.to)}"
        if not level:
            words = f"bets {self.amount(event.to)}"
        self.say(event.seat, words, all_in=event.all_in)

    def fold(self, event: e.Fold, _: int) -> None:
        self.say(event.seat, "folds ")

    def check(self, event: e.Check, _: int) -> None:
        self.say(event.seat, "checks ")

    def uncalled(self, event: e.Return, _: int) -> None:
        self.lines.append(f"Uncalled bet ({self.amount(event.amount)}) returned to {self.names[event.seat]}")

    def remark(self, event: e.Remark, _: int) -> None:
        if event.kind in REMARKS:
            self.lines.append(REMARKS[event.kind].format(self.names.get(event.seat, "")))
        else:
            self.say(event.seat, "doesn't show hand ")

    def void(self, _event: e.Void, _: int) -> None:
        self.lines.append("Hand cancelled")

    # --- showdown and summary

    def show_down(self) -> None:
        if not self.shown and not self.mucked:
            self.lines.append("*** SHOW DOWN ***")

    def show(self, event: e.Show, _: int) -> None:
        uncontested = self.collected and not self.shown and not self.mucked
        if not uncontested:  # else it is a courtesy, which the summary passes over
            self.show_down()
            self.shown[event.seat] = event
        words = _words(event, self.hand.game)
        self.say(event.seat, f"shows [{names(event.cards)}]{f' ({words})' if words else ''}")

    def muck(self, event: e.Muck, _: int) -> None:
        self.show_down()
        self.mucked.add(event.seat)
        self.say(event.seat, "mucks hand ")

    def collect(self, event: e.Collect, _: int) -> None:
        pot = "pot" if event.pot < 0 else "main pot" if event.pot == 0 else f"side pot-{event.pot}"
        if event.pot > 0 and len(self.side_pots) == 1:
            pot = "side pot"
        self.collected[event.seat] = self.collected.get(event.seat, 0) + event.amount
        self.pots[event.pot] = self.pots.get(event.pot, 0) + event.amount
        self.lines.append(f"{self.names[event.seat]} collected {self.amount(event.amount)} from {pot}")

    def end(self, event: e.LogEnd, _: int) -> None:
        if not event.complete:
            return
        stated = {total.pot: total.amount for total in self.hand.events if isinstance(total, e.PotTotal)}
        rakes = [rake.amount for rake in self.hand.events if isinstance(rake, e.Rake)]
        total = stated.get(e.ANY_POT, self.chips.pot)
        rake = sum(rakes) if rakes else total - sum(self.collected.values())
        pots = self.net_pots(stated) if len(stated) > 1 else self.pots
        parts = [f"Main pot {self.amount(pots[0])}."] if 0 in pots else []
        numbered = len(self.side_pots) > 1
        for pot in sorted(self.side_pots & pots.keys()):
            parts.append(f"Side pot{f'-{pot}' if numbered else ''} {self.amount(pots[pot])}.")
        self.lines.append("*** SUMMARY ***")
        self.lines.append(" ".join([f"Total pot {self.amount(total)}", *parts, f"| Rake {self.amount(rake)} "]))
        for community in self.hand.events:
            if isinstance(community, e.Community):
                self.lines.append(f"Board [{name_of(community.card)}]")
        for seat in self.hand.seats:
            self.summary_of(seat.number)

    def net_pots(self, stated: dict[int, int]) -> dict[int, int]:
        """The room states single pots net of their rake, whichever way the hand has them."""
        pots = {pot: amount for pot, amount in stated.items() if pot != e.ANY_POT}
        if sum(pots.values()) == stated.get(e.ANY_POT):
            for rake in self.hand.events:
                if isinstance(rake, e.Rake):
                    left = rake.amount
                    for pot in [rake.pot] if rake.pot >= 0 else sorted(pots):
                        taken = min(left, pots[pot])
                        pots[pot] -= taken
                        left -= taken
        return pots

    def summary_of(self, seat: int) -> None:
        won = self.collected.get(seat)
        show = self.shown.get(seat)
        if show is not None:
            words = _words(show, self.hand.game)
            outcome = f"and won ({self.amount(won)})" if won is not None else "and lost"
            told = f"showed [{names(show.cards)}] {outcome}{f' with {words}' if words else ''}"
        elif won is not None:
            told = f"collected ({self.amount(won)})"
        elif seat in self.chips.folded:
            bet = "" if seat in self.chips.bet else " (didn't bet)"
            told = f"folded on the {FOLDED[self.chips.folded[seat]]}{bet}"
        else:
            told = f"mucked [{self.revealed[seat]}]" if seat in self.revealed else "mucked"
        self.lines.append(f"Seat {seat}: {self.names[seat]} {told}")


def _hero_of(hand: Hand) -> int:
    known = [event.seat for event in hand.events if isinstance(event, e.Deal) and event.down and max(event.down) >= 0]
    return min(known, default=0)


def _words(show: e.Show, game: Game) -> str:
    high = high_words(show.high)
    low = low_words(show.low) if show.low else ""
    if game == Game.STUD:
        return high
    if game == Game.RAZZ:
        return f"Lo: {low or high}" if low or high else ""
    return "; ".join([part for part in (f"HI: {high}" if high else "", f"LO: {low}" if low else "") if part])


def _time_of(hand: Hand) -> str:
    """The log's own words, or the moment it names on a clock in New York, or a moment of our choice."""
    if hand.local:
        return hand.local
    if not hand.played:
        return "2024/03/07 20:15:30 ET"
    there = datetime.fromisoformat(hand.played).astimezone(ZoneInfo("America/New_York"))
    return there.strftime("%Y/%m/%d %H:%M:%S ET")
