"""Small files of three hands, and what becomes of each."""

from collections.abc import Iterable

from auditor.formats import Outcome, Read, Rejected, open_log

ONE = 'hand 1\nseat 1 "Zoë" 500\nseat 2 "Bo" 500\n1 checks\n'
TWO = "hand 2\nstacks 5 5\n\n2 checks\n"
THREE = "hand 3\nstacks 5 5\n1 folds\n"
FILE = ONE + "\n" + TWO + THREE


def outcomes(data: bytes | str) -> list[Outcome]:
    return list(open_log(data.encode() if isinstance(data, str) else data))


def numbers(data: bytes | str) -> list[str | None]:
    return [outcome.hand.number for outcome in outcomes(data) if isinstance(outcome, Read)]


def places(found: Iterable[Outcome]) -> list[tuple[str, int]]:
    return [(type(each).__name__, each.first_line if isinstance(each, Read) else each.line) for each in found]


def rejected(data: bytes | str) -> Rejected:
    """The one rejected piece of a file."""
    [found] = [each for each in outcomes(data) if isinstance(each, Rejected)]
    return found


def digests(found: Iterable[Outcome]) -> list[str]:
    return [each.hand.digest() for each in found if isinstance(each, Read)]
