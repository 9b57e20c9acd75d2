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


COUNT: Final = 14
ALWAYS: Final = frozenset(range(COUNT))
BEFORE_THE_BRING_IN: Final = frozenset({Moment.OPENING, Moment.UNOPENED})
ON_THIRD: Final = frozenset({*BEFORE_THE_BRING_IN, Moment.THIRD})
FIRST: Final = frozenset({Moment.OPENING, Moment.FIRST_ACT})
TO_OPEN: Final = frozenset({Moment.FIRST_ACT, Moment.BEFORE_OPENER})
FROM_FOURTH: Final = frozenset({*TO_OPEN, Moment.LATER})
BEFORE_FOURTH: Final = ALWAYS - FROM_FOURTH - {Moment.FIRST_CARD, Moment.DEALING, Moment.REGULAR_CARD}
IN_THE_BETTING: Final = frozenset({Moment.THIRD, *FROM_FOURTH})
IN_TURN: Final = frozenset({Moment.THIRD, Moment.LATER})
IRREGULAR: Final = ALWAYS - {Moment.REGULAR_HAND, Moment.REGULAR_CARD}
TO_DEAL: Final = IRREGULAR - {Moment.ANTES, Moment.OPENING, Moment.DEALING}
OF_A_LIVE_SEAT: Final = ALWAYS - {Moment.OUT, Moment.HAND_OVER}
