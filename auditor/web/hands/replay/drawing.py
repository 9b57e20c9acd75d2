"""Where everything is drawn: an oval in a view box of 960 by 590 units, seats at fixed places around it."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from auditor.web.hands.replay.card_faces import Lying
from auditor.web.hands.replay.pot_area_words import pot_area_lines
from auditor.web.hands.replay.seats import SeatView
from auditor.web.hands.replay.step import Step

_EDGE: Final = 10
_CARD: Final = 29  # from card to card; each is 28 by 42
_BASE: Final = 43  # the top of a card that lies down, below that of its box
_RAISED: Final = 9
_NAME: Final = 15  # letters of a name that fit beside a stack
_CENTRE: Final = 306  # the base of a single line in the middle
_LINE: Final = 22
_ROOM: Final = 28  # how much lower the lines stand for a card above them
_ABOVE: Final = 72  # how far above the first base that card begins


class Spot(NamedTuple):
    """The corner of a seat's box, and where the ring of its bet is."""

    x: int
    y: int
    bet_x: int
    bet_y: int


# Clockwise from the middle of the lower edge, as seats are numbered. A table of up to eight is the usual one; logs of
# larger ones have up to eleven.
_EIGHT: Final = (
    Spot(364, 470, 450, 450),
    Spot(80, 430, 328, 420),
    Spot(8, 239, 224, 380),
    Spot(80, 48, 270, 186),
    Spot(364, 8, 450, 146),
    Spot(648, 48, 570, 176),
    Spot(720, 239, 660, 222),
    Spot(648, 430, 580, 412),
)
_ELEVEN: Final = (
    Spot(484, 474, 540, 446),
    Spot(246, 474, 360, 446),
    Spot(8, 474, 160, 446),
    Spot(8, 311, 262, 380),
    Spot(8, 167, 262, 222),
    Spot(8, 4, 160, 142),
    Spot(246, 4, 360, 142),
    Spot(484, 4, 540, 142),
    Spot(720, 4, 740, 142),
    Spot(720, 239, 612, 295),
    Spot(720, 474, 740, 446),
)


class DrawnCard(NamedTuple):
    """A card and its upper left corner; `door` where the mark of the bring-in is on it."""

    card: Lying
    x: int
    y: int
    door: bool


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seat with the places of all its parts; `short` is as much of the name as fits. `columns` are its cards as the
    table has them: those down, then each street's.
    """

    view: SeatView
    spot: Spot
    short: str
    cards: list[DrawnCard]
    columns: list[list[Lying]]


class Line(NamedTuple):
    """A line of text in the middle: its kind, which styles it, and how far down it stands."""

    kind: str
    text: str
    y: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A step as it is drawn; `top` is where the cards that belong to everybody lie."""

    seats: list[DrawnSeat]
    lines: list[Line]
    top: int


def drawing_of(step: Step, minor: int) -> Drawing:
    """The drawing of a step; amounts have `minor` decimals. Empty seats are not drawn."""
    highest = max([view.number for view in step.seats], default=0)
    spots = _EIGHT if highest <= len(_EIGHT) else _ELEVEN
    seats = [
        DrawnSeat(view, spots[(view.number - 1) % len(spots)], _shortened(view.name), _cards(view), _columns(view))
        for view in step.seats
    ]
    texts = pot_area_lines(
        step.middle, {view.number: view.player or f"Seat {view.number}" for view in step.seats}, minor
    )
    top = _CENTRE - _LINE * len(texts) // 2 + (_ROOM if step.middle.community else 0)
    lines = [Line(kind, text, top + _LINE * place) for place, (kind, text) in enumerate(texts)]
    return Drawing(seats, lines, top - _ABOVE)


def _shortened(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}\N{HORIZONTAL ELLIPSIS}"


def _columns(view: SeatView) -> list[list[Lying]]:
    """Down cards, third to sixth street, and seventh; what a log deals up besides lies with the last of them."""
    board = [card for card in view.cards if card.face == "up"]
    hole = [card for card in view.cards if card.face == "down" and not card.last]
    last = [card for card in view.cards if card.last]
    return [hole, board[:1], board[1:2], board[2:3], board[3:], last]


def _cards(view: SeatView) -> list[DrawnCard]:
    """Two cards down, a little gap, those face up, a wider one, and the card of seventh street."""
    placed: list[DrawnCard] = []
    x = _EDGE
    before = "down"
    for card in view.cards:
        x += 6 if card.last else 3 if card.face != before else 0
        door = view.brought_in and card.face == "up" and before == "down"
        placed.append(DrawnCard(card, x, _BASE - (_RAISED if card.face == "up" else 0), door))
        before = card.face
        x += _CARD
    return placed
