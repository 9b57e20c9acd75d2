"""The lines of a KingsClub hand below the seats, in one pass: streets, cards, acts, and the stacks of the summary.

Until 2021 third street has no line of its own and every later street the title of the one before: `*** 3RD STREET ***`
stands for fourth. The hand itself tells: play stands above its first street line. Third street then begins with its
first card, and the event has the line of that card.
"""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.engine.events import (
    ANY_POT,
    STRANGER,
    Ante,
    Deal,
    Rake,
    Remark,
    Return,
    Reveal,
    StackAfter,
    Void,
)
from auditor.formats.rooms.grammar.card_text import masked, no_cards_in, seen_or_not
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS
from auditor.formats.rooms.kingsclub.acts import read_act
from auditor.formats.rooms.kingsclub.header import chips
from auditor.formats.rooms.kingsclub.reading import Reading
from auditor.formats.telling.deal_by_street import STREETS
from auditor.formats.telling.noise import chat, could_be_play, noise

_STREETS: Final = {**STREETS, "RIVER": 7}
_ACTS: Final = re.compile(r" (?:brings[- ]in|bets|calls|raises|completes|checks|folds)\b")


def street_titles(lines: Sequence[tuple[int, str]]) -> tuple[bool, int]:
    """Whether third street has no line of its own, and how many streets ahead of their titles the street lines are."""
    dealt = acted = False
    for at, (_, text) in enumerate(lines):
        if _title(text):
            if _title(text) != 3:
                break
            early = acted or (dealt and _deals_next(lines[at + 1 :]))
            return early, int(early)
        if _deals(text):
            dealt = True
        else:
            acted = acted or (dealt and _ACTS.search(text) is not None)
    return True, 0


def _deals_next(lines: Sequence[tuple[int, str]]) -> bool:
    """Whether cards come before the next street: those of third street stand above then."""
    for _, text in lines:
        if _title(text):
            return False
        if _deals(text):
            return True
    return False


def _deals(text: str) -> bool:
    return text.startswith("Dealt to ") and ": [" in text and text[-1] == "]"


def _title(text: str) -> int:
    """The street that a line names; 0 where it is no such line, but perhaps that of a player who calls himself so."""
    title, _, rest = text[4:].partition(" ***")
    return _STREETS.get(title.upper(), 0) if rest.strip()[:1] in ("", "[") else 0


def read_lines(reading: Reading, lines: Sequence[tuple[int, str]]) -> None:
    """Appends what the lines, each with its number, say to the events."""
    summary = False
    for line, text in lines:
        if text.startswith("*** SUMMARY") and text.rstrip("* ") == "*** SUMMARY":
            summary = True
        elif not (summary and _read_summary(reading, text, line)) and not _read_line(reading, text, line):
            reading.illegible(text, line)


def _read_line(reading: Reading, text: str, line: int) -> bool:
    for seat, rest in reading.players.seated_before(text, ": posts ante "):
        if _read_ante(reading, seat, rest, line):
            return True
    if any(read_act(reading, seat, rest, line) for seat, rest in reading.players.seated_before(text, " ")):
        return True
    if text.startswith("***"):
        return _read_street(reading, text, line)
    if text.startswith("Dealt to ") and _read_deal(reading, text[9:], line):
        return True
    if text.startswith("Uncalled bet (") and _read_return(reading, text[14:], line):
        return True
    if text.startswith("Hand cancelled"):
        reading.events.append(Void(line))
        return True
    return _read_strangers(reading, text, line) or _read_remark(reading, text, line)


def _read_strangers(reading: Reading, text: str, line: int) -> bool:
    """Nobody at the table, but perhaps an act all the same."""
    posted = reading.players.before(text, ": posts ante ")
    if posted is not None and posted[0] == STRANGER:
        return _read_ante(reading, *posted, line)
    acted = reading.players.before(text, " ")
    return acted is not None and acted[0] == STRANGER and read_act(reading, *acted, line)


