"""Reads the rounds of an Open Hand History as events.

The amount of an action is the chips that the action puts in. So it is added to the chips in front of the seat. Nothing
is judged.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN, card_named
from auditor.engine.events import (
    STRANGER,
    Ante,
    BringIn,
    Burn,
    Call,
    Check,
    Community,
    Deal,
    Event,
    Fold,
    Illegible,
    Misdeal,
    Muck,
    Remark,
    Return,
    Reveal,
    Show,
    Street,
    TopUp,
    Void,
    Wager,
)
from auditor.formats.markup.json_text import Object
from auditor.formats.ohh.fields import chips, objects, text, whole

STREETS: Final = {3: "3rd Street", 4: "4th Street", 5: "5th Street", 6: "6th Street", 7: "7th Street"}
SHOWDOWN: Final = "Showdown"
_NUMBERS: Final = {name: street for street, name in STREETS.items()}
HIDDEN: Final = "??"
NO_CARD_NAME: Final = "--"
_HIDDEN: Final = (HIDDEN, "xx", "XX")


class Rounds:
    """The events so far. `players` has the seat of every player id; `brought_in` is true after any bring-in."""

    def __init__(self, players: dict[str, int], minor: int) -> None:
        self.events: Final[list[Event]] = []
        self.brought_in = False
        self._players: Final = players
        self._minor: Final = minor
        self._street = 0
        self._opened = 0  # the last street that has an event
        self._line = 0  # the line where the round begins
        self._marked = True
        self._front: dict[int, int] = {}

    def take(self, record: Object, place: int) -> None:
        """Reads a round. `place` is its index in the hand, from 0."""
        name = text(record, "street")
        number = whole(record, "id")
        self._line = record.line
        if name != SHOWDOWN:
            self._street = _NUMBERS.get(name, 3 + (place if number is None else number))
            self._front = {}
        self._marked = record.get("_unmarked") is not True
        for card in _cards(record, "_burned"):
            self._begin_street()
            self.events.append(Burn(card_of(card), record.line))
        for card in _cards(record):
            self._begin_street()
            self.events.append(Community(card_of(card), record.line))
        for action in objects(record, "actions"):
            name = text(action, "action")
            act = _ACTS.get(name, Rounds.illegible)
            if name in _ACTS and name not in _BEFORE_THE_CARDS:
                self._begin_street()
            act(self, action)
        self._begin_street()

    def seat(self, action: Object) -> int:
        return self._players.get(text(action, "player_id"), STRANGER)

    def _begin_street(self) -> None:
        """Adds the event that begins a street before the first event of this street. Antes come before third street."""
        if self._street != self._opened and self._marked:
            self._opened = self._street
            self.events.append(Street(self._street, self._line))

    def illegible(self, action: Object) -> None:
        """Adds an illegible event for an action that is unknown or has no valid amount. Its text is `_text`, the line
        of the source, if the file has it.
        """
        words = ", ".join([f"{key} {value}" for key, value in action.items() if isinstance(value, str)])
        self.events.append(Illegible((text(action, "_text") or words)[:200], action.line))

    def deal(self, action: Object) -> None:
        """Adds the cards dealt to a seat. They lie up or down as the extension states, otherwise as in the usual deal
        of stud.
        """
        seat, names = self.seat(action), _cards(action)
        if not names:
            self.events.append(Remark(seat, "dealt", action.line))
            return
        cards = tuple([card_of(name) for name in names])
        wrong = [name for name, card in zip(names, cards, strict=True) if card == NO_CARD]
        spelled = " ".join([name for name in wrong if name != NO_CARD_NAME])
        lies = text(action, "_visibility")
        down = {"up": 0, "down": len(cards)}.get(lies, self._down(len(cards)))
        last = self.events[-1] if self.events else None
        if lies == "up" and isinstance(last, Deal) and last.seat == seat and not last.up:
            self.events.pop()  # the file has two actions for this deal: the down cards, then the up cards
            both = " ".join([each for each in (last.spelled, spelled) if each])
            self.events.append(Deal(seat, last.down, cards, both, last.line))
            return
        self.events.append(Deal(seat, cards[:down], cards[down:], spelled, action.line))

    def _down(self, cards: int) -> int:
        """Returns how many of the cards lie face down, if the file does not state that."""
        if self._street == 3:
            return min(cards - 1, 2)
        return cards if self._street == 7 else 0

    def ante(self, action: Object) -> None:
        amount = chips(action, "amount", self._minor)
        if amount is None:
            self.illegible(action)
        else:
            self.events.append(Ante(self.seat(action), amount, _all_in(action), action.line))

    def put(self, action: Object) -> None:
        """Adds chips that a seat puts in: a bring-in, a call or a wager."""
        amount = chips(action, "amount", self._minor)
        if amount is None:
            self.illegible(action)
            return
        seat, line, all_in = self.seat(action), action.line, _all_in(action)
        to = self._front[seat] = self._front.get(seat, 0) + amount
        name = text(action, "action")
        if name in _FORCED:
            self.brought_in = True
            self.events.append(BringIn(seat, to, all_in, line))
        elif name == "Call":
            self.events.append(Call(seat, to, all_in, line))
        else:
            self.events.append(Wager(seat, to, _VERBS[name], all_in, line))

    def show(self, action: Object) -> None:
        cards = tuple([card_of(name) for name in _cards(action)])
        self.events.append(Show(self.seat(action), cards, _ranks(action, "_high"), _ranks(action, "_low"), action.line))

    def muck(self, action: Object) -> None:
        seat, names = self.seat(action), _cards(action)
        self.events.append(Muck(seat, action.line))
        if names:
            self.events.append(Reveal(seat, tuple([card_of(name) for name in names]), action.line))

    def burn(self, action: Object) -> None:
        self.events.extend([Burn(card_of(name), action.line) for name in _cards(action)])

    def money(self, action: Object) -> None:
        """Adds chips that go back to a stack or are added to a stack."""
        amount = chips(action, "amount", self._minor)
        if amount is None:
            self.illegible(action)
        else:
            kind = Return if text(action, "action") == UNCALLED else TopUp
            self.events.append(kind(self.seat(action), amount, action.line))

    def plain(self, action: Object) -> None:
        kind = Fold if text(action, "action") == "Fold" else Check
        self.events.append(kind(self.seat(action), action.line))

    def void(self, action: Object) -> None:
        kind = Misdeal if text(action, "action") == "Misdeal" else Void
        self.events.append(kind(action.line))

    def remark(self, action: Object) -> None:
        self.events.append(Remark(self.seat(action), _REMARKS[text(action, "action")], action.line))


def card_of(name: str) -> int:
    return UNSEEN if name in _HIDDEN else card_named(name)


def _cards(record: Object, key: str = "cards") -> list[str]:
    """Returns the names of cards. The standard's own examples have an empty text in place of an empty list."""
    value = record.get(key)
    return [each for each in value if isinstance(each, str) and each] if isinstance(value, list) else []


