"""What comes out of files, archives and names steers no terminal: real commands on hostile ones, on a real terminal."""

import io
import json
import os
import pty
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from auditor.settings import Settings
from tests.cli.command import COMMAND, TOP, auditor, environment
from tests.web.night import HandText, history

# Colours, the title of the window, a bell, the line begun anew, a cursor that goes up, C1 controls, bidi, zero width.
NASTY = (
    *("\x1b[31mred\x1b[0m", "\x1b]0;owned\x07", "bell\x07", "over\rwritten", "\x1b[2A\x1b[2K", "c1\x9b31m"),
    *("osc\x9d0;x\x9c", "a\u202egpj.exe", "\u2066iso\u2069", "z\u200bero", "back\x08\x08", "\x7fdel"),
)
STEERS = re.compile("[\x00-\x08\x0b-\x0d\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
NAME = "".join(NASTY)


def on_a_terminal(*arguments: str | Path, settings: Settings | None = None, cwd: Path = TOP) -> str:
    """All that a terminal is sent by the command, on both streams."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=cwd,
        env=environment(settings),
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        sent = b""
        while data := _read(ours):
            sent += data
    os.close(ours)
    return sent.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux says that nobody writes to it any more
        return b""


def hostile(folder: Path) -> list[Path]:
    """A file, an archive and a file that is no hand, each with such names inside and out."""
    # A name of a player ends where PostgreSQL's own does; what is no line of PokerStars is told as it stands.
    told = [HandText(number=str(4200001 + place), players=(f"p{each}", "B", "C"), table=f"t{each}", bet=15)
            for place, each in enumerate(NASTY) if "\r" not in each]  # fmt: skip
    whole = folder / f"night{NAME.replace('/', '')}.txt"
    whole.write_bytes(history(*told) + f"\n\nPokerStars Hand #77{NAME}: 7 Card Stud Limit\nSeat one{NAME}\n".encode())
    packed = folder / f"packed{NASTY[0]}.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for place, each in enumerate(NASTY):
            played = HandText(number=str(place + 1), players=(each[:8], "B", "C"))
            archive.writestr(f"{place}{each}.txt", history(played))
        archive.writestr(f"../{NASTY[1]}", b"out")
    nothing = folder / f"nothing{NASTY[5]}"
    nothing.write_bytes(NAME.encode())
    return [whole, packed, nothing]


@pytest.mark.parametrize(
    "command",
    ["check", "check --settlement", "check --json", "convert --to log", "convert --to phh", "whatif --house tda"],
)
def test_a_command_on_hostile_files_steers_no_terminal(command: str, tmp_path: Path) -> None:
    whole, *_ = hostile(tmp_path)
    words: list[str | Path] = [*command.split(), whole if "whatif" in command else tmp_path]
    piped = auditor(*words)
    assert not STEERS.search(piped.err)
    if "convert" in command:  # what a program reads is as it is, what a terminal shows is not
        sent = on_a_terminal(*words)
        assert not STEERS.search(sent), repr(STEERS.search(sent))
    else:
        assert not STEERS.search(piped.out), repr(STEERS.search(piped.out))
        assert "\\x1b[31m" in piped.out or "\\u001b[31m" in piped.out


def test_nor_does_it_on_a_real_terminal(tmp_path: Path) -> None:
    hostile(tmp_path)
    sent = on_a_terminal("check", tmp_path)
    assert not STEERS.search(sent), repr(STEERS.search(sent))
    assert "\\x1b[31m" in sent


def test_json_with_hostile_names_is_the_same_json(tmp_path: Path) -> None:
    whole, *_ = hostile(tmp_path)
    rows = auditor("check", "--json", whole).rows
    assert rows[0]["file"] == str(whole)
    players = {seat["player"] for row in rows if row["kind"] == "hand" for seat in row["settlement"]["seats"]}
    assert {f"p{each}" for each in NASTY if "\r" not in each} <= players


def test_a_converted_file_is_written_as_it_is(tmp_path: Path) -> None:
    """A program reads it, and no terminal."""
    whole, *_ = hostile(tmp_path)
    out = auditor("convert", "--to", "log", whole, "-o", tmp_path / "x.jsonl")
    assert out.code in (0, 1)
    piped = auditor("convert", "--to", "log", whole).out
    assert piped == (tmp_path / "x.jsonl").read_text("utf-8")
    assert "p\\u001b[31mred" in piped or "p\x1b[31mred" in piped
    assert json.loads(piped.splitlines()[5])["seats"][0]["player"] == f"p{NASTY[6]}"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", f"missing{NAME}"],
        ["check", "--house", NAME, "tests/cli/logs/hilo.hand"],
        ["check", f"--{NAME}"],
        [NAME],
        ["house", NAME],
        ["rule", NAME],
        ["convert", "--to", NAME, "x"],
        ["convert", "--to", "log", f"missing{NAME}"],
        ["ingest", "--encoding", NAME, "x"],
        ["nightly", "--since", NAME],
    ],
)
def test_what_was_typed_wrong_is_shown_and_not_sent(arguments: list[str]) -> None:
    said = auditor(*arguments)
    assert not STEERS.search(said.out + said.err), repr(STEERS.search(said.err))
    assert "\\x1b[31m" in said.err
    if arguments == [NAME]:
        assert on_a_terminal(*arguments) == said.err


@pytest.mark.database
def test_commands_on_the_database_steer_no_terminal(settings: Settings, tmp_path: Path) -> None:
    told = on_a_terminal("ingest", *hostile(tmp_path), settings=settings)
    for arguments in (
        *(["ingest", "--again", NAME], ["user", "link", NAME], ["user", "add", NAME], ["user", "tokens", NAME]),
        *(["venue", "second", "USD", NAME], ["venue", "second", NAME, "5"]),
    ):
        ended = auditor(*arguments, settings=settings)
        told += ended.out + ended.err
    assert not STEERS.search(told), repr(STEERS.search(told))
    assert told.count("\\x1b[31m") == 5


def test_a_name_that_breaks_the_line_begins_no_line_of_its_own(tmp_path: Path) -> None:
    nasty = tmp_path / "a\nauditor: all is well.txt"
    nasty.write_bytes(b"nothing")
    ended = auditor("check", nasty)
    assert ended.code == 2
    assert not re.search(r"(?m)^auditor: all is well", ended.out + ended.err)


def test_a_stream_that_takes_ascii_alone_is_guarded_too() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "POSIX"}
    done = subprocess.run([*COMMAND, "house", NAME], cwd=TOP, env=env, capture_output=True, check=False)
    assert not STEERS.search(done.stderr.decode())
    assert io.BytesIO(done.stdout).read() == b""
