"""`auditor venue`: from which amount on it takes two people to dismiss or accept a finding."""

import re

import pytest

from auditor.settings import Settings
from tests.cli.command import Ended, auditor
from tests.web.signed import PASSWORD

pytestmark = pytest.mark.database


def venue(settings: Settings, *arguments: str) -> Ended:
    return auditor("venue", *arguments, settings=settings)


def test_an_amount_is_set_told_changed_and_dropped(settings: Settings) -> None:
    none = "No amount is set: one person dismisses or accepts any finding. Set one: auditor venue second USD 500\n"
    assert venue(settings, "list") == (0, none, "")
    said = "default: to dismiss or accept a finding of 500.00 USD or more, two reviewers must now agree.\n"
    alone = "So you need two reviewers with accounts, but {}. Add one: auditor user add NAME --role reviewer\n"
    assert venue(settings, "second", "usd", "500.00") == (0, said + alone.format("there is no reviewer"), "")
    for name, missing in (("Ada", alone.format("Ada is the only reviewer")), ("Bob", "")):
        added = auditor(
            "user", "add", name, "--role", "reviewer", "--password-stdin", given=PASSWORD.encode(), settings=settings
        )
        assert added.code == 0
        assert venue(settings, "second", "USD", "500.00").out == said + missing
    venue(settings, "second", "Chips", "10000")
    venue(settings, "second", "none", "25.5")
    assert venue(settings, "second", "EUR", "922337203685477.5807").code == 0
    assert venue(settings, "second", "EUR", "--off").code == 0
    lines = "default: since TIME, a dismissal or acceptance of {} or more needs two people\n".format
    listed = re.sub(r"\b20\d\d-\d\d-\d\d \d\d:\d\d UTC\b", "TIME", venue(settings, "list").out)
    assert listed == lines("25.5 without a currency") + lines("500.00 USD") + lines("10000 chips")
    assert (
        venue(settings, "second", "USD", "--off").out
        == "default, USD: one person can now dismiss or accept a finding.\n"
    )
    again = "default, USD: one person could already dismiss or accept a finding.\n"
    assert venue(settings, "second", "USD", "--off").out == again


def test_a_retention_is_counted_before_it_is_saved(settings: Settings) -> None:
    older = "A worker will remove 0 uploads, 0 hands and 0 findings, because they are older than this period.\n"
    kept = f"{older}default keeps its files 400 days.\n"
    assert venue(settings, "keep", "400", "--yes") == (0, kept, "")
    asked = venue(settings, "keep", "--forever")
    assert (asked.code, asked.out.startswith(older), "for ever" in asked.out) == (130, True, False)
    assert venue(settings, "keep", "--forever", "--yes").out == f"{older}default keeps its files for ever.\n"
    for arguments, words in (
        (("29",), "29 is not in the range"),
        ((), "Give a number of days, such as 400, or --forever"),
        (("40", "--forever"), "Give a number of days, such as 400, or --forever"),
        (("40", "--venue", "north", "--yes"), 'There is no venue "north"; there are: default.'),
    ):
        ended = venue(settings, "keep", *arguments)
        assert (ended.code, words in ended.err) == (2, True), ended.err


def test_a_venue_is_added_and_used(settings: Settings) -> None:
    added = "Added the venue north-hall. A token for it: auditor venue token north-hall LABEL\n"
    assert venue(settings, "add", "north-hall") == (0, added, "")
    said = "north-hall: to dismiss or accept a finding of 5 EUR or more, two reviewers must now agree.\n"
    assert venue(settings, "second", "EUR", "5", "--venue", "north-hall").out.startswith(said)
    listed = venue(settings, "list").out.splitlines()
    listed.sort(reverse=True)
    assert listed[0].startswith("north-hall: since ")
    assert listed[0].endswith(", a dismissal or acceptance of 5 EUR or more needs two people")
    assert listed[1:] == ["default: one person dismisses or accepts any finding"]
    auditor("user", "add", "Ada", "--role", "reviewer", "--password-stdin", given=PASSWORD.encode(), settings=settings)
    token = auditor("user", "token", "Ada", "room", "--venue", "north-hall", settings=settings)
    assert token.code == 0
    assert " at north-hall, " in auditor("user", "tokens", "Ada", settings=settings).out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("default", 'There is a venue "default" already. Choose another name.'),
        ("North", "'North' cannot be a name. A name has 1 to 64 of the letters a-z, 0-9 and -."),
        ("", "'' cannot be a name"),
        ("north hall", "'north hall' cannot be a name"),
        ("x" * 65, "cannot be a name"),
    ],
)
def test_a_name_that_is_none_makes_no_venue(name: str, said: str, settings: Settings) -> None:
    ended = venue(settings, "add", name)
    assert (ended.code, ended.out, said in ended.err) == (2, "", True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["USD"], "Give an amount, such as 500.00, or --off"),
        (["USD", "5", "--off"], "Give an amount, such as 500.00, or --off"),
        (["USD", "1,000"], '"1,000" is no amount. Write digits, such as 500 or 500.00'),
        (["USD", "5.12345"], "is no amount"),
        (
            ["USD", "999999999999999.9999"],
            '"999999999999999.9999" is too large. The largest amount is 922337203685477.5807',
        ),
        (["USD", "922337203685477.5808"], "is too large"),
        (["USD", "\N{ARABIC-INDIC DIGIT FIVE}"], "is no amount"),
        (["", "5"], "is no currency. Examples: USD"),
        (["ZZZZ", "500"], 'No finding has the currency "ZZZZ". Write three letters such as USD, the word chips, or'),
        (["U$D", "500"], 'No finding has the currency "U$D".'),
        (["USD", "5", "--venue", "elsewhere"], 'There is no venue "elsewhere"; there are: default.'),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments: list[str], said: str, settings: Settings) -> None:
    ended = venue(settings, "second", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_an_ingest_token_of_a_venue_is_made_listed_and_ended(settings: Settings) -> None:
    venue(settings, "add", "north")
    made = venue(settings, "token", "north", "nightly export", "--days", "30")
    assert (made.code, re.fullmatch(r"hhi_[\w-]{43}\n", made.out) is not None) == (0, True)
    listed = venue(settings, "tokens").out
    assert re.fullmatch(r"north: nightly export, made by the command line, never used, ends .* UTC\n", listed)
    assert venue(settings, "tokens", "default").out == "There is no valid ingest token.\n"
    for arguments, words in (
        (("token", "north", "nightly export"), "already has a token"),
        (("token", "south", "x"), 'There is no venue "south"'),
        (("tokens", "south"), 'There is no venue "south"'),
        (("token", "north", "x", "--days", "366"), "366 is not in the range"),
        (("token", "north", "x", "--revoke"), "The labels of its tokens: nightly export."),
    ):
        ended = venue(settings, *arguments)
        assert (ended.code, words in ended.err) == (2, True), ended.err
    assert venue(settings, "token", "north", "nightly export", "--revoke").code == 0
    assert venue(settings, "tokens").out == "There is no valid ingest token.\n"
