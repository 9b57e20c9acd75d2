"""`auditor case`: a claim about an odd chip becomes a ruling of two people and a paid remedy, only by commands."""

import json
import re
from pathlib import Path

import pytest

from auditor.disputes.states import State
from auditor.settings import Settings
from auditor.store.people import accounts
from auditor.store.postgres.database import Database
from tests.cli.command import Ended, auditor
from tests.store.disputes.cases import bring_to, desk

pytestmark = pytest.mark.database
ODD_CHIP = """hand 88214
house tda
game stud8
stakes 10/20 bring-in 3 ante 1
stacks 11 11 11
antes
1 [As 4h] Kd
2 [7c 7h] 2c
3 [Qs Js] 8h
2 brings in 3
3 folds
1 completes to 10 all-in
2 calls 10 all-in
4th
1 8s
2 7d
5th
1 3h
2 3s
6th
1 4c
2 5d
7th
1 [2d]
2 [Td]
1 shows As 4h Kd 8s 3h 4c 2d
2 shows 7c 7h 2c 7d 3s 5d Td
2 collects 11 from main high
1 collects 12 from main low
end
"""
WORDS = ("--happened", "The odd chip went to low.", "--should", "It goes to high.", "--player", "Zara Canary")
ROLES = {
    "rita": "reviewer", "anna": "adjudicator", "ben": "adjudicator", "cora": "adjudicator", "vera": "viewer",
}  # fmt: skip


def case(settings: Settings, *arguments: str) -> Ended:
    return auditor("case", *arguments, settings=settings)


@pytest.fixture
def opened(settings: Settings, database: Database, tmp_path: Path) -> Settings:
    """A case about the hand with the odd chip; rita opened the case, and anna reviews the case."""
    with database.begin() as connection:
        for name, role in ROLES.items():
            accounts.add(connection, name, role)
    log = tmp_path / "odd.hand"
    log.write_text(ODD_CHIP)
    assert auditor("ingest", log, "--wait", settings=settings).code in (0, 1)
    for arguments in (
        ("open", "--by", "rita", "--hand", "88214", "--amount", "1", "--party", "seat 2", *WORDS),
        ("act", "1", "admit", "--by", "rita"),
        ("act", "1", "take", "--by", "anna"),
    ):
        ended = case(settings, *arguments)
        assert (ended.code, ended.err) == (0, ""), ended.err
    return settings


def test_from_the_claim_to_the_paid_remedy(opened: Settings, tmp_path: Path) -> None:
    for arguments, words in (
        (("assign", "1", "--by", "rita", "--to", "anna"), 'anna owns the case. Case 1 is now "under review" (act 4).'),
        (("rule", "propose", "1", "--by", "anna", "--draft"), 'Proposed the ruling. Case 1 is now "proposed"'),
        (("act", "1", "begin second review", "--by", "ben"), 'Case 1 is now "second review"'),
        (
            (*("rule", "second", "1", "--by", "ben", "--outcome", "upheld", "--comment", "High gets the odd chip."),
             *("--amount", "seat 1=-1", "--amount", "seat 2=1")),
            "Both decisions agree, so ruling 1 is final.",
        ),
        (("act", "1", "no remedy", "--by", "anna"), 'Done: order remedy. Case 1 is now "remedy pending"'),
        (
            ("ledger", "pay", "1", "--by", "rita", "--from", "seat 1", "--to", "seat 2", "--amount", "1",
             "--reference", "receipt 12"),
            "Recorded the payment of 1 from seat 1 to seat 2.",
        ),
        (("ledger", "reverse", "1", "2", "--by", "anna", "--reason", "The wrong receipt."), "Reversed posting 2."),
        (
            ("ledger", "waive", "1", "--by", "anna", "--from", "seat 1", "--to", "seat 2", "--amount", "1",
             "--reason", "Seat 2 does not want the chip."),
            "Recorded the waiver of 1 from seat 1 to seat 2.",
        ),
        (("act", "1", "finish remedy", "--by", "rita"), 'Case 1 is now "remedied"'),
    ):  # fmt: skip
        ended = case(opened, *arguments)
        assert (ended.code, ended.err, words in ended.out) == (0, "", True), ended
    link = case(opened, "link", "1", "--by", "rita", "--at", "https://desk.example/").out
    assert re.fullmatch(r"https://desk[.]example/party/hhp_\S{20,}\n", link)
    claims = case(opened, "link", "--venue", "default", "--by", "rita").out
    assert re.fullmatch(r"http://127[.]0[.]0[.]1:8000/claim/hhc_\S{20,}\n", claims)
    ledger = case(opened, "ledger", "show", "1").out
    assert "1 owed: seat 1 -1, seat 2 1 (anna" in ledger
    assert "still open: nothing" in ledger
    closed = json.loads(case(opened, "act", "1", "close", "--by", "rita", "--json").out)
    assert (closed["state"], closed["act"]) == ("closed", "close")
    (row,) = case(opened, "ledger", "show", "1", "--json").rows
    assert [each["posting"]["kind"] for each in row["postings"]] == ["owed", "paid", "reversed", "waived"]


