"""Options that several commands have, and the functions that read their values."""

import datetime as dt
import sys
from collections.abc import Callable
from typing import Any

import click


def house_option(meaning: str, *names: str, required: bool = False) -> Callable[[Any], Any]:
    """Returns the option `--house NAME`, or one of another name. The value is changed to small letters."""

    def small(_context: click.Context, _option: click.Parameter, typed: str | None) -> str:
        return (typed or "").lower()

    return click.option(*(names or ("--house",)), metavar="NAME", required=required, callback=small, help=meaning)


def encoding_option() -> Callable[[Any], Any]:
    """Returns the option `--encoding NAME`, which accepts any name of a supported encoding. Its value raises
    `EncodingRefused` if no such encoding is supported.
    """

    def named(_context: click.Context, _option: click.Parameter, typed: str) -> str:
        from auditor.formats.files.encodings import encoding_named

        return encoding_named(typed)

    meaning = "Read the files in this encoding, such as utf-8, latin-1 or cp1251. Default: detect it."
    return click.option("--encoding", metavar="NAME", default="", callback=named, help=meaning)


def reading_option() -> Callable[[Any], Any]:
    """Returns the option `--reading KEY=VALUE`, which chooses a reading of a clause and may be repeated. Its value
    raises `HouseRefused` if it is not a reading.
    """

    def parted(_context: click.Context, _option: click.Parameter, typed: tuple[str, ...]) -> list[tuple[str, str]]:
        from auditor.engine.house.parameter_types import HouseRefused
        from auditor.engine.house.parameters import parameter_of

        chosen = []
        for each in typed:
            key, equals, value = (part.strip() for part in each.partition("="))
            if not equals:
                raise click.BadParameter(f'"{each}" is no reading. Write it like cap.scope=per_player.')
            try:
                parameter_of(key).parsed(value)
            except HouseRefused as refused:
                raise click.BadParameter(f"{refused}.") from refused
            chosen.append((key, value))
        return chosen

    meaning = 'Choose the reading of a clause, such as cap.scope=per_player ("auditor house NAME" lists them).'
    return click.option("--reading", "readings", metavar="KEY=VALUE", multiple=True, callback=parted, help=meaning)


def day(_context: click.Context, _option: click.Parameter, typed: str | None) -> dt.date | None:
    """Reads a day such as 2026-11-21. Raises `BadParameter`."""
    if typed is None:
        return None
    try:
        return dt.datetime.strptime(typed, "%Y-%m-%d").replace(tzinfo=dt.UTC).date()
    except ValueError as error:
        today = dt.datetime.now(dt.UTC).date()
        raise click.BadParameter(f'"{typed}" is no day. Write it like {today}.') from error


def password_option() -> Callable[[Any], Any]:
    """Returns the option for a password. The password is typed twice on the terminal, or is the first line of standard
    input. It is never an argument of the command, because everybody on the machine can read those arguments.
    """

    def read_password(_context: click.Context, _option: click.Parameter, piped: bool) -> str:
        if piped:
            return sys.stdin.readline().rstrip("\r\n")
        if not sys.stdin.isatty():
            raise click.UsageError("There is no terminal to type the password on. Pipe it in with --password-stdin.")
        typed: str = click.prompt("Password", hide_input=True, confirmation_prompt="Once more")
        return typed

    meaning = "Read the password from the first line of standard input."
    return click.option("--password-stdin", "password", is_flag=True, callback=read_password, help=meaning)
