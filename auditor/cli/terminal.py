"""The standard streams of a command. All that it prints goes through here, so that nothing that came out of a file, an
archive, a name or an error can steer the terminal: whatever is not seen is written as an escape.

Nobody else in this package writes to a stream, and `tests/test_tidy.py` holds that.
"""

import io
import os
import sys
from contextlib import suppress
from typing import Any, Final, TextIO

import click

from auditor.cli.terminal_text import shown

_STREAMS: Final = ("stdout", "stderr")


class _Guarded(io.TextIOWrapper):
    """A stream that takes lines of text, and shows all other controls."""

    def write(self, text: str, /) -> int:
        """Writes the text; says how much of it there was."""
        super().write(text if text.isprintable() else "\n".join(map(shown, text.split("\n"))))
        return len(text)


def guard() -> None:
    """Guards the standard streams, and makes them take any text: a name that the terminal's encoding lacks is no reason
    to stop.
    """
    for name in _STREAMS:
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - for the whole process
        setattr(sys, name, _guarded(stream))


def say(sentence: str) -> None:
    """A sentence for the person, on standard error, in one line."""
    # Without `color=True`, click would drop escapes silently. The guarded stream makes them visible.
    with suppress(OSError):  # a full disk below standard error: the exit code still reports the failure
        click.echo(f"auditor: {shown(sentence)}", err=True, color=True)


def write(data: bytes) -> None:
    """Lines to standard output: as they are where a program reads them, and shown where a terminal does."""
    if sys.stdout.isatty():
        sys.stdout.write(data.decode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    else:
        sys.stdout.buffer.write(data)


def escaped_json(line: bytes) -> bytes:
    """The same JSON, with everything in it that is not seen written as JSON escapes it."""
    text = line.decode("utf-8")
    if text.rstrip("\n").isprintable():
        return line
    return "".join([each if each.isprintable() or each == "\n" else _in_json(each) for each in text]).encode("utf-8")


def close_output() -> None:
    """Writes the rest of standard output and closes it. Raises `OSError` where the disk is full or nobody reads."""
    sys.stdout.close()


def discard_unwritable_output() -> None:
    """Python flushes both streams when it ends. A stream that cannot be written would then change the exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_watched() -> tuple[bool, bool]:
    """Whether a terminal shows standard output, and whether one shows standard error."""
    return sys.stdout.isatty(), sys.stderr.isatty()


def drawing() -> TextIO:
    """Standard error without its guard, for a bar that draws over itself. Whoever draws shows texts by `shown`."""
    sys.stderr.flush()
    # By a number of its own: it is closed with what is drawn, and standard error is not.
    return os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding=sys.stderr.encoding, errors="backslashreplace")


def _guarded(stream: Any) -> _Guarded:
    # Click would write past a stream that says it takes ASCII alone.
    encoding = "utf-8" if stream.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968") else stream.encoding
    lines = stream.line_buffering
    stream.flush()
    return _Guarded(stream.detach(), encoding, "backslashreplace", line_buffering=lines)


def _in_json(letter: str) -> str:
    return "".join([f"\\u{unit:04x}" for unit in memoryview(letter.encode("utf-16-le")).cast("H")])
