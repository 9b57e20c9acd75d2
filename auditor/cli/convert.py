"""`auditor convert`: writes the hands of a file, of any format, in another."""

from typing import Final

import click

from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, exit_codes
from auditor.cli.options import encoding_option

_EXIT_CODES: Final = exit_codes(
    {CLEAN: "all written", FOUND: "some were rejected", WRONG: "no hand could be read, or wrong usage"}
)


@click.command(epilog=_EXIT_CODES)
@click.argument("file", metavar="FILE")
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Choice(["log", "phh", "ohh", "transcript"], case_sensitive=False),
    help="What to write: our own log, PHH, Open Hand History, or a transcript.",
)
@click.option("-o", "--output", metavar="OUT", default="", help="The file to write; standard output without it.")
@encoding_option()
def convert(file: str, target: str, output: str, encoding: str) -> int:
    """Write the hands of a file in another format, or of the files in a folder, a zip or a gzip; `-` is standard input.

    Nothing is lost in our own log and in a transcript. What the other two cannot tell is said on standard error; the
    hands are written all the same.
    """
    from auditor.cli.convert_file import Conversion
    from auditor.cli.progress import Progress
    from auditor.formats.converting import TARGETS
    from auditor.settings import load

    most = load().ingest_bytes
    with Progress() as progress:
        return Conversion(TARGETS[target.lower()], progress, most, encoding).run(file, output)