def _ranks(action: Object, key: str) -> tuple[int, ...]:
    """Returns the rank of the hand that the source states, in the numbers of `auditor.engine.ranks`, or nothing."""
    value = action.get(key)
    numbers = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
    plain = all(each.removeprefix("-").isdigit() and len(each) <= 3 and each.isascii() for each in numbers)
    return tuple([int(each) for each in numbers]) if plain else ()


def _all_in(action: Object) -> bool:
    return action.get("is_allin") is True


UNCALLED: Final = "Uncalled Bet"
BURN: Final = "Burn"
VOID: Final = ("Void", "Misdeal")
ILLEGIBLE: Final = "Illegible"
_FORCED: Final = ("Bring In", "Post Extra Blind", "Post BB", "Post SB")
_VERBS: Final = {"Bet": "bets", "Raise": "raises", "Complete": "completes"}
_REMARKS: Final = {"Sits Down": "joins", "Stands Up": "leaves", "Payout": "payout"}
# These actions may come before the deal of third street, as antes do, so they do not begin the street of their round.
_BEFORE_THE_CARDS: Final = ("Post Ante", "Added Chips", UNCALLED, *VOID, *_REMARKS)
_ACTS: Final[dict[str, Callable[[Rounds, Object], None]]] = {
    "Dealt Cards": Rounds.deal,
    "Post Ante": Rounds.ante,
    **dict.fromkeys((*_FORCED, *_VERBS, "Call"), Rounds.put),
    "Fold": Rounds.plain,
    "Check": Rounds.plain,
    "Shows Cards": Rounds.show,
    "Mucks Cards": Rounds.muck,
    "Added Chips": Rounds.money,
    UNCALLED: Rounds.money,
    BURN: Rounds.burn,
    **dict.fromkeys(VOID, Rounds.void),
    **dict.fromkeys(_REMARKS, Rounds.remark),
}
