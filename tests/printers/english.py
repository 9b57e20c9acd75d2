"""The words that rooms have for hands, made from numbers: what `auditor.formats.rooms.grammar.hand_names` reads."""

from auditor.engine.cards import RANKS

_NAMES = ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")


def high_words(high: tuple[int, ...], *, deuce: str = "Deuce") -> str:
    """`two pair, Sixes and Deuces` for (2, 4, 0), kickers left out as rooms do; nothing for ranks too few to say."""
    if not as_worded(high):
        return ""
    category, *ranks = high
    one = [deuce if rank == 0 else _NAMES[rank] for rank in ranks]
    many = [name + ("es" if name == "Six" else "s") for name in one]
    lowest = _NAMES[(ranks[0] - 4) % 13]
    match category:
        case 0:
            return f"high card {one[0]}"
        case 1:
            return f"a pair of {many[0]}"
        case 2:
            return f"two pair, {many[0]} and {many[1]}"
        case 3:
            return f"three of a kind, {many[0]}"
        case 4:
            return f"a straight, {lowest} to {one[0]}"
        case 5:
            return f"a flush, {one[0]} high"
        case 6:
            return f"a full house, {many[0]} full of {many[1]}"
        case 7:
            return f"four of a kind, {many[0]}"
        case _:
            return "a royal flush" if ranks[0] == 12 else f"a straight flush, {lowest} to {one[0]}"


def low_words(low: tuple[int, ...]) -> str:
    """`8,6,4,2,A`."""
    return ",".join(RANKS[rank] for rank in low)


def as_worded(high: tuple[int, ...]) -> tuple[int, ...]:
    """The part of a description that the words name: what reading them back gives."""
    named = (1, 1, 2, 1, 1, 1, 2, 1, 1)
    return high[: named[high[0]] + 1] if high and len(high) > named[high[0]] else ()
