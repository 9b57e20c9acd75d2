"""The letter of a decided case: the parts, the amounts of one party, and the mistakes of a venue's own template."""

import datetime as dt
from dataclasses import replace

import pytest

from auditor.disputes.letters import Addressee, BadLetter, Decided, checked, english, letter
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import ExGratia, Fact, Line, RuleBasis, Ruling

BASIS = RuleBasis("The odd chip goes to high.", "odd.halves", "roberts", "ab" * 32, "assumed", "odd.halves = high")
LINES = (Line("seat 1", -5, -5), Line("seat 3", 5, 5))
RULING = Ruling(
    Outcome.UPHELD, (Fact("Otto got 12.", 41),), BASIS, LINES, "USD", 2, (ExGratia("seat 3", 100, "A long wait."),)
)
DECIDED = Decided(
    7, "north", "88214", "Otto got it.", "To \x1b[31mhigh.", 5, RULING, {"seat 1": -5, "seat 3": 5},
    dt.date(2026, 11, 25), lambda amount: f"{amount / 100:.2f} USD", lambda text: text.replace("Otto", "seat 1"),
)  # fmt: skip


def to(label: str) -> Addressee:
    return Addressee(label, frozenset({label}))


def test_each_party_reads_its_own_amounts_and_no_hidden_name() -> None:
    texts = {label: letter(english(), DECIDED, to(label)) for label in ("seat 1", "seat 3", "seat 5", "claimant")}
    for label, amounts in (
        ("seat 1", "You pay 0.05 USD in all. On the day of this letter, 0.05 USD is still owed by you."),
        (
            "seat 3",
            "You receive 1.05 USD in all. In this amount, 1.00 USD is more than the rules require: A long wait.",
        ),
        ("seat 5", "The decision moves no chips to you or from you."),
        ("claimant", "The settlement has no line for claimant. Ask us if you expected an amount."),
    ):
        flat = " ".join(texts[label].split())
        assert amounts in flat
        assert "1. seat 1 got 12. (event 41 of the hand)" in flat
        assert "The house does not state this rule. We assume it." in flat
        assert "We read it as: odd.halves = high." in flat
        assert "Otto" not in flat
        assert "\x1b" not in flat
        assert max(map(len, texts[label].splitlines())) <= 78
    paid = letter(english(), replace(DECIDED, open_amounts={}), to("seat 1"))
    assert "nothing of this amount is open" in paid


def test_each_mistake_of_a_template_has_one_sentence() -> None:
    for template, words in (
        (english() + "$name", r"unknown field \$name. The fields are: \$venue"),
        (english().replace("$amounts", ""), r"The template has no field \$amounts."),
        (english() + " 5$ ", "Write two dollar signs to print one"),
        (english() + "x" * 70_000, "longer than 65,536 characters"),
    ):
        with pytest.raises(BadLetter, match=words):
            checked(template)
