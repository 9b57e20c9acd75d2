"""Takes a picture of each screen, wide and narrow, light and dark, into `shots/`: `./run shots [LINK]`.

The demonstration is started for it, in a folder of its own that is gone afterwards, unless the link that a running one
printed is given. With `--readme` the three pictures of the README are taken too, into fixtures/shots.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from auditor.store.postgres.system_account import home_below

TOP = Path(__file__).resolve().parents[2]
FOLDER = TOP / "shots"
README = TOP / "fixtures" / "shots"
MOST_BYTES = 200_000
AUDITOR = (sys.executable, "-P", "-m", "auditor")
SIZES = {"wide": (1280, 860), "phone": (360, 740)}
SCREENS = {
    "desk": "/",
    "uploads": "/uploads",
    "findings": "/findings",
    "finding": "/findings/{finding}?list=triage%3Dopen",
    "beside": "/findings?triage=open#finding-{finding}",
    "hand": "/hands/{hand}?house={house}",
    "step": "/hands/{hand}/step/{step}?house={house}",
    "what-if": "/hands/{hand}/whatif?house=roberts",
    "rule": "/rules/B402?house={house}",
    "house": "/houses/{house}",
    "houses-compared": "/houses/{house}/against?house=roberts",
    "runs": "/runs",
    "run": "/runs/1",
    "difference": "/runs/0..5",
    "nights": "/nights",
    "inbox": "/inbox",
    "activity": "/activity",
    "digest": "/digest",
    "figures": "/figures",
    "settings": "/settings",
    "words": "/words",
    "keys": "/keys",
}


@contextmanager
def demonstration() -> Iterator[str]:
    """The link that a demonstration of our own prints. Its folder and its database end with it."""
    with tempfile.TemporaryDirectory(prefix="auditor-shots-") as folder:
        environment = {**os.environ, "AUDITOR_DATA": folder}
        command = [*AUDITOR, "demo", "--port", "0"]
        with subprocess.Popen(command, cwd=TOP, env=environment, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            try:
                yield next(found[1] for line in running.stdout if (found := re.search(r"See the pages at (\S+)", line)))
            finally:
                running.terminate()
                running.wait()
                subprocess.run([*AUDITOR, "db", "stop"], cwd=TOP, env=environment, check=False)
                home = home_below(Path(folder))
                if home is not None:  # root's database lies outside the folder
                    shutil.rmtree(home, ignore_errors=True)


def take(link: str, *, readme: bool) -> None:
    """Signs in by the link and takes the pictures."""
    address = re.match(r"https?://[^/]+", link)
    assert address is not None, link
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        program = os.environ.get("AUDITOR_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        entrance = browser.new_context(base_url=address[0])
        page = entrance.new_page()
        page.goto(link)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{address[0]}/")
        seat = entrance.storage_state(path=None)
        parts = _offence(page)
        for scheme in ("light", "dark"):
            for size, (width, height) in SIZES.items():
                shown = _opened(browser, address[0], seat, scheme, (width, height))
                for name, path in SCREENS.items():
                    shown.goto(path.format(**parts))
                    shown.locator("[inert]").wait_for(state="detached")  # what comes beside the list is there
                    shown.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png", full_page=True)
                shown.context.close()
        if readme:
            _for_the_readme(browser, address[0], seat, parts)
        browser.close()


def _offence(page: Page) -> dict[str, str]:
    """A wager of the wrong size, the largest: its finding, hand and step."""
    finding = json.loads(page.request.get("/findings.json?code=B402").text())["findings"][0]
    page.goto(f"/findings/{finding['id']}")
    step = page.get_by_role("link", name="Show the table").get_attribute("href") or ""
    place = step.rpartition("/step/")[2].partition("?")[0]
    return {"finding": finding["id"], "hand": finding["hand_id"], "house": finding["house"], "step": place}


def _opened(browser: Browser, address: str, seat: StorageState, scheme: str, size: tuple[int, int]) -> Page:
    context = browser.new_context(
        base_url=address,
        storage_state=seat,
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
    )
    return context.new_page()


def _for_the_readme(browser: Browser, address: str, seat: StorageState, parts: dict[str, str]) -> None:
    """The list that is worked through, the table of a step, and the same step on a phone."""
    for name, screen, scheme, size in (
        ("findings", "findings", "light", (1240, 760)),
        ("step", "step", "light", (1240, 800)),
        ("phone", "step", "dark", (360, 740)),
    ):
        page = _opened(browser, address, seat, scheme, size)
        page.goto(SCREENS[screen].format(**parts))
        if name == "findings":
            page.keyboard.press("j")
        page.screenshot(path=README / f"{name}.png")
        weight = (README / f"{name}.png").stat().st_size
        assert weight < MOST_BYTES, f"{name}.png has {weight} bytes"
        page.context.close()


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--readme"]
    if given:
        take(given[0], readme="--readme" in sys.argv)
    else:
        with demonstration() as printed:
            take(printed, readme="--readme" in sys.argv)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.name}/")
