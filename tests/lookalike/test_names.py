"""Forty names that deceive, and all the plain ones that do not."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.lookalike.names import alike, odd, skeleton, taken
from auditor.lookalike.tables import scripts_of, shape_of
from auditor.lookalike.words import notes_on, notes_on_list

# Twenty-two that are taken for the name before them, in whole or in part of another script, or by what is not seen.
PAIRS = (
    *(
        ("Ivan", "\u0406van"),
        ("ivan", "\u0456van"),
        ("paypal", "\u0440\u0430y\u0440\u0430l"),
        ("ace", "\u0430\u0441\u0435"),
    ),
    *(("Alaska", "\u0391laska"), ("Oscar", "\u041escar"), ("Xaver", "\u0425aver"), ("Hans", "\u041dans")),
    *(("Iver", "lver"), ("Iver", "1ver"), ("mike", "rnike"), ("Odd", "0dd"), ("bob", "b\u043eb")),
    *(
        ("caf\u00e9", "cafe\u0301"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("abc", "\uff41\uff42\uff43"),
        ("sco", "\u0455\u0441\u043e"),
    ),
    *(("Ann", "An\u200bn"), ("Ann", "A\u2060nn"), ("Ann", "Ann\u00ad"), ("a b", "a\u00a0b"), ("Bob", "B\ufe00ob")),
)
# Eighteen that are odd by themselves: what is not seen, and scripts that no language mixes.
ODD = (
    *("a\u202egpj.exe", "\u202aab\u202c", "\u2066iso\u2069", "z\u200bero", "non\u200djoined", "byte\ufeffmark"),
    *("\u061carab", "soft\u00adhyphen", "hangul\u3164filler", "tag\U000e0041", "nul\x00", "bell\x07", "line\u2028end"),
    *("c1\x9b", "\u0406van", "\u0391laska", "\u0430lice", "Bj\u03bfrn"),
)
# Names of each script; Chinese, Japanese and Korean ones with Latin letters as well.
PLAIN = (
    *(
        "Ann",
        "Bob2",
        "T-800",
        "Z\u00f6e",
        "Nguy\u1ec5n",
        "\u0130stanbul",
        "\u0418\u0432\u0430\u043d",
        "\u041e\u043b\u044f_77",
    ),
    *(
        "\u0395\u03bb\u03ad\u03bd\u03b7",
        "\u738b\u5c0f\u660e",
        "\u738bPeter",
        "\u305f\u306a\u304bTaro",
        "\u30bf\u30ca\u30ab",
    ),
    *(
        "\uae40\ucca0\uc218",
        "\ud55c\uad6dKim",
        "\u0639\u0644\u06cc",
        "\u05e9\u05e8\u05d4",
        "\u0e2a\u0e21\u0e0a\u0e32\u0e22",
    ),
)


def test_there_are_forty() -> None:
    assert len(PAIRS) + len(ODD) == 40


@pytest.mark.parametrize(("name", "other"), PAIRS, ids=ascii)
def test_a_name_that_is_taken_for_another_is_flagged(name: str, other: str) -> None:
    (group,) = alike(["Somebody", name, "Else", other])
    assert group.names == (name, other)
    assert "look alike and are different" in notes_on({name: "seat 1", other: "seat 2"})[0]
    assert taken(other, ["Somebody", name]) == name


@pytest.mark.parametrize("name", ODD, ids=ascii)
def test_a_name_that_is_odd_by_itself_is_flagged(name: str) -> None:
    (note,) = notes_on_list([name])
    assert ("mixes" in note) or ("invisible" in note)
    assert all(letter.isprintable() for letter in note)


@pytest.mark.parametrize("name", PLAIN, ids=ascii)
def test_a_plain_name_is_not_flagged(name: str) -> None:
    assert odd(name) is None
    assert notes_on_list([*PLAIN]) == ()


def letters(*ranges: tuple[int, int]) -> st.SearchStrategy[str]:
    """Names out of the letters of one script."""
    found = [chr(each) for first, last in ranges for each in range(first, last + 1)]
    return st.text([each for each in found if unicodedata.category(each)[0] == "L"], min_size=1, max_size=12)


@given(
    letters((0x41, 0x7A), (0xC0, 0x17F))
    | letters((0x410, 0x44F))
    | letters((0x391, 0x3C9))
    | letters((0x4E00, 0x9FFF), (0x3041, 0x30FF))
    | letters((0xAC00, 0xD7A3))
)
def test_names_of_one_script_are_not_odd(name: str) -> None:
    assert odd(name) is None


@given(st.text(max_size=20))
def test_any_text_has_a_skeleton_that_is_its_own_and_looks_like_itself(name: str) -> None:
    assert alike([name, name]) == ()
    assert skeleton(unicodedata.normalize("NFC", name)) == skeleton(unicodedata.normalize("NFD", name))
    assert all(letter.isprintable() for note in notes_on_list([name, f"{name}x"]) for letter in note if letter != " ")


def test_the_same_name_in_capitals_is_no_look_alike() -> None:
    assert alike(["Ann", "ANN"]) == ()
    assert taken("ANN", ["Ann"]) is None


def test_an_account_is_called_by_its_name_in_small_letters_too() -> None:
    assert taken("\u0410da", ["ada"]) == "ada"


def test_a_note_names_the_letter() -> None:
    alike_words, odd_words = notes_on({"Ivan": "seat 1", "\u0406van": "seat 3"})
    letter = "U+0406, CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I"
    names = f'"Ivan" (seat 1); "\u0406van" (seat 3, with {letter})'
    assert alike_words == f"These names look alike and are different: {names}."
    assert odd_words == 'The name "\u0406van" (seat 3) mixes Cyrillic and Latin letters.'


def test_the_tables_are_those_of_unicode() -> None:
    assert (shape_of("\u0430"), shape_of("m"), shape_of("x")) == ("a", "rn", "x")
    assert scripts_of("\u0430") == {"Cyrl"}
    assert scripts_of("1") == scripts_of(" ") == frozenset()
    assert scripts_of("\u30fc") == {"Hira", "Kana"}
