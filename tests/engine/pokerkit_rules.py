"""The rules of PokerKit that are not those of a house of ours: the README publishes them."""

from typing import Final

# In the payout.
DIFFERENCES: Final = {
    "odd chips to the first": "all odd chips of a half go to the first of its winners in the order of the deal",
    "fractions": "an amount that is no whole number is divided exactly: there are no odd chips",
    "low without a low": "where any hand at the table has a low, half of every pot is a low half, and in one that no"
    " contender has a low for, it is shared by all of them",
    "pots put together": "beaten hands leave the table before pots are made, and pots with the same contenders are one",
}
# What PokerKit does otherwise in the play: none of it is a matter of who is paid how much.
SET_ASIDE: Final = {
    "cap": "a street has four wagers, whatever the house",
    "double bet": "an open pair on fourth street changes no limit",
    "short all-in": "a wager must be a full one over a short all-in; half a bet does not reopen the betting and cannot"
    " be completed",
    "raise for nothing": "nobody raises who cannot be called",
    "tied openers": "of equal boards the one dealt first opens, not the highest suit",
    "opener all-in": "where the best board is all-in the next seat opens, not the best of the rest",
    "common card opens": "the common card is no part of a board, and the opener of sixth does not open again",
    "bring-in refused": "the seat that the bring-in passes to may not fold",
    "short bring-in": "who enters over a bring-in that is all-in for less calls that much, not the bring-in",
    "nobody to bet against": "a single seat with chips is asked to act",
    "short deck": "the last card is one for all only where the stub and the dead cards do not go round",
}
