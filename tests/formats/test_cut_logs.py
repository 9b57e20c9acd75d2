"""A file that was cut among its payments or in its summary is no whole log, and nobody is accused for what it lacks."""

from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.events import Ante, BringIn, Call, Collect, Fold, LogEnd, Remark, Street, Unread
from auditor.engine.hand import Hand
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from auditor.formats.rooms.grammar.paid_out import paid_out
from tests.engine.corpus import CORPUS, there
from tests.formats.test_nasty_names import ROOMS, hands_of

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"


def lines_of(sample: str, number: str) -> list[str]:
    """The lines of one hand of a sample, of the first where no number is given."""
    data = (SAMPLES / sample).read_bytes()
    read = [each for each in open_log(data) if isinstance(each, Read)]
    found = next(each for each in read if number in ("", each.hand.number))
    return data.decode("utf-8-sig").splitlines()[found.first_line - 1 : found.last_line]


def hand_of(lines: list[str]) -> Hand:
    [outcome] = open_log("\n".join([*lines, ""]).encode())
    assert isinstance(outcome, Read)
    return outcome.hand


def listed(hand: Hand) -> list[tuple[int, str, int | None, bool]]:
    return [(seat.number, seat.player, seat.stack, seat.dealt_in) for seat in hand.seats]


def is_whole(hand: Hand) -> bool:
    end = hand.events[-1]
    assert isinstance(end, LogEnd)
    return end.complete


def codes(hand: Hand) -> set[str]:
    return {finding.code for finding in audit(hand, house_for(hand)).findings}


# Which hand of a sample, and how the last line begins that is left of it.
CUT = [
    ("pokerstars/two-side-pots.txt", "240000000002", "Total pot "),
    ("pokerstars/two-side-pots.txt", "240000000002", "Seat 4: Ivy folded"),
    ("fulltilt/hilo-scoop.txt", "", "Total pot "),
    ("acr_2016/hilo-odd-chip-low.txt", "", "Pot: "),
    ("acr_2016/hilo-odd-chip-low.txt", "", "*Player Max Q shows"),
    ("everleaf/up-cards.txt", "420000001", "Ada wins € 5.70 EUR from side pot"),
    ("everleaf/up-cards.txt", "420000001", "Ada wins high "),
    ("partypoker/hilo-low-half.txt", "9500000001", "Tess wins"),
    ("partypoker/side-pot-and-noise.txt", "9600000001", "Una wins"),
    ("partypoker/form-of-2026.txt", "1770000000006adeb0h5qfm", "Main Pot: "),
    ("partypoker/form-of-2026.txt", "1770000000006adeb0h5qfm", "Bea balance"),
    ("kingsclub/until-2021.txt", "38000001", "Wren [x] wins pot"),
    ("mavens/newer-form.txt", "The Otter Club 1750005-1", "Rosalba wins Hi Main Pot"),
    ("mavens/form-of-2013.txt", "The Otter Club 7706001-12", "Rake (0)"),
    ("absolute/hilo-side-pot.txt", "", "Total Pot("),
    ("acr/hilo-side-pot.txt", "", "Total pot "),
    ("bovada/cash-2014.txt", "", "Total Pot("),
]


@pytest.mark.parametrize(("sample", "number", "last"), CUT)
def test_what_is_cut_among_its_payments_ends_early_and_accuses_nobody(sample: str, number: str, last: str) -> None:
    lines = lines_of(sample, number)
    whole = hand_of(lines)
    assert is_whole(whole)
    [at] = [at for at, line in enumerate(lines) if line.startswith(last)]
    cut = hand_of(lines[: at + 1])
    assert not is_whole(cut)
    assert codes(cut) == codes(whole) | {"L105"}


# Printed hands of these rooms have no lines for the cut among the last ones: the seats that were not paid are left out
# of the summary.
NO_SUMMARY_OF_SEATS = ("winamax",)


def stated_below(hand: Hand, line: int) -> list[str]:
    """What the log states below this line, besides remarks and its end."""
    return [each.words() for each in hand.events if each.line > line and not isinstance(each, Remark | LogEnd)]


