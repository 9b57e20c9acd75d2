"""Takes the pictures of the README from the demonstration: `python -m tests.browser.shots http://127.0.0.1:8000`.

Run by hand when the pages change; the demonstration must be served at that address.
"""

import json
import os
import sys
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "shots"
MOST_BYTES = 150_000


def take(address: str) -> None:
    """Writes the findings, a hand with a wager of the wrong size, and the same hand on a phone."""
    with urllib.request.urlopen(f"{address}/findings.json?code=B402") as answer:  # noqa: S310 - our own address
        finding = json.load(answer)["findings"][0]
    hand = f"/hands/{finding['hand_id']}?house={finding['house']}"
    FOLDER.mkdir(exist_ok=True)
    pictures = (
        ("findings", "/findings", "light", 1040, 640, "h1"),
        ("hand", hand, "light", 1040, 860, "h1"),
        ("phone", hand, "dark", 360, 740, "#seats"),
    )
    with sync_playwright() as playwright:
        program = os.environ.get("AUDITOR_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, path, scheme, width, height, first in pictures:
            context = browser.new_context(
                base_url=address,
                color_scheme="dark" if scheme == "dark" else "light",
                viewport={"width": width, "height": height},
            )
            page = context.new_page()
            page.goto(path)
            if first != "h1":
                page.locator(first).evaluate("at => at.scrollIntoView()")
            page.screenshot(path=FOLDER / f"{name}.png")
            size = (FOLDER / f"{name}.png").stat().st_size
            assert size < MOST_BYTES, f"{name}.png has {size} bytes"
            print(f"{name}.png {size}")
            context.close()
        browser.close()


if __name__ == "__main__":
    take(sys.argv[1].rstrip("/"))
