"""Hands that harm the process that reads or audits them: planted in real worker processes, by their numbers.

Python imports `sitecustomize` as it starts, before any line of ours: there the reader of our log and the audit are
wrapped. Nothing in the product knows of it.
"""

from pathlib import Path
from typing import Final

AUDIT: Final = {"raises": 901, "loops": 902, "memory": 903, "segfault": 904, "recursion": 905}
READ: Final = {"raises": 911, "loops": 912, "memory": 913, "segfault": 914, "recursion": 915}
IN_C: Final = 916  # a loop that hears no signal
EXITS: Final = 917

_WRAPPED: Final = """
import ctypes
import sys


def raises():
    raise RuntimeError("poison")


def loops():
    while True:
        pass


def memory():
    held = []
    while True:
        held.append(bytes(1024 * 1024))


def segfault():
    ctypes.string_at(0)


def recursion():
    recursion()


def loops_in_c():
    10 ** (10**9)


def exits():
    sys.exit(3)


AUDIT = {audit}
READ = {read}


if sys.argv[:1] == ["-m"]:  # a worker, and nothing that it may start
    from auditor.formats import FORMATS
    from auditor.jobs import judging, reauditing
    from auditor.engine.readings import audit_with_readings

    def audit(hand, house):
        globals()[AUDIT.get(hand.number, "len_of_nothing")]()
        return audit_with_readings(hand, house)

    judging.audit_with_readings = reauditing.audit_with_readings = audit
    (log,) = [layout for layout in FORMATS if layout.name == "log"]
    read = log.read

    def poisoned(lines, first_line):
        for number, kind in READ.items():
            if f'"number":"{{number}}"' in lines[0]:
                globals()[kind]()
        return read(lines, first_line)

    log.read = poisoned


def len_of_nothing():
    pass
"""


def plant(folder: Path) -> str:
    """Writes the module; the folder is to be on PYTHONPATH of the workers."""
    folder.mkdir()
    audit = {str(number): kind for kind, number in AUDIT.items()}
    read = {str(number): kind for kind, number in READ.items()} | {str(IN_C): "loops_in_c", str(EXITS): "exits"}
    (folder / "sitecustomize.py").write_text(_WRAPPED.format(audit=audit, read=read), encoding="ascii")
    return str(folder)
