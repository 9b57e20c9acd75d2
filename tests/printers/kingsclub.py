"""Writes a hand as KingsClub would: what `auditor.formats.rooms.kingsclub` reads.

Uncalled bets have no lines, nor have burns, the antes of the stakes and the pots. With `behind`, as until 2021, third
street has none either, and every later street the title of the one before.
"""

from auditor.engine import events as e
from auditor.engine.cards import name_of
from auditor.engine.hand import Game, Hand
from auditor.formats.amounts import spell
from tests.printers.chips_in_play import ChipsInPlay, dealt_after

GAMES = {Game.STUD: "Seven Card Stud", Game.STUD8: "Seven Card Stud Hi-Lo", Game.RAZZ: "Razz"}
STREETS = {3: "3RD", 4: "4TH", 5: "5TH", 6: "6TH", 7: "7TH"}


def print_hand(hand: Hand, *, behind: bool = False) -> str:
    """The text of one hand, with a blank line at its end."""
    return _Printer(hand, behind=behind).text()


class _Printer:
    def __init__(self, hand: Hand, *, behind: bool) -> None:
        self.hand = hand
        self.behind = behind
        self.names = {seat.number: seat.player for seat in hand.seats}
        self.chips = ChipsInPlay()
        self.lines: list[str] = []
        self.paid: list[str] = []
        self.back: dict[int, int] = dict.fromkeys(self.names, 0)
        self.rake = 0

    def amount(self, chips: int) -> str:
        return spell(chips, self.hand.unit.minor)

    def text(self) -> str:
        hand = self.hand
        small, big = hand.stakes.small_bet or 0, hand.stakes.big_bet or 0
        self.lines.append(f"#{hand.number}: Limit {GAMES[hand.game]} - {self.amount(small)}/{self.amount(big)}")
        table = f"T{(hand.table.split() or ['77'])[-1]} [1]" if hand.unit.minor == 0 else hand.table
        self.lines += ["2021-01-02 15:48:40", f"Table '{table}'"]
        for seat in hand.seats:
            self.lines.append(f"Seat {seat.number}: {seat.player} ({self.amount(seat.stack or 0)})")
        for at, event in enumerate(hand.events):
            self.write(at, event)
            self.chips.take(event)
        self.lines.append("*** SUMMARY ***")
        for seat in hand.seats:
            net = self.back[seat.number] - self.chips.put[seat.number]
            sign = "-" if net < 0 else "+"
            after = self.amount((seat.stack or 0) + net)
            self.lines.append(f"Seat {seat.number}: {seat.player} ({after}) {sign}{self.amount(abs(net))}")
        if self.rake:
            self.lines.append(f"Rake {self.amount(self.rake)}")
        return "\n".join([*self.lines, *self.paid, ""])

    def write(self, at: int, event: e.Event) -> None:
        name = self.names.get(event.seat, "")
        match event:
            case e.Ante():
                all_in = ", and is all in" if event.all_in else ""
                self.lines.append(f"{name}: posts ante {self.amount(event.amount)}{all_in}")
            case e.Street():
                self.street(at, event.street)
            case e.BringIn() | e.Call() | e.Wager():
                self.lines.append(f"{name} {self.paying(event)}{', and is all in' if event.all_in else ''}")
            case e.Check():
                self.lines.append(f"{name} checks")
            case e.Fold():
                self.lines.append(f"{name} folds")
            case e.Show():
                self.lines.append(f"{name} shows [{written(event.cards)}]")
            case e.Muck():
                self.lines.append(f"{name} mucks")
            case e.Collect():
                pot = f"side pot {event.pot}" if event.pot > 0 else "main pot" if event.pot == 0 else "pot"
                self.paid.append(f"{name} wins {pot} ({self.amount(event.amount)})")
                self.back[event.seat] += event.amount
            case e.Rake():
                self.rake += event.amount
            case _:
                pass

    def paying(self, event: e.BringIn | e.Call | e.Wager) -> str:
        if isinstance(event, e.BringIn):
            return f"brings in for {self.amount(event.to)}"
        if isinstance(event, e.Call):
            return f"calls {self.amount(event.to)}"
        return f"{'bets' if event.verb != 'raises' else 'raises to'} {self.amount(event.to)}"

    def street(self, at: int, street: int) -> None:
        deals, community = dealt_after(self.hand.events, at)
        if street > 3 or not self.behind:
            title = STREETS[street - 1 if self.behind else street]
            self.lines.append(f"*** {title} STREET ***" + (f" [{written(tuple(community))}]" if community else ""))
        for seat, deal in deals.items():
            self.lines.append(f"Dealt to {self.names[seat]}: [{written(deal.cards)}]")


def written(cards: tuple[int, ...]) -> str:
    return " ".join(["X" if card < 0 else name_of(card) for card in cards])
