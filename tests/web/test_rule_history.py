"""The page of a rule says what each version of the rules changed for it, and which runs audited under it."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.engine.what_changed import AT_LARGE, BY_RULE, NEW, RULES_VERSION
from auditor.store.uploads.upload_rows import Receipt
from tests.web.page_text import visible_text

pytestmark = pytest.mark.database

RUNS = """
INSERT INTO run (trigger, rules_version, houses, pin, state)
SELECT 'manual', version, '{}', decode(repeat('00', 32), 'hex'), 'done' FROM unnest(ARRAY[1, 1, 2]) AS version
RETURNING id
"""


def history_of(client: FlaskClient, code: str) -> dict[int, dict[str, Any]]:
    """What is said of each version, by its number."""
    document = client.get(f"/rules/{code}.json").get_json()
    assert [each["version"] for each in document["history"]] == sorted(
        [each["version"] for each in document["history"]], reverse=True
    )
    return {each["version"]: each for each in document["history"]}


def test_the_history_of_a_rule_names_its_runs(night: Receipt, client: FlaskClient, rows: Callable[..., Any]) -> None:
    ((now,),) = rows("SELECT id FROM run")
    (once,), (again,), (second,) = rows(RUNS)
    versions = history_of(client, "B410")
    assert versions[1] == {
        "version": 1, "new": True, "said": NEW, "at_large": AT_LARGE[1], "first_run": once, "last_run": again,
        "findings": 0,
    }  # fmt: skip
    assert versions[2] == {
        "version": 2, "new": False, "said": BY_RULE[2]["B410"], "at_large": AT_LARGE[2],
        "first_run": second, "last_run": second, "findings": 0,
    }  # fmt: skip
    assert (versions[RULES_VERSION]["first_run"], versions[RULES_VERSION]["last_run"]) == (now, now)
    page = client.get("/rules/B410").text
    assert (
        f"rules version 1 This rule is new in this version. Runs {once} to {again} used this version."
        in visible_text(page)
    )
    change = f"{BY_RULE[2]['B410']} For all rules: {AT_LARGE[2]}"
    assert f"rules version 2 {change} Run {second} used this version." in visible_text(page)
    assert f'<a href="/runs/{again}">' in page
    assert "rules version 4 Nothing changed for this rule. " in visible_text(page)


def test_what_a_version_was_the_first_to_find_is_counted(
    night: Receipt, client: FlaskClient, rows: Callable[..., Any]
) -> None:
    assert {version: each["findings"] for version, each in history_of(client, "B402").items() if each["findings"]} == {
        RULES_VERSION: 1
    }
    rows("UPDATE finding SET rules_version = 2, more = 4 RETURNING id")
    assert [history_of(client, "B402")[version]["findings"] for version in (RULES_VERSION, 2, 1)] == [0, 5, 0]
    page = client.get("/rules/B402").text
    assert 'the auditor first found\n    <a href="/findings?code=B402&amp;engine=2">5 current findings</a>.' in page
    assert client.get("/findings.json?code=B402&engine=2").get_json()["total"] == 5
    rows("UPDATE finding SET detection = 'gone' RETURNING id")
    assert history_of(client, "B402")[2]["findings"] == 0


@pytest.mark.parametrize(("code", "since"), [("K901", 3), ("H801", 3), ("H803", 1)])
def test_a_rule_has_no_history_before_it_was_new(code: str, since: int, client: FlaskClient) -> None:
    versions = history_of(client, code)
    assert list(versions) == list(range(RULES_VERSION, since - 1, -1))
    assert [version for version, each in versions.items() if each["new"]] == [since]
    assert {(each["first_run"], each["last_run"]) for each in versions.values()} == {(None, None)}
    assert f"rules version {since} This rule is new in this version. No run used this version." in visible_text(
        client.get(f"/rules/{code}").text
    )
