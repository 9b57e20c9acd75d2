import pytest

from auditor.web.passwords import PasswordRefused, hashed, is_right


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("brief", "too short"),
        ("elevenchars", "too short"),
        ("x" * 257, "too long"),
        ("aaaaaaaabbbbbbbb", "few different"),
        ("123456789012", "row of keys"),
        ("987654321098", "row of keys"),
        ("314159265358", "digits only"),
        ("QwertyUIOPasdf", "row of keys"),
        ("Password1234!", "first to be guessed"),
        ("passwordPassword", "first to be guessed"),
        ("Ada Lovelace1", "little more than the name"),
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
        "w1!" + "ab7-" * 63,
    ],
)
def test_all_other_characters_are_taken_and_known_again(password: str) -> None:
    kept = hashed(password, "ada")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert is_right(password, kept)
    assert not is_right(password + "x", kept)
    assert not is_right(password, None)


def test_a_letter_is_the_same_however_it_is_typed() -> None:
    assert is_right("fore\u0301t de sapins bleus", hashed("for\u00e9t de sapins bleus", "ada"))


def test_two_that_are_the_same_are_kept_differently() -> None:
    assert hashed("four dull green boats", "ada") != hashed("four dull green boats", "ada")


@pytest.mark.parametrize("kept", ["", "plain", "$argon2id$v=19$m=1,t=1,p=1$x$y"])
def test_nothing_is_right_where_nothing_good_is_kept(kept: str) -> None:
    assert not is_right(kept, kept)
