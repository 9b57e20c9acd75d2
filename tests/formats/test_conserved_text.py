"""A hand whose first line is spoilt is rejected: it does not go silently with the hand above it, whatever that is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.engine.events import Unread
from auditor.formats import FORMATS, Outcome, Piece, Read, Rejected, open_log
from auditor.formats.files.titles import Titled, Titles
from tests.engine.corpus import files

TOP = Path(__file__).resolve().parents[2]
TITLED = {layout.name: layout for layout in FORMATS if layout.titled.titles}
SAMPLES = [
    path
    for name in TITLED
    for path in sorted(TOP.glob(f"fixtures/formats/{name}/*.txt"))
    if name != "transcript" and len(list(open_log(path.read_bytes()))) > 1
]
SPOILS: dict[str, Callable[[str], str]] = {
    "a letter more": lambda line: "x" + line,
    "a letter less": lambda line: line[1:],
    "another letter": lambda line: line[:3] + "?" + line[4:],
    "no number sign": lambda line: line.replace("#", "", 1),
    "no colon": lambda line: line.replace(":", "", 1),
    "a blank more": lambda line: line.replace(" ", "  ", 1),
    "a blank less": lambda line: line.replace(" ", "", 1),
    "cut off": lambda line: line[:8],
    "a letter for a digit": lambda line: line.replace("0", "O", 1),
}


def spoilt(data: bytes, encoding: str, piece: Piece, spoil: Callable[[str], str]) -> bytes:
    """The file with the first line of a piece spoilt."""
    end = piece.offset + piece.length
    lines = data[piece.offset : end].decode(encoding).split("\n")
    at = next(at for at, line in enumerate(lines) if line.strip("\r \ufeff"))
    lines[at] = spoil(lines[at])
    return data[: piece.offset] + "\n".join(lines).encode(encoding) + data[end:]


def told(outcomes: list[Outcome]) -> int:
    """How many rejections there are, and lines of hands that could not be read."""
    lines = [e for o in outcomes if isinstance(o, Read) for e in o.hand.events if isinstance(e, Unread)]
    return len(lines) + sum([isinstance(outcome, Rejected) for outcome in outcomes])


@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_hand_goes_silently_with_the_one_above(path: Path, spoil: str) -> None:
    data = path.read_bytes()
    log = open_log(data)
    whole = list(log)
    for number, piece in enumerate(log.pieces()):
        found = list(open_log(spoilt(data, log.encoding, piece, SPOILS[spoil])))
        if len(found) >= len(whole):
            assert told(found) >= told(whole) - told(whole[number : number + 1])
        else:  # where no blank line stands between two hands, that above tells what it could not read
            assert len(found) == len(whole) - 1
            assert told(found[number - 1 : number]) > told(whole[number - 1 : number])
            assert isinstance(found[number - 1], Read)


@pytest.mark.parametrize("folder", ["rooms", "phh"])
def test_no_line_of_a_real_hand_seems_to_be_a_title(folder: str) -> None:
    for path in files(folder):
        if path.suffix == ".tsv":  # the list of the others
            continue
        log = open_log(path.read_bytes())
        layout = TITLED.get(log.format)
        if layout is None:
            continue
        titles = Titles(layout.titled)
        lines = [line for piece in log.pieces() for line in [*piece.lines, ""]]
        assert [line for line in lines if titles.seem(line) and not layout.begins(line)] == []


def test_a_title_cut_off_or_written_otherwise_seems_to_be_one() -> None:
    titles = Titles(Titled("Stage #0: "))
    lines = ["Stage 12: Razz", "Stge #15: Razz", "", " ", "Seat 1 - ann", "St", "S"]
    assert [line for line in lines if titles.seem(line)] == ["Stage 12: Razz", "Stge #15: Razz", "St"]


def test_only_below_a_blank_line_does_it_begin_a_piece() -> None:
    sample = (TOP / "fixtures/formats/absolute/hilo-side-pot.txt").read_text("utf-8").rstrip()
    pieces = len(list(open_log(sample.encode()).pieces()))
    assert len(list(open_log(f"{sample}\nStage 14: Razz\n".encode()).pieces())) == pieces
    assert len(list(open_log(f"{sample}\n\nStage 14: Razz\n".encode()).pieces())) == pieces + 1
