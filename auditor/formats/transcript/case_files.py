"""Finds the cases that come with the auditor: one `.hand` file for each rule, such as `fixtures/rules/O303.hand`. A
case is a hand with the findings that its audit must have.
"""

from importlib import resources
from pathlib import Path

from auditor.formats.transcript.cases import Case, read_cases


def cases_of(code: str) -> list[Case]:
    """Returns the cases of the rule with this code, in the order of its file. The list is empty if there is no file."""
    if not code.isalnum():  # the code comes from a person and must not become another path
        return []
    try:
        text = (fixtures() / "rules" / f"{code}.hand").read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    return read_cases(text)


def fixtures() -> Path:
    """Returns the folder of fixtures. In an installed package the folder is inside the package; in a checkout it is
    beside the package.
    """
    package = Path(str(resources.files("auditor")))
    inside = package / "fixtures"
    return inside if inside.is_dir() else package.parent / "fixtures"
