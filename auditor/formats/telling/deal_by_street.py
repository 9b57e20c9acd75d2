"""Streets by their names, and which cards of a line lie face up, in rooms that leave it to the street to say."""

from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import Deal

# As most rooms name them above their cards, in capitals.
STREETS: Final[dict[str, int]] = {
    "3RD STREET": 3,
    "4TH STREET": 4,
    "5TH STREET": 5,
    "6TH STREET": 6,
    "7TH STREET": 7,
}


def not_told_before(told: dict[int, tuple[int, ...]], seat: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a line that may repeat those before it; `told`, by seat, is what the lines above say."""
    before = told.get(seat, ())
    new = cards[len(before) :] if len(cards) > len(before) and cards[: len(before)] == before else cards
    told[seat] = before + new
    return new


def deal_by_street(seat: int, new: tuple[int, ...], street: int, spelled: str, line: int) -> Deal:
    """New cards of a seat: up from fourth street on, down on seventh. On third the last one is the door card; where it
    stands alone, the two before it were not seen.
    """
    if street > 6:
        return Deal(seat, new, (), spelled, line)
    if street > 3:
        return Deal(seat, (), new, spelled, line)
    return Deal(seat, new[:-1] if len(new) > 1 else (UNSEEN, UNSEEN), new[-1:], spelled, line)
