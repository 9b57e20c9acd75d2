"""Files good and bad: what `auditor check` says of each, and the exit code."""

from pathlib import Path

import pytest

from tests.cli.command import LOGS, TOP, auditor

CLEAN = (TOP / LOGS / "hilo.hand").read_text(encoding="utf-8")
BROKEN = CLEAN.replace("1 brings in 3", "2 brings in 3")
HOLDEM = "variant = 'FT'\nantes = [0, 0]\nactions = []\n"
SHORT = """stakes 10/20 bring-in 3 ante 1
stacks 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
1 brings in 3
2 folds
1 gets back 3
1 collects 1
2 collects 1
end
"""
UNSEATED = CLEAN.replace("game stud8", "hand 7\ngame bridge")
TWELVE = CLEAN.replace("records", "".join(f'seat {number} "P{number}" 100\n' for number in range(4, 13)) + "records")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.txt"


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ([CLEAN], 0),
        ([HOLDEM], 0),
        ([CLEAN, HOLDEM], 0),
        ([BROKEN], 1),
        ([CLEAN, BROKEN], 1),
        ([CLEAN, UNSEATED], 1),
        ([CLEAN, ""], 1),
        ([UNSEATED], 2),
        ([""], 2),
        (["", ""], 2),
        (["It was a dark and stormy night."], 2),
    ],
    ids=["clean", "skipped", "clean and skipped", "findings", "findings in one", "a rejected hand", "an empty one too",
         "nothing but rejected", "empty", "two empty", "a novel"],
)  # fmt: skip
def test_the_exit_code_sums_up(texts: list[str], code: int, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.hand" for number, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    assert auditor("check", *paths).code == code


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"  \n\n", "is empty"),
        (b"%PDF-1.7\n%\xe2\xe3", "looks like a PDF"),
        (bytes(range(256)) * 300, "We can read:"),
        (b"\0" * 5000, "not text"),
    ],
    ids=["empty", "blank", "pdf", "binary", "zeros"],
)
def test_a_file_without_a_hand_gets_a_sentence_and_a_row(data: bytes, says: str, log: Path) -> None:
    log.write_bytes(data)
    ended = auditor("check", "--json", log)
    row, file, summary = ended.rows
    assert (file["kind"], file["format"], file["encoding"], file["hands"]) == ("file", None, None, 1)
    assert (row["kind"], row["hand"], row["line"]) == ("rejected", None, 1)
    assert says in row["reason"]
    assert f"{log}: {row['reason']}" in ended.err
    assert (summary["hands"], summary["rejected"]) == (1, 1)
    assert ended.code == 2


def test_one_bad_file_does_not_keep_the_others_from_being_audited(tmp_path: Path) -> None:
    (tmp_path / "good.hand").write_text(BROKEN, encoding="utf-8")
    ended = auditor("check", "--json", tmp_path / "missing.hand", tmp_path / "good.hand")
    assert [row["kind"] for row in ended.rows] == ["hand", "file", "summary"]
    assert f'There is no file "{tmp_path / "missing.hand"}"' in ended.err
    assert ended.code == 2, "what could not be opened is wrong usage, whatever the rest says"


def test_a_mistyped_name_is_offered_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "sunday.txt").write_text(CLEAN, encoding="utf-8")
    assert "did you mean sunday.txt?" in auditor("check", tmp_path / "sundy.txt").err


def test_a_truncated_log_is_judged_as_far_as_it_goes(log: Path) -> None:
    log.write_text(CLEAN[: CLEAN.index("5th")] + "end early\n", encoding="utf-8")
    hand, _, summary = auditor("check", "--json", log).rows
    assert hand["settlement"]["rake"]["lawful"] is None
    assert summary["audited"] == 1


def test_bytes_that_are_no_utf8_are_told_and_read(log: Path) -> None:
    log.write_bytes(BROKEN.replace("Ann", "Ren\xe9").encode("latin-1"))
    ended = auditor("check", "--json", log)
    assert "not UTF-8" in ended.err
    assert "auditor check --encoding NAME" in ended.err
    assert [seat["player"] for seat in ended.rows[0]["settlement"]["seats"]] == ["Ren\xe9", "Bob", "Cat"]


def test_a_hand_with_too_many_seats_is_rejected_and_the_next_is_read(log: Path) -> None:
    log.write_text(f"hand 1\n{TWELVE}\nhand 2\n{CLEAN}", encoding="utf-8")
    ended = auditor("check", "--json", log)
    first, second, _, _ = ended.rows
    assert first["kind"] == "rejected"
    assert "12" in first["reason"]
    assert (second["kind"], second["hand"]) == ("hand", "2")
    assert ended.code == 1


