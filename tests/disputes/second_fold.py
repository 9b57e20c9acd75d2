"""A second way to keep the ledger of a ruling, which shares no code with the first.

It keeps no postings. It notes for each party the chips that are owed by the ruling, and a list of payments and waivers
that still count. An open amount is computed from these two whenever somebody looks.
"""

from dataclasses import dataclass, field


@dataclass
class Counted:
    """A payment or a waiver that still counts, unless it was taken back."""

    giver: str
    taker: str
    amount: int
    is_payment: bool
    counts: bool = True


@dataclass
class Book:
    """The book of a case: what the ruling that stands gives each party, and every payment so far."""

    due: dict[str, int] = field(default_factory=dict)
    moves: dict[int, Counted] = field(default_factory=dict)  # by the number of the posting

    def rule(self, due: dict[str, int]) -> None:
        """Another ruling stands from now on. Waivers were about the old one; payments were made all the same."""
        self.due = due
        self.moves = {number: move for number, move in self.moves.items() if move.counts and move.is_payment}

    def open_amount(self, party: str) -> int:
        received = sum(move.amount for move in self.moves.values() if move.counts and move.taker == party)
        parted_with = sum(move.amount for move in self.moves.values() if move.counts and move.giver == party)
        return self.due.get(party, 0) - received + parted_with

    def open_amounts(self) -> dict[str, int]:
        parties = {*self.due, *[end for move in self.moves.values() for end in (move.giver, move.taker)]}
        return {party: self.open_amount(party) for party in parties if self.open_amount(party)}
