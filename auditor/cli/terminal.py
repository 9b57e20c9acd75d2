"""The standard streams of a command. Every invisible character is written as an escape, so that no file, archive, name
or error can control the terminal.

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
    """A stream for lines of text. All control characters except line ends are written as escapes."""

    def write(self, text: str, /) -> int:
        """Writes the text and returns its length."""
        super().write(text if text.isprintable() else "\n".join(map(escaped, text.split("\n"))))
        return len(text)


def guard() -> None:
    """Replaces the standard streams by guarded ones. They accept any text: a letter that is missing in their encoding
    is written as an escape.
    """
    for name in _STREAMS:
        stream = getattr(sys, name)
        if stream is None:  # the caller closed this stream
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - for the whole process
        setattr(sys, name, _guarded(stream))


def say(sentence: str) -> None:
    """Prints a sentence for the user on standard error, on one line."""
    # Without `color=True`, click would silently drop escapes. The guarded stream makes them visible.
    with suppress(OSError):  # if the disk of standard error is full, the exit code still reports the failure
        click.echo(f"auditor: {escaped(sentence)}", err=True, color=True)


def write(data: bytes) -> None:
    """Writes lines to standard output. They are unchanged for a program and escaped for a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(data.decode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    else:
        sys.stdout.buffer.write(data)


def escaped_json(line: bytes) -> bytes:
    """Returns the same JSON, with JSON escapes for invisible characters."""
    text = line.decode("utf-8")
    if text.rstrip("\n").isprintable():
        return line
    return "".join([each if each.isprintable() or each == "\n" else _in_json(each) for each in text]).encode("utf-8")


def close_output() -> None:
    """Writes the rest of standard output and closes the stream. Raises `OSError` if the disk is full or if the reader
    of the output has ended.
    """
    sys.stdout.close()


def discard_unwritable_output() -> None:
    """Redirects a standard stream to the null device if the stream cannot be written. Python flushes both streams when
    it ends, and a failure there would change the exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_watched() -> tuple[bool, bool]:
    """Returns whether standard output is a terminal, and whether standard error is a terminal."""
    return sys.stdout.isatty(), sys.stderr.isatty()


def drawing() -> TextIO:
    """Opens standard error without its guard, for a progress bar. The caller must escape all texts that it draws."""
    sys.stderr.flush()
    # The bar has a descriptor of its own, so that standard error stays open when the bar is closed.
    return os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding=sys.stderr.encoding, errors="backslashreplace")


def _guarded(stream: Any) -> _Guarded:
    # The encoding is changed here because click would replace a stream whose encoding is ASCII.
    encoding = "utf-8" if stream.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968") else stream.encoding
    lines = stream.line_buffering
    stream.flush()
    return _Guarded(stream.detach(), encoding, "backslashreplace", line_buffering=lines)


def _in_json(letter: str) -> str:
    return "".join([f"\\u{unit:04x}" for unit in memoryview(letter.encode("utf-16-le")).cast("H")])
