"""The page that tells how to write a transcript is true, and lines that nearly are one get a hint."""

import pytest

from auditor.engine.audit import audit
from auditor.engine.events import Collect, Illegible
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, open_log
from auditor.formats.transcript import guide
from auditor.formats.transcript.header import HEADER_WORDS, Header
from auditor.formats.transcript.hints import hint
from auditor.formats.transcript.lines import event_of
from auditor.formats.transcript.words import tokens


def test_the_example_is_read_whole_and_is_lawful() -> None:
    log = open_log(guide.EXAMPLE.encode())
    (read,) = log
    assert log.format == "transcript"
    assert isinstance(read, Read)
    assert [event for event in read.hand.events if isinstance(event, Illegible)] == []
    report = audit(read.hand, house_for(read.hand))
    assert (report.house_name, report.findings) == ("roberts", ())
    assert report.settlement.pots


@pytest.mark.parametrize("line", [line for line, _ in guide.HEADER])
def test_every_line_before_the_cards_is_read(line: str) -> None:
    words = tokens(line)
    assert words[0] in HEADER_WORDS
    assert Header().take(words)


@pytest.mark.parametrize("line", [line for line, _ in guide.EVENTS if line != "antes"])
def test_every_line_of_the_play_is_read(line: str) -> None:
    assert event_of(tokens(line), 0, 1) is not None


def test_the_page_shows_it_all() -> None:
    page = guide.page()
    assert all(line in page for line, _ in (*guide.HEADER, *guide.EVENTS))
    assert all(f"  {line}\n" in page for line in guide.EXAMPLE.splitlines())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("2 fold", "write `2 folds`"),
        ("2 Folds.", "write `2 folds`"),
        ("seat 2 folds", "write `2 folds`"),
        ("2: folds", "write `2 folds`"),
        ("2 flods", "write `2 folds`"),
        ("1 bets $20", "write `1 bets 20`"),
        ("1 raise to 1,200", "write `1 raises to 1200`"),
        ("3 calls", "write the amount as well, as in `3 calls 10`"),
    ],
)
def test_what_was_nearly_a_line_is_told_how_to_be_written(line: str, says: str) -> None:
    assert event_of(tokens(line), 0, 1) is None
    assert hint(line, 0) == says


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("3 collects 77 high", "3 collects 77 from high"),
        ("3 collects 77 main low", "3 collects 77 from main low"),
        ("3 collects 77 side 1", "3 collects 77 from side 1"),
        ("3 collects 77 main high odd 1", "3 collects 77 from main high odd 1"),
    ],
)
def test_what_a_payment_is_from_is_read_without_the_word_too(short: str, full: str) -> None:
    events = [event_of(tokens(line), 0, 1) for line in (short, full)]
    assert [event and event.words() for event in events] == [events[1] and events[1].words()] * 2
    assert isinstance(events[0], Collect)


@pytest.mark.parametrize("line", ["the waiter brings coffee", "2", "", "99 folds", "2 sings a song", "1 bets much"])
def test_what_is_like_no_line_gets_no_hint(line: str) -> None:
    assert hint(line, 0) == ""
