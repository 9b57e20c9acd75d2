"""The catalogue of rules and the list of houses as the README shows them, made from the rules and houses themselves.

`./run regenerate` writes them into the README, between their marks.
"""

from pathlib import Path
from typing import Final

from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.house.parameter_types import in_words
from auditor.engine.house.registry import shipped
from auditor.engine.rules import BY_CODE
from auditor.web.rulebook.catalogue import CHAPTERS

README: Final = Path(__file__).resolve().parents[1] / "README.md"
BEGIN: Final = "<!-- rules and houses: made by tests/catalogue.py -->\n"
END: Final = "<!-- end of rules and houses -->\n"
_HOUSES: Final = "| house | rules | games | limits | built on |\n| --- | --- | --- | --- | --- |\n"


def rules() -> str:
    """A paragraph a chapter: every code with its offence."""
    titles = {code: rule.title for code, rule in BY_CODE.items()}
    titles |= {code: found.title for code, found in ACROSS_HANDS.items()}
    paragraphs = []
    for letter, chapter in CHAPTERS.items():
        listed = [f"{code} {title}" for code, title in titles.items() if code[0] == letter]
        paragraphs.append(f"- **{chapter}**: {' · '.join(listed)}\n")
    return "".join(paragraphs)


def houses() -> str:
    """A row a house."""
    rows = []
    for name in shipped().names():
        file = shipped().file(name)
        games, limits = (in_words(words, "and") for words in (file.games, file.structures))
        rows.append(f"| `{name}` | {file.title} | {games} | {limits} | {'' if file.base == name else file.base} |\n")
    return _HOUSES + "".join(rows)


def made() -> str:
    """What stands between the marks."""
    return f"{rules()}\n{houses()}"


def write() -> bool:
    """Writes both into the README, between their marks; whether that changed it."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    fresh = before + BEGIN + made() + END + rest.partition(END)[2]
    README.write_text(fresh, encoding="utf-8")
    return fresh != text
