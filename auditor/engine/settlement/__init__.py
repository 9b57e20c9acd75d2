"""The settlement: the payments that a hand should have had, by pot, share and seat. They are computed from the logged
chips and cards. Chips are integers in the smallest unit of the hand.
"""

from typing import Final

from auditor.engine.cards import UNSEEN


class Share:
    """The lawful share of one seat in one pot, or in one half of a pot. `half` is `whole`, `high` or `low`. `odd` is
    the number of odd chips in `amount`: chips that are left over because the pot or half cannot be divided evenly. If a
    card decided which of the tied hands got the odd chips, `card` is that card; otherwise it is `UNSEEN`.
    """

    __slots__ = ("amount", "card", "half", "odd", "seat")

    def __init__(self, half: str, seat: int, amount: int, odd: int, card: int = UNSEEN) -> None:
        self.half: Final = half
        self.seat: Final = seat
        self.amount: Final = amount
        self.odd: Final = odd
        self.card: Final = card


class PotAward:
    """A pot with the seats that may win it and its lawful shares. `amount` is the pot before rake; uncalled chips are
    not in it. The shares add up to the pot after rake.

    `verifiable` is false if a card that decides the winner was never seen, or if the rake of the pot is unknown. Then
    `shares` is empty. `reasons` are the clauses that decided which seat got the odd chips (chips that cannot be divided
    evenly).
    """

    __slots__ = ("amount", "eligible", "rake", "reasons", "shares", "verifiable")

    def __init__(
        self,
        amount: int,
        eligible: tuple[int, ...],
        shares: tuple[Share, ...],
        rake: int,
        verifiable: bool,
        reasons: tuple[str, ...] = (),
    ) -> None:
        self.amount: Final = amount
        self.eligible: Final = eligible
        self.shares: Final = shares
        self.rake: Final = rake
        self.verifiable: Final = verifiable
        self.reasons: Final = reasons


class SeatAccount:
    """The settlement of one seat. `put_in` are all chips that the seat put in, without uncalled chips. `lawful` is the
    payment that was due, and `logged` is the payment in the log; each is `None` if unknown. `difference` is `logged`
    minus `lawful`; `None` if one of them is unknown.
    """

    __slots__ = ("difference", "lawful", "logged", "player", "put_in", "seat")

    def __init__(self, seat: int, player: str, put_in: int, lawful: int | None, logged: int | None) -> None:
        self.seat: Final = seat
        self.player: Final = player
        self.put_in: Final = put_in
        self.lawful: Final = lawful
        self.logged: Final = logged
        self.difference: Final = None if lawful is None or logged is None else logged - lawful


class Settlement:
    """The lawful payout of a hand, computed from the logged chips and cards. An amount is `None` if it is unknown.

    - `rake_lawful` is the rake that the house may take, and `rake_logged` is the rake that the house took.
    - `derived_rake` is false if the log states the rake. Otherwise it is true, and `rake_logged` is the number of chips
      that were paid to no seat. But if these chips are shares that were due to seats, `rake_logged` is 0.
    - `unaccounted` are the chips that were put in, but that neither a seat nor the house got. It is below zero if more
      chips were paid than were put in.
    - `uncalled` is a pair: the seat whose last chips nobody matched, and the number of these chips. It is (0, 0) if
      there are no such chips.
    - `added` are chips that the room itself put into the main pot.
    - `void` is true if the hand was cancelled and everybody gets a refund.

    If all differences of the seats and of the rake are known, these differences and `unaccounted` sum to zero.
    """

    __slots__ = (
        "added",
        "derived_rake",
        "pots",
        "rake_lawful",
        "rake_logged",
        "seats",
        "unaccounted",
        "uncalled",
        "void",
    )

    def __init__(
        self,
        pots: tuple[PotAward, ...],
        seats: tuple[SeatAccount, ...],
        rake_lawful: int | None,
        rake_logged: int | None,
        derived_rake: bool,
        uncalled: tuple[int, int] = (0, 0),
        void: bool = False,
        added: int = 0,
        unaccounted: int | None = 0,
    ) -> None:
        self.added: Final = added
        self.pots: Final = pots
        self.seats: Final = seats
        self.rake_lawful: Final = rake_lawful
        self.rake_logged: Final = rake_logged
        self.derived_rake: Final = derived_rake
        self.unaccounted: Final = unaccounted
        self.uncalled: Final = uncalled
        self.void: Final = void

    @property
    def rake_difference(self) -> int | None:
        """The logged rake minus the lawful rake. `None` if the logged rake, the lawful rake or the difference of some
        seat is unknown. If the difference of a seat is unknown, the known differences need not sum to zero, so no
        transfers can correct the payout.
        """
        if self.rake_lawful is None or self.rake_logged is None:
            return None
        if any(account.difference is None for account in self.seats):
            return None
        return self.rake_logged - self.rake_lawful

    @property
    def kept(self) -> int | None:
        """The chips of the pots that no seat got: the logged rake and the chips that are unaccounted for. `None` if
        unknown.
        """
        if self.rake_logged is None or self.unaccounted is None:
            return None
        return self.rake_logged + self.unaccounted

    def words(self) -> str:
        """Returns the settlement as lines of the report's canonical form, the text from which the report's digest is
        computed. The uncalled chips, the chips of the room and the reasons for odd chips are left out. They follow from
        the hand and the house, which the report includes.
        """
        lines = [f"rake {self.rake_lawful} {self.rake_logged} {int(self.derived_rake)}"]
        if self.unaccounted:
            lines.append(f"unaccounted {self.unaccounted}")
        for pot in self.pots:
            eligible = ",".join([str(seat) for seat in pot.eligible])
            lines.append(f"pot {pot.amount} {eligible} {pot.rake} {int(pot.verifiable)}")
            for share in pot.shares:
                lines.append(f"share {share.half} {share.seat} {share.amount} {share.odd}")
        for account in self.seats:
            lines.append(f"seat {account.seat} {account.put_in} {account.lawful} {account.logged}")
        return "\n".join(lines)
