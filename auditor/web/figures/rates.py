"""Rates of findings per 1,000 hands and shares of confirmed findings, each with a range that is likely to contain the
true value.

The ranges are score intervals of 95 %. Their formulas are right only if findings are independent of each other. So if
one hand has many findings, the true range is wider; the page says so.
"""

import math
from typing import Any, Final

from auditor.store.queries.figures import FEW_HANDS

# The number of standard deviations on each side that contain 95 % of a normal distribution.
_Z: Final = 1.959964
THOUSAND: Final = 1000


def rate_document(found: int, hands: int) -> dict[str, Any]:
    """Returns a number of findings in a number of hands as a dict for JSON, with the rate per 1,000 hands.

    `few` is true if there are too few hands to compare this rate with other rates. Without any hand, the rate and its
    range are `None`.
    """
    document: dict[str, Any] = {"findings": found, "hands": hands, "few": hands < FEW_HANDS}
    if not hands:
        return {**document, "per_1000": None, "low": None, "high": None}
    low, high = likely_count(found)
    rates = [_rounded(count * THOUSAND / hands) for count in (found, low, high)]
    return {**document, "per_1000": rates[0], "low": rates[1], "high": rates[2]}


def share_document(confirmed: int, dismissed: int) -> dict[str, Any]:
    """Returns the decisions about the findings of a rule as a dict for JSON, with the percentage of the confirmed
    findings among the decided ones. Without a decision, the percentage and its range are `None`.
    """
    decided = confirmed + dismissed
    document: dict[str, Any] = {"confirmed": confirmed, "dismissed": dismissed, "decided": decided}
    if not decided:
        return {**document, "percent": None, "low": None, "high": None}
    low, high = likely_share(confirmed, decided)
    shares = [_rounded(100 * share) for share in (confirmed / decided, low, high)]
    return {**document, "percent": shares[0], "low": shares[1], "high": shares[2]}


def likely_count(found: int) -> tuple[float, float]:
    """Returns the range that is likely to contain the expected number of findings, if `found` were found: the score
    interval of a Poisson count.
    """
    middle, half = found + _Z**2 / 2, _Z * math.sqrt(found + _Z**2 / 4)
    return max(0.0, middle - half), middle + half


def likely_share(part: int, whole: int) -> tuple[float, float]:
    """Returns the range that is likely to contain the true share, if `part` of `whole` were counted: the Wilson
    interval. A share is from 0 to 1.
    """
    middle = (part + _Z**2 / 2) / (whole + _Z**2)
    half = _Z / (whole + _Z**2) * math.sqrt(part * (whole - part) / whole + _Z**2 / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def decimal(value: float | None) -> str:
    """Writes a rate or a percentage for people: with two decimals below 10, otherwise with one. For `None`, returns
    `unknown`.
    """
    if value is None:
        return "unknown"
    return f"{value:,.2f}" if value < 10 else f"{value:,.1f}"


def _rounded(value: float) -> float:
    return round(value, 2)
