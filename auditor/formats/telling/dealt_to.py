"""To whom a line deals which cards: `Dealt to NAME [Kc 4d] [Qd]`. A name may hold brackets of its own."""

from auditor.engine.events import STRANGER
from auditor.formats.rooms.grammar.players import Players


def dealt_to(players: Players, text: str, *, bracketed: bool) -> tuple[int, str, str] | None:
    """The seat, the cards of the bracket before the last (empty where there is none) and those of the last, as text.

    `bracketed` is whether some name at the table holds ` [`. `None` for a line that does not end in a bracket.
    """
    parts = text[9:].split(" [")
    new = parts[-1]
    if len(parts) < 2 or new[-1:] != "]":
        return None
    new = new[:-1]
    seats = players.seats
    if len(parts) == 3 and not bracketed:
        seat = seats.get(parts[0])
        if seat is not None:
            return seat, parts[1].removesuffix("]"), new
    seat = seats.get(" [".join(parts[:-1]))
    if seat is not None:
        return seat, "", new
    before = parts[-2].removesuffix("]") if len(parts) > 2 else ""
    return seats.get(" [".join(parts[:-2]), STRANGER), before, new


def are_up_cards(repeated: tuple[int, ...], street: int) -> bool:
    """Whether cards that a line repeats on a street are the up cards dealt before: where the two down cards are seen
    as well, there are two more.
    """
    return len(repeated) == street - 3
