"""`auditor check`: audits the hands of files and prints what was found; needs no database."""

from typing import Final

import click

from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, exit_codes
from auditor.cli.options import encoding_option, house_option, reading_option

_EXIT_CODES: Final = exit_codes(
    {CLEAN: "clean", FOUND: "findings or rejected hands", WRONG: "no hand could be read, or wrong usage"}
)


@click.command(epilog=_EXIT_CODES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@house_option("Audit all hands under this house.")
@reading_option()
@encoding_option()
@click.option("--line", metavar="NUMBER", type=click.IntRange(1, 2**63 - 1), help="Only the hand that this line is in.")
@click.option("--settlement", is_flag=True, help="Print of every hand who is due what, and how that is worked out.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: one object a hand, a summary last.")
def check(
    files: tuple[str, ...],
    house: str,
    readings: list[tuple[str, str]],
    encoding: str,
    line: int | None,
    settlement: bool,
    as_json: bool,
) -> int:
    """Audit the hands of files, of the files in folders, and of those in zip and gzip archives; `-` is standard input.

    Without --house, a hand is audited under the house its log names, else that of its room, else the base of all houses
    ("auditor house" lists them).

    Across the hands of one table, in all that is given, stacks and decks are compared, and who sits where.

    Where a clause of the house can be read in more than one way, a finding that does not stand under each is called
    contested, and what is there under one alone is told beside; --reading chooses one.

    Where seats were paid wrongly, the fewest transfers that put it right are told; --settlement tells the pots, halves,
    odd chips, rake and sums of every hand. JSON always has them.

    To write down a hand yourself, see: auditor transcript
    """
    from contextlib import closing

    from auditor.cli.check_files import Check
    from auditor.cli.check_json import JsonLines
    from auditor.cli.check_text import Text
    from auditor.cli.house_selection import OneHouse
    from auditor.cli.progress import Progress
    from auditor.cli.table_history import Sittings
    from auditor.jobs import gc_tuning
    from auditor.settings import load

    most = load().ingest_bytes
    judge = OneHouse(house, readings)  # what there is not is refused before anything is read
    read_as = [f"{key} = {value}" for key, value in readings]
    gc_tuning.seldom_looked_for()
    with Progress() as progress, closing(Sittings()) as sittings:
        printer = JsonLines(progress.write, read_as) if as_json else Text(progress.write, read_as, settlement)
        return Check(printer, progress, judge, most, encoding, sittings, line).run(files)
