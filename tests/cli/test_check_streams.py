"""Long inputs and impatient readers: one hand at a time, and nobody is told about a closed pipe."""

import gc
import os
import signal
import subprocess
from pathlib import Path

import pytest

from auditor.cli.check_files import Check
from auditor.cli.house_selection import OneHouse
from auditor.cli.progress import Progress
from auditor.cli.table_history import Across
from auditor.cli.tally import About, Tally
from auditor.engine.findings import Report
from auditor.engine.hand import Game, Hand
from auditor.formats import Read, Rejected
from tests.cli.command import COMMAND, LOGS, TOP

CLEAN = (TOP / LOGS / "hilo.hand").read_text(encoding="utf-8")
MANY = 300
LOOKS_EVERY = 30


def many_hands(folder: Path) -> Path:
    path = folder / "many.hand"
    path.write_text("".join([f"hand {number}\n{CLEAN}" for number in range(MANY)]), encoding="utf-8")
    return path


class Watch:
    """A printer that looks how many hands are in memory."""

    def __init__(self) -> None:
        self.before = self._hands()
        self.most = 0
        self.told = 0

    def audited(self, _file: str, _read: Read, _report: Report) -> None:
        self.told += 1
        if self.told % LOOKS_EVERY == 0:  # a look goes through all that is in memory, which other tests have filled
            self.most = max(self.most, self._hands() - self.before)

    def rejected(self, _file: str, rejected: Rejected) -> None:
        raise AssertionError(rejected.reason)

    def not_judged(self, _file: str, rejected: Rejected, _game: Game | None) -> None:
        raise AssertionError(rejected.reason)

    def unreadable(self, _file: str, reason: str) -> None:
        raise AssertionError(reason)

    def skipped(self, _file: str, game: str) -> None:
        raise AssertionError(game)

    def file_done(self, _file: str, about: About, tally: Tally) -> None:
        assert about.format == "transcript"
        assert tally.audited == self.told

    def all_of(self, name: str, _files: int, _tally: Tally) -> None:
        raise AssertionError(name)

    def across(self, found: Across) -> None:
        raise AssertionError(found.finding.code)

    def all_done(self, _files: int, _unopened: int, total: Tally) -> None:
        assert total.audited == self.told

    @staticmethod
    def _hands() -> int:
        return sum(type(each) is Hand for each in gc.get_objects())


def test_never_more_than_a_hand_or_two_are_in_memory(tmp_path: Path) -> None:
    watch = Watch()
    assert Check(watch, Progress(), OneHouse(), 10**9).run([str(many_hands(tmp_path))]) == 0
    assert watch.told == MANY
    assert 1 <= watch.most <= 2


def test_a_reader_that_has_seen_enough_is_left_in_peace(tmp_path: Path) -> None:
    """As in `auditor check FILE --json | head -1`."""
    with subprocess.Popen(
        [*COMMAND, "check", "--json", many_hands(tmp_path)], cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b'{"kind":"hand"')
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 141


def test_an_interrupt_ends_it_with_a_word(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(
        [*COMMAND, "check", pipe], cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        with pipe.open("wb"):  # opens only once the command reads it
            running.send_signal(signal.SIGINT)
            out, err = running.communicate()
        assert (running.returncode, out, err) == (130, b"", b"auditor: Stopped.\n")


# As users have it: Python buffers what goes to a file.
BUFFERED = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@pytest.mark.parametrize("arguments", [("check", "tests/cli/logs/hilo.hand"), ("--version",), ("check", "--help")])
def test_a_full_disk_is_a_sentence(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [*COMMAND, *arguments], cwd=TOP, env=BUFFERED, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (
        74,
        b"auditor: No space left on device. The command stopped here.\n",
    )


@pytest.mark.parametrize(("arguments", "code"), [(("check", "tests/cli/logs/none.hand"), 2), (("check", "--none"), 2)])
def test_a_full_disk_below_standard_error_changes_no_exit_code(arguments: tuple[str, ...], code: int) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [*COMMAND, *arguments], cwd=TOP, env=BUFFERED, stdout=subprocess.PIPE, stderr=full, check=False
        )
    assert done.returncode == code
