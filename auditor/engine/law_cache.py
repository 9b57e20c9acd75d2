"""Cached answers of the law that several rules need. They are kept with the table."""

from typing import Final

from auditor.engine.settlement import Settlement


class Betting:
    """The betting on a street so far, as the house counts it.

    `base` is the level after the last full wager, and `size` is the amount that a single raise adds to that level.
    `small` is the single bet of the street. `made` counts wagers for the cap. `completed` is true if a full
    wager was made; an opening may be one. `doubled` is true if a double wager was made on fourth street. `counted` is
    the number of raises that are included here. `short` is true if one of them was not a full wager.

    `full` and `full_by` are the index and the seat of the last full wager; `full_before` is the index of the last full
    wager by another seat. `made_before_heads_up` is the number of wagers before only two seats were left, -1 if there
    were always more. `by` counts the raises of each seat among the first `counted_by` raises.
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
        """Counts one more raise that is a full wager."""
        self.made += 1
        self.completed = True
        if seat != self.full_by:
            self.full_before = self.full
            self.full_by = seat
        self.full = self.counted
        self.counted += 1

    def count_short(self) -> None:
        """Counts one more raise that is not a full wager."""
        self.short = True
        self.counted += 1

    def another_has_raised_since(self, raises: int, seat: int) -> bool:
        """Whether another seat made a full wager after the first `raises` raises."""
        return (self.full_before if seat == self.full_by else self.full) >= raises


class Pot:
    """One pot: its chips before rake, and the live seats that may win it, as a set."""

    __slots__ = ("amount", "eligible")

    def __init__(self, amount: int, eligible: int) -> None:
        self.amount: Final = amount
        self.eligible: Final = eligible


class Fault:
    """The wrong payment of one seat: the reason, the logged and the lawful amount, and the index of the event that paid
    it.
    """

    __slots__ = ("event", "lawful", "logged", "seat", "wrong")

    def __init__(self, wrong: int, seat: int, logged: int, lawful: int, event: int) -> None:
        self.wrong: Final = wrong
        self.seat: Final = seat
        self.logged: Final = logged
        self.lawful: Final = lawful
        self.event: Final = event


class Answers:
    """The cached answers of one table.

    `betting` includes only the wagers up to its last use. `pots` and `uncalled` are valid until chips or seats change.
    `highs` and `lows`, the value of each seat's hand, are valid after all cards are dealt. `made` maps cards to their
    high value, and `boards` maps up cards to their value for the opener. `anted` is the ante of each seat, and
    `collected` is the sum of payments of each seat in the whole log. Both are valid at any time, and so is `ante`; an
    unknown `ante` has no cited parameters. All other fields are valid after the end of the log.
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
