"""Writes a hand as Full Tilt would: what `auditor.formats.rooms.fulltilt` reads.

What the room never logs is left out: burns, the cards of opponents that are face down, and on 7th street all but the
hero's. Whose door card is the one is always logged: where the hand does not say it, the first to act is named.
"""

from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.hand import Game, Hand
from auditor.formats.amounts import spell
from tests.printers.chips_in_play import dealt_after
from tests.printers.english import high_words, low_words
from tests.printers.named import names
from tests.printers.summed_up import SummedUp

GAMES = {Game.STUD: "Stud Hi", Game.STUD8: "Stud H/L", Game.RAZZ: "Razz"}
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
NUMERALS = {3: "3RD", 4: "4TH", 5: "5TH", 6: "6TH", 7: "7TH"}
FOLDED = {0: "3rd", 3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}
REMARKS = {
    "capped": "Betting is capped",
    "double_allowed": "Pair on board - a double bet is allowed",
    "no_low": "No low hand qualified",
    "chat": "{}: nice hand: well played",
    "joins": "{} sits down",
    "leaves": "{} stands up",
    "disconnected": "{} has been disconnected",
    "connected": "{} has reconnected",
    "timed_out": "{} has timed out",
    "warned": "{} has 15 seconds left to act",
    "sits_out": "{} is sitting out",
    "returns": "{} has returned",
    "other": "{} is feeling confused",
}
OPENINGS = (e.BringIn, e.Wager, e.Call, e.Check, e.Fold)


def print_hand(hand: Hand, hero: int = 0) -> str:
    """The text of one hand, with a blank line at its end. `hero` sees his cards face down; 0: the first seat whose
    cards the log knows.
    """
    return _Printer(hand, hero).text()


