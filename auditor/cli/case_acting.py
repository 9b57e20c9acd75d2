"""The person who acts on a case by a command, and the case as this person saw it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import escaped, money
from auditor.cli.user_desk import enabled
from auditor.disputes.acts import Act, Role
from auditor.disputes.states import State
from auditor.settings import command_line
from auditor.store.disputes.acts import CaseAct, Seen, Stale
from auditor.store.disputes.parties import PartyRow
from auditor.store.disputes.people import Actor, account_actor
from auditor.store.postgres.database import Connection
from auditor.store.queries.case_detail import CaseDetail, case_detail
from auditor.store.triage.typed_limits import read_amount


@dataclass(frozen=True, slots=True)
class Acting:
    """A person who acts on a case. `found` is the case as this person may see it, and `seen` is the case on which the
    person decided.
    """

    actor: Actor
    name: str
    found: CaseDetail
    seen: Seen

    def wish(self, act: Act, reason: str = "", comment: str = "", assignee_id: int | None = None) -> CaseAct:
        """Returns the act that this person wants to do."""
        return CaseAct(self.found.id, act, self.actor, self.seen, reason, comment, assignee_id)

    @property
    def unit(self) -> tuple[str, int]:
        """The currency of the case and its number of decimals: of the last ruling, else of the hand, else of the
        claim.
        """
        if self.found.rulings:
            ruling = self.found.rulings[-1].ruling
            return ruling.currency, ruling.minor
        source = self.found.pins[0] if self.found.pins else self.found.claims[-1]
        return source.currency, source.minor


def case_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the argument for the number of the case."""
    return click.argument("number", type=click.IntRange(1, 2**63 - 1))(function)


def acting_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the number of the case, and the options `--by`, `--seen` and `--json`."""
    as_json = click.option("--json", "as_json", is_flag=True, help="Print the case after the act as one JSON object.")
    seen = click.option(
        "--seen",
        "last_act",
        type=click.IntRange(0, 2**31 - 1),
        help="The last act that you saw, as in: case show. The command refuses if somebody acted since then.",
    )
    by = click.option("--by", "name", metavar="ACCOUNT", required=True, help="The account of the person who acts.")
    return case_argument(by(seen(as_json(function))))


def acting(connection: Connection, number: int, name: str, last_act: int | None = None) -> Acting:
    """Returns the person with this account name, ready to act on a case. `last_act` is the last act that the person
    saw; without this number, the present case counts. Raises `Refused` if the account is disabled, if there is no such
    case for this person, or if the case has no such act.
    """
    who = enabled(connection, name)
    actor = account_actor(who.id, who.role)
    found = case_detail(connection, number, actor)
    if found is None or who.venue not in (None, found.venue):
        raise _no_case(number)
    return Acting(actor, who.name, found, _seen(found, last_act))


def case_to_read(connection: Connection, number: int) -> CaseDetail:
    """Returns a case as a viewer reads it: no decision that is still hidden is part of it. Raises `Refused` if there is
    no such case.
    """
    found = case_detail(connection, number, Actor(Role.VIEWER))
    if found is None:
        raise _no_case(number)
    return found


@contextmanager
def changes_named(connection: Connection, who: Acting) -> Iterator[None]:
    """A context for an act. If somebody else acted in between, raises `Refused` with a sentence that lists the acts
    since the last one that the person saw.
    """
    try:
        yield
    except Stale as error:
        now = case_detail(connection, who.found.id, who.actor)
        later = [row for row in now.timeline if row.seq > who.seen.last_act] if now else []
        acts = "; ".join([f"act {row.seq} by {escaped(row.by)}: {row.act}, now {row.to_state}" for row in later])
        raise Refused(
            f"Somebody else acted on case {who.found.id} after act {who.seen.last_act}, so nothing was stored."
            f" Since then: {acts or error}. To read the case: {command_line(f'case show {who.found.id}')}"
        ) from error


def print_case(who: Acting, after: Seen, done: str, *, as_json: bool, **more: object) -> None:
    """Prints the case after an act: the sentence `done`, or one JSON object with the number, the state and the last
    act of the case, and with `more`.
    """
    if as_json:
        document = {"case": who.found.id, "state": after.state.value, "last_act": after.last_act, **more}
        click.echo(json.dumps(document, ensure_ascii=True))
        return
    click.echo(f'{done} Case {who.found.id} is now "{after.state}" (act {after.last_act}).')


def typed_amount(typed: str, minor: int) -> int:
    """Converts a typed amount, such as `5`, `0.25` or `-0.25`, to an integer in the smallest unit: 10 ** -`minor`.
    Raises `Refused` if the amount has too many decimals, and `VenueRefused` if the text is no amount.
    """
    amount, decimals = read_amount(typed.removeprefix("-"))
    if decimals > minor:
        raise Refused(f"The amounts of this case have {minor} decimals, but {typed} has {decimals}.")
    scaled = amount * 10 ** (minor - decimals)
    return int(-scaled if typed.startswith("-") else scaled)


def in_words(amount: int, unit: tuple[str, int]) -> str:
    """Returns an amount in the smallest unit as text with its currency."""
    return f"{money(amount, unit[1])} {unit[0]}".rstrip()


def party_of(found: CaseDetail, label: str | None) -> PartyRow:
    """Returns the party of a case with this label; without a label, the claimant. Raises `Refused` if the case has no
    such party.
    """
    for party in found.parties:
        if party.label == label or (label is None and party.side == "claimant"):
            return party
    labels = ", ".join([escaped(party.label) for party in found.parties])
    raise Refused(f'Case {found.id} has no party "{escaped((label or "")[:64])}". The parties are: {labels}.')


def _no_case(number: int) -> Refused:
    return Refused(f"There is no case {number}. To list all cases: {command_line('case list')}")


def _seen(found: CaseDetail, last_act: int | None) -> Seen:
    if last_act is None:
        return found.seen
    if last_act == 0:
        return Seen(State.DRAFT, 0)
    states = {row.seq: row.to_state for row in found.timeline}
    if last_act not in states:
        raise Refused(f"Case {found.id} has no act {last_act}. Its last act is {found.seen.last_act}.")
    return Seen(State(states[last_act]), last_act)
