"""The demonstration: sample histories are kept, audited in the background, counted, and shown by the pages."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from auditor.cli.exit_codes import CLEAN, FOUND, Refused
from auditor.cli.ingest_files import Ingest
from auditor.cli.ingest_words import upload_counts
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
from auditor.store.people.accounts import NoSuchPerson, add, person
from auditor.store.queries import findings
from auditor.store.queries.uploads import UploadRow
from auditor.web.rulebook.catalogue import title_of

VISITOR: Final = "demo"
_ONCE: Final = (
    f"The link signs you in as {VISITOR}, once, within the hour; `auditor user link {VISITOR} --at %s` prints another."
)


class Demo:
    """One demonstration; it closes the workplace at its end."""

    def __init__(self, place: Workplace, progress: Progress) -> None:
        self._place: Final = place
        self._progress: Final = progress

    def run(self, *, once: bool, port: int | None) -> int:
        """Ingests, waits, tells, and serves unless it is only for once; gives the exit code."""
        settings = self._place.settings
        sweep(self._place)
        listener = None if once else listening(HOST, port, PORT)
        with self._workers() as team:
            rows = self._audited(team)
            click.echo("\n".join([*self._told(rows), ""]))
            at = f"http://{HOST}:{port or PORT}/" if listener is None else address_of(listener)
            link = self._link(at)
            if link != at:
                click.echo(_ONCE % at)
            self._place.close()
            if listener is None:
                click.echo(f"`auditor serve` shows it at {link}")
                code = CLEAN if all(row.state == "done" for row in rows) else FOUND
            else:
                click.echo(f"See it at {link} ; Ctrl-C stops.")
                journal.keep()
                code = run(settings, listener, team.mend)
        if settings.database_url is None:
            click.echo("The database runs on for the next time; `auditor db stop` ends it.")
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

    def _link(self, at: str) -> str:
        """A way in for the visitor, whose account has no password that anybody could know; where somebody shut that
        account, only the address.
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

    def _told(self, rows: Sequence[UploadRow]) -> list[str]:
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
    """The sample histories. Raises `Refused` where there are none."""
    folder = fixtures() / "demo"
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    if not found:
        raise Refused(f"There are no sample histories in {folder}. Get a whole copy of the project.")
    return found


def _table(heading: str, counts: Mapping[str, int]) -> list[str]:
    """Findings by something, by the alphabet."""
    wide = max(map(len, [heading, *counts]))
    lines = [f"  {name:{wide}}  {number:8,}" for name, number in sorted(counts.items())]
    return ["", f"  {heading:{wide}}  findings", *lines]
