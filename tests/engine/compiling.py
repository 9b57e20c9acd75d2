"""A copy of the sources in which the engine is compiled by mypyc, as a wheel may have it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def compiled(into: Path, optimised: bool = False) -> Path:
    """Copies sources, tests and fixtures to `into`, beside what lies beside the repository, and compiles the engine
    there. Raises `RuntimeError` with the compiler's words where it cannot.

    Unoptimised it says the same, and the C compiler takes a third of the time.
    """
    copy = into / TOP.name
    for folder in ("auditor", "tests", "fixtures", "migrations"):
        shutil.copytree(TOP / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "shots"))
    shutil.copy(TOP / "pyproject.toml", copy)
    if (shared := TOP.parent / "shared").exists():
        (into / "shared").symlink_to(shared.resolve())
    sources = sorted(str(path.relative_to(copy)) for path in (copy / "auditor" / "engine").rglob("*.py"))
    # No warnings about what mypyc wrote: they take the C compiler half of its time, and tables that only a debugger
    # reads a tenth.
    environment = {
        **os.environ,
        "MYPYC_OPT_LEVEL": "3" if optimised else "0",
        "MYPYC_DEBUG_LEVEL": "0",
        "CFLAGS": "-w -fno-asynchronous-unwind-tables -fno-stack-protector",
    }
    command = [sys.executable, "-m", "mypyc", *sources]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)
    return copy


def run_in(copy: Path, *module: str) -> list[str]:
    """What a module prints when `auditor` comes from `copy`. Raises `RuntimeError` with its errors where it fails."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout.splitlines()
