"""Plain lines of a hand are taken in runs. A file then has the same pieces as if it were read line by line."""

import random
from io import BytesIO
from pathlib import Path

import pytest

from auditor.formats import Unreadable, open_log
from auditor.formats.files.lines import Lines

TOP = Path(__file__).resolve().parents[2]
SAMPLES = sorted([*TOP.glob("fixtures/formats/*/*.txt"), *TOP.glob("fixtures/demo/*.txt")])
# Lines at which a run must end or must not begin.
BETWEEN = ("", " ", "\0", "#", "***** #1 *****", "PokerStars", "hand", "é", " indented", "x" * 20_000, "\ufeff", "\x7f")
TIMES = 40  # changed copies of each sample


def pieces(data: bytes) -> list[tuple[object, ...]] | str:
    names = ("first_line", "lines", "offset", "length", "refused", "refused_line", "format_name")
    try:
        return [tuple([getattr(piece, name) for name in names]) for piece in open_log(BytesIO(data)).pieces()]
    except Unreadable as refusal:
        return str(refusal)


def line_by_line(data: bytes, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]] | str:
    with monkeypatch.context() as patch:
        patch.setattr(Lines, "run", lambda _: ([], 0))
        return pieces(data)


def changed(data: bytes, rng: random.Random) -> bytes:
    """The file with other line ends, and with a few lines added, joined or left out."""
    rows = data.decode("utf-8", "replace").splitlines()
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(rows))
        rows[at : at + rng.randrange(2)] = [rng.choice((*BETWEEN, *rows))] * rng.randrange(3)
    return rng.choice(("\n", "\r\n", "\r")).join(rows).encode(rng.choice(("utf-8", "utf-16")))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_runs_change_no_piece(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = sample.read_bytes()
    rng = random.Random(sample.name)
    for each in (data, *[changed(data[:20_000], rng) for _ in range(TIMES)]):
        assert pieces(each) == line_by_line(each, monkeypatch)


def test_a_hand_is_mostly_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (TOP / "fixtures/demo/pokerstars.txt").read_bytes()
    taken: list[int] = []
    skip = Lines.pass_over

    def pass_over(lines: Lines, count: int) -> None:
        taken.append(count)
        skip(lines, count)

    monkeypatch.setattr(Lines, "pass_over", pass_over)
    pieces(data)
    assert sum(taken) > 0.8 * data.count(b"\n")


def test_a_hand_that_is_too_long_takes_no_run_for_each_of_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (TOP / "fixtures/demo/pokerstars.txt").read_bytes().split(b"\n\n")[0]
    runs: list[int] = []
    run = Lines.run

    def counted(lines: Lines) -> tuple[list[str], int]:
        runs.append(1)
        return run(lines)

    monkeypatch.setattr(Lines, "run", counted)
    pieces(data + b"\nAnn: folds" * 20_000)
    assert len(runs) < 5