@pytest.mark.parametrize("room", ROOMS)
def test_a_printed_hand_that_is_cut_anywhere_is_told_so_and_accuses_nobody(room: str) -> None:
    reader, print_hand = ROOMS[room]
    for hand in hands_of(room)[:2]:
        lines = print_hand(hand).splitlines()
        whole = reader.read(lines, 1)
        assert isinstance(whole, Read)
        for at in range(1, len(lines)):
            cut = reader.read(lines[:at], 1)
            if not isinstance(cut, Read):
                continue
            lacks = stated_below(whole.hand, at)
            if is_whole(cut.hand):
                assert not lacks or room in NO_SUMMARY_OF_SEATS, lines[at - 1 : at + 2]
            else:
                assert codes(cut.hand) - codes(whole.hand) == {"L105"}, lines[at - 1 : at + 2]


def test_no_missing_end_is_told_below_a_line_that_nobody_knows() -> None:
    lines = lines_of("pokerstars/two-side-pots.txt", "240000000002")
    end = next(at for at, line in enumerate(lines) if line.startswith("*** SHOW DOWN"))
    cut = hand_of([*lines[:end], "The lights go out"])
    assert not is_whole(cut)
    assert codes(cut) == set()


CHAT = [
    ("pokerstars/two-side-pots.txt", "240000000002", 'Gil said, "Hal: posts the ante late"'),
    ("pokerstars/two-side-pots.txt", "240000000002", '*star* said, "hello"'),
    ("fulltilt/hilo-scoop.txt", "", "{}: he antes late"),
    ("acr/hilo-side-pot.txt", "", "{}: he always posts ante late"),
    ("absolute/hilo-side-pot.txt", "", "{}: that was - Ante time"),
    ("everleaf/up-cards.txt", "420000001", "Ada: he always posts ante late"),
    ("partypoker/hilo-low-half.txt", "9500000001", "Tess: he always posts ante late"),
    ("kingsclub/until-2021.txt", "38000001", "Hero: he said: posts nothing"),
    ("mavens/newer-form.txt", "The Otter Club 1750005-1", '{}: "he always posts ante late"'),
    ("ongame/bring-ins-and-a-site-fault.txt", "", "{}: he always posts ante late"),
    ("winamax/hilo-and-razz.txt", "", '{} said, "he always posts ante late"'),
]


@pytest.mark.parametrize(("sample", "number", "chat"), CHAT)
def test_chat_between_the_seats_ends_no_list_of_seats(sample: str, number: str, chat: str) -> None:
    lines = lines_of(sample, number)
    hand = hand_of(lines)
    first = next(at for at, line in enumerate(lines) if line.startswith("Seat ") and hand.seats[0].player in line)
    told = hand_of([*lines[: first + 1], chat.format(hand.seats[0].player), *lines[first + 1 :]])
    assert listed(told) == listed(hand)
    events = [event.words() for event in told.events]
    remarks = [event.words() for event in told.events if isinstance(event, Remark) and event.kind == "chat"]
    before = [event.words() for event in hand.events]
    assert sorted(events) == sorted([*before, remarks[0]])


def test_who_is_left_alone_is_paid_in_one_payment_however_small() -> None:
    antes = [Ante(1, 100), Ante(2, 100), Street(3), BringIn(1, 50), Fold(2)]
    assert paid_out([*antes, Collect(1, 20)])
    assert not paid_out(antes)


def test_a_pot_that_is_contested_is_paid_but_for_its_rake() -> None:
    antes = [Ante(1, 100), Ante(2, 100), Ante(3, 100), Street(3), BringIn(1, 50), Call(2, 50), Fold(3)]
    assert paid_out([*antes, Collect(1, 361)])
    assert paid_out([*antes, Collect(1, 301)])
    assert not paid_out([*antes, Collect(1, 299)])
    assert not paid_out([*antes, Collect(1, 400, 1)])
    assert not paid_out([*antes, Collect(1, 340, 0, "high")])
    assert paid_out([*antes, Collect(1, 380, 0, "high")])
    assert paid_out([*antes, Collect(1, 170, 0, "high"), Collect(2, 170, 0, "low")])


@there
@pytest.mark.parametrize(
    "room", ["absolute", "acr_winning", "bovada", "everleaf", "fulltilt", "kingsclub", "partypoker", "pokerstars"]
)
def test_of_the_real_hands_only_those_that_end_early_are_not_whole(room: str) -> None:
    known = {"693976187"}
    for path in sorted((CORPUS / "rooms" / room).glob("[!_]*/*.txt")):
        for outcome in open_log(path.read_bytes()):
            if isinstance(outcome, Read):
                assert is_whole(outcome.hand) is (outcome.hand.number not in known), outcome.hand.number


