"""Writes a hand as Americas Cardroom has since 2019: what `auditor.formats.rooms.acr` reads."""

from auditor.engine import events as e
from auditor.engine.cards import RANKS
from auditor.engine.hand import Game, Hand
from auditor.engine.law.holdings import best_fives
from tests.printers.english import high_words
from tests.printers.named import NUMERALS, Named, names

GAMES = {Game.STUD: "7Stud", Game.STUD8: "7Stud H/L", Game.RAZZ: "Razz"}
TOPPED = {0: "a high card", 4: "a straight", 5: "a flush", 8: "a straight flush"}


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
        whole, rest = divmod(chips, 10**self.hand.unit.minor)
        money = f"{whole}.{rest:0{self.hand.unit.minor}d}" if self.hand.unit.minor else f"{whole}.00"
        return ("$" if self.hand.unit.currency == "USD" else "") + money

    def head(self) -> None:
        hand = self.hand
        stakes = hand.stakes
        bets = f"{self.amount(stakes.small_bet or 0)}/{self.amount(stakes.big_bet or 0)}"
        game = f"{GAMES[hand.game]} (Fixed Limit)"
        ante = f", Ante {self.amount(stakes.ante)}" if stakes.ante is not None else ""
        time = "2026/02/16 03:36:34 UTC"
        if hand.tournament:
            tour = f"Game Hand #{hand.number or 1} - Tournament #{hand.tournament}"
            self.lines.append(f"{tour} - {game} - Level 4 ({bets}{ante})- {time}")
        else:
            self.lines.append(f"Hand #{hand.number or 1} - {game} - {bets}{ante} - {time}")
        button = f" Seat #{hand.button} is the button" if hand.button else ""
        self.lines.append(f"{hand.table or 'Kappa'} {hand.most_seats or 8}-max{button}")
        for seat in hand.seats:
            out = "" if seat.dealt_in else " is sitting out"
            self.lines.append(f"Seat {seat.number}: {seat.player} ({self.amount(seat.stack or 0)}){out}")

    def street(self, event: e.Street, at: int) -> None:
        super().street(event, at)
        if not self.all_in:
            self.lines.append(f"Main pot {self.amount(self.chips.pot)} | Rake {self.amount(0)}")

    def returned(self, event: e.Return) -> None:
        self.lines.append(f"Uncalled bet ({self.amount(event.amount)}) returned to {self.names[event.seat]}")

    def begin_showdown(self) -> None:
        if not self.showdown and self.chips.street == 7:
            self.showdown = True
            self.lines.append("*** SHOW DOWN ***")

    def show(self, event: e.Show) -> None:
        self.begin_showdown()
        words = self.words(event)
        self.say(event.seat, f"shows [{names(event.cards)}]{f' ({words})' if words else ''}")

    def words(self, event: e.Show) -> str:
        parts = []
        said = high_words(event.high)
        if said:
            category, top = event.high[:2]
            if category in TOPPED:
                said = f"{TOPPED[category]}, {high_words((0, top)).removeprefix('high card ')} high"
            five = ""
            if len(event.cards) == 7:
                five = f" [{names(tuple(best_fives(list(event.cards), for_low=False)[0]))}]"
            parts.append(f"HI - {said.replace('of a kind, ', 'of a kind, Set of ')}{five}")
        if event.low:
            parts.append(f"LO - [{','.join(['1' if rank == 12 else RANKS[rank] for rank in event.low])}]")
        return " | ".join(parts)

    def muck(self, event: e.Muck) -> None:
        if self.contested():
            self.begin_showdown()
        self.say(event.seat, "does not show")

    def collect(self, event: e.Collect) -> None:
        if not self.contested():
            return  # the summary alone pays it
        pot = {-1: "pot", 0: "main pot"}.get(event.pot, f"side pot-{event.pot}")
        self.say(event.seat, f"collected {self.amount(event.amount)} from {pot}")

    def summary(self) -> None:
        fee = self.rake // 4
        taken = f" | Rake {self.amount(self.rake - fee)} | JP Fee {self.amount(fee)}" if self.rake else ""
        self.lines += ["*** SUMMARY ***", f"Total pot {self.amount(sum(self.collected.values()))}{taken}"]
        for seat in self.hand.seats:
            start = f"Seat {seat.number}: {seat.player}"
            won = self.collected.get(seat.number)
            shown = self.shown.get(seat.number)
            if seat.number in self.chips.folded:
                free = "" if seat.number in self.chips.bet else " and did not bet"
                street = NUMERALS[self.chips.folded[seat.number]]
                self.lines.append(f"{start} folded on the {street} Street{free}")
            elif shown is not None:
                end = "lost" if won is None else f"won {self.amount(won)}"
                self.lines.append(f"{start} showed [{names(shown.cards)}] and {end} with {self.words(shown)}")
            elif won is not None:
                self.lines.append(f"{start} did not show and won {self.amount(won)}")
