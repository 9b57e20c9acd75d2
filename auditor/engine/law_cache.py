"""Results of the law that several rules need, kept with their table."""

from typing import Final

from auditor.engine.settlement import Settlement


class Betting:
    """The betting on a street so far, as the house counts it.

    `base` is the level set by the last full wager, and `size` what a single raise adds to it. `made` counts wagers for
    the cap. `completed`: a full wager was made, perhaps the opening. `doubled`: a double wager was made on fourth
    street. `counted` raises are included. `short`: one of them was no full wager. `full` and `full_by` are the place
    and the seat of the last full wager; `full_before` is the place of the last one by another seat.
    `made_before_heads_up` counts wagers before the first raise with two seats left, -1 where there is none. `by` counts
    the raises of each seat, of the first `counted_by` raises.
    """

    __slots__ = (
        "base",
        "by",
        "completed",
        "counted",
        "counted_by",
        "doubled",
        "full",
        "full_before",
        "full_by",
        "made",
        "made_before_heads_up",
        "short",
        "size",
        "small",
    )

    def __init__(self, base: int, size: int, small: int, made: int) -> None:
        self.base = base
        self.size = size
        self.small: Final = small
        self.made = made
        self.completed = False
        self.doubled = False
        self.counted = 0
        self.short = False
        self.full = -1
        self.full_before = -1
        self.full_by = 0
        self.made_before_heads_up = -1
        self.by: Final[dict[int, int]] = {}
        self.counted_by = 0

    def count_full(self, seat: int) -> None:
        """Counts one more raise, which is a full wager."""
        self.made += 1
        self.completed = True
        if seat != self.full_by:
            self.full_before = self.full
            self.full_by = seat
        self.full = self.counted
        self.counted += 1

    def count_short(self) -> None:
        """Counts one more raise, which is no full wager."""
        self.short = True
        self.counted += 1

    def another_has_raised_since(self, raises: int, seat: int) -> bool:
        """Whether another seat made a full wager after the first `raises` raises."""
        return (self.full_before if seat == self.full_by else self.full) >= raises


class Pot:
    """One pot: chips gross of rake, and the live seats that may win it."""

    __slots__ = ("amount", "eligible")

    def __init__(self, amount: int, eligible: int) -> None:
        self.amount: Final = amount
        self.eligible: Final = eligible


class Fault:
    """One seat's wrong payment: the reason, the logged and the lawful chips, and the event that paid it."""

    __slots__ = ("event", "lawful", "logged", "seat", "wrong")

    def __init__(self, wrong: int, seat: int, logged: int, lawful: int, event: int) -> None:
        self.wrong: Final = wrong
        self.seat: Final = seat
        self.logged: Final = logged
        self.lawful: Final = lawful
        self.event: Final = event


class Answers:
    """The cache of a table.

    `betting` lacks wagers made since. `pots` and `uncalled` hold until chips or seats change. `highs` and `lows`, the
    worth of each seat's hand, hold once all cards are out. `made` is the high value of cards and `boards` the value of
    up cards for the opener. `anted` is each seat's ante and `collected` each seat's payments in the whole log. These
    and `ante` always hold. The other fields hold once the log has ended. An unknown `ante` cites nothing.
    """

    __slots__ = (
        "ante",
        "anted",
        "betting",
        "boards",
        "collected",
        "highs",
        "is_over",
        "lows",
        "made",
        "payout_faults",
        "pots",
        "settlement",
        "uncalled",
    )

    def __init__(self) -> None:
        self.ante: tuple[int, tuple[str, ...]] | None = None
        self.anted: list[int] | None = None
        self.betting: Betting | None = None
        self.boards: Final[dict[tuple[int, ...], int]] = {}
        self.collected: list[int] | None = None
        self.highs: Final[dict[int, int]] = {}
        self.lows: Final[dict[int, int]] = {}
        self.made: Final[dict[tuple[int, ...], int]] = {}
        self.pots: tuple[Pot, ...] | None = None
        self.uncalled: tuple[int, int] | None = None
        self.settlement: Settlement | None = None
        self.is_over: bool | None = None
        self.payout_faults: list[Fault] | None = None
