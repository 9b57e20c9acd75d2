"""The reports of all fixtures as digests, one a line: what a compiled engine and a later version must repeat.

`python -m tests.engine.digests` prints them; it is run by itself too, over a compiled copy of the engine.
"""

import hashlib
import sys
from pathlib import Path

from auditor.engine.audit import GAMES, RULES_VERSION, audit
from auditor.engine.house import HouseRefused, load
from auditor.engine.house_choice import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from auditor.formats.transcript.cases import read_cases

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def of_cases() -> list[str]:
    """The digests of every case of every rule, under the house it names."""
    digests = []
    for path in sorted((FIXTURES / "rules").glob("*.hand")):
        for case in read_cases(path.read_text(encoding="utf-8")):
            house = load(case.house, case.hand.game)
            for key, value in case.overrides.items():
                house = house.with_value(key, value)
            digests.append(f"{path.name} {case.line} {audit(case.hand, house).digest()}")
    return digests


def of_logs() -> list[str]:
    """The digests of every hand of the sample logs, under the house each is audited by."""
    digests = []
    for path in sorted([*(FIXTURES / "formats").rglob("*.*"), *(FIXTURES / "demo").rglob("*.*")]):
        if path.suffix in {".md", ".golden"} or not path.is_file():
            continue
        for number, outcome in enumerate(open_log(path.read_bytes())):
            if not isinstance(outcome, Read) or outcome.hand.game not in GAMES:
                continue
            try:
                report = audit(outcome.hand, house_for(outcome.hand))
            except HouseRefused:
                continue
            digests.append(f"{path.relative_to(FIXTURES)} {number} {report.digest()}")
    return digests


def one_for_all() -> str:
    """The rules version and a single digest over all of them."""
    everything = "\n".join([*of_cases(), *of_logs()])
    return f"rules {RULES_VERSION} {hashlib.sha256(everything.encode()).hexdigest()}"


if __name__ == "__main__":
    sys.stdout.write("\n".join([*of_cases(), *of_logs(), one_for_all()]) + "\n")
