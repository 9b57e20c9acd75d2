"""Audits a hand again under other readings of the house rules. A reading is one way to understand a clause (one rule
text) of the house.

Each other reading replaces the value of one parameter (one question that the house answers). A finding that is absent
under some reading is contested: it names that reading. A finding that exists only under another reading is listed
separately, in `Report.beside`. A reading that cannot matter for the hand is skipped, to save time. A test also audits
the skipped readings and checks that no finding is lost.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from auditor.engine.audit import audit
from auditor.engine.findings import Beside, Certainty, Finding, Report
from auditor.engine.hand import Hand, Records, Structure
from auditor.engine.hand_summary import HandSummary
from auditor.engine.house import House
from auditor.engine.house.choices import ShowdownFirst
from auditor.engine.house.parameter_types import HouseRefused, in_words, text_of
from auditor.engine.house.parameters import parameter_of
from auditor.engine.law.opening import named_amount
from auditor.engine.settlement import PotAward


class NoSuchReading(HouseRefused):
    """The caller chose a reading (a way to understand a clause) that the house does not have. The message lists the
    readings of the house.
    """


# Identifies the same finding under two houses: the rule code, the event index, the seat, the subject, and a number. The
# number distinguishes findings that are equal in all four other fields.
Identity = tuple[str, int, int, str, int]


class Otherwise:
    """Another reading of one clause of a house: a way to understand the clause that the house itself does not follow.
    `key` is the key of the parameter that the clause answers. `name` is a text such as `cap.scope = per_player`,
    `sentence` explains the reading, and `house` is a copy of the house with this reading.
    """

    __slots__ = ("house", "key", "name", "sentence")

    def __init__(self, key: str, name: str, sentence: str, house: House) -> None:
        self.key: Final = key
        self.name: Final = name
        self.sentence: Final = " ".join(sentence.split())  # line breaks in the sentence become blanks
        self.house: Final = house


# A cache for `otherwise`. The key is the digest (hash) of a house. The value has the other readings of this house.
_OTHERWISE: Final[dict[str, tuple[Otherwise, ...]]] = {}
_MOST_KEPT: Final = 256


def otherwise(house: House) -> tuple[Otherwise, ...]:
    """Returns an `Otherwise` for each other reading of a clause of the house (each other way to understand the clause),
    in the order of the parameters.
    """
    found = _OTHERWISE.get(house.digest)
    if found is None:
        if len(_OTHERWISE) >= _MOST_KEPT:
            _OTHERWISE.clear()
        found = _OTHERWISE[house.digest] = tuple(
            [
                Otherwise(key, _named(key, reading.value), reading.sentence, house.with_value(key, reading.value))
                for key, setting in house.settings.items()
                for reading in setting.readings
            ]
        )
    return found


def read_as(house: House, key: str, value: str) -> House:
    """Returns the house with the parameter `key` set to `value`. The value must be the present value of the house, or
    the value of another reading that the house lists for this parameter. Raises `NoSuchReading` for any other value,
    with a list of the readings. Raises `HouseRefused` for a value that no house can have.
    """
    setting = house.setting(key)
    wanted = parameter_of(key).parsed(value)
    if wanted != setting.value and wanted not in [reading.value for reading in setting.readings]:
        others = [each.name for each in otherwise(house)]
        there_are = "this house has no readings"
        if others:
            there_are = f"the readings of this house are {in_words(others, 'and')}"
        raise NoSuchReading(f'house "{house.name}" has no reading {_named(key, wanted)}; {there_are}')
    return house.with_value(key, value)


def audit_with_readings(hand: Hand, house: House) -> Report:
    """Returns the report of a hand under a house. The report also says which findings and payments change under another
    reading of a clause. The result depends only on the hand and the house.
    """
    report = audit(hand, house)
    others = otherwise(house)
    if not others:
        return report
    summary = HandSummary(hand)
    return compared(report, [each for each in others if bears(each.key, summary, report, house, each.house)])


def compared(report: Report, others: Iterable[Otherwise]) -> Report:
    """Compares the report with audits of the same hand under other readings. Returns the report with the differences
    added: as names of readings in its findings, and as the list `beside`.
    """
    beside = []
    for other in others:
        effect = _beside(report, other)
        if effect.findings or effect.settlement is not None:
            beside.append(effect)
    if not beside:
        return report
    return Report(
        report.hand,
        report.house_name,
        report.house_digest,
        report.rules_version,
        report.findings,
        report.unverifiable,
        report.settlement,
        tuple(beside),
        report.table,
    )


def _beside(report: Report, other: Otherwise) -> Beside:
    """Audits the hand again under one other reading. Returns the findings and the payout that differ. In addition, the
    name of the reading is added to those findings of `report` that do not exist under this reading.
    """
    read = audit(report.hand, other.house)
    own, there = identified(report.findings), identified(read.findings)
    for identity, finding in own.items():
        if identity not in there and finding.event < _all_listed_before(read):
            finding.readings += (f"{other.name}: {other.sentence}",)
            finding.certainty = Certainty.CONTESTED
    changed = [
        finding
        for identity, finding in there.items()
        if finding.event < _all_listed_before(report) and not same_outcome(own.get(identity), finding)
    ]
    differs = read.settlement.words() != report.settlement.words()
    settlement, transfers = (read.settlement, read.transfers) if differs else (None, ())
    return Beside(other.name, other.sentence, tuple(changed), settlement, transfers)


def identified(findings: Iterable[Finding]) -> Mapping[Identity, Finding]:
    """Returns a dictionary from `Identity` to finding. If two houses have the same finding, both findings have the same
    identity.
    """
    seen: Counter[tuple[str, int, int, str]] = Counter()
    found: dict[Identity, Finding] = {}
    for finding in findings:
        fields = (finding.code, finding.event, finding.seat, finding.subject)
        found[(*fields, seen[fields])] = finding
        seen[fields] += 1
    return found


def same_outcome(one: Finding | None, other: Finding | None) -> bool:
    """Whether a finding is the same under two houses: equal words, amount and grade. The caller passes two findings
    with the same identity. `None` means that there is no such finding under this house.
    """
    if one is None or other is None:
        return one is other
    return (one.grade, one.logged, one.lawful, one.amount) == (other.grade, other.logged, other.lawful, other.amount)


def _all_listed_before(report: Report) -> int:
    """Returns the index of the first event at which the report leaves out some findings, because there are too many.
    Before this event, the list of findings is complete. If nothing is left out, returns the number of events.
    """
    unlisted = [finding.event for finding in report.findings if finding.more]
    return min(unlisted, default=len(report.hand.events))


def _named(key: str, value: object) -> str:
    return f"{key} = {text_of(value)}"


# With at most six seats, a deck of 52 cards is enough for all streets, whatever the house burns.
_AMPLE: Final = 6
_FIRST_OR_LAST: Final = frozenset({ShowdownFirst.SEVENTH_WAGER, ShowdownFirst.SEVENTH_FIRST_WAGER})

# The type of a test whether a reading can matter. Its arguments are the summary of a hand, the report of the hand under
# the house, the house, and the house under the other reading.
Bears = Callable[[HandSummary, Report, House, House], bool]


def bears(key: str, summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether an audit under the house `other` may have another result for this hand. `other` differs from `house` only
    in the parameter `key`. If false, that audit can be skipped.
    """
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


