"""The cases of the rules as they come with the auditor: one `.hand` file a rule, `fixtures/rules/O303.hand`."""

from importlib import resources
from pathlib import Path

from auditor.formats.transcript.cases import Case, read_cases


def cases_of(code: str) -> list[Case]:
    """The cases of the rule of this code, in the order of its file; none where it has no file."""
    if not code.isalnum():  # what was typed must not become another path
        return []
    try:
        text = (fixtures() / "rules" / f"{code}.hand").read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    return read_cases(text)


def fixtures() -> Path:
    """The fixtures: inside the package where it was installed, else beside it in the checkout."""
    package = Path(str(resources.files("auditor")))
    inside = package / "fixtures"
    return inside if inside.is_dir() else package.parent / "fixtures"
