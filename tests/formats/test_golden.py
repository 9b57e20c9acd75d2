"""Samples of every format, made by the project, each beside the transcripts that it must become.

`UPDATE_GOLDEN=1` writes them anew; then read the difference before you commit it.
"""

import os
from pathlib import Path

import pytest

from auditor.formats import Outcome, Read, Rejected, open_log
from auditor.formats.transcript.printing import transcript_of

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
SAMPLES = sorted(path for path in FOLDER.glob("*/*") if path.suffix != ".transcript")


def told(outcome: Outcome) -> str:
    match outcome:
        case Read():
            return transcript_of(outcome.hand)
        case Rejected():
            return f"# rejected at line {outcome.line}: {outcome.reason}\n"
        case _:
            return f"# skipped at line {outcome.line}: {outcome.game}\n"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_sample_becomes_its_transcript(sample: Path) -> None:
    found = "\n".join([told(outcome) for outcome in open_log(sample.read_bytes())])
    expected = sample.with_suffix(".transcript")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(found, encoding="utf-8")
    assert expected.read_text(encoding="utf-8") == found


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_its_transcripts_read_as_the_same_hands(sample: Path) -> None:
    hands = [outcome.hand for outcome in open_log(sample.read_bytes()) if isinstance(outcome, Read)]
    again = [o.hand for o in open_log(sample.with_suffix(".transcript").read_bytes()) if isinstance(o, Read)]
    assert [hand.digest() for hand in hands] == [hand.digest() for hand in again]