def _from_fifth(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.street >= 5


def _out_of_turn(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether the report has a finding of a betting rule, or a betting rule that could not be verified. If it has
    neither, another reading of the clause about acts out of turn cannot change the report. The codes of betting rules
    begin with B.
    """
    codes = [finding.code for finding in report.findings] + [note.code for note in report.unverifiable]
    return any(code[:1] == "B" for code in codes)


def _burned(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether the rules about burned cards (cards that are put aside before a street) can matter. They can if the log
    may lack a burn that one of the two houses requires. They can also matter if the deck may run out, because burned
    cards make the deck shorter.
    """
    if summary.street < 4:
        return False
    if summary.community or summary.dealt.bit_count() > _AMPLE:
        return True
    if house.deal_burn_fourth:
        return any(finding.code == "D207" for finding in report.findings)
    return bool(summary.hand.records & Records.BURNS) or summary.burns


def _showdown_in_order(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    if not summary.shows or not summary.hand.records & Records.SHOWDOWN_ORDER:
        return False
    if {house.showdown_first, other.showdown_first} == _FIRST_OR_LAST:
        return summary.made > 1
    return True


def _without_a_low(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    pots = report.settlement.pots
    return summary.rivals and (not pots or any(not _is_halved(pot) for pot in pots))


def _is_halved(pot: PotAward) -> bool:
    """Whether the payout of this pot stays the same under another reading of the clause about hands that qualify for
    low. This is so if the winners are known, and the pot already has a low half or only one seat may win it.
    """
    return pot.verifiable and (len(pot.eligible) < 2 or any(share.half == "low" for share in pot.shares))


def _tied(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    pots = report.settlement.pots
    return summary.rivals and (not pots or any(_has_a_tie(pot) for pot in pots))


def _has_a_tie(pot: PotAward) -> bool:
    """Whether another reading of a clause about ties may change the payout of this pot. This is so if two seats share
    the pot or half of it, or if the winner is unknown.
    """
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
    "betting.later_streets": _from_fifth,
    "betting.pot_limit": _no_fixed_limit,
    "betting.least_raise": _no_fixed_limit,
    "betting.spread": _no_fixed_limit,
    "opener.tie": _from_fourth,
    "turn.fold": _odd_fold,
    "turn.out_of_turn": _out_of_turn,
    "showdown.first": _showdown_in_order,
    "hand.best": _tied,
    "low.qualifier": _without_a_low,
    "odd.cards": _tied,
    "clock.ante_counts": _clocked,
    "clock.reconnection": _clocked,
    "clock.reconnections": _clocked,
    "clock.disconnect_needs_money": _clocked,
    "clock.pot": _clocked,
}
