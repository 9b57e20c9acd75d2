"""Writes a hand as Winamax does: what `auditor.formats.rooms.winamax` reads. An uncalled bet is paid with the pot."""

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand
from tests.printers.english import high_words
from tests.printers.named import Named, names

GAMES = {Game.STUD: "7-Card Stud", Game.STUD8: "7-Card Stud Hi/Lo", Game.RAZZ: "Razz"}
OPENINGS = (("a pair of ", "One pair : "), ("two pair, ", "Two pairs : "), ("high card ", "high card : "))
HALVES = {"high": "(HI)", "low": "(LO)"}


def print_hand(hand: Hand) -> str:
    """The text of one hand, with blank lines at its end."""
    printer = _Printer(hand)
    printer.head()
    printer.write()
    printer.summary()
    return "\n".join(printer.lines) + "\n\n\n\n\n"


class _Printer(Named):
    unseen = "X"

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.uncalled = {each.seat: each.amount for each in hand.events if isinstance(each, e.Return)}
        self.paid = 0

    def amount(self, chips: int) -> str:
        return self.money(chips) + ("€" if self.hand.unit.minor else "")

    def head(self) -> None:
        hand = self.hand
        bets = [hand.stakes.ante, hand.stakes.small_bet, hand.stakes.big_bet]
        stakes = "/".join([self.amount(bet) for bet in bets if bet is not None])
        kind = 'Tournament "Mix" buyIn: 5€ + 0.50€ level: 3' if hand.tournament else "CashGame"
        title = f"Winamax Poker - {kind} - HandId: #77-5-{hand.number or 1}"
        self.lines.append(f"{title} - {GAMES[hand.game]} fixed limit ({stakes}) - 2016/11/14 02:56:04 UTC")
        place = f"Mix({hand.tournament})#002" if hand.tournament else hand.table or "Sète"
        money = "real" if self.hand.unit.minor or hand.tournament else "play"
        button = f"Seat #{hand.button} is the button" if hand.button else ""
        self.lines.append(f"Table: '{place}' {hand.most_seats or 8}-max ({money} money) {button}")
        for seat in hand.seats:
            self.lines.append(f"Seat {seat.number}: {seat.player} ({self.amount(seat.stack or 0)})")
        self.lines.append("*** ANTE/BLINDS ***")

    def returned(self, event: e.Return) -> None:
        """There is no such line."""

    def show(self, event: e.Show) -> None:
        if self.chips.street == 7 and "*** SHOW DOWN ***" not in self.lines:
            self.lines.append("*** SHOW DOWN ***")
        said = self.words(event)
        self.say(event.seat, f"shows [{names(event.cards)}]{f' ({said})' if said else ''}")

    def words(self, event: e.Show) -> str:
        said = high_words(event.high) if self.hand.game is not Game.RAZZ else ""
        for opening, told in OPENINGS:
            if said.startswith(opening):
                return told + said.removeprefix(opening).replace("Sevens", "7")
        return said.capitalize()

    def muck(self, event: e.Muck) -> None:
        """Told in the summary alone."""

    def collect(self, event: e.Collect) -> None:
        amount = event.amount + self.uncalled.pop(event.seat, 0)
        pot = "pot" if event.pot < 0 else "main pot" if event.pot == 0 else f"side pot {event.pot}"
        self.pay(event.seat, amount, pot + HALVES.get(event.half, ""))

    def pay(self, seat: int, amount: int, source: str) -> None:
        self.paid += amount
        self.say(seat, f"collected {self.amount(amount)} from {source}")

    def summary(self) -> None:
        for seat, amount in self.uncalled.items():
            self.collected[seat] = self.collected.get(seat, 0)
            self.pay(seat, amount, "pot")
        rake = f"Rake {self.amount(self.rake)}" if self.rake else "No rake"
        self.lines += ["*** SUMMARY ***", f"Total pot {self.amount(self.paid)} | {rake}"]
        mucked = [each.seat for each in self.hand.events if isinstance(each, e.Muck)]
        for listed in self.hand.seats:
            if listed.number in mucked and self.contested():
                self.lines.append(f"Seat {listed.number}: {listed.player} mucked")
