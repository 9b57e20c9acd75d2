"""Writes a hand as OnGame does: what `rooms.ongame` reads. What nobody called shows in the stacks alone."""

from collections import defaultdict

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand
from tests.printers.english import high_words
from tests.printers.named import Named, names

GAMES = {Game.STUD: "SEVEN_CARD_STUD", Game.STUD8: "SEVEN_CARD_STUD_HI_LO", Game.RAZZ: "RAZZ"}
TITLES = {3: "pocket cards", 4: "4th street", 5: "5th street", 6: "6th street", 7: "river"}
HALVES = {"high": " High", "low": " Low"}
WORDS = (("a pair of ", "PAIR"), ("two pair, ", "TWO_PAIR"), ("three of a kind, ", "THREE_OF_A_KIND"))


def print_hand(hand: Hand) -> str:
    """The text of one hand."""
    printer = _Printer(hand)
    printer.head()
    printer.write()
    printer.summary()
    return "\n".join(printer.lines) + "\n"


class _Printer(Named):
    unseen = "-"

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.pots: dict[int, list[e.Collect]] = defaultdict(list)
        self.raked: dict[int, int] = defaultdict(int)
        for each in hand.events:
            if isinstance(each, e.Rake):
                self.raked[max(each.pot, 0)] += each.amount

    def amount(self, chips: int) -> str:
        return ("$" if self.hand.unit.minor else "") + self.money(chips)

    def head(self) -> None:
        hand = self.hand
        number = f"R5-77-{hand.number or 1}"
        told = f' (TOURNAMENT: "Stud", {hand.tournament}, buy-in: $5)' if hand.tournament else ""
        ante, small, big = [
            self.amount(bet or 0) for bet in (hand.stakes.ante, hand.stakes.small_bet, hand.stakes.big_bet)
        ]
        money = "Chips" if hand.tournament or not hand.unit.minor else "Real money"
        self.lines += [
            f"***** History for hand {number}{told} *****",
            "Start hand: Mon Sep 13 22:31:30 GMT+0100 2010",
            f"Table: {hand.table or 'Nuuk'} [77] (LIMIT {GAMES[hand.game]} {small}/{big}, ante: {ante}, {money})",
            f"User: {hand.seats[0].player}",
            f"Players in round: {len(hand.seats)} (8)",
        ]
        self.lines += [f"Seat {seat.number}: {seat.player} ({self.amount(seat.stack or 0)})" for seat in hand.seats]

    def street(self, event: e.Street, at: int) -> None:
        super().street(event, at)
        title = next(at for at in range(len(self.lines) - 1, -1, -1) if self.lines[at].startswith("*** "))
        shared = self.lines[title].partition(" STREET ***")[2]
        self.lines[title : title + 1] = ["---", f"Dealing {TITLES[event.street]}{shared}"]

    def deal(self, event: e.Deal) -> None:
        own = event.seat == self.hero
        down = list(map(_name, event.down)) if own else ["-"] * len(event.down)
        if event.up or own:
            cards = ", ".join([*down, *map(_name, event.up)])
            self.lines.append(f"Dealing to {self.names[event.seat]}: [{cards}]")

    def act(self, event: e.Event) -> None:
        if isinstance(event, e.BringIn):
            self.say(event.seat, f"small bring in {self.amount(event.to)}", all_in=event.all_in)
        elif isinstance(event, e.Wager) and self.chips.street == 3 and not self.chips.level:
            self.say(event.seat, f"big bring in {self.amount(event.to)}", all_in=event.all_in)
        else:
            super().act(event)

    def returned(self, event: e.Return) -> None:
        """There is no such line."""

    def show(self, event: e.Show) -> None:
        """Told in the summary alone."""

    def muck(self, event: e.Muck) -> None:
        """There is no such line."""

    def collect(self, event: e.Collect) -> None:
        self.pots[max(event.pot, 0)].append(event)

    def summary(self) -> None:
        self.lines += ["---", "Summary:"]
        for pot, paid in sorted(self.pots.items()):
            shares = [
                f"{self.names[each.seat]} ({self.amount(each.amount)}{HALVES.get(each.half, '')})" for each in paid
            ]
            total = sum(each.amount for each in paid) + self.raked.get(pot, 0)
            title = f"Side pot {pot}" if pot else "Main pot"
            self.lines.append(f"{title}: {self.amount(total)} won by {', '.join(shares)}")
        self.lines.append(f"Rake taken: {self.amount(self.rake)}")
        for seat in self.hand.seats:
            self.seat(seat.number, seat.player, seat.stack or 0)
        self.lines.append(f"***** End of hand R5-77-{self.hand.number or 1} *****")

    def seat(self, number: int, player: str, stack: int) -> None:
        net = self.collected.get(number, 0) - self.chips.put[number]  # what came back is taken off there
        sign = "-" if net < 0 else "+"
        told = f"Seat {number}: {player} ({self.amount(stack + net)}), net: {sign}{self.amount(abs(net))}"
        shown = self.shown.get(number)
        if shown is not None:
            told += f", [{names(shown.cards).replace(' ', ', ')}] ({self.words(shown)})"
        self.lines.append(told)

    def words(self, shown: e.Show) -> str:
        said = high_words(shown.high, deuce="Two") if self.hand.game is not Game.RAZZ else ""
        for opening, told in WORDS:
            if said.startswith(opening):
                ranks = said.removeprefix(opening).replace("Sixes", "Sixs").split(" and ")
                return f"{told} {', '.join([rank.removesuffix('s').upper() for rank in ranks])}"
        return "HIGH_CARD"


def _name(card: int) -> str:
    return names((card,))
