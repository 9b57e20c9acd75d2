"""What has been read of a hand so far: its events, and the chips in front of each seat, which turn what a seat adds
into what it then has there. Rooms remember more where their lines need it.
"""

from typing import Final, Protocol

from auditor.engine.events import Ante, BringIn, Call, Community, Event, Fold, Muck, Remark, Street, Wager
from auditor.formats.rooms.grammar.going_all_in import all_in_act
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.telling.unread import unread


class ReadSoFar:
    """`front` is by seat, the chips before it on this street; `anted` are the seats that posted an ante, `left` those
    of them that have not folded. `small_bet` tells a bring-in from a bet where the log has no verb for either.
    """

    __slots__ = ("anted", "events", "front", "left", "minor", "players", "small_bet", "street")

    def __init__(self, players: Players, minor: int, small_bet: int = 0) -> None:
        self.players: Final = players
        self.minor: Final = minor
        self.small_bet: Final = small_bet
        self.events: Final[list[Event]] = []
        self.street = 0
        self.front: Final[dict[int, int]] = {}
        self.anted: Final[set[int]] = set()
        self.left: Final[set[int]] = set()

    @property
    def level(self) -> int:
        return max(self.front.values(), default=0)

    def illegible(self, text: str, line: int) -> None:
        self.events.append(unread(text, line))

    def remark(self, seat: int, kind: str, line: int) -> None:
        self.events.append(Remark(seat, kind, line))

    # --- streets

    def begin_street(self, street: int, line: int) -> None:
        self.street = street
        self.front.clear()
        self.events.append(Street(street, line))

    def common_card(self, cards: tuple[int, ...], text: str, line: int) -> bool:
        """What the title of a street brings: a card for everybody, on the last alone; answers whether it is that."""
        if self.street == 7 and len(cards) == 1 and cards[0] >= 0:
            self.events.append(Community(cards[0], line))
            return True
        self.illegible(text, line)
        return False

    # --- chips: how many a seat adds, or to how many

    def ante(self, seat: int, amount: int, all_in: bool = False, line: int = 0) -> None:
        self.anted.add(seat)
        self.left.add(seat)
        self.events.append(Ante(seat, amount, all_in, line))

    def bring_in(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(BringIn(seat, self.put(seat, added), all_in, line))

    def bet(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(Wager(seat, self.put(seat, added), "bets", all_in, line))

    def call(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(Call(seat, self.put(seat, added), all_in, line))

    def complete_by(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.complete_to(seat, self.front.get(seat, 0) + added, all_in, line)

    def complete_to(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        self.front[seat] = to
        self.events.append(Wager(seat, to, "completes", all_in, line))

    def raise_by(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.raise_to(seat, self.front.get(seat, 0) + added, all_in, line)

    def raise_to(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        self.front[seat] = to
        self.events.append(Wager(seat, to, "raises", all_in, line))

    def all_in(self, seat: int, added: int, _: bool = False, line: int = 0) -> None:
        """The log leaves out the verb: the amount in front of the others says which act it is."""
        level = self.level
        self.events.append(all_in_act(seat, self.put(seat, added), level, self.street, self.small_bet, line))

    def put(self, seat: int, added: int) -> int:
        """What the seat then has in front of it."""
        self.front[seat] = to = self.front.get(seat, 0) + added
        return to

    # --- without chips

    def fold(self, seat: int, line: int) -> None:
        self.left.discard(seat)
        self.events.append(Fold(seat, line))

    def keep_closed(self, seat: int, line: int) -> None:
        """A claim is given up only where somebody else is left to win; else it is the winner whom nobody called."""
        self.events.append(Remark(seat, "other", line) if self.left == {seat} else Muck(seat, line))


class Adds(Protocol):
    """A way to put chips in, for rooms that say all-in elsewhere."""

    def __call__(self, reading: ReadSoFar, seat: int, amount: int, /, *, line: int) -> None: ...
