"""The claim: the words of the player about one hand, before anybody has judged them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LONGEST_TEXT: Final = 4_000
LONGEST_NUMBER: Final = 64
MOST_AMOUNT: Final = 10**15 - 1
LATEST_STREET: Final = 7


class BadClaim(ValueError):
    """Raised for a claim that cannot be stored. The message is one sentence that says what to change."""


class Subject(StrEnum):
    """The question that a claim is about. The time limit of some houses depends on it."""

    READING = "reading of a hand"  # which of the shown hands is the best
    SUM = "sum of a pot"  # how a pot was counted, divided or awarded
    PLAY = "play"  # anything else, such as an act out of turn


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about one hand.

    - `hand_number` is the number of the hand in the room, as the player knows it.
    - `street` is 3 to 7, and `event` the number of an event of the record, counted from 0. Both may be unknown.
    - `happened` and `should` are the words of the player: what happened, and what should have happened.
    - `amount` is the claimed amount in the smallest unit of the hand. It is `None` if the player claims no chips.
    """

    hand_number: str
    subject: Subject
    happened: str
    should: str
    street: int | None = None
    event: int | None = None
    amount: int | None = None


def checked(claim: Claim) -> Claim:
    """Returns the claim without blanks around its texts. Raises `BadClaim` if a text is missing or too long, or if a
    number is not possible.
    """
    number = _text("The number of the hand", claim.hand_number, LONGEST_NUMBER)
    happened = _text("The text about what happened", claim.happened, LONGEST_TEXT)
    should = _text("The text about what should have happened", claim.should, LONGEST_TEXT)
    if claim.street is not None and not 3 <= claim.street <= LATEST_STREET:
        raise BadClaim(f"There is no street {claim.street}. Choose a street from 3 to {LATEST_STREET}.")
    if claim.event is not None and claim.event < 0:
        raise BadClaim("The number of an event is 0 or more.")
    if claim.amount is not None and not 0 <= claim.amount <= MOST_AMOUNT:
        raise BadClaim("The claimed amount is 0 or more, and has at most 15 digits.")
    return Claim(number, claim.subject, happened, should, claim.street, claim.event, claim.amount)


def _text(name: str, value: str, longest: int) -> str:
    plain = value.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not plain:
        raise BadClaim(f"{name} is missing.")
    if len(plain) > longest:
        raise BadClaim(f"{name} has {len(plain):,} characters. Shorten the text to {longest:,} characters or fewer.")
    return plain
