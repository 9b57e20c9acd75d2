"""The pages that are walked, with something behind each; and how they are looked at."""

from typing import Literal, TypedDict

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from auditor.jobs import rereading
from auditor.store.triage import decisions, selections
from auditor.triage.acts import Act, Wish
from tests.browser.site import Site
from tests.cli.command import LOGS, TOP
from tests.formats.test_unread import HAND as UNREAD
from tests.web.night import NIGHT, HandText, history
from tests.web.paid import wrongly_paid

# Every kind of page, and each state of it that looks different. A new route fails tests/web/test_walked.py until it is
# here.
PAGES = (
    "/",
    "/uploads",
    "/uploads/{done}",
    "/uploads/{done}?again=1",
    "/uploads/{unreadable}",
    "/uploads/received?receipts={done},{unreadable}&again=2",
    "/findings",
    "/findings?all=yes",
    "/findings?code=B402&street=4",
    "/findings?code=P601",
    "/findings?contested=yes",
    "/findings?all=yes&rows=findings",
    "/findings/groups?all=yes",
    "/findings/groups?all=yes&by=rule",
    "/findings/groups?all=yes&by=player",
    "/findings/groups?code=B402&triage=closed",
    "/findings/1?list=all%3Dyes",
    "/findings/{decided}",
    "/findings/{contested}",
    "/selections/{selection}",
    "/hands",
    "/hands?number=1",
    "/hands?number=4200001",
    "/hands/1",
    "/hands/2?list=all%3Dyes&at=1",
    "/hands/2?house=casino",
    "/hands/2?names=masked",
    "/hands/2/step/4.4",
    "/hands/2/step/4.4?list=all%3Dyes&at=1",
    "/hands/2/step/9.5?cards=known",
    "/hands/2/step/nowhere",
    "/hands/2/whatif?house=casino",
    "/hands/4",
    "/hands/4/beside/1",
    "/hands/5",
    "/hands/6",
    "/hands/6/whatif",
    "/hands/7",
    "/hands/8",
    "/rules/B403?house=qqonline",
    "/rules",
    "/rules/L102",
    "/rules/B402/cases/1",
    "/rules/B402?example=9",
    "/houses",
    "/houses/casino",
    "/houses/casino/against?house=qqonline",
    "/runs",
    "/runs/1",
    "/runs/0..1",
    "/nights",
    "/unread",
    "/unread?room=pokerstars&mark=open",
    "/unread?upload={done}",
    "/unread/1",
    "/unread/2?names=masked",
    "/hands/1/explained",
    "/explained/none",
    "/players/Aster",
    "/players/{long}",
    "/players/Nobody",
    "/tables/Ivy%204200001",
    "/tables/{long}?names=masked",
    "/days/2026-11-13",
    "/cases",
    "/inbox",
    "/inbox?all=yes",
    "/activity",
    "/activity?person=Ann&act=dismiss",
    "/digest",
    "/digest?week=2026-W01",
    "/owed",
    "/owed?by=night&of=confirmed",
    "/owed/hands",
    "/owed/hands?player=Aster",
    "/figures",
    "/figures?scale=log&severity=money",
    "/figures?since=1999&until=1999",
    "/figures/hands",
    "/figures/hands?rake=any",
    "/search?q=a",
    "/search?q=B4",
    "/search",
    "/settings",
    "/settings/accounts",
    "/settings/venues",
    "/settings/ingest",
    "/settings/second-factor",
    "/settings/retention?venue=default&days=30",
    "/settings/houses",
    "/settings/changes",
    "/sign-in",
    "/sign-in/link/none",
    "/help",
    "/words",
    "/keys",
    "/api/v1/docs",
    "/api/v1/docs?show=all",
    "/nothing",
    "/findings?limit=0",
)
WIDTHS = (1280, 768, 320)
SCHEMES = ("light", "dark", "forced")
LONG = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenh"


def fill(site: Site) -> list[str]:
    """The addresses of the pages, once hands stand behind them: lawful, faulty, contradicting, with names as long as
    names may be; and findings that somebody decided or selected.
    """
    done = site.sent(NIGHT, f"{LONG}{LONG}.txt")
    site.sent(history(HandText(number="4200003", players=(LONG, "Bo", "Cy"), table=LONG, bet=15)), "long.txt")
    site.sent(history(HandText(number="4200001", bet=15)), "other.txt")
    site.sent((TOP / LOGS / "readings.hand").read_bytes(), "readings.hand")
    site.sent(UNREAD.format(line=f"The moon rises over table 5\n{LONG * 2}").encode(), "unread.txt")
    with site.place.database.begin() as connection:
        rereading.mark(connection, 2, "Ann", noise=True)
    site.done()
    site.sent(wrongly_paid("4200011") + wrongly_paid("4200012", LONG, (LONG, "Bo", "Cy")), "paid.txt")
    site.done()
    unreadable = site.sent(b"%PDF-1.7", "paper.pdf")
    with site.place.database.begin() as connection:
        select = "SELECT min(id) FROM finding WHERE {}"
        contested = connection.exec_driver_sql(select.format("readings <> ''")).scalar_one()
        decided = connection.exec_driver_sql(select.format("code = 'B402' AND id > 1")).scalar_one()
        decisions.act(connection, decided, Wish(Act.DISMISS, "record misread", "What the room wrote is no bet."), "Ann")
        decisions.act(connection, decided, Wish(Act.ASSIGN, assignee="Ann"), "Bob")
        selection = selections.freeze(connection, {"triage": "open"}, "Status: open", "Ann")
    parts = {"long": LONG, "done": done.receipt, "unreadable": unreadable.receipt, "selection": selection}
    return [each.format(decided=decided, contested=contested, **parts) for each in PAGES]


class Look(TypedDict, total=False):
    """How a browser is opened, in its own words."""

    color_scheme: Literal["dark", "light"]
    forced_colors: Literal["active"]
    reduced_motion: Literal["reduce"]
    viewport: ViewportSize


def look(scheme: str, width: int) -> Look:
    """How a browser is opened for a scheme of colours and a width."""
    seen = Look(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    if scheme == "forced":
        return {**seen, "forced_colors": "active"}
    return {**seen, "color_scheme": "dark" if scheme == "dark" else "light"}


def axe(page: Page, address: str, scheme: str = "") -> list[str]:
    """What axe finds wrong, a line each. Forced colours are the visitor's own: there their contrast is not looked at,
    which is half of the work.
    """
    contrast = {"color-contrast": {"enabled": scheme != "forced"}}
    found = Axe().run(page, options={"resultTypes": ["violations"], "rules": contrast})
    return [
        f"{address}: {each['id']} {each['help']}: {[node['target'] for node in each['nodes']][:3]}"
        for each in found.response["violations"]
    ]
