"""Questions about the seats as a log lists them above the first ante."""

from collections.abc import Iterable, Sequence

from auditor.engine.hand import Seat


def says_first(text: str, names: Iterable[str], words: str) -> bool:
    """Whether the line is `words` of somebody listed: in chat between the seats they may stand too, but not first."""
    return words in text and any(text.startswith(words, len(name)) and text.startswith(name) for name in names)


def but_for(seats: Sequence[Seat], out: set[int]) -> tuple[Seat, ...]:
    """The same seats, those that are `out` not dealt in."""
    if not out:
        return tuple(seats)
    return tuple([Seat(seat.number, seat.player, seat.stack, seat.number not in out) for seat in seats])