class _Printer(SummedUp):
    writers: ClassVar[dict[type, str]] = {**SummedUp.writers, e.Opens: "opens", e.TopUp: "top_up"}

    def __init__(self, hand: Hand, hero: int) -> None:
        known = (event.seat for event in hand.events if isinstance(event, e.Deal) and max(event.down, default=-1) >= 0)
        super().__init__(hand, hero or next(known, 0))
        self.opened = False

    def amount(self, chips: int) -> str:
        symbol = SYMBOLS.get(self.hand.unit.currency)
        return f"{chips:,}" if symbol is None else symbol + spell(chips, self.hand.unit.minor)

    def before(self, event: e.Event, at: int) -> None:
        if not self.opened and isinstance(event, OPENINGS) and self.chips.street == 3:
            self.opens(e.Opens(event.seat), at)

    def head(self) -> None:
        hand = self.hand
        small, big, ante = hand.stakes.small_bet, hand.stakes.big_bet, hand.stakes.ante
        stakes = f"{self.amount(small or 0)}/{self.amount(big or 0)}"
        if ante is not None:
            stakes += f" Ante {self.amount(ante)}"
        size = f" ({hand.most_seats} max)" if hand.most_seats else ""
        place = f"Table {hand.table or 'Oak'}{size}"
        if hand.tournament:
            place = f"$5 + $0.50 Sit & Go ({hand.tournament}), {place}"
        title = f"Full Tilt Poker Game #{hand.number or 1}: {place}"
        self.lines.append(f"{title} - {stakes} - Limit {GAMES[hand.game]} - {_time_of(hand)}")
        for seat in hand.seats:
            out = "" if seat.dealt_in else ", is sitting out"
            self.lines.append(f"Seat {seat.number}: {seat.player} ({self.amount(seat.stack or 0)}){out}")

    # --- acts

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:
        self.lines.append(f"{self.names[seat]} {words}{', and is all in' if all_in else ''}")

    def ante(self, event: e.Ante, _: int) -> None:
        self.say(event.seat, f"antes {self.amount(event.amount)}", all_in=event.all_in)

    def street(self, event: e.Street, at: int) -> None:
        deals, community = dealt_after(self.hand.events, at)
        told = f" [{names(tuple(community))}]" if community else ""
        self.lines.append(f"*** {NUMERALS[event.street]} STREET ***{told}")
        for seat in dict.fromkeys(each.seat for each in self.hand.events[at:] if isinstance(each, e.Deal)):
            if seat in deals:
                self.deal(deals[seat])

    def deal(self, event: e.Deal) -> None:
        before = self.cards.get(event.seat, "")
        own = event.seat == self.hero or event.seat in self.shown  # what has been laid open is known
        cards = event.down + event.up if own else event.up
        if not cards or UNSEEN in cards:
            return
        new = event.spelled if NO_CARD in cards else names(cards)
        self.cards[event.seat] = f"{before} {new}".strip()
        if not before and len(cards) == 3:
            before, new = new[:5], new[6:]
        self.lines.append(f"Dealt to {self.names[event.seat]}{f' [{before}]' if before else ''} [{new}]")

    def opens(self, event: e.Opens, _: int) -> None:
        if self.chips.street != 3:
            return
        self.opened = True
        end = "high" if self.hand.game is Game.RAZZ else "low"
        self.say(event.seat, f"is {end} with [{self.cards.get(event.seat, '2c')[-2:]}]")

    def wager(self, event: e.Wager, _: int) -> None:
        words = {"completes": "completes it to", "bets": "bets", "raises": "raises to"}[event.verb]
        self.say(event.seat, f"{words} {self.amount(event.to)}", all_in=event.all_in)

    def fold(self, event: e.Fold, _: int) -> None:
        self.say(event.seat, "folds")

    def check(self, event: e.Check, _: int) -> None:
        self.say(event.seat, "checks")

    def top_up(self, event: e.TopUp, _: int) -> None:
        self.say(event.seat, f"adds {self.amount(event.amount)}")

    def uncalled(self, event: e.Return, _: int) -> None:
        self.lines.append(f"Uncalled bet of {self.amount(event.amount)} returned to {self.names[event.seat]}")

    def remark(self, event: e.Remark, _: int) -> None:
        if event.kind == "warned" and not event.seat:
            self.lines.append("5 seconds left to act")
        elif event.kind == "other" and event.seat == e.STRANGER:
            self.say(event.seat, f"adds {self.amount(40)}")
        else:
            self.lines.append(REMARKS[event.kind].format(self.names.get(event.seat, "")))

    def void(self, _event: e.Void, _: int) -> None:
        self.lines.append(f"Hand #{self.hand.number or 1} has been canceled")

    # --- showdown and summary

    def show_down(self) -> None:
        if not self.shown and not self.mucked and self.chips.street == 7:
            self.lines.append("*** SHOW DOWN ***")

    def show(self, event: e.Show, _: int) -> None:
        uncontested = self.collected and not self.shown and not self.mucked
        if not uncontested:  # else it is a courtesy, which the summary passes over
            self.show_down()
            self.shown[event.seat] = event
            self.cards[event.seat] = names(event.cards)
        words = _words(event)
        self.say(event.seat, f"shows [{names(event.cards)}]{f' {words}' if words else ''}")

    def muck(self, event: e.Muck, _: int) -> None:
        self.show_down()
        self.mucked.add(event.seat)
        self.say(event.seat, "mucks")

    def collect(self, event: e.Collect, _: int) -> None:
        half = f"{event.half} " if event.half in ("high", "low") else ""
        self.collected[event.seat] = self.collected.get(event.seat, 0) + event.amount
        self.say(event.seat, f"wins the {half}{self.pot(event.pot)} ({self.amount(event.amount)})")

    def pot(self, number: int) -> str:
        if number < 1:
            return "pot" if number < 0 else "main pot"
        return "side pot" if len(self.side_pots) == 1 else f"side pot #{number}"

    def end(self, event: e.LogEnd, _: int) -> None:
        if not event.complete:
            return
        stated = {total.pot: total.amount for total in self.hand.events if isinstance(total, e.PotTotal)}
        rakes = [rake.amount for rake in self.hand.events if isinstance(rake, e.Rake)]
        total = stated.pop(e.ANY_POT, self.chips.pot)
        rake = sum(rakes) if rakes else total - sum(self.collected.values())
        parts = [f"{self.pot(pot).capitalize()} {self.amount(stated[pot])}." for pot in sorted(stated)]
        self.lines.append("*** SUMMARY ***")
        self.lines.append(" ".join([f"Total pot {self.amount(total)}", *parts, f"| Rake {self.amount(rake)}"]))
        for seat in self.hand.seats:
            self.lines.append(f"Seat {seat.number}: {seat.player} {self.outcome_of(seat.number)}")

    def outcome_of(self, seat: int) -> str:
        won = self.collected.get(seat)
        show = self.shown.get(seat)
        if show is not None:
            outcome = f"and won ({self.amount(won)})" if won is not None else "and lost"
            return f"showed [{names(show.cards)}] {outcome}"
        if won is not None:
            return f"collected ({self.amount(won)}), mucked"
        if seat in self.chips.folded:
            return f"folded on {FOLDED[self.chips.folded[seat]]} St."
        if seat not in self.chips.put:
            return "is sitting out"
        return f"mucked [{self.revealed[seat]}]" if seat in self.revealed else "mucked"


def _words(show: e.Show) -> str:
    high = high_words(show.high, deuce="Two")
    if high.startswith("high card ") and len(show.high) > 2:
        second = high_words((0, show.high[2]), deuce="Two")
        high = f"{high.removeprefix('high card ')} {second.removeprefix('high card ')} high"
    low = low_words(show.low) if show.low else ""
    if high and low:
        return f"{high}, for high and {low}, for low"
    return high or low


def _time_of(hand: Hand) -> str:
    """The log's own words with the moment they name in New York, or a moment of our choice."""
    if not hand.played:
        return hand.local or "20:15:30 ET - 2010/03/07"
    there = datetime.fromisoformat(hand.played).astimezone(ZoneInfo("America/New_York"))
    stamp = there.strftime("%H:%M:%S ET - %Y/%m/%d")
    return f"{hand.local} [{stamp}]" if hand.local else stamp
