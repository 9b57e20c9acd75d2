"""`auditor whatif`: the hands of files under two houses, side by side; needs no database."""

from typing import Final

import click

from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, exit_codes
from auditor.cli.options import encoding_option, house_option

_EXIT_CODES: Final = exit_codes(
    {
        CLEAN: "nothing is house-sensitive",
        FOUND: "something is, or a hand was rejected",
        WRONG: "no hand could be read, or wrong usage",
    }
)


@click.command(epilog=_EXIT_CODES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@house_option("The other house.", required=True)
@house_option("The house it is compared with, for all hands.", "--as", "own")
@encoding_option()
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: one object a hand, a summary last.")
def whatif(files: tuple[str, ...], house: str, own: str, encoding: str, as_json: bool) -> int:
    """Show what would be found, and who would be due what, had the hands of files been played under another house.

    Without --as, that is compared with the house under which "auditor check" would audit each hand. What the two do not
    say alike is house-sensitive, and marked; hands in which neither finds anything are only counted.
    """
    from auditor.cli.check_files import Check
    from auditor.cli.house_selection import OneHouse, TwoHouses
    from auditor.cli.progress import Progress
    from auditor.cli.what_if_json import WhatIfLines
    from auditor.cli.what_if_text import WhatIfText
    from auditor.settings import load

    most = load().ingest_bytes
    judge = TwoHouses(OneHouse(own), OneHouse(house))
    with Progress() as progress:
        printer = WhatIfLines(progress.write, judge) if as_json else WhatIfText(progress.write, judge)
        check = Check(printer, progress, judge, most, encoding)
        if check.run(files) == WRONG:
            return WRONG
    return FOUND if judge.sensitive or check.total.rejected else CLEAN