@pytest.mark.parametrize(("sample", "number"), sorted({(sample, number) for sample, number, _ in CUT}))
def test_a_log_that_is_cut_within_a_line_is_known_to_be_cut(sample: str, number: str) -> None:
    """It is told as cut, or its last line is kept as unread."""
    lines = lines_of(sample, number)
    first = min(event.line for event in hand_of(lines).events if isinstance(event, Ante))
    silent = []
    for at in range(first, len(lines)):
        for kept in (len(lines[at]) // 3, len(lines[at]) - 3):
            cut = hand_of([*lines[:at], lines[at][: max(kept, 1)]])
            told = codes(cut) & {"L101", "L105"} or any(isinstance(event, Unread) for event in cut.events)
            if not told and not is_whole(cut):
                silent.append(lines[at][: max(kept, 1)])
    assert silent == []


# The last line of a cut hand of PokerStars, and whether the log was surely cut inside this line.
LAST_LINES = [
    ("Nan: ch", True),
    ("Nan: f", True),
    ("Nan: brings i", True),
    ("*** SUMM", True),
    ("Deal", True),
    ("Nan: check", True),
    ("Nan: shuffles", False),
    ("Nan: brings", False),
    ("Nan chops", False),
    ("Nan", False),
    ("The lights go out", False),
]


@pytest.mark.parametrize(("last", "is_cut"), LAST_LINES)
def test_a_known_line_that_is_only_begun_shows_that_the_log_was_cut(last: str, is_cut: bool) -> None:
    lines = lines_of("pokerstars/two-side-pots.txt", "240000000002")
    begun = [*lines[: lines.index("*** 5th STREET ***")], last.replace("Nan", hand_of(lines).seats[0].player)]
    assert codes(hand_of(begun)) == ({"L101", "L105"} if is_cut else set())
    # The same words above another line, in a whole hand or after another unread line may be a form that is not known.
    whole = hand_of([*lines, begun[-1]])
    assert not codes(whole) & {"L101", "L105"}
    assert not codes(hand_of([*begun[:-1], "The lights go out", begun[-1]]))
    assert "L101" not in codes(hand_of([*begun, *lines[len(begun) - 1 :]]))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("amount", ["calls $0", "calls $0.0"])
def test_an_amount_at_the_end_of_a_file_without_line_end_is_not_read(amount: str, encoding: str) -> None:
    lines = lines_of("pokerstars/hilo-odd-chip.txt", "")
    at = next(at for at, line in enumerate(lines) if ": calls $" in line)
    lines = [*lines[:at], f"{lines[at].partition(' calls ')[0]} {amount}"]
    [cut] = [each.hand for each in open_log("\n".join(lines).encode(encoding)) if isinstance(each, Read)]
    assert [(event.text, event.line) for event in cut.events if isinstance(event, Unread)] == [(lines[-1], len(lines))]
    assert codes(cut) == set()
    for whole in (
        "\n".join([*lines, ""]),
        "\n".join([*lines[:at], f"{lines[at].partition(' calls ')[0]} calls $0.08"]),
    ):
        [ended] = [each.hand for each in open_log(whole.encode(encoding)) if isinstance(each, Read)]
        assert not [event for event in ended.events if isinstance(event, Unread)]


def test_a_name_at_the_end_of_a_file_without_line_end_is_no_stranger() -> None:
    lines = lines_of("pokerstars/two-side-pots.txt", "240000000002")
    at = next(at for at, line in enumerate(lines) if line.startswith("Dealt to "))
    lines = [*lines[:at], f"Uncalled bet ($0.08) returned to {lines[at].split()[2][:-1]}"]
    [cut] = [each.hand for each in open_log("\n".join(lines).encode()) if isinstance(each, Read)]
    assert [event.text for event in cut.events if isinstance(event, Unread)] == [lines[-1]]
    assert codes(cut) == set()


@pytest.mark.parametrize("last", ["won (44) with J,T,6,5,2", "One pair : 6"])
def test_a_complete_hand_without_line_end_is_read(last: str) -> None:
    [sample] = [each for each in SAMPLES.glob("*/*.txt") if each.read_bytes().rstrip().endswith(last.encode())]
    *_, ended = open_log(sample.read_bytes().rstrip() + b"\n")
    *_, hand = open_log(sample.read_bytes().rstrip())
    assert isinstance(hand, Read)
    assert isinstance(ended, Read)
    assert hand.hand.digest() == ended.hand.digest()
