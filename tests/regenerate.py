"""`./run regenerate`: writes anew all that follows from the rules, their cases and the houses, and prints what changed.

That is the README's catalogue, its table of real hands where these are beside the repository, and
`fixtures/reports.txt`. Nothing is written where a hand has another outcome than in the last commit, and the rules
version is the same.
"""

import subprocess
import sys
from collections.abc import Callable
from typing import Final

from auditor.engine.rules import BY_CODE
from auditor.engine.what_changed import RULES_VERSION
from tests import catalogue, rooms_table
from tests.engine import digests
from tests.engine.corpus import CORPUS
from tests.spoiler import PLANTERS

REPORTS: Final = digests.FIXTURES / "reports.txt"


def unpaired(rules: set[str], files: set[str]) -> list[str]:
    """A sentence for each rule without a file of cases, and for each file of cases without a rule."""
    found = [f"{code} has no cases: write fixtures/rules/{code}.hand." for code in sorted(rules - files)]
    return found + [
        f"fixtures/rules/{code}.hand has no rule: write the function, and its name into RULES of its chapter."
        for code in sorted(files - rules)
    ]


def refusals(before: dict[str, digests.Outcome], version: int, now: dict[str, digests.Outcome]) -> list[str]:
    """Why the outcomes of now may not take the place of those before, which were made under that rules version."""
    found = []
    known = {name.partition(":")[0] for name in before}
    for code, rule in BY_CODE.items():
        if f"rules/{code}.hand" not in known and rule.new_in <= version:
            found.append(f"{code} is a new rule: write new_in={version + 1} in its @rule.")
    changed = digests.changed(before, now)
    if changed and version == RULES_VERSION:
        found.append(
            f"These hands have another outcome: {'; '.join(changed)}. Undo that, or say in"
            f" auditor/engine/what_changed.py what version {version + 1} changes."
        )
    return found


def last_committed() -> str:
    """The outcomes in the last commit; those of the file where this is no git checkout."""
    command = ["git", "show", "HEAD:./reports.txt"]
    done = subprocess.run(command, cwd=digests.FIXTURES, capture_output=True, text=True, encoding="utf-8", check=False)
    return REPORTS.read_text(encoding="utf-8") if done.returncode else done.stdout


def main() -> int:
    """Writes all of it, and gives the exit code: 1 where an outcome needs another rules version."""
    committed = last_committed()
    before, now = digests.read(committed), digests.outcomes()
    files = {path.stem for path in (digests.FIXTURES / "rules").glob("*.hand")}
    refused = unpaired(set(BY_CODE), files) or refusals(before, digests.version_of(committed), now)
    if refused:
        sys.stdout.write("".join([f"{each}\n" for each in refused]) + "Nothing was written.\n")
        return 1
    REPORTS.write_text(digests.written(now), encoding="utf-8")
    changes = digests.differences(before, now)
    if committed != digests.written(now):
        changes.append(f"fixtures/reports.txt is of rules version {RULES_VERSION}")
    pages: dict[str, Callable[[], bool]] = {"the catalogue of rules and houses": catalogue.write}
    if CORPUS.is_dir():
        pages["the table of real hands"] = rooms_table.write
    changes += [f"README.md: {name} was written anew" for name, write in pages.items() if write()]
    changes += [
        f"{code} has no planter in tests/spoiler: its cases alone test it" for code in BY_CODE.keys() - PLANTERS
    ]
    sys.stdout.write("".join([f"{each}.\n" for each in changes]) or "Nothing changed.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
