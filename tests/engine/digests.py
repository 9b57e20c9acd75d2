"""The reports of all fixtures as digests, one a line: what a compiled engine and a later version must repeat.

`python -m tests.engine.digests` prints them; it is run by itself too, over a compiled copy of the engine.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from auditor.engine.audit import GAMES, RULES_VERSION
from auditor.engine.hand import Hand
from auditor.engine.house import House, HouseRefused
from auditor.engine.house_choice import house_for
from auditor.engine.readings import audit_with_readings
from auditor.engine.shelf import load
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from auditor.formats.transcript.cases import read_cases

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def cases() -> Iterator[tuple[str, Hand, House]]:
    """Every case of every rule, its name and the house it names."""
    for path in sorted((FIXTURES / "rules").glob("*.hand")):
        for case in read_cases(path.read_text(encoding="utf-8")):
            house = load(case.house, case.hand.game, case.hand.structure)
            for key, value in case.overrides.items():
                house = house.with_value(key, value)
            yield f"{path.name} {case.line}", case.hand, house


def logged() -> Iterator[tuple[str, Hand, House]]:
    """Every hand of the sample logs, its name and the house it is audited by."""
    for path in sorted([*(FIXTURES / "formats").rglob("*.*"), *(FIXTURES / "demo").rglob("*.*")]):
        if path.suffix in {".md", ".golden"} or not path.is_file():
            continue
        for number, outcome in enumerate(open_log(path.read_bytes())):
            if not isinstance(outcome, Read) or outcome.hand.game not in GAMES:
                continue
            try:
                yield f"{path.relative_to(FIXTURES)} {number}", outcome.hand, house_for(outcome.hand)
            except HouseRefused:
                continue


def of(hands: Iterable[tuple[str, Hand, House]]) -> list[str]:
    """The names of hands, each with the digest of its report."""
    return [f"{name} {audit_with_readings(hand, house).digest()}" for name, hand, house in hands]


def one_for_all() -> str:
    """The rules version and a single digest over all of them."""
    everything = "\n".join(of(chain(cases(), logged())))
    return f"rules {RULES_VERSION} {hashlib.sha256(everything.encode()).hexdigest()}"


if __name__ == "__main__":
    sys.stdout.write("\n".join([*of(chain(cases(), logged())), one_for_all()]) + "\n")
