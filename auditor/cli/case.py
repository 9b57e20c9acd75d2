"""The command `auditor case`: opens, lists and shows cases (disputes about hands).

The commands that act on a case are in `case_acts`, `case_rulings` and `case_ledger`; `case_letter` writes letters.
"""

import datetime as dt
import json

import click

from auditor.cli.case_acting import case_to_read
from auditor.cli.case_acts import act, assign, link, policy
from auditor.cli.case_desk import Typed, open_typed
from auditor.cli.case_ledger import ledger
from auditor.cli.case_letter import case_letter
from auditor.cli.case_rulings import rule
from auditor.cli.case_text import case_document, case_lines, list_line
from auditor.cli.user_desk import desk
from auditor.disputes.claims import Subject
from auditor.disputes.outcomes import Outcome
from auditor.disputes.states import State
from auditor.settings import command_line
from auditor.store.disputes.time_limits import time_limit_of
from auditor.store.queries.cases import MOST_ON_A_PAGE, YES, case_counts, case_page
from auditor.store.triage.venues import number_of


@click.group()
def case() -> None:
    """Open, list and show cases, rule on them, and record payments.

    A case begins with the claim of a player that a hand was played or paid wrongly.
    """


@case.command("open")
@click.option(
    "--by", "opener", metavar="ACCOUNT", required=True, help="The reviewer or adjudicator who opens the case."
)
@click.option("--hand", "number", metavar="NUMBER", help="The number of the hand in its room.")
@click.option("--record", type=click.IntRange(1), help="The record of the hand, as in the address /hands/RECORD.")
@click.option("--finding", type=click.IntRange(1), help="Open the case about this finding, as in /findings/FINDING.")
@click.option("--no-log", is_flag=True, help="Open the case although the venue has no log of the hand.")
@click.option("--venue", default="default", show_default=True, help="The venue of the hand.")
@click.option("--party", default="claimant", show_default=True, help="The claimant as everybody may read it: seat 3.")
@click.option("--player", default="", help="The name of the claimant. It is shown only for a reason.")
@click.option("--happened", required=True, help="What happened, in the words of the player.")
@click.option("--should", required=True, help="What should have happened, in the words of the player.")
@click.option("--amount", help="The claimed amount, such as 5 or 5.00.")
@click.option(
    "--about",
    type=click.Choice([each.value for each in Subject]),
    default=Subject.PLAY.value,
    show_default=True,
    help="The subject of the claim. The time limit of some houses depends on it.",
)
@click.option("--street", type=click.IntRange(3, 7), help="The street, 3 to 7.")
@click.option("--event", type=click.IntRange(0), help="The event of the record, counted from 0.")
@click.option(
    "--raised",
    type=click.DateTime(["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]),
    help="When the player first disputed the hand, in UTC, such as 2026-11-24T21:05.",
)
def opened(
    opener: str,
    number: str | None,
    record: int | None,
    finding: int | None,
    no_log: bool,
    venue: str,
    party: str,
    player: str,
    happened: str,
    should: str,
    amount: str | None,
    about: str,
    street: int | None,
    event: int | None,
    raised: dt.datetime | None,
) -> None:
    """Open a case about a hand. The claim is then received, and its clock starts.

    Name the hand with --hand, --record or --finding.
    """
    typed = Typed(
        opener, number, record, finding, no_log, venue, party, player, happened, should, amount, Subject(about), street,
        event, raised.replace(tzinfo=dt.UTC) if raised else None,
    )  # fmt: skip
    with desk() as connection:
        made = open_typed(connection, typed)
        limit = time_limit_of(connection, made.case_id)
    for note in made.notes:
        click.echo(f"note: {note}")
    click.echo(f"Opened case {made.case_id}. To show it: {command_line(f'case show {made.case_id}')}")
    if limit is not None:
        click.echo(f"The claim is {limit.verdict}. {limit.sentence}")


@case.command("list")
@click.option("--state", type=click.Choice([each.value for each in State]), help="Only cases in this state.")
@click.option("--overdue", is_flag=True, help="Only cases that are late.")
@click.option("--outcome", type=click.Choice([each.value for each in Outcome]), help="Only cases with this outcome.")
@click.option("--rule", metavar="CODE", help="Only cases about this rule.")
@click.option("--owner", metavar="ACCOUNT", help="Only cases of this account; nobody: cases without an owner.")
@click.option("--venue", help="Only cases of this venue.")
@click.option("--limit", type=click.IntRange(1, MOST_ON_A_PAGE), default=50, show_default=True, help="The most cases.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each case.")
def listed(
    state: str | None,
    overdue: bool,
    outcome: str | None,
    rule: str | None,
    owner: str | None,
    venue: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """List the cases. The case that is due first comes first."""
    named = {"state": state, "overdue": YES if overdue else None, "outcome": outcome, "rule": rule, "owner": owner}
    filters = {name: value for name, value in named.items() if value is not None}
    with desk() as connection:
        venues = None if venue is None else [number_of(connection, venue)]
        rows = case_page(connection, filters, venues, size=limit).cases
        total = case_counts(connection, filters, venues).total
    if as_json:
        for row in rows:
            click.echo(json.dumps(case_document(row), ensure_ascii=True))
        return
    for row in rows:
        click.echo(list_line(row))
    if not rows:
        new = command_line("case open --help")
        click.echo("No case matches." if filters or venue else f"There are no cases. To open a case: {new}")
    elif total > len(rows):
        click.echo(f"{len(rows):,} of {total:,} cases. Use --limit or another option to see the others.")


@case.command("show")
@click.argument("number", type=click.IntRange(1))
@click.option("--json", "as_json", is_flag=True, help="Print the case as one JSON object.")
def displayed(number: int, as_json: bool) -> None:
    """Show a case: the claim, the parties, the rulings, the owed chips and the timeline. It has no names of players."""
    with desk() as connection:
        found = case_to_read(connection, number)
        limit = time_limit_of(connection, number)
    if as_json:
        click.echo(json.dumps(case_document(found), ensure_ascii=True))
        return
    click.echo("\n".join(case_lines(found, limit)))


for _command in (act, assign, case_letter, ledger, link, policy, rule):
    case.add_command(_command)
