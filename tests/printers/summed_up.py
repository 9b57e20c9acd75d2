"""What the printers of two rooms share that name who acts in every line and sum the hand up at its end."""

from typing import ClassVar

from auditor.engine import events as e
from auditor.engine.hand import Hand
from tests.printers.chips_in_play import ChipsInPlay
from tests.printers.named import names


class SummedUp:
    """Writes the events of a hand one by one. `hero` sees his cards face down."""

    # How each kind of event is written, by the name of the method.
    writers: ClassVar[dict[type, str]] = {
        e.Ante: "ante",
        e.Street: "street",
        e.BringIn: "bring_in",
        e.Wager: "wager",
        e.Call: "call",
        e.Fold: "fold",
        e.Check: "check",
        e.Return: "uncalled",
        e.Remark: "remark",
        e.Illegible: "illegible",
        e.Void: "void",
        e.Show: "show",
        e.Muck: "muck",
        e.Reveal: "reveal",
        e.Collect: "collect",
        e.LogEnd: "end",
    }

    def __init__(self, hand: Hand, hero: int) -> None:
        self.hand = hand
        self.hero = hero
        self.names = {seat.number: seat.player for seat in hand.seats} | {e.STRANGER: "railbird"}
        self.chips = ChipsInPlay()
        self.cards: dict[int, str] = {}
        self.lines: list[str] = []
        self.revealed: dict[int, str] = {}
        self.shown: dict[int, e.Show] = {}
        self.mucked: set[int] = set()
        self.collected: dict[int, int] = {}
        self.side_pots = {event.pot for event in hand.events if isinstance(event, e.Collect | e.PotTotal)} - {-1, 0}

    def text(self) -> str:
        self.head()
        for at, event in enumerate(self.hand.events):
            self.before(event, at)
            writer = self.writers.get(type(event))
            if writer is not None:
                getattr(self, writer)(event, at)
            self.chips.take(event)
        return "\n".join(self.lines) + "\n\n"

    def head(self) -> None:
        raise NotImplementedError

    def before(self, event: e.Event, at: int) -> None:
        """What the room says by itself before an event."""

    def amount(self, chips: int) -> str:
        raise NotImplementedError

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:
        raise NotImplementedError

    def bring_in(self, event: e.BringIn, _: int) -> None:
        self.say(event.seat, f"brings in for {self.amount(event.to)}", all_in=event.all_in)

    def call(self, event: e.Call, _: int) -> None:
        self.say(event.seat, f"calls {self.amount(event.to - self.chips.front[event.seat])}", all_in=event.all_in)

    def illegible(self, event: e.Illegible, _: int) -> None:
        self.lines.append(event.text)

    def reveal(self, event: e.Reveal, _: int) -> None:
        self.revealed[event.seat] = names(event.cards)
