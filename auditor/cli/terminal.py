"""The standard streams of a command. They write every invisible character as an escape: no file, archive, name or error
can control the terminal.

No other module of this package writes to a stream; `tests/test_tidy.py` checks this.
"""

import io
import os
import sys
from contextlib import suppress
from typing import Any, Final, TextIO

import click

from auditor.cli.terminal_text import escaped

_STREAMS: Final = ("stdout", "stderr")


class _Guarded(io.TextIOWrapper):
    """A stream for lines of text. It escapes all control characters except line ends."""

    def write(self, text: str, /) -> int:
        """Writes the text and returns its length."""
        super().write(text if text.isprintable() else "\n".join(map(escaped, text.split("\n"))))
        return len(text)


def guard() -> None:
    """Guards the standard streams. They accept any text: a letter that their encoding lacks becomes an escape."""
    for name in _STREAMS:
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - for the whole process
        setattr(sys, name, _guarded(stream))


def say(sentence: str) -> None:
    """Prints a sentence for the user on standard error, in one line."""
    # Without `color=True`, click would drop escapes silently. The guarded stream makes them visible.
    with suppress(OSError):  # a full disk below standard error: the exit code still reports the failure
        click.echo(f"auditor: {escaped(sentence)}", err=True, color=True)


def write(data: bytes) -> None:
    """Writes lines to standard output: unchanged for a program, escaped for a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(data.decode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    else:
        sys.stdout.buffer.write(data)


def escaped_json(line: bytes) -> bytes:
    """The same JSON, with JSON escapes for invisible characters."""
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
    """Whether standard output is a terminal, and whether standard error is one."""
    return sys.stdout.isatty(), sys.stderr.isatty()


def drawing() -> TextIO:
    """Standard error without its guard, for a progress bar. The caller must escape all texts in it."""
    sys.stderr.flush()
    # A descriptor of its own: it is closed with the bar, and standard error stays open.
    return os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding=sys.stderr.encoding, errors="backslashreplace")


def _guarded(stream: Any) -> _Guarded:
    # Click would replace a stream whose encoding is ASCII.
    encoding = "utf-8" if stream.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968") else stream.encoding
    lines = stream.line_buffering
    stream.flush()
    return _Guarded(stream.detach(), encoding, "backslashreplace", line_buffering=lines)


def _in_json(letter: str) -> str:
    return "".join([f"\\u{unit:04x}" for unit in memoryview(letter.encode("utf-16-le")).cast("H")])
