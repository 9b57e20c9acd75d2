"""No hand of an XML log goes silently: each is read or rejected, and every byte accounted for."""

import re
from pathlib import Path

import pytest

from auditor.formats import Outcome, Piece, Read, Rejected, Unreadable, open_log, read_range
from tests.engine.corpus import CORPUS
from tests.formats.small_files import outcomes, places

TOP = Path(__file__).resolve().parents[2]
FILES = sorted([*TOP.glob("fixtures/formats/merge/*.xml"), *TOP.glob("fixtures/formats/ipoker/*.xml")])
IPOKER, MERGE = FILES[0], FILES[2]
SPOILT = ["<gaem ", "<Game ", "<gamegamecode", "< game ", "game ", "&lt;game "]
ODD = ["<game  ", "<game\t", '<game type="1" ', "<game realmoney='x' ", "<game x=y "]


def kinds(text: str) -> list[str]:
    return [type(outcome).__name__ for outcome in outcomes(text)]


def opened(path: Path, opening: str, at: int) -> str:
    """The sample with the tag that begins one of its hands spoilt."""
    parts = path.read_text("utf-8").split("<game ")
    return "<game ".join(parts[: at + 1]) + opening + "<game ".join(parts[at + 1 :])


def hands(path: Path) -> int:
    return path.read_text("utf-8").count("<game ")


@pytest.mark.parametrize("opening", SPOILT)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_hand_whose_tag_is_spoilt_is_rejected_and_no_other(path: Path, opening: str) -> None:
    whole = kinds(path.read_text("utf-8"))
    for at in range(hands(path)):
        assert kinds(opened(path, opening, at)) == [*whole[:at], "Rejected", *whole[at + 1 :]]


@pytest.mark.parametrize("opening", ODD[:4])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_tag_may_have_its_attributes_in_any_order(path: Path, opening: str) -> None:
    whole = kinds(path.read_text("utf-8"))
    for at in range(hands(path)):
        assert kinds(opened(path, opening, at)) == whole


@pytest.mark.parametrize("opening", [*SPOILT, *ODD])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_pieces_and_leads_are_all_bytes_of_the_file(path: Path, opening: str) -> None:
    for at in range(hands(path)):
        data = opened(path, opening, at).encode()
        pieces = list(open_log(data).pieces())
        ends = [piece.offset + piece.length for piece in pieces]
        assert [piece.offset for piece in pieces[1:]] == ends[:-1]
        assert ends[-1] == len(data)
        assert data[: pieces[0].offset].decode().replace("><", "> <").split() == " ".join(pieces[0].lead).split()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_spoilt_pieces_read_again_alone_as_they_stood(path: Path) -> None:
    for at in range(hands(path)):
        data = opened(path, "<gaem ", at).encode()
        log = open_log(data)
        alone = [outcome for piece in log.pieces() for outcome in _again(data, piece, log.format, log.encoding)]
        assert places(alone) == places(list(log))


def _again(data: bytes, piece: Piece, name: str, encoding: str) -> list[Outcome]:
    part = data[piece.offset : piece.offset + piece.length]
    return list(read_range(name, encoding, part, piece.first_line, data[slice(*piece.lead_at)]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_in_one_line_loses_nothing_either(path: Path) -> None:
    line = re.sub(r"\s*\n\s*", " ", path.read_text("utf-8"))
    whole = kinds(line)
    assert whole == kinds(path.read_text("utf-8"))
    for at in range(hands(path)):
        parts = line.split("<game ")
        spoilt = "<game ".join(parts[: at + 1]) + "<gaem " + "<game ".join(parts[at + 1 :])
        assert kinds(spoilt) == [*whole[:at], "Rejected", *whole[at + 1 :]]


@pytest.mark.parametrize(
    "said", ['message="<game id=x"', 'text="</game>"', "text='<game '", 'text="<session <description "', 'text="a="']
)
def test_what_people_say_begins_and_ends_no_hand(said: str) -> None:
    text = MERGE.read_text("utf-8")
    found = re.sub(r'text="i <3[^"]*"', said, text)
    assert found != text
    assert kinds(found) == kinds(text)
    assert kinds(found.replace("\n", " ")) == kinds(text)


def test_a_quote_that_is_missing_hides_no_hand() -> None:
    line = MERGE.read_text("utf-8").replace("\n", " ")
    found = line.replace('text="i <3 kings > aces"', 'text="i <3 kings')
    assert found != line
    assert len(kinds(found)) == len(kinds(line))


def test_a_spoilt_lead_holds_for_no_hand_below_it() -> None:
    text = MERGE.read_text("utf-8")
    lead = re.search("<description[^>]*>", text)
    assert lead is not None
    again = text + lead[0].replace("<description", "<descripton") + "\n" + text[lead.end() :]
    first, *_ = [outcome for outcome in outcomes(text) if isinstance(outcome, Read)]
    half = len(kinds(text))
    below = outcomes(again)
    assert isinstance(below[half], Rejected)
    assert first.hand.stakes.small_bet is not None
    assert [o.hand.stakes.small_bet for o in below[half:] if isinstance(o, Read)] == [None] * (len(below) - half - 2)


@pytest.mark.parametrize(
    "text", ["<session sessioncode='1'><general></general></session>", "<?xml?>\n<session sessioncode='1'>"]
)
def test_a_session_without_games_is_told(text: str) -> None:
    with pytest.raises(
        Unreadable, match="seems to have the format iPoker XML, but the auditor found no beginning of a hand"
    ):
        open_log(text.encode())


@pytest.mark.parametrize("opening", ["<game  gamecode=", '<game type="1" gamecode=', "<gaem gamecode="])
def test_real_sessions_keep_every_hand(opening: str) -> None:
    for path in sorted(CORPUS.glob("rooms/ipoker/*/*")):
        data = path.read_bytes()
        whole = len(list(open_log(data)))
        assert len(list(open_log(data.replace(b"<game gamecode=", opening.encode(), 1)))) == whole
        assert len(list(open_log(data.replace(b"<game gamecode=", opening.encode())))) == whole
