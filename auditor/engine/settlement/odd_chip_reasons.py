"""Why odd chips of a pot went where they went: the clauses of the house that sent them there."""

from auditor.engine.hand import Game
from auditor.engine.house import House, Status
from auditor.engine.house.choices import OddTied
from auditor.engine.settlement import PotAward


def is_odd(award: PotAward) -> bool:
    """Whether there is an odd chip in it."""
    for share in award.shares:  # any() takes three times as long
        if share.odd:
            return True
    return _high_and_low_differ(award)


def with_reasons(award: PotAward, game: Game, house: House) -> PotAward:
    """The same pot with the clauses in words, and how firm they are where the house does not state them."""
    reasons = []
    for key in _keys(award, game, house):
        setting = house.setting(key)
        firm = "" if setting.status is Status.STATED else f" ({setting.status})"
        reasons.append(f"{setting.clause.removesuffix('.')}{firm}")
    return PotAward(award.amount, award.eligible, award.shares, award.rake, award.verifiable, tuple(reasons))


def _keys(award: PotAward, game: Game, house: House) -> tuple[str, ...]:
    """The parameters that decided, in the order of the shares."""
    keys = []
    if _high_and_low_differ(award):
        keys.append("odd.halves")
    for half in dict.fromkeys([share.half for share in award.shares]):
        if len({share.amount for share in award.shares if share.half == half}) > 1:
            low = half == "low" or game is Game.RAZZ
            keys.append("odd.tied_low" if low and house.odd_tied is not OddTied.FIRST_LEFT_OF_DEALER else "odd.tied")
    return tuple(dict.fromkeys(keys))


def _high_and_low_differ(award: PotAward) -> bool:
    if not award.shares or award.shares[-1].half != "low":
        return False
    low = sum([share.amount for share in award.shares if share.half == "low"])
    return low != sum([share.amount for share in award.shares if share.half == "high"])
