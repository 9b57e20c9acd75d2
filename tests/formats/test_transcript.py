"""Transcripts: what a line tells, and that every hand prints to one that reads back the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.events import Illegible, LogEnd
from auditor.engine.hand import Hand, Records
from auditor.formats import Read, Rejected, open_log
from auditor.formats.transcript import begins, read, sniff
from auditor.formats.transcript.printing import transcript_of
from auditor.formats.transcript.words import USUAL_RECORDS, quoted, tokens, unquoted
from tests.formats.any_hand import TEXT, hands, same

SEATED = ["stakes 10/20 bring-in 3 ante 1", "stacks 500 500 500"]


def heard(*lines: str, header: list[str] = SEATED) -> Hand:
    outcome = read([*header, *lines], 1)
    assert isinstance(outcome, Read), outcome
    return outcome.hand


def words(*lines: str) -> list[str]:
    """The events of the lines in canonical form, without the end."""
    return [event.words() for event in heard(*lines).events[:-1]]


def refusal(*lines: str) -> Rejected:
    outcome = read(lines, 1)
    assert isinstance(outcome, Rejected), outcome
    return outcome


@given(hands())
def test_every_hand_prints_to_a_transcript_that_reads_as_the_same_hand(hand: Hand) -> None:
    outcome = read(transcript_of(hand).splitlines(), 1)
    assert isinstance(outcome, Read)
    assert hand.canonical() == outcome.hand.canonical()
    assert hand.digest() == outcome.hand.digest()
    assert same(hand, outcome.hand)


@given(hands())
def test_a_printed_transcript_is_found_and_opened_as_one(hand: Hand) -> None:
    [outcome] = open_log(transcript_of(hand).encode())
    digest = outcome.hand.digest() if isinstance(outcome, Read) else outcome
    assert hand.digest() == digest


@given(hands())
def test_a_line_is_printed_for_each_event_and_read_from_its_own_line(hand: Hand) -> None:
    lines = transcript_of(hand).splitlines()
    for event in heard(*lines, header=[]).events:
        assert 1 <= event.line <= len(lines)


@given(st.lists(st.text(st.sampled_from('123 [](){}"\\#?!xx2cKd/=.-+;,abdehlnorstw\t')), max_size=30))
def test_noise_after_a_header_never_raises(lines: list[str]) -> None:
    assert isinstance(read([*SEATED, *lines], 1), Read | Rejected)


@given(hands(), st.data())
def test_a_cut_transcript_never_raises(hand: Hand, data: st.DataObject) -> None:
    text = transcript_of(hand)
    cut = text[: data.draw(st.integers(0, len(text)))]
    assert isinstance(read(cut.splitlines(), 1), Read | Rejected)


@given(TEXT)
def test_a_quoted_text_is_one_word_and_comes_back(text: str) -> None:
    assert [quoted(text)] == tokens(quoted(text))
    assert text == unquoted(quoted(text))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1 antes 1", "ante 1 1"),
        ("1 antes 1 all-in", "ante 1 1 !"),
        ("3 brings in 3", "bringin 3 3"),
        ("3 brings in for 2 all-in", "bringin 3 2 !"),
        ("2 completes to 10", "completes 2 10"),
        ("2 bets 10", "bets 2 10"),
        ("2 raises to 20 all-in", "raises 2 20 !"),
        ("2 calls 10", "call 2 10"),
        ("2 checks", "check 2"),
        ("? folds", "fold 15"),
        ("burn xx", "burn xx"),
        ("burn 5c", "burn 5c"),
        ("community 5c", "community 5c"),
        ("action on 3", "opens 3"),
        ("2 gets back 10", "return 2 10"),
        ("2 adds 100", "topup 2 100"),
        ("1 shows Kd Kc", "show 1 KdKc - -"),
        ("1 shows Kd Kc (two pair, Kings and Tens; low 8-7-4-3-A)", "show 1 KdKc 2.11.8 6.5.2.1.12"),
        ("1 shows Kd Kc (a pair of kings)", "show 1 KdKc 1.11 -"),
        ("1 shows Kd Kc (straight flush Q)", "show 1 KdKc 8.10 -"),
        ("1 shows Kd Kc (straight)", "show 1 KdKc 4 -"),
        ("1 shows Kd Kc (high card A K)", "show 1 KdKc 0.12.11 -"),
        ("1 mucks", "muck 1"),
        ("1 held Kd Kc", "reveal 1 KdKc"),
        ("1 collects 40", "collect 1 40 -1 -"),
        ("1 collects 40 from pot high", "collect 1 40 -1 high"),
        ("1 collects 40 from main", "collect 1 40 0 -"),
        ("1 collects 40 from side 2 low", "collect 1 40 2 low"),
        ("rake 2", "rake 2 -1"),
        ("rake 2 from side 1", "rake 2 1"),
        ("pot 42", "total 42 -1"),
        ("main pot 30", "total 30 0"),
        ("side pot 1 12", "total 12 1"),
        ("1 won 40", "won 1 40"),
        ("1 ends with 540", "stack 1 540"),
        ("misdeal", "misdeal"),
        ("void", "void"),
        ("remark chat", "remark 0 chat"),
        ("remark timed_out 3", "remark 3 timed_out"),
        ("5th", "street 5"),
        ("shuffle", "shuffle 0"),
        ("cut by 3", "cut 3"),
        ("2 exposed Kd 2c", "exposed 2 Kd2c"),
        ("exposed xx", "exposed 0 xx"),
        ("3 announces 200", "announced 3 200"),
        ("3 declares folds", "declared 3 folds -"),
        ("3 declares raises to 20", "declared 3 raises 20"),
        ("3 takes off 50", "removed 3 50"),
        ("3 borrows 50", "borrowed 3 50 0"),
        ("3 borrows 50 from 1", "borrowed 3 50 1"),
        ("3 changes 100", "changed 3 100"),
        ("3 plays 50 from elsewhere", "elsewhere 3 50"),
        ("3 moves in 10", "motion 3 10"),
        ("3 hides chips", "hidden 3 chips"),
        ("3 dropped for lack of chips", "dropped 3"),
        ("1 collects 21 from main high odd 1", "collect 1 21 0 high 1"),
        ("pot 42 for 1 2 3", "total 42 -1 1,2,3"),
        ("main pot 30 for 1 ?", "total 30 0 1,15"),
        ("side pot 2 12 for 2", "total 12 2 2"),
    ],
)
def test_what_a_line_tells(line: str, told: str) -> None:
    assert [told] == words(line)


@pytest.mark.parametrize(
    "line",
    [
        "1 bets",
        "1 bets ten",
        "1 bets 1e3",
        "1 bets 1_000",
        "1 bets \u0663",
        "1 bets 1234567890123456",
        "1 bets 10 20",
        "1 checks 5",
        "1 checks all-in",
        "16 checks",
        "1 shows Kd (nonsense)",
        "1 shows Kd (high =112.44)",
        "1 shows Kd (pair K",
        "1 collects 40 middle",
        "1 collects 40 from under",
        "1 dances",
        "burn",
        "burn 5c 6c",
        "action on 99",
        "end of story",
        "rake",
        'remark "open',
        "game razz please",
        "cut by",
        "cut 3",
        "exposed",
        "3 exposed",
        "3 declares",
        "3 declares war",
        "3 declares raises to twenty",
        "3 takes 50",
        "3 borrows",
        "3 borrows 50 of 1",
        "3 borrows 50 from 99",
        "3 plays 50",
        "3 plays 50 from here",
        "3 moves 10",
        "3 hides",
        "3 hides feelings",
        "3 dropped",
        "3 dropped for fun",
        "1 collects 21 odd",
        "pot 42 for",
        "pot 42 for 1 99",
        "1 checks | at",
        "1 checks | at 1.2345",
        "1 checks | used 3 at 1",
        "1 checks | asleep",
        "| at 5",
    ],
)
def test_a_line_that_makes_no_sense_is_illegible_and_kept(line: str) -> None:
    hand = heard("1 checks", line)
    event = hand.events[1]
    assert isinstance(event, Illegible)
    assert (line, 4) == (event.text, event.line)


def test_what_stands_behind_the_bar_is_the_clock() -> None:
    hand = heard("1 folds | at 42.5 allowed 30 used 30.25 time-out", "2 checks | used 0.001", "3 folds | away", "end |")
    clocks = [event.clock.words() for event in hand.events if event.clock]
    assert clocks == [
        "clock 42500 30000 30250 time_out", "clock - - 1 -", "clock - - - away", "clock - - - -",
    ]  # fmt: skip
    assert heard("1 folds").digest() != heard("1 folds | at 0").digest()


def test_an_illegible_line_is_kept_to_200_letters() -> None:
    assert words("y" * 500) == ["illegible " + "y" * 200]


def test_cards_down_stand_in_brackets_and_cards_up_behind() -> None:
    assert words("1 [xx 2d] Kc", "2 Kd", "3 [??]") == ["street 3", "deal 1 xx2d|Kc", "deal 2 -|Kd", "deal 3 xx|-"]


def test_two_letters_that_name_no_card_are_kept_as_spelled() -> None:
    assert words("1 [of xx] 1O") == ["street 3", "deal 1 !!xx|!! of 1O"]
    assert words('1 -- spelled "10c"') == ["street 3", "deal 1 -|!! 10c"]


def test_the_first_cards_open_third_street_unless_the_log_marks_none() -> None:
    assert words("1 2c") == ["street 3", "deal 1 -|2c"]
    assert words("3rd", "1 2c") == ["street 3", "deal 1 -|2c"]
    assert words("unmarked", "1 2c") == ["deal 1 -|2c"]


def test_antes_are_posted_by_every_seat_dealt_in_as_far_as_its_stack_goes() -> None:
    header = [
        "stakes ante 5",
        'seat 1 "a" 100',
        'seat 3 "b" 5',
        'seat 4 "c" 2',
        'seat 6 "d" 9 not dealt in',
        'seat 7 "e" ?',
    ]
    hand = heard("antes", header=header)
    assert [event.words() for event in hand.events[:-1]] == ["ante 1 5", "ante 3 5 !", "ante 4 2 !", "ante 7 5"]


def test_amounts_are_in_the_unit_of_the_hand() -> None:
    hand = heard("1 bets 0.25", "2 raises to 1.5", header=["unit USD 2", "stacks 5 7.05"])
    assert [seat.stack for seat in hand.seats] == [500, 705]
    assert [event.words() for event in hand.events[:-1]] == ["bets 1 25", "raises 2 150"]


def test_the_end_is_whole_only_where_it_is_said() -> None:
    for lines, complete in ((["end"], True), (["end early"], False), ([], False)):
        end = heard("1 checks", *lines).events[-1]
        assert isinstance(end, LogEnd)
        assert complete == end.complete


def test_what_a_transcript_records_unless_it_says_otherwise() -> None:
    usual = heard("1 checks").records
    assert usual == USUAL_RECORDS
    assert not usual & (Records.BURNS | Records.RAKE | Records.CARD_ORDER)
    assert usual & Records.PAYOUT
    assert (usual | Records.RAKE) & ~Records.PAYOUT == heard(
        "1 checks", header=[*SEATED, "records +rake -payout"]
    ).records
    assert heard("1 checks", header=[*SEATED, "records rake"]).records == Records.RAKE
    assert heard("1 checks", header=[*SEATED, "records"]).records == 0


@pytest.mark.parametrize(
    "line",
    [
        "game holdem",
        "structure loose",
        "unit USD 9",
        "unit USD two decimals",
        "stakes 10",
        "stakes 10/20/30",
        "stakes 10/20 ante",
        "stakes ante 1 ante 1",
        "stacks",
        "stacks five",
        "seat 1 Ann",
        "seat 1 Ann 5 sitting out",
        'seat 1 "Ann 5',
        "button left",
        "first 3",
        "most seats many",
        "records chips",
        "records rake -payout",
        "hand 1 2",
        'table "a" "b"',
    ],
)
def test_a_header_line_that_makes_no_sense_rejects_the_hand_at_its_line(line: str) -> None:
    rejected = refusal("hand 7", "# so far, so good", line, "stacks 5 5")
    assert rejected.line == 3
    assert f'"{line}"' in rejected.reason
    assert rejected.hand == "7"


@pytest.mark.parametrize("name", ["\\u0000", "\\ud800", "\\U00110000", "\\u12", "\\x", "open\\"])
def test_an_escape_that_no_text_may_hold_is_refused(name: str) -> None:
    assert unquoted(f'"{name}"') is None
    assert refusal(f'seat 1 "{name}" 5').line == 1


def test_a_hand_without_seats_is_rejected() -> None:
    assert "Nobody is seated" in refusal("hand 7", "1 checks").reason


def test_a_header_line_after_the_first_event_is_illegible() -> None:
    assert words("1 checks", "stacks 5 5") == ["check 1", "illegible stacks 5 5"]


def test_comments_and_blank_lines_say_nothing() -> None:
    assert words("", "# 1 folds", "1 checks   # as he may", "   ", "2 checks") == ["check 1", "check 2"]


def test_hands_of_a_file_start_at_their_hand_lines_and_the_first_may_do_without() -> None:
    text = "# two hands\nstacks 5 5\n1 checks\n\nhand 8\nstacks 6 6\nhand\nstacks 7 7\n"
    found = [outcome for outcome in open_log(text.encode()) if isinstance(outcome, Read)]
    assert [(outcome.hand.number, outcome.first_line, outcome.last_line) for outcome in found] == [
        (None, 1, 3),
        ("8", 5, 6),
        (None, 7, 8),
    ]


@pytest.mark.parametrize(
    "head", ["", "hello", "== a case\nstacks 5 5", "stack 5 5", "hand 1\n", "seat belts\nstacks 5"]
)
def test_other_text_is_no_transcript(head: str) -> None:
    assert not sniff(head)


@pytest.mark.parametrize(("line", "starts"), [("hand", True), ("hand 8", True), ("hand 8 9", False), ("handy", False)])
def test_what_starts_a_hand(line: str, *, starts: bool) -> None:
    assert starts == begins(line)


@pytest.mark.parametrize("stakes", [[], ["stakes 10/20 bring-in 3"]])
def test_antes_of_stakes_that_name_none_are_told_once_with_what_to_write(stakes: list[str]) -> None:
    outcome = refusal("hand 7", *stakes, "stacks 50 50", "antes", "1 [xx xx] Kd", "antes")
    assert (outcome.line, outcome.hand) == (3 + len(stakes), "7")
    assert outcome.reason == (
        'The line "antes" posts the ante of every seat, but no line above it states the amount of the ante. Write the'
        " stakes above this line, as in: stakes 10/20 bring-in 3 ante 1; or write one line for each seat, as in:"
        " 1 antes 1"
    )
