"""The command starts at once, because it reads only what it needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click import Context

from auditor.cli import commands
from auditor.cli.commands import COMMANDS
from auditor.settings import Settings
from tests.cli.command import LOGS, TOP, auditor, auditor_from_nothing, plain

LISTED = """
import sys
from auditor.cli import main
sys.argv = ["auditor", *sys.argv[1:]]
try:
    main()
except SystemExit:
    print(*sorted(sys.modules), file=sys.stderr)
"""
HEAVY = {"alembic", "flask", "msgspec", "procrastinate", "psycopg", "rich", "sqlalchemy", "waitress", "auditor.engine"}


def loaded(*arguments: str) -> set[str]:
    """The modules that the command had read when it ended."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", LISTED, *arguments], cwd=TOP, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_help_reads_nothing_heavy() -> None:
    found = loaded("--help")
    assert "click" in found
    assert found & HEAVY == set()


def test_check_reads_no_database() -> None:
    found = loaded("check", "tests/cli/logs/hilo.hand")
    assert "auditor.engine.audit" in found
    assert found & HEAVY <= {"msgspec", "auditor.engine"}


def test_no_variable_of_the_caller_steers_python() -> None:
    """With these two Python would name every module it reads, and treat every warning as an error."""
    environment = {**os.environ, "PYTHONVERBOSE": "1", "PYTHONWARNINGS": "error", "PYTHON_OF_TOMORROW": "1"}
    done = subprocess.run(["./run", "auditor", "--version"], cwd=TOP, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"auditor ")


def test_the_help_names_every_command() -> None:
    listed = auditor("--help").out.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_has_the_first_sentence_of_each(name: str) -> None:
    """The list is printed without importing the commands."""
    command = commands.auditor.get_command(Context(commands.auditor), name)
    assert command is not None
    assert command.name == name
    assert command.help is not None
    assert plain(command.help).startswith(COMMANDS[name][1])


def test_the_version_names_the_rules() -> None:
    assert "rules version" in auditor("--version").out


@pytest.mark.parametrize("command", [(), ("check",), ("ingest",), ("rule",), ("nightly",), ("demo",)])
def test_the_help_shows_no_marks_of_its_own_making(command: tuple[str, ...]) -> None:
    assert "\\" not in auditor(*command, "--help").out


@pytest.mark.parametrize(
    ("command", "means"),
    [
        ("check", ("0  no findings, no rejected hands", "1  findings or rejected hands")),
        ("convert", ("0  all hands written", "1  some hands rejected")),
        ("ingest", ("0  all files stored", "0  no findings, no rejected hands", "1  findings or rejected hands")),
        ("whatif", ("0  the houses agree on every hand", "1  the houses differ, or a hand was rejected")),
    ],
)
def test_the_help_tells_the_exit_codes_a_line_each(command: str, means: tuple[str, ...]) -> None:
    said = [line.strip() for line in auditor(command, "--help").out.splitlines()]
    assert {*means, "2  no hand could be read, or wrong usage"} <= {*said}


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--json", LOGS / "evening.hand", "-"),
        ("whatif", LOGS / "evening.hand", "--house", "casino"),
        ("convert", LOGS / "hilo.hand", "--to", "phh"),
        ("transcript", "--example"),
        ("rule", "O303", "--cases"),
        ("house", "--diff", "casino", "roberts"),
        ("chek",),
    ],
)
def test_a_copy_of_a_process_that_has_read_the_program_is_a_start_from_nothing(
    arguments: tuple[str | Path, ...],
) -> None:
    """So that the other tests may run the command in such copies."""
    given = (TOP / LOGS / "hilo.hand").read_bytes()
    assert auditor(*arguments, given=given) == auditor_from_nothing(*arguments, given=given)


@pytest.mark.database
@pytest.mark.parametrize("arguments", [("ingest", LOGS / "hilo.hand"), ("nightly", "--no-wait"), ("db", "status")])
def test_so_it_is_for_what_needs_a_database(arguments: tuple[str | Path, ...], settings: Settings) -> None:
    first = auditor_from_nothing(*arguments, settings=settings)
    again = auditor(*arguments, settings=settings)
    assert (first.code, again.code) == (0, 0)
    assert len(first.out.splitlines()) == len(again.out.splitlines())
