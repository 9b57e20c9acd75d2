"""What `auditor check` prints, for people and for programs.

`UPDATE_GOLDEN=1` writes the expected outputs anew; then read the difference before you commit it.
"""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from auditor.cli.check_text import _chips
from auditor.engine import hand as hands
from auditor.engine.findings import Finding, Grade, Report
from auditor.engine.house.files import Status
from auditor.engine.settlement import Settlement
from auditor.formats.report import HandRow, hand_row, line_of_json, schema
from tests.cli.command import LOGS, TOP, Ended, auditor
from tests.web.night import HandText, history

EVENING = LOGS / "evening.hand"
HILO = LOGS / "hilo.hand"
GOLDEN = Path(__file__).parent / "golden"
SCHEMA = TOP / "auditor" / "formats" / "schema" / "report.schema.json"


def expected(name: str, found: str) -> str:
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(found, encoding="utf-8")
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def as_json() -> Ended:
    return auditor("check", "--json", EVENING, HILO)


def test_text_tells_every_finding_and_adds_up() -> None:
    found = auditor("check", EVENING, HILO)
    assert expected("two_files.txt", found.out) == found.out
    assert (found.code, found.err) == (1, "")


def test_the_settlement_of_every_hand_is_told_where_it_is_asked_for() -> None:
    """Once each, with what is not known and why; what puts a wrong payout right stands below it."""
    found = auditor("check", "--settlement", EVENING, HILO)
    assert expected("two_files_settled.txt", found.out) == found.out
    assert (found.code, found.out.count(": settled under roberts"), found.out.count("to correct the payments")) == (
        1,
        5,
        1,
    )


def test_a_rulebook_that_is_silent_is_told_in_words() -> None:
    """In findings of one hand, in findings that compare hands, and in the comparison of two houses."""
    one_hand = auditor("check", LOGS / "what_if.hand", "--house", "partypoker-high").out
    assert (
        "    play; stated: The rulebook does not say. By the rulebook of partypoker: The lowest up card starts"
        " the action with the bring-in.\n"
    ) in one_hand
    several = auditor("check", LOGS / "sitting.hand", "--house", "partypoker-high").out
    assert (
        "does not show: The rulebook does not say. By the rulebook of partypoker: Only the chips in play when the hand"
        " begins are used in it.\n"
    ) in several
    compared = auditor("whatif", LOGS / "what_if.hand", "--as", "qqonline", "--house", "partypoker-high").out
    assert [text for text in (one_hand, several, compared) if "Silent" in text] == []


def test_json_is_the_public_contract(as_json: Ended) -> None:
    assert expected("two_files.jsonl", as_json.out) == as_json.out
    assert (as_json.code, as_json.err) == (1, "")


def test_every_row_keeps_to_the_schema_in_the_repository(as_json: Ended) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    faults = [fault.message for row in as_json.rows for fault in validator.iter_errors(row)]
    assert faults == []


