"""What every reader promises, whatever the bytes: asked of each outcome, and of each hand all the way to its report."""

import contextlib
import io
from itertools import pairwise
from typing import Final

import msgspec

from auditor.engine.audit import audit
from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house_of_hand import house_for
from auditor.formats import Log, Outcome, Piece, Read, Rejected, Unreadable, open_log, read_range
from auditor.formats.files.decoding import HEAD, examine
from auditor.formats.files.format import Format
from auditor.formats.files.gathering import RULED
from auditor.formats.limits import HAND_BYTES, HAND_EVENTS, HAND_LINES
from auditor.formats.log import decode, encode
from auditor.formats.report import Row, hand_row, line_of_json
from auditor.formats.transcript.printing import transcript_of
from auditor.store.findings.settlements import settlement_from_text, settlement_to_text

# A transcript's `antes` is one event a seat; in XML that went wrong every `<` may be an illegible one.
_EVENTS_A_LINE: Final = 11
_EVENTS_BESIDE: Final = 12
_LONGEST_REASON: Final = 4_000
_ROW: Final = msgspec.json.Decoder(Row)


def opened_as(layout: Format, data: bytes) -> Log:
    """The bytes, in their own encoding, as a file of that format whether they look like it or not."""
    stream = io.BytesIO(data)
    found = examine(stream)
    return Log(stream, found, layout, found.decoded(data[found.start : HEAD]))


def keep(layout: Format, data: bytes) -> list[Outcome]:
    """Reads the bytes by their content and as that format, and asks all that is promised; the latter's outcomes."""
    with contextlib.suppress(Unreadable):
        whole = open_log(data)
        assert len(list(whole.pieces())) == len(list(whole))
    log = opened_as(layout, data)
    pieces = list(log.pieces())
    outcomes = list(log)
    _add_up(log, data, pieces, outcomes)
    for piece, outcome in zip(pieces, outcomes, strict=True):
        _check_lines(piece, outcome)
    _same_by_parts(log, layout, data, pieces, outcomes)
    for outcome in outcomes:
        if isinstance(outcome, Read):
            judged(outcome.hand)
    return outcomes


def _add_up(log: Log, data: bytes, pieces: list[Piece], outcomes: list[Outcome]) -> None:
    """As many outcomes as pieces, and the pieces stand in the file one behind the other; what stands between them, and
    behind the last, is blank or ornament.
    """
    assert len(outcomes) == len(pieces)
    for piece, following in pairwise(pieces):
        assert piece.first_line <= following.first_line
        assert _is_ornament(log, data[piece.offset + piece.length : following.offset])
        assert piece.offset + piece.length <= following.offset
    if pieces:
        end = pieces[-1].offset + pieces[-1].length
        assert end <= len(data)
        assert _is_ornament(log, data[end:]) or len(data) - 3 <= end  # part of a character


def _is_ornament(log: Log, data: bytes) -> bool:
    return not data.decode(log.encoding, "replace").strip(RULED + "\n")


def _check_lines(piece: Piece, outcome: Outcome) -> None:
    """Every line that is named is of the piece, a reason is one line, and events are as many as there is text for."""
    end = piece.first_line + max(len(piece.lines), 1)
    if isinstance(outcome, Read):
        assert not piece.refused
        assert piece.first_line <= outcome.first_line <= outcome.last_line < end
        *events, last = outcome.hand.events
        assert isinstance(last, LogEnd)
        assert all(outcome.first_line <= event.line <= outcome.last_line for event in events)
        assert last.line <= outcome.last_line  # 0 where the log does not say that it ends
        length = sum(len(line) for line in piece.lines)
        most = max(len(piece.lines) * _EVENTS_A_LINE, length) + _EVENTS_BESIDE
        assert len(outcome.hand.events) <= min(most, HAND_EVENTS)
        return
    assert piece.first_line <= outcome.line < end or outcome.line == piece.refused_line
    if isinstance(outcome, Rejected):
        assert outcome.reason
        assert "\n" not in outcome.reason
        assert len(outcome.reason) <= _LONGEST_REASON


def _same_by_parts(log: Log, layout: Format, data: bytes, pieces: list[Piece], outcomes: list[Outcome]) -> None:
    """A worker who is given the pieces from the middle on says of them what was said of the whole file. The jobs have
    nobody begin with a piece of which no line was kept.
    """
    kept = [place for place, piece in enumerate(pieces) if piece.lines]
    for start in {kept[0], kept[len(kept) // 2]} if kept else ():
        first = pieces[start]
        lead = data[slice(*first.lead_at)]
        again = list(read_range(layout.name, log.encoding, data[first.offset :], first.first_line, lead))
        assert [_summary(each) for each in again] == [_summary(each) for each in outcomes[start:]]


def _summary(outcome: Outcome) -> tuple[object, ...]:
    match outcome:
        case Read(hand=hand):
            return "read", outcome.first_line, outcome.last_line, hand.digest()
        case Rejected():
            return "rejected", outcome.line, outcome.hand, outcome.reason
        case _:
            return "skipped", outcome.line, outcome.hand, outcome.game


def judged(hand: Hand) -> None:
    """A hand goes through all that hands go through, and is the same hand behind it."""
    digest = hand.digest()
    assert decode(encode(hand)).digest() == digest
    transcript = transcript_of(hand)
    if len(transcript) < HAND_BYTES // 4 and transcript.count("\n") <= HAND_LINES:
        [again] = list(open_log(transcript.encode()))
        assert isinstance(again, Read)
        assert again.hand.digest() == digest
    try:
        house = house_for(hand)
    except HouseRefused:
        return
    report = audit(hand, house)
    places = range(len(hand.events))
    assert all(finding.event in places for finding in report.findings)
    assert _ROW.decode(line_of_json(hand_row("-", hand, report))) == hand_row("-", hand, report)
    told = settlement_to_text(report.settlement)
    assert settlement_to_text(settlement_from_text(told)) == told
