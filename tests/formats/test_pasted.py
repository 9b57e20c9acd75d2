"""Hands that went through a mail program, a web page or a word processor are read as the room wrote them."""

import codecs
import html
import io
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.events import Unread
from auditor.engine.hand import Hand
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house_of_hand import house_for
from auditor.formats import Log, Read, Unreadable, open_log
from auditor.formats.files.changes import PASTED, note_of

TOP = Path(__file__).resolve().parents[2]
SAMPLES = sorted((TOP / "fixtures/formats").glob("*/*.txt"))
ROUND_QUOTE = "\N{RIGHT SINGLE QUOTATION MARK}"


def wrapped(width: int) -> Callable[[str], str]:
    """Breaks lines at spaces, as mail programs do."""

    def wrap(text: str) -> str:
        lines = [
            textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) for line in text.splitlines()
        ]
        return "\n".join("\n".join(each) for each in lines) + "\n"

    return wrap


def with_round_quotes(text: str) -> str:
    return text.replace("'", ROUND_QUOTE)


def as_html(text: str) -> str:
    return html.escape(text).replace("  ", " &nbsp;")


def with_ends(ends: str) -> Callable[[str], str]:
    """Adds blanks behind each line, as some editors and forums do."""
    return lambda text: "".join(f"{line}{ends}\n" for line in text.splitlines())


WAYS: dict[str, Callable[[str], str]] = {
    "quotes": with_round_quotes,
    "html": as_html,
    "blanks": with_ends("  "),
    "tabs": with_ends("\t"),
    "fixed blanks": with_ends("\N{NO-BREAK SPACE}"),
    "invisible ends": with_ends("\N{ZERO WIDTH SPACE}"),
    "invisible in lines": lambda text: text.replace(": ", ":\N{ZERO WIDTH SPACE} "),
    "directions": lambda text: "".join(f"\N{LEFT-TO-RIGHT MARK}{line}\n" for line in text.splitlines()),
    **{str(width): wrapped(width) for width in (60, 65, 72, 76, 78)},
}


def text_of(sample: Path) -> str:
    data = sample.read_bytes()
    encoding = "utf-16" if data.startswith(codecs.BOM_UTF16_LE) else "utf-8-sig"
    return data.decode(encoding, "replace").replace("\r\n", "\n")


def log_of(text: str) -> Log:
    return open_log(io.BytesIO(text.encode()))


def hands_of(text: str) -> dict[str, Hand]:
    """The hands by their numbers; none if the file is refused as a whole."""
    try:
        return {str(read.hand.number): read.hand for read in log_of(text) if isinstance(read, Read)}
    except Unreadable:
        return {}


def unread(hand: Hand) -> int:
    return sum([isinstance(event, Unread) for event in hand.events])


def codes(hand: Hand) -> set[str]:
    try:
        return {finding.code for finding in audit(hand, house_for(hand)).findings}
    except HouseRefused:  # the room's house does not cover this game, whichever way the hand was written
        return set()


# The hands of the samples that keep a gap when their lines are broken at 72 characters or later: a title in two lines
# that names no hand in its first, a remark that goes on in the next line, or a line that may be whole: the only broken
# line of its hand, which states nothing more with the next line.
GAPS = {
    ("defects.txt", "21800000003"),  # its title has an unread part, broken or not
    ("form-of-2026.txt", "1770000000004adeb0h5qfm"),
    ("headers-of-tournaments.txt", "250000000104"),
    ("older-export.txt", "330562020497686531-1-1397588416"),
    ("razz-showdowns.txt", "20700000021"),
    ("side-pot-and-noise.txt", "9600000001"),
    ("typed.txt", "None"),  # a comment, which may have any words
    ("tournament-and-odd-lines.txt", "T5-911-7"),
    ("tournament-and-odd-lines.txt", "T5-911-9"),
}
# In HTML the number of one hand of a transcript has entities around it, and all is understood.
MOST_WAYS_READ = {
    "quotes": set(),
    "html": {("typed.txt", "10")},
    "blanks": set(),
    "tabs": set(),
    "fixed blanks": set(),
    "72": GAPS - {("razz-showdowns.txt", "20700000021")},
    "76": GAPS,
    "78": GAPS | {("six-cards-and-others.txt", "3100000002")},
}


@pytest.mark.parametrize(("name", "way"), WAYS.items(), ids=WAYS)
def test_no_way_of_pasting_accuses_anybody(name: str, way: Callable[[str], str]) -> None:
    gaps = set()
    for sample in SAMPLES:
        text = text_of(sample)
        before, after = hands_of(text), hands_of(way(text))
        for number, hand in before.items():
            if number in after:
                assert codes(after[number]) <= codes(hand), (sample.name, number)
            if number not in after or unread(after[number]) > unread(hand):
                gaps.add((sample.name, number))
    assert gaps == MOST_WAYS_READ.get(name, gaps)


SUMMARY = TOP / "fixtures/formats/pokerstars/two-side-pots.txt"


def test_a_broken_line_is_joined_and_told() -> None:
    text = text_of(SUMMARY)
    log = log_of(wrapped(72)(text))
    reads = [outcome for outcome in log if isinstance(outcome, Read)]
    assert [events(read.hand) for read in reads] == [events(hand) for hand in hands_of(text).values()]
    assert [set(read.changes) for read in reads] == [{PASTED}] * len(reads)
    assert log.notes == [note_of(PASTED, reads[0].changes[PASTED], len(reads))]