def test_a_file_over_the_limit_is_refused_before_it_is_read(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log.write_text(CLEAN, encoding="utf-8")
    size = len(CLEAN.encode())
    monkeypatch.setenv("AUDITOR_INGEST_BYTES", str(size))
    assert auditor("check", log).code == 0
    assert auditor("check", "-", given=CLEAN.encode()).code == 0
    monkeypatch.setenv("AUDITOR_INGEST_BYTES", str(size - 1))
    for path in (log, Path("-")):
        ended = auditor("check", path, given=CLEAN.encode())
        assert "AUDITOR_INGEST_BYTES" in ended.err
        assert ended.code == 2


def test_standard_input_is_a_file_named_by_a_dash() -> None:
    ended = auditor("check", "--json", "-", given=BROKEN.encode())
    assert ended.rows[0]["file"] == "-"
    assert ended.code == 1


@pytest.mark.parametrize("given", ["robert", "../roberts"])
def test_a_house_that_is_none_is_refused_with_the_nearest(given: str, log: Path) -> None:
    log.write_text(CLEAN, encoding="utf-8")
    ended = auditor("check", "--json", "--house", given, log)
    assert (ended.code, ended.out) == (2, "")
    assert f'There is no house "{given}"' in ended.err
    assert "wsop-live" in ended.err


def test_the_nearest_house_is_offered() -> None:
    assert "did you mean roberts?" in auditor("check", "--house", "robrts", "-").err


def test_a_house_that_is_like_none_is_offered_none() -> None:
    """To offer one all the same would be a guess."""
    assert "did you mean" not in auditor("check", "--house", "bellagio", "-").err


def test_capitals_do_not_matter_in_the_name_of_a_house(log: Path) -> None:
    log.write_text(CLEAN, encoding="utf-8")
    assert auditor("check", "--json", "--house", "PartyPoker", log).rows[0]["house"] == "partypoker"
    named = auditor("check", "-", given=CLEAN.replace("house roberts", "house ROBERTS").encode())
    assert "did you mean roberts?" in named.out


def test_a_house_that_does_not_cover_the_game_rejects_the_hand(log: Path) -> None:
    log.write_text(CLEAN, encoding="utf-8")
    ended = auditor("check", "--json", "--house", "qqonline", log)
    row, _, _ = ended.rows
    assert row["kind"] == "rejected"
    assert row["reason"] == 'House "qqonline" does not cover stud8; it covers stud.'
    assert row["line"] == 1
    assert ended.code == 1, "the hand was read"


def test_what_a_house_does_not_cover_is_told_once_a_file_with_the_houses_that_do(log: Path) -> None:
    log.write_text("".join(f"hand {number}\n{CLEAN}\n" for number in range(1, 8)), encoding="utf-8")
    ended = auditor("check", "--house", "qqonline", log)
    assert ended.out.count("does not cover") == 1
    assert f'{log}:1: rejected hand 1 and 6 more: House "qqonline" does not cover stud8' in ended.out
    said = next(line for line in ended.out.splitlines() if "houses that cover stud8: " in line)
    assert "partypoker" in said
    assert "qqonline" not in said
    assert "7 hands = 0 audited + 7 rejected + 0 skipped" in ended.out
    assert ended.code == 1


def test_files_that_could_not_be_opened_are_counted(log: Path) -> None:
    log.write_text(CLEAN, encoding="utf-8")
    ended = auditor("check", log, "/nowhere/a", log, "/nowhere/b")
    assert "2 of 4 files could not be opened" in ended.out.splitlines()


def test_a_player_called_by_the_seat_is_not_named_twice(log: Path) -> None:
    log.write_text(SHORT, encoding="utf-8")
    out = auditor("check", log).out
    assert "paid wrongly: seat 1 got 1, due 2 (-1); seat 2 got 1, due 0 (+1)" in out
    assert "money, 1 chip; stated: " in out


def test_the_house_asked_for_beats_the_one_the_log_names(log: Path) -> None:
    log.write_text(CLEAN, encoding="utf-8")
    assert auditor("check", "--json", log).rows[0]["house"] == "roberts"
    assert auditor("check", "--json", "--house", "partypoker", log).rows[0]["house"] == "partypoker"


def test_a_line_that_is_nearly_one_is_told_how_to_be_written() -> None:
    out = auditor("check", "-", given=SHORT.replace("2 folds", "2 flods").encode()).out
    assert '    write "2 folds"' in out.splitlines()


def test_the_example_of_a_transcript_can_be_checked_as_it_is() -> None:
    shown = auditor("transcript", "--example").out
    assert auditor("check", "-", given=shown.encode()).code == 0
    assert "1 [xx xx] Kd" in auditor("transcript").out
    assert "auditor transcript" in auditor("check", "--help").out
    assert "auditor transcript" in auditor("check", "-", given=b"a novel").err


def test_no_file_at_all_is_wrong_usage() -> None:
    ended = auditor("check")
    assert ended.code == 2
    assert "FILE" in ended.err
