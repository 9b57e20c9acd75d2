"""No version of the rules without a word on what it changed, and for which rules."""

import pytest

from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.rules import BY_CODE
from auditor.engine.what_changed import AT_LARGE, BY_RULE, NEW, RULES_VERSION, Change, history

CODES = {*BY_CODE, *ACROSS_HANDS}


def test_every_version_of_the_rules_is_described() -> None:
    """A sentence in `auditor/engine/what_changed.py` raises `RULES_VERSION`, and so does a rule that is new."""
    assert list(BY_RULE) == list(range(1, RULES_VERSION + 1))
    assert set(AT_LARGE) <= set(BY_RULE)


@pytest.mark.parametrize("version", BY_RULE)
def test_changes_are_whole_sentences_about_rules_that_exist(version: int) -> None:
    assert BY_RULE[version].keys() <= CODES
    told = [*filter(None, [AT_LARGE.get(version)]), *BY_RULE[version].values()]
    assert told
    for said in told:
        assert said[0].isupper()
        assert said.endswith(".")
        assert "  " not in said


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_rule_was_new_once_and_changed_only_later(code: str) -> None:
    told = [version for version in BY_RULE if code in BY_RULE[version]]
    assert [version for version in told if BY_RULE[version][code] == NEW] == told[:1]


def test_the_history_of_a_rule_goes_back_to_its_beginning() -> None:
    said = [BY_RULE[version].get("O303", "") for version in (3, 2, 1)]
    assert said[1:] == ["", NEW]
    assert said[0].startswith("The finding says whether the table took back a wrong opening")
    told = history("O303")
    assert told[-3:] == tuple(
        Change(version, version == 1, each, AT_LARGE[version]) for version, each in zip((3, 2, 1), said, strict=True)
    )
    assert [each.version for each in told] == list(range(RULES_VERSION, 0, -1))
    changed, unchanged = history("B406")[-4], told[-4]  # by a version that changed nothing of all rules
    assert (changed.words(), unchanged.words()) == (BY_RULE[4]["B406"], "Nothing changed for this rule.")
    assert history("K901")[-1] == Change(3, True, NEW, AT_LARGE[3])
