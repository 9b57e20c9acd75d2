"""Options that several commands have, and the functions that read their values."""

import datetime as dt
import sys
from collections.abc import Callable
from typing import Any

import click


def house_option(meaning: str, *names: str, required: bool = False) -> Callable[[Any], Any]:
    """Returns a decorator that adds the option `--house NAME` to a command. If there are `names`, the option has these
    names instead of `--house`. `meaning` is the help text of the option. The house name is converted to lower case.
    """

    def small(_context: click.Context, _option: click.Parameter, typed: str | None) -> str:
        return (typed or "").lower()

    return click.option(*(names or ("--house",)), metavar="NAME", required=required, callback=small, help=meaning)


def encoding_option() -> Callable[[Any], Any]:
    """Returns a decorator that adds the option `--encoding NAME` to a command. The value may be any name of a supported
    encoding, such as `latin-1`. Another value raises `EncodingRefused`.
    """

    def named(_context: click.Context, _option: click.Parameter, typed: str) -> str:
        from auditor.formats.files.encodings import encoding_named

        return encoding_named(typed)

    meaning = (
        "Read the files in this encoding, such as utf-8, latin-1 or cp1251. Default: the auditor detects the encoding."
    )
    return click.option("--encoding", metavar="NAME", default="", callback=named, help=meaning)


def reading_option() -> Callable[[Any], Any]:
    """Returns a decorator that adds the option `--reading KEY=VALUE` to a command, such as `cap.scope=per_player`. With
    this option, the user chooses a reading: one way to understand a clause of a house. The option may be repeated. An
    unknown key or value raises `BadParameter`.
    """

    def parted(_context: click.Context, _option: click.Parameter, typed: tuple[str, ...]) -> list[tuple[str, str]]:
        from auditor.engine.house.parameter_types import HouseRefused
        from auditor.engine.house.parameters import parameter_of

        chosen = []
        for each in typed:
            key, equals, value = (part.strip() for part in each.partition("="))
            if not equals:
                raise click.BadParameter(
                    f'"{each}" has no "=". Write the key of a question, "=" and an answer, such as'
                    " cap.scope=per_player."
                    ' "auditor house --questions" lists all keys and answers.'
                )
            try:
                parameter_of(key).parsed(value)
            except HouseRefused as refused:
                raise click.BadParameter(f"{refused}.") from refused
            chosen.append((key, value))
        return chosen

    meaning = (
        "Choose one way to understand a clause (a reading), such as cap.scope=per_player."
        ' "auditor house NAME" lists the readings.'
    )
    return click.option("--reading", "readings", metavar="KEY=VALUE", multiple=True, callback=parted, help=meaning)


def day(_context: click.Context, _option: click.Parameter, typed: str | None) -> dt.date | None:
    """Converts the typed day of an option, such as `2026-11-21`, to a date. Raises `BadParameter` if it is not a
    day.
    """
    if typed is None:
        return None
    try:
        return dt.datetime.strptime(typed, "%Y-%m-%d").replace(tzinfo=dt.UTC).date()
    except ValueError as error:
        today = dt.datetime.now(dt.UTC).date()
        raise click.BadParameter(f'"{typed}" is not a date. Write a date like {today}.') from error


def password_option() -> Callable[[Any], Any]:
    """Returns a decorator that gives a password to a command. On a terminal, the command asks for the password twice.
    With the option `--password-stdin`, the password is the first line of standard input. The password is never an
    argument of the command, because everybody on the machine can read those arguments.
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
