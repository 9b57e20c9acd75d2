"""Whatever a person has: folders, archives, several at once; each file is told by itself and all of them in sum."""

import gzip
import os
import zipfile
from pathlib import Path

import pytest

from auditor.cli import sources
from auditor.cli.exit_codes import Refused
from auditor.settings import Settings
from tests.cli.command import LOGS, TOP, auditor
from tests.printers.zips import Packed, zipped
from tests.web.night import HandText, history

CLEAN = (TOP / LOGS / "hilo.hand").read_bytes()
EVENING = (TOP / LOGS / "evening.hand").read_bytes()
NIGHT = history(HandText(number="1"), HandText(number="2", bet=15))


@pytest.fixture
def june(tmp_path: Path) -> Path:
    """A folder with a bit of everything; the names tell nothing."""
    folder = tmp_path / "june"
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "clean.pdf").write_bytes(CLEAN)
    (folder / "a" / "evening.jsonl").write_bytes(EVENING)
    (folder / "a" / "b" / "night.doc").write_bytes(b"\xff\xfe" + NIGHT.decode().encode("utf-16-le") + b"x")
    (folder / "a" / "b" / "packed").write_bytes(gzip.compress(NIGHT))
    with zipfile.ZipFile(folder / "all.txt", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in/clean", CLEAN)
        archive.writestr("in/novel", "It was a dark and stormy night.")
    return folder


def test_a_folder_is_read_file_by_file_and_summed_up(june: Path) -> None:
    ended = auditor("check", june)
    assert ended.code == 1
    told = ended.out.splitlines()
    assert f"{june}/a/b/night.doc: 2 hands = 2 audited + 0 rejected + 0 skipped; 1 finding in 1 hand" in told
    assert f"{june}/a/b/packed: 2 hands = 2 audited + 0 rejected + 0 skipped; 1 finding in 1 hand" in told
    assert f"{june}/all.txt/in/clean: 1 hand = 1 audited + 0 rejected + 0 skipped; 0 findings" in told
    assert f"{june}/all.txt, 2 files: 2 hands = 1 audited + 1 rejected + 0 skipped; 0 findings" in told
    counts = next(line.partition(": ")[2] for line in told if line.startswith(f"{june}, "))
    assert f"{june}, 6 files: {counts}" in told
    assert not [line for line in told if line.startswith("all 6 files")], "the total is printed once"
    assert "ends with half a character" in ended.err
    assert f"{june}/all.txt/in/novel: No hand was found in this file." in ended.err


def test_every_file_of_an_archive_has_a_row(june: Path) -> None:
    ended = auditor("check", "--json", june / "all.txt", june / "clean.pdf")
    files = [row for row in ended.rows if row["kind"] == "file"]
    assert [(row["file"], row["hands"], row["format"]) for row in files] == [
        (f"{june}/all.txt/in/clean", 1, "transcript"),
        (f"{june}/all.txt/in/novel", 1, None),
        (f"{june}/clean.pdf", 1, "transcript"),
    ]
    assert [row["hands"] for row in ended.rows if row["kind"] == "summary"] == [3]


def test_a_hand_in_an_archive_is_repeated_by_the_name_that_findings_print(june: Path) -> None:
    """Also in a folder of the archive; and one line of several files is no line."""
    found = auditor("check", june / "all.txt" / "in" / "clean", "--line", "1", "--json")
    assert [row["file"] for row in found.rows if row["kind"] == "hand"] == [str(june / "all.txt" / "in" / "clean")]
    assert (found.code, found.rows[-1]["hands"]) == (0, 1)
    packed = auditor("check", june / "a" / "b" / "packed", "--line", "1", "--json")
    assert (packed.code, packed.rows[-1]["hands"]) == (0, 1)
    several = auditor("check", june / "all.txt", "--line", "1")
    assert several.code == 2
    assert f'"{june}/all.txt" has 2 files. Name one file with --line: {june}/all.txt/in/clean' in several.err
    for missing, why in (
        (june / "all.txt" / "clean", f'There is no file "clean" in the archive "{june}/all.txt".'),
        (
            june / "clean.pdf" / "x",
            f'"{june}/clean.pdf" is a single file, not an archive. Write the path without "/x".',
        ),
    ):
        ended = auditor("check", missing)
        assert (ended.code, why in ended.err) == (2, True)


def test_an_archive_may_come_by_a_pipe(june: Path) -> None:
    ended = auditor("check", "-", given=(june / "all.txt").read_bytes())
    assert "-/in/clean: 1 hand = 1 audited" in ended.out


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (zipped(), "There is no file in the archive."),
        (zipped(Packed(b"a"))[:-1], "cut off"),
        (zipped(Packed(b"../a", CLEAN)), "leads out of the archive"),
        (zipped(Packed(b"a.zip", zipped(Packed(b"a")))), "a zip archive inside an archive"),
        (gzip.compress(CLEAN)[:-2], "cut off"),
    ],
)
def test_a_bad_archive_is_told_in_a_sentence(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    ended = auditor("check", tmp_path / "x.zip")
    assert said in ended.err
    assert "1 hand = 0 audited + 1 rejected + 0 skipped" in ended.out
    assert ended.code == 2


def test_links_and_pipes_in_a_folder_are_told(tmp_path: Path) -> None:
    (tmp_path / "clean").write_bytes(CLEAN)
    (tmp_path / "round").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "clean")
    (tmp_path / "lost").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    ended = auditor("check", tmp_path)
    assert f'"{tmp_path}/round" is a link' in ended.err
    assert f'"{tmp_path}/link" is a link' in ended.err
    assert f'"{tmp_path}/lost" is a link to "nowhere", which does not exist.' in ended.err
    assert f'"{tmp_path}/pipe" was not read, because it is not a file or a folder' in ended.err
    assert "4 of 5 files could not be opened" in ended.out
    assert ended.code == 2


