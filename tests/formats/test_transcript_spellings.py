"""Transcripts as people type them: what can mean one thing is read; what can mean two is refused, and both offered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.events import Deal, Illegible
from auditor.engine.hand import Hand
from auditor.formats import Read, Rejected, Unreadable, open_log
from auditor.formats.transcript import read
from auditor.formats.transcript.hints import hint, hint_for_deal

SEATED = ["stakes 10/20 bring-in 3 ante 1", 'seat 1 "Ann" 500', 'seat 2 "Bob" 500', "seat 3 Cat 500"]
DEALT = ["1 2c", "2 3d", "3 4h"]


def typed(*lines: str, header: list[str] = SEATED) -> Hand:
    outcome = read([*header, *lines], 1)
    assert isinstance(outcome, Read), outcome
    return outcome.hand


def last(*lines: str, header: list[str] = SEATED) -> str:
    """The last event of the lines in canonical form, without the end."""
    return typed(*lines, header=header).events[-2].words()


def refusal(*lines: str) -> str:
    outcome = read(lines, 1)
    assert isinstance(outcome, Rejected), outcome
    return outcome.reason


@pytest.mark.parametrize(
    "spelling", ["3h", "3H", "h3", "H3", "3♥", "3♡", "♥3", "3♥\ufe0f", "three of hearts", "3 of Hearts"]
)
def test_every_usual_spelling_of_a_card_is_that_card(spelling: str) -> None:
    assert last(f"1 [xx xx] {spelling}") == "deal 1 xxxx|3h"
    assert last(f"burn {spelling}") == "burn 3h"


@pytest.mark.parametrize("spelling", ["Th", "th", "10h", "10H", "H10", "10♥", "ten of hearts"])
def test_a_ten_has_two_figures_or_a_letter(spelling: str) -> None:
    assert last(f"1 shows Kd {spelling} 9s") == "show 1 KdTh9s - -"


@pytest.mark.parametrize(
    "cards", ["[xx xx] Kd", "[XX XX] KD", "[x x] Kd", "[? ?] kd", "[xxxx] Kd", "[xx, xx] Kd", "[xx,xx], Kd."]
)
def test_cards_nobody_saw_are_written_in_many_ways(cards: str) -> None:
    assert last(f"1 {cards}") == "deal 1 xxxx|Kd"
    assert last(f"1 is dealt {cards}") == "deal 1 xxxx|Kd"


@pytest.mark.parametrize("cards", ["Kd Kc 10s", "KdKc10s", "Kd,Kc,Ts", "Kd, Kc, Ts", "kd kc ts"])
def test_shown_cards_stand_apart_or_together(cards: str) -> None:
    assert last(f"1 shows {cards}") == "show 1 KdKcTs - -"


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("2 fold", "fold 2"),
        ("2 Folds.", "fold 2"),
        ("seat 2 folds", "fold 2"),
        ("Seat 2: folds", "fold 2"),
        ("2: folded", "fold 2"),
        ("Bob folds", "fold 2"),
        ('"Bob" folds', "fold 2"),
        ("1 bets $20", "bets 1 20"),
        ("1 bets 20 chips", "bets 1 20"),
        ("1 raise to 1,200", "raises 1 1200"),
        ("1 raises 10 to 20", "raises 1 20"),
        ("1 calls 10 all in", "call 1 10 !"),
        ("1 calls 10, all-in.", "call 1 10 !"),
        ("1 calls 10 and is all in", "call 1 10 !"),
        ("1 brings it in for 2", "bringin 1 2"),
        ("1 posts the bring-in 3", "bringin 1 3"),
        ("1 posts the ante of 1", "ante 1 1"),
        ("1 completes it to 10", "completes 1 10"),
        ("4th street", "street 4"),
        ("Fourth Street", "street 4"),
        ("5TH", "street 5"),
        ("river", "street 7"),
    ],
)
def test_what_can_mean_one_thing_is_read(line: str, event: str) -> None:
    assert last(*DEALT, line) == event


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("2 opens for 3", "bringin 2 3"),
        ("2 opens for 10", "bets 2 10"),
        ("2 opens with 10 all-in", "bets 2 10 !"),
    ],
)
def test_an_opening_of_third_street_is_what_its_amount_is_in_the_stakes(line: str, event: str) -> None:
    assert last(*DEALT, line) == event


def test_an_opening_of_a_later_street_is_a_bet() -> None:
    assert last(*DEALT, "2 brings in 3", "4th", "1 opens for 4") == "bets 1 4"


def test_a_raise_by_an_amount_is_counted_from_the_bet_in_front() -> None:
    raised = typed(*DEALT, "1 brings in 3", "2 completes to 10", "3 raises by 10", "1 raises by 10 all-in")
    assert [event.words() for event in raised.events[-3:-1]] == ["raises 3 20", "raises 1 30 !"]


@pytest.mark.parametrize(
    "above", [[], ["3 dances"], ["1 brings in 2 all-in"], ["1 brings in 3", "2 completes to 10", "4th"]]
)
def test_a_raise_by_an_amount_over_an_unknown_bet_is_not_guessed(above: list[str]) -> None:
    assert isinstance(typed(*DEALT, *above, "3 raises by 10").events[-2], Illegible)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "1 raises 4",
            (
                'write "1 raises to 4" if 4 is the new total in front of the seat,'
                ' or "1 raises by 4" if the bet goes up by 4'
            ),
        ),
        (
            "1 raise $4",
            (
                'write "1 raises to 4" if 4 is the new total in front of the seat,'
                ' or "1 raises by 4" if the bet goes up by 4'
            ),
        ),
        (
            "1 raises 4 all in",
            (
                'write "1 raises to 4 all-in" if 4 is the new total in front of the seat,'
                ' or "1 raises by 4 all-in" if the bet goes up by 4'
            ),
        ),
        ("1 raises by 4", "write the total in front of the seat after the raise"),
        ("1 declares raises 20", ""),
        ("1 opens for 4", 'write "1 brings in 4" or "1 bets 4"'),
        (
            "1 goes all-in",
            (
                "write the act and the new total in front of the seat,"
                ' as in "1 calls 10 all-in" or "1 raises to 10 all-in"'
            ),
        ),
        (
            "1 is all in for 9",
            'write the act and the new total in front of the seat, as in "1 calls 9 all-in" or "1 raises to 9 all-in"',
        ),
        ("1 passes", 'write "1 checks" or "1 folds"'),
        ("1 wins 40", 'write "1 collects 40" for one payment, or "1 won 40" for the sum of its payments'),
        ("1 [xx xx] 1h", 'write "Ah" for the ace, or "Th" for the ten'),
        ("1 1♠", 'write "As" for the ace, or "Ts" for the ten'),
        ("1 bets 0.50", 'write "unit USD 2" above the stakes: the currency, and how many decimals amounts have'),
        ("1 bets 0,50", 'write "0.50"'),
        ("2 flods", 'write "2 folds"'),
        ("3 calls", 'write the amount as well, as in "3 calls 10"'),
        ("3 raises", 'write the amount as well, as in "3 raises to 10"'),
        ("stacks 5 5", 'write the line "stacks" above the first event of the hand, and only once'),
        ("3 bringsin 3", 'write "3 brings in 3"'),
        ("3 brings 3", 'write "3 brings in 3"'),
        ("2 gets 10", 'write "2 gets back 10"'),
        ("the waiter brings coffee", ""),
        ("2", ""),
        ("99 folds", ""),
        ("2 sings a song", ""),
        ("1 bets much", ""),
    ],
)
def test_what_can_mean_two_things_or_none_is_refused_with_what_to_write(line: str, says: str) -> None:
    hand = typed("1 2c", line)
    event = hand.events[-2]
    assert isinstance(event, Illegible)
    assert event.text == line
    assert hint(hand, event) == says


@pytest.mark.parametrize(
    "stakes",
    [
        "stakes 4-8 bring-in 2 ante 1",
        "stakes $4/$8 bring-in $2 ante $1",
        "stakes 4 / 8 bring in 2 ante 1",
        "Stakes: 4/8, bring-in 2, ante 1",
    ],
)
def test_stakes_are_written_in_many_ways(stakes: str) -> None:
    found = typed("1 checks", header=[stakes, "stacks 50, 1,000, $50"])
    stated = found.stakes
    assert (stated.small_bet, stated.big_bet, stated.bring_in, stated.ante) == (4, 8, 2, 1)
    assert [seat.stack for seat in found.seats] == [50, 1000, 50]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_the_unit_holds_for_the_hand_wherever_its_line_stands(place: int) -> None:
    lines = ["stakes 4/8 bring-in 2 ante 0.50", "stacks 50 50", "1 antes 0.50"]
    lines.insert(place, "unit USD 2")
    found = typed(header=lines)
    assert (found.unit.currency, found.stakes.small_bet, found.stakes.ante) == ("USD", 400, 50)
    assert found.seats[0].stack == 5000
    assert found.events[0].words() == "ante 1 50"


def test_a_hand_has_one_unit() -> None:
    reason = refusal("unit USD 2", "stakes 4/8 ante 1", "unit EUR 1", "stacks 50 50")
    assert reason.startswith('In the line "unit EUR 1", the words after "unit" have no meaning here.')


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "stakes 1/2 ante 0.25",
            'Write "unit USD 2" above the stakes: the currency, and how many decimals amounts have.',
        ),
        ("stacks 50,50", 'Write "50 50" for two amounts, or "50.50" for one amount.'),
        ("stakes 1,5/3", 'Write "1.5".'),
        ("game holdem", "Write it as in: game stud8 (stud, stud8 or razz; stud if left out)."),
        ("stakes four", "Write it as in: stakes 10/20 bring-in 3 ante 1 (small bet and big bet, bring-in, ante)."),
    ],
)
def test_a_header_line_that_makes_no_sense_is_refused_with_what_to_write(line: str, says: str) -> None:
    word = line.split(maxsplit=1)[0]
    assert refusal(line, "stacks 50 50") == (
        f'In the line "{line}", the words after "{word}" have no meaning here. {says}'
        " To see the notation, run: auditor transcript"
    )


def test_a_thousand_with_a_comma_is_refused_where_it_may_have_decimals() -> None:
    assert 'Write "1000" or "1.000".' in refusal("unit XBT 4", "stacks 1,000 50")


def test_a_header_line_below_the_antes_is_read_if_it_changes_no_event_above() -> None:
    found = typed("antes", "house classic", "table 7", "records +burns", "first dealt 2")
    assert (found.house, found.table, found.first_dealt) == ("classic", "7", 2)
    assert not [event for event in found.events if isinstance(event, Illegible)]


@pytest.mark.parametrize("line", ["house tda", 'seat 4 "Dan" 500', "stacks 5 5"])
def test_a_header_line_below_the_antes_changes_nothing_that_is_stated_above(line: str) -> None:
    found = typed("antes", line, header=["house classic", *SEATED])
    assert isinstance(found.events[3], Illegible)
    assert (found.house, len(found.seats)) == ("classic", 3)


def test_a_line_below_the_end_is_no_line_in_other_words() -> None:
    found = typed("1 folds", "end", "2 fold", "house classic")
    assert [type(event) for event in found.events[2:4]] == [Illegible, Illegible]
    assert found.house == ""


@given(st.lists(st.text(st.sampled_from('123,.:-/$?[](){}"|#xX2cKd♥\ufe0f ofalinhetsr\t')), max_size=12))
def test_no_spelling_of_a_line_stops_the_reader_or_the_hint(lines: list[str]) -> None:
    for header in (SEATED, lines):
        outcome = read([*header, *lines], 1)
        events = outcome.hand.events if isinstance(outcome, Read) else ()
        for event in events:
            if isinstance(event, Illegible) and isinstance(outcome, Read):
                assert isinstance(hint(outcome.hand, event), str)


def test_a_player_whose_name_two_seats_have_is_nobody() -> None:
    header = ["stacks 5 5", 'seat 4 "Ann" 5', 'seat 5 "Ann" 5']
    assert isinstance(typed("Ann folds", header=header).events[0], Illegible)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("2 xx xx 2c", 'cards face down are expected in brackets: write "2 [xx xx] 2c" if xx xx lie face down'),
        ("2 [xx xx] 2c", ""),
        ("2 xx", ""),
        ("2 2c xx", ""),
    ],
)
def test_a_deal_without_brackets_is_told_of_them(line: str, says: str) -> None:
    event = typed(line).events[-2]
    assert isinstance(event, Deal)
    assert hint_for_deal(event) == says


def test_a_text_of_acts_alone_is_told_what_stands_above_them() -> None:
    with pytest.raises(Unreadable) as refused:
        open_log(b"# what I saw\nantes\n1 [xx xx] Kd\nSeat 2: folded.\n3 checks\n")
    assert str(refused.value) == (
        "Line 2 looks like a line of a transcript, but the lines above the first act are missing. Write the number of"
        " the hand, the stakes and the chips of each seat there, each on its own line, as in: hand 1; stakes 10/20"
        " bring-in 3 ante 1; stacks 500 500 500."
    )
    with pytest.raises(Unreadable, match="No hand was found"):
        open_log(b"1 checks\n2 checks\nthe rest is silence\n")


def test_a_second_hand_without_its_line_is_told_of_the_line() -> None:
    hand = b'stakes 10/20 bring-in 3 ante 1\nseat 1 "Ann" 5\nseat 2 "Bob" 5\nantes\n1 [xx xx] Kd\n2 [xx xx] 2c\nend\n'
    _, rest = open_log(hand + b"\n" + hand)
    assert isinstance(rest, Rejected)
    assert rest.line == 10
    assert rest.reason.startswith("This line belongs to no hand. In a file of several transcripts, each hand must")
