"""Text above the first hand of a file is left out, and a note names its lines, unless it may be part of a hand."""

from codecs import BOM_UTF16
from pathlib import Path

import pytest

from auditor.formats import FORMATS, Log, Outcome, Read, Rejected, open_log

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
MAIL = """From: floor@example.org
Subject: Re: the hand at table 4

Hi,

please see the hands below. Ann says: I folded in time!
- Is seat 3 right?
--
Bob
"""
# For each room, one sample whose last hand is complete.
WHOLE = {
    "absolute": "hilo-side-pot.txt",
    "acr": "hilo-side-pot.txt",
    "acr_2016": "hilo-odd-chip-low.txt",
    "bovada": "cash-2014.txt",
    "everleaf": "up-cards.txt",
    "fulltilt": "hilo-scoop.txt",
    "kingsclub": "from-2022.txt",
    "mavens": "newer-form.txt",
    "ongame": "bring-ins-and-a-site-fault.txt",
    "partypoker": "hilo-low-half.txt",
    "pokerstars": "hilo-odd-chip.txt",
    "winamax": "negative-raise.txt",
}
HARD_BLANK = "\N{NO-BREAK SPACE}"


def sample(room: str) -> str:
    data = (SAMPLES / room / WHOLE[room]).read_bytes()
    return data.decode("utf-16" if data.startswith(BOM_UTF16) else "utf-8-sig").rstrip().replace("\r", "") + "\n"


def opened(text: str) -> tuple[Log, list[Outcome]]:
    log = open_log(text.encode())
    return log, list(log)


def digests(outcomes: list[Outcome]) -> list[object]:
    return [each.hand.digest() if isinstance(each, Read) else type(each) for each in outcomes]


@pytest.mark.parametrize("room", WHOLE)
def test_a_mail_above_the_first_hand_is_left_out_with_a_note(room: str) -> None:
    text = sample(room)
    bare, alone = opened(text)
    log, found = opened(MAIL + text)
    assert digests(found) == digests(alone)
    assert log.notes == [*bare.notes, note("lines 1 to 9")]


def note(lines: str) -> str:
    return f"The text in {lines} comes before the first hand and belongs to no hand. The auditor ignored this text."


@pytest.mark.parametrize(
    "fence", [("```", "```"), ("```text", "```"), ("[code]", "[/code]"), ("<pre>", "</pre></body>"), ("Hand:", "=====")]
)
@pytest.mark.parametrize("room", ["pokerstars", "fulltilt", "winamax"])
def test_the_marks_around_a_code_block_are_left_out(room: str, fence: tuple[str, str]) -> None:
    text = sample(room)
    bare, alone = opened(text)
    log, found = opened(f"{fence[0]}\n{text}{fence[1]}\n")
    assert digests(found) == digests(alone)
    below = f"The text from line {text.count(chr(10)) + 2:,} on comes after the end of a hand"
    assert log.notes[: len(bare.notes) + 1] == [*bare.notes, note("line 1")]
    assert [each for each in log.notes if each.startswith(below)]


@pytest.mark.parametrize("room", WHOLE)
def test_a_hand_without_its_title_is_not_left_out(room: str) -> None:
    text = sample(room)
    title = next(at for at, line in enumerate(text.split("\n")) if opened_at(text, at))
    body = "\n".join(text.split("\n")[title + 1 :])
    _, found = opened(f"{body}\n{text}")
    assert isinstance(found[0], Rejected), room
    assert digests(found)[1:] == digests(opened(text)[1]) or len(found) > len(opened(text)[1])


def opened_at(text: str, at: int) -> bool:
    line = text.split("\n")[at]
    return any(each.begins(line) for each in FORMATS)


SPEAKS = [
    *("PokerStars Hnd #123456: 7 Card Stud", "Ann: bets $1", "Seat 3: Ann ($5 in chips)"),
    *("*** 4th STREET ***", "Dealt to Zed [Kc]", "*** SUMMARY ***", "Total pot $2 | Rake $0"),
]


@pytest.mark.parametrize("line", SPEAKS)
def test_a_line_that_may_belong_to_a_hand_is_rejected(line: str) -> None:
    log, [first, *rest] = opened(f"Hello,\n{line}\n\n{sample('pokerstars')}")
    assert isinstance(first, Rejected)
    assert first.line == 2
    assert digests(rest) == digests(opened(sample("pokerstars"))[1])
    assert log.notes == []


@pytest.mark.parametrize("room", WHOLE)
def test_hard_blanks_of_a_web_page_are_read_as_blanks(room: str) -> None:
    text = sample(room)
    bare, alone = opened(text)
    log, found = opened(text.replace(" ", HARD_BLANK))
    assert digests(found) == digests(alone)
    assert [each.partition(" from line ")[0] for each in log.notes[len(bare.notes) :]] == [
        "A mail program or a web page changed the room's text"
    ]


def test_a_name_keeps_its_own_hard_blank() -> None:
    log, [outcome] = opened(sample("pokerstars").replace("Ann", f"An{HARD_BLANK}n"))
    assert isinstance(outcome, Read)
    assert f"An{HARD_BLANK}n" in [seat.player for seat in outcome.hand.seats]
    assert log.notes == []


def test_a_line_of_stars_does_not_cut_a_hand() -> None:
    lines = sample("ongame").split("\n")
    at = next(at for at, line in enumerate(lines) if "bring" in line)
    _, found = opened("\n".join([*lines[:at], "***", *lines[at:]]))
    assert [type(each) for each in found] == [type(each) for each in opened(sample("ongame"))[1]]


@pytest.mark.parametrize("room", ["ongame", "partypoker"])
def test_all_hands_of_the_second_room_of_a_joined_file_are_read(room: str) -> None:
    _, first = opened(sample("pokerstars"))
    _, second = opened(sample(room))
    _, found = opened(f"{sample('pokerstars')}\n\n{sample(room)}")
    assert digests(found) == digests([*first, *second])


def test_markup_below_a_hand_is_joined_to_no_line() -> None:
    _, alone = opened(sample("mavens"))
    _, found = opened(f'[quote="Ann"]\n{sample("mavens")}[/quote]\nI disagree\n')
    assert digests(found) == digests(alone)


def test_the_first_line_of_a_saved_page_is_no_damaged_title_of_another_room() -> None:
    log, found = opened(f"Hand Histories - My Forum\nHand 1:\n{sample('pokerstars')}")
    assert digests(found) == digests(opened(sample("pokerstars"))[1])
    assert log.notes == [note("lines 1 to 2")]
