"""The header of a hand, above its play: number, game, stakes and time; the table; the seats as listed."""

from typing import Final

from auditor.engine.hand import Game, Seat, Stakes, Structure, Unit
from auditor.formats.rooms.grammar.money import CHIPS, chips, currency_of
from auditor.formats.rooms.grammar.players import printed_button, table_size


class Listed:
    """A seat as listed; its stack stays text until the unit is known, money or chips. `moved_in` is a player who waits
    to be dealt in, `sits_out` a player who is dealt in only in a tournament.
    """

    __slots__ = ("line", "moved_in", "name", "number", "sits_out", "stack")

    def __init__(self, number: int, name: str, stack: str, line: int, *, sits_out: bool, moved_in: bool) -> None:
        self.number: Final = number
        self.name: Final = name
        self.stack: Final = stack
        self.line: Final = line
        self.sits_out: Final = sits_out
        self.moved_in: Final = moved_in


class Header:
    """`game` is `None` for a game that is not audited; `named` is the game in the words of the log, empty until a line
    names one. `mixed` is whether a line below the first may name the game: the first line may name the mix alone.
    `amounts` are the ante, the small and the big bet as written, in line `stakes_line` (0 for the first line of the
    hand); `legible` is whether both bets can be read, and the ante where one is written. `partial` is whether the log
    states that lines are missing.
    """

    __slots__ = (
        "amounts",
        "button",
        "currency",
        "game",
        "is_tournament",
        "legible",
        "listed",
        "local",
        "minor",
        "mixed",
        "most_seats",
        "named",
        "number",
        "partial",
        "play_money",
        "played",
        "stakes",
        "stakes_line",
        "structure",
        "table",
        "tournament",
    )

    def __init__(self, number: str) -> None:
        self.number = number
        self.game: Game | None = None
        self.named = ""
        self.mixed = False
        self.structure = Structure.FIXED
        self.tournament = ""
        self.is_tournament = False  # also where the log does not name the tournament
        self.local = ""
        self.played = ""
        self.amounts = ("", "", "")
        self.play_money = False
        self.stakes = Stakes()
        self.legible = False
        self.stakes_line = 0
        self.partial = False
        self.currency = CHIPS
        self.minor = 0
        self.table = ""
        self.button = 0
        self.most_seats = 0
        self.listed: Final[list[Listed]] = []

    @property
    def unit(self) -> Unit:
        return Unit(self.currency, self.minor)

    def read_stakes(self, currency: str, minor: int) -> None:
        """Turns the amounts into stakes, once their unit is known."""
        self.currency, self.minor = currency, minor
        ante, small, big = [chips(text, minor) for text in self.amounts]
        self.stakes = Stakes(ante=ante, small_bet=small, big_bet=big)
        self.legible = small is not None and big is not None and (ante is not None or not self.amounts[0])

    def seats(self) -> list[Seat]:
        """The seats, all of them dealt in; a stack that is no amount is `None`."""
        return [Seat(row.number, row.name, chips(row.stack, self.minor)) for row in self.listed]


def settle_by_stacks(header: Header) -> None:
    """Reads the stakes in the currency of the header or, where that is empty, of the stacks: two decimals for money and
    where any amount above the play has a point, else none.
    """
    stacks = [row.stack for row in header.listed]
    currencies = [header.currency] if header.currency else map(currency_of, stacks)
    currency = next((each for each in currencies if each not in ("", CHIPS)), CHIPS)
    has_decimals = "." in "".join((*header.amounts, *stacks))
    header.read_stakes(currency, 2 if currency != CHIPS or has_decimals else 0)


# --- the meanings of lines above the play ----------------------------------------------------------------------------


def listed(
    header: Header,
    _seat: int,
    line: int,
    number: int,
    player: str,
    stack: str,
    sits_out: bool = False,
    moved_in: bool = False,
) -> None:
    """`Seat 3: NAME ($1.46) is sitting out`."""
    header.listed.append(Listed(number, player, stack, line, sits_out=sits_out, moved_in=moved_in))


def button(header: Header, _seat: int, _line: int, number: int) -> None:
    """`Seat 3 is the button`; a stud table has `Seat 0`, which is no seat."""
    header.button = printed_button(str(number))


def table(header: Header, _seat: int, _line: int, table: str, rest: str = "") -> None:
    """`Table 'Vega' 8-max Seat #1 is the button`: the words behind the name have the number of seats."""
    header.table = table
    for word in rest.split():
        header.most_seats = table_size(word) or header.most_seats
        if word[0] == "#":
            header.button = printed_button(word[1:])
