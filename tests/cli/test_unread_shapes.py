"""`auditor unread` and `auditor ingest --wait`: lines that the program does not understand, in the terminal."""

import re
from pathlib import Path

import pytest

from auditor.jobs import rereading
from auditor.jobs.context import Workplace
from auditor.jobs.worker import drain
from auditor.settings import Settings
from tests.cli.command import auditor
from tests.jobs.test_unread_lines import MOON, STARS, hand, log

pytestmark = pytest.mark.database

TIME = re.compile(r"\b20\d\d-\d\d-\d\d( \d\d:\d\d UTC)?")


@pytest.fixture
def ingested(settings: Settings, tmp_path: Path) -> str:
    """What `auditor ingest --wait` says about a file with three such lines."""
    file = tmp_path / "night.txt"
    file.write_bytes(log(hand(1, MOON, MOON), hand(2, STARS)))
    return auditor("ingest", file, "--wait", settings=settings).out


def test_ingest_counts_them(ingested: str) -> None:
    assert "0 findings; 3 lines not understood\n" in ingested


def test_shapes_are_listed_with_their_mark(ingested: str, settings: Settings, place: Workplace) -> None:
    with place.database.begin() as connection:
        rereading.mark(connection, 2, "Ann", noise=True)
    drain(place)
    assert TIME.sub("TIME", auditor("unread", settings=settings).out) == (
        "1: pokerstars: The moon rises over table NUMBER\n"
        "    2 lines in 1 hand since TIME\n"
        "2: pokerstars: The stars shine upon NAME\n"
        "    1 line in 1 hand since TIME; marked by Ann: no effect on the play\n"
    )
    assert auditor("unread", "--mark", "marked", settings=settings).out.startswith("2: ")
    assert (
        auditor("unread", "--room", "nowhere", settings=settings).out
        == "The list of lines that the auditor does not understand is empty.\n"
    )


def test_the_export_is_that_of_the_page(ingested: str, settings: Settings) -> None:
    ended = auditor("unread", "--export", settings=settings)
    assert ended.err == ""
    lines = TIME.sub("TIME", ended.out).splitlines()
    assert lines[0].startswith("# Lines of logs that the auditor does not understand")
    assert lines[3:] == [
        "pokerstars: 2 times since TIME: The moon rises over table NUMBER",
        "pokerstars: 1 time since TIME: The stars shine upon NAME",
    ]
