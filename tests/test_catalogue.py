"""The README's catalogue of rules and its list of houses are those that there are."""

from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.house.registry import names
from auditor.engine.rules import BY_CODE
from tests.catalogue import BEGIN, END, README, made


def test_the_readme_has_every_rule_and_every_house() -> None:
    text = README.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0] == made(), "./run regenerate writes it anew"


def test_none_is_left_out() -> None:
    told = made()
    assert all(f"{rule.code} {rule.title}" in told for rule in BY_CODE.values())
    assert all(f"{code} {found.title}" in told for code, found in ACROSS_HANDS.items())
    assert all(f"| `{name}` | " in told for name in names())


def test_each_says_why_it_matters() -> None:
    reasons = [*[rule.why for rule in BY_CODE.values()], *[found.why for found in ACROSS_HANDS.values()]]
    assert all(reason[0].isupper() and reason.endswith(".") for reason in reasons)
    assert len(set(reasons)) == len(reasons)
