"""The outcomes of all fixtures as short digests, a line a hand: what a compiled engine and a later version must repeat.

`./run regenerate` writes `fixtures/reports.txt` anew. This module prints the lines too, over a compiled copy of the
engine. Neither the rules version nor the house is in a digest: a line differs where its outcome does.
"""

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from auditor.engine.audit import GAMES
from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house import House, HouseRefused
from auditor.engine.house.registry import load
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings
from auditor.engine.what_changed import RULES_VERSION
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from auditor.formats.transcript.cases import read_cases

FIXTURES: Final = Path(__file__).resolve().parents[2] / "fixtures"
_LENGTH: Final = 8  # hexadecimal digits: one change in four thousand million is not seen


class Outcome(NamedTuple):
    """What is kept of a report: a digest of its hand, and one of the hand with all that was found in it."""

    hand: str
    report: str


def cases() -> Iterator[tuple[str, Hand, House]]:
    """Every case of every rule, its name and the house it names."""
    for path in sorted((FIXTURES / "rules").glob("*.hand")):
        for case in read_cases(path.read_text(encoding="utf-8")):
            house = load(case.house, case.hand.game, case.hand.structure)
            for key, value in case.overrides.items():
                house = house.with_value(key, value)
            yield f"rules/{path.name}: {case.title}", case.hand, house


def logged() -> Iterator[tuple[str, Hand, House]]:
    """Every hand of the sample logs, its name and the house it is audited by."""
    for path in sorted([*(FIXTURES / "formats").rglob("*.*"), *(FIXTURES / "demo").rglob("*.*")]):
        if path.suffix in {".md", ".golden"} or not path.is_file():
            continue
        for place, outcome in enumerate(open_log(path.read_bytes()), start=1):
            if not isinstance(outcome, Read) or outcome.hand.game not in GAMES:
                continue
            try:
                house = house_for(outcome.hand)
            except HouseRefused:
                continue
            yield f"{path.relative_to(FIXTURES)}: {outcome.hand.number or place}", outcome.hand, house


def outcomes() -> dict[str, Outcome]:
    """What comes of every hand of the fixtures, by its name. Raises `ValueError` where two have the same."""
    found: dict[str, Outcome] = {}
    for name, hand, house in chain(cases(), logged()):
        if name in found:
            raise ValueError(f"There are two hands {name}.")
        found[name] = _outcome(audit_with_readings(hand, house))
    return found


def written(found: dict[str, Outcome]) -> str:
    """The rules version, and below it a line a hand: its outcome and its name, in the order of the names."""
    lines = [f"{outcome.hand} {outcome.report} {name}\n" for name, outcome in sorted(found.items())]
    return "".join([f"rules {RULES_VERSION}\n", *lines])


def read(text: str) -> dict[str, Outcome]:
    """The outcomes that were written so."""
    lines = [line.split(" ", 2) for line in text.splitlines()[1:]]
    return {name: Outcome(hand, report) for hand, report, name in lines}


def version_of(text: str) -> int:
    """The rules version under which these outcomes were made."""
    return int(text.partition("\n")[0].removeprefix("rules "))


def changed(before: dict[str, Outcome], now: dict[str, Outcome]) -> list[str]:
    """The names of the same hands that have another outcome."""
    same = [name for name in sorted(before.keys() & now.keys()) if before[name].hand == now[name].hand]
    return [name for name in same if before[name] != now[name]]


def differences(before: dict[str, Outcome], now: dict[str, Outcome]) -> list[str]:
    """What is otherwise, kind by kind, with the names of the hands."""
    other = [name for name in sorted(before.keys() & now.keys()) if before[name].hand != now[name].hand]
    told = (
        ("Other outcomes of the same hands, which need a new RULES_VERSION", changed(before, now)),
        ("Hands that are read otherwise or were written anew", other),
        ("New", sorted(now.keys() - before.keys())),
        ("Gone", sorted(before.keys() - now.keys())),
    )
    return [f"{said}: {'; '.join(names)}" for said, names in told if names]


def _outcome(report: Report) -> Outcome:
    bare = Report(report.hand, "", "", 0, report.findings, report.unverifiable, report.settlement, report.beside)
    return Outcome(report.hand_digest[:_LENGTH], bare.digest()[:_LENGTH])


if __name__ == "__main__":
    sys.stdout.write(written(outcomes()))
