"""The rules of PokerKit that are not those of a house of ours: the README publishes them."""

from typing import Final

# In the payout.
DIFFERENCES: Final = {
    "odd chips to the first": "all odd chips of a half go to one winner: the winner who was dealt to first",
    "fractions": "a pot is divided exactly, also into fractions of a chip, so there are no odd chips",
    "low without a low": "if any hand at the table has a low, half of every pot is a low half, even if no seat that can"
    " win this pot has a low; then all seats that can win this pot share its low half",
    "pots put together": "beaten hands are removed before the pots are made, and pots that the same seats can win"
    " become one pot",
}
# What PokerKit does otherwise in the play: none of it is a matter of who is paid how much.
SET_ASIDE: Final = {
    "cap": "a street has at most four wagers in every house",
    "double bet": "an open pair on fourth street does not allow a double bet",
    "short all-in": "after an all-in for less than a full wager, the next wager must be a full one; after an all-in"
    " of half a bet, seats that acted may not raise again, and nobody may complete the bet",
    "raise for nothing": "a seat may not raise if no other seat can call the raise",
    "tied openers": "if two boards are equal, the seat that was dealt to first opens, not the seat with the highest"
    " suit",
    "opener all-in": "if the seat with the best board is all-in, the next seat opens, not the seat with the best of"
    " the other boards",
    "common card opens": "a community card does not count as part of a board; if the card of seventh street is a"
    " community card, the seat that opened sixth street does not automatically open again",
    "bring-in refused": "if the duty to bring in passes to another seat, that seat may not fold",
    "short bring-in": "if the bring-in is an all-in for less than its full amount, the next seat calls only this"
    " smaller amount",
    "nobody to bet against": "if only one seat still has chips, it must act although nobody can call",
    "short deck": "if the rest of the deck is too short for the last cards, the dead cards are added; a community card"
    " replaces the last cards only if there are still too few cards",
}
