"""Programs that run with a small file system of their own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# Mounts in a namespace of its own, so that nobody else sees it and it ends with the program.
_MOUNTED = 'mount -t tmpfs -o "size=$1,mode=755" none "$2" && shift 2 && exec "$@"'


def run_on_a_small_disk(folder: Path, size: str, program: str) -> str:
    """The output of a Python program that has a file system of `size` at `folder`, its one argument.

    Skips the test where a file system cannot be mounted here.
    """
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("unshare is not installed")
    folder.mkdir(exist_ok=True)
    mounted = [unshare, "-m", "sh", "-c", _MOUNTED, "sh", size, str(folder)]
    trial = subprocess.run([*mounted, "true"], capture_output=True, text=True, check=False)
    if trial.returncode:
        pytest.skip(f"a file system cannot be mounted here: {trial.stderr.strip()}")
    ran = subprocess.run(
        [*mounted, sys.executable, "-P", "-c", program, str(folder)],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
