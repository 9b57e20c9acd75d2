"""Writes a hand as PartyPoker would: what `auditor.formats.rooms.partypoker` reads.

What the room never logs is left out: opponents' cards, burns, uncalled bets, pots and rake. Who opens a street is
always logged, so where the hand does not say it the first to act is named.
"""

from collections.abc import Callable
from datetime import datetime

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, UNSEEN, name_of
from auditor.engine.hand import Game, Hand
from auditor.engine.ranks import description, high_value
from auditor.formats.amounts import spell
from tests.printers.chips_in_play import ChipsInPlay, dealt_after
from tests.printers.english import high_words, low_words

GAMES = {Game.STUD: "7 Card Stud", Game.STUD8: "7 Card Stud Hi-Lo"}
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
STREETS = {3: "", 4: " Fourth street", 5: " Fifth street", 6: " Sixth street", 7: " River"}
REMARKS = {
    "no_low": "There was no qualifying low hand",
    "chat": "{}: nice hand",
    "joins": "{} has joined the table.",
    "leaves": "{} has left the table.",
    "disconnected": "{} is disconnected. We will wait for {} to reconnect for a maximum of 14 seconds",
    "connected": "{} has been reconnected and has 20 seconds to act.",
    "timed_out": "{} did not respond in time",
    "sits_out": "{} is sitting out",
    "returns": "{} has returned",
}
ACTS = (e.BringIn, e.Wager, e.Call, e.Check, e.Fold)


def print_hand(hand: Hand, hero: int = 0) -> str:
    """The text of one hand, with a blank line at its end. Only the cards of `hero` are dealt in it; 0: the lowest seat
    whose cards the log knows.
    """
    return _Printer(hand, hero).text()


