"""What rooms say of a hand in words becomes numbers, and words that nobody knows become nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.ranks import description, high_value
from auditor.formats.rooms.grammar.hand_names import stated, stated_high, stated_low
from tests.printers.english import as_worded, high_words

HIGH = {
    "high card Ace": (0, 12),
    "high card Ace - King+Queen kicker": (0, 12, 11, 10),
    "a pair of Tens": (1, 8),
    "a pair of Aces with Jack kicker": (1, 12, 9),
    "two pair, Sixes and Deuces": (2, 4, 0),
    "two pairs, Jacks and Sixes.": (2, 9, 4),
    "two pair, Aces and Kings - lower kicker": (2, 12, 11),
    "three of a kind, Twos.": (3, 0),
    "a straight, Four to Eight": (4, 6),
    "a straight, Ace to Five": (4, 3),
    "a flush, Ace high": (5, 12),
    "a full house, Nines full of Threes": (6, 7, 1),
    "four of a kind, Kings": (7, 11),
    "a straight flush, Ace to Five": (8, 3),
    "a Royal Flush": (8, 12),
    "Ace Queen high": (0, 12, 10),
    "King high": (0, 11),
    "a straight, Ten high": (4, 8),
    "a straight flush, Five high": (8, 3),
    "": (),
    "Ace Eleven high": (),
    "Ace Queen high five": (),
    "high": (),
    "a straight, Eleven high": (),
    "a pair of Elevens": (),
    "a pair of": (),
    "two pair, Sixes": (),
    "a straight, Four": (),
    "a flush, Ace": (),
    "five of a kind, Aces": (),
    "a pair of Tens - and a half": (1, 8),
}


@pytest.mark.parametrize(("words", "high"), HIGH.items(), ids=HIGH)
def test_words_of_a_high_hand_name_its_ranks(words: str, high: tuple[int, ...]) -> None:
    assert stated_high(words) == high


@pytest.mark.parametrize(
    ("words", "low"),
    [
        ("8,6,4,2,A", (6, 4, 2, 0, 12)),
        ("K, Q, J, T, 9", (11, 10, 9, 8, 7)),
        ("8,6,4,2", ()),
        ("8,6,4,2,1", ()),
        ("8,6,4,2,A,3", ()),
        ("8,6,4,2,10", ()),
        ("a pair of Sevens", ()),
    ],
)
def test_low_is_its_five_ranks_as_printed(words: str, low: tuple[int, ...]) -> None:
    assert stated_low(words) == low


@pytest.mark.parametrize(
    ("words", "both"),
    [
        ("HI: two pair, Sixes and Deuces; LO: 8,7,6,3,A", ((2, 4, 0), (6, 5, 4, 1, 12))),
        ("HI: a pair of Tens", ((1, 8), ())),
        ("Lo: 7,5,3,2,A", ((), (5, 3, 1, 0, 12))),
        ("a pair of Tens", ((1, 8), ())),
        (";:;", ((), ())),
    ],
)
def test_show_line_states_high_and_low_apart(words: str, both: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    assert stated(words) == both


@given(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True))
def test_words_of_any_hand_are_a_part_of_its_description(cards: list[int]) -> None:
    high = description(high_value(cards))
    read = stated_high(high_words(high))
    assert read == as_worded(high)
    assert high[: len(read)] == read
