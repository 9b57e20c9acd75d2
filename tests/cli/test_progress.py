"""The bar: on a terminal only, and never in what is printed."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from tests.cli.command import LOGS, TOP

GOLDEN = (Path(__file__).parent / "golden" / "two_files.txt").read_text(encoding="utf-8")
# A bar for everything, however soon it is done.
IMPATIENT = """
import sys
from auditor.cli import main, progress
progress.PATIENCE = progress.PAUSE = 0.0
sys.argv = ["auditor", "check", *sys.argv[1:]]
main()
"""
COMMAND = [sys.executable, "-P", "-c", IMPATIENT, str(LOGS / "evening.hand"), str(LOGS / "hilo.hand")]
# Colours, and the ways in which a bar is drawn over itself.
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def seen_on_a_terminal(*, output_too: bool) -> tuple[str, str]:
    """What a terminal on standard error shows, and what comes out of standard output where that is not it as well."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(COMMAND, cwd=TOP, stdout=theirs if output_too else subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        out = b"" if running.stdout is None else running.stdout.read()
        shown = b""
        while data := _read(ours):
            shown += data
    os.close(ours)
    return shown.decode().replace("\r\n", "\n"), out.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux says that nobody writes to it any more
        return b""


def test_the_bar_is_not_in_the_output() -> None:
    shown, out = seen_on_a_terminal(output_too=False)
    assert out == GOLDEN
    assert "6 hands" in CONTROLS.sub("", shown)


def test_on_one_terminal_the_findings_stand_whole() -> None:
    shown, _ = seen_on_a_terminal(output_too=True)
    lines = [CONTROLS.sub("", part) for part in re.split(r"[\r\n]", shown)]
    wanted = [line for line in GOLDEN.splitlines() if line]
    assert [line for line in lines if line in wanted] == wanted
    assert any("6 hands" in line and line not in wanted for line in lines)


def test_without_a_terminal_there_is_none() -> None:
    done = subprocess.run(COMMAND, cwd=TOP, capture_output=True, check=False)
    assert (done.stdout.decode(), done.stderr) == (GOLDEN, b"")
