"""Phases of a hand, such as the antes or the deal of a street. A rule names the phases to which it applies;
`event_phase` decides to which phase an event belongs.

The phases are integers. The audit compares them several times for each event, and looking up a member of an enumeration
takes longer than such a comparison.
"""

from typing import Final

ANTES: Final = 0  # before third street
OPENING: Final = 1  # third street, nobody has acted yet
UNOPENED: Final = 2  # third street, seats have acted but nobody has posted the bring-in or a bet
THIRD: Final = 3  # third street, after the bring-in or the first bet
FIRST_ACT: Final = 4  # fourth street or later, nobody has acted
# Fourth street or later: nobody has opened the street, but a seat folded out of turn, or a wrong opening was taken
# back.
BEFORE_OPENER: Final = 5
LATER: Final = 6  # fourth street or later, the opener has acted
BETTING_OVER: Final = 7  # all seats that could act have acted, so the betting of this street is over
HAND_OVER: Final = 8  # only one live seat is left, or the pots are paid
FIRST_CARD: Final = 9  # the first card of fourth street or later
DEALING: Final = 10  # a card of fourth street or later, but not the first card of its street
OUT: Final = 11  # an act by a seat that is folded, all-in or not in the hand
# The phase of a `LogEnd` event that is not the last event of the hand. Rules about the whole hand wait for the last
# event.
GOES_ON: Final = 12

COUNT: Final = 13
EVERY: Final = frozenset(range(COUNT)) - {GOES_ON}
BEFORE_THE_BRING_IN: Final = frozenset({OPENING, UNOPENED})
ON_THIRD: Final = frozenset({*BEFORE_THE_BRING_IN, THIRD})
FIRST: Final = frozenset({OPENING, FIRST_ACT})
TO_OPEN: Final = frozenset({FIRST_ACT, BEFORE_OPENER})
FROM_FOURTH: Final = frozenset({*TO_OPEN, LATER})
BEFORE_FOURTH: Final = EVERY - FROM_FOURTH - {FIRST_CARD, DEALING}
IN_THE_BETTING: Final = frozenset({THIRD, *FROM_FOURTH})
IN_TURN: Final = frozenset({THIRD, LATER})
TO_DEAL: Final = EVERY - {ANTES, OPENING, DEALING}
OF_A_LIVE_SEAT: Final = EVERY - {OUT, HAND_OVER}
WHILE_PLAYED: Final = EVERY - {HAND_OVER}
