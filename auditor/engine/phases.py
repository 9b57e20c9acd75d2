"""Moments: where in a hand an event falls, as the table stands before it, so that a rule is only asked where it can
apply.

Numbers by themselves, neither an enumeration nor in a class: they are asked for several times an event, and to look one
up there costs more than to compare it.
"""

from typing import Final

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
REGULAR_FIRST_CARD: Final = 14  # the same, the first of its street, which is not seventh
DUE_ANTE: Final = 15  # the ante of the stakes, once, out of a stack that has it, before the first card
FRESH_BURN: Final = 16  # a burned card that was not seen before
NEXT_STREET: Final = 17  # a street after the one before it, whose betting is over
DUE_ACT: Final = 18  # by the next seat a fold, or a check or a call of what it owes, out of a stack that has it
SINGLE_WAGER: Final = 19  # a wager by the next seat, which may make it, for a single size that its stack has
REGULAR_OPENING: Final = 20  # the same, or a check, as the first act of a street from fourth on, whoever must open it
OWN_CARDS: Final = 21  # a live seat shows cards that it was seen to be dealt
PAID_AS_DUE: Final = 22  # the end of a whole log in which every seat was paid what it was due
LEFT_BEHIND: Final = 23  # a log without payments states a stack that is just what lies behind its seat
REGULAR_SEVENTH: Final = 24  # a regular card, the first of seventh street
THIRD_BEGINS: Final = 25  # third street, after the antes
DUE_BRING_IN: Final = 26  # by the seat that owes it, once all have anted and have cards, out of a stack that has it

GOES_ON: Final = 27  # an end that is not the last line of its log: what is judged at the end is judged at the last

COUNT: Final = 28
ALWAYS: Final = frozenset(range(COUNT)) - {GOES_ON}
BEFORE_THE_BRING_IN: Final = frozenset({OPENING, UNOPENED})
ON_THIRD: Final = frozenset({*BEFORE_THE_BRING_IN, THIRD})
FIRST: Final = frozenset({OPENING, FIRST_ACT, DUE_BRING_IN})
TO_OPEN: Final = frozenset({FIRST_ACT, BEFORE_OPENER})
FROM_FOURTH: Final = frozenset({*TO_OPEN, LATER})
_LATER_CARDS: Final = {FIRST_CARD, REGULAR_FIRST_CARD, REGULAR_SEVENTH, DEALING, REGULAR_CARD}
BEFORE_FOURTH: Final = ALWAYS - FROM_FOURTH - _LATER_CARDS - {REGULAR_OPENING}
IN_THE_BETTING: Final = frozenset({THIRD, *FROM_FOURTH})
IN_TURN: Final = frozenset({THIRD, LATER})
# Every moment of a regular event, and where such an event would fall were it not regular; `None` wherever the table is.
ORDINARY: Final[dict[int, int | None]] = {
    REGULAR_HAND: OPENING,
    REGULAR_CARD: DEALING,
    REGULAR_FIRST_CARD: FIRST_CARD,
    DUE_ANTE: ANTES,
    FRESH_BURN: None,
    NEXT_STREET: BETTING_OVER,
    DUE_ACT: None,
    SINGLE_WAGER: None,
    REGULAR_OPENING: FIRST_ACT,
    OWN_CARDS: BETTING_OVER,
    PAID_AS_DUE: None,
    LEFT_BEHIND: None,
    REGULAR_SEVENTH: FIRST_CARD,
    THIRD_BEGINS: ANTES,
    DUE_BRING_IN: OPENING,
}
IRREGULAR: Final = ALWAYS - frozenset(ORDINARY)
TO_DEAL: Final = (IRREGULAR | {REGULAR_FIRST_CARD, REGULAR_SEVENTH}) - {ANTES, OPENING, DEALING}
OF_A_LIVE_SEAT: Final = IRREGULAR - {OUT, HAND_OVER}
