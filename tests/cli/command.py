"""The `auditor` command as a person runs it: a process of its own.

Reading the program takes a process longer than what most commands do then. So nearly all commands are run by copies of
one process that has read it and done nothing else; `tests/cli/test_start.py` holds them against a start from nothing.
"""

import atexit
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec

from auditor.cli.commands import COMMANDS
from auditor.settings import Settings

TOP = Path(__file__).resolve().parents[2]
LOGS = Path("tests/cli/logs")
COMMAND = (sys.executable, "-P", "-m", "auditor")
# Every command, and what some read when they need it.
READ: Final = (
    "tests.cli.command", *[f"auditor.cli.{module}" for module, _ in COMMANDS.values()],
    "auditor.cli.check_files", "auditor.cli.check_json", "auditor.cli.check_text", "auditor.cli.rulebook",
    "auditor.cli.table_history", "auditor.jobs.supervisor", "auditor.jobs.worker", "auditor.store.postgres.migration",
    "auditor.web.factory",
)  # fmt: skip


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
    with TemporaryDirectory() as folder:
        streams = Path(folder, "out"), Path(folder, "err")
        handed_over = ([*map(str, arguments)], environment(settings), given, streams, _templates())
        process = _ready().Process(target=_run, args=handed_over)
        process.start()
        process.join()
        assert process.exitcode is not None
        out, err = [stream.read_text(encoding="utf-8") for stream in streams]
        ended = Ended(process.exitcode, out, without_risks(err))
    assert "Traceback" not in ended.out + ended.err
    return ended


@contextmanager
def going_on(*arguments: str, within: dict[str, str], patience_seconds: float) -> Iterator[Path]:
    """A command that goes on until it is told to stop, which is at the end, and the file with what it says."""
    with TemporaryDirectory() as folder:
        streams = Path(folder, "out"), Path(folder, "err")
        process = _ready().Process(target=_run, args=([*arguments], within, b"", streams, _templates()))
        process.start()
        try:
            yield streams[0]
        finally:
            process.terminate()
            process.join(patience_seconds)
            process.kill()
            process.join()
            sys.stderr.write(streams[1].read_text(encoding="utf-8"))


@contextmanager
def auditing(settings: Settings, patience_seconds: float) -> Iterator[None]:
    """A worker without a supervisor, until the end. It is a copy too: `auditor worker` starts each worker from nothing,
    which takes a second of the processor. For tests in which the worker only has to do its work.
    """
    process = _ready().Process(target=_audit, args=(settings,))
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join(patience_seconds)
        process.kill()
        process.join()


def auditor_from_nothing(*arguments: str | Path, given: bytes = b"", settings: Settings | None = None) -> Ended:
    """The same by a process that has read nothing before it starts."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=TOP,
        env=environment(settings),
        input=given,
        capture_output=True,
        check=False,
    )
    ended = Ended(done.returncode, done.stdout.decode(), without_risks(done.stderr.decode()))
    assert "Traceback" not in ended.out + ended.err
    return ended


def plain(text: str) -> str:
    """The text with its lines joined: where they are broken is a matter of width."""
    return re.sub(r"\s+", " ", text)


def without_risks(err: str) -> str:
    """What a command says besides the risks of the server for tests, which every command that works there names."""
    return "".join([line for line in err.splitlines(keepends=True) if not line.startswith("auditor: accepted risk ")])


def environment(settings: Settings | None) -> dict[str, str]:
    """The environment of this process, with the database and the data folder of these settings."""
    if settings is None:
        return dict(os.environ)
    assert settings.database_url is not None
    return {
        **os.environ,
        "DATABASE_URL": settings.database_url,
        "DATABASE_OWNER_URL": settings.database_owner_url or "",
        "AUDITOR_ALLOW_RISKS": ",".join(settings.allowed_risks),
        "AUDITOR_DATA": str(settings.data),
    }


@cache
def _ready() -> ForkServerContext:
    """Where copies come from of a process that has read the program; it ends with this one."""
    context = get_context("forkserver")
    context.set_forkserver_preload([*READ])
    return context


@cache
def _templates() -> Path:
    """Where the copies keep the templates of pages as the first of them compiled them: all take most of a second."""
    folder = TemporaryDirectory(prefix="auditor-templates-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def _run(
    arguments: list[str], environment: dict[str, str], given: bytes, streams: tuple[Path, Path], templates: Path
) -> None:
    """In the copy: takes the place that a process of its own would have been started in, and is the command."""
    from flask import Flask
    from jinja2 import FileSystemBytecodeCache

    from auditor.cli import main

    os.chdir(TOP)
    os.environ.clear()
    os.environ.update(environment)
    reading, writing = os.pipe()
    os.dup2(reading, sys.stdin.fileno())  # a copy's own is nothing at all, and not number 0
    threading.Thread(target=_write, args=(writing, given), daemon=True).start()
    for number, stream in enumerate(streams, start=1):
        os.dup2(os.open(stream, os.O_WRONLY | os.O_CREAT), number)
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache(str(templates))}
    sys.argv = ["auditor", *arguments]
    main()


def _audit(settings: Settings) -> None:
    from auditor.jobs import gc_tuning, worker
    from auditor.jobs.context import open_workplace

    os.chdir(TOP)
    place = open_workplace(settings)
    gc_tuning.collect_less_often()
    try:
        worker.run(place, (), lambda _: None)
    finally:
        place.close()


def _write(pipe: int, given: bytes) -> None:
    with open(pipe, "wb") as writing:
        writing.write(given)
