"""Real hands of Merge and iPoker: read to the last, dealt rightly, and paid what was due."""

from collections import Counter
from itertools import pairwise

import pytest

from auditor.engine.events import Collect, Unread
from auditor.engine.hand import Hand, Structure
from auditor.formats import Read, Skipped, open_log
from tests.engine.corpus import codes, files, report_of, there
from tests.printers.chips_in_play import ChipsInPlay

MERGE = files("rooms/merge")
IPOKER = files("rooms/ipoker")
# Without the stakes, which no tournament names, no wager's size can be told; rake, burns and bring-ins never are.
NEVER_TOLD = {"D207", "O304", "P608"}
SIZES = {"B402", "B403", "B404", "B408", "B409", "O306"}
ORDER = {"S501", "S502"}


def audited(room: str) -> list[Hand]:
    """The hands of a room that are audited."""
    found = [outcome for path in files(f"rooms/{room}") for outcome in open_log(path.read_bytes())]
    return [outcome.hand for outcome in found if isinstance(outcome, Read)]


@there
def test_every_hand_is_read_or_is_another_game() -> None:
    counted: Counter[str] = Counter()
    for path in [*MERGE, *IPOKER]:
        for outcome in open_log(path.read_bytes()):
            if isinstance(outcome, Read):
                counted[f"{outcome.hand.room} {outcome.hand.structure} {outcome.hand.game}"] += 1
            else:
                assert isinstance(outcome, Skipped), outcome
                counted[f"skipped {outcome.game}"] += 1
    assert counted == {
        "merge fixed stud": 5,
        "merge fixed stud8": 10,
        "merge no stud8": 1,
        "merge fixed razz": 4,
        "ipoker fixed stud": 119,
        "skipped Holdem": 10,
        "skipped Omaha H/L8": 4,
    }


@there
@pytest.mark.parametrize("room", ["merge", "ipoker"])
def test_every_line_is_read_and_nobody_a_stranger(room: str) -> None:
    for hand in audited(room):
        seats = {seat.number for seat in hand.seats} | {0}
        assert [event.text for event in hand.events if isinstance(event, Unread)] == []
        assert {event.seat for event in hand.events} <= seats


@there
@pytest.mark.parametrize(("room", "count"), [("merge", 20), ("ipoker", 119)])
def test_hands_have_no_finding(room: str, count: int) -> None:
    hands = audited(room)
    assert len(hands) == count
    assert [(hand.number, codes(report_of(hand))) for hand in hands if codes(report_of(hand))] == []


@there
@pytest.mark.parametrize("room", ["merge", "ipoker"])
def test_what_cannot_be_verified_is_what_the_room_does_not_write(room: str) -> None:
    allowed = NEVER_TOLD | SIZES | (ORDER if room == "merge" else {"B407"})
    payout = {"P601", "P602", "P603", "P605", "P606", "P607", "P611"}
    for hand in audited(room):
        told = {each.code for each in report_of(hand).unverifiable}
        if hand.stakes.small_bet is not None:
            assert not told & SIZES
        if room == "ipoker":  # hands that were not shown stay hidden
            told -= payout
        assert told <= allowed, hand.number


@there
@pytest.mark.parametrize("room", ["merge", "ipoker"])
def test_what_was_paid_is_what_was_due(room: str) -> None:
    for hand in audited(room):
        settlement = report_of(hand).settlement
        assert {account.difference for account in settlement.seats} in ({0}, {None}), hand.number


@there
def test_all_that_was_put_in_at_a_tournament_was_paid() -> None:
    for hand in [*audited("merge"), *audited("ipoker")]:
        settlement = report_of(hand).settlement
        if hand.tournament:
            assert settlement.rake_logged == 0
            assert not settlement.derived_rake


@there
def test_rake_of_cash_hands_is_what_is_left() -> None:
    hands = [hand for hand in [*audited("merge"), *audited("ipoker")] if not hand.tournament]
    rakes = {hand.number: report_of(hand).settlement.rake_logged for hand in hands}
    assert rakes == {
        "31423297-107": 18,
        "40263637-116": 0,
        "53828643-2": 13,
        "78854953-355": 16,
        "78854953-356": 1,
        "78854953-357": 16,
        "2418629537": 0,
        "2418630592": 1,
    }


@there
def test_tournament_stacks_run_on_from_hand_to_hand() -> None:
    """What a seat has before a hand, antes included, is what the hand before left it."""
    broken = []
    for room in ("merge", "ipoker"):
        for before, after in pairwise([hand for hand in audited(room) if hand.tournament]):
            left = stacks_after(before)
            for seat in after.seats:
                if left.get(seat.player, seat.stack) != seat.stack:
                    broken.append((after.number, seat.player, left[seat.player], seat.stack))
    # Moved to another table, the player was dealt in once before this log goes on: an ante is missing.
    assert broken == [("4044922862", "Player11", 4590, 4570)]


def stacks_after(hand: Hand) -> dict[str, int]:
    """Stacks as the acts and the payments leave them."""
    chips = ChipsInPlay()
    got: Counter[int] = Counter()
    for event in hand.events:
        chips.take(event)
        if isinstance(event, Collect):
            got[event.seat] += event.amount
    return {seat.player: (seat.stack or 0) - chips.put[seat.number] + got[seat.number] for seat in hand.seats}


@there
def test_the_hand_without_limit_is_read_as_it_is() -> None:
    [path] = [path for path in MERGE if "NL7" in path.name]
    [outcome] = open_log(path.read_bytes())
    assert isinstance(outcome, Read)
    assert outcome.hand.structure is Structure.NO
    assert (outcome.hand.stakes.ante, outcome.hand.stakes.bring_in, outcome.hand.stakes.small_bet) == (1, 2, 10)
    report = report_of(outcome.hand)
    assert (report.house_name, report.findings) == ("merge", ())
