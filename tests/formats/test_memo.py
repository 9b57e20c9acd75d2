"""Words of usual lines are remembered; behind a hand with a long line nothing is. See test_fuzz_bounds."""

from auditor.formats import open_log
from auditor.formats.memo import LONG_LINE, forget, remembered
from auditor.formats.rooms.grammar.card_text import cards_in
from tests.fuzz.samples import samples


def test_what_is_remembered_is_made_once_until_it_is_forgotten() -> None:
    made: list[str] = []

    @remembered
    def upper(text: str) -> str:
        made.append(text)
        return text.upper()

    assert [upper("a"), upper("a"), upper("b")] == ["A", "A", "B"]
    assert made == ["a", "b"]
    forget()
    assert upper("a") == "A"
    assert made == ["a", "b", "a"]


def test_cards_of_a_hand_with_long_lines_are_forgotten_and_others_are_kept() -> None:
    sample = samples("pokerstars")[0]
    forget()
    list(open_log(sample))
    first = cards_in("2c 3d")
    assert cards_in("2c 3d") is first
    list(open_log(sample))
    assert cards_in("2c 3d") is first
    list(open_log(sample + b"x" * (LONG_LINE + 1)))
    assert cards_in("2c 3d") is not first
