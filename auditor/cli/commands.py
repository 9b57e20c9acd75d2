"""The commands, and what `auditor --help` says of them."""

from typing import Final

import click

from auditor.cli.check import check
from auditor.cli.convert import convert
from auditor.cli.database import db
from auditor.cli.demo import demo
from auditor.cli.house import house
from auditor.cli.ingest import ingest
from auditor.cli.nightly import nightly
from auditor.cli.rule import rule
from auditor.cli.serve import serve
from auditor.cli.transcript import transcript
from auditor.cli.user import user
from auditor.cli.venue import venue
from auditor.cli.what_if import whatif
from auditor.cli.worker import worker

# `color`: what looks like a colour came out of a file, and is left to the guard of the streams, which shows it.
SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "color": True}


class Commands(click.Group):
    """A group that offers the command most like a mistyped one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from auditor.engine.house.parameter_types import in_words, nearest

            close = nearest(args[0], self.commands)
            ctx.fail(f'there is no command "{args[0]}"{close} the commands are {in_words(self.commands, "and")}.')
        return super().resolve_command(ctx, args)


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from auditor.cli.version import version
        from auditor.engine.what_changed import RULES_VERSION

        click.echo(f"auditor {version()}, rules version {RULES_VERSION}")
        context.exit()


@click.group(cls=Commands, context_settings=SETTINGS)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def auditor() -> None:
    """Audits logged hands of seven-card stud against the rules of the house they were dealt in.

    To write down a hand by yourself, see: auditor transcript
    """
    from auditor.settings import houses_folder

    folder = houses_folder()
    if folder is not None:
        from auditor.engine.house.registry import use_folder

        use_folder(folder)


for command in (check, whatif, convert, transcript, rule, house, ingest, worker, serve, user, venue, nightly, db, demo):
    auditor.add_command(command)
