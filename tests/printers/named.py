"""What rooms share that write `NAME verb amount`: streets, cards, acts. Their printers say what differs."""

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, UNSEEN, name_of
from auditor.engine.hand import Hand
from auditor.formats.amounts import spell
from tests.printers.chips_in_play import ChipsInPlay, dealt_after

ACTS = (e.Ante, e.BringIn, e.Wager, e.Call, e.Fold, e.Check)
NUMERALS = {0: "3rd", 3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}


def names(cards: tuple[int, ...]) -> str:
    return " ".join([name_of(card) for card in cards])


class Named:
    """Writes the events of a hand one by one. `hero` sees his cards face down; `unseen` is what others' look like."""

    unseen = ""

    def __init__(self, hand: Hand) -> None:
        known = [each.seat for each in hand.events if isinstance(each, e.Deal) and max(each.down, default=-1) >= 0]
        self.hand = hand
        self.hero = known[0] if known else 0
        self.names = {seat.number: seat.player for seat in hand.seats} | {e.STRANGER: "railbird"}
        self.chips = ChipsInPlay()
        self.cards: dict[int, str] = {}
        self.lines: list[str] = []
        self.shown: dict[int, e.Show] = {}
        self.collected: dict[int, int] = {}
        self.rake = 0
        self.all_in = False

    def amount(self, chips: int) -> str:
        raise NotImplementedError

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:
        self.all_in = self.all_in or all_in
        self.lines.append(f"{self.names[seat]} {words}{' and is all-in' if all_in else ''}")

    def write(self) -> None:
        for at, event in enumerate(self.hand.events):
            if isinstance(event, e.Street):
                self.street(event, at)
            elif isinstance(event, ACTS):
                self.act(event)
            else:
                self.end(event)
            self.chips.take(event)

    def act(self, event: e.Event) -> None:
        match event:
            case e.Ante():
                self.say(event.seat, f"posts ante {self.amount(event.amount)}", all_in=event.all_in)
            case e.BringIn():
                self.say(event.seat, f"brings in {self.amount(event.to)}", all_in=event.all_in)
            case e.Wager():
                self.wager(event)
            case e.Call():
                added = event.to - self.chips.front[event.seat]
                self.say(event.seat, f"calls {self.amount(added)}", all_in=event.all_in)
            case e.Fold():
                self.say(event.seat, "folds")
            case _:
                self.say(event.seat, "checks")

    def end(self, event: e.Event) -> None:
        match event:
            case e.Return():
                self.returned(event)
            case e.Show():
                self.shown[event.seat] = event
                self.show(event)
            case e.Muck():
                self.muck(event)
            case e.Collect():
                self.collected[event.seat] = self.collected.get(event.seat, 0) + event.amount
                self.collect(event)
            case e.Rake():
                self.rake += event.amount
            case _:
                pass

    def wager(self, event: e.Wager) -> None:
        added = event.to - self.chips.front[event.seat]
        if event.verb == "bets":
            self.say(event.seat, f"bets {self.amount(event.to)}", all_in=event.all_in)
        else:
            self.say(event.seat, f"raises {self.amount(added)} to {self.amount(event.to)}", all_in=event.all_in)

    def street(self, event: e.Street, at: int) -> None:
        deals, community = dealt_after(self.hand.events, at)
        told = f" [{names(tuple(community))}]" if community else ""
        self.lines.append(f"*** {NUMERALS[event.street]} STREET ***{told}")
        for deal in deals.values():
            self.deal(deal)

    def deal(self, event: e.Deal) -> None:
        before = self.cards.get(event.seat, "")
        own = event.seat == self.hero or event.seat in self.shown  # what has been laid open is known
        down = "" if own else " ".join([self.unseen] * len(event.down)).strip()
        cards = (event.down if own else ()) + event.up
        if UNSEEN in cards or not (cards or down):
            return
        new = event.spelled if NO_CARD in cards else f"{down} {names(cards)}".strip()
        self.cards[event.seat] = f"{before} {new}".strip()
        self.lines.append(f"Dealt to {self.names[event.seat]}{f' [{before}]' if before else ''} [{new}]")

    def money(self, chips: int) -> str:
        return spell(chips, self.hand.unit.minor)

    def contested(self) -> bool:
        return len(self.chips.put) - len(self.chips.folded) > 1

    def returned(self, event: e.Return) -> None:
        raise NotImplementedError

    def show(self, event: e.Show) -> None:
        raise NotImplementedError

    def muck(self, event: e.Muck) -> None:
        raise NotImplementedError

    def collect(self, event: e.Collect) -> None:
        raise NotImplementedError
