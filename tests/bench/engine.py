"""The engine beside PokerKit on the same hands, and our own log beside a bare decode of the same bytes."""

from collections.abc import Iterator
from io import BytesIO

import msgspec
from pokerkit import HandHistory

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house import load
from auditor.formats import log, open_log
from auditor.formats.log.record import Record
from auditor.formats.outcomes import Read
from tests.bench.rows import Row, by_turns
from tests.dealer import deal
from tests.engine.corpus import files, hands

ROUNDS = 9
LOGGED = 2_000


def rows() -> Iterator[Row]:
    """The rows that need no database."""
    yield from _against_pokerkit()
    yield _against_bare_decode()


def _against_pokerkit() -> Iterator[Row]:
    paths = [path for folder in ("F7S", "F7S-8", "wsop-2023-54") for path in files(f"phh/{folder}")]
    if not paths:
        return
    parsed: list[Hand] = [hand for path in paths for hand in hands(path)]
    houses = {game: load("wsop-tournament", game) for game in (Game.STUD, Game.STUD8)}
    histories = [HandHistory.loads(path.read_text(encoding="utf-8")) for path in paths]

    def ours() -> None:
        for _ in range(10):
            for hand in parsed:
                audit(hand, houses[hand.game])

    def theirs() -> None:
        for history in histories:
            for _ in history:
                pass

    audited, replayed = by_turns(ours, theirs, ROUNDS)
    per_hand = audited / 10 / len(parsed)
    figures: dict[str, float | int | str] = {
        "hands": len(parsed),
        "ours_hands_per_second": round(1 / per_hand),
        "pokerkit_hands_per_second": round(len(parsed) / replayed),
        "aim": 20,
    }
    yield Row("full audit of parsed hands against PokerKit's replay", replayed / len(parsed) / per_hand, 12, figures)


def _against_bare_decode() -> Row:
    house = load("roberts", Game.STUD)
    dealt = [deal(seed, house) for seed in range(LOGGED)]
    lines = [log.encode(hand) for hand in dealt]
    data = b"\n".join(lines) + b"\n"

    def ours() -> None:
        for outcome in open_log(BytesIO(data)):
            assert isinstance(outcome, Read)
            audit(outcome.hand, house)

    decoder = msgspec.json.Decoder(Record)

    def theirs() -> None:
        for line in data.splitlines():
            decoder.decode(line)

    whole, bare = by_turns(ours, theirs, ROUNDS)
    figures: dict[str, float | int | str] = {
        "hands": LOGGED,
        "events_per_hand": round(sum(len(hand.events) for hand in dealt) / LOGGED, 1),
        "bytes_per_hand": len(data) // LOGGED,
        "ours_hands_per_second": round(LOGGED / whole),
        "bare_decode_hands_per_second": round(LOGGED / bare),
    }
    return Row("bytes of our own log to reports against a bare decode", bare / whole, 0.06, figures)
