"""The project's PokerStars samples under the room's house: clean in every form, each fault by its code."""

from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read

FOLDER = Path(__file__).resolve().parents[2] / "fixtures/formats/pokerstars"

# By sample and hand: the codes, with the lines they stand at.
FAULTS = {
    "defects": {
        # Behind the line 34, which nobody knows, a stranger and a card that was never dealt are not verifiable.
        "91000000006": [("D210", 16), ("D212", 30)],
        "91000000007": [("B406", 55), ("L105", 55)],
    },
    # A card that is none, a winner who shows three, a total that counts what came back uncalled.
    "site-faults": {
        "91800000001": [("D212", 29)],
        "91800000002": [("S508", 72)],
        "91800000003": [("L107", 105)],
    },
}


def found(sample: Path) -> dict[str, list[tuple[str, int]]]:
    """The findings of the hands that have some, each with its line."""
    reports = {}
    for outcome in open_log(sample.read_bytes()):
        assert isinstance(outcome, Read), outcome
        report = audit(outcome.hand, house_for(outcome.hand))
        assert report.house_name == "pokerstars"
        reports[outcome.hand.number or ""] = [(finding.code, finding.line) for finding in report.findings]
    return {number: findings for number, findings in reports.items() if findings}


@pytest.mark.parametrize("sample", sorted(FOLDER.glob("*.txt")), ids=lambda sample: sample.stem)
def test_a_sample_has_the_findings_it_was_made_with_and_no_others(sample: Path) -> None:
    assert found(sample) == FAULTS.get(sample.stem, {})


def test_a_log_without_its_summary_is_cut_short_and_no_more(tmp_path: Path) -> None:
    first = (FOLDER / "razz-showdowns.txt").read_text("utf-8").partition("*** SUMMARY ***")[0]
    (tmp_path / "cut.txt").write_text(first, "utf-8")
    assert found(tmp_path / "cut.txt") == {"240000000020": [("L105", 49)]}


def test_a_hand_that_was_called_off_has_no_finding(tmp_path: Path) -> None:
    dealt = (FOLDER / "razz-showdowns.txt").read_text("utf-8").partition("*** 4th STREET ***")[0]
    ended = f"{dealt}Hand cancelled\n*** SUMMARY ***\nHand cancelled\nTotal pot 0 | Rake 0 \n"
    (tmp_path / "off.txt").write_text(ended, "utf-8")
    assert found(tmp_path / "off.txt") == {}


def test_a_total_that_was_also_paid_out_is_told_by_the_total_and_by_the_chips_from_nowhere(tmp_path: Path) -> None:
    text = (FOLDER / "site-faults.txt").read_text("utf-8").replace("collected 1160", "collected 1560")
    doctored = tmp_path / "doctored.txt"
    doctored.write_text(text.replace("collected (1160)", "collected (1560)"), "utf-8")
    assert found(doctored)["91800000003"] == [("L107", 105), ("L106", 108)]
