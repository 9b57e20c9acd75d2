"""Games that cannot be told are not named as others; what a computer keeps beside a person's files is no log."""

import io
import zipfile
from pathlib import Path

import pytest

from auditor.cli.sources import files_in
from auditor.engine.hand import Game
from auditor.formats.archives import Budget, open_archive
from auditor.formats.rooms.everleaf import header as everleaf
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.merge import header as merge
from auditor.formats.rooms.pokerstars import header as pokerstars

KEPT = ["__MACOSX/a/._hands.txt", ".DS_Store", "a/.DS_Store", "._x.txt", "a/Thumbs.db", "desktop.ini"]


@pytest.mark.parametrize(
    ("buy_in", "game"), [("SC100", Game.STUD), ("$10+$1 USD", Game.STUD), ("100+9", Game.STUD), ("XX-9", None)]
)
def test_a_buy_in_is_no_part_of_the_game(buy_in: str, game: Game | None) -> None:
    line = f"PokerStars Hand #1: Tournament #5, {buy_in} 7 Card Stud Limit - Level I (5/10) - 2011/04/18 2:21:35 ET"
    found = pokerstars.header_of(line)
    assert found is not None
    assert found.game == game


@pytest.mark.parametrize(
    ("described", "game"),
    [("$ 1/$ 2 7 Card Stud Hi-Lo", Game.STUD8), ("$ 1 / $ 2 Razz", Game.RAZZ), ("?1/2 Razz", None)],
)
def test_blanks_in_stakes_are_no_part_of_the_game(described: str, game: Game | None) -> None:
    header = Header("1")
    found = everleaf.game_of(header, 0, 2, f"{described} - 2011/07/08 - 00:08:53")
    assert (found, header.game) == (True, game)  # the hand of a game that is not clear is rejected below
    if game:
        assert header.amounts == ("", "$1", "$2")


def test_a_game_without_a_name_in_a_mixed_one_has_its_number() -> None:
    told = {"id": "1-1", "starttime": "20110204202244", "gametype": "75", "multigametype": "40"}
    found = merge.header_of(told, ['<description type="7-Stud H/L8" stakes="Limit $1/$2"/>'], [])
    assert found is not None
    assert (found.game, found.named) == (None, "game 40")


def test_what_a_computer_keeps_in_a_zip_is_told_and_no_member() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in [*KEPT, "a/hands.txt"]:
            archive.writestr(name, "x")
    found = open_archive(made, Budget(1000))
    assert found is not None
    assert [member.name for member in found] == ["a/hands.txt"]
    assert (
        found.notes[0]
        == 'The file "__MACOSX/a/._hands.txt" was not read, because the Mac made it. Such a file contains no hands.'
    )
    assert (
        found.notes[4] == 'The file "a/Thumbs.db" was not read, because Windows made it. Such a file contains no hands.'
    )
    assert found.notes[5:] == ("The number of further files that the Mac or Windows made, and that were not read: 1.",)


def test_what_a_computer_keeps_in_a_folder_is_told_and_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [*KEPT, "a/hands.txt"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert list(files_in(str(tmp_path))) == [str(tmp_path / "a/hands.txt")]
    told = capsys.readouterr().err
    assert told.count("was not read, because the Mac made it.") == 4
    assert told.count("was not read, because Windows made it.") == 2
