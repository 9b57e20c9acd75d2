"""Caches the results of functions of `auditor.engine.law` and `auditor.engine.settlement`, because several rules need
them. Each table has its own cache.
"""

from typing import Final

from auditor.engine.settlement import Settlement


class Betting:
    """The betting on one street so far, under the rules of the house. All amounts are in chips. A full wager adds the
    normal size of a wager. In some houses, an all-in for less also counts as a full wager, for example if it adds half
    the size.

    - `base` is the total that the seat of the last full wager then had in front. Before any full wager, it is the
      bring-in or 0.
    - `size` is the number of chips that the next full wager adds to `base`.
    - `small` is the single bet of the street; at spread limit, it is the higher declared size.
    - `made` is the number of full wagers so far; in some houses, the bring-in counts as one. This number is compared
      with the cap, the largest number of wagers that a street may have.
    - `completed` is true after a full wager. An opening for the full small bet is a full wager.
    - `doubled` is true after a double wager on fourth street.
    - `counted` is the number of entries of `Table.raises` that are included here.
    - `short` is true if some wager, or the opening, was an all-in for less than `size`.
    - `full` is the index in `Table.raises` of the last full wager, and `full_by` is its seat.
    - `full_before` is the index of the last full wager by any seat except `full_by`.
    - `made_before_heads_up` is the value of `made` when only two seats were left. It is -1 until one of the two raises.
    - `by` maps a seat to its number of wagers; only the first `counted_by` entries of `Table.raises` are counted in it.
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
        """Whether any seat other than `seat` made a full wager after the first `raises` wagers of this street."""
        return (self.full_before if seat == self.full_by else self.full) >= raises


class Pot:
    """One pot. `amount` are its chips before the house takes its rake (fee), and `eligible` is the set of live seats
    that may win the pot.
    """

    __slots__ = ("amount", "eligible")

    def __init__(self, amount: int, eligible: int) -> None:
        self.amount: Final = amount
        self.eligible: Final = eligible


class Fault:
    """A wrong payment to one seat: the reason (`wrong`, a constant of `Wrong`), the logged and the lawful amount in
    chips, and the index of the payment in the list of events.
    """

    __slots__ = ("event", "lawful", "logged", "seat", "wrong")

    def __init__(self, wrong: int, seat: int, logged: int, lawful: int, event: int) -> None:
        self.wrong: Final = wrong
        self.seat: Final = seat
        self.logged: Final = logged
        self.lawful: Final = lawful
        self.event: Final = event


class Answers:
    """The cached results of the law functions for one table, so that several rules do not compute them again.

    `betting` includes only the wagers that were made before the last call of `wagers.betting`. `pots` and `uncalled`
    are cleared whenever chips or seats change. `highs` and `lows` map a seat to the value of its hand; they are filled
    only after all cards are dealt. `made` maps a tuple of cards to its high value. `boards` and `low_boards` map the up
    cards of a seat to the value that decides the opener.

    Five fields have facts of the whole log, also of lines after the current event:

    - `anted`: the ante of each seat
    - `collected`: the sum of the payments to each seat
    - `has_unread`: whether some line could not be read
    - `last_claims`: for each seat, the index of its last show or muck line
    - `ante`: the ante that is due, and the keys of the parameters that decide it; no keys if the ante is unknown

    The fields `settlement`, `payout_faults` and `is_over` are filled only at the end of the log.

    The argument `own` is `None` in the cache of the audit's own house. Otherwise the new cache is for another house,
    and `own` is the cache of the same table under the audit's house. The new cache then takes over those results of
    `own` that depend only on the cards.
    """

    __slots__ = (
        "ante",
        "anted",
        "betting",
        "boards",
        "collected",
        "has_unread",
        "highs",
        "is_over",
        "last_claims",
        "low_boards",
        "lows",
        "made",
        "payout_faults",
        "pots",
        "settlement",
        "uncalled",
    )

    def __init__(self, own: "Answers | None" = None) -> None:
        self.ante: tuple[int, tuple[str, ...]] | None = None
        self.anted: list[int] | None = None
        self.betting: Betting | None = None
        self.boards: Final[dict[tuple[int, ...], int]] = {} if own is None else own.boards
        self.low_boards: Final[dict[tuple[int, ...], int]] = {} if own is None else own.low_boards
        self.collected: list[int] | None = None
        self.has_unread: bool | None = None
        self.highs: Final[dict[int, int]] = {} if own is None else own.highs
        self.last_claims: dict[int, int] | None = None
        self.lows: Final[dict[int, int]] = {}
        self.made: Final[dict[tuple[int, ...], int]] = {} if own is None else own.made
        self.pots: tuple[Pot, ...] | None = None
        self.uncalled: tuple[int, int] | None = None
        self.settlement: Settlement | None = None
        self.is_over: bool | None = None
        self.payout_faults: list[Fault] | None = None
