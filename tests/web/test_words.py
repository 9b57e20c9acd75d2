"""Words explained: each term of the game, the house and the audit has its line, and is marked where it is used."""

import re

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from sqlalchemy import CheckConstraint

from auditor.engine.findings import Grade
from auditor.engine.hand import Game, Structure
from auditor.engine.house.files import Status
from auditor.engine.house.parameters import HEADINGS, PARAMETERS
from auditor.store.tables import finding
from auditor.web.rulebook.glossary import CHAPTERS, WORDS, word_of, words_in
from tests.web.page_text import all_text


def test_every_word_in_the_texts_of_rules_and_houses_has_a_line() -> None:
    structures = [f"{structure.value} limit" for structure in Structure]
    wanted = [*HEADINGS, *Grade, *Status, *[game.value for game in Game], *structures]
    wanted += ["contested", "house-sensitive", "not verifiable", "reading", "record", "restitution", "fingerprint"]
    assert [word for word in wanted if word_of(word) is None] == []


def test_every_question_has_a_word_that_is_explained() -> None:
    """In the question itself, else the heading it stands under."""
    bare = [
        key
        for key, parameter in PARAMETERS.items()
        if not list(words_in(parameter.meaning)) and word_of(key.partition(".")[0]) is None
    ]
    assert bare == []


@pytest.mark.parametrize("column", ["detection", "triage", "grade"])
def test_every_state_of_a_finding_has_a_line(column: str) -> None:
    (allowed,) = [each for each in finding.constraints if str(each.name).endswith(f"_{column}_check")]
    assert isinstance(allowed, CheckConstraint)
    states = re.findall(r"'([a-z]+)'", str(allowed.sqltext))
    assert len(states) >= 3
    assert [state for state in states if word_of(state) is None] == []


def test_no_form_belongs_to_two_words() -> None:
    forms = [form.lower() for word in WORDS.values() for form in (word.name, *word.forms)]
    assert sorted(forms) == sorted(set(forms))
    assert len(WORDS) == sum([len(words) for words in CHAPTERS.values()])
    assert len({word.mark for word in WORDS.values()}) == len(WORDS)


def test_a_line_is_one_sentence_of_a_few_words() -> None:
    for word in WORDS.values():
        assert word.line.endswith("."), word.name
        assert word.line[0].isupper(), word.name
        assert len(word.line) <= 120, word.name


def test_a_text_is_escaped_and_the_first_use_of_a_word_opens_its_line(app: Flask) -> None:
    with app.test_request_context():
        marked = render_template_string(
            '{% from "terms.html" import explained %}{{ explained(text) }}',
            text="<b> Antes, then the ante & the bring-in",
        )
    assert marked.startswith("&lt;b&gt; <span")
    assert marked.count('popovertarget="word-ante">Antes</button>') == 1
    assert "then the ante &amp; the <span" in marked
    assert f'id="word-ante" popover><b>ante</b> {WORDS["ante"].line} <a href="/words#ante">' in marked


def test_each_request_marks_anew_and_each_page_once(app: Flask) -> None:
    page = '{% from "terms.html" import explained, term %}'
    page += '{{ term("rake") }} {{ term("raked") }} {{ explained("the rake") }}'
    for _ in range(2):
        with app.test_request_context():
            assert render_template_string(page).count("popovertarget") == 1


def test_the_page_of_words_has_them_all(client: FlaskClient) -> None:
    page = client.get("/words").text
    for word in WORDS.values():
        assert f'<div id="{word.mark}"><dt>{word.name}</dt>' in page
    words = client.get("/words.json").get_json()["words"]
    assert [each["word"] for each in words] == list(WORDS)
    assert client.get("/words.csv").text.count("\r\n") == len(WORDS) + 1


def test_help_and_every_foot_lead_to_the_words(client: FlaskClient) -> None:
    page = client.get("/help").text
    assert page.count('href="/words"') == 2
    assert "house-sensitive" in page
    assert "○ contested" in all_text(page)


@pytest.mark.database
def test_words_open_their_lines_where_rules_and_houses_use_them(client: FlaskClient) -> None:
    rule = client.get("/rules/O306?house=casino").text
    assert {"bring-in", "reading", "stated", "parameter"} <= set(re.findall(r'popovertarget="word-([a-z-]+)"', rule))
    house = client.get("/houses/casino").text
    targets = re.findall(r'popovertarget="([a-z-]+)"', house)
    assert len(targets) == len(set(targets)) > 20
    assert {f'id="{target}"' for target in targets} <= set(re.findall(r'id="[a-z-]+"', house))
