"""Tags of XML logs: each with its line, nothing expanded, nothing fetched, and the work of one pass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.formats.markup.tags import tags_in


def told(*lines: str) -> list[tuple[str, dict[str, str], str, int]]:
    return [(tag.name, tag.attributes(), tag.text.strip(), tag.line) for tag in tags_in(lines, 10)]


def test_tags_come_with_their_attributes_their_text_and_their_line() -> None:
    lines = ("<a b=\"1\" c = 'two'><d/> text", "more</a>", "", "<e", '  f="3">')
    assert told(*lines) == [
        ("a", {"b": "1", "c": "two"}, "", 10),
        ("d", {}, "text\nmore", 10),
        ("a", {}, "", 11),
        ("e", {"f": "3"}, "", 13),
    ]
    assert [tag.closing for tag in tags_in(lines, 10)] == [False, False, True, False]


def test_text_has_a_line_of_its_own() -> None:
    [tag] = tags_in(("<a>", "", "  text"), 10)
    assert (tag.line, tag.text_line) == (10, 12)


def test_instructions_and_comments_are_nothing() -> None:
    assert told('<?xml version="1.0" encoding="utf-16"?><a/><!-- <b/> -->') == [("a", {}, "", 10)]


def test_what_is_no_tag_is_told_with_its_line() -> None:
    assert told("stray <a/>", "<a b=>", "<!-- not closed") == [
        ("", {}, "stray", 10),
        ("a", {}, "", 10),
        ("", {}, "<a b=>", 11),
        ("", {}, "<!-- not closed", 12),
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("&lt;3 &amp; &gt;&quot;&apos;", "<3 & >\"'"),
        ("caf&#233; &#xE9;", "café é"),
        ("&amp;lt;", "&lt;"),
        ("&#0; &#10; &#xD800; &#x110000; &#x7;", "&#0; &#10; &#xD800; &#x110000; &#x7;"),
        ("&bomb; &a.b;", "&bomb; &a.b;"),
    ],
)
def test_only_the_entities_of_xml_itself_and_letters_by_number_are_read(written: str, read: str) -> None:
    [tag] = tags_in((f'<a b="{written}"/>',), 1)
    assert tag.attributes() == {"b": read}


def test_a_document_type_declares_nothing() -> None:
    lines = ('<!DOCTYPE a [<!ENTITY x "boom"> <!ENTITY y SYSTEM "file:///etc/passwd">]>', '<a b="&x;">&y;</a>')
    assert ("a", {"b": "&x;"}, "&y;", 11) in told(*lines)
    assert not any("boom" in text for name, _, text, _ in told(*lines) if name)


def test_what_was_said_may_hold_what_should_have_been_escaped() -> None:
    assert told('<event type="CHAT" text="i <3 you > me" />') == [
        ("event", {"type": "CHAT", "text": "i <3 you > me"}, "", 10)
    ]


def test_words_of_a_tag_find_it_again() -> None:
    tags = list(tags_in(('<a b="1">x  y</a>',), 1))
    assert [tag.words() for tag in tags] == ['<a b="1">x y', "</a>"]


PIECES = st.lists(
    st.sampled_from(["<", ">", "a", ' b="', "c'", "='", "/", "\n", " ", "<!--", "-->", "<?", "?>", "&#6"])
)


@given(PIECES.map("".join))
def test_any_text_is_tags(text: str) -> None:
    lines = text.split("\n")
    tags = list(tags_in(lines, 1))
    assert all(1 <= tag.line <= tag.text_line <= len(lines) for tag in tags)
    assert [tag.line for tag in tags] == sorted(tag.line for tag in tags)


@pytest.mark.parametrize(
    "unit", ["<!--", '<a b="', "<a ", "<a b='<a b=\"", "<", '<a b="x" ', "<?", "&#", '<a text="', "<a>\n "]
)
def test_a_quarter_of_a_megabyte_of_anything_is_one_pass(unit: str) -> None:
    text = unit * (256 * 1024 // len(unit))
    assert sum(1 for _ in tags_in(text.split("\n"), 1)) <= text.count("<") + 1
