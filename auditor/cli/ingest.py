"""`auditor ingest`: keeps files and has their hands audited in the background."""

from typing import Final

import click

from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, exit_codes
from auditor.cli.options import encoding_option, house_option

_KEPT: Final = exit_codes({CLEAN: "kept", WRONG: "a file could not be opened, or wrong usage"})
_WAITED_FOR: Final = exit_codes(
    {CLEAN: "clean", FOUND: "findings or rejected hands", WRONG: "no hand could be read, or wrong usage"},
    " with --wait",
)


@click.command(epilog=f"{_KEPT}\n\n{_WAITED_FOR}")
@click.argument("files", nargs=-1, metavar="FILE...")
@house_option("Audit all hands under this house.")
@encoding_option()
@click.option("--again", metavar="RECEIPT", help="Try what was given up of this upload once more; takes no files.")
@click.option("--cancel", metavar="RECEIPT", help="Audit nothing more of this upload; takes no files.")
@click.option("--wait/--no-wait", help="Wait for the result, and help with workers of its own.")
def ingest(files: tuple[str, ...], house: str, encoding: str, again: str | None, cancel: str | None, wait: bool) -> int:
    """Keep files, and those in folders, and audit them in the background. A zip or a gzip is kept as it is, and what is
    in it is audited file by file.

    Prints a receipt a file. The same file for the same house gets the same receipt again, and nothing changes; where
    another --encoding is asked for, it is read again in that one, and only that reading counts.
    """
    from auditor.cli.ingest_files import Ingest
    from auditor.cli.open_database import ready_workplace
    from auditor.cli.progress import Progress
    from auditor.engine.house.registry import in_use
    from auditor.settings import load

    if again is None and cancel is None and not files:
        raise click.UsageError("Name a file, or - for standard input.")
    if again is not None and cancel is not None:
        raise click.UsageError("--again and --cancel do not go together.")
    if (again is not None or cancel is not None) and (files or house or encoding):
        option = "--again" if cancel is None else "--cancel"
        raise click.UsageError(f"{option} takes no files, no house and no encoding: the upload has them.")
    settings = load()
    if house:
        in_use().file(house)  # a name that is none is refused before anything is sent
    place = ready_workplace(settings)
    try:
        with Progress() as progress:
            sending = Ingest(place, progress, house, encoding)
            if cancel is not None:
                return sending.run_cancel(cancel)
            return sending.run(files, wait=wait) if again is None else sending.run_again(again, wait=wait)
    finally:
        place.close()
