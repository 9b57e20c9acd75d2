"""The database's disk is full to the last byte and the server goes down. With room again, every receipt is good."""

import tempfile
from pathlib import Path

import pytest

from tests.store.small_disks import run_on_a_small_disk

pytestmark = pytest.mark.campaign

_PROGRAM = """
import os, pwd, subprocess, sys
from pathlib import Path
from auditor.jobs.receiving import receive
from auditor.jobs.context import open_workplace
from auditor.jobs.supervisor import wait_until_idle, workers
from auditor.settings import Settings
from auditor.store.postgres import embedded, migration
from auditor.store.postgres.database import address, owner_address
from auditor.store.postgres.system_account import account_for
from tests.jobs.logs import upload_of
from tests.jobs.test_many_kills import FILE_HANDS, Files

disk = Path(sys.argv[1])
settings = Settings(data=disk / "data", shard_hands=50, free_bytes=0)
settings.data.mkdir()
home = settings.data / "postgresql"
home.mkdir(mode=0o700)
account_for(None).give(home)
migration.upgrade(owner_address(settings), address(settings))
place = open_workplace(settings)
files, receipts, refusals = Files(), [], []
ballast = disk / "ballast"
with workers(settings, 2) as team:
    while len(refusals) < 3:
        team.mend()
        try:
            receipts.append(receive(place, files.next()[1], "x").receipt)
        except Exception as refused:
            refusals.append(type(refused).__name__)
        free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        with ballast.open("ab") as file:
            try:
                file.write(bytes(max(0, free // 2 if free > 2**20 else free)))
            except OSError:
                pass
    down = embedded.status(settings).pid is None
    print(f"{len(receipts)} receipts, then {', '.join(refusals)}; the server is {'down' if down else 'up'}")
    subprocess.run(["mount", "-o", "remount,size=2g", str(disk)], check=True)
    ballast.unlink()
    embedded.start(settings)
    wait_until_idle(place, 600, team.mend)
for receipt in receipts:
    row = upload_of(place, receipt)
    place.evidence.insist(row.sha256)
    assert (row.state, row.audited) == ("done", FILE_HANDS), row
print(f"{len(receipts)} of {len(receipts)} receipts are good, {FILE_HANDS * len(receipts):,} hands audited")
place.close()
embedded.stop(settings)
"""


def test_all_receipts_are_good_when_there_is_room_again() -> None:
    # The server runs as somebody else. The folders of other tests are closed to that account, and each start of pytest
    # closes them again.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        print("\n" + run_on_a_small_disk(Path(folder) / "disk", "250m", _PROGRAM))
