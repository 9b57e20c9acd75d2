"""Answers of the law that several rules ask for, kept with the table they are about."""

from typing import Final

from auditor.engine.settlement import Settlement


class Betting:
    """The betting on a street so far, as the house counts it.

    `base` the level set by the last full wager · `size` what a single raise adds to it · `made` wagers counted for the
    cap · `completed` a full wager was made, be it the opening · `doubled` a double wager was made on fourth street ·
    `full` per raise, whether it counted as a wager.
    """

    __slots__ = ("base", "completed", "doubled", "full", "made", "size", "small")

    def __init__(self, base: int, size: int, small: int, made: int) -> None:
        self.base = base
        self.size = size
        self.small: Final = small
        self.made = made
        self.completed = False
        self.doubled = False
        self.full: Final[list[bool]] = []


class Pot:
    """One pot: chips gross of rake, and the live seats that may win it."""

    __slots__ = ("amount", "eligible")

    def __init__(self, amount: int, eligible: int) -> None:
        self.amount: Final = amount
        self.eligible: Final = eligible


class Offence:
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
    cards are worth for high) and `collected` (what
    the whole log pays each seat) at all times, the others once the log has ended.
    """

    __slots__ = (
        "ante",
        "betting",
        "collected",
        "highs",
        "is_over",
        "lows",
        "made",
        "offences",
        "pots",
        "settlement",
        "uncalled",
    )

    def __init__(self) -> None:
        self.ante: tuple[int, tuple[str, ...]] | None = None
        self.betting: Betting | None = None
        self.collected: list[int] | None = None
        self.highs: Final[dict[int, int]] = {}
        self.lows: Final[dict[int, int]] = {}
        self.made: Final[dict[tuple[int, ...], int]] = {}
        self.pots: tuple[Pot, ...] | None = None
        self.uncalled: tuple[int, int] | None = None
        self.settlement: Settlement | None = None
        self.is_over: bool | None = None
        self.offences: list[Offence] | None = None
