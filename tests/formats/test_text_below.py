"""Text below a hand that is over is no line of it: nothing is held against the hand, and none is lost for it."""

from pathlib import Path

import pytest

from auditor.formats import Log, Outcome, Read, Rejected, open_log

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
FOOT = "-- \nAnn Example\n\nsent from my telephone\n"

# Samples whose last hand is told to its end, one of every format that goes on line by line, and both of JSON and TOML.
WHOLE = [
    "acr/hilo-side-pot.txt",
    "acr_2016/hilo-odd-chip-low.txt",
    "bovada/cash-2014.txt",
    "everleaf/up-cards.txt",
    "fulltilt/hilo-scoop.txt",
    "kingsclub/from-2022.txt",
    "ohh/stud-extension.ohh",
    "ongame/bring-ins-and-a-site-fault.txt",
    "partypoker/hilo-low-half.txt",
    "phh/completed.phh",
    "phh/unlawful.phhs",
    "pokerstars/hilo-odd-chip.txt",
    "transcript/everything.txt",
    "winamax/negative-raise.txt",
]


def told(outcomes: list[Outcome]) -> list[tuple[str, int, int]]:
    assert not any(isinstance(outcome, Rejected) for outcome in outcomes)
    return [
        (outcome.hand.digest(), outcome.first_line, outcome.last_line)
        for outcome in outcomes
        if isinstance(outcome, Read)
    ]


def opened(text: str) -> tuple[Log, list[Outcome]]:
    log = open_log(text.encode())
    return log, list(log)


@pytest.mark.parametrize("sample", WHOLE)
def test_a_foot_below_a_blank_line_is_no_line_of_the_hand(sample: str) -> None:
    text = (SAMPLES / sample).read_text("utf-8-sig").rstrip() + "\n"
    _, alone = opened(text)
    log, footed = opened(f"{text}\n{FOOT}")
    assert told(footed) == told(alone)
    line = text.count("\n") + 2
    text_below = "comes after the end of a hand and does not belong to that hand. The auditor ignored this text."
    said = f"The text from line {line:,} on {text_below}"
    assert log.notes == [said]


def test_so_between_two_hands_and_below_both() -> None:
    text = (SAMPLES / "pokerstars" / "hilo-odd-chip.txt").read_text().rstrip() + "\n"
    log, outcomes = opened(f"{text}\nand then he did it once more:\n\n{text}\n{FOOT}")
    [first, second] = told(outcomes)
    assert first[0] == second[0]
    [note] = log.notes
    assert note.endswith("The auditor ignored this text and the text below 1 more hand.")


STAYS = {
    "no blank line above it": "{hand}sent from my telephone\n",
    "a line of the room below it": "{hand}\nsent from my telephone\nAnn: folds\n",
}


@pytest.mark.parametrize("name", STAYS)
def test_what_cannot_be_told_from_a_line_of_the_hand_stays_one(name: str) -> None:
    text = (SAMPLES / "pokerstars" / "hilo-odd-chip.txt").read_text().rstrip() + "\n"
    log, [outcome] = opened(STAYS[name].format(hand=text))
    assert isinstance(outcome, Read)
    assert "unread sent from my telephone" in [event.words() for event in outcome.hand.events]
    assert (outcome.changes, log.notes) == ({}, [])


def read_of(sample: str) -> list[str]:
    """The lines of the last hand of a sample that is read, its title first."""
    text = (SAMPLES / sample).read_text("utf-8-sig")
    *_, last = [outcome for outcome in opened(text)[1] if isinstance(outcome, Read)]
    return text.split("\n")[last.first_line - 1 : last.last_line]


# In a transcript, the header lines of such a hand hold for the next hand: see `test_transcript_shared_header.py`.
TITLED = [sample for sample in WHOLE if Path(sample).suffix == ".txt" and not sample.startswith("transcript/")]