class _Printer:
    def __init__(self, hand: Hand, hero: int) -> None:
        known = [event.seat for event in hand.events if isinstance(event, e.Deal) and min(event.down, default=-1) >= 0]
        self.hand = hand
        self.hero = hero or min(known, default=0)
        self.names = {seat.number: seat.player for seat in hand.seats} | {e.STRANGER: "railbird"}
        self.chips = ChipsInPlay()
        self.lines: list[str] = []
        self.shown: dict[int, tuple[int, ...]] = {}
        self.highs: dict[int, str] = {}
        self.lows: dict[int, str] = {}
        self.opened = True

    def amount(self, chips: int) -> str:
        unit = self.hand.unit
        if unit.currency not in SYMBOLS:
            return f"{chips:,}" if unit.minor == 0 else spell(chips, unit.minor)
        return f"{SYMBOLS[unit.currency]}{spell(chips, unit.minor)} {unit.currency}"

    def text(self) -> str:
        self.head()
        for at, event in enumerate(self.hand.events):
            if isinstance(event, e.Opens) or (not self.opened and isinstance(event, ACTS)):
                self.lines.append(f"{self.names[event.seat]} opens")
                self.opened = True
            writer = _WRITERS.get(type(event))
            if writer is not None:
                writer(self, event, at)
            self.chips.take(event)
        return "\n".join(self.lines) + "\n\n"

    def head(self) -> None:
        hand = self.hand
        number = hand.number or "1"
        small, big = [self.amount(bet or 0).partition(" ")[0] for bet in (hand.stakes.small_bet, hand.stakes.big_bet)]
        game = GAMES[hand.game]
        if hand.tournament:
            level = f"Stakes-Antes({small}/{big}-{self.amount(hand.stakes.ante or 0)})"
            title = f"FL {game} $6 USD Buy-in Trny:{hand.tournament} Level:2  {level}"
        else:
            currency = f" {hand.unit.currency}" if hand.unit.currency in SYMBOLS else ""
            title = f"{small}/{big}{currency} FL {game}"
        self.lines += [
            f"#Game No : {number} ",
            f"***** Hand History for Game {number} *****",
            f"{title} - {_time_of(hand)}",
        ]
        money = "Real" if hand.tournament or hand.unit.currency in SYMBOLS else "Play"
        self.lines.append(f"Table {hand.table or 'Table 136403'} ({money} Money)")
        self.lines.append(f"Seat {hand.button} is the button")
        self.lines.append(f"Total number of players : {len(hand.seats)}/{hand.most_seats or 8} ")
        self.lines += [f"Seat {seat.number}: {seat.player} ( {self.amount(seat.stack or 0)} )" for seat in hand.seats]

    def say(self, seat: int, words: str, chips: int | None = None) -> None:
        self.lines.append(f"{self.names[seat]} {words}{'' if chips is None else f' [{self.amount(chips)}]'}")

    def pay(self, event: e.BringIn | e.Call | e.Wager, words: str) -> None:
        self.say(event.seat, words, event.to - self.chips.front[event.seat])

    def ante(self, event: e.Ante, _: int) -> None:
        self.say(event.seat, "posts ante", event.amount)

    def street(self, event: e.Street, at: int) -> None:
        deals, community = dealt_after(self.hand.events, at)
        self.lines.append(
            f"** Dealing{STREETS[event.street]} **{f' [ {_names(tuple(community))} ]' if community else ''}"
        )
        self.opened = False
        deal = deals.get(self.hero)
        cards = deal.down + deal.up if deal else ()
        if deal and cards and UNSEEN not in cards:
            new = deal.spelled if NO_CARD in cards else " ".join(name_of(card) for card in cards)
            self.lines.append(f"Dealt to {self.names[self.hero]} [  {new} ]")

    def bring_in(self, event: e.BringIn, _: int) -> None:
        if event.all_in:
            self.say(event.seat, "is all-In ", event.to)
        else:
            self.pay(event, "bring-ins")

    def wager(self, event: e.Wager, _: int) -> None:
        double = self.chips.street == 4 and not self.chips.level and event.to == self.hand.stakes.big_bet
        verb = "is all-In " if event.all_in else "double bets" if double else event.verb
        self.pay(event, verb)

    def call(self, event: e.Call, _: int) -> None:
        self.pay(event, "is all-In " if event.all_in else "calls")

    def fold(self, event: e.Fold, _: int) -> None:
        self.say(event.seat, "folds")

    def check(self, event: e.Check, _: int) -> None:
        self.say(event.seat, "checks")

    def show(self, event: e.Show, _: int) -> None:
        if event.high or event.cards != self.shown.get(event.seat):
            self.shown[event.seat] = event.cards
            words = self.highs[event.seat] = high_words(event.high, deuce="Two")
            self.say(event.seat, f"shows [ {_names(event.cards)} ]{words}.")
        if event.low:
            words = self.lows[event.seat] = low_words(event.low)
            self.lines.append(f"{self.names[event.seat]} shows{words}  for low.")

    def muck(self, event: e.Muck, at: int) -> None:
        after = self.hand.events[at + 1] if at + 1 < len(self.hand.events) else None
        if isinstance(after, e.Reveal) and after.seat == event.seat:
            words = high_words(description(high_value(list(after.cards))), deuce="Two")
            self.say(event.seat, f"doesn't show [ {_names(after.cards)} ]{words}.")
        else:
            self.say(event.seat, "does not show cards.")

    def collect(self, event: e.Collect, _: int) -> None:
        chips = self.amount(event.amount)
        if self.hand.unit.currency not in SYMBOLS:
            chips += " chips"
        half = {"low": "Lo", "high": "Hi"}.get(event.half)
        pot = {e.ANY_POT: "", 0: " from the main pot"}.get(event.pot, f" from the side pot {event.pot}")
        words = (self.lows if event.half == "low" else self.highs).get(event.seat)
        named = f" with {words}." if pot and words else ""
        self.say(event.seat, f"wins {f'{half} ({chips})' if half else chips}{pot}{named}")

    def remark(self, event: e.Remark, _: int) -> None:
        name = self.names.get(event.seat, "")
        self.lines.append(REMARKS.get(event.kind, "{} does not show cards.").format(name, name))

    def illegible(self, event: e.Illegible, _: int) -> None:
        self.lines.append(event.text)


_WRITERS: dict[type, Callable[..., None]] = {
    e.Ante: _Printer.ante,
    e.Street: _Printer.street,
    e.BringIn: _Printer.bring_in,
    e.Wager: _Printer.wager,
    e.Call: _Printer.call,
    e.Fold: _Printer.fold,
    e.Check: _Printer.check,
    e.Show: _Printer.show,
    e.Muck: _Printer.muck,
    e.Collect: _Printer.collect,
    e.Remark: _Printer.remark,
    e.Illegible: _Printer.illegible,
}


def _names(cards: tuple[int, ...]) -> str:
    return ", ".join(name_of(card) for card in cards)


def _time_of(hand: Hand) -> str:
    """The log's own words, or the moment it names in Greenwich, or a moment of our choice."""
    if hand.local:
        return hand.local
    when = datetime.fromisoformat(hand.played or "2012-03-07T20:15:30Z")
    return when.strftime("%A, %B %d, %H:%M:%S GMT %Y")
