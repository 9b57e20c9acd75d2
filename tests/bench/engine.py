"""The engine beside PokerKit on the same hands, both parsed before."""

from collections.abc import Iterator

from pokerkit import HandHistory

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from tests.bench.rows import Row, by_turns
from tests.engine.corpus import files, hands

ROUNDS = 9


def rows() -> Iterator[Row]:
    """The engine alone; nothing where there are no real hands beside the repository."""
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
