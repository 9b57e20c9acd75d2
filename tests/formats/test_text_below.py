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
    said = f"What begins at line {line:,} stands below a hand that is over and is no line of it; it is left out."
    assert log.notes == [said]


def test_so_between_two_hands_and_below_both() -> None:
    text = (SAMPLES / "pokerstars" / "hilo-odd-chip.txt").read_text().rstrip() + "\n"
    log, outcomes = opened(f"{text}\nand then he did it once more:\n\n{text}\n{FOOT}")
    [first, second] = told(outcomes)
    assert first[0] == second[0]
    [note] = log.notes
    assert note.endswith("it is left out, and so is more text further down.")


STAYS = {
    "no blank line above it": "{hand}sent from my telephone\n",
    "a line of the room below it": "{hand}\nsent from my telephone\nAnn: folds\n",
}


@pytest.mark.parametrize("name", STAYS)
def test_what_cannot_be_told_from_a_line_of_the_hand_stays_one(name: str) -> None:
    text = (SAMPLES / "pokerstars" / "hilo-odd-chip.txt").read_text().rstrip() + "\n"
    log, [outcome] = opened(STAYS[name].format(hand=text))
    assert isinstance(outcome, Read)
    assert "illegible sent from my telephone" in [event.words() for event in outcome.hand.events]
    assert (outcome.below, log.notes) == (0, [])


def test_a_hand_with_a_spoilt_title_is_no_text_below_another() -> None:
    text = (SAMPLES / "pokerstars" / "hilo-odd-chip.txt").read_text().rstrip() + "\n"
    spoilt = text.split("\n", 1)[1]
    log, [outcome] = opened(f"{text}\nand then he did it once more:\n{spoilt}")
    assert isinstance(outcome, Read)
    assert "illegible and then he did it once more:" in [event.words() for event in outcome.hand.events]
    assert (outcome.below, log.notes) == (0, [])


def test_a_hand_that_is_not_over_keeps_its_illegible_lines() -> None:
    """A transcript without `end` may go on: what nobody can read in it may be a slip in the next act."""
    _, [outcome] = opened("hand 1\nstacks 5 5\n1 checks\n\n2 chekcs\n")
    assert isinstance(outcome, Read)
    assert "illegible 2 chekcs" in [event.words() for event in outcome.hand.events]


def test_a_broken_hand_is_not_cut_to_what_can_be_read_of_it() -> None:
    _, [outcome] = opened("hand 1\nstacks 5 5\n\nstakes 10/xx\n1 checks\n")
    assert isinstance(outcome, Rejected)
