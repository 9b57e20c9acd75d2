"""The picture of the poker table after one event: an oval table with seats at fixed places. All sizes are in SVG units:
the picture is 960 wide and 606 high.

A narrow screen shows only the middle 468 units of the width. On such a screen, the style sheet puts the eight seats in
two columns. The number of a seat's spot (its place at the table) decides the position in the columns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from auditor.web.hands.replay.card_faces import TableCard
from auditor.web.hands.replay.pot_area import OddChip, PotArea, WrongTotal
from auditor.web.hands.replay.seats import SeatView
from auditor.web.hands.replay.step import Step
from auditor.web.rendering.template_filters import chips

_EDGE: Final = 10
# The distance from the left side of one card to the left side of the next; a card is 28 wide and 42 high.
_CARD: Final = 29
_BASE: Final = 43  # the distance from the top of a seat's box to the top of its down cards
_RAISED: Final = 9  # an up card is drawn this much higher than a down card
_NAME: Final = 15  # the most letters of a player's name in the box of the seat; a longer name is cut
_CENTRE: Final = 306  # the vertical place of the text in the middle of the table, if the text has only one line
_LINE: Final = 22  # the distance from one line of text in the middle of the table to the next
_ROOM: Final = 28  # if there is a community card, the lines of text move down by this much
_WIDEST: Final = 44  # the most letters in one line for the names of the players that can win a pot


class Spot(NamedTuple):
    """The place of a seat. `x` and `y` are the upper left corner of the box of the seat. `bet_x` and `bet_y` are the
    place of its bet.
    """

    x: int
    y: int
    bet_x: int
    bet_y: int


# The places of the seats: first seat 1 near the middle of the lower edge, then the other seats clockwise. `_EIGHT` is
# for tables with at most eight seats, `_ELEVEN` for the few logs with up to eleven.
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
    """A card and the place of its upper left corner, measured from the corner of its seat's box. `door` is true for the
    first up card of the seat that paid the bring-in; this card gets a mark.
    """

    card: TableCard
    x: int
    y: int
    door: bool


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seat with the places of its parts in the picture.

    `number` is the number of the spot (place at the table), from 1. `short` is the name of the player, cut so that it
    fits. `cards` are the cards with their places. `columns` has the same cards for the HTML table, one list for each
    column: the down cards, then the card of each street.
    """

    view: SeatView
    number: int
    spot: Spot
    short: str
    cards: list[DrawnCard]
    columns: list[list[TableCard]]


class Line(NamedTuple):
    """A line of text in the middle of the table. `kind` chooses its style, such as `pot` or `uncalled`. `y` is its
    distance from the first line.
    """

    kind: str
    text: str
    y: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """The picture of the table: the seats, the lines of text in the middle, and `top`, the vertical place of the first
    line. The community cards lie above this line. `crowded` is true if the table has more than eight spots; a narrow
    screen cannot show such a picture.
    """

    crowded: bool
    seats: list[DrawnSeat]
    lines: list[Line]
    top: int


def drawing_of(step: Step, minor: int) -> Drawing:
    """Returns the picture of a step, which is the table after one event. Amounts are written with `minor` decimals.
    Seats that took no part in the hand are left out.
    """
    highest = max([view.number for view in step.seats], default=0)
    spots = _EIGHT if highest <= len(_EIGHT) else _ELEVEN
    seats = []
    for view in step.seats:
        number = (view.number - 1) % len(spots)
        seats.append(DrawnSeat(view, number + 1, spots[number], _shortened(view.name), _cards(view), _columns(view)))
    texts = pot_area_lines(
        step.pot_area, {view.number: view.player or f"Seat {view.number}" for view in step.seats}, minor
    )
    top = _CENTRE - _LINE * len(texts) // 2 + (_ROOM if step.pot_area.community else 0)
    lines = [Line(kind, text, _LINE * place) for place, (kind, text) in enumerate(texts)]
    return Drawing(len(spots) > len(_EIGHT), seats, lines, top)


def _shortened(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}\N{HORIZONTAL ELLIPSIS}"


def _columns(view: SeatView) -> list[list[TableCard]]:
    """Returns the cards of a seat as six lists, for the columns of the HTML table: the two down cards, third street,
    fourth, fifth, sixth, and the last down card. If there are too many up cards, the last ones are in the list of sixth
    street.
    """
    board = [card for card in view.cards if card.face == "up"]
    hole = [card for card in view.cards if card.face == "down" and not card.last]
    last = [card for card in view.cards if card.last]
    return [hole, board[:1], board[1:2], board[2:3], board[3:], last]


def _cards(view: SeatView) -> list[DrawnCard]:
    """Returns the cards of a seat with their places in the picture. They lie in one row: two down cards, a small gap,
    the up cards, a wider gap, the last down card.
    """
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


def pot_area_lines(middle: PotArea, players: Mapping[int, str], minor: int) -> list[tuple[str, str]]:
    """Returns the lines of text in the middle of the table. Each line is a pair of a kind and a text, such as `("pot",
    "Main 400 · Dogwood")`.

    The kinds are `total`, `pot`, `uncalled`, `house` for the rake, `odd` for an odd chip, and `record` for a wrong
    total in the log.
    """
    lines = [("total", f"Pot {chips(middle.total, minor)}")]
    for pot in middle.pots:
        paid = f", paid {chips(pot.paid, minor)}" if pot.paid else ""
        lines.append(("pot", f"{pot.name} {chips(pot.amount, minor)}{paid} · {eligible_words(pot.eligible, players)}"))
    if middle.uncalled:
        seat, amount, yet = middle.uncalled
        label = "Not called yet" if yet else "Uncalled"
        lines.append(("uncalled", f"{label} {chips(amount, minor)} · {players.get(seat, f'Seat {seat}')}"))
    if middle.raked:
        lines.append(("house", f"The house took {chips(middle.raked, minor)}"))
    lines += [("odd", _odd(each, players, minor)) for each in middle.odd]
    return lines + [("record", _wrong_total(each, minor)) for each in middle.wrong_totals]


def eligible_words(seats: tuple[int, ...], players: Mapping[int, str]) -> str:
    """Returns the names of the players that can win a pot, such as `Dogwood, Larch`. If the names do not fit in a line,
    returns their seats, such as `seats 2, 4`.
    """
    names = ", ".join([players.get(seat, f"Seat {seat}") for seat in seats])
    if len(names) <= _WIDEST:
        return names or "nobody"
    return f"seats {', '.join(map(str, seats))}"


def _odd(odd: OddChip, players: Mapping[int, str], minor: int) -> str:
    half = "" if odd.half == "whole" else f", {odd.half} half"
    by = f" by the {odd.card}" if odd.card else ""
    return f"Odd chip {chips(odd.amount, minor)} · {odd.pot}{half} · {players.get(odd.seat, f'Seat {odd.seat}')}{by}"


def _wrong_total(stated: WrongTotal, minor: int) -> str:
    which = "" if stated.pot == "Pot" else f" for {stated.pot}"
    return f"Record says {chips(stated.amount, minor)}{which} ({chips(stated.difference, minor, signed=True)})"
