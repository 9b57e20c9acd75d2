"""What two records of one deal that do not contradict each other say together: every card that either of them knows.

The record that tells the whole hand is the ground, of two that do the one that can be read best and tells most; the
other fills in its unseen cards and what it leaves out. Nothing is invented, and which of the two is given first makes
no difference to what is known.
"""

from typing import Final

from auditor.engine import events as e
from auditor.engine.copies.card_alignment import DEALS
from auditor.engine.copies.filling import Filling
from auditor.engine.copies.side import ASIDES
from auditor.engine.hand import Hand, Records, Seat, Stakes, Unit

# What the other record makes whole.
_FILLED: Final = Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD


def merged(one: Hand, other: Hand) -> Hand:
    """One hand of both records. The events stand on the lines of the ground, those only the other has on line 0."""
    ground, more = sorted((one, other), key=_rank)
    told = {seat.number: seat for seat in more.seats}
    seats = [_seated(seat, told.get(seat.number, seat)) for seat in ground.seats]
    mine, theirs = ground.stakes, more.stakes
    return Hand(
        ground.game,
        tuple(seats),
        Stakes(
            _said(mine.ante, theirs.ante),
            _said(mine.bring_in, theirs.bring_in),
            _said(mine.small_bet, theirs.small_bet),
            _said(mine.big_bet, theirs.big_bet),
        ),
        tuple(Filling(ground, more).filled()),
        _recorded(ground, more),
        structure=ground.structure,
        unit=Unit(ground.unit.currency or more.unit.currency, ground.unit.minor),
        room=ground.room,
        number=ground.number,
        table=ground.table or more.table,
        tournament=ground.tournament or more.tournament,
        house=ground.house or more.house,
        played=ground.played or more.played,
        local=ground.local or more.local,
        button=ground.button or more.button,
        first_dealt=ground.first_dealt or more.first_dealt,
        most_seats=ground.most_seats or more.most_seats,
    )


def _said(mine: int | None, theirs: int | None) -> int | None:
    return theirs if mine is None else mine


def _seated(seat: Seat, told: Seat) -> Seat:
    return Seat(
        seat.number,
        seat.player or told.player,
        seat.stack if seat.stack is not None else told.stack,
        seat.dealt_in,
    )


def _rank(hand: Hand) -> tuple[bool, int, int, int, str]:
    """Which of two is the ground: the whole one before one that is cut off, then the one with fewer illegible lines,
    then the one that tells more of what was done, then the one that knows more cards.
    """
    illegible = len([event for event in hand.events if isinstance(event, e.Illegible)])
    done = len([event for event in hand.events if not isinstance(event, (*ASIDES, *DEALS))])
    known = sum([event.mask.bit_count() for event in hand.events if isinstance(event, e.Deal)])
    return not _is_whole(hand), illegible, -done, -known, hand.digest()


def _is_whole(hand: Hand) -> bool:
    end = hand.events[-1] if hand.events else None
    return isinstance(end, e.LogEnd) and end.complete


def _recorded(ground: Hand, more: Hand) -> int:
    """What both together write down: the lines are those of the ground, and only cards are filled in."""
    legible = not any(isinstance(event, e.Illegible) for event in more.events)
    return ground.records | (more.records & _FILLED if legible and _is_whole(more) else 0)
