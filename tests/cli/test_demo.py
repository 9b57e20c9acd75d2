"""`auditor demo`: sample histories through the queue, counted, and shown."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from auditor.cli.demo import Demo
from auditor.cli.progress import Progress
from auditor.jobs.context import Workplace
from auditor.jobs.supervisor import wait_until_idle
from auditor.settings import Settings
from auditor.store.people.accounts import add, disable, person
from auditor.store.postgres.database import Database
from tests.cli.command import LOGS, TOP, auditor, without_risks
from tests.cli.running import PATIENCE, address_in, answered, line_of, started

pytestmark = pytest.mark.database

# The demonstration of another folder of samples than the project's own.
OTHER_SAMPLES = """
import sys
from pathlib import Path
from auditor.cli import demo, main
folder = Path(sys.argv[1])
demo.fixtures = lambda: folder
sys.argv = ["auditor", "demo", *sys.argv[2:]]
main()
"""


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    demo = tmp_path / "samples" / "demo"
    demo.mkdir(parents=True)
    for name in ("evening.hand", "hilo.hand"):
        shutil.copy(TOP / LOGS / name, demo)
    return tmp_path / "samples"


def demonstrated(samples: Path, settings: Settings, *arguments: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """The demonstration of these samples, running."""
    return started(settings, "-c", OTHER_SAMPLES, samples, *arguments, command=(sys.executable, "-P"))


def test_once_prints_what_was_found_and_a_way_in_and_ends(
    samples: Path, settings: Settings, database: Database, rows: Callable[..., list[tuple[object, ...]]]
) -> None:
    """And again the same, because the same files change nothing. The account that it makes has no password that anybody
    could know; where somebody shut it, it is not opened behind his back.
    """
    dated = (
        "The dates of the runs are spread over the last 30 nights, so that the charts show more than one night."
        " These dates are not real."
    )
    for way_in in (r"/sign-in/link/[\w-]{43}", "/"):
        with demonstrated(samples, settings, "--once", "--port", "0") as running:
            out, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, without_risks(err)) == (0, "")
        assert "7 hands = 5 audited + 0 known before + 2 rejected + 0 skipped; 3 findings" in out
        assert (dated in out) == (way_in != "/")
        assert re.search(r"^  O303 Bring-in by the wrong seat +1$", out, re.MULTILINE)
        assert re.search(r"^  roberts +3$", out, re.MULTILINE)
        assert re.search(rf"http://127\.0\.0\.1:\d+{way_in}$", out, re.MULTILINE)
        assert ("signs you in as demo. It works once" in out) == (way_in != "/")
        at = re.search(r"http://127\.0\.0\.1:\d+/", out)
        assert at is not None
        assert (f" auditor user link demo --at {at[0]}\n" in out) == (way_in != "/")
        assert rows("SELECT name, role, password FROM account ORDER BY id") == [
            ("demo", "reviewer", ""),
            *[(f"demo {role}", role, "") for role in ("viewer", "adjudicator", "admin")],
        ]
        for role in ("viewer", "adjudicator", "admin"):
            offered = re.search(rf"^  {role} +http://127\.0\.0\.1:\d+/sign-in/link/[\w-]{{43}}$", out, re.MULTILINE)
            assert (offered is not None) == (way_in != "/"), role
        with database.begin() as connection:
            disable(connection, person(connection, "demo").id)


def test_beside_accounts_of_other_people_it_makes_no_admin(place: Workplace, rows: Any) -> None:
    with place.database.begin() as connection:
        add(connection, "Ada", "viewer")
    with Progress() as progress:
        assert Demo(place, progress)._links_of_roles("http://127.0.0.1:8000/") == {}
    assert rows("SELECT name FROM account") == [("Ada",)]


def test_it_keeps_serving_until_it_is_told_to_stop(samples: Path, settings: Settings) -> None:
    with demonstrated(samples, settings, "--port", "0") as running:
        assert answered(address_in(line_of(running, "See the pages at "))) == (200, "")
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, without_risks(err)) == (0, "")


def workers_of(process: int) -> list[int]:
    """The process numbers of its workers."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return [
        int(child) for child in children if b"auditor.jobs.worker_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux tells the children of a process")
def test_workers_that_are_killed_while_it_serves_are_replaced(
    samples: Path, settings: Settings, place: Workplace, tmp_path: Path
) -> None:
    """What is sent then is audited all the same."""
    with demonstrated(samples, settings, "--port", "0") as running:
        line_of(running, "See the pages at ")
        before = workers_of(running.pid)
        assert before
        for worker in before:
            os.kill(worker, signal.SIGKILL)
        late = tmp_path / "late.hand"
        late.write_bytes((TOP / LOGS / "hilo.hand").read_bytes() + b"\n# late\n")
        auditor("ingest", late, settings=settings)
        wait_until_idle(place, PATIENCE)
        assert not set(before) & set(workers_of(running.pid))
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, without_risks(err)) == (0, "")


def test_no_samples_is_a_sentence(tmp_path: Path, settings: Settings) -> None:
    with demonstrated(tmp_path, settings, "--once", "--port", "0") as running:
        _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 2
    assert "There are no sample hands" in err
    assert "Traceback" not in err
