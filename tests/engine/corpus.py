"""Real hands beside the repository, audited: where they are, and how a file of them is read."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.engine.audit import GAMES, audit
from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house.registry import house_for_room, load
from auditor.formats import open_log
from auditor.formats.outcomes import Read

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
there = pytest.mark.skipif(not CORPUS.is_dir(), reason="no real hands beside the repository (../shared/corpus)")


def files(folder: str) -> list[Path]:
    """The files of a folder of the corpus, in order; none where there is no corpus."""
    return sorted(path for path in (CORPUS / folder).rglob("*") if path.is_file())


def hands(path: Path) -> Iterator[Hand]:
    """The hands of a file that can be audited."""
    for outcome in open_log(path.read_bytes()):
        if isinstance(outcome, Read) and outcome.hand.game in GAMES:
            yield outcome.hand


def report_of(hand: Hand) -> Report:
    """A room's hand under that room's house."""
    name = house_for_room(hand.room, hand.game)
    assert name is not None
    return audit(hand, load(name, hand.game, hand.structure))


def codes(report: Report) -> list[str]:
    """The codes of a report's findings, in order."""
    return [finding.code for finding in report.findings]
