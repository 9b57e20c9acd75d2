"""The lines of a hand in the older form of Americas Cardroom below the seats, and above its summary."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.events import STRANGER, Deal, Return, Void
from auditor.formats.spelling.card_text import cards_in, no_cards_in
from auditor.formats.telling.deal_reading import read_street
from auditor.formats.telling.line_by_line import Telling
from auditor.formats.telling.named_acts import read_act
from auditor.formats.telling.read_so_far import Adds

SUMMARY: Final = "------ Summary ------"
# A street's title stands above the cards of the one after it; third street has none.
_TITLES: Final[dict[str, int]] = {"Third street": 4, "Fourth street": 5, "Fifth street": 6, "Sixth street": 7}


def read_lines(telling: Telling, lines: Sequence[str], start: int, first_line: int) -> int:
    """Appends what the lines say to the events, up to the summary; answers where that begins, or the lines end."""
    for at in range(start, len(lines)):
        text = lines[at].strip()
        if text == SUMMARY:
            return at + 1
        if text and not _read_line(telling, text, first_line + at):
            telling.illegible(text, first_line + at)
    return len(lines)


def _read_line(telling: Telling, text: str, line: int) -> bool:
    if text.startswith("Player "):
        about = text[7:]
        if any(_read_player(telling, seat, rest, line) for seat, rest in telling.players.seated_before(about, " ")):
            return True
        found = telling.players.before(about, " ")
        return found is not None and found[0] == STRANGER and _read_player(telling, STRANGER, found[1], line)
    if text.startswith("*** "):
        return read_street(telling, text, line, _TITLES)
    if text.startswith("Uncalled bet ("):
        amount, returned, name = text[14:].partition(") returned to ")
        money = telling.chips(amount)
        if money is not None and returned:
            telling.events.append(Return(telling.players.seats.get(name, STRANGER), money, line))
            return True
    if text in ("Hand cancelled", "Game cancelled"):
        telling.events.append(Void(line))
        return True
    return text.startswith("Game ended at: ")


def _read_player(telling: Telling, seat: int, rest: str, line: int) -> bool:
    if rest.startswith("received "):
        return _received(telling, seat, rest, line)
    kind = _NOISE.get(rest)
    if kind is not None:
        telling.remark(seat, kind, line)
        return True
    verb, opening, amount = rest.rpartition(" (")
    act = _PAYING.get(verb)
    if act is None or not opening:
        return read_act(telling, seat, rest, line)
    chips = telling.chips(amount.removesuffix(")"))
    if chips is None:
        return False
    act(telling, seat, chips, line=line)
    return True


# All amounts are what a seat adds now, those of raises too.
_PAYING: Final[dict[str, Adds]] = {
    "ante": Telling.ante,
    "posts ante": Telling.ante,
    "bring in": Telling.bring_in,
    "bets": Telling.bet,
    "calls": Telling.call,
    "raises": Telling.raise_by,
    "caps": Telling.raise_by,
    "allin": Telling.all_in,
}
_NOISE: Final[dict[str, str]] = {
    "is timed out.": "timed_out",
    "is timed out": "timed_out",
    "sitting out": "sits_out",
    "wait BB": "other",
}


def _received(telling: Telling, seat: int, rest: str, line: int) -> bool:
    """`received card: [10d]`, or `received a card.` for one that others may not see; one line a card."""
    if telling.street < 3:
        telling.begin_street(3, line)
    hidden = rest in ("received a card.", "received a card")
    text = rest.removeprefix("received card: [").removesuffix("]").replace("10", "T")
    cards = (UNSEEN,) if hidden else cards_in(text)
    if len(cards) != 1 or not (hidden or rest.startswith("received card: [")):
        return False
    had = int(telling.logged.get(seat, "0"))
    telling.logged[seat] = str(had + 1)
    spelled = no_cards_in(text) if cards[0] == NO_CARD else ""
    is_down = hidden or telling.street > 6 or had < 2
    down, up = (cards, ()) if is_down else ((), cards)
    telling.events.append(Deal(seat, down, up, spelled, line))
    return True
