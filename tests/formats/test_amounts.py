import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.formats.amounts import amount, grouped_amount, signed_amount, spell

SIGNS = ["", " ", "1 ", " 1", "1\n", "+1", "-1", "1.", ".5", "1_000", "1,000"]
LETTERS = ["1e3", "1E+9", "0x1", "NaN", "\u0661", "\uff11"]


@pytest.mark.parametrize(
    ("text", "minor", "chips"),
    [
        ("0", 0, 0),
        ("007", 0, 7),
        ("0.5", 2, 50),
        ("0.05", 2, 5),
        ("12", 2, 1200),
        ("999999999999999", 0, 10**15 - 1),
        ("999999999999999.99999999", 8, 10**23 - 1),
    ],
)
def test_plain_digits_are_an_amount(text: str, minor: int, chips: int) -> None:
    assert chips == amount(text, minor)


@pytest.mark.parametrize("text", [*SIGNS, *LETTERS, "1000000000000000", "0.555", "1.5.5"])
def test_anything_else_is_none(text: str) -> None:
    assert amount(text, 2) is None


def test_a_unit_without_decimals_takes_none() -> None:
    assert amount("1.0", 0) is None


@pytest.mark.parametrize(
    ("text", "chips"), [("1,000", 100000), ("12,345.6", 1234560), ("999", 99900), ("1,000,000,000,000", 10**14)]
)
def test_commas_may_stand_after_every_three_digits(text: str, chips: int) -> None:
    assert chips == grouped_amount(text, 2)


@pytest.mark.parametrize("text", [",100", "1,00", "1000,000", "1,0000", "1,000,00", "1,,000", "1,000,", "0.1,000"])
def test_a_comma_elsewhere_is_no_amount(text: str) -> None:
    assert grouped_amount(text, 2) is None


def test_a_minus_is_taken_only_where_it_is_asked_for() -> None:
    assert (signed_amount("-6.10", 2), signed_amount("6.10", 2)) == (-610, 610)
    assert [signed_amount(text, 2) for text in ("--1", "-", "- 1")] == [None] * 3


@given(st.integers(-(10**15) + 1, 10**15 - 1), st.integers(0, 8))
def test_an_amount_spelled_reads_as_the_same_chips(chips: int, minor: int) -> None:
    assert chips == signed_amount(spell(chips, minor), minor)


@given(st.text(), st.integers(0, 8))
def test_no_text_makes_it_raise(text: str, minor: int) -> None:
    for read in (amount, grouped_amount, signed_amount):
        chips = read(text, minor)
        assert chips is None or abs(chips) < 10**24
