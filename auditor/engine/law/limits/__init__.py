"""The limits of wagers. Each betting structure (fixed limit, spread limit, pot limit, no limit) has one object of the
class `Limit`.
"""

from typing import Final

from auditor.engine.hand import Structure
from auditor.engine.house import House
from auditor.engine.law.limits import fixed, free, pot, spread
from auditor.engine.law.limits.limit import Lawful, Limit

__all__ = ["Lawful", "Limit", "is_not_of_fixed_sizes", "limit_of"]

_LIMITS: Final[dict[Structure, Limit]] = {
    Structure.FIXED: fixed.LIMIT,
    Structure.POT: pot.LIMIT,
    Structure.NO: free.NO_LIMIT,
    Structure.SPREAD: spread.LIMIT,
}


def limit_of(house: House) -> Limit:
    """Returns the functions that check the sizes of wagers (a `Limit`) in the betting structure of the house."""
    return _LIMITS[house.structure]


def is_not_of_fixed_sizes(house: House) -> bool:
    """Whether the house lets players choose the size of a wager (as in no limit). False at fixed limit, where each
    street has one size.
    """
    return not house.betting_fixed
