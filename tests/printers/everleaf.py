"""Writes a hand as Everleaf does: what `rooms.everleaf` reads. Pots, rake and uncalled bets have no lines.

`up_cards` is whether everybody's cards that lie open are written, as in some of its files.
"""

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand
from tests.printers.english import high_words, low_words
from tests.printers.named import Named, names

GAMES = {Game.STUD: "7 Card Stud", Game.STUD8: "7 Card Stud Hi-Lo", Game.RAZZ: "Razz"}
TITLES = {3: "** Dealing down cards **", 7: "**** dealing river ****"}
HALVES = {"high": "high ", "low": "low "}


def print_hand(hand: Hand, *, up_cards: bool = False) -> str:
    """The text of one hand, with a blank line at its end."""
    printer = _Printer(hand, up_cards=up_cards)
    printer.head()
    printer.write()
    return "\n".join(printer.lines) + "\n\n"


class _Printer(Named):
    def __init__(self, hand: Hand, *, up_cards: bool) -> None:
        super().__init__(hand)
        self.up_cards = up_cards

    def amount(self, chips: int) -> str:
        return f"[$ {self.money(chips)} USD]"

    def head(self) -> None:
        hand = self.hand
        small, big = [self.money(bet or 0) for bet in (hand.stakes.small_bet, hand.stakes.big_bet)]
        self.lines += [
            f"Everleaf Gaming Game #{hand.number or 1}",
            f"***** Hand history for game #{hand.number or 1} *****",
            f"${small}/${big} {GAMES[hand.game]} - 2011/07/08 - 00:08:53",
            f"Table {hand.table or 'Casino Vert 58'}",
            f"Total number of players: {len(hand.seats)}",
        ]
        self.lines += [
            f"Seat {seat.number}: {seat.player} (  $ {self.money(seat.stack or 0)} USD )" for seat in hand.seats
        ]

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:
        colon = ":" if words.startswith(("posts ante", "bets")) else ""
        self.lines.append(f"{self.names[seat]}{colon} {words}")
        if all_in:
            self.lines.append(f"{self.names[seat]} is all-in")

    def act(self, event: e.Event) -> None:
        if isinstance(event, e.BringIn):
            self.say(event.seat, f"posts bring-in ${self.money(event.to)}.", all_in=event.all_in)
        else:
            super().act(event)

    def wager(self, event: e.Wager) -> None:
        added = event.to - self.chips.front[event.seat]
        if event.verb == "completes":
            self.say(event.seat, f"completes to ${self.money(event.to)}.", all_in=event.all_in)
        else:
            verb = "bets" if event.verb == "bets" else "raises"
            self.say(event.seat, f"{verb} {self.amount(added)}", all_in=event.all_in)

    def street(self, event: e.Street, at: int) -> None:
        super().street(event, at)
        title = next(at for at in range(len(self.lines) - 1, -1, -1) if self.lines[at].startswith("*** "))
        shared = self.lines[title].partition(" STREET ***")[2]
        self.lines[title] = TITLES.get(event.street, f"**** dealing {event.street}th street ****") + shared

    def deal(self, event: e.Deal) -> None:
        own = event.seat == self.hero
        cards = (event.down if own else ()) + (event.up if own or self.up_cards else ())
        if cards:
            self.lines.append(f"Dealt to {self.names[event.seat]} [ {names(cards).replace(' ', ', ')} ]")

    def returned(self, event: e.Return) -> None:
        """There is no such line."""

    def show(self, event: e.Show) -> None:
        said = high_words(event.high) or low_words(event.low)
        self.say(event.seat, f"shows [ {names(event.cards).replace(' ', ', ')} ] {said}".rstrip())

    def muck(self, event: e.Muck) -> None:
        self.say(event.seat, "does not show cards")

    def collect(self, event: e.Collect) -> None:
        pot = f"side pot #{event.pot}" if event.pot > 0 else "main pot"
        paid = f"$ {self.money(event.amount)} USD"
        self.say(event.seat, f"wins {HALVES.get(event.half, '')}{paid} from {pot}")
