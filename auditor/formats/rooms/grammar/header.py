"""The header of a hand: the facts in the lines before the first act, such as number, game, stakes, time and seats."""

from typing import Final

from auditor.engine.hand import Game, Seat, Stakes, Structure, Unit
from auditor.formats.rooms.grammar.money import CHIPS, chips, currency_of
from auditor.formats.rooms.grammar.players import printed_button, table_size


class Listed:
    """One line of the list of seats, such as `Seat 3: Ann ($1.46) is sitting out`. `stack` stays text, because the
    currency is known only after all seats are read.

    `moved_in`: the player just came and waits for a later hand. `sits_out`: the player does not play. He gets cards
    only in a tournament.
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
    """The facts about a hand that stand above its first act. They are set one by one while these lines are read.

    - `game`: `None` for a game that is not audited.
    - `named`: the name of the game in the log; empty until a line names one.
    - `mixed`: true if the first line names only a mix of games, so that a later line must name the game of this hand.
    - `amounts`: the ante, the small bet and the big bet as text.
    - `stakes_line`: the number of the line with these amounts; 0 for the first line of the hand.
    - `legible`: true if the text of both bets, and of the ante if there is one, could be read as amounts.
    - `partial`: true if the log itself states that lines are missing.
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
        self.is_tournament = False  # true for every tournament, also if the log has no name or number of it
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
    def names(self) -> list[str]:
        return [row.name for row in self.listed]

    @property
    def unit(self) -> Unit:
        return Unit(self.currency, self.minor)

    def read_stakes(self, currency: str, minor: int) -> None:
        """Converts the texts in `amounts` to the stakes, and sets the currency and its number of decimals (`minor`)."""
        self.currency, self.minor = currency, minor
        ante, small, big = [chips(text, minor) for text in self.amounts]
        self.stakes = Stakes(ante=ante, small_bet=small, big_bet=big)
        self.legible = small is not None and big is not None and (ante is not None or not self.amounts[0])

    def seats(self) -> list[Seat]:
        """Returns a seat for each line of the list of seats. All are marked as dealt in; the reader corrects this
        later. A stack that cannot be read is `None`.
        """
        return [Seat(row.number, row.name, chips(row.stack, self.minor)) for row in self.listed]


def settle_by_stacks(header: Header) -> None:
    """Reads the stakes for a room whose first line may state no currency. If the header has no currency, the currency
    is that of the first stack with a currency sign. Money has two decimals. Chips have two if any stake or stack has a
    decimal point, else none.
    """
    header.read_stakes(*_money_of(header, header.currency))


def take_money_of_stacks(header: Header) -> None:
    """Sets the currency and the decimals of a hand whose stakes cannot be read, so that the amounts of its acts can
    still be read. A header that already has a currency of money keeps this currency. Otherwise the hand gets the
    currency of the stacks. The decimals become two if the currency is money, or if a stake or stack has a decimal
    point; else they stay.
    """
    header.currency, minor = _money_of(header, "" if header.currency == CHIPS else header.currency)
    header.minor = max(header.minor, minor)


def _money_of(header: Header, currency: str) -> tuple[str, int]:
    stacks = [row.stack for row in header.listed]
    currencies = [currency] if currency else map(currency_of, stacks)
    currency = next((each for each in currencies if each not in ("", CHIPS)), CHIPS)
    has_decimals = "." in "".join((*header.amounts, *stacks))
    return currency, 2 if currency != CHIPS or has_decimals else 0


# --- functions that read the lines before the first act ---------------------------------------------------------------


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
    """Stores the seat of the dealer button: `Seat 3 is the button`. Logs of stud may have `Seat 0`, which means that
    there is no button.
    """
    header.button = printed_button(str(number))


def table(header: Header, _seat: int, _line: int, table: str, rest: str = "") -> None:
    """Stores the table: `Table 'Vega' 8-max Seat #1 is the button`. `rest` are the words after the name of the table,
    which may have the number of seats and the button.
    """
    header.table = table
    for word in rest.split():
        header.most_seats = table_size(word) or header.most_seats
        if word[0] == "#":
            header.button = printed_button(word[1:])
