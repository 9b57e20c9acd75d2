from random import Random

import pytest
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from auditor.web.access.passwords import PasswordRefused, hashed, is_right


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("brief", "too short"),
        ("elevenchars", "too short"),
        ("x" * 257, "too long"),
        ("aaaaaaaabbbbbbbb", "easy to guess"),
        ("123456789012", "easy to guess"),
        ("987654321098", "easy to guess"),
        ("314159265358", "easy to guess"),
        ("QwertyUIOPasdf", "easy to guess"),
        ("1qaz2wsx3edc4rfv", "easy to guess"),
        ("P@ssw0rd1234", "easy to guess"),
        ("Dragon2024!!!", "easy to guess"),
        ("CorrectHorseBatteryStaple", "easy to guess"),
        ("correct horse battery staple", "easy to guess"),
        ("Correct-Horse_Battery.Staple", "easy to guess"),
        ("let me in please", "easy to guess"),
        ("Stud-Auditor-1", "easy to guess"),
        ("password" * 32, "easy to guess"),
        ("Password1234!", "easy to guess"),
        ("passwordPassword", "easy to guess"),
        ("Ada Lovelace1", "too similar to the name"),
        ("ada.lovelace.", "too similar to the name"),
        ("adalovelace12", "too similar to the name"),
        ("!!ecalevol-ada", "too similar to the name"),
        ("Adda Lovelance", "too similar to the name"),
        ("LOVELACE2024!", "too similar to the name"),
    ],
)
def test_what_anybody_would_guess_is_refused_with_the_reason(password: str, why: str) -> None:
    with pytest.raises(PasswordRefused, match=why) as refused:
        hashed(password, "Ada Lovelace")
    assert password not in str(refused.value)


@pytest.mark.parametrize(
    "password",
    [
        "four dull green boats",
        "x7#kPq2$Lm9&",
        "\N{CYRILLIC SMALL LETTER A}\N{SNOWMAN}" * 3 + " noch ein Wort",
        "four dull green boats " * 11,
        "x7#kPq2$Lm9&" + "a" * 52,  # 64 characters, the end of which is worth nothing
    ],
)
def test_all_other_characters_are_taken_and_known_again(password: str) -> None:
    kept = hashed(password, "ada")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert is_right(password, kept)
    assert not is_right(password + "x", kept)
    assert not is_right(password, None)


def test_none_of_the_ten_thousand_commonest_is_taken_nor_what_everybody_makes_of_them() -> None:
    commonest = FREQUENCY_LISTS["passwords"][:10_000]
    assert len(set(commonest)) == 10_000
    drawn = Random(12).sample(commonest, 60)
    for password in (*commonest, *[f"{word}{word}" for word in drawn], *[f"{word.title()}123456" for word in drawn]):
        with pytest.raises(PasswordRefused):
            hashed(password, "ada")


def test_a_letter_is_the_same_however_it_is_typed() -> None:
    assert is_right("fore\u0301t de sapins bleus", hashed("for\u00e9t de sapins bleus", "ada"))


def test_two_that_are_the_same_are_kept_differently() -> None:
    assert hashed("four dull green boats", "ada") != hashed("four dull green boats", "ada")


@pytest.mark.parametrize("kept", ["", "plain", "$argon2id$v=19$m=1,t=1,p=1$x$y"])
def test_nothing_is_right_where_nothing_good_is_kept(kept: str) -> None:
    assert not is_right(kept, kept)
