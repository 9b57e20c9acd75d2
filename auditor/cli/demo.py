"""The command `auditor demo`: stores the sample hands, audits them in the background, prints counts, and serves the
pages.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from auditor.cli.exit_codes import CLEAN, FOUND, Refused
from auditor.cli.ingest import Ingest
from auditor.cli.ingest_words import upload_counts
from auditor.cli.open_database import ready_workplace
from auditor.cli.progress import Progress
from auditor.cli.serve import HOST, PORT
from auditor.cli.server import address_of, listening, run
from auditor.cli.terminal_text import counted
from auditor.cli.user_desk import link_for
from auditor.formats.transcript.case_files import fixtures
from auditor.jobs import journal
from auditor.jobs.context import Workplace
from auditor.jobs.supervisor import Workers, cores
from auditor.jobs.sweeping import sweep
from auditor.settings import MEBIBYTE, command_line, load
from auditor.store.people.accounts import NoSuchPerson, add, everybody, person
from auditor.store.people.roles import ROLES
from auditor.store.queries import findings
from auditor.store.queries.uploads import UploadRow
from auditor.store.runs import demonstration
from auditor.web.rulebook.catalogue import title_of

# The free space on the disk that the demo requires. It is less than the service requires, because the samples are small
# and a visitor's disk may be nearly full.
FREE_BYTES = 256 * MEBIBYTE


@click.command()
@click.option("--once", is_flag=True, help="Exit after printing the findings.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"The port of the pages. Default: {PORT}, or a free port if {PORT} is taken.",
)
def demo(once: bool, port: int | None) -> int:
    """Audit the sample hands, print the findings and serve the pages."""
    settings = load()
    if settings.free_bytes is None:
        settings = replace(settings, free_bytes=FREE_BYTES)
    with Progress() as progress:
        click.echo("Starting the database ...")
        return Demo(ready_workplace(settings), progress).run(once=once, port=port)


VISITOR: Final = "demo"
# The accounts of the demonstration by role. The account `demo` is the one whose link opens the pages.
VISITORS: Final = {role: f"{VISITOR} {role}" if role != "reviewer" else VISITOR for role in ROLES}
_ONCE: Final = (
    f"The link signs you in as {VISITOR}. It works once, within one hour. To print another link, run:"
    f" {command_line(f'user link {VISITOR} --at %s')}"
)


class Demo:
    """One run of `auditor demo`. `run` closes the connections to the database (`place`) before it serves the pages,
    because the server opens connections of its own.
    """

    def __init__(self, place: Workplace, progress: Progress) -> None:
        self._place: Final = place
        self._progress: Final = progress

    def run(self, *, once: bool, port: int | None) -> int:
        """Stores the samples, waits for the audit and prints the findings. Then it serves the pages, unless `once` is
        set. Returns the exit code.
        """
        settings = self._place.settings
        sweep(self._place)
        listener = None if once else listening(HOST, port, PORT)
        with self._workers() as team:
            rows = self._audited(team)
            self._spread(rows)
            click.echo("\n".join([*self._findings(rows), ""]))
            at = f"http://{HOST}:{port or PORT}/" if listener is None else address_of(listener)
            link = self._link(at)
            if link != at:
                click.echo(_ONCE % at)
            others = self._links_of_roles(at) if link != at else {}
            if others:
                click.echo("To try the other roles, use these links. Each works once, within one hour.")
                click.echo("\n".join([f"  {role:12} {address}" for role, address in others.items()]))
                # Nobody can set up a phone for an account that lasts an hour.
                settings = replace(settings, factor_required=False)
            self._place.close()
            if listener is None:
                click.echo(f'To see the findings, run "{command_line("serve")}" and open {link}')
                code = CLEAN if all(row.state == "done" for row in rows) else FOUND
            else:
                click.echo(f"See the pages at {link} ; press Ctrl-C to stop.")
                journal.keep()
                code = run(settings, listener, team.mend)
        if settings.database_url is None:
            click.echo(f'The database keeps running; "{command_line("db stop")}" stops it.')
        return code

    @contextmanager
    def _workers(self) -> Iterator[Workers]:
        team = Workers(self._place.settings, cores())
        try:
            yield team
        finally:
            team.stop()

    def _audited(self, team: Workers) -> list[UploadRow]:
        files = samples()
        click.echo(f"Auditing {counted(len(files), 'sample file')} in the background ...")
        ingest = Ingest(self._place, self._progress)
        return ingest.followed([ingest.keep(str(file)) for file in files], team.mend)

    def _spread(self, rows: Sequence[UploadRow]) -> None:
        with self._place.database.begin() as connection:
            if demonstration.spread(connection, [row.id for row in rows]):
                click.echo(
                    f"The dates of the runs are spread over the last {demonstration.NIGHTS} nights, so that the charts"
                    " show more than one night. These dates are not real."
                )

    def _link(self, at: str) -> str:
        """Returns a one-time sign-in link for the demo's visitor account, which has no password. Creates the account if
        it does not exist. `at` is the address of the server. If the account is disabled, returns only this address.
        """
        with self._place.database.begin() as connection:
            try:
                visitor = person(connection, VISITOR)
            except NoSuchPerson:
                add(connection, VISITOR, "reviewer")
            else:
                if visitor.disabled_at is not None:
                    return at
            return link_for(connection, VISITOR, at)

    def _links_of_roles(self, at: str) -> dict[str, str]:
        """Returns a one-time sign-in link for each role except that of the account `demo`. Creates the accounts if they
        do not exist. Returns no links if the database has accounts of other people, because these accounts are real.
        """
        with self._place.database.begin() as connection:
            there = {who.name: who for who in everybody(connection)}
            if there.keys() - set(VISITORS.values()):
                return {}
            others = {role: name for role, name in VISITORS.items() if name != VISITOR}
            for role, name in others.items():
                if name not in there:
                    add(connection, name, role)
            enabled = {
                role: name for role, name in others.items() if name not in there or there[name].disabled_at is None
            }
            return {role: link_for(connection, name, at) for role, name in enabled.items()}

    def _findings(self, rows: Sequence[UploadRow]) -> list[str]:
        by_rule: Counter[str] = Counter()
        by_house: Counter[str] = Counter()
        with self._place.database.begin() as connection:
            for row in rows:
                facets = findings.facets(connection, {"upload": row.receipt})
                by_rule.update({each.value: each.count for each in facets["code"]})
                by_house.update({each.value or "any": each.count for each in facets["house"]})
        lines = [f"{upload_counts(*rows)}; {counted(by_rule.total(), 'finding')}"]
        lines += [f"{row.file_name}: {row.reason}" for row in rows if row.reason]
        lines += _table("rule", {f"{code} {title_of(code)}": number for code, number in by_rule.items()})
        return lines + _table("house", by_house)


def samples() -> list[Path]:
    """Returns the paths of the sample files, sorted. Raises `Refused` if there are none."""
    folder = fixtures() / "demo"
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    if not found:
        raise Refused(f"There are no sample hands in {folder}. Get a complete copy of the project.")
    return found


def _table(heading: str, counts: Mapping[str, int]) -> list[str]:
    """Returns the lines of a table with two columns: a name, such as a rule, and its number of findings. The rows are
    in alphabetical order.
    """
    wide = max(map(len, [heading, *counts]))
    lines = [f"  {name:{wide}}  {number:8,}" for name, number in sorted(counts.items())]
    return ["", f"  {heading:{wide}}  findings", *lines]
