"""The grid of a hand: a table with a row for each seat and a column for each street. It shows the whole hand, with all
its cards and acts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand
from auditor.formats.amounts import spell
from auditor.web.hands.event_sentences import WAGER_VERBS, card_name
from auditor.web.rendering.template_filters import STREETS, player_name

COLUMNS: Final = tuple(STREETS)
LAST: Final = 7


class GridCard(NamedTuple):
    """A card in the grid: its name, such as `Td`, and its face, `down` or `up`."""

    name: str
    face: str


@dataclass(slots=True)
class Cell:
    """One cell of the grid, for one seat on one street: the cards dealt there, the acts in a few words, such as `calls
    400`, and the marks of the findings.
    """

    cards: list[GridCard] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)
    marks: list["Mark"] = field(default_factory=list)


@dataclass(slots=True)
class Line:
    """The row of one seat in the grid."""

    seat: int
    player: str
    stack: int | None
    cells: dict[int, Cell]
    antes: Cell = field(default_factory=Cell)
    folded: str = ""
    all_in: bool = False
    clocked: bool = False
    brought_in: bool = False

    @property
    def state(self) -> str:
        """The state of the seat at the end of the hand: `FOLDED 4TH`, `ALL-IN`, `OUT OF TIME`, or empty."""
        if self.folded:
            return f"FOLDED {self.folded.upper()}"
        return "OUT OF TIME" if self.clocked else "ALL-IN" if self.all_in else ""


@dataclass(slots=True)
class Grid:
    """All rows of the grid: one for each seat that was dealt in or did something. Also the community cards."""

    lines: list[Line]
    community: list[GridCard] = field(default_factory=list)


class Mark(NamedTuple):
    """The rule code of a finding, such as B402, the index of the event with the finding, and the severity of the
    finding, such as `money`.
    """

    code: str
    event: int
    severity: str


def grid_of(hand: Hand, marks: list[Mark]) -> Grid:
    """Returns the grid of a hand. `marks` are the findings. Each mark is put in the cell of its seat and street."""
    drawing = _Drawing(hand)
    at: dict[int, list[Mark]] = {}
    for mark in marks:
        at.setdefault(mark.event, []).append(mark)
    for index, event in enumerate(hand.events):
        drawing.take(event, at.get(index, []))
    return Grid([line for line in drawing.lines.values() if line.seat in drawing.took_part], drawing.community)


class _Drawing:
    """Builds a grid: it takes the events of a hand one after the other, and adds each event to a cell."""

    def __init__(self, hand: Hand) -> None:
        self.lines: Final = {
            seat.number: Line(
                seat.number,
                player_name(seat.player) if seat.player else "",
                seat.stack,
                {street: Cell() for street in COLUMNS},
            )
            for seat in hand.seats
        }
        self.community: Final[list[GridCard]] = []
        self.took_part: Final[set[int]] = {seat.number for seat in hand.seats if seat.dealt_in}
        self._minor: Final = hand.unit.minor
        self.street = 0

    def take(self, event: e.Event, marks: list[Mark]) -> None:
        if isinstance(event, e.Street):
            self.street = event.street
        elif isinstance(event, e.Community):
            self.community.append(GridCard(card_name(event.card), "up"))
        line = self.lines.get(event.seat)
        if line is None:
            return
        cell = line.cells.get(self.street, line.antes)
        cell.marks.extend(marks)
        draws = _DRAWS.get(type(event))
        if draws is not None:
            self.took_part.add(event.seat)
            draws(self, event, line, cell)

    def chips(self, amount: int) -> str:
        return spell(amount, self._minor)

    def street_name(self) -> str:
        return STREETS.get(self.street, "early")


def _deal(_drawing: _Drawing, event: e.Deal, _line: Line, cell: Cell) -> None:
    cell.cards.extend([GridCard(card_name(card), "down") for card in event.down])
    cell.cards.extend([GridCard(card_name(card), "up") for card in event.up])


def _put(verb: str) -> Callable[[_Drawing, Any, Line, Cell], None]:
    def draw(drawing: _Drawing, event: Any, line: Line, cell: Cell) -> None:
        cell.acts.append(f"{verb} {drawing.chips(event.to)}{' all-in' if event.all_in else ''}")
        line.all_in = line.all_in or event.all_in

    return draw


def _ante(_drawing: _Drawing, event: e.Ante, line: Line, _cell: Cell) -> None:
    line.all_in = line.all_in or event.all_in


def _bring_in(drawing: _Drawing, event: e.BringIn, line: Line, cell: Cell) -> None:
    line.brought_in = True
    _put("brings in")(drawing, event, line, cell)


def _wager(drawing: _Drawing, event: e.Wager, line: Line, cell: Cell) -> None:
    _put(WAGER_VERBS.get(event.verb, event.verb))(drawing, event, line, cell)


def _fold(drawing: _Drawing, _event: e.Fold, line: Line, cell: Cell) -> None:
    line.folded = line.folded or drawing.street_name()
    cell.acts.append("folds")


def _dropped(drawing: _Drawing, _event: e.Dropped, line: Line, cell: Cell) -> None:
    line.folded = line.folded or drawing.street_name()
    cell.acts.append("folded by the house")


def _check(_drawing: _Drawing, _event: e.Check, _line: Line, cell: Cell) -> None:
    cell.acts.append("checks")


def _muck(_drawing: _Drawing, _event: e.Muck, _line: Line, cell: Cell) -> None:
    cell.acts.append("mucks")


def _clocked(_drawing: _Drawing, _event: e.Clocked, line: Line, cell: Cell) -> None:
    line.clocked = True
    cell.acts.append("out of time")


def _fill_unseen(drawing: _Drawing, event: e.Show | e.Reveal, line: Line, _cell: Cell) -> None:
    """Puts the cards that the event shows in place of the unseen cards of the seat. If the event says that its cards
    are up cards, only unseen up cards are replaced.

    On seventh street, one shown card may be left over. It is then the down card of seventh street, because many logs do
    not say that this card was dealt.
    """
    up = isinstance(event, e.Reveal) and event.up
    drawn = {card.name for each in line.cells.values() for card in each.cards}
    new = [card_name(card) for card in event.cards if card >= 0 and card_name(card) not in drawn]
    for each in line.cells.values():
        for place, card in enumerate(each.cards):
            if new and card.name == card_name(UNSEEN) and (card.face == "up" or not up):
                each.cards[place] = GridCard(new.pop(0), card.face)
    last = line.cells[LAST]
    if len(new) == 1 and not up and not last.cards and drawing.street == LAST:
        last.cards.append(GridCard(new[0], "down"))


_DRAWS: Final[dict[type[e.Event], Callable[[_Drawing, Any, Line, Cell], None]]] = {
    e.Ante: _ante,
    e.Deal: _deal,
    e.BringIn: _bring_in,
    e.Fold: _fold,
    e.Check: _check,
    e.Muck: _muck,
    e.Clocked: _clocked,
    e.Dropped: _dropped,
    e.Call: _put("calls"),
    e.Wager: _wager,
    e.Show: _fill_unseen,
    e.Reveal: _fill_unseen,
}
