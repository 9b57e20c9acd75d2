"""Options that several commands take, and how what was typed is understood."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import click


def house_option(meaning: str) -> Callable[[Any], Any]:
    """`--house NAME`: the names of houses are small letters, however they are typed."""
    return click.option("--house", metavar="NAME", default="", callback=lambda *asked: asked[-1].lower(), help=meaning)


def encoding_option() -> Callable[[Any], Any]:
    """`--encoding NAME`: any name of an encoding that is read here. Raises `EncodingRefused`."""

    def named(_context: click.Context, _option: click.Parameter, typed: str) -> str:
        from auditor.formats.files.encodings import encoding_named

        return encoding_named(typed)

    meaning = "Read the files in this encoding, such as utf-8, latin-1 or cp1251; else it is found by the bytes."
    return click.option("--encoding", metavar="NAME", default="", callback=named, help=meaning)


def day(_context: click.Context, _option: click.Parameter, typed: str | None) -> dt.date | None:
    """A day as in 2026-11-21; raises `BadParameter` where it is none."""
    if typed is None:
        return None
    try:
        return dt.datetime.strptime(typed, "%Y-%m-%d").replace(tzinfo=dt.UTC).date()
    except ValueError as error:
        today = dt.datetime.now(dt.UTC).date()
        raise click.BadParameter(f'"{typed}" is no day; write it as {today}.') from error
