"""A log that says the same thing thousands of times: the work grows with it, not faster; what is found is not listed
without end, and what is not listed is counted.
"""

from collections import Counter
from functools import partial

import pytest

from auditor.engine import events as e
from auditor.engine.audit import MOST_FINDINGS, audit
from auditor.engine.cards import DECK, UNSEEN, card_named
from auditor.engine.events import Event
from auditor.engine.findings import Finding, Unverifiable, abridged, abridged_notes
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.engine.table import Table
from auditor.engine.transitions import believe
from auditor.formats.transcript.cases import read_cases
from tests.engine.many_of_a_kind import lines_run

HOUSE = load("roberts", Game.STUD)
WITH_A_CLOCK = load("strict-test", Game.STUD)
HAND = """# B410  Street closed early

== two see fourth street
stakes 10/20 bring-in 3 ante 1
stacks 500 500
antes
1 [As Ac] Kd
2 [7c 7h] 2c
2 brings in 3
1 calls 3
4th
1 Qs
2 7d
end
"""
ACE, KING, QUEEN = card_named("As"), card_named("Kd"), card_named("Qs")


def hand_with(events: list[Event]) -> Hand:
    """The hand with these events before its end."""
    [case] = read_cases(HAND)
    hand = case.hand
    return Hand(hand.game, hand.seats, hand.stakes, (*hand.events[:-1], *events, hand.events[-1]), hand.records)


def untimed(event: Event) -> Event:
    """The event in a log that has a clock, which tells nothing of it."""
    event.clock = e.Clock()
    return event


def repeated(kind: str, count: int) -> Hand:
    once: dict[str, list[Event]] = {
        "cards": [e.Deal(1, (ACE,), (KING, QUEEN))],
        "shown": [e.Show(1, (ACE, KING))],
        "dealt and shown": [e.Deal(1, (ACE,), ()), e.Show(1, (ACE, KING))],
        "community": [e.Community(UNSEEN)],
        "mucked": [e.Muck(1)],
        "stacks": [e.StackAfter(1, 500)],
        "payments and stacks": [e.Collect(1, 1), e.StackAfter(1, 500)],
        "payments and totals": [e.Collect(1, 1), e.Won(1, 4), e.PotTotal(8, 0)],
        "rakes and totals": [e.Rake(1), e.PotTotal(8, 0)],
        "moved in and said": [e.Motion(1, 10), e.Declared(2, "checks")],
        "of no known time": [untimed(e.Check(1)), untimed(e.Check(2))],
    }
    last: list[Event] = [e.Check(1)] if kind in ("shown", "mucked") else []  # so that this was in play
    return hand_with(once[kind] * count + last)


@pytest.mark.parametrize(
    "kind",
    [
        "cards",
        "shown",
        "dealt and shown",
        "mucked",
        "stacks",
        "payments and stacks",
        "payments and totals",
        "rakes and totals",
        "moved in and said",
        "of no known time",
    ],
)
def test_twice_as_many_lines_are_twice_the_work(kind: str) -> None:
    audit(repeated(kind, 1), WITH_A_CLOCK)  # what is worked out once and kept
    works = [partial(audit, repeated(kind, count), WITH_A_CLOCK) for count in (100, 200, 400)]
    short, middle, long = [lines_run(work) for work in works]
    assert long - middle <= 2.1 * (middle - short)


def test_cards_over_a_whole_deck_are_counted_and_not_kept() -> None:
    hand = repeated("cards", 4800)
    table = Table(hand)
    for event in hand.events:
        believe(table, event)
    assert table.held[1] == 4 + 3 * 4800
    assert DECK <= len(table.holding(1)) < DECK + 3


def test_findings_over_the_limit_are_counted() -> None:
    report = audit(repeated("cards", 4800), HOUSE)
    listed = Counter(finding.code for finding in report.findings)
    last = {finding.code: finding.logged for finding in report.findings[MOST_FINDINGS:]}
    assert sum(listed.values()) == MOST_FINDINGS + len(last)
    more = {code: words.partition(f"; of {code} ")[2].split(" ")[0].replace(",", "") for code, words in last.items()}
    told = {code: listed[code] + int(number) for code, number in more.items() if number}
    # The three cards of every line were dealt before; and each line gives seat 1 more than the four it may hold.
    assert told == {"D201": 3 * 4800, "D202": 4800}
    assert report.found == sum(told.values()) + sum([listed[code] for code in listed.keys() - told.keys()])
    assert [finding.event for finding in report.findings] == sorted(finding.event for finding in report.findings)


def some_findings(*codes: str) -> list[Finding]:
    found = []
    for at, code in enumerate(codes):
        finding = Finding(f"logged {at}", "lawful", at=at)
        finding.code = code
        found.append(finding)
    return found


def test_the_first_of_each_rule_that_is_left_out_stands_for_the_others() -> None:
    kept = abridged(some_findings("A", "A", "A", "B", "A", "B", "C", "A"), 2)
    assert [(finding.code, finding.event, finding.logged) for finding in kept] == [
        ("A", 0, "logged 0"),
        ("A", 1, "logged 1"),
        ("A", 2, "logged 2; of A 2 more, not listed"),
        ("B", 3, "logged 3; of B 1 more, not listed"),
        ("C", 6, "logged 6"),
    ]
    assert [finding.more for finding in kept] == [0, 0, 2, 1, 0]


def test_what_cannot_be_judged_is_not_listed_without_end_either() -> None:
    report = audit(repeated("community", 4800), HOUSE)
    # No burn is logged, and each of these cards and the fourth street come after one.
    assert {note.code for note in report.unverifiable} == {"D207"}
    assert len(report.unverifiable) == MOST_FINDINGS + 1
    assert [note.more for note in report.unverifiable[:-1]] == [0] * MOST_FINDINGS
    assert report.unverifiable[-1].more == 1 + 4800 - MOST_FINDINGS - 1
    assert report.unverifiable[-1].words().endswith(" and 3800 more")


def test_a_note_stands_for_the_others_of_its_rule() -> None:
    notes = [Unverifiable(code, at) for at, code in enumerate("AAABABCA")]
    kept = [(note.code, note.event, note.more) for note in abridged_notes(notes, 2)]
    assert kept == [("A", 0, 0), ("A", 1, 0), ("A", 2, 2), ("B", 3, 1), ("C", 6, 0)]


def test_what_is_judged_at_the_end_is_judged_at_the_last_alone() -> None:
    stranger: list[Event] = [e.Call(e.STRANGER, 3)]
    once = audit(hand_with(stranger), HOUSE)
    thrice = audit(hand_with([*stranger, e.LogEnd(complete=True), e.LogEnd(complete=True)]), HOUSE)
    assert Counter(each.code for each in once.findings)["L103"] == 1
    told = [(each.code, each.logged) for each in thrice.findings if each.code != "L105"]
    assert told == [(each.code, each.logged) for each in once.findings if each.code != "L105"]
    assert thrice.settlement.words() == once.settlement.words()


def test_an_end_above_the_last_line_is_found() -> None:
    [case] = read_cases(HAND)
    events = case.hand.events
    hand = Hand(
        case.hand.game, case.hand.seats, case.hand.stakes, (*events[:9], e.LogEnd(complete=True), *events[9:]), 0
    )
    assert [each.event for each in audit(hand, HOUSE).findings if each.code == "L105"] == [9, len(events)]
