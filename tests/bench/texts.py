"""From the bytes of a log to reports: a room's text beside PokerKit, our own log beside a bare decode of its bytes."""

import warnings
from collections.abc import Iterator
from io import BytesIO

import msgspec
from pokerkit import HandHistory

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.formats import log, open_log
from auditor.formats.log.record import Record
from auditor.formats.memo import forget
from auditor.formats.outcomes import Read
from auditor.formats.phh.printing import print_hand
from tests.bench.rows import Row, by_turns, seconds
from tests.dealer import deal
from tests.printers import pokerstars

ROUNDS = 9
DEALT = 600
LOGGED = 1_000


def rows() -> Iterator[Row]:
    """The rows that begin with bytes."""
    yield _room_text()
    yield _own_log()


def _audit_all(data: bytes, house: House) -> None:
    """Reads and audits all hands. It begins without any text remembered: no later file has the cards of this one again,
    so a measurement that repeats the hands would praise the memos.
    """
    forget()
    for outcome in open_log(BytesIO(data)):
        assert isinstance(outcome, Read)
        audit(outcome.hand, house)


def _room_text() -> Row:
    """The hands are dealt, for PokerKit must be able to replay them: what it cannot is left out on both sides."""
    house = load("pokerstars", Game.STUD8)
    dealt = [deal(seed, house) for seed in range(DEALT)]
    both = [(hand, history) for hand in dealt if (history := _replayable(hand))]
    text = "\n\n\n".join([pokerstars.print_hand(hand) for hand, _ in both]).encode()

    def theirs() -> None:
        for _, history in both:
            _replay(history)

    audited, replayed = by_turns(lambda: _audit_all(text, house), theirs, ROUNDS)
    figures: dict[str, float | int | str] = {
        "hands": len(both),
        "hands_that_pokerkit_cannot_replay": len(dealt) - len(both),
        "lines_per_hand": round(text.count(b"\n") / len(both), 1),
        "ours_hands_per_second": round(len(both) / audited),
        "pokerkit_hands_per_second": round(len(both) / replayed),
    }
    return Row("PokerStars text to reports against PokerKit's replay of parsed hands", replayed / audited, 10, figures)


def _replayable(hand: Hand) -> HandHistory | None:
    history = HandHistory.loads(print_hand(hand))
    try:
        _replay(history)
    except (AssertionError, KeyError, ValueError):
        return None
    return history


def _replay(history: HandHistory) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folds with nothing to call
        for _ in history:
            pass


def _own_log() -> Row:
    """Bare: bytes to dictionaries and lists, whatever they say. A decode to checked records, which is quicker, is told
    among the figures.
    """
    house = load("roberts", Game.STUD)
    dealt = [deal(seed, house) for seed in range(LOGGED)]
    data = b"\n".join([log.encode(hand) for hand in dealt]) + b"\n"
    to_records = msgspec.json.Decoder(Record).decode

    def bare() -> None:
        for line in data.splitlines():
            msgspec.json.decode(line)

    def typed() -> None:
        for line in data.splitlines():
            to_records(line)

    whole, decoded = by_turns(lambda: _audit_all(data, house), bare, ROUNDS)
    checked = min(seconds(typed) for _ in range(ROUNDS))
    figures: dict[str, float | int | str] = {
        "hands": LOGGED,
        "events_per_hand": round(sum(len(hand.events) for hand in dealt) / LOGGED, 1),
        "bytes_per_hand": len(data) // LOGGED,
        "ours_hands_per_second": round(LOGGED / whole),
        "bare_decode_hands_per_second": round(LOGGED / decoded),
        "against_a_decode_to_records": round(checked / whole, 3),
    }
    return Row("bytes of our own log to reports against a bare decode", decoded / whole, 0.06, figures)
