"""`auditor check`: audits the hands of files and prints what was found; needs no database."""

import click

from auditor.cli.options import encoding_option, house_option


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@house_option("Audit all hands under this house.")
@encoding_option()
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: one object a hand, a summary last.")
def check(files: tuple[str, ...], house: str, encoding: str, as_json: bool) -> int:
    """Audit the hands of files, of the files in folders, and of those in zip and gzip archives; `-` is standard input.

    Without --house, a hand is audited under the house its log names, else that of its room, else the base of all houses
    ("auditor house" lists them).

    \b
    Exit code: 0 clean, 1 findings or rejected hands,
               2 no hand could be read, or wrong usage.

    To write down a hand yourself, see: auditor transcript
    """  # noqa: D301 - that is how click is told to leave the lines as they are
    from auditor.cli.check_files import Check
    from auditor.cli.check_json import JsonLines
    from auditor.cli.check_text import Text
    from auditor.cli.progress import Progress
    from auditor.engine.house import shipped
    from auditor.settings import load

    most = load().ingest_bytes
    if house:
        shipped().file(house)  # a name that is none is refused before anything is read
    with Progress() as progress:
        printer = JsonLines(progress.write) if as_json else Text(progress.write)
        return Check(printer, progress, house, most, encoding).run(files)
