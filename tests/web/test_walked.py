"""Every page that can be read is on the list of those that a browser walks and axe looks at."""

from pathlib import Path

from werkzeug.routing import Rule

from auditor.settings import Settings
from auditor.web import create_app
from tests.browser.walked import PAGES

# What is no page, by the name of its route: files and bytes, answers for programs, and addresses that lead elsewhere.
NO_PAGES = {
    "static",
    "health.alive",
    "health.ready",
    "hands.raw",
    "disputes.exhibit",
    "parties.download",
    "second_factor.picture",
    "printed.hand",
    "printed.found",
    "hands.permalink",
    "steps.first",
    "findings.by_line",
    "unread.exported",
}
# Tried by a test of its own: the frame of another program's page.
ELSEWHERE = {"docs.tried"}
# The pages of one case need accounts: `tests/browser/test_cases_pages.py` looks at them.
ELSEWHERE |= {"disputes.one", "dispute_acts.ruling_form", "dispute_opening.form"}
# The pages of players behind links, and the code at sign-in: `test_party_page.py` and `test_second_factor.py`.
ELSEWHERE |= {"claim_links.every", "claims.form", "parties.hand", "parties.one", "second_factor.code_form"}


def is_page(rule: Rule) -> bool:
    programs = rule.rule.startswith("/api/") and not rule.rule.startswith("/api/v1/docs")
    return "GET" in (rule.methods or ()) and not rule.endpoint.endswith(("_json", "_csv")) and not programs


def test_every_page_is_walked(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path / "data", database_url="postgresql://nobody@127.0.0.1:9/none"))
    known = app.url_map.bind("localhost")
    filled = dict.fromkeys(("done", "unreadable", "decided", "contested", "selection", "long"), "1")
    paths = [each.partition("?")[0].format(**filled) for each in PAGES]
    walked = {known.match(path)[0] for path in paths if path != "/nothing"}
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if is_page(rule)}
    assert pages - walked - NO_PAGES - ELSEWHERE == set()
    assert walked <= pages
