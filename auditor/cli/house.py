"""The command `auditor house`: lists the houses, prints one house as a rulebook, or shows how two houses differ."""

from itertools import groupby
from typing import Final

import click

from auditor.cli.rulebook import GAMES, answer, entry, headed, heading_of, rulebook, status_and_clause, wrapped
from auditor.cli.terminal_text import counted
from auditor.engine.hand import Game, Structure
from auditor.engine.house import Setting
from auditor.engine.house.differences import Difference, differences, in_both, pair
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import names
from auditor.engine.house.setting_words import setting_document


@click.command()
@click.argument("name", required=False)
@click.option(
    "--diff", nargs=2, metavar="NAME NAME", help="Print how two houses differ, instead of the rules of one house."
)
@click.option(
    "--questions",
    is_flag=True,
    help="Print every question that a house answers, with the key of the question and the possible answers.",
)
def house(name: str | None, diff: tuple[str, str] | None, questions: bool) -> None:
    """List the houses, print one house, or compare two houses.

    A house is a set of rules. Two houses are compared only in the games that both cover.
    """
    if bool(diff) + bool(name) + questions > 1:
        raise click.UsageError(
            "Give only one of these: the name of a house, --diff with the names of two houses, or --questions."
        )
    if questions:
        lines = house_questions()
    elif diff:
        lines = house_diff(*[each.lower() for each in diff])
    else:
        lines = rulebook(name.lower()) if name else [line for each in names() for line in entry(each)]
    click.echo("\n".join(lines))


def house_questions() -> list[str]:
    """Returns lines with every question that a house answers, chapter by chapter. Each question has its key, such as
    `bring_in.tie`, and the answers that a house file may choose.
    """
    lines: list[str] = []
    for heading, questions in groupby(PARAMETERS.values(), heading_of):
        lines += headed(heading, "-")
        for question in questions:
            lines += wrapped(f"{question.meaning}  [{question.key}]", "  ")
            if question.choices:
                for name, meaning in question.choices.items():
                    lines += wrapped(f'"{name}": {meaning}', "      ")
            else:
                lines += wrapped(question.wanted(), "      ")
    return lines[1:]


# The parts of an answer that may differ between two houses, each with its heading. The most important part comes first.
_PARTS: Final = (
    ("value", "Other answers"),
    ("status", "The same answer, another certainty"),
    ("clause", "The same answer, in other words"),
    ("readings", "The same answer, with other readings"),
)


def house_diff(first: str, second: str) -> list[str]:
    """Returns lines with the differences between two houses. Games and betting structures that have exactly the same
    differences share one list.

    Raises `HouseRefused` if one of the houses does not exist, or if the two houses have no game or no betting structure
    in common.
    """
    groups: dict[str, tuple[list[tuple[Game, Structure]], tuple[Difference, ...]]] = {}
    for game, structure in in_both(first, second):
        found = differences(*pair(first, second, game, structure))
        answers = repr([(setting_document(each.first), setting_document(each.second)) for each in found])
        groups.setdefault(answers, ([], found))[0].append((game, structure))
    lines = [f"{first} against {second}"]
    for places, found in groups.values():
        played = "; ".join([f"{GAMES[game]}, {structure} limit" for game, structure in places])
        lines += [*headed(played, "="), *_counted(first, second, found)]
        for part, heading in _PARTS:
            here = [each for each in found if each.differs[0] == part]
            lines += headed(heading, "-") if here else []
            lines += [line for each in here for line in _lines(first, second, each)]
    return lines


def _counted(first: str, second: str, found: tuple[Difference, ...]) -> list[str]:
    if not found:
        return wrapped(f"The rules of {first} and {second} are the same, word for word.", "")
    values = sum([each.differs[0] == "value" for each in found])
    same = len(PARAMETERS) - values
    worded_otherwise = len(found) - values
    alike = f"{same} {'is' if same == 1 else 'are'} the same"
    counts = f"{counted(values, 'answer')} of {len(PARAMETERS)} {_verb(values)}, {alike}"
    worded = f"; {worded_otherwise} of the answers that are the same {_verb(worded_otherwise)} in certainty or wording"
    return wrapped(f"{counts}{worded if len(found) > values else ''}.", "")


def _verb(answers: int) -> str:
    return "differs" if answers == 1 else "differ"


def _lines(first: str, second: str, difference: Difference) -> list[str]:
    lines = wrapped(f"{PARAMETERS[difference.key].meaning}  [{difference.key}]", "  ")
    for name, setting in ((first, difference.first), (second, difference.second)):
        lines += _side(name, setting)
    return lines


def _side(name: str, setting: Setting) -> list[str]:
    lines = wrapped(f"{name}: {answer(setting.key, setting.value)}; {status_and_clause(setting)}", "      ")
    for reading in setting.readings:
        lines += wrapped(f"or {answer(setting.key, reading.value)}: {reading.sentence}", "          ")
    return lines
