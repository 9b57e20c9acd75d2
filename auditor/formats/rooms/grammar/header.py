"""The header of a hand: the facts in the lines before the first act, such as number, game, stakes, time and seats."""

from typing import Final

from auditor.engine.hand import Game, Seat, Stakes, Structure, Unit
from auditor.formats.rooms.grammar.money import CHIPS, chips, currency_of
from auditor.formats.rooms.grammar.players import printed_button, table_size


class Listed:
    """One line of the list of seats. `stack` is text until the unit of the hand is known.

    `moved_in`: the player waits for a later hand. `sits_out`: the player gets cards only in a tournament.
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
    """The header of a hand. The lines before the first act fill in its fields.

    - `game`: `None` for a game that is not audited.
    - `named`: the game in the words of the log; empty until a line names a game.
    - `mixed`: true if a later line may name the game, because the first line may name only the mix of games.
    - `amounts`: the ante, the small bet and the big bet as text.
    - `stakes_line`: the number of the line with the amounts; 0 for the first line of the hand.
    - `legible`: true if both bets can be read, and also the ante if the log has one.
    - `partial`: true if the log states that lines are missing.
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
        self.is_tournament = False  # true also if the log does not name the tournament
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
        """Turns the amounts into stakes of this currency, with `minor` decimals."""
        self.currency, self.minor = currency, minor
        ante, small, big = [chips(text, minor) for text in self.amounts]
        self.stakes = Stakes(ante=ante, small_bet=small, big_bet=big)
        self.legible = small is not None and big is not None and (ante is not None or not self.amounts[0])

    def seats(self) -> list[Seat]:
        """Returns the listed seats, each of them as dealt in. A stack that is no amount is `None`."""
        return [Seat(row.number, row.name, chips(row.stack, self.minor)) for row in self.listed]


def settle_by_stacks(header: Header) -> None:
    """Reads the stakes in the currency of the header or, if that is empty, of the stacks. Amounts have two decimals if
    they are money, or if any stake or stack has a decimal point; else they have none.
    """
    stacks = [row.stack for row in header.listed]
    currencies = [header.currency] if header.currency else map(currency_of, stacks)
    currency = next((each for each in currencies if each not in ("", CHIPS)), CHIPS)
    has_decimals = "." in "".join((*header.amounts, *stacks))
    header.read_stakes(currency, 2 if currency != CHIPS or has_decimals else 0)


# --- the meanings of lines before the first act ----------------------------------------------------------------------


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
    """Adds a seat to the list: `Seat 3: NAME ($1.46) is sitting out`."""
    header.listed.append(Listed(number, player, stack, line, sits_out=sits_out, moved_in=moved_in))


def button(header: Header, _seat: int, _line: int, number: int) -> None:
    """Notes the button: `Seat 3 is the button`. A stud table may have `Seat 0`, which is no seat."""
    header.button = printed_button(str(number))


def table(header: Header, _seat: int, _line: int, table: str, rest: str = "") -> None:
    """Notes the table: `Table 'Vega' 8-max Seat #1 is the button`. `rest` are the words after the name of the table,
    which may have the number of seats and the button.
    """
    header.table = table
    for word in rest.split():
        header.most_seats = table_size(word) or header.most_seats
        if word[0] == "#":
            header.button = printed_button(word[1:])
