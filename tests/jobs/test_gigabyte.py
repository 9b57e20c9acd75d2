"""A file of a gigabyte: checked and taken in, and no process ever holds more than 384 MiB of it.

It is the largest file that the default settings accept, and all its hands differ. The test watches for some minutes:
the file is split to its end, but to audit all of it would take longer.
"""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.formats import Read, open_log
from auditor.formats.log import encode
from auditor.jobs.context import Workplace
from auditor.jobs.supervisor import workers
from tests.cli.command import COMMAND, TOP, environment
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.jobs.logs import upload_of
from tests.printers.pokerstars import print_hand

pytestmark = pytest.mark.campaign
SIZE = 1024**3
MEMORY_KIB = 384 * 1024
DISTINCT = 200
MINUTES = 8
WORKERS = 2
NUMBER = 700_000_000_000


def in_our_log(hand: Hand) -> bytes:
    return encode(hand) + b"\n"


def as_pokerstars_text(hand: Hand) -> bytes:
    return print_hand(hand).encode() + b"\n\n"


def is_clean(told: bytes, house: House) -> bool:
    [outcome] = open_log(told)
    assert isinstance(outcome, Read)
    return not audit(outcome.hand, house).findings


def hands(write: Callable[[Hand], bytes], room: str) -> Iterator[bytes]:
    """Hands without end, each with a number of its own; of the lawful ones those that read back as such."""
    house = load(room, Game.STUD)
    every = (write(replaced(deal(seed, house), number=str(NUMBER), room=room)) for seed in range(DISTINCT))
    told = [each for each in every if is_clean(each, house)]
    assert len(told) > DISTINCT // 2
    number = 0
    while True:
        for each in told:
            number += 1
            yield each.replace(b"%d" % NUMBER, b"%d" % (NUMBER + number))


def written(path: Path, told: Iterator[bytes]) -> int:
    """Writes hands until the file is as large as it may be; how many."""
    size = number = 0
    with path.open("wb") as file:
        for each in told:
            size += len(each)
            if size > SIZE:
                return number
            file.write(each)
            number += 1
    raise AssertionError


def ended(child: "subprocess.Popen[bytes]") -> tuple[int, int]:
    """The exit code of a child, and the most memory it ever held, in KiB."""
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_maxrss


@pytest.mark.parametrize(
    ("write", "room"), [(in_our_log, "roberts"), (as_pokerstars_text, "pokerstars")], ids=["log", "pokerstars"]
)
def test_a_gigabyte_is_checked_in_384_mib(tmp_path: Path, write: Callable[[Hand], bytes], room: str) -> None:
    file = tmp_path / "gigabyte"
    number = written(file, hands(write, room))
    began = time.monotonic()
    check = subprocess.Popen([*COMMAND, "check", "--json", file], cwd=TOP, stdout=subprocess.PIPE)
    last = subprocess.Popen(["tail", "-n", "1"], stdin=check.stdout, stdout=subprocess.PIPE)
    assert check.stdout is not None
    check.stdout.close()
    told, _ = last.communicate()
    code, peak = ended(check)
    print(f"\n{number:,} hands checked in {time.monotonic() - began:.0f} s, at most {peak / 1024:.0f} MiB")
    summary = msgspec.json.decode(told)
    assert (summary["hands"], summary["audited"], summary["findings"], code) == (number, number, 0, 0)
    assert peak <= MEMORY_KIB


def peak_of(process: int) -> int:
    """The most memory that a running process ever held, in KiB; 0 for one that is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")), 0)


@pytest.mark.database
def test_a_gigabyte_is_taken_in_by_processes_of_384_mib(tmp_path: Path, place: Workplace, rows: Any) -> None:
    file = tmp_path / "gigabyte.jsonl"
    number = written(file, hands(in_our_log, "roberts"))
    sending = subprocess.Popen(
        [*COMMAND, "ingest", file], cwd=TOP, env=environment(place.settings), stdout=subprocess.PIPE
    )
    assert sending.stdout is not None
    sending.stdout.read()
    code, received = ended(sending)
    [(receipt,)] = rows("SELECT receipt::text FROM upload")
    peaks: dict[int, int] = {}
    deadline = time.monotonic() + MINUTES * 60
    with workers(place.settings, WORKERS) as team:
        while time.monotonic() < deadline and not upload_of(place, receipt).is_finished:
            time.sleep(1)
            for process in team.numbers():
                peaks[process] = max(peaks.get(process, 0), peak_of(process))
        row = upload_of(place, receipt)
    print(
        f"\n{number:,} hands: received in {received / 1024:.0f} MiB, {row.found:,} found and {row.audited:,} audited"
        f" in {MINUTES} minutes by processes of {', '.join(f'{peak / 1024:.0f}' for peak in peaks.values())} MiB"
    )
    assert code == 0
    assert (row.rejected, row.skipped) == (0, 0)
    assert row.audited > 0
    assert max(received, *peaks.values()) <= MEMORY_KIB
    assert len(peaks) == WORKERS  # none of them ended and was started again