@pytest.mark.parametrize("sample", TITLED)
def test_a_hand_with_a_spoilt_title_is_no_text_below_another(sample: str) -> None:
    lines = read_of(sample)
    log, [outcome] = opened("\n".join([*lines, "", "and then he did it once more:", *lines[1:]]))
    assert isinstance(outcome, Read)
    assert (outcome.last_line, outcome.changes, log.notes) == (2 * len(lines) + 1, {}, [])


def test_nor_is_one_of_another_game() -> None:
    text = (SAMPLES / "ongame" / "bring-ins-and-a-site-fault.txt").read_text()
    log, outcomes = opened(text.replace("***** History for hand R5-70011223-42 *****", ""))
    assert "it is left out" not in "".join(log.notes)
    assert not any(isinstance(outcome, Read) and outcome.changes for outcome in outcomes)


@pytest.mark.parametrize("sample", ["ohh/stud-extension.ohh", "phh/completed.phh", "phh/unlawful.phhs"])
@pytest.mark.parametrize("lost", [1, 2, 3])
def test_nor_is_one_that_its_format_reads_as_a_whole_or_not_at_all(sample: str, lost: int) -> None:
    lines = read_of(sample)
    _, [outcome] = opened("\n".join([*lines, "", *lines[lost:]]))
    assert isinstance(outcome, Rejected)


def test_two_hands_of_phh_in_one_table_are_refused() -> None:
    text = (SAMPLES / "phh" / "completed.phh").read_text()
    log, [outcome] = opened(f"{text}\n{text}")
    assert isinstance(outcome, Rejected)
    assert (outcome.line, outcome.reason) == (52, '"variant" is given twice, first on line 2; keep one.')
    assert log.notes == []


OWN = {
    "winnings = [0, 206, 0": 'The bracket that opens on this line is never closed. Add the missing "]".',
    "winnings [0, 206, 0]": 'After "winnings", the sign "=" is missing.',
    "winnings = [0, 206, 0]]": '"]" closes no open bracket.',
    "year = ": '"year" has no value.',
    "year = 'one": '"\'one" cannot be read as TOML. A bracket, quote or letter is wrong.',
}


@pytest.mark.parametrize("line", OWN)
def test_a_field_of_the_hand_with_a_slip_in_it_is_no_text_below(line: str) -> None:
    kept = [each for each in read_of("phh/completed.phh") if not each.startswith(("winnings", "year"))]
    _, [outcome] = opened("\n".join([*kept, "", line, *FOOT.splitlines()]))
    assert isinstance(outcome, Rejected)
    assert (outcome.line, outcome.reason) == (len(kept) + 2, OWN[line])


@pytest.mark.parametrize("line", ['  "pots": []', "}", "  pots: ["])
def test_nor_is_one_below_an_object_that_was_closed_too_early(line: str) -> None:
    _, [outcome] = opened("\n".join([*read_of("ohh/stud-extension.ohh"), "", line, *FOOT.splitlines()]))
    assert isinstance(outcome, Rejected)


def test_fields_below_a_blank_line_stay_with_a_hand_that_has_an_unread_act() -> None:
    lines = [each for each in read_of("phh/completed.phh") if not each.startswith("year")]
    lines[lines.index('  "p1 pb",')] = '  "p1 stands up",'
    log, [outcome] = opened("\n".join([*lines, "", "year = 2024", ""]))
    assert isinstance(outcome, Read)
    assert (outcome.hand.local, outcome.changes, log.notes) == ("2024-05-17", {}, [])


def test_a_hand_that_is_not_over_keeps_its_illegible_lines() -> None:
    """A transcript without `end` may go on: what nobody can read in it may be a slip in the next act."""
    _, [outcome] = opened("hand 1\nstacks 5 5\n1 checks\n\n2 chekcs\n")
    assert isinstance(outcome, Read)
    assert "illegible 2 chekcs" in [event.words() for event in outcome.hand.events]


def test_a_broken_hand_is_not_cut_to_what_can_be_read_of_it() -> None:
    _, [outcome] = opened("hand 1\nstacks 5 5\n\nstakes 10/xx\n1 checks\n")
    assert isinstance(outcome, Rejected)
