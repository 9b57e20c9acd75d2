"""`auditor convert` as a person runs it: every hand written, counted, or told why not."""

import zipfile
from pathlib import Path

import pytest

from auditor.engine.house.registry import house_for_room
from auditor.formats import Read, open_log
from tests.cli.command import TOP, auditor

FORMATS = TOP / "fixtures" / "formats"
STRICT = FORMATS / "ohh" / "strict.ohh"
ODD_CHIP = FORMATS / "pokerstars" / "hilo-odd-chip.txt"


def digests(data: bytes) -> list[str]:
    return [outcome.hand.digest() for outcome in open_log(data) if isinstance(outcome, Read)]


@pytest.mark.parametrize("target", ["log", "transcript"])
def test_a_file_is_written_whole_and_reads_as_the_same_hands(target: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ended = auditor("convert", ODD_CHIP, "--to", target, "-o", out)
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == f"auditor: {ODD_CHIP}: 1 hand = 1 written + 0 rejected + 0 skipped\n"
    assert digests(out.read_bytes()) == digests(ODD_CHIP.read_bytes())
    assert list(tmp_path.iterdir()) == [out]


def test_counts_add_up_and_what_is_left_out_is_named() -> None:
    ended = auditor("convert", "-", "--to", "PHH", given=STRICT.read_bytes())
    assert ended.code == 1
    assert len(digests(ended.out.encode())) == 3
    lines = ended.err.splitlines()
    assert lines[0] == ('auditor: -:161: rejected: The list "players" is missing or empty. Every hand needs this list.')
    assert [line.partition(": rejected")[0] for line in lines[:3]] == [
        "auditor: -:161", "auditor: -:246", "auditor: -:308",
    ]  # fmt: skip
    assert lines[3:5] == [
        "auditor: -: 7 hands = 3 written + 3 rejected + 1 skipped",
        "auditor: skipped games: Holdem 1",
    ]
    assert lines[5].startswith("auditor: phh cannot store these facts, so they are missing in the new file: ")
    assert "the hand number" not in lines[5]
    assert len(lines) == 6


def test_open_hand_history_has_a_blank_line_between_hands() -> None:
    ended = auditor("convert", FORMATS / "pokerstars" / "defects.txt", "--to", "ohh")
    assert ended.code == 0
    assert ended.out.count("}\n\n{\n") == 1
    assert ended.out.endswith("}\n")


def test_a_hand_that_cannot_be_told_is_rejected_and_the_rest_written() -> None:
    owing = "hand 7\nstacks -5 5\n1 checks\nend\n"
    plain = "hand 8\nstacks 5 5\n1 checks\nend\n"
    ended = auditor("convert", "-", "--to", "phh", given=(owing + plain).encode())
    assert ended.code == 1
    assert len(digests(ended.out.encode())) == 1
    assert "auditor: -:1: rejected hand 7: phh cannot store this hand: The amount -5 in " in ended.err
    assert "auditor: -: 2 hands = 1 written + 1 rejected + 0 skipped\n" in ended.err


def test_only_other_games_are_skipped_and_nothing_is_written(tmp_path: Path) -> None:
    holdem = STRICT.read_text(encoding="utf-8").split("\n\n")[1]
    ended = auditor("convert", "-", "--to", "log", "-o", tmp_path / "out", given=holdem.encode())
    assert (ended.code, ended.out) == (0, "")
    assert "1 hand = 0 written + 0 rejected + 1 skipped" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_a_hand_counts_as_one_rejected() -> None:
    ended = auditor("convert", "-", "--to", "log", given=b"Dear Sir,\n")
    assert ended.code == 2
    assert ended.out == ""
    assert "auditor: -: No hand was found in this file." in ended.err
    assert ended.err.endswith("auditor: -: 1 hand = 0 written + 1 rejected + 0 skipped\n")


def test_the_file_that_is_read_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "hand.txt"
    file.write_bytes(ODD_CHIP.read_bytes())
    ended = auditor("convert", file, "--to", "log", "-o", file)
    assert (ended.code, ended.out) == (2, "")
    assert f'"{file}" is the input file. Choose another file for the output.' in ended.err
    assert file.read_bytes() == ODD_CHIP.read_bytes()


def test_wrong_usage_is_refused() -> None:
    for arguments in (["convert", ODD_CHIP], ["convert", ODD_CHIP, "--to", "xml"], ["convert", "--to", "log"]):
        assert auditor(*arguments).code == 2


def test_a_place_that_cannot_be_written_is_told_by_the_name_that_was_given(tmp_path: Path) -> None:
    ended = auditor("convert", ODD_CHIP, "--to", "log", "-o", "/nowhere/out")
    assert (ended.code, ended.out) == (2, "")
    assert (
        ended.err
        == 'auditor: The file "/nowhere/out" cannot be written: No such file or directory. No hand was converted.\n'
    )
    ended = auditor("convert", ODD_CHIP, "--to", "log", "-o", tmp_path)
    assert (ended.code, ended.err) == (2, f'auditor: "{tmp_path}" is a folder. Name a file to write.\n')
    assert list(tmp_path.iterdir()) == []


def test_an_encoding_may_be_chosen(tmp_path: Path) -> None:
    file = tmp_path / "hand.txt"
    file.write_bytes('hand 7\nseat 1 "Жора" 5\nseat 2 "b" 5\n1 checks\nend\n'.encode("cp1251"))
    found = auditor("convert", file, "--to", "transcript")
    assert f"auditor: {file}: To choose another encoding: auditor convert --encoding NAME\n" in found.err
    ended = auditor("convert", file, "--to", "transcript", "--encoding", "CP1251")
    assert ended.code == 0
    assert '"Жора"' in ended.out


def test_the_files_of_a_folder_and_of_its_archives_are_written_one_after_the_other(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.write(ODD_CHIP, "odd.txt")
        archive.writestr("novel.txt", "Dear Sir,")
    (tmp_path / "b.txt").write_bytes(ODD_CHIP.read_bytes())
    (tmp_path / "c").symlink_to(ODD_CHIP)
    out = tmp_path / "out"
    ended = auditor("convert", tmp_path, "--to", "log", "-o", out)
    assert f"auditor: {tmp_path}/a.zip/novel.txt: No hand was found in this file." in ended.err
    assert f'"{tmp_path}/c" is a link' in ended.err
    assert f"auditor: {tmp_path}: 3 hands = 2 written + 1 rejected + 0 skipped\n" in ended.err
    assert ended.code == 2, "one of the files could not be opened"
    assert digests(out.read_bytes()) == digests(ODD_CHIP.read_bytes()) * 2
    ended = auditor("convert", tmp_path / "a.zip", "--to", "log", "-o", tmp_path / "a.zip")
    assert "is the input file" in ended.err
    ended = auditor("convert", tmp_path / "a.zip", "--to", "log")
    assert (ended.code, digests(ended.out.encode())) == (1, digests(ODD_CHIP.read_bytes()))


def test_phh_tells_where_and_when_and_is_audited_under_the_rules_of_the_room(tmp_path: Path) -> None:
    out = tmp_path / "out.phhs"
    assert auditor("convert", ODD_CHIP, "--to", "phh", "-o", out).code == 0
    told = out.read_text(encoding="utf-8")
    [outcome] = open_log(ODD_CHIP.read_bytes())
    assert isinstance(outcome, Read)
    hand = outcome.hand
    assert f"hand = {hand.number}\nvenue = 'pokerstars'\n" in told
    assert f"_house = '{house_for_room('pokerstars', hand.game)}'\n" in told
    [again] = open_log(out.read_bytes())
    assert isinstance(again, Read)
    assert again.hand.house == house_for_room("pokerstars", hand.game)
    assert auditor("check", out).code == 0
