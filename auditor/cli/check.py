"""The command `auditor check`: audits the hands of files and prints the findings. It needs no database."""

from contextlib import closing
from typing import Final

import click

from auditor.cli.check_files import Check
from auditor.cli.check_json import JsonLines
from auditor.cli.check_text import Text
from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, exit_codes
from auditor.cli.house_selection import OneHouse
from auditor.cli.options import encoding_option, house_option, reading_option
from auditor.cli.progress import Progress
from auditor.cli.table_history import Sittings
from auditor.jobs import gc_tuning
from auditor.settings import load

_EXIT_CODES: Final = exit_codes(
    {
        CLEAN: "no findings, no rejected hands",
        FOUND: "findings or rejected hands",
        WRONG: "no hand could be read, or wrong usage",
    }
)


@click.command(epilog=_EXIT_CODES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@house_option("Audit all hands under this house.")
@reading_option()
@encoding_option()
@click.option(
    "--line", metavar="NUMBER", type=click.IntRange(1, 2**63 - 1), help="Audit only the hand that contains this line."
)
@click.option(
    "--settlement", is_flag=True, help="Print for every hand how its pots should be paid, with the arithmetic."
)
@click.option(
    "--strict", is_flag=True, help="Exit with 1 also if there are lines that the auditor does not understand."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: one object per hand, then a summary.")
def check(
    files: tuple[str, ...],
    house: str,
    readings: list[tuple[str, str]],
    encoding: str,
    line: int | None,
    settlement: bool,
    strict: bool,
    as_json: bool,
) -> int:
    """Audit the hands of files and print the findings.

    FILE is a file, a folder, a zip or gzip archive, or - for standard input.

    A house is a set of rules ("auditor house" lists the houses). Without --house, each hand is audited under the house
    that its log names. If the log names no house, the house of the card room is used. If the card room has no house,
    the house "roberts" is used.

    The command also compares the hands of one table with each other: stacks, deck orders and the seats of players.

    Some clauses of a house have several readings: ways to understand the clause. A finding that depends on the reading
    is contested. A finding that exists only under another reading is printed, but not counted. --reading chooses one
    reading.

    A line that the auditor does not understand is no finding. The command prints the line. The rules that depend on the
    line are not verifiable: the auditor cannot check them.

    If seats were paid wrongly, the command prints the fewest transfers that correct the payments. --settlement prints
    the pots, halves, odd chips, rake and sums of every hand; JSON always contains them.

    To write down a hand yourself, see: auditor transcript
    """
    most = load().ingest_bytes
    judge = OneHouse(house, readings)  # raises `HouseRefused` for an unknown house or reading, before any file is read
    read_as = [f"{key} = {value}" for key, value in readings]
    gc_tuning.collect_less_often()
    with Progress() as progress, closing(Sittings()) as sittings:
        printer = JsonLines(progress.write, read_as) if as_json else Text(progress.write, read_as, settlement)
        return Check(printer, progress, judge, most, encoding, sittings, line, strict=strict).run(files)
