"""The `auditor` command as a person runs it: a process of its own."""

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

TOP = Path(__file__).resolve().parents[2]
LOGS = Path("tests/cli/logs")
COMMAND = (sys.executable, "-P", "-m", "auditor")


class Ended(NamedTuple):
    """How it ended: the exit code and what it said where."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The JSON objects of the output, one a line."""
        return [msgspec.json.decode(line) for line in self.out.splitlines()]


def auditor(*arguments: str | Path, given: bytes = b"") -> Ended:
    """Runs the command at the top of the checkout, `given` on standard input; no traceback, however it ends."""
    done = subprocess.run([*COMMAND, *map(str, arguments)], cwd=TOP, input=given, capture_output=True, check=False)
    ended = Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ended.out + ended.err
    return ended
