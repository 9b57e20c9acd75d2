"""The command `auditor replay`: writes a hand as an HTML file that shows the hand step by step like a film, or writes
one step as a picture.
"""

from itertools import islice
from pathlib import Path
from typing import Final

import click

from auditor.cli.exit_codes import INPUT_OUTPUT, Refused
from auditor.cli.house_selection import OneHouse
from auditor.cli.open_database import ready_workplace
from auditor.cli.options import encoding_option, house_option
from auditor.cli.sources import opened
from auditor.engine.hand import Hand
from auditor.engine.house.registry import names
from auditor.formats import Read, Rejected, open_log
from auditor.formats.files.spooling import rewindable
from auditor.formats.log import decode
from auditor.settings import load
from auditor.store.hands.documents import Unpacker
from auditor.store.queries import hands

_PICTURE: Final = ".svg"


@click.command()
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--line",
    metavar="NUMBER",
    type=click.IntRange(1, 2**63 - 1),
    help="Write the hand of FILE that contains this line.",
)
@click.option(
    "--hand",
    "number",
    metavar="NUMBER",
    type=click.IntRange(1, 2**63 - 1),
    help="Write the stored hand that has the page /hands/NUMBER.",
)
@click.option("-o", "--output", metavar="OUT", required=True, help="The file to write, such as hand.html or step.svg.")
@click.option("--step", metavar="STEP", default="", help="Write the picture of this step, such as 6.4, as SVG.")
@click.option("--mask", is_flag=True, help="Leave out the names of players, and every down card that nobody showed.")
@house_option("Audit the hand under this house.")
@encoding_option()
def replay(
    file: str | None,
    line: int | None,
    number: int | None,
    output: str,
    step: str,
    mask: bool,
    house: str,
    encoding: str,
) -> None:
    """Write a hand as one HTML file that shows it step by step.

    The file needs no server and loads nothing from the network, so you can send it to somebody. Use --mask if the
    other person must not see names and hidden cards.

    FILE is a file with one hand, or - for standard input. If FILE has several hands, choose one with --line. With
    --hand, the command writes a stored hand; then name no FILE.
    """
    from auditor.web.hands.replay.files import NoFilm, html_file, svg_file

    if (file is None) == (number is None):
        raise click.UsageError("Name a file, or name a hand of the database with --hand.")
    if bool(step) != output.lower().endswith(_PICTURE):
        raise click.UsageError("Use --step together with a file name that ends with .svg, or use neither of them.")
    if file is not None:
        hand = _hand_of_file(file, line, encoding)
    else:
        hand, house = _hand_of_database(number or 0, house)
    if mask:
        hand = hand.masked()
    judge = OneHouse(house)
    rules = judge.house_for(hand)
    report = judge.report(hand, rules)
    try:
        known = not mask
        text = svg_file(report, rules, step, known=known) if step else html_file(report, rules, known=known)
    except NoFilm as reason:
        raise Refused(str(reason)) from reason
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f'The file "{output}" cannot be written: {error.strerror}.', INPUT_OUTPUT) from error


def _hand_of_file(path: str, line: int | None, encoding: str) -> Hand:
    """Returns the hand of a file that contains the line number `line`. If `line` is `None`, returns the only hand of
    the file.
    """
    with opened(path, load().ingest_bytes) as source:
        log = open_log(rewindable(source.stream), encoding=encoding)
        if line is not None:
            outcome = log.outcome_at(line)
        else:
            found = list(islice((each for each in log if isinstance(each, Read | Rejected)), 2))
            if not found:
                raise Refused(f'"{path}" has no hand of seven-card stud. Choose another file.')
            if len(found) > 1:
                raise Refused(
                    f'"{path}" has more than one hand. Choose a hand: write --line and the number of one of its lines.'
                )
            outcome = found[0]
    if isinstance(outcome, Read):
        return outcome.hand
    reason = outcome.reason if isinstance(outcome, Rejected) else f"This hand is of another game: {outcome.game}."
    raise Refused(f"{path}: {reason}")


def _hand_of_database(number: int, house: str) -> tuple[Hand, str]:
    """Returns the stored hand with this number, and the name of the house to audit it under: `house` or, if `house` is
    empty, the house of its stored audit. The name is empty if the hand has no stored audit under a house that still
    exists.
    """
    place = ready_workplace(load())
    try:
        with place.database.begin() as connection:
            record = hands.record(connection, Unpacker(), number)
    finally:
        place.close()
    if record is None:
        raise Refused(f"There is no hand {number}. Use the number of its page, /hands/NUMBER.")
    stored = [report.house for report in record.reports if report.current and report.house in names()]
    return decode(record.document), house or (stored[0] if stored else "")
