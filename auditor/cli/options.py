"""Options that several commands take, and how what was typed is understood."""

import datetime as dt
import sys
from collections.abc import Callable
from typing import Any

import click


def house_option(meaning: str, *names: str, required: bool = False) -> Callable[[Any], Any]:
    """`--house NAME`, or another name: the names of houses are small letters, however they are typed."""

    def small(_context: click.Context, _option: click.Parameter, typed: str | None) -> str:
        return (typed or "").lower()

    return click.option(*(names or ("--house",)), metavar="NAME", required=required, callback=small, help=meaning)


def encoding_option() -> Callable[[Any], Any]:
    """`--encoding NAME`: any name of an encoding that is read here. Raises `EncodingRefused`."""

    def named(_context: click.Context, _option: click.Parameter, typed: str) -> str:
        from auditor.formats.files.encodings import encoding_named

        return encoding_named(typed)

    meaning = "Read the files in this encoding, such as utf-8, latin-1 or cp1251; else it is found by the bytes."
    return click.option("--encoding", metavar="NAME", default="", callback=named, help=meaning)


def reading_option() -> Callable[[Any], Any]:
    """`--reading KEY=VALUE`, several times: which way clauses are read. Raises `HouseRefused`."""

    def parted(_context: click.Context, _option: click.Parameter, typed: tuple[str, ...]) -> list[tuple[str, str]]:
        from auditor.engine.house.parameter_types import HouseRefused
        from auditor.engine.house.parameters import parameter_of

        chosen = []
        for each in typed:
            key, equals, value = (part.strip() for part in each.partition("="))
            if not equals:
                raise click.BadParameter(f'"{each}" is no reading; write it as cap.scope=per_player.')
            try:
                parameter_of(key).parsed(value)
            except HouseRefused as refused:
                raise click.BadParameter(f"{refused}.") from refused
            chosen.append((key, value))
        return chosen

    meaning = 'Read one clause of the house this way, such as cap.scope=per_player ("auditor house NAME" has them).'
    return click.option("--reading", "readings", metavar="KEY=VALUE", multiple=True, callback=parted, help=meaning)


def day(_context: click.Context, _option: click.Parameter, typed: str | None) -> dt.date | None:
    """A day as in 2026-11-21; raises `BadParameter` where it is none."""
    if typed is None:
        return None
    try:
        return dt.datetime.strptime(typed, "%Y-%m-%d").replace(tzinfo=dt.UTC).date()
    except ValueError as error:
        today = dt.datetime.now(dt.UTC).date()
        raise click.BadParameter(f'"{typed}" is no day; write it as {today}.') from error


def password_option() -> Callable[[Any], Any]:
    """The password: asked for twice on the terminal without showing it, or the first line of standard input. Never a
    word of the command, which everybody on the machine can read.
    """

    def given(_context: click.Context, _option: click.Parameter, piped: bool) -> str:
        if piped:
            return sys.stdin.readline().rstrip("\r\n")
        if not sys.stdin.isatty():
            raise click.UsageError("there is no terminal to ask for the password on; pipe it in with --password-stdin.")
        typed: str = click.prompt("Password", hide_input=True, confirmation_prompt="Once more")
        return typed

    meaning = "Read the password from the first line of standard input."
    return click.option("--password-stdin", "password", is_flag=True, callback=given, help=meaning)
