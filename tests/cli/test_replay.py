"""`auditor replay` as a person runs it: a hand in one file that needs no server, and the picture of a step."""

import base64
import hashlib
import html
import json
import re
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from auditor.settings import Settings
from tests.cli.command import auditor
from tests.web.replay.hands import HIDDEN

HAND = (
    HIDDEN.replace('"Ann"', '"Ann </script><b>"')
    .replace("1 [Kc 7s] Kd", "hand 12\n1 [Kc 7s] Kd")
    .replace("hand 12\n", "")
)


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    """A file with one hand, in which a name tries to become a part of the page."""
    path = tmp_path / "hidden.hand"
    path.write_text(HAND)
    return path


def whole(page: str) -> str:
    """The page with the HTML of all its steps."""
    film = json.loads(page.partition('<script type="application/json">')[2].partition("</script>")[0])
    lines, _ = json.loads(zlib.decompress(base64.b64decode(film["frames"])))
    return page + "\n".join(lines)


def test_the_file_has_every_step_and_a_policy_for_its_own_parts_only(hand: Path, tmp_path: Path) -> None:
    out = tmp_path / "hand.html"
    assert auditor("replay", hand, "-o", out) == (0, "", "")
    page = out.read_text()
    assert "Ann &lt;/script&gt;&lt;b&gt;" in whole(page)
    assert "</script><b>" not in page
    assert not re.search(r'(src|href)="(?!#)', whole(page))
    policy = html.unescape(re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0])
    parts = re.findall(r"<(style|script)>(.*?)</\1>", page, re.DOTALL)
    digests = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for _, text in parts]
    assert len(digests) == 3
    assert policy == (
        f"default-src 'none'; style-src {digests[0]}; script-src {digests[1]} {digests[2]};"
        " base-uri 'none'; form-action 'none'"
    )


def test_masked_it_has_no_name_and_no_card_that_the_players_did_not_see(hand: Path, tmp_path: Path) -> None:
    shown, masked = tmp_path / "shown.html", tmp_path / "masked.html"
    auditor("replay", hand, "-o", shown)
    auditor("replay", hand, "--mask", "-o", masked)
    mucked = '<b class="k c dn">J<i>c</i></b>'
    assert mucked in whole(shown.read_text())
    assert mucked not in whole(masked.read_text())
    assert "Ann" not in whole(masked.read_text())
    assert "Bob" not in whole(masked.read_text())
    assert "Seat 1" in whole(masked.read_text())


def test_a_step_is_a_picture_that_any_program_can_draw(hand: Path, tmp_path: Path) -> None:
    out = tmp_path / "step.svg"
    assert auditor("replay", hand, "--step", "8.1", "-o", out) == (0, "", "")
    picture = out.read_text()
    root = ET.fromstring(picture)  # noqa: S314 - our own picture
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "Ann </script><b" in "".join(root.itertext())
    assert not re.search(r"var\(|light-dark|CanvasText", picture)


def test_what_cannot_be_written_is_refused(hand: Path, tmp_path: Path) -> None:
    two = tmp_path / "two.hand"
    two.write_text(f"hand 1\n{HIDDEN}\nhand 2\n{HIDDEN}")
    out = tmp_path / "out.html"
    refused: tuple[tuple[list[str | Path], str], ...] = (
        ([two, "-o", out], "more than one hand. Choose a hand: write --line and the number of one of its lines."),
        ([hand, "--step", "4.9", "-o", tmp_path / "out.svg"], "The hand has no step 4.9. Its last step is 9.2."),
        ([hand, "--step", "4.1", "-o", out], "Use --step together with a file name that ends with .svg"),
        (["-o", out], "Name a file, or name a hand of the database with --hand."),
        ([hand, "-o", tmp_path / "none" / "out.html"], "cannot be written: No such file or directory."),
    )
    for arguments, sentence in refused:
        ended = auditor("replay", *arguments)
        assert ended.code in (2, 74)
        assert sentence in ended.err
    assert not out.exists()
    assert auditor("replay", two, "--line", "4", "-o", out).code == 0
    assert '<h1 class="anywhere">Hand 1</h1>' in out.read_text()


@pytest.mark.database
def test_a_hand_of_the_database_is_named_by_the_number_of_its_page(
    hand: Path, tmp_path: Path, settings: Settings
) -> None:
    auditor("ingest", "--wait", hand, settings=settings)
    out = tmp_path / "hand.html"
    assert auditor("replay", "--hand", "1", "-o", out, settings=settings).code == 0
    assert "under roberts." in out.read_text()
    ended = auditor("replay", "--hand", "2", "-o", out, settings=settings)
    assert (ended.code, ended.err) == (2, "auditor: There is no hand 2. Use the number of its page, /hands/NUMBER.\n")
