"""Which readings of a clause can bear on a hand: those that cannot are not audited.

A reading is passed over only where nothing that it changes is asked in this hand. What is not in the table always
bears; a test audits the readings that are passed over too, and holds that nothing is lost.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.findings import Report
from auditor.engine.hand import Records, Structure
from auditor.engine.hand_summary import HandSummary
from auditor.engine.house import House
from auditor.engine.house.choices import ShowdownFirst
from auditor.engine.law.opening import named_amount
from auditor.engine.settlement import PotAward

# With so many seats no house runs out of cards, whatever it burns.
_AMPLE: Final = 6
_FIRST_OR_LAST: Final = frozenset({ShowdownFirst.SEVENTH_WAGER_OR_OPENER, ShowdownFirst.SEVENTH_FIRST_WAGER_OR_OPENER})

# Of a hand, as it looks and as it was audited under the house, and the house with its clause read otherwise.
Bears = Callable[[HandSummary, Report, House, House], bool]


def bears(key: str, summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether `other`, which is the house with this parameter read otherwise, may judge the hand otherwise."""
    return _BEARS.get(key, _always)(summary, report, house, other)


def _always(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return True


def _door_ace(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.door_ace


def _another_amount(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return named_amount(summary.hand.stakes, house) != named_amount(summary.hand.stakes, other)


def _completed(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.third_wagers > 0


def _at_the_cap(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    caps = [each.cap_wagers for each in (house, other) if each.cap_wagers]
    return bool(caps) and summary.most_wagers > min(caps)


def _odd_fourth(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.odd_fourth


def _from_fourth(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.street >= 4


def _odd_fold(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.odd_fold


def _out_of_turn(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether there is a question of the order of the betting at all."""
    codes = [finding.code for finding in report.findings] + [note.code for note in report.unverifiable]
    return any(code[:1] == "B" for code in codes)


def _burned(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether a burn is missed, or would be; or the deck may run out, which hangs on how many were burned."""
    if summary.street < 4:
        return False
    if summary.community or summary.dealt.bit_count() > _AMPLE:
        return True
    if house.deal_burn_fourth:
        return any(finding.code == "D207" for finding in report.findings)
    return bool(summary.hand.records & Records.BURNS) or summary.burns


def _shown_in_order(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    if not summary.shows or not summary.hand.records & Records.SHOWDOWN_ORDER:
        return False
    if {house.showdown_first, other.showdown_first} == _FIRST_OR_LAST:
        return summary.made > 1
    return True


def _without_a_low(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    pots = report.settlement.pots
    return summary.rivals and (not pots or any(not _is_halved(pot) for pot in pots))


def _is_halved(pot: PotAward) -> bool:
    """Whether nobody contends for a pot, or it has a low half."""
    return pot.verifiable and (len(pot.eligible) < 2 or any(share.half == "low" for share in pot.shares))


def _tied(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    pots = report.settlement.pots
    return summary.rivals and (not pots or any(_has_a_tie(pot) for pot in pots))


def _has_a_tie(pot: PotAward) -> bool:
    """Whether two seats share a half, or it is not known who wins it."""
    halves = [share.half for share in pot.shares]
    return not pot.verifiable or len(set(halves)) < len(halves)


def _no_fixed_limit(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.hand.structure is not Structure.FIXED


def _clocked(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.clocked


_BEARS: Final[dict[str, Bears]] = {
    "deal.burn_fourth": _burned,
    "bring_in.ace": _door_ace,
    "bring_in.amount": _another_amount,
    "bring_in.next_wager": _completed,
    "cap.wagers": _at_the_cap,
    "cap.counts_bring_in": _at_the_cap,
    "cap.scope": _at_the_cap,
    "double.right": _odd_fourth,
    "double.raises": _odd_fourth,
    "betting.pot_limit": _no_fixed_limit,
    "betting.least_raise": _no_fixed_limit,
    "betting.spread": _no_fixed_limit,
    "opener.tie": _from_fourth,
    "turn.fold": _odd_fold,
    "turn.out_of_turn": _out_of_turn,
    "showdown.first": _shown_in_order,
    "hand.best": _tied,
    "low.qualifier": _without_a_low,
    "odd.cards": _tied,
    "clock.ante_counts": _clocked,
    "clock.reconnection": _clocked,
    "clock.reconnections": _clocked,
    "clock.disconnect_needs_money": _clocked,
    "clock.pot": _clocked,
}
