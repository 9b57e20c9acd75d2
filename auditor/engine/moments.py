"""Moments: where in a hand an event falls, so that a rule is only asked where it can apply."""

from typing import Final


class Moment:
    """Where in a hand an event falls, as the table stands before it. Numbers, not an enumeration: they are asked for
    several times an event.
    """

    ANTES: Final = 0  # before third street
    OPENING: Final = 1  # third street, nobody has acted
    UNOPENED: Final = 2  # third street, somebody has acted but nobody brought it in
    THIRD: Final = 3  # third street, opened
    FIRST_ACT: Final = 4  # fourth street or later, nobody has acted
    BEFORE_OPENER: Final = 5  # ... only folds out of turn were made
    LATER: Final = 6  # ... the opener has acted
    BETTING_OVER: Final = 7  # nobody has yet to act
    HAND_OVER: Final = 8  # one live seat is left, or the pots are paid
    FIRST_CARD: Final = 9  # the first card of a street from fourth on
    DEALING: Final = 10  # a card after that one
    OUT: Final = 11  # an act by a seat that is folded, all-in or not in the hand
    REGULAR_HAND: Final = 12  # the cards of third street to one seat, dealt as nearly all are
    REGULAR_CARD: Final = 13  # the card of a later street to one seat, not the first of it, dealt as nearly all are
    REGULAR_FIRST_CARD: Final = 14  # the same, the first of its street
    DUE_ANTE: Final = 15  # the ante of the stakes, once, out of a stack that has it, before the first card
    FRESH_BURN: Final = 16  # a burned card that was not seen before
    NEXT_STREET: Final = 17  # a street after the one before it, whose betting is over
    SINGLE_WAGER: Final = 18  # a wager after the first act, by a seat that may make it, for a single size
    PAID_AS_DUE: Final = 19  # the end of a log that paid every seat what it was due


COUNT: Final = 20
# By itself: looking a number up in the class costs more than comparing it.
HAND_OVER: Final = Moment.HAND_OVER
ALWAYS: Final = frozenset(range(COUNT))
BEFORE_THE_BRING_IN: Final = frozenset({Moment.OPENING, Moment.UNOPENED})
ON_THIRD: Final = frozenset({*BEFORE_THE_BRING_IN, Moment.THIRD})
FIRST: Final = frozenset({Moment.OPENING, Moment.FIRST_ACT})
TO_OPEN: Final = frozenset({Moment.FIRST_ACT, Moment.BEFORE_OPENER})
FROM_FOURTH: Final = frozenset({*TO_OPEN, Moment.LATER})
_LATER_CARDS: Final = {Moment.FIRST_CARD, Moment.REGULAR_FIRST_CARD, Moment.DEALING, Moment.REGULAR_CARD}
BEFORE_FOURTH: Final = ALWAYS - FROM_FOURTH - _LATER_CARDS
IN_THE_BETTING: Final = frozenset({Moment.THIRD, *FROM_FOURTH})
IN_TURN: Final = frozenset({Moment.THIRD, Moment.LATER})
# Every moment of a regular event, and where such an event would fall were it not regular; `None` wherever the table is.
ORDINARY: Final[dict[int, int | None]] = {
    Moment.REGULAR_HAND: Moment.OPENING,
    Moment.REGULAR_CARD: Moment.DEALING,
    Moment.REGULAR_FIRST_CARD: Moment.FIRST_CARD,
    Moment.DUE_ANTE: Moment.ANTES,
    Moment.FRESH_BURN: None,
    Moment.NEXT_STREET: Moment.BETTING_OVER,
    Moment.SINGLE_WAGER: None,
    Moment.PAID_AS_DUE: None,
}
IRREGULAR: Final = ALWAYS - frozenset(ORDINARY)
TO_DEAL: Final = (IRREGULAR | {Moment.REGULAR_FIRST_CARD}) - {Moment.ANTES, Moment.OPENING, Moment.DEALING}
OF_A_LIVE_SEAT: Final = (IRREGULAR | {Moment.SINGLE_WAGER}) - {Moment.OUT, Moment.HAND_OVER}
