"""Writes a hand as Poker Mavens may: what `auditor.formats.rooms.mavens` reads. No stud hand of the room has been seen.

`summary` adds the lines that its newer versions print: the pot beside the rake, and what each seat won or lost.
"""

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.hand import Game, Hand
from tests.printers.chips_in_play import dealt_after
from tests.printers.english import high_words
from tests.printers.named import Named, names

GAMES = {Game.STUD: "Limit Stud", Game.STUD8: "Limit Stud Hi-Lo", Game.RAZZ: "Limit Razz"}
STREETS = {3: "Third Street", 4: "Fourth Street", 5: "Fifth Street", 6: "Sixth Street", 7: "River"}
HALVES = {"high": "Hi ", "low": "Lo "}


def print_hand(hand: Hand, *, summary: bool = False) -> str:
    """The text of one hand, with a blank line at its end."""
    printer = _Printer(hand)
    printer.head()
    printer.write()
    printer.foot(summary=summary)
    return "\n".join(printer.lines) + "\n\n"


class _Printer(Named):
    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.back: dict[int, int] = dict.fromkeys(self.names, 0)

    def amount(self, chips: int) -> str:
        return self.money(chips)

    def head(self) -> None:
        hand = self.hand
        small, big = [self.money(bet or 0) for bet in (hand.stakes.small_bet, hand.stakes.big_bet)]
        ante = f" Ante {self.money(hand.stakes.ante)}" if hand.stakes.ante else ""
        bring_in = f" Bring-in {self.money(hand.stakes.bring_in)}" if hand.stakes.bring_in else ""
        price = "10+1" if hand.tournament else "40 - 1000"
        self.lines += [
            f"Hand #{hand.number or 1}-1 - 2013-05-02 02:14:03",
            f"Game: {GAMES[hand.game]} ({price}) - Stakes {small}/{big}{ante}{bring_in}",
            "Site: The Den",
            f"Table: {f'Cup {hand.tournament} - Table 1' if hand.tournament else hand.table or 'Den 1'}",
        ]
        self.lines += [f"Seat {seat.number}: {seat.player} ({self.money(seat.stack or 0)})" for seat in hand.seats]

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:
        self.lines.append(f"{self.names[seat]} {words}{' (All-in)' if all_in else ''}")

    def wager(self, event: e.Wager) -> None:
        verb = {"bets": "bets", "completes": "completes to"}.get(event.verb, "raises to")
        self.say(event.seat, f"{verb} {self.amount(event.to)}", all_in=event.all_in)

    def street(self, event: e.Street, at: int) -> None:
        deals, community = dealt_after(self.hand.events, at)
        self.lines.append(f"** {STREETS[event.street]} **{f' [{names(tuple(community))}]' if community else ''}")
        for deal in deals.values():
            self.deal(deal)

    def deal(self, event: e.Deal) -> None:
        cards = (event.down if event.seat == self.hero else ()) + event.up
        if cards and UNSEEN not in cards and NO_CARD not in cards:
            self.lines.append(f"Dealt to {self.names[event.seat]} [{names(cards)}]")

    def returned(self, event: e.Return) -> None:
        self.back[event.seat] += event.amount
        self.say(event.seat, f"refunded {self.amount(event.amount)}")

    def show(self, event: e.Show) -> None:
        said = high_words(event.high)
        self.say(event.seat, f"shows [{names(event.cards)}]{f' ({said})' if said else ''}")

    def muck(self, event: e.Muck) -> None:
        self.say(event.seat, "mucks")

    def collect(self, event: e.Collect) -> None:
        self.back[event.seat] += event.amount
        pot = "Pot" if event.pot < 0 else "Main Pot" if event.pot == 0 else f"Side Pot {event.pot}"
        self.say(event.seat, f"wins {HALVES.get(event.half, '')}{pot} ({self.amount(event.amount)})")

    def foot(self, *, summary: bool) -> None:
        """The rake, and below it the summary of newer versions."""
        shares = f" Pot ({self.amount(self.chips.pot)}) Players (none)" if summary else ""
        self.lines.append(f"Rake ({self.amount(self.rake)}){shares}")
        if summary:
            self.lines.append("** Summary **")
            for seat in self.hand.seats:
                net = self.back[seat.number] - self.chips.put[seat.number]
                cards = self.shown[seat.number].cards if seat.number in self.shown else ()
                told = f"[{names(cards)}] " if cards else ""
                sign = "-" if net < 0 else "+"
                self.lines.append(f"Seat {seat.number}: {seat.player} ({sign}{self.amount(abs(net))}) {told}Showdown")
