"""The engine compiled by mypyc says word for word what the interpreted one says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]


def digests(source: Path) -> list[str]:
    """What `tests.engine.digests` prints when `auditor` comes from `source`."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "tests.engine.digests"]
    done = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with the engine compiled in place."""
    copy = tmp_path_factory.mktemp("compiled")
    for folder in ("auditor", "tests", "fixtures"):
        shutil.copytree(TOP / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "shots"))
    shutil.copy(TOP / "pyproject.toml", copy)
    sources = sorted(str(path.relative_to(copy)) for path in (copy / "auditor" / "engine").rglob("*.py"))
    # Level 0: the test asks what the code says, not how fast, and the C compiler is quickest so.
    environment = {**os.environ, "MYPYC_OPT_LEVEL": "0", "MYPYC_DEBUG_LEVEL": "0"}
    command = [sys.executable, "-m", "mypyc", *sources]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return copy


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here: the compiled engine cannot be built")
def test_a_compiled_engine_gives_the_same_digests(compiled: Path) -> None:
    assert list((compiled / "auditor" / "engine").glob("audit.*.so")), "the engine was not compiled"
    assert digests(compiled) == digests(TOP)
