"""Reads the rounds of a Merge hand. A round has the events in their order, and after them the cards of the seats."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from auditor.engine.events import STRANGER, Check, Collect, Fold, Muck, Remark, Return, Reveal, Show, Void
from auditor.engine.hand import Seat
from auditor.formats.markup.tags import Tag
from auditor.formats.rooms.grammar.hand_names import Stated
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS
from auditor.formats.rooms.grammar.spoilt_acts import is_of_another_form
from auditor.formats.rooms.grammar.still_to_act import Place, StillToAct
from auditor.formats.rooms.merge.cards import Holdings
from auditor.formats.rooms.merge.words import worded

_STREETS: Final[dict[str, int]] = {
    "BRING_IN": 3,
    "THIRD_STREET": 3,
    "FOURTH_STREET": 4,
    "FIFTH_STREET": 5,
    "SIXTH_STREET": 6,
    "SEVENTH_STREET": 7,
}
_OTHERS: Final = ("BLINDS", "SHOWDOWN", "END_OF_FOLDED_GAME", "END_OF_GAME")
_TURNED: Final = ("SHOWN", "MUCKED")
_ALL_IN: Final = False  # the log does not mark acts as all-in
_REMARKS: Final[dict[str, str]] = {
    "CHAT": "chat",
    "DISCONNECTED": "disconnected",
    "LEAVE": "leaves",
    "PLAYER_OUT": "other",
    "RECONNECTED": "connected",
}

Tagged = tuple[Tag, dict[str, str]]


class Rounds:
    """Reads the rounds of a hand, and adds their events to the hand.

    - `ended`: true if the log has the round `END_OF_GAME`, which ends the hand.
    - `early`: true if a seat showed its cards before the last street.
    - `returns`: true if a line of the log returned an uncalled bet.

    The three values are known only after all rounds are read.
    """

    def __init__(
        self,
        hand: HandSoFar,
        seats: Sequence[Seat],
        winners: Iterable[dict[str, str]],
        tags: Sequence[Tag],
        *,
        totals: bool,
    ) -> None:
        self.hand: Final = hand
        hand.antes_paid = bool(hand.header.tournament)
        self._still: Final = StillToAct(hand, seats, partial(_acts_of, tags), antes_paid=hand.antes_paid)
        self.ended = False
        self.early = False
        self.returns = False
        self._totals: Final = totals
        self._tags: Final = tags
        self._holdings: Final = Holdings(hand)
        self._live: set[int] = set()
        self._stated: dict[int, tuple[Stated, Stated]] = {}
        self._paying: Final = {
            "ALL_IN": hand.all_in,
            "ANTE": hand.ante,
            "BET": hand.bet,
            "BRING_IN": hand.bring_in,
            "CALL": hand.call,
            "COMPLETE": hand.complete_to,
            "RAISE": hand.raise_to if totals else hand.raise_by,
        }
        for winner in winners:
            self._note_words(winner)

    def read(self, opening: Tag, tags: list[Tag]) -> None:
        """Reads one round: its opening tag, and the tags inside."""
        name = opening.attributes().get("id", "")
        street = _STREETS.get(name)
        if street is None and name not in _OTHERS:
            self.hand.unread(f"a round {name}", opening.line)
        self.ended |= name == "END_OF_GAME"
        if street is not None and street != self.hand.street:
            self.hand.begin_street(street, opening.line)
        inside = [(tag, tag.attributes()) for tag in tags]
        turned: dict[int, Tagged] = {}
        for tag, attributes in inside:
            if tag.name == "cards" and attributes.get("type") in _TURNED:
                turned[seat_of(attributes)] = (tag, attributes)
            elif tag.name == "cards":
                self._cards(tag, attributes)
        for tag, attributes in inside:
            if tag.name == "event":
                self._event(tag, attributes, turned)
            elif tag.name == "winner":
                self._winner(tag, attributes)
            elif tag.name != "cards":
                self.hand.unread(tag.words(), tag.line)
        self._reveal(turned)

    def _reveal(self, turned: dict[int, Tagged]) -> None:
        """Adds a `Reveal` event for each seat whose cards the log lists without an event for a show or a muck. `turned`
        maps the number of the seat to the tag with the cards, and to the attributes of this tag.
        """
        for seat, (tag, attributes) in turned.items():
            cards = self._holdings.turned(seat, attributes.get("cards", ""))
            self.hand.events.append(Reveal(seat, cards, tag.line))

    def _cards(self, tag: Tag, attributes: dict[str, str]) -> None:
        text, kind = attributes.get("cards", ""), attributes.get("type", "")
        if kind in ("HOLE", "DRAW_DRAWN_CARDS"):
            self._live.add(seat_of(attributes))
            self._holdings.holds(seat_of(attributes), text, tag.line)
        elif kind != "COMMUNITY" or not self._holdings.common(text, tag.line):
            self.hand.unread(tag.words(), tag.line)

    def _event(self, tag: Tag, attributes: dict[str, str], turned: dict[int, Tagged]) -> None:
        kind, seat = attributes.get("type", ""), seat_of(attributes)
        if kind in _REMARKS:
            speaker = self.hand.players.seats.get(attributes.get("player", ""), 0) if kind == "CHAT" else seat
            self.hand.remark(speaker, _REMARKS[kind], tag.line)
        elif kind == "GAME_CANCELLED":
            self.hand.events.append(Void(tag.line))
        elif kind == "CHECK":
            self.hand.events.append(Check(seat, tag.line))
        elif kind == "FOLD":
            self._live.discard(seat)
            self.hand.events.append(Fold(seat, tag.line))
        elif kind == "SIT_OUT":
            self._sits_out(tag, seat)
        elif kind in ("SHOW", "MUCK"):
            self._show(kind, seat, tag.line, turned.pop(seat, None))
        elif not self._pays(kind, seat, attributes.get("amount", ""), tag.line):
            amount = attributes.get("amount", "")
            is_spoilt = kind in self._paying and not is_of_another_form(amount, self.hand.minor)
            note = self.hand.illegible if is_spoilt else self.hand.unread
            note(tag.words(), tag.line)

    def _sits_out(self, tag: Tag, seat: int) -> None:
        """Reads the event `SIT_OUT` of a seat. If the seat still has to act, and never acts again in this hand, adds a
        fold. Otherwise adds a remark. If we cannot decide between the two, because the chips of this or another seat
        are unknown, the line becomes an unread line.
        """
        place = next(at for at, each in enumerate(self._tags) if each is tag)
        plays = self.hand.street and seat in self._live and not self._still.acts_later(seat, (place,))
        due = self._still.must_act(seat, self._live) if plays else False
        if due is None:
            self.hand.unread(tag.words(), tag.line)
        elif due:
            self._live.discard(seat)
            self.hand.fold_when_due(seat, tag.line)
        else:
            self.hand.remark(seat, "sits_out", tag.line)

    def _show(self, kind: str, seat: int, line: int, turned: Tagged | None) -> None:
        cards = self._holdings.turned(seat, turned[1].get("cards", "")) if turned else ()
        if kind == "SHOW":
            early = self.hand.street < 7 and len(cards) < 7
            self.early |= early
            # The tag `<winner>` names the hand of the seat at the end, such as `Two Pair Kings and Fours`. A seat that
            # showed earlier had fewer cards, so its show does not get this name.
            stated = ((), ()) if early else self._stated.get(seat, ((), ()))
            self.hand.events.append(Show(seat, cards, *stated, line))
        # All other seats have folded, so this seat wins and only keeps its cards face down. This is no muck, because a
        # muck would give up the pot.
        elif self._live == {seat}:
            self.hand.events.append(Remark(seat, "other", line))
        else:
            self.hand.events.append(Muck(seat, line))
        if kind == "MUCK" and turned is not None:
            self.hand.events.append(Reveal(seat, cards, turned[0].line))

    def _pays(self, kind: str, seat: int, amount: str, line: int) -> bool:
        """Adds an act with chips. A completion states the new total in front of the seat. A raise does so too since
        2010-09-08; before, it stated the chips that the seat added. Other acts state the added chips. An all-in without
        chips becomes a remark. Returns false if the act or the amount is unknown.
        """
        chips = self.hand.chips(amount)
        if kind == "ALL_IN" and not chips:
            self.hand.remark(seat, "other", line)
            return True
        act = self._paying.get(kind)
        if act is None or chips is None:
            return False
        act(seat, chips, _ALL_IN, line)
        return True

    def _winner(self, tag: Tag, attributes: dict[str, str]) -> None:
        amount = self.hand.chips(attributes.get("amount", ""))
        pot = SEAT_NUMBERS.get(attributes.get("potnumber", ""), 0)
        half = _HALVES.get(attributes.get("pottype", "n"))
        if amount is None or not pot or half is None:
            self.hand.unread(tag.words(), tag.line)
        elif attributes.get("uncalled") == "true":
            self.returns = True
            self.hand.events.append(Return(seat_of(attributes), amount, tag.line))
        else:
            self.hand.events.append(Collect(seat_of(attributes), amount, pot - 1, half, tag.line))

    def _note_words(self, winner: dict[str, str]) -> None:
        """Reads the name of the poker hand from a tag `<winner>`, and keeps it until the log shows the cards of this
        seat.
        """
        seat = seat_of(winner)
        high, low = worded(winner.get("hand", ""))
        before = self._stated.get(seat, ((), ()))
        self._stated[seat] = (high or before[0], low or before[1])


def _acts_of(tags: Sequence[Tag]) -> Iterator[tuple[int, Place]]:
    """Yields the seat and the place of each act. A remark and sitting out are no acts."""
    for place, tag in enumerate(tags):
        if tag.name == "event":
            attributes = tag.attributes()
            if attributes.get("type", "") not in (*_REMARKS, "SIT_OUT"):
                yield seat_of(attributes), (place,)


_HALVES: Final[dict[str, str]] = {"n": "", "h": "high", "l": "low"}


def seat_of(attributes: dict[str, str]) -> int:
    """Returns the seat that a tag names, counted from 1; the room counts from 0. `STRANGER` for an unknown seat."""
    number = SEAT_NUMBERS.get(attributes.get("player", ""))
    return STRANGER if number is None or number >= STRANGER - 1 else number + 1
