"""The command `auditor case rule`: drafts and proposes a ruling, and records the second and the third decision."""

from pathlib import Path

import click

from auditor.cli.case_acting import (
    Acting,
    acting,
    acting_options,
    case_argument,
    case_to_read,
    changes_named,
    in_words,
    print_case,
    typed_amount,
)
from auditor.cli.exit_codes import Refused
from auditor.cli.ruling_files import Ground, draft, draft_text, ruling_in, ruling_of
from auditor.cli.terminal_text import escaped
from auditor.cli.user_desk import desk
from auditor.disputes.acts import Act
from auditor.disputes.decisions import decision
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import Ruling
from auditor.store.disputes import decisions
from auditor.store.disputes.decisions import Decided
from auditor.store.postgres.database import Connection
from auditor.store.queries.case_detail import CaseDetail

_FILE = click.option(
    "--file",
    "path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The ruling as a file that ends in .json or .toml. For its form, see: case rule draft",
)
_READING = click.option("--reading", default="", help="A reading of the house, such as: low.qualifier = none")
_OUTCOMES = click.Choice([each.value for each in Outcome])


@click.group()
def rule() -> None:
    """Draft and propose a ruling, and record the decisions of the second and third adjudicator.

    Two adjudicators must have the same outcome and the same amounts. The second one decides without seeing the
    proposal.
    """


@rule.command("draft")
@case_argument
@_READING
def drafted(number: int, reading: str) -> None:
    """Print the draft of a ruling for the case NUMBER, as JSON: the settlement of the engine and the clause."""
    with desk() as connection:
        text = draft_text(draft(_ground(connection, case_to_read(connection, number)), reading))
    click.echo(text)


@rule.command()
@acting_options
@_FILE
@click.option("--draft", "from_draft", is_flag=True, help="Propose the draft of the engine without changes.")
@_READING
@click.option("--outcome", type=_OUTCOMES, help="The outcome, with --draft. Default: upheld if the draft moves chips.")
@click.option("--comment", default="", help="A comment for the other adjudicators.")
def propose(
    number: int,
    name: str,
    last_act: int | None,
    path: Path | None,
    reading: str,
    outcome: str | None,
    comment: str,
    *,
    as_json: bool,
    from_draft: bool,
) -> None:
    """Propose a ruling for the case NUMBER, from a file or from the draft of the engine."""
    if (path is None) is not from_draft:
        raise Refused("Name the ruling in one way: with --file FILE or with --draft.")
    if path is not None and (reading or outcome):
        raise Refused("The file has the reading and the outcome. Leave out --reading and --outcome.")
    with desk() as connection:
        who = acting(connection, number, name, last_act)
        ground = _ground(connection, who.found)
        if path is not None:
            own = ruling_in(path, ground)
        else:
            own = ruling_of(draft(ground, reading, Outcome(outcome) if outcome else None), ground)
        with changes_named(connection, who):
            after = decisions.propose(connection, who.wish(Act.PROPOSE, comment=comment), own)
    print_case(who, after, "Proposed the ruling.", as_json=as_json, ruling=own.document())


@rule.command()
@acting_options
@click.option("--outcome", type=_OUTCOMES, required=True, help="Your outcome.")
@click.option(
    "--amount", "typed", multiple=True, metavar="PARTY=AMOUNT",
    help="The amount that a party is to receive or, with a minus, is to pay. Repeat this option for each party.",
)  # fmt: skip
@click.option("--comment", required=True, help="Your reasons.")
def second(
    number: int, name: str, last_act: int | None, outcome: str, typed: tuple[str, ...], comment: str, *, as_json: bool
) -> None:
    """Record the second decision about the case NUMBER. First do the act "begin second review".

    An example: --amount "seat 3=0.25" --amount house=-0.25
    """
    with desk() as connection:
        who = acting(connection, number, name, last_act)
        own = decision(Outcome(outcome), _amounts(typed, who.unit))
        with changes_named(connection, who):
            made = decisions.decide_second(connection, number, who.actor, who.seen, own, comment)
    _print(who, made, as_json=as_json)


@rule.command()
@acting_options
@_FILE
@click.option("--comment", required=True, help="Your reasons.")
def third(number: int, name: str, last_act: int | None, path: Path | None, comment: str, *, as_json: bool) -> None:
    """Record the third decision about the case NUMBER, as a complete ruling in a file."""
    if path is None:
        raise Refused("Name the file of your ruling with --file.")
    with desk() as connection:
        who = acting(connection, number, name, last_act)
        own: Ruling = ruling_in(path, _ground(connection, who.found))
        with changes_named(connection, who):
            made = decisions.decide_third(connection, who.wish(Act.MAJORITY, comment=comment), own)
    _print(who, made, as_json=as_json)


def _ground(connection: Connection, found: CaseDetail) -> Ground:
    pin = found.pins[0] if found.pins else None
    source = pin or found.claims[-1]
    return Ground(connection, pin, (source.currency, source.minor))


def _amounts(typed: tuple[str, ...], unit: tuple[str, int]) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for each in typed:
        party, equals, amount = [part.strip() for part in each.rpartition("=")]
        if not equals or not party:
            raise Refused(f'"{escaped(each[:80])}" is no amount of a party. Write it as PARTY=AMOUNT: "seat 3=0.25"')
        if party in amounts:
            raise Refused(f"You named {escaped(party[:80])} twice. Name each party once.")
        amounts[party] = typed_amount(amount, unit[1])
    total = sum(amounts.values())
    if total:
        raise Refused(f"The amounts sum to {in_words(total, unit)}, not to zero. The house is a party too.")
    return amounts


def _print(who: Acting, made: Decided, *, as_json: bool) -> None:
    sentences = {
        Act.AGREE: f"Both decisions agree, so ruling {made.ruling_id} is final.",
        Act.DIFFER: "The two decisions differ, so a third adjudicator decides.",
        Act.MAJORITY: f"Two of the three decisions agree, so ruling {made.ruling_id} is final.",
        Act.NO_MAJORITY: "All three decisions differ, so the case goes back under review.",
    }
    print_case(who, made.seen, sentences[made.act], as_json=as_json, act=made.act.value, ruling_id=made.ruling_id)
