"""A copy of the sources in which the engine is compiled by mypyc, as a wheel may have it."""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
# No warnings about the C code that mypyc wrote: they take the C compiler half of its time, and tables that only a
# debugger reads a tenth.
C_FLAGS = "-w -fno-asynchronous-unwind-tables -fno-stack-protector"


def compiled(into: Path, optimised: bool = False, cache: Path | None = None) -> Path:
    """Copies sources, tests and fixtures to `into`, beside what lies beside the repository, and compiles the engine
    there. Raises `RuntimeError` with the compiler's words where it cannot.

    Unoptimised it behaves the same, and the C compiler takes a third of the time. With a `cache`, an engine that was
    compiled before from the same sources by the same tools is copied from there: compiling takes 43 seconds.
    """
    copy = into / TOP.name
    for folder in ("auditor", "tests", "fixtures", "migrations"):
        shutil.copytree(TOP / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "shots"))
    shutil.copy(TOP / "pyproject.toml", copy)
    if (shared := TOP.parent / "shared").exists():
        (into / "shared").symlink_to(shared.resolve())
    options = {"MYPYC_OPT_LEVEL": "3" if optimised else "0", "MYPYC_DEBUG_LEVEL": "0", "CFLAGS": C_FLAGS}
    kept = None if cache is None else cache / _digest(copy, options)
    if kept is not None and kept.exists():
        shutil.copytree(kept, copy, dirs_exist_ok=True)
        return copy
    _compile(copy, options)
    if kept is not None:
        _keep(copy, kept)
    return copy


def _compile(copy: Path, options: dict[str, str]) -> None:
    command = [sys.executable, "-m", "mypyc", *_sources(copy)]
    environment = {**os.environ, **options}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)


def _sources(copy: Path) -> list[str]:
    return sorted(str(path.relative_to(copy)) for path in (copy / "auditor" / "engine").rglob("*.py"))


def _digest(copy: Path, options: dict[str, str]) -> str:
    """The digest of all that the compiled engine depends on: sources, settings, options and versions of the tools."""
    tools = [sys.version, sysconfig.get_config_var("CC"), version("mypy"), version("setuptools"), _c_compiler()]
    digest = hashlib.sha256(repr([tools, sorted(options.items())]).encode())
    for source in ["pyproject.toml", *_sources(copy)]:
        digest.update(f"\0{source}\0".encode() + (copy / source).read_bytes())
    return digest.hexdigest()[:32]


def _c_compiler() -> str:
    return subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True).stdout


def _keep(copy: Path, kept: Path) -> None:
    """Keeps the compiled modules for the next run, in the place of those of other sources."""
    part = kept.with_name(f"{kept.name}.part{os.getpid()}")
    for module in copy.rglob("*.so"):
        place = part / module.relative_to(copy)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, place)
    for old in kept.parent.iterdir():
        if not old.suffix:  # else another run is writing it
            shutil.rmtree(old, ignore_errors=True)
    try:
        part.rename(kept)
    except OSError:  # another run was faster
        shutil.rmtree(part)


def run_in(copy: Path, *module: str) -> list[str]:
    """The output of a module when `auditor` comes from `copy`. Raises `RuntimeError` with its errors where it fails."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout.splitlines()