def test_a_ruling_from_a_file_names_the_clause_of_the_pinned_house(opened: Settings, tmp_path: Path) -> None:
    draft = json.loads(case(opened, "rule", "draft", "1").out)
    assert draft["rule"]["key"] == "odd.halves"
    assert [(each["party"], each["ruled"]) for each in draft["lines"]] == [("seat 1", "-1"), ("seat 2", "1")]
    mine = tmp_path / "ruling.toml"
    lines = "".join([f'[[lines]]\nparty = "{p}"\nruled = "{r}"\n' for p, r in (("seat 1", "-1"), ("seat 2", "1"))])
    fact = '[[facts]]\ntext = "Low got 12 of 23, as anna saw. Seat 3 had Qs."\nevent = 20\n'
    mine.write_text('outcome = "upheld"\n[rule]\nkey = "odd.halves"\n' + fact + lines)
    ended = case(opened, "rule", "propose", "1", "--by", "anna", "--file", str(mine), "--json")
    basis = json.loads(ended.out)["ruling"]["basis"]
    assert (basis["house"], basis["status"], len(basis["house_digest"])) == ("tda", "stated", 64)
    assert case(opened, "act", "1", "begin second review", "--by", "ben").code == 0
    apart = ("--outcome", "not upheld", "--comment", "The log may be wrong.")
    assert "differ, so a third" in case(opened, "rule", "second", "1", "--by", "ben", *apart).out
    third = case(opened, "rule", "third", "1", "--by", "cora", "--file", str(mine), "--comment", "As in the log.")
    assert third.out.startswith("Two of the three decisions agree, so ruling 1 is final.")
    letter = case(opened, "letter", "1")
    assert (letter.code, letter.err) == (0, "")
    for words in (
        "Low got 12 of 23, as the desk saw. Seat 3 had [a card that was not shown].",
        "This is the rule odd.halves of the house tda, as it was when the case was",
        "You receive 1 in all.",
        "The claim is right.",
    ):
        assert words in " ".join(letter.out.split()), letter.out
    assert not {"anna", "ben", "Qs", "Js", "seat 1"} & set(re.findall(r"seat 1|\w+", letter.out))