def events(hand: Hand) -> list[str]:
    return [event.words() for event in hand.events]


HAND = """\
PokerStars Game #240000000009:  7 Card Stud Limit ($0.50/$1.00 USD) - 2016/11/29 12:52:36 ET
Table 'Night Mix' 8-max
Seat 1: Ann Lee ($20 in chips)
Seat 2: Bob ($20 in chips)
Ann Lee: posts the ante $0.05
Bob: posts the ante $0.05
*** 3rd STREET ***
Dealt to Ann Lee [2c]
Dealt to Bob [Ks]
Ann Lee: brings in for $0.20
"""


def only(text: str) -> Read:
    [read] = log_of(text)
    assert isinstance(read, Read)
    return read


@pytest.mark.parametrize(
    ("lines", "left"),
    {
        "an unknown line below chat is no part of it": (
            'Bob said, "this one was played so very slowly tonight that I"\nwagered all of it',
            ["wagered all of it"],
        ),
        "nor is the line of another player below a line that is read": (
            "Uncalled bet ($0.20) returned to Ann Lee and so it is, all\nBob wagers $1.20 slowly",
            ["Bob wagers $1.20 slowly"],
        ),
        "a short line above was not broken": ("Bob: calls $0.20\nand is gone", ["and is gone"]),
    }.values(),
)
def test_an_unknown_line_is_not_swallowed(lines: str, left: list[str]) -> None:
    hand = only(HAND + lines + "\n").hand
    assert [event.text for event in hand.events if isinstance(event, Unread)][-1:] == left


# The longest line of this hand is the muck of Bobolink, and it ends with a name of a hand, that is, with any words.
PARTY = """\
***** Hand History for Game 9581478299 *****
$0.50/$1 USD 7 Card Stud Hi-Lo - Monday, August 30, 20:20:17 EEST 2010
Table Table 1 (Real Money)
Seat 1: Ann ( $20 USD )
Seat 2: Bobolink ( $0.55 USD )
Ann posts ante [$0.05 USD]
Bobolink posts ante [$0.05 USD]
** Dealing **
Dealt to Ann [ Td 5s 3c ]
Ann bring-ins [$0.25 USD]
Bobolink is all-In [$0.50 USD]
Ann calls [$0.25 USD]
** Dealing Fourth street **
** Dealing Fifth street **
** Dealing Sixth street **
** Dealing River **
Ann shows [ Td, 5s, 3c, Tc, 5d, 3d, Kh ]two pairs, Tens and Fives.
Bobolink doesn't show [ 5h, 9d, 9c, Qc, 2h, Kc, Js ]a pair of Nines.
"""


@pytest.mark.parametrize(
    "unknown", ["Pot awarded: $1.10 USD to Ann", "Unbekannte Zeile", "https://example.org/hand?id=123", "Current pot"]
)
def test_an_unknown_line_is_no_part_of_the_whole_line_above(unknown: str) -> None:
    read = only(PARTY + unknown + "\nThere was no qualifying low hand\n")
    assert not read.changes
    assert [event.text for event in read.hand.events if isinstance(event, Unread)] == [unknown]
    assert not codes(read.hand)


def test_a_joined_line_names_the_low_hand_that_the_line_alone_named() -> None:
    razz = HAND.replace("7 Card Stud", "Razz").replace("52:36 ET", "52:36")
    low = f"{razz}Bob: shows [3c 2h 8s 4d 6s 5h 7c] (Lo: 6,5,4,3,2)\n*** SUMMARY ***\n"
    seat = "Seat 2: Bob showed [3c 2h 8s 4d 6s 5h 7c] and won ($0.38) with Lo: 6,5,4,3,2"
    read = only(f"{low}{seat}\n[Observer] joe: raise him\n")
    assert [event.text for event in read.hand.events if isinstance(event, Unread)] == ["[Observer] joe: raise him"]


def test_an_unknown_line_right_below_a_joined_one_stays_with_the_hand() -> None:
    """No blank line stands between them, so it is no text below the hand."""
    whole = text_of(SUMMARY).split("\n\n")[0]
    lines = wrapped(72)(whole).splitlines()
    last = max(at for at, line in enumerate(lines) if line and not line.startswith("Seat"))
    read = only("\n".join([*lines[: last + 1], "the deck was counted"]))
    assert set(read.changes) == {PASTED}
    assert [event.text for event in read.hand.events if isinstance(event, Unread)] == ["the deck was counted"]


def test_a_name_with_an_entity_stays_as_it_was_logged_where_all_is_understood() -> None:
    whole = text_of(SUMMARY).replace("Ivy", "Tom &amp; Ann")
    names = [{seat.player for seat in hand.seats} for hand in hands_of(whole).values()]
    assert any("Tom &amp; Ann" in each for each in names)


def test_text_with_another_sign_for_and_is_no_html() -> None:
    bob = HAND.replace("Bob", "Tom &amp; Ann") + "Tom &amp; Ann: doesn&#39;t call\n"
    assert only(bob + "Tom &amp; Ann: doesn&#39;t show hand\n").hand.seats[1].player == "Tom & Ann"
    assert only(bob + "chess & go\n").hand.seats[1].player == "Tom &amp; Ann"
