"""The `auditor` command as a person runs it: a process of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from auditor.settings import Settings

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


def auditor(*arguments: str | Path, given: bytes = b"", settings: Settings | None = None) -> Ended:
    """Runs the command at the top of the checkout, `given` on standard input; no traceback, however it ends."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=TOP,
        env=environment(settings),
        input=given,
        capture_output=True,
        check=False,
    )
    ended = Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ended.out + ended.err
    return ended


def environment(settings: Settings | None) -> dict[str, str]:
    """The environment of this process, with the database and the data folder of these settings."""
    if settings is None:
        return dict(os.environ)
    assert settings.database_url is not None
    return {**os.environ, "DATABASE_URL": settings.database_url, "AUDITOR_DATA": str(settings.data)}
