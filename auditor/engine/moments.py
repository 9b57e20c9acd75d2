"""Moments: where in a hand an event falls, so that a rule is only asked where it can apply."""

from enum import IntEnum
from typing import Final


class Moment(IntEnum):
    """Where in a hand an event falls, as the table stands before it."""

    ANTES = 0  # before third street
    OPENING = 1  # third street, nobody has acted
    UNOPENED = 2  # third street, somebody has acted but nobody brought it in
    THIRD = 3  # third street, opened
    FIRST_ACT = 4  # fourth street or later, nobody has acted
    BEFORE_OPENER = 5  # ... only folds out of turn were made
    LATER = 6  # ... the opener has acted
    BETTING_OVER = 7  # nobody has yet to act
    HAND_OVER = 8  # one live seat is left, or the pots are paid
    DEALING = 9  # a card after the first one of a street
    OUT = 10  # an act by a seat that is folded, all-in or not in the hand


ALWAYS: Final = frozenset(Moment)
BEFORE_THE_BRING_IN: Final = frozenset({Moment.OPENING, Moment.UNOPENED})
ON_THIRD: Final = frozenset({*BEFORE_THE_BRING_IN, Moment.THIRD})
FIRST: Final = frozenset({Moment.OPENING, Moment.FIRST_ACT})
TO_OPEN: Final = frozenset({Moment.FIRST_ACT, Moment.BEFORE_OPENER})
FROM_FOURTH: Final = frozenset({*TO_OPEN, Moment.LATER})
IN_THE_BETTING: Final = frozenset({Moment.THIRD, *FROM_FOURTH})
IN_TURN: Final = frozenset({Moment.THIRD, Moment.LATER})
FIRST_CARD: Final = ALWAYS - {Moment.DEALING}
OF_A_LIVE_SEAT: Final = ALWAYS - {Moment.OUT, Moment.HAND_OVER}