def _read_street(reading: Reading, text: str, line: int) -> bool:
    """`*** 3RD STREET ***`; the last may bring a card for everybody: `*** 6TH STREET *** [6h]`."""
    street = _title(text) + reading.ahead
    if not _title(text) or street > 7:
        return False
    reading.begin_street(street, line)
    rest = text[4:].partition(" ***")[2]
    if rest:
        reading.common_card(seen_or_not(rest.strip(" []")), text, line)
    return True


def _read_deal(reading: Reading, text: str, line: int) -> bool:
    """`NAME: [X X Tc]`, later `NAME: [Qs]` or `NAME: [X X Tc] [Qs]`, where only the last bracket is new."""
    found = reading.players.before(text, ": [")
    if found is None or text[-1] != "]":
        return False
    seat, rest = found
    before, _, new = rest[:-1].rpartition("] [")
    cards = seen_or_not(new)
    if not cards:
        return False
    if reading.opened_by_cards and not reading.street:
        reading.begin_street(3, line)
    spelled = no_cards_in(masked(new)) if NO_CARD in cards else ""
    if reading.street > 6:
        reading.events.append(Deal(seat, cards, (), spelled, line))
    elif reading.street > 3:
        reading.events.append(Deal(seat, (), cards, spelled, line))
    else:  # two face down, then the door card
        reading.events.append(Deal(seat, cards[:-1], cards[-1:], spelled, line))
    told = [card for card in seen_or_not(before) if card >= 0]
    dealt = reading.dealt.setdefault(seat, set())
    dealt.update(cards)
    if not dealt.issuperset(told):
        reading.events.append(Reveal(seat, tuple(told), line))
    return True


def _read_ante(reading: Reading, seat: int, text: str, line: int) -> bool:
    amount, _, more = text.partition(", ")
    posted = chips(amount.removesuffix(" and is all in"), reading.minor)
    if posted is None:
        return False
    reading.events.append(Ante(seat, posted, bool(more) or amount.endswith("in"), line))
    return True


def _read_return(reading: Reading, text: str, line: int) -> bool:
    amount, closing, name = text.partition(") returned to ")
    returned = chips(amount, reading.minor)
    if not closing or returned is None:
        return False
    reading.events.append(Return(reading.players.seats.get(name, STRANGER), returned, line))
    return True


def _read_summary(reading: Reading, text: str, line: int) -> bool:
    """`Seat 1: Player0 (1,010.38) -50`, the stack after the hand and what it is more or less; `Rake 1`."""
    if text.startswith("Rake "):
        rake = chips(text[5:], reading.minor)
        if rake is not None:
            reading.events.append(Rake(rake, ANY_POT, line))
        return rake is not None
    number, colon, rest = text.removeprefix("Seat ").partition(": ")
    seat = SEAT_NUMBERS.get(number, 0)
    name = reading.players.by_seat.get(seat)
    if name is None or not colon or not rest.startswith(f"{name} ("):
        return False
    after, _, net = rest[len(name) + 2 :].partition(")")
    stack = chips(after, reading.minor)
    net = net.strip()
    change = chips(net.lstrip("+-"), reading.minor)
    if stack is None or (net.lstrip("+-") and change is None):
        return False
    if change and net.startswith("+"):
        reading.gained.add(seat)
    reading.events.append(StackAfter(seat, stack, line))
    return True


def _read_remark(reading: Reading, text: str, line: int) -> bool:
    found = noise(reading.players, text, _NOISE, _SENTENCES)
    speaker = chat(reading.players, text) if found is None else None
    if speaker is not None and not could_be_play(text.partition(": ")[2]):
        found = speaker, "chat"
    if found is None:
        return False
    reading.events.append(Remark(*found, line))
    return True


_SENTENCES: Final = (("STP added: ", "added"),)
_NOISE: Final = (
    (' said, "', "", "chat"),
    (" bounty for eliminating ", "", "other"),
    (" has reached the ", "", "other"),
    (" seconds left to act", "", "warned"),
)
