"""How much room there has to be on the disks, and what happens where there is none."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.settings import Settings, SettingsRefused, load
from auditor.store.evidence import disk_space
from auditor.store.evidence.disk_space import USUAL_BYTES, Disk, Room, disks_of
from auditor.store.evidence.files import Evidence, NoRoom
from auditor.store.postgres.database import Database
from tests.store.small_disks import run_on_a_small_disk

GIB = 1024**3

_UNTIL_FULL = """
import sys
from pathlib import Path
from auditor.store.evidence.files import Evidence, NoRoom
folder = Path(sys.argv[1]) / "evidence"
evidence = Evidence(folder)
kept = evidence.keep(b"first", 9)
evidence.acknowledge(kept.sha256)
try:
    evidence.keep(bytes(8 * 1024 * 1024), 10**9)
except NoRoom as refused:
    print(refused)
evidence.insist(kept.sha256)
print(sorted(path.name == kept.sha256 for path in folder.rglob("*") if path.is_file()))
"""


class Measured(Disk):
    """A disk with as much room as the test says."""

    free = 0
    whole = 0

    def free_and_whole(self) -> tuple[int, int]:
        return self.free, self.whole


def lacks(free: int, whole: int, reserve: int | None) -> tuple[bool, bool]:
    """Whether there is too little room for a file, and for work."""
    disk = Measured("the database", Path("/"))
    found = []
    try:
        Measured.free, Measured.whole = free, whole
        room = Room(lambda: [disk], reserve)
        for insist in (room.insist, room.insist_for_work):
            try:
                insist()
                found.append(False)
            except NoRoom:
                found.append(True)
    finally:
        Measured.free = Measured.whole = 0
    return found[0], found[1]


@pytest.mark.parametrize(
    ("free", "whole", "reserve", "expected"),
    [
        (5 * GIB, 20 * GIB, None, (False, False)),
        (5 * GIB - 1, 20 * GIB, None, (True, False)),
        (10 * GIB - 1, 100 * GIB, None, (True, False)),
        (10 * GIB, 100 * GIB, None, (False, False)),
        (GIB, 20 * GIB, None, (True, True)),
        (1000, 2000, 1000, (False, False)),
        (999, 2000, 1000, (True, False)),
        (249, 2000, 1000, (True, True)),
        (0, 2000, 0, (False, False)),
    ],
)
def test_a_file_needs_the_reserve_and_work_a_quarter_of_it(
    free: int, whole: int, reserve: int | None, expected: tuple[bool, bool]
) -> None:
    assert lacks(free, whole, reserve) == expected
    assert USUAL_BYTES == 5 * GIB


def test_the_disks_are_those_of_the_files_and_of_a_database_on_this_machine(
    settings: Settings, database: Database
) -> None:
    with database.begin() as connection:
        disks = disks_of(settings, connection)
    assert disks[0] == Disk("the stored files", settings.evidence)
    found = disks[0].free_and_whole()
    assert found is not None, "the folder does not exist yet, the disk does"
    assert found[1] == shutil.disk_usage(settings.data.parent).total


def test_a_database_in_a_folder_that_this_machine_lacks_has_no_disk_here(
    settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = replace(settings, database_url="postgresql://unused")
    for folder, database_disks in (("/", ["the database", "the database's log of changes"]), ("/no/such/folder", [])):
        monkeypatch.setattr(disk_space, "_FOLDER", f"SELECT '{folder}'")
        with database.begin() as connection:
            found = [disk.of for disk in disks_of(elsewhere, connection)]
        assert found == ["the stored files", *database_disks]


@pytest.mark.parametrize(("text", "expected"), [("", None), ("0", 0), ("268435456", 268435456)])
def test_the_reserve_is_a_number_of_bytes(text: str, expected: int | None) -> None:
    assert load({"HOME": "/", "AUDITOR_FREE_BYTES": text}).free_bytes == expected


def test_a_reserve_that_is_no_number_is_refused() -> None:
    with pytest.raises(SettingsRefused, match='AUDITOR_FREE_BYTES is "10%"'):
        load({"HOME": "/", "AUDITOR_FREE_BYTES": "10%"})


def test_a_file_for_which_there_is_no_room_leaves_nothing(tmp_path: Path) -> None:
    room = Room(lambda: [Disk("the stored files", tmp_path)], 1 << 60)
    refusal = r"Storage is nearly full. The disk of the stored files has .* free, but .* The file was not saved"
    with pytest.raises(NoRoom, match=refusal):
        Evidence(tmp_path / "evidence", room).keep(b"x", 9)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_in_the_middle_of_a_file_keeps_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    refusal, left = run_on_a_small_disk(tmp_path / "disk", "4m", _UNTIL_FULL).splitlines()
    assert refusal.startswith("Storage is full: the disk of the stored files has no space left.")
    assert left == "[True]"
