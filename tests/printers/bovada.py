"""Writes a hand as Bovada would: what `auditor.formats.rooms.bovada` reads.

Every card is printed, so the hand must have all of them. Players have no names; stakes, burns and rake have no lines.
Without `marked`, as in 2012, neither have the streets after third.
"""

from auditor.engine import events as e
from auditor.engine.cards import ACE, names_of
from auditor.engine.hand import Game, Hand
from auditor.engine.law.holdings import best_fives
from auditor.engine.ranks import description, high_value
from auditor.formats.amounts import spell
from tests.printers.chips_in_play import ChipsInPlay, dealt_after

GAMES = {Game.STUD: "7CARD", Game.STUD8: "7CARD HiLo"}
STREETS = {3: "3RD STREET", 4: "4TH STREET", 5: "5TH STREET", 6: "6TH STREET", 7: "RIVER"}
HANDS = ("High Card", "One pair", "Two pair", "Three of a kind", "Straight", "Flush", "Full House", "Four of a kind")
REMARKS = {
    "joins": "Table enter user",
    "leaves": "Table leave user",
    "sits_out": "Sit out",
    "returns": "Re-join",
}


def print_hand(hand: Hand, *, marked: bool = True) -> str:
    """The text of one hand, with a blank line at its end."""
    return _Printer(hand, marked=marked).text()


class _Printer:
    def __init__(self, hand: Hand, *, marked: bool) -> None:
        self.hand = hand
        self.marked = marked
        self.money = hand.unit.currency == "USD"
        self.chips = ChipsInPlay()
        self.cards: dict[int, list[int]] = {seat.number: [] for seat in hand.seats}
        self.community: list[int] = []
        self.lines: list[str] = []
        self.total = ""

    def amount(self, chips: int) -> str:
        return f"${spell(chips, self.hand.unit.minor)}" if self.money else spell(chips, self.hand.unit.minor)

    def text(self) -> str:
        hand = self.hand
        if hand.tournament:
            table = f": {GAMES[hand.game]} Tournament #{hand.tournament} TBL#1, Fixed Limit- Level 2 (0/0)"
        else:
            table = f" TBL#{hand.table.replace(' ', '') or 1} {GAMES[hand.game]} Fixed Limit"
        self.lines.append(f"Bovada Hand #{hand.number}{table} - 2014-04-06 19:50:19")
        for seat in hand.seats:
            self.lines.append(f"Seat+{seat.number}: {self.amount(seat.stack or 0)} in chips")
        for at, event in enumerate(hand.events):
            self.write(at, event)
            self.chips.take(event)
        self.lines += ["*** SUMMARY ***", self.total]
        self.summary()
        return "\n".join([*self.lines, ""])

    def summary(self) -> None:
        """A line for each seat. The winnings of the seats, which the log has above, are left out."""
        folded = {event.seat for event in self.hand.events if isinstance(event, e.Fold)}
        for seat in self.hand.seats:
            if seat.dealt_in:
                words = "Folded on the 3RD STREET" if seat.number in folded else "[Does not show]"
                self.lines.append(f"Seat+{seat.number}:  {words}")

    def say(self, seat: int, words: str) -> None:
        self.lines.append(f"Seat+{seat} : {words} ")

    def write(self, at: int, event: e.Event) -> None:
        match event:
            case e.Street():
                self.street(at, event.street)
            case e.Show():
                self.show(event.seat)
            case e.LogEnd():
                self.total = f"Total Pot({self.amount(self.chips.pot)})"
            case _:
                words = self.words(event)
                if words:
                    self.say(event.seat, words)

    def words(self, event: e.Event) -> str:
        match event:
            case e.Ante():
                return f"{'All-in' if event.all_in else 'Ante chip'} {self.amount(event.amount)}"
            case e.BringIn() | e.Call() | e.Wager():
                return self.paying(event)
            case e.Check() | e.Fold():
                return "Checks" if isinstance(event, e.Check) else "Folds"
            case e.Return():
                return f"Return uncalled portion of bet {self.amount(event.amount)}"
            case e.Muck():
                return f"Mucks [{names_of(self.cards[event.seat])}] (High Card)"
            case e.Collect():
                return f"Hand Result{'-Side Pot' if event.pot > 0 else ''} {self.amount(event.amount)}"
            case e.Remark():
                return REMARKS.get(event.kind, "")
            case _:
                return ""

    def paying(self, event: e.BringIn | e.Call | e.Wager) -> str:
        by = self.amount(event.to - self.chips.front[event.seat])
        if isinstance(event, e.Wager) and self.chips.level:
            verb = "All-in(raise)" if event.all_in else "Raises"
            return f"{verb} {by} to {self.amount(event.to)}" if self.money else f"{verb} {self.amount(event.to)}"
        if isinstance(event, e.Wager):
            return f"{'All-in(raise)' if event.all_in else 'Bets'} {by}"
        if event.all_in:
            return f"All-in {by}"
        return f"Big blind/Bring in {by}" if isinstance(event, e.BringIn) else f"Calls {by}"

    def street(self, at: int, street: int) -> None:
        deals, community = dealt_after(self.hand.events, at)
        if self.marked or street == 3:
            title = STREETS[street] if self.marked else "HOLE CARDS"
            self.lines.append(f"*** {title} ***" + (f" [{names_of(community)}]" if community else ""))
        self.community += community
        for seat, deal in deals.items():
            self.cards[seat] += deal.cards
            self.say(seat, f"Card dealt to a spot [{names_of(deal.cards)}]")

    def show(self, seat: int) -> None:
        """The five that play, and in hi-lo those of the low behind them."""
        cards = [*self.cards[seat], *self.community]
        value = high_value(cards)
        played = list(best_fives(cards, for_low=False)[0]) if len(cards) > 4 else cards
        if self.hand.game is Game.STUD8 and qualifies(cards):
            played += best_fives(cards, for_low=True)[0]
        category = min(description(value)[0], 7)
        name = "Straight Flush" if description(value)[0] == 8 else HANDS[category]
        self.say(seat, f"Showdown [{names_of(played)}] ({name})")


def qualifies(cards: list[int]) -> bool:
    """Whether there is a low: five ranks from ace to eight."""
    return len({card >> 2 for card in cards if card >> 2 in {*range(7), ACE}}) >= 5
