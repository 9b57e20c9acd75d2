"""The lines of a PartyPoker hand after `** Summary **`, which mailed histories have and, since 2024, all of them.

They tell the pots net of the rake, and of each seat its stack after the hand and the cards it had at a showdown, in
place of lines that show and pay.
"""

from auditor.engine.events import ANY_POT, STRANGER, Event, PotTotal, Rake, Remark, Reveal, Show, StackAfter
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.hand_names import stated_high, stated_low
from auditor.formats.rooms.partypoker.reading import Reading, chips


def read_summary_line(reading: Reading, text: str, line: int) -> bool:
    """Appends what a line says to the events; answers whether it is one of a summary."""
    if text.startswith(("Main Pot:", "Side Pot ", "Rake:")):
        return _pots(reading, text, line)
    if text.startswith("Board: ["):
        return True
    for mark in (" balance ", " Cashed out balance "):
        found = reading.players.before(text, mark)
        if found is not None and found[0] != STRANGER:
            return _balance(reading, found[0], found[1], mark, line)
    found = reading.players.before(text, " balance ")
    if found is None:
        return False
    reading.events.append(Remark(STRANGER, "other", line))
    return True


def _pots(reading: Reading, text: str, line: int) -> bool:
    """`Main Pot: $38.50 Rake: $2.0`, `Main Pot: 11922 Side Pot 1: 52452`, at times with bars between."""
    pots: list[int] = []
    rake: int | None = None
    label: list[str] = []
    for word in text.replace("|", " ").split():
        if not label or not label[-1].endswith(":"):
            label.append(word)
            continue
        amount = chips(word, reading.minor)
        if amount is None:
            return False
        if label == ["Rake:"]:
            rake = amount
        else:
            pots.append(amount)
        label = []
    if label:
        return False
    events: list[Event] = []
    if rake is not None:
        events.append(Rake(rake, ANY_POT, line))
        reading.rake_told = True
    if len(pots) == 1:
        events.append(PotTotal(pots[0], 0, line))
    elif pots:  # how much of the rake each bore is not told: only all together can be said with it
        events.append(PotTotal(sum(pots) + (rake or 0), ANY_POT, line))
    reading.events.extend(events)
    reading.summed_up = True
    return True


def _balance(reading: Reading, seat: int, rest: str, mark: str, line: int) -> bool:
    """`$44.16, bet $23.17, collected $41.47, net +$18.30[ 7 cards ] [ a straight, seven to jack -- five cards ]`.

    A seat that cashed out was paid by the room and not from the pots: its stack tells nothing of them.
    """
    told, *brackets = rest.split("[")
    words = told.strip().split(", ")
    after = chips(words[0], reading.minor)
    if after is None:
        return False
    reading.told.add(seat)
    shown = [part.partition("]")[0].strip() for part in brackets]
    cards = cards_in(shown[0]) if shown else ()
    if cards:
        _shows(reading, seat, cards, shown[1:], line)
    if "Cashed" in mark:
        reading.events.append(Remark(seat, "other", line))
    elif not reading.paid:
        reading.events.append(StackAfter(seat, after, line))
    return True


def _shows(reading: Reading, seat: int, cards: tuple[int, ...], named: list[str], line: int) -> None:
    """The hand of a showdown; of a seat that is left alone the record tells it without a showing."""
    if reading.left == {seat}:
        reading.events.append(Reveal(seat, cards, line))
        return
    if reading.cards.get(seat) == cards and reading.paid:
        return  # shown above already
    hands = [hand.partition(" -- ")[0].replace("fullhouse", "full house") for hand in named]
    high = next((ranks for ranks in map(stated_high, hands) if ranks), ())
    low = next((ranks for ranks in map(stated_low, hands) if ranks), ())
    reading.cards[seat] = cards
    reading.events.append(Show(seat, cards, high, low, line))
