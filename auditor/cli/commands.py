"""The commands by name, and the list that `auditor --help` prints.

The module of a command is imported when a person runs that command, so `auditor --help` loads neither the engine nor a
database.
"""

from importlib import import_module
from typing import Final

import click

from auditor.settings import with_commands

# Without `color`, click deletes escape characters from the text that it prints. We keep them, because
# `auditor.cli.terminal` replaces them by visible text, such as `\x1b`.
SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "color": True}

# For each command: the module that contains it, and its first sentence in `auditor --help`. tests/cli/test_start.py
# checks that both are the same as in the modules.
COMMANDS: Final = {
    "case": ("case", "Open, list and show cases, rule on them, and record payments."),
    "check": ("check", "Audit the hands of files and print the findings."),
    "convert": ("convert", "Write the hands of a file in another format."),
    "db": ("database", "Upgrade, check and stop the database."),
    "demo": ("demo", "Audit the sample hands, print the findings and serve the pages."),
    "house": ("house", "List the houses, print one house, or compare two houses."),
    "ingest": ("ingest", "Store files and audit their hands in the background."),
    "nightly": ("nightly", "Audit hands again if their house or the auditor's rules changed."),
    "replay": ("replay", "Write a hand as one HTML file that shows it step by step."),
    "rule": ("rule", "List the rules, or explain one rule with example hands."),
    "serve": ("serve", "Serve the pages and the API."),
    "transcript": ("transcript", "Print how to write down a hand."),
    "unread": ("unread", "List the lines that the auditor does not understand."),
    "user": ("user", "Manage accounts, sessions, sign-in links and tokens."),
    "venue": ("venue", "Add venues, and set which findings need two reviewers."),
    "whatif": ("what_if", "Compare the findings and payouts of hands under two houses."),
    "worker": ("worker", "Audit uploads in the background."),
}


class _Help(click.HelpFormatter):
    """The help of a command. Commands in its text are written as the user types them, such as `./run auditor check`."""

    def getvalue(self) -> str:
        return with_commands(super().getvalue())


click.Context.formatter_class = _Help


class Commands(click.Group):
    """The click group of all commands. Imports the module of a command only when the command is run. For a mistyped
    name, the error message suggests a similar command.
    """

    def list_commands(self, _: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"auditor.cli.{COMMANDS[cmd_name][0]}")
        found = getattr(module, cmd_name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from auditor.engine.house.parameter_types import in_words, nearest

            close = nearest(args[0], COMMANDS)
            ctx.fail(f'there is no command "{args[0]}"{close} the commands are {in_words(COMMANDS, "and")}.')
        return super().resolve_command(ctx, args)


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from auditor.cli.version import version
        from auditor.engine.what_changed import RULES_VERSION

        click.echo(f"auditor {version()}, rules version {RULES_VERSION}")
        context.exit()


@click.group(cls=Commands, context_settings=SETTINGS)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def auditor() -> None:
    """Audit logged hands of seven-card stud under the rules of the house that dealt them.

    To write down a hand by yourself, see: auditor transcript
    """
    from auditor.settings import houses_folder

    folder = houses_folder()
    if folder is not None:
        from auditor.engine.house.registry import use_folder

        use_folder(folder)
