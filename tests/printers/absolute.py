"""Writes a hand as Absolute did: what `rooms.absolute` reads. All cards of a seat are written again on each street."""

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Game, Hand
from tests.printers.named import NUMERALS, Named, names

GAMES = {Game.STUD: "Seven Card Stud", Game.STUD8: "Seven Card Hi/Lo", Game.RAZZ: "Razz"}
FOLDED = {3: "3rd STREET", 7: "RIVER"}


def print_hand(hand: Hand) -> str:
    """The text of one hand, with a blank line at its end."""
    printer = _Printer(hand)
    printer.head()
    printer.write()
    printer.summary()
    return "\n".join(printer.lines) + "\n\n"


class _Printer(Named):
    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.showdown = False

    def amount(self, chips: int) -> str:
        return f"${self.money(chips)}"

    def head(self) -> None:
        hand = self.hand
        bets = "/".join([self.amount(bet or 0) for bet in (hand.stakes.small_bet, hand.stakes.big_bet)])
        number = f"Stage #{hand.number or 1}"
        self.lines.append(f"{number}: {GAMES[hand.game]}  Normal {bets} - 2009-03-20 21:05:00 (ET)")
        self.lines.append(f"Table: {hand.table or 'ELM ST'} (Real Money)")
        for seat in hand.seats:
            self.lines.append(f"Seat {seat.number} - {seat.player} ({self.amount(seat.stack or 0)} in chips)")

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:
        verb, _, rest = words.partition(" ")
        self.lines.append(f"{self.names[seat]} - {verb if not all_in else 'All-In'} {rest}".rstrip())

    def act(self, event: e.Event) -> None:
        added = event.to - self.chips.front[event.seat] if isinstance(event, e.Wager | e.Call | e.BringIn) else 0
        match event:
            case e.Ante():
                self.say(event.seat, f"Ante {self.amount(event.amount)}")
            case e.BringIn():
                self.say(event.seat, f"Bring-In {self.amount(event.to)}", all_in=event.all_in)
            case e.Wager() if event.verb == "bets":
                self.say(event.seat, f"Bets {self.amount(added)}", all_in=event.all_in)
            case e.Wager():
                verb = "All-In(Raise)" if event.all_in else "Raises"
                self.say(event.seat, f"{verb} {self.amount(added)} to {self.amount(event.to)}")
            case e.Call():
                self.say(event.seat, f"Calls {self.amount(added)}", all_in=event.all_in)
            case e.Fold():
                self.say(event.seat, "Folds")
            case _:
                self.say(event.seat, "Checks")

    def street(self, event: e.Street, at: int) -> None:
        super().street(event, at)
        if event.street == 7:
            title = next(at for at in range(len(self.lines) - 1, -1, -1) if self.lines[at].startswith("*** 7th"))
            self.lines[title] = self.lines[title].replace("7th STREET", "RIVER")

    def deal(self, event: e.Deal) -> None:
        own = event.seat == self.hero
        new = (event.down if own else (UNSEEN,) * len(event.down)) + event.up
        told = " ".join([self.cards.get(event.seat, ""), *["H" if card == UNSEEN else names((card,)) for card in new]])
        self.cards[event.seat] = told.strip()
        self.lines.append(f"{self.names[event.seat]} - Pocket [{told.strip()}]")

    def returned(self, event: e.Return) -> None:
        self.lines.append(f"{self.names[event.seat]} - returned ({self.amount(event.amount)}) : not called")

    def begin_showdown(self) -> None:
        if not self.showdown:
            self.showdown = True
            self.lines.append("*** SHOW DOWN ***")

    def show(self, event: e.Show) -> None:
        self.begin_showdown()
        self.say(event.seat, f"Shows [{names(event.cards)}]")

    def muck(self, event: e.Muck) -> None:
        self.begin_showdown()
        self.say(event.seat, "Mucks")

    def collect(self, event: e.Collect) -> None:
        self.begin_showdown()
        pot = f"side pot-{event.pot}" if event.pot > 0 else "main pot"
        self.lines.append(f"{self.names[event.seat]} Collects {self.amount(event.amount)} from {pot}")

    def summary(self) -> None:
        self.lines.append("*** SUMMARY ***")
        self.lines.append(f"Total Pot({self.amount(self.chips.pot)}) | Rake ({self.amount(self.rake)})")
        for number, name in self.names.items():
            if number in self.collected:
                self.lines.append(f"Seat {number}: {name} won Total ({self.amount(self.collected[number])})")
            elif number in self.chips.folded:
                street = self.chips.folded[number]
                title = FOLDED.get(street, f"{NUMERALS[street].upper()} STREET")
                self.lines.append(f"Seat {number}: {name} Folded on the {title}")
