"""Reads the rounds of an Open Hand History as events.

In this format, the amount of an action is the number of chips that the seat adds. Our events state the total in front
of the seat after the act, so this module adds the amounts up. This module does not decide whether an action is lawful:
the audit decides that.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.events import (
    STRANGER,
    Added,
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
    Unread,
    Void,
    Wager,
)
from auditor.formats.card_spelling import card_in
from auditor.formats.chips_added import chips_added
from auditor.formats.markup.json_text import Object
from auditor.formats.ohh.fields import chips, objects, text, whole

STREETS: Final = {3: "3rd Street", 4: "4th Street", 5: "5th Street", 6: "6th Street", 7: "7th Street"}
SHOWDOWN: Final = "Showdown"
_NUMBERS: Final = {name: street for street, name in STREETS.items()}
HIDDEN: Final = "??"
NO_CARD_NAME: Final = "--"
_HIDDEN: Final = (HIDDEN, "xx", "XX", "")


class Rounds:
    """Reads the rounds of a hand one by one and collects their events in `events`. `players` has the seat of each
    player id. `minor` is the number of decimals of amounts. `brought_in` becomes true when a bring-in is read. `exact`
    is true if our writer made the file. Then each `Added Chips` action becomes a `TopUp`, also for a seat that holds
    cards.
    """

    def __init__(self, players: dict[str, int], minor: int, *, exact: bool = False) -> None:
        self.events: Final[list[Event]] = []
        self._exact: Final = exact
        self._holding: Final[set[int]] = set()  # the seats that were dealt cards and have not folded
        self.brought_in = False
        self._players: Final = players
        self._minor: Final = minor
        self._street = 0
        self._opened = True  # true if the event `Street` need not be added any more
        self._line = 0  # the line where the round begins
        self._marked = True
        self._front: dict[int, int] = {}
        self._remarks: Final[dict[int, Object]] = {}  # the actions of which `Remark` events were made, by their `id`

    def take(self, record: Object, place: int) -> None:
        """Reads one round and adds its events. `place` is the index of the round in the hand, from 0."""
        name = text(record, "street")
        number = whole(record, "id")
        self._line = record.line
        self._opened = name == SHOWDOWN  # the showdown is no street
        if name != SHOWDOWN:
            self._street = _NUMBERS.get(name, 3 + (place if number is None else number))
            self._front = {}
        self._marked = record.get("_unmarked") is not True
        for card in _cards(record, "_burned"):
            self._begin_street()
            self.events.append(Burn(card_of(card), record.line))
        for card in filter(None, _cards(record)):  # an empty text stands for no community card, so it is left out
            self._begin_street()
            self.events.append(Community(card_of(card), record.line))
        for action in objects(record, "actions"):
            name = text(action, "action")
            act = _ACTS.get(name, Rounds.unread)
            if name in _ACTS and not (self._street == 3 and name in _BEFORE_THE_CARDS):
                self._begin_street()
            act(self, action)
        self._begin_street()

    def seat(self, action: Object) -> int:
        return self._players.get(text(action, "player_id"), STRANGER)

    def seat_if_named(self, action: Object) -> int:
        """Returns the seat of the action's player. Returns 0 if the action names no player, as an `Add to Pot` may."""
        return self.seat(action) if text(action, "player_id") else 0

    def _begin_street(self) -> None:
        """Adds the event that begins the street of this round, once. Adds nothing if our own field `_unmarked` states
        that the log has no line for this street. On third street, `take` first adds the events that come before the
        cards, such as the antes, and only then calls this method.
        """
        if not self._opened and self._marked:
            self._opened = True
            self.events.append(Street(self._street, self._line))

    def illegible(self, action: Object) -> None:
        """Adds an `Illegible` event. Either the action has no valid amount, or our writer made the action from such an
        event.
        """
        self.events.append(Illegible(_words(action), action.line))

    def unread(self, action: Object) -> None:
        """Adds an `Unread` event. Either the kind of the action is unknown, or our writer made the action from such an
        event.
        """
        self.events.append(Unread(_words(action), action.line))

    def deal(self, action: Object) -> None:
        """Adds the cards dealt to a seat. Our own field `_visibility` states whether the cards lie face up or down.
        Without this field, the cards lie as usual in stud: two down and one up on third street, face up until sixth
        street, face down on seventh.
        """
        seat, names = self.seat(action), _cards(action)
        self._holding.add(seat)
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
            # The file has two actions for this deal: first the down cards, then the up cards. They become one event.
            self.events.pop()
            both = " ".join([each for each in (last.spelled, spelled) if each])
            self.events.append(Deal(seat, last.down, cards, both, last.line))
            return
        self.events.append(Deal(seat, cards[:down], cards[down:], spelled, action.line))

    def _down(self, cards: int) -> int:
        """Returns how many of the dealt `cards` (a number) lie face down in a usual deal on the current street. On
        third street this is all but one, at most two. On seventh street it is all of them, on other streets none.
        """
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
        """Adds one movement of chips outside the betting: an uncalled bet goes back to its seat, a seat adds chips to
        its stack, or the room adds chips to the pot.
        """
        amount = chips(action, "amount", self._minor)
        if amount is None:
            self.illegible(action)
        else:
            name = text(action, "action")
            if name == ADDED:
                self.events.append(Added(amount, action.line))
                return
            seat, line = self.seat(action), action.line
            if name == UNCALLED:
                self.events.append(Return(seat, amount, line))
            elif self._exact:
                self.events.append(TopUp(seat, amount, line))
            else:
                self.events.append(chips_added(seat, amount, line, holds_cards=seat in self._holding))

    def plain(self, action: Object) -> None:
        seat = self.seat(action)
        if text(action, "action") == "Fold":
            self._holding.discard(seat)
            self.events.append(Fold(seat, action.line))
        else:
            self.events.append(Check(seat, action.line))

    def void(self, action: Object) -> None:
        kind = Misdeal if text(action, "action") == "Misdeal" else Void
        self.events.append(kind(action.line))

    def remark(self, action: Object) -> None:
        remark = Remark(self.seat_if_named(action), _REMARKS[text(action, "action")], action.line)
        self._remarks[id(remark)] = action
        self.events.append(remark)

    def text_of(self, remark: Event) -> str:
        """Returns the text of the action from which the event `remark` was made."""
        return _words(self._remarks[id(remark)])


