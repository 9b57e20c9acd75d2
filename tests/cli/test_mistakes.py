"""Mistakes of our own: a sentence, a file with what happened, exit code 70, and the other hands are audited."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import LOGS, TOP

# The audit of the second hand fails as if it had a mistake.
BROKEN = """
import sys
from auditor.cli import house_selection, main
audit, audited = house_selection.audit_with_readings, []
def fails(hand, house):
    audited.append(hand)
    if len(audited) == 2:
        raise KeyError("a mistake")
    return audit(hand, house)
house_selection.audit_with_readings = fails
sys.argv = ["auditor", "check", "--json", sys.argv[1], sys.argv[2]]
main()
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def done(data: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-c", BROKEN, LOGS / "hilo.hand", LOGS / "evening.hand"],
        cwd=TOP,
        env={"AUDITOR_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_said_in_a_sentence(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 70
    assert "Traceback" not in done.stderr
    assert "a mistake of the program, not yours (KeyError)" in done.stderr


def test_what_happened_is_in_a_file_for_us_alone(done: subprocess.CompletedProcess[str], data: Path) -> None:
    (story,) = (data / "mistakes").iterdir()
    assert str(story) in done.stderr
    told = story.read_text(encoding="utf-8")
    assert "KeyError: 'a mistake'" in told
    assert "on the hand at line 1 of tests/cli/logs/evening.hand, under roberts" in told
    assert story.stat().st_mode & 0o077 == 0


def test_the_other_hands_are_audited(done: subprocess.CompletedProcess[str]) -> None:
    lines = done.stdout.splitlines()
    assert sum('"kind":"hand"' in line for line in lines) == 4
    assert sum("The auditor failed on this hand (KeyError)" in line for line in lines) == 1
    assert '"hands":7,"audited":4,"rejected":3,"skipped":0' in lines[-1]