def test_a_venue_has_a_letter_of_its_own(
    settings: Settings, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.begin() as connection:
        bring_to(desk(connection), State.REMEDY_PENDING)
    letters = tmp_path / "letters"
    monkeypatch.setenv("AUDITOR_LETTERS", str(letters))
    assert f"AUDITOR_LETTERS names {letters}, but there is no such folder." in case(settings, "letter", "1").err
    letters.mkdir()
    (letters / "letter.txt").write_text("Dear $name")
    ended = case(settings, "letter", "1")
    assert (ended.code, "letter.txt: The template has the unknown field $name." in ended.err) == (2, True), ended
    (letters / "default.txt").write_text("North: $case, $facts, $rule, $decision $amounts")
    own = case(settings, "letter", "1", "--party", "seat 5").out
    assert own.startswith("North: 1, 1. The log shows it. (event 41 of the hand), The odd chip goes")
    assert "The decision moves no chips to you or from you." in " ".join(own.split())
    assert (
        'Case 1 has no party "seat 9". The parties are: seat 3, seat 5.'
        in case(settings, "letter", "1", "--party", "seat 9").err
    )
    printed = case(settings, "letter", "1", "--pdf", str(tmp_path / "letter.pdf"))
    if printed.code == 0:
        assert (tmp_path / "letter.pdf").read_bytes().startswith(b"%PDF-")
    else:
        assert printed.err.startswith("auditor: This machine cannot make a PDF.")


def test_each_mistake_has_one_sentence_and_changes_nothing(opened: Settings, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"outcome": "upheld"')
    half = tmp_path / "half.json"
    half.write_text('{"outcome": "upheld", "facts": [{"text": "x"}], "rule": {"key": "odd.halves"}}')
    other = tmp_path / "other.json"
    other.write_text('{"outcome": "upheld", "facts": [{"text": "x"}], "rule": {"key": "odd.half"}, "lines": [1]}')
    propose = ("rule", "propose", "1", "--by", "anna")
    money = ("--from", "seat 1", "--to", "seat 2", "--amount")
    for arguments, words in (
        (("act", "9", "take", "--by", "anna"), "There is no case 9."),
        (("act", "1", "take", "--by", "nemo"), "There is no account 'nemo'."),
        (("act", "1", "take", "--by", "anna"), 'The case is "under review". In this state you can: '),
        (("act", "1", "take", "--by", "anna", "--seen", "2"), "Since then: act 3 by anna: take, now under review."),
        (("act", "1", "close", "--by", "anna", "--seen", "7"), "Case 1 has no act 7. Its last act is 3."),
        (("act", "1", "pay", "--by", "anna"), "'pay' is not one of"),
        (("act", "1", "agree", "--by", "anna"), 'For "agree" there is a command: auditor case rule second --help'),
        (("act", "1", "decline", "--by", "anna", "--reason", "duplicate"), "Write a comment of at least 10"),
        (("act", "1", "decline", "--by", "rita"), "Your role is reviewer. This act is for: adjudicator."),
        (("assign", "1", "--by", "rita"), "Name the new owner with --to ACCOUNT, or write --nobody."),
        (propose, "Name the ruling in one way: with --file FILE or with --draft."),
        ((*propose, "--file", str(broken)), "broken.json is no valid JSON"),
        ((*propose, "--file", str(half)), "has an amount for seat 1, but the ruling does not name this party."),
        ((*propose, "--file", str(other)), "other.json is no ruling: Expected `object`, got `int` - at `$.lines[0]`."),
        ((*propose, "--draft", "--reading", "low.qualifier = none"), 'House "tda" has no reading'),
        ((*propose, "--draft", "--reading", "low"), '"low" is no reading.'),
        ((*propose, "--draft", "--outcome", "not upheld"), "The claim is not upheld, but the settlement moves chips."),
        (
            ("rule", "second", "1", "--by", "ben", "--outcome", "upheld", "--amount", "5", "--comment", "x"),
            '"5" is no amount of a party.',
        ),
        (
            ("rule", "second", "1", "--by", "ben", "--outcome", "upheld", "--amount", "seat 2=1", "--comment", "x"),
            "The amounts sum to 1, not to zero.",
        ),
        (("ledger", "pay", "1", "--by", "anna", *money, "1.5", "--reference", "r"), "have 0 decimals, but 1.5 has 1."),
        (("ledger", "pay", "1", "--by", "anna", *money, "1", "--reference", "r"), "In this state you can"),
        (("letter", "1"), 'Case 1 is "under review". A letter needs a ruling that stands.'),
        (("link", "--by", "rita"), "Name the case and perhaps a party, or name a venue with --venue."),
        (("link", "--by", "rita", "--venue", "north"), 'There is no venue "north".'),
        (("link", "1", "--by", "vera"), "vera is viewer. Only a reviewer or an adjudicator makes a link."),
        (("link", "1", "--by", "rita", "--party", "seat 9"), 'no party "seat 9". The parties are: seat 2.'),
        (("policy", "--days", "91"), "91 is not in the range"),
    ):  # fmt: skip
        ended = case(opened, *arguments)
        assert (ended.code, ended.out, words in ended.err) == (2, "", True), ended
    assert "under review (act 3)" in case(opened, "show", "1").out
    assert case(opened, "policy", "--days", "10").out.endswith("24 hours, and decides a case within 10 days.\n")