def test_the_schema_in_the_repository_is_that_of_the_rows() -> None:
    """And refuses what the rows never are, so that it says something."""
    made = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        SCHEMA.write_text(made, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == made
    validator = Draft202012Validator(schema())
    assert not validator.is_valid({"kind": "skipped", "file": "x"})
    assert not validator.is_valid({"kind": "skipped", "file": "x", "game": "Omaha", "more": 1})
    assert not validator.is_valid({"kind": "mended", "file": "x", "game": "Omaha"})


def test_the_summary_counts_the_rows_above_it(as_json: Ended) -> None:
    *rows, summary = as_json.rows
    files = [row for row in rows if row["kind"] == "file"]
    rows = [row for row in rows if row["kind"] != "file"]
    kinds = Counter(row["kind"] for row in rows)
    assert {
        "kind": "summary",
        "file": None,
        "hands": len(rows),
        "audited": kinds["hand"],
        "rejected": kinds["rejected"],
        "skipped": kinds["skipped"],
        "findings": sum(len(row["findings"]) for row in rows if row["kind"] == "hand"),
    } == summary
    assert {"hand", "rejected"} == set(kinds)
    for name in ("hands", "audited", "rejected", "findings"):
        assert sum([each[name] for each in files]) == summary[name]
    assert [each["skipped"] for each in files] == [{}, {}]
    assert all(each["hands"] == each["audited"] + each["rejected"] + sum(each["skipped"].values()) for each in files)


def test_every_row_names_the_file_it_came_from(as_json: Ended) -> None:
    *rows, _ = as_json.rows
    assert [str(EVENING)] * 7 + [str(HILO)] * 2 == [row["file"] for row in rows]


def test_differences_of_a_settlement_sum_to_zero(as_json: Ended) -> None:
    for row in as_json.rows:
        if row["kind"] == "hand" and row["settlement"]["rake"]["difference"] is not None:
            accounts = [*row["settlement"]["seats"], row["settlement"]["rake"]]
            assert sum(account["difference"] for account in accounts) + row["settlement"]["unaccounted"] == 0
            assert all(each["difference"] == each["logged"] - each["lawful"] for each in accounts)


def test_a_side_pot_without_a_low_goes_whole_and_the_odd_chip_is_named(as_json: Ended) -> None:
    (hilo,) = [row for row in as_json.rows if row["file"] == str(HILO) and row["kind"] == "hand"]
    main, side = hilo["settlement"]["pots"]
    assert main == {
        "amount": 45,
        "rake": 0,
        "eligible": [1, 2],
        "shares": [
            {"half": "high", "seat": 2, "amount": 23, "odd": 1, "card": None},
            {"half": "low", "seat": 1, "amount": 22, "odd": 0, "card": None},
        ],
        "reasons": ["The odd chip between the halves goes to high"],
    }
    assert side == {
        "amount": 12,
        "rake": 0,
        "eligible": [2],
        "shares": [{"half": "whole", "seat": 2, "amount": 12, "odd": 0, "card": None}],
        "reasons": [],
    }
    assert hilo["settlement"]["uncalled"] == {"seat": 2, "amount": 20}
    assert hilo["settlement"]["transfers"] == []
    assert hilo["settlement"]["words"] == [
        "seat 2 gets back 20 that nobody called; these chips are in no pot",
        (
            "main pot 45 for seats 1 and 2: high half 22 + odd chip 1 = 23 to seat 2; low half 22 to seat 1."
            " The odd chip between the halves goes to high"
        ),
        "first side pot 12 for seat 2: all of it to seat 2",
        "seat 1 holds ace high, Ah Jc Th 6c 4c; for low 6-4-3-2-A, 6c 4c 3d 2h Ah",
        "seat 2 holds three kings, Ks Kh Kd Jd 9c; no low that qualifies",
        "seat 1: low half of the main pot 22; was paid 22",
        "seat 2: high half of the main pot 22 + odd chip 1 + first side pot 12 = 35; was paid 35",
    ]


def test_the_transfers_of_the_contract_put_a_payout_right(as_json: Ended) -> None:
    wrong, *_ = [row["settlement"] for row in as_json.rows if row["kind"] == "hand" and row["settlement"]["transfers"]]
    assert wrong["transfers"] == [{"giver": 2, "taker": 1, "unaccounted": "", "amount": 100}]


def test_what_a_finding_has_not_is_null() -> None:
    """No seat, no line, no street, no money: null, never a zero that could be taken for one."""
    finding = Finding("logged", "lawful")
    finding.code, finding.grade, finding.status, finding.event = "L107", Grade.FAULT, Status.STATED, 0
    row = _row_of(finding)
    assert [getattr(row.findings[0], name) for name in ("seat", "line", "street", "amount")] == [None] * 4
    Draft202012Validator(schema()).validate(json.loads(line_of_json(row)))


@pytest.mark.parametrize("number", [12, 14, 15])
def test_somebody_without_a_seat_has_no_seat_number(number: int) -> None:
    finding = Finding("logged", "lawful", seat=number)
    finding.code, finding.grade, finding.status, finding.event = "L103", Grade.FAULT, Status.STATED, 0
    row = _row_of(finding)
    assert row.findings[0].seat is None
    Draft202012Validator(schema()).validate(json.loads(line_of_json(row)))


@pytest.mark.parametrize(("street", "told"), [(0, None), (2, None), (3, 3), (7, 7), (8, None), (99, None)])
def test_a_street_that_no_game_has_is_null(street: int, told: int | None) -> None:
    finding = Finding("logged", "lawful")
    finding.code, finding.grade, finding.status, finding.event = "B401", Grade.VIOLATION, Status.STATED, 0
    finding.street = street
    row = _row_of(finding)
    assert row.findings[0].street == told
    Draft202012Validator(schema()).validate(json.loads(line_of_json(row)))


def test_a_name_that_is_half_a_character_still_makes_valid_json() -> None:
    """A file name may be any bytes; a line of JSON may not."""
    finding = Finding("logged \udcff", "lawful")
    finding.code, finding.grade, finding.status, finding.event = "L101", Grade.FAULT, Status.STATED, 0
    line = line_of_json(_row_of(finding))
    assert json.loads(line.decode("utf-8"))["findings"][0]["logged"] == "logged ?"


def test_the_words_of_the_contract_are_those_of_the_engine() -> None:
    made = schema()["$defs"]
    finding = made["FindingRow"]["properties"]
    assert sorted(Grade) == finding["grade"]["enum"]
    assert sorted(Status) == finding["status"]["enum"]
    assert sorted(hands.Game) == made["HandRow"]["properties"]["game"]["enum"]


def test_what_a_log_says_cannot_write_over_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "loud.hand"
    log.write_text((TOP / EVENING).read_text().replace("the waiter", "the \x1b[2Jwaiter"), encoding="utf-8")
    found = auditor("check", log)
    assert "\\x1b[2Jwaiter" in found.out
    assert "\x1b" not in found.out


def test_a_note_on_names_is_in_the_json_too_and_spells_as_the_terminal_does(tmp_path: Path) -> None:
    log = tmp_path / "odd.txt"
    log.write_bytes(history(HandText(players=("Aster", "Gr\x1b[31mta", "Cleo"))))
    found = auditor("check", log)
    assert 'note: The name "Gr\\x1b[31mta" (seat 2) contains invisible characters (U+001B, ' in found.out
    assert "\u27e8" not in found.out
    [row] = [row for row in auditor("check", log, "--json").rows if row["kind"] == "hand"]
    (note,) = row["name_notes"]
    assert note.startswith('The name "Gr\u27e8U+001B\u27e9[31mta" (seat 2) contains invisible characters')


@pytest.mark.parametrize(
    ("amount", "currency", "minor", "words"),
    [(1, "chips", 0, "1 chip"), (1, "", 0, "1 chip"), (2, "chips", 0, "2 chips"), (100, "chips", 2, "1.00 chip"),
     (1, "chips", 2, "0.01 chips"), (-1, "chips", 0, "-1 chip"), (1, "USD", 0, "1 USD")],
)  # fmt: skip
def test_one_chip_is_no_chips(amount: int, currency: str, minor: int, words: str) -> None:
    assert _chips(amount, currency, minor) == words


def _row_of(finding: Finding) -> HandRow:
    finding.severity, finding.certainty = "log", "stated"
    hand = hands.Hand(hands.Game.STUD, (), hands.Stakes(), (), 0)
    report = Report(hand, "roberts", "", 1, (finding,), (), Settlement((), (), None, None, derived_rake=True))
    return hand_row("-", hand, report)


def test_a_log_with_amounts_below_zero_keeps_to_the_schema(tmp_path: Path) -> None:
    log = tmp_path / "below.hand"
    log.write_text("hand 1\nstacks 50 50\n1 antes -5\n2 antes -5\n3rd\n1 bets -5\n", encoding="utf-8")
    row, *_ = auditor("check", "--json", log).rows
    assert [pot["amount"] for pot in row["settlement"]["pots"]] == [-15]
    Draft202012Validator(schema()).validate(row)


def test_a_hand_with_very_many_findings_is_counted_whole_and_says_what_is_listed(tmp_path: Path) -> None:
    log = tmp_path / "many.hand"
    opening = ["stakes 10/20 bring-in 3 ante 1", "stacks 500 500", "antes", "1 [As Ac] Kd", "2 [7c 7h] 2c"]
    played = ["2 brings in 3", "1 calls 3", "4th", "1 Qs", "2 7d", *["1 wobbles"] * 1_499]
    log.write_text("\n".join([*opening, *played, ""]))
    rows = auditor("check", "--json", log).rows
    findings = rows[0]["findings"]
    more = [each.get("more", 0) for each in findings]
    assert 1_000 < len(findings) < 1_010
    assert len(findings) + sum(more) == rows[1]["findings"] == rows[2]["findings"] == 1_499
    assert [each["logged"].endswith(f"{each.get('more')} more, not listed") for each in findings] == [
        number > 0 for number in more
    ]
    told = auditor("check", log).out
    assert f"1,499 findings in 1 hand, {len(findings):,} of them listed" in told
    assert told.count("many.hand:") == len(findings) + 1


TYPED = """hand 1
stakes 10/20 bring-in 5 ante 1
stacks 500 500
antes
1 [xx xx] Kd
2 [xx xx] 2d
2 brings in 5
1 completes to 10
2 folds
1 gets back 5
1 collects 4
"""


def test_payments_of_a_typed_hand_without_its_end_are_said_to_be_unchecked(tmp_path: Path) -> None:
    path = tmp_path / "typed.hand"
    path.write_text(TYPED)
    ended = auditor("check", path)
    assert ended.code == 0
    note = f"{path}:11: hand 1: note: payments not checked, because the log has no end of the hand\n"
    assert note in ended.out
    path.write_text(TYPED + "end\n")
    assert "payments not checked" not in auditor("check", path).out


def test_nobody_owes_anything_only_if_what_was_not_paid_out_is_rake(tmp_path: Path) -> None:
    path = tmp_path / "typed.hand"
    path.write_text(TYPED + "end\n")
    words = "nobody owes anybody anything, if the chips that were not paid out are rake (the log has no rake line)\n"
    assert words in auditor("check", path, "--settlement").out
    path.write_text(TYPED.replace("collects 4", "collects 12") + "end\n")
    assert "nobody owes anybody anything\n" in auditor("check", path, "--settlement").out


def test_a_card_that_does_not_exist_is_named_as_such(tmp_path: Path) -> None:
    file = tmp_path / "joker.hand"
    cards = "1 [xx xx] 2c\n2 [xx xx] Kd\n1 brings in 3\n2 calls 3\n4th\nburn Jo\n"
    head = "hand 1\nrecords +burns\nstakes 10/20 bring-in 3 ante 1\nstacks 500 500\nantes\n"
    file.write_text(head + cards, encoding="utf-8")
    assert "    a card that does not exist -> a card of the deck\n" in auditor("check", file).out
    (row, *_) = auditor("check", file, "--json").rows
    assert [each["logged"] for each in row["findings"] if each["code"] == "D212"] == ["something else"]
