"""The command `auditor unread`: lists the lines of logs that the auditor does not understand. Lines that differ only in
names, cards and numbers have the same shape, and are listed once. The command can also export the shapes without
the names of people.
"""

import click

from auditor.cli.terminal_text import counted, escaped
from auditor.cli.user_desk import desk, minute
from auditor.store.queries import unread as stored
from auditor.store.queries.unread import MARKED, OPEN, ShapeFilter, ShapeRow
from auditor.web.unread.export import export, possible_names


@click.command()
@click.option("--room", metavar="NAME", help="Print only lines from logs of this room.")
@click.option(
    "--mark",
    type=click.Choice([OPEN, MARKED]),
    help="marked: print only lines that a reviewer marked as having no effect on the play; open: only the other lines.",
)
@click.option("--limit", metavar="NUMBER", type=click.IntRange(1, 200), default=50, help="Print at most NUMBER lines.")
@click.option(
    "--export",
    "without_names",
    is_flag=True,
    help="Print all shapes of these lines in one text, with NAME in place of each player name that the database knows.",
)
def unread(room: str | None, mark: str | None, limit: int, without_names: bool) -> None:
    """List the lines that the auditor does not understand.

    Lines that differ only in names, cards and numbers are listed once: they have the same shape (the text with NAME,
    CARDS and NUMBER instead). If the lines of a shape have no effect on the play, a
    reviewer can mark the shape on the page /unread. Read an export before you send it: the name of a person who only
    watches the game may remain.
    """
    with desk() as connection:
        if without_names:
            rows = stored.all_shapes(connection)
            names = stored.names_among(connection, possible_names([row.shape for row in rows]))
            click.echo("".join(export(rows, names)), nl=False)
            return
        found = stored.shapes(connection, ShapeFilter(room, mark or ""), limit)
    click.echo(
        "\n".join([_line(row) for row in found]) or "The list of lines that the auditor does not understand is empty."
    )


def _line(row: ShapeRow) -> str:
    mark = f"; marked by {escaped(row.by)}: no effect on the play" if row.marked and row.by else ""
    seen = f"{counted(row.times, 'line')} in {counted(row.hands, 'hand')} since {minute(row.seen_at)}{mark}"
    return f"{row.id}: {escaped(row.room) or 'no room named'}: {escaped(row.shape)}\n    {seen}"