def _words(action: Object) -> str:
    """Returns the text of an action that cannot be read. This text is our own field `_text`, which has the line of the
    original log. If the action has no such field, the text consists of the other fields of the action.
    """
    words = ", ".join([f"{key} {value}" for key, value in action.items() if isinstance(value, str)])
    return (text(action, "_text") or words)[:200]


def card_of(name: str) -> int:
    return UNSEEN if name in _HIDDEN else card_in(name)


def _cards(record: Object, key: str = "cards") -> list[str]:
    """Returns the names of the cards under `key`, such as `Kc`. An empty name stands for a card that nobody saw or, in
    examples of the standard, for an empty list.
    """
    value = record.get(key)
    return [each.strip() for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _ranks(action: Object, key: str) -> tuple[int, ...]:
    """Returns the hand that the log states for shown cards, as the numbers in our own fields `_high` and `_low`: a
    category and ranks, as in `auditor.engine.ranks`. Returns () if the file states none.
    """
    value = action.get(key)
    numbers = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
    plain = all(each.removeprefix("-").isdigit() and len(each) <= 3 and each.isascii() for each in numbers)
    return tuple([int(each) for each in numbers]) if plain else ()


def _all_in(action: Object) -> bool:
    return action.get("is_allin") is True


UNCALLED: Final = "Uncalled Bet"
ADDED: Final = "Added To Pot"
BURN: Final = "Burn"
VOID: Final = ("Void", "Misdeal")
ILLEGIBLE: Final = "Illegible"
UNREAD: Final = "Unread"
_FORCED: Final = ("Bring In", "Post Extra Blind", "Post BB", "Post SB")
_VERBS: Final = {"Bet": "bets", "Raise": "raises", "Complete": "completes"}
_REMARKS: Final = {
    "Sits Down": "joins", "Stands Up": "leaves", "Payout": "payout",
    "Add to Pot": "added",  # chips that the room adds
    "Player Adjustment": "other",  # a fee or a bonus, paid outside of the pot
}  # fmt: skip
# On third street these actions may come before the first card, so none of them makes the reader add the event that
# begins the street.
_BEFORE_THE_CARDS: Final = ("Post Ante", "Added Chips", ADDED, UNCALLED, ILLEGIBLE, UNREAD, *VOID, *_REMARKS)
_ACTS: Final[dict[str, Callable[[Rounds, Object], None]]] = {
    "Dealt Cards": Rounds.deal,
    "Post Ante": Rounds.ante,
    **dict.fromkeys((*_FORCED, *_VERBS, "Call"), Rounds.put),
    "Fold": Rounds.plain,
    "Check": Rounds.plain,
    "Shows Cards": Rounds.show,
    "Mucks Cards": Rounds.muck,
    "Added Chips": Rounds.money,
    ADDED: Rounds.money,
    UNCALLED: Rounds.money,
    BURN: Rounds.burn,
    **dict.fromkeys(VOID, Rounds.void),
    **dict.fromkeys(_REMARKS, Rounds.remark),
    ILLEGIBLE: Rounds.illegible,
    UNREAD: Rounds.unread,
}
