"""A hand as it is being read, for rooms that write `NAME verb amount`: its events, and the chips in front of each seat,
which turn what a seat adds into what it then has there.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Ante, BringIn, Call, Event, LogEnd, Remark, Street, Wager, Won
from auditor.formats.spelling.amounts import grouped_amount
from auditor.formats.spelling.remembering import remembered
from auditor.formats.spelling.stated import Stated
from auditor.formats.telling.going_all_in import all_in_act
from auditor.formats.telling.players import Players
from auditor.formats.telling.unread import unread

SYMBOLS: Final = "$€£"

# High and low of the words behind shown cards.
Words = Callable[[str], tuple[Stated, Stated]]


@remembered
def chips(text: str, minor: int) -> int | None:
    """`$1.50`, `1.50€` or `1,300` in the smallest unit; `None` for anything else. Where a hand has no decimals but
    zeros, whole chips are its unit.
    """
    bare = text[1:] if text[:1] in SYMBOLS else text.removesuffix("€")
    return grouped_amount(bare if minor else bare.removesuffix(".00"), minor)


class Telling:
    """What has been read of a hand so far. `front`, `logged` and `shown` are by seat: its chips on this street, its
    cards as text, which later lines repeat, and the cards it showed. `small_bet` tells a bring-in from a bet where the
    log has no verb for either.
    """

    __slots__ = (
        "anted",
        "events",
        "front",
        "logged",
        "minor",
        "mucked",
        "paid",
        "players",
        "shown",
        "small_bet",
        "stacks",
        "street",
        "won",
        "words",
    )

    def __init__(self, players: Players, minor: int, words: Words, small_bet: int = 0) -> None:
        self.players: Final = players
        self.minor: Final = minor
        self.words: Final = words
        self.small_bet: Final = small_bet
        self.events: Final[list[Event]] = []
        self.street = 0
        self.front: Final[dict[int, int]] = {}
        self.logged: Final[dict[int, str]] = {}
        self.shown: Final[dict[int, str]] = {}
        self.anted: Final[set[int]] = set()
        self.mucked: Final[set[int]] = set()
        self.paid: Final[set[int]] = set()
        self.stacks: Final[dict[int, int | None]] = {}
        self.won: Final[dict[int, tuple[int, int]]] = {}

    def chips(self, text: str) -> int | None:
        return chips(text, self.minor)

    def illegible(self, text: str, line: int) -> None:
        self.events.append(unread(text, line))

    def remark(self, seat: int, kind: str, line: int) -> None:
        self.events.append(Remark(seat, kind, line))

    def begin_street(self, street: int, line: int) -> None:
        self.street = street
        self.front.clear()
        self.events.append(Street(street, line))

    def ante(self, seat: int, amount: int, all_in: bool = False, line: int = 0) -> None:
        self.anted.add(seat)
        self.events.append(Ante(seat, amount, all_in, line))

    def bring_in(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(BringIn(seat, self._with(seat, added), all_in, line))

    def bet(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(Wager(seat, self._with(seat, added), "bets", all_in, line))

    def call(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(Call(seat, self._with(seat, added), all_in, line))

    def raise_by(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.raise_to(seat, self._with(seat, added), all_in, line)

    def raise_to(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        self.front[seat] = to
        self.events.append(Wager(seat, to, "raises", all_in, line))

    def all_in(self, seat: int, added: int, _: bool = False, line: int = 0) -> None:
        """The log leaves out the verb: the amount in front of the others says which act it is."""
        level = max(self.front.values(), default=0)
        to = self._with(seat, added)
        self.events.append(all_in_act(seat, to, level, self.street, self.small_bet, line))

    def _with(self, seat: int, added: int) -> int:
        self.front[seat] = to = self.front.get(seat, 0) + added
        return to

    def win(self, seat: int, amount: int, line: int) -> None:
        """A summary states what a seat won; where it has a line for each half, all of them are one statement."""
        before, _ = self.won.pop(seat, (0, 0))
        self.won[seat] = (before + amount, line)

    def finish(self, complete: bool, line: int) -> tuple[Event, ...]:
        """All events, with the end of the log on its last line."""
        self.events.extend([Won(seat, amount, told) for seat, (amount, told) in self.won.items()])
        self.events.append(LogEnd(complete, line))
        return tuple(self.events)