@pytest.mark.database
def test_a_folder_without_a_file_and_a_link_to_nothing_are_told_alike(tmp_path: Path, settings: Settings) -> None:
    bare = tmp_path / "bare"
    (bare / "within").mkdir(parents=True)
    lost = tmp_path / "lost"
    lost.symlink_to("nowhere")
    told = [
        f'auditor: The folder "{bare}" contains no file. Name a file, or a folder with files.',
        f'auditor: "{lost}" is a link to "nowhere", which does not exist.',
    ]
    for path, said in zip((bare, lost), told, strict=True):
        for command in (("check",), ("ingest",), ("ingest", "--wait"), ("convert", "--to", "log")):
            ended = auditor(*command, path, settings=settings)
            assert (ended.code, ended.err.splitlines()[0]) == (2, said), command
    assert auditor("check", bare).out == "", "nothing was there to be opened"


@pytest.mark.parametrize("over", [0, 1])
def test_a_folder_may_have_so_many_files(over: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "FILES", 5)
    for number in range(5 + over):
        (tmp_path / str(number)).touch()
    found = list(sources.files_in(str(tmp_path)))
    assert [isinstance(each, Refused) for each in found] == [False] * 5 + [True] * over


@pytest.mark.parametrize("over", [0, 1])
def test_a_folder_may_be_so_deep(over: int, tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(sources.DEPTH - 1 + over):
        deep = deep / "d"
        deep.mkdir()
    (deep / "a").touch()
    [found] = sources.files_in(str(tmp_path))
    assert isinstance(found, Refused) is bool(over)


def test_an_encoding_may_be_chosen(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(CLEAN.replace(b"Ann", "Яна".encode("cp1251")))
    found = auditor("check", "--json", log)
    assert '"\xdf\xed\xe0"' in found.out
    assert found.rows[1]["encoding"] == "cp1252"
    chosen = auditor("check", "--json", "--encoding", "Windows-1251", log)
    assert '"Яна"' in chosen.out
    assert chosen.rows[1]["notes"] == ["The file was read as Windows-1251, Cyrillic, the chosen encoding."]
    refused = auditor("check", "--encoding", "ebcdic", log)
    assert (refused.code, refused.out) == (2, "")
    assert "Choose one of these: utf-8, utf-16, utf-16-le" in refused.err


@pytest.mark.database
def test_a_folder_goes_into_the_database_with_its_archives(june: Path, settings: Settings) -> None:
    ended = auditor("ingest", "--wait", june, settings=settings)
    told = ended.out.splitlines()
    assert "june/a/b/night.doc: 2 hands = 2 audited + 0 known before + 0 rejected + 0 skipped; 1 finding" in told
    assert any(line.startswith("june/a/b/packed, 1 file: 2 hands = 0 audited + 2 known before") for line in told)
    assert "june/all.txt/in/clean: 1 hand = 0 audited + 1 known before + 0 rejected + 0 skipped; 0 findings" in told
    assert any(line.startswith("june/all.txt/in/novel: no hand could be read: No hand was found") for line in told)
    # The hand with the finding came again in the archive: it is found in both, and once in all.
    [inside] = [line for line in told if line.startswith("june/a/b/packed/")]
    assert inside.endswith("2 hands = 0 audited + 2 known before + 0 rejected + 0 skipped; 1 finding")
    [total] = [line for line in told if line.startswith("all 5 files: 12 hands = ")]
    assert total.endswith("; 4 findings")  # three are of another file
    assert f"{june}/a/b/night.doc: The file is UTF-16 and ends with half a character" in ended.err
    assert ended.code == 1


@pytest.mark.database
def test_a_file_is_read_again_in_the_encoding_that_was_chosen(settings: Settings, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(CLEAN.replace(b"Ann", "Яна".encode("cp1251")))
    first = auditor("ingest", "--wait", log, settings=settings)
    assert "To choose another encoding: auditor ingest --encoding NAME" in first.err
    second = auditor("ingest", "--wait", "--encoding", "cp1251", log, settings=settings)
    assert "1 hand = 1 audited + 0 known before" in second.out
    assert "nothing changed" not in second.out
    assert "nothing changed" in auditor("ingest", log, settings=settings).out
    refused = auditor("ingest", "--encoding", "ebcdic", log, settings=settings)
    assert (refused.code, refused.out) == (2, "")


@pytest.mark.database
@pytest.mark.parametrize("data", [bytes(range(256)) * 20, "Der Fluß fließt.\n".encode("cp1252")])
def test_of_what_is_no_log_only_that_is_told(data: bytes, tmp_path: Path, settings: Settings) -> None:
    log = tmp_path / "log"
    log.write_bytes(data)
    ended = auditor("ingest", "--wait", log, settings=settings)
    assert (ended.code, ended.err) == (2, "")
    [receipt, told] = ended.out.splitlines()
    assert receipt.startswith(f"{log}: receipt ")
    assert told.startswith("log: no hand could be read: ")
