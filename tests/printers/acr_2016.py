"""Writes a hand as Americas Cardroom did up to 2019: what `auditor.formats.rooms.acr_2016` reads."""

from auditor.engine import events as e
from auditor.engine.cards import RANKS, name_of
from auditor.engine.hand import Game, Hand
from tests.printers.chips_in_play import dealt_after
from tests.printers.english import as_worded
from tests.printers.named import Named, names

GAMES = {Game.STUD: "Seven Cards Stud", Game.STUD8: "Seven Cards Stud HiLow", Game.RAZZ: "Razz"}
TITLES = {4: "Third", 5: "Fourth", 6: "Fifth", 7: "Sixth"}


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
        self.mucked: set[int] = set()

    def amount(self, chips: int) -> str:
        return self.money(chips)

    def head(self) -> None:
        hand = self.hand
        stakes = f"{self.amount(hand.stakes.small_bet or 0)}/{self.amount(hand.stakes.big_bet or 0)}"
        prefix = "(PRR)" if hand.unit.currency == "USD" else "PM"
        self.lines.append("Game started at: 2016/8/2 11:17:19")
        self.lines.append(f"Game ID: {hand.number or 1} {stakes} {prefix} {hand.table or 'Leyak'} ({GAMES[hand.game]})")
        for seat in hand.seats:
            self.lines.append(f"Seat {seat.number}: {seat.player} ({self.amount(seat.stack or 0)}).")

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:  # noqa: ARG002 - nobody tells that here
        self.lines.append(f"Player {self.names[seat]} {words}")

    def act(self, event: e.Event) -> None:
        match event:
            case e.Ante():
                self.say(event.seat, f"ante ({self.amount(event.amount)})")
            case e.BringIn() | e.Call() | e.Wager():
                added = self.amount(event.to - self.chips.front[event.seat])
                verb = {e.BringIn: "bring in", e.Call: "calls"}.get(type(event), "")
                if isinstance(event, e.Wager):
                    verb = "bets" if event.verb == "bets" else "raises"
                self.say(event.seat, f"{verb} ({added})")
            case e.Fold():
                self.say(event.seat, "folds")
            case _:
                self.say(event.seat, "checks")

    def street(self, event: e.Street, at: int) -> None:
        deals, community = dealt_after(self.hand.events, at)
        if event.street in TITLES:
            told = f": [{name_of(community[0])}]" if community else ""
            self.lines.append(f"*** {TITLES[event.street]} street ***{told}")
        for down in (True, False):
            for deal in deals.values():
                for card in deal.down if down else deal.up:
                    self.card(deal.seat, card, hidden=down and deal.seat != self.hero)

    def card(self, seat: int, card: int, *, hidden: bool) -> None:
        named = name_of(card).replace("T", "10")
        self.say(seat, "received a card." if hidden or card < 0 else f"received card: [{named}]")

    def returned(self, event: e.Return) -> None:
        self.lines.append(f"Uncalled bet ({self.amount(event.amount)}) returned to {self.names[event.seat]}")

    def show(self, event: e.Show) -> None:
        """In the summary alone."""

    def muck(self, event: e.Muck) -> None:
        self.mucked.add(event.seat)
        self.say(event.seat, "mucks cards")

    def collect(self, event: e.Collect) -> None:
        """In the summary alone."""

    def summary(self) -> None:
        jackpot = self.rake // 4
        fee = f" JP fee {self.amount(jackpot)}" if jackpot else ""
        rake = f"Rake {self.amount(self.rake - jackpot)}{'.' if fee else ''}"
        self.lines.append("------ Summary ------")
        self.lines.append(f"Pot: {self.amount(sum(self.collected.values()))}. {rake}{fee}")
        for seat in self.hand.seats:
            won = self.collected.get(seat.number, 0)
            put = self.chips.put[seat.number]
            net = f"{'Wins' if won >= put else 'Loses'}: {self.amount(abs(won - put))}"
            account = f"Bets: {self.amount(put)}. Collects: {self.amount(won)}. {net}."
            self.lines.append(f"{'*' if won else ''}Player {seat.player} {self.ending_of(seat.number)}{account}")
        self.lines.append("Game ended at: 2016/8/2 11:19:4")

    def ending_of(self, seat: int) -> str:
        show = self.shown.get(seat)
        if show is None:
            return "mucks (does not show cards). " if seat in self.mucked else "does not show cards."
        low = " ".join([RANKS[rank] for rank in reversed(show.low)])
        end = f" Low hand (A {low} )." if low else ". "
        return f"shows: {_high_words(show.high)} [{names(show.cards).replace('T', '10')}]{end}"


def _high_words(high: tuple[int, ...]) -> str:
    if not as_worded(high):
        return "Cards"
    category, *ranks = high
    one, two = [RANKS[rank].replace("T", "10") for rank in [*ranks, 0][:2]]
    return (
        f"High card {one}",
        f"One pair of {one}s",
        f"Two pairs. {one}s and {two}s",
        f"Three Of Kind of {one}s",
        f"Straight to {one}",
        f"Flush, {one} high",
        f"Full House ({one}/{two})",
        f"Four Of Kind of {one}s",
        f"Straight flush to {one}",
    )[category]
