"""The page that explains how to write a transcript is true and complete."""

import pytest

from auditor.engine.audit import audit
from auditor.engine.events import (
    Ante,
    Changed,
    Check,
    Collect,
    Community,
    Cut,
    Event,
    Exposed,
    Fold,
    Illegible,
    PotTotal,
    Removed,
    Reveal,
    StackAfter,
    Street,
    TopUp,
    Unread,
    Void,
    Won,
)
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, open_log
from auditor.formats.transcript import guide, printing
from auditor.formats.transcript.header import HEADER_WORDS, Header
from auditor.formats.transcript.lines import event_of
from auditor.formats.transcript.words import RECORDS, tokens


def test_the_example_is_read_whole_and_is_lawful() -> None:
    log = open_log(guide.EXAMPLE.encode())
    (read,) = log
    assert log.format == "transcript"
    assert isinstance(read, Read)
    assert [event for event in read.hand.events if isinstance(event, Unread)] == []
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


def test_the_page_names_every_fact_that_a_log_may_record() -> None:
    page = guide.page()
    assert [name for name in RECORDS if name not in page] == []


@pytest.mark.parametrize(("code", "kind"), [("C705", "disconnected"), ("C705", "connected")])
def test_the_page_names_the_remarks_that_a_rule_needs(code: str, kind: str) -> None:
    lines = [line for line, _ in guide.EVENTS]
    assert any(line.startswith(f"remark {kind} ") for line in lines), code


def test_the_page_shows_every_kind_of_event() -> None:
    """All but an unreadable line, which nobody means to write."""
    shown = {type(event_of(tokens(line), 0, 1)) for line, _ in guide.EVENTS} | {Ante}
    named = guide.page()
    missing = [kind for kind in printing._LINES if kind not in shown and kind is not Illegible]
    assert [kind.__name__ for kind in missing if not named_beside(kind, named)] == []


def named_beside(kind: type[Event], page: str) -> bool:
    """Whether the page has the event beside another line: `also: void`."""
    beside = {
        Check: "checks", Fold: "folds", Street: "4th", Community: "community 5c", Reveal: "2 held Kd Kc", Void: "void",
        PotTotal: "pot 42", Won: "1 won 40", StackAfter: "1 ends with 540", Cut: "cut by 3", Exposed: "2 exposed Kd",
        TopUp: "adds 100", Removed: "takes off 100", Changed: "changes 100",
    }  # fmt: skip
    return beside.get(kind, "?") in page


def test_the_page_shows_it_all() -> None:
    page = guide.page()
    assert all(line in page for line, _ in (*guide.HEADER, *guide.EVENTS))
    assert all(f"  {line}\n" in page for line in guide.EXAMPLE.splitlines())


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
