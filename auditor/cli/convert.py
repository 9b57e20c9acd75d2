"""`auditor convert`: writes the hands of a file, of any format, in another."""

import click

from auditor.cli.options import encoding_option


@click.command()
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

    \b
    Exit code: 0 all written, 1 some were rejected,
               2 no hand could be read, or wrong usage.
    """  # noqa: D301 - that is how click is told to leave the lines as they are
    from auditor.cli.convert_file import Conversion
    from auditor.cli.progress import Progress
    from auditor.formats.converting import TARGETS
    from auditor.settings import load

    most = load().ingest_bytes
    with Progress() as progress:
        return Conversion(TARGETS[target.lower()], progress, most, encoding).run(file, output)
