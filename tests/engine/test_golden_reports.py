"""The outcomes of all fixtures are those that were committed, with the rules version under which they were made.

Whoever changes an outcome raises `RULES_VERSION`; whoever adds a case does not. Both write the lines anew, and the diff
shows which they are: `./run regenerate`.
"""

from tests.engine.digests import FIXTURES, Outcome, differences, outcomes, read, written

COMMITTED = FIXTURES / "reports.txt"


def test_every_outcome_is_the_one_that_was_committed() -> None:
    text = COMMITTED.read_text(encoding="utf-8")
    now = outcomes()
    assert differences(read(text), now) == [], "./run regenerate writes them anew"
    assert text == written(now), "the rules version or the order is another; ./run regenerate writes them anew"


def test_a_changed_outcome_a_changed_hand_and_a_new_hand_are_listed_apart() -> None:
    before = {
        "kept": Outcome("a", "1"),
        "judged": Outcome("b", "2"),
        "edited": Outcome("c", "3"),
        "old": Outcome("d", "4"),
    }
    now = {
        "kept": Outcome("a", "1"),
        "judged": Outcome("b", "5"),
        "edited": Outcome("e", "6"),
        "added": Outcome("f", "7"),
    }
    assert differences(before, now) == [
        "Other outcomes of the same hands, which need a new RULES_VERSION: judged",
        "Hands that are read otherwise or were written anew: edited",
        "New: added",
        "Gone: old",
    ]
