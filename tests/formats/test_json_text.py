"""JSON that may be hostile: each limit one under and one over, and text that could be read in two ways."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.formats.markup.json_text import (
    DEPTH,
    DIGITS,
    STRING,
    Json,
    Malformed,
    Number,
    Object,
    letter_by_letter,
    parsed,
)
from auditor.formats.transcript.case_files import fixtures

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20) + 1, 10**20 - 1) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


def told(value: Json) -> object:
    """The value as the standard library would read it."""
    if isinstance(value, Object):
        return {key: told(each) for key, each in value.items()}
    if isinstance(value, list):
        return [told(each) for each in value]
    return int(value) if isinstance(value, Number) else value


def reason(text: str) -> str:
    with pytest.raises(Malformed) as refused:
        parsed(text)
    return refused.value.reason


@given(PLAIN)
def test_what_the_standard_library_writes_is_read_the_same(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=1, ensure_ascii=False)):
        if "\\u0000" not in text and "\0" not in text:
            assert value == told(parsed(text))


def whole(read: Callable[[str, int], Json], text: str) -> object:
    """The value with where each object stands and what is a number; or what is wrong, and where."""
    try:
        return placed(read(text, 5))
    except Malformed as blame:
        return blame.line, blame.reason


def placed(value: Json) -> object:
    if isinstance(value, Object):
        return value.line, value.path, [(key, placed(each)) for key, each in value.items()]
    if isinstance(value, list):
        return [placed(each) for each in value]
    return type(value), value


@given(st.text(st.sampled_from('{}[]",:\\u0d8x 1.e-\0tn\n'), max_size=40))
def test_noise_is_the_same_value_or_malformed_for_the_same_reason_letter_by_letter(text: str) -> None:
    assert whole(parsed, text) == whole(letter_by_letter, text)


@given(PLAIN, st.sampled_from([None, 1]), st.booleans())
def test_what_the_standard_library_writes_is_the_same_letter_by_letter(
    value: object, indent: int | None, plain: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    assert whole(parsed, text) == whole(letter_by_letter, text)


SAMPLE = (fixtures() / "formats" / "ohh" / "strict.ohh").read_text(encoding="utf-8").partition("\n\n")[0]
PIECES = [
    "", '"', "\\", "\\\\", '\\"', "\\n", "\\u0000", "\\ud83d", "\\uD83D\\uDE00", "\ud800", "\0", "\t", "\n", "\r", "é",
    "\u2028", "{", "}", "[", "]", ",", ":", "-", ".", "0", "1", "e5", "NaN", "Infinity", "true", "9" * DIGITS,
    '"a":{"":[{}]},', '"a":{"a":1,"a":2},', "[" * DEPTH + "]" * DEPTH, "x" * STRING, "{}", "// ", "\ufeff",
]  # fmt: skip


@given(st.integers(0, len(SAMPLE)), st.sampled_from([0, 1, 2, 40]), st.sampled_from(PIECES))
def test_a_damaged_file_is_the_same_letter_by_letter(place: int, gone: int, piece: str) -> None:
    text = SAMPLE[:place] + piece + SAMPLE[place + gone :]
    assert whole(parsed, text) == whole(letter_by_letter, text)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "b": {"a": 2}}\n',
        ' {"a.": {".": [[], {"": {}}]}, "\\\\": "{\\"", "\\u0061\\"{\\\\": {}}',
        '[{"' + "k" * 50 + '": [{}, {}]},\r\n{"{": "\\\\", "}": {}}]',
        '["\\ud83d\\ude00", "\\\\u0000", {}, 1e5, -0, 1.50]',
        f'["{"é" * STRING}", {{}}, {"9" * DIGITS}, -{"9" * DIGITS}]',
        "[" * DEPTH + "]" * DEPTH,
    ],
)
def test_what_is_beyond_doubt_is_the_same_letter_by_letter(text: str) -> None:
    assert isinstance(parsed(text), list | Object)
    assert whole(parsed, text) == whole(letter_by_letter, text)


def test_brackets_are_nested_at_most_32_deep() -> None:
    assert parsed("[" * DEPTH + "]" * DEPTH) != []
    assert "More than 32 brackets" in reason("[" * (DEPTH + 1) + "]" * (DEPTH + 1))
    assert "More than 32 brackets" in reason('{"a":' * 100_000)


def test_a_number_has_at_most_20_digits() -> None:
    assert parsed("-" + "9" * DIGITS) == "-" + "9" * DIGITS
    assert parsed("0." + "1" * (DIGITS - 1)) == "0." + "1" * (DIGITS - 1)
    assert reason('{"a":{"b":[0,' + "9" * (DIGITS + 1) + "]}}") == (
        "The number at a.b[1] has 21 digits; the limit is 20."
    )


def test_a_text_has_at_most_4096_characters() -> None:
    assert parsed(f'"{"é" * STRING}"') == "é" * STRING
    assert reason(f'{{"a":"{"é" * (STRING + 1)}"}}') == "The text at a has 4,097 characters; the limit is 4,096."


@pytest.mark.parametrize(
    "word", ["NaN", "Infinity", "-Infinity", "nan", "1e", "01", "+1", ".5", "1.", "0x10", "\u0663"]
)
def test_what_is_no_number_is_no_json(word: str) -> None:
    assert "The text is not valid JSON: at column 6, " in reason(f'{{"a":{word}}}')


def test_a_number_stays_as_it_is_written() -> None:
    assert parsed("[1e5,2.50,-0]") == ["1e5", "2.50", "-0"]


def test_a_key_may_stand_once_in_an_object() -> None:
    assert parsed('{"a":{"a":1}}') == {"a": {"a": "1"}}
    assert (
        reason('{"x":[{"a":1,"b":2,"\\u0061":3}]}')
        == 'The key "a" occurs twice in one object in x[0]. Keep only one of the two.'
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "column 1, the text ends too early"),
        ('{"a":1', "column 7, the text ends too early"),
        ("{} {}", 'column 4, "{" is in the wrong place'),
        ("[1,]", 'column 4, "]" is in the wrong place'),
        ('{"a":1,}', 'column 8, "}" is in the wrong place'),
        ("{1:2}", 'column 2, "1" is in the wrong place'),
        ("[1 2]", 'column 4, "2" is in the wrong place'),
        ("]", 'column 1, "]" is in the wrong place'),
        ("[1}", 'column 3, "}" is in the wrong place'),
        ('{"a" 1}', 'column 6, "1" is in the wrong place'),
        ('["a\nb"]', 'column 2, ""a" makes no sense'),
        ("'a'", "column 1, \"'a'\" makes no sense"),
        ('"\\x41"', "a code with a backslash names no character"),
        ('"\\ud800"', "The value at the top holds half a character"),
        ('{"a":["\\u0000"]}', "The value at a[0] holds a NUL character"),
    ],
)
def test_what_is_no_json_is_told_with_its_place(text: str, named: str) -> None:
    assert named in reason(text)


def test_objects_know_their_line_and_path() -> None:
    value = parsed('\n{"a": [\n {},\n\n {"b": {}}]}', 10)
    assert isinstance(value, Object)
    [first, second] = value["a"] if isinstance(value["a"], list) else []
    assert isinstance(first, Object)
    assert isinstance(second, Object)
    inner = second["b"]
    assert isinstance(inner, Object)
    assert [(each.line, each.path) for each in (value, first, second, inner)] == [
        (11, ""), (12, "a[0]"), (14, "a[1]"), (14, "a[1].b"),
    ]  # fmt: skip


def test_a_fault_knows_its_line() -> None:
    with pytest.raises(Malformed) as refused:
        parsed('{\n"a": 1,\n"b" 2}', 7)
    assert (refused.value.line, "column 5" in refused.value.reason) == (9, True)
