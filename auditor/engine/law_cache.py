"""Answers of the law that several rules ask for, kept with the table they are about."""

from typing import Final

from auditor.engine.settlement import Settlement


class Betting:
    """The betting on a street so far, as the house counts it.

    `base` the level set by the last full wager · `size` what a single raise adds to it · `made` wagers counted for the
    cap · `completed` a full wager was made, be it the opening · `doubled` a double wager was made on fourth street ·
    `counted` how many raises are in it · `short` whether one of them was no full wager · `full` and `full_by` the place
    and the seat of the last full one, `full_before` the place of the last that another seat made ·
    `made_before_heads_up` how many were made before the first raise since two seats were left, -1 where there is none ·
    `by` how many raises each seat made, of the first `counted_by` of them.
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
        """One more raise, which is a full wager."""
        self.made += 1
        self.completed = True
        if seat != self.full_by:
            self.full_before = self.full
            self.full_by = seat
        self.full = self.counted
        self.counted += 1

    def count_short(self) -> None:
        """One more raise, which is none."""
        self.short = True
        self.counted += 1

    def another_has_raised_since(self, raises: int, seat: int) -> bool:
        """Whether another seat made a full wager once there had been so many raises."""
        return (self.full_before if seat == self.full_by else self.full) >= raises


class Pot:
    """One pot: chips gross of rake, and the live seats that may win it."""

    __slots__ = ("amount", "eligible")

    def __init__(self, amount: int, eligible: int) -> None:
        self.amount: Final = amount
        self.eligible: Final = eligible


class Fault:
    """One seat's wrong payment: why, logged and lawful chips, and the event that paid it."""

    __slots__ = ("event", "lawful", "logged", "seat", "wrong")

    def __init__(self, wrong: int, seat: int, logged: int, lawful: int, event: int) -> None:
        self.wrong: Final = wrong
        self.seat: Final = seat
        self.logged: Final = logged
        self.lawful: Final = lawful
        self.event: Final = event


class Answers:
    """What was worked out for a table. `betting` lacks the wagers made since, `pots` and `uncalled` until chips or
    seats change, `highs` and `lows` (what the holding of a seat is worth) once all cards are out, `made` (what
    cards are worth for high), `boards` (what up cards are worth for who opens), `ante`, `anted` (what each seat antes
    in the whole log) and `collected` (what the whole log pays each seat) at all times, the others once the log has
    ended. The ante cites nothing where nobody tells it.
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
