"""The lines of an OnGame hand below the seats, in one pass: antes, streets, cards, acts, and the summary."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.engine.events import (
    ANY_POT,
    STRANGER,
    Check,
    Collect,
    Community,
    Event,
    Fold,
    Muck,
    PotTotal,
    Rake,
    Reveal,
    Show,
    StackAfter,
    Wager,
)
from auditor.formats.rooms.grammar.card_text import no_cards_in, seen_or_not
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS
from auditor.formats.rooms.ongame.header import is_end
from auditor.formats.rooms.ongame.words import worded
from auditor.formats.telling.deal_by_street import deal_by_street
from auditor.formats.telling.line_by_line import Telling
from auditor.formats.telling.noise import chat, noise

_STREETS: Final[dict[str, int]] = {"pocket cards": 3, "4th street": 4, "5th street": 5, "6th street": 6, "river": 7}
_ALL_IN: Final = " and is all-in"


class Reading:
    """A hand below its seats. `complete` is whether its last line was read.

    `_before` is what each seat put in on the streets before, antes left out. The summary is in no order of time: what
    was shown comes before the payments here, though its lines stand below.
    """

    def __init__(self, telling: Telling) -> None:
        self.telling: Final = telling
        self.complete = False
        self._in_summary = False
        self._side_pots = False
        self._before: Final[Counter[int]] = Counter()
        self._folded: Final[set[int]] = set()
        self._shown: Final[list[Event]] = []
        self._unshown: Final[list[Muck]] = []
        self._summed: Final[list[Event]] = []

    def read(self, lines: Sequence[tuple[int, str]]) -> None:
        """Appends what the lines, each with its number, say to the events."""
        summary = next((at for at, (_, text) in enumerate(lines) if text == "Summary:"), len(lines))
        self._side_pots = any(text.startswith("Side pot") for _, text in lines[summary:])
        for line, text in lines:
            if is_end(text):
                self.complete = True
            elif text == "Summary:":
                self._in_summary = True
            elif text.strip("-") and not self._reads(text, line):
                self.telling.illegible(text, line)
        self.telling.events.extend(self._shown)
        if any(isinstance(event, Show) for event in self._shown):  # cards are told of all who showed them
            self.telling.events.extend(self._unshown)
        self.telling.events.extend(self._summed)

    def _reads(self, text: str, line: int) -> bool:
        if self._in_summary and (self._pot(text, line) or self._rake(text, line) or self._seat(text, line)):
            return True
        players = self.telling.players
        if not self._in_summary:
            if any(self._act(seat, rest, line) for seat, rest in players.seated_before(text, " ")):
                return True
            if text.startswith("Dealing to ") and self._dealt(text[11:], line):
                return True
            if text.startswith("Dealing ") and self._street(text[8:], line):
                return True
        if self._remark(text, line):
            return True
        found = None if self._in_summary else players.before(text, " ")
        return found is not None and found[0] == STRANGER and self._act(STRANGER, found[1], line)

    def _remark(self, text: str, line: int) -> bool:
        """What happens around the table, which may stand anywhere; whoever says anything is named before a colon."""
        found = noise(self.telling.players, text)
        speaker = chat(self.telling.players, text) if found is None else None
        if speaker is not None:
            found = speaker, "chat"
        if found is not None:
            self.telling.remark(*found, line)
        return found is not None

    def _street(self, text: str, line: int) -> bool:
        """`4th street`; behind the last a card for everybody may stand."""
        title, _, shown = text.partition(" [")
        street = _STREETS.get(title)
        if street is None:
            return False
        self._before.update(self.telling.front)
        self.telling.begin_street(street, line)
        cards = seen_or_not(shown.rstrip("] ").replace(",", " "))
        if street == 7 and len(cards) == 1 and cards[0] >= 0:
            self.telling.events.append(Community(cards[0], line))
            return True
        return not shown

    def _dealt(self, text: str, line: int) -> bool:
        """`Hero: [Jh, 9d, Ac]`, `the bAAr: [-, -, Kh]`, and from 4th street on only the new card."""
        name, _, shown = text.rpartition(": [")
        spelled = shown.removesuffix("]").replace(",", " ")
        cards = seen_or_not(spelled)
        if not name or not cards or text[-1] != "]":
            return False
        seat = self.telling.players.seats.get(name, STRANGER)
        no_cards = no_cards_in(spelled.replace("-", " ").replace("X", " ")) if NO_CARD in cards else ""
        self.telling.events.append(deal_by_street(seat, cards, self.telling.street, no_cards, line))
        return True

    def _act(self, seat: int, rest: str, line: int) -> bool:
        all_in = rest.endswith(_ALL_IN)
        said = rest.removesuffix(_ALL_IN)
        if said == "checks":
            self.telling.events.append(Check(seat, line))
        elif said == "folds":
            self._folded.add(seat)
            self.telling.events.append(Fold(seat, line))
        elif said.startswith("raises "):
            return self._raises(seat, said[7:], all_in, line)
        else:
            for opening, act in _PAYING:
                if said.startswith(opening):
                    amount = self.telling.chips(said[len(opening) :])
                    if amount is not None:
                        act(self.telling, seat, amount, all_in, line)
                    return amount is not None
            return False
        return True

    def _raises(self, seat: int, text: str, all_in: bool, line: int) -> bool:
        """`$2 to $2`: what is put in, and what then is in front of the seat. In later rounds the room counts there what
        the seat put in on the streets before as well. Where the two do not fit, what is put in is believed, for so the
        money went, and the line is told to be wrong.
        """
        by, to, total = text.partition(" to ")
        added, stated = self.telling.chips(by), self.telling.chips(total)
        if added is None or (to and stated is None):
            return False
        put = self.telling.front.get(seat, 0) + added
        raised_to = added if stated == added else put
        self.telling.front[seat] = raised_to
        self.telling.events.append(Wager(seat, raised_to, "raises", all_in, line))
        if stated not in (None, put, added, put + self._before[seat]):
            self.telling.illegible(f"raises {text}", line)
        return True

    def _pot(self, text: str, line: int) -> bool:
        """`Main pot: $5.14 won by Hero ($4.89)`, `Side pot 1: $3 won by A ($1.43 High), B ($1.42 Low)`."""
        title, colon, rest = text.partition(": ")
        number = title.removeprefix("Side pot").strip()
        pot = 0 if title == "Main pot" else SEAT_NUMBERS.get(number or "1", -1) if title[:8] == "Side pot" else -1
        total, _, winners = rest.partition(" won by ")
        amount = self.telling.chips(total)
        paid = self._paid(winners)
        if pot < 0 or not colon or amount is None or paid is None:
            return False
        # A main pot alone is the whole, and may hold what nobody called.
        self._summed.append(PotTotal(amount, pot if self._side_pots else ANY_POT, line))
        self._summed.extend([Collect(seat, share, pot, half, line) for seat, share, half in paid])
        return True

    def _paid(self, text: str) -> list[tuple[int, int, str]] | None:
        """Seat, amount and half of `A ($1.43 High), B ($1.42 Low)`."""
        paid = []
        rest = text
        while rest:
            found = self.telling.players.before(rest, " (")
            if found is None:
                return None
            share, closing, rest = found[1].partition(")")
            amount, _, half = share.partition(" ")
            chips = self.telling.chips(amount)
            if chips is None or not closing or half not in _HALVES:
                return None
            paid.append((found[0], chips, _HALVES[half]))
            rest = rest.removeprefix(",").strip()
        return paid or None

    def _rake(self, text: str, line: int) -> bool:
        amount = self.telling.chips(text[12:]) if text.startswith("Rake taken: ") else None
        if amount is not None:
            self._summed.append(Rake(amount, line=line))
        return amount is not None

    def _seat(self, text: str, line: int) -> bool:
        """`Seat 2: Hero ($3.47), net: +$1.47, [7 cards] (TWO_PAIR JACK, NINE)`: cards only of hands that were shown."""
        number, _, rest = text.removeprefix("Seat ").partition(": ")
        seat = SEAT_NUMBERS.get(number, 0)
        name = self.telling.players.by_seat.get(seat)
        if name is None or not text.startswith("Seat ") or not rest.startswith(f"{name} ("):
            return False
        stack, net, shown = rest[len(name) + 2 :].partition("), net: ")
        after = self.telling.chips(stack)
        won, cards_follow, cards = shown.partition(", [")
        if after is None or not net or self.telling.chips(won.lstrip("+-")) is None:
            return False
        if cards_follow and not self._shows(seat, cards, line):
            return False
        if not cards_follow and seat in self.telling.anted - self._folded:
            self._unshown.append(Muck(seat, line))
        self._summed.append(StackAfter(seat, after, line))
        return True

    def _shows(self, seat: int, text: str, line: int) -> bool:
        listed, closing, words = text.partition("]")
        cards = seen_or_not(listed.replace(",", " "))
        if not closing or not cards:
            return False
        if min(cards) == -1:  # some were not seen, and so it was not shown
            self._shown.append(Reveal(seat, tuple([card for card in cards if card >= 0]), line))
        else:
            high = worded(words.strip(" ()"))
            self._shown.append(Show(seat, cards, high, (), line))
        return True


_PAYING: Final[tuple[tuple[str, Callable[[Telling, int, int, bool, int], None]], ...]] = (
    ("posts ante ", Telling.ante),
    ("small bring in ", Telling.bring_in),
    ("big bring in ", Telling.bet),  # the low card opens for the full small bet
    ("calls ", Telling.call),
    ("bets ", Telling.bet),
)
_HALVES: Final[dict[str, str]] = {"": "", "High": "high", "Low": "low"}
