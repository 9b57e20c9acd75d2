"""The commands about a case without a ruling: assign, act, link and policy."""

from typing import Final

import click

from auditor.cli.case_acting import acting, acting_options, changes_named, party_of, print_case
from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import counted
from auditor.cli.user import AT
from auditor.cli.user_desk import desk, enabled
from auditor.disputes.act_texts import REASONS
from auditor.disputes.acts import Act
from auditor.disputes.deadlines import MOST_DAYS, MOST_HOURS, Policy
from auditor.disputes.states import State
from auditor.settings import command_line
from auditor.store.disputes import acts, claim_links, remedies
from auditor.store.disputes.cases import policy_of, set_policy
from auditor.store.disputes.claim_links import WantedLink
from auditor.store.disputes.parties import new_link
from auditor.store.people.roles import DECIDING
from auditor.store.people.setting_acts import COMMAND_LINE
from auditor.store.triage.venues import number_of

# The acts that need more than a reason and a comment. The value: the command for them.
_ELSEWHERE: Final = {
    Act.ASSIGN: "assign",
    Act.PROPOSE: "rule propose",
    Act.AGREE: "rule second",
    Act.DIFFER: "rule second",
    Act.MAJORITY: "rule third",
    Act.NO_MAJORITY: "rule third",
    Act.PAY: "ledger pay",
    Act.WAIVE: "ledger waive",
    Act.REVERSE: "ledger reverse",
}
_CHOICES: Final = [each.value for each in Act if each not in (*_ELSEWHERE, Act.ADD_EVIDENCE)]
_REASONS: Final = [reason for reasons in REASONS.values() for reason in reasons]


@click.command()
@acting_options
@click.option("--to", "assignee", metavar="ACCOUNT", help="The new owner of the case.")
@click.option("--nobody", is_flag=True, help="Nobody owns the case any more.")
def assign(number: int, name: str, last_act: int | None, assignee: str | None, *, as_json: bool, nobody: bool) -> None:
    """Give the case NUMBER to an account, or take the owner away."""
    if (assignee is None) is not nobody:
        raise Refused("Name the new owner with --to ACCOUNT, or write --nobody.")
    with desk() as connection:
        who = acting(connection, number, name, last_act)
        owner = None if assignee is None else enabled(connection, assignee)
        with changes_named(connection, who):
            after = acts.act(connection, who.wish(Act.ASSIGN, assignee_id=owner.id if owner else None))
    done = f"{owner.name} owns the case." if owner else "Nobody owns the case."
    print_case(who, after, done, as_json=as_json, owner=owner.name if owner else "")


@click.command()
@acting_options
@click.argument("wanted", metavar="ACT", type=click.Choice([*_CHOICES, *[each.value for each in _ELSEWHERE]]))
@click.option("--reason", type=click.Choice(_REASONS), help="The reason, for: decline, appeal.")
@click.option("--comment", default="", help="The comment. Many acts need one.")
def act(
    number: int, name: str, last_act: int | None, wanted: str, reason: str | None, comment: str, *, as_json: bool
) -> None:
    """Do the act ACT on the case NUMBER, such as admit, decline, take or close.

    "order remedy" and "no remedy" open the ledger of the last ruling. The command chooses the right one of the two.
    """
    chosen = Act(wanted)
    if chosen in _ELSEWHERE:
        raise Refused(f'For "{chosen}" there is a command: {command_line(f"case {_ELSEWHERE[chosen]} --help")}')
    with desk() as connection:
        who = acting(connection, number, name, last_act)
        wish = who.wish(chosen, reason or "", comment)
        do = remedies.settle if chosen in (Act.ORDER_REMEDY, Act.NO_REMEDY) else acts.act
        with changes_named(connection, who):
            after = do(connection, wish)
    print_case(who, after, f"Done: {_done(chosen, after.state)}.", as_json=as_json, act=_done(chosen, after.state))


@click.command()
@click.argument("number", type=click.IntRange(1, 2**63 - 1), required=False)
@click.option("--by", "name", metavar="ACCOUNT", required=True, help="The reviewer or adjudicator who makes the link.")
@click.option("--party", "label", metavar="PARTY", help="The party, such as: seat 3. Default: the claimant.")
@click.option("--venue", help="Instead of NUMBER: a link with which players file claims about hands of this venue.")
@click.option("--at", default=AT, show_default=True, help="The address of the pages.")
def link(number: int | None, name: str, label: str | None, venue: str | None, at: str) -> None:
    """Print a secret link to the case NUMBER for one party, or a link for new claims. Nobody can print it again.

    Nobody needs an account for a link. The link to a case works for 90 days; earlier links of this party end at once.
    """
    if (number is None) is (venue is None) or (venue is not None and label is not None):
        raise Refused("Name the case and perhaps a party, or name a venue with --venue.")
    with desk() as connection:
        who = enabled(connection, name)
        if who.role not in DECIDING:
            raise Refused(f"{who.name} is {who.role}. Only a reviewer or an adjudicator makes a link.")
        if venue is not None and who.venue not in (None, venue):
            raise Refused(f"{who.name} sees only the venue {who.venue}. Add --venue {who.venue}")
        if venue is not None:
            path = f"claim/{claim_links.make(connection, WantedLink(venue), who.id)}"
        else:
            assert number is not None
            party = party_of(acting(connection, number, name).found, label)
            path = f"party/{new_link(connection, party.id, who.id)}"
    click.echo(f"{at.rstrip('/')}/{path}")


@click.command()
@click.option("--venue", default="default", show_default=True, help="The venue.")
@click.option("--hours", type=click.IntRange(1, MOST_HOURS), help="Hours until a new claim is acknowledged.")
@click.option("--days", type=click.IntRange(1, MOST_DAYS), help="Days until a case is decided.")
def policy(venue: str, hours: int | None, days: int | None) -> None:
    """Print or set the times that a venue allows for new cases. Open cases keep their times."""
    with desk() as connection:
        venue_id = number_of(connection, venue)
        times = policy_of(connection, venue_id)
        if hours is not None or days is not None:
            times = Policy(hours or times.acknowledge_hours, days or times.decide_days)
            set_policy(connection, venue_id, times, COMMAND_LINE)
    click.echo(
        f"The venue {venue} acknowledges a claim within {counted(times.acknowledge_hours, 'hour')}, and decides a case"
        f" within {counted(times.decide_days, 'day')}."
    )


def _done(chosen: Act, state: State) -> str:
    """Returns the act that was done: `remedies.settle` chooses between two acts by the ruling."""
    if chosen in (Act.ORDER_REMEDY, Act.NO_REMEDY):
        return (Act.NO_REMEDY if state is State.NO_REMEDY else Act.ORDER_REMEDY).value
    return chosen.value
