"""The standard streams of a command. Every invisible character is replaced by a visible escape, so that no text from a
file or archive can control the terminal. The other modules of this package print with `say` and `write` of this module,
or with `click.echo`, which writes to the same streams. `tests/test_tidy.py` checks that they use no stream directly.
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
    r"""A text stream that writes every invisible character except the line end as an escape, such as `\x1b`. So text
    from a file cannot control the terminal.
    """

    def write(self, text: str, /) -> int:
        """Writes the text with its invisible characters escaped. Returns the length of `text`, as all text streams
        do.
        """
        super().write(text if text.isprintable() else "\n".join(map(escaped, text.split("\n"))))
        return len(text)


def guard() -> None:
    """Replaces standard output and standard error by streams that escape invisible characters. They accept any text: a
    letter that does not exist in their encoding is written as an escape too.
    """
    for name in _STREAMS:
        stream = getattr(sys, name)
        if stream is None:  # `None` if the process was started with this stream closed
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - for the whole process
        setattr(sys, name, _guarded(stream))


def say(sentence: str) -> None:
    """Prints a sentence for the user on standard error, on one line. Commands are named as the user types them."""
    from auditor.settings import with_commands

    # `escaped` has replaced every escape character by visible text. With `color`, click does not search the text for
    # escape characters to delete.
    with suppress(OSError):  # on a full disk this sentence is lost, but the exit code still reports the failure
        click.echo(f"auditor: {escaped(with_commands(sentence))}", err=True, color=True)


def write(data: bytes) -> None:
    """Writes lines to standard output. If it is a terminal, invisible characters are escaped. If it is a pipe or a
    file, the bytes are written unchanged.
    """
    if sys.stdout.isatty():
        sys.stdout.write(data.decode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    else:
        sys.stdout.buffer.write(data)


def escaped_json(line: bytes) -> bytes:
    r"""Returns the same line of JSON. Invisible characters in it are replaced by JSON escapes, such as `\u001b`."""
    text = line.decode("utf-8")
    if text.rstrip("\n").isprintable():
        return line
    return "".join([each if each.isprintable() or each == "\n" else _in_json(each) for each in text]).encode("utf-8")


def close_output() -> None:
    """Writes the buffered part of standard output and closes the stream. Raises `OSError` if the disk is full or if the
    program that reads the output has ended.
    """
    sys.stdout.close()


def discard_unwritable_output() -> None:
    """Redirects standard output and standard error to the null device if they cannot be written. Otherwise Python,
    which flushes both at its end, would fail and change the exit code.
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
    """Opens a second stream to standard error, which does not escape anything, for a progress bar. The caller must
    escape all texts that it draws.
    """
    sys.stderr.flush()
    # A copy of the file descriptor: closing the bar's stream then leaves standard error open.
    return os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding=sys.stderr.encoding, errors="backslashreplace")


def _guarded(stream: Any) -> _Guarded:
    # UTF-8 instead of ASCII: click replaces a stream in ASCII by its own stream, which does not escape anything.
    encoding = "utf-8" if stream.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968") else stream.encoding
    lines = stream.line_buffering
    stream.flush()
    return _Guarded(stream.detach(), encoding, "backslashreplace", line_buffering=lines)


def _in_json(letter: str) -> str:
    return "".join([f"\\u{unit:04x}" for unit in memoryview(letter.encode("utf-16-le")).cast("H")])
