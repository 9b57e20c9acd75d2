"""Converts the actions of a PHH hand, such as `p2 cbr 10`, to events.

PHH does not state when a street begins, and a call has no amount. So this module counts the cards to find the streets,
and the chips to find the amounts of calls. A deal begins the next street in two cases: the current street had betting,
or the seat already got its card on the current street. Impossible actions become events too, because the audit, not
this module, decides whether an action is lawful.
"""

from collections.abc import Callable, Mapping
from typing import Final

from auditor.engine.cards import NO_CARD, card_named
from auditor.engine.events import (
    STRANGER,
    Ante,
    BringIn,
    Call,
    Check,
    Community,
    Deal,
    Event,
    Fold,
    Illegible,
    LogEnd,
    Muck,
    Show,
    Street,
    Unread,
    Wager,
)
from auditor.formats import limits
from auditor.formats.amounts import amount
from auditor.formats.phh.numbers import plain

_ENDLESS: Final = 10**18  # the number of chips that is used for a stack that the hand does not state


class _Player:
    """The cards and chips of one player at the current place in the list of actions. `front` are the chips in front of
    the player on this street.
    """

    __slots__ = ("acted", "cards", "folded", "front", "stack")

    def __init__(self, stack: int) -> None:
        self.stack = stack
        self.front = 0
        self.cards: list[int] = []
        self.folded = False
        self.acted = False  # true once the seat acted after the last bet or raise of this street


class Actions:
    """Reads the actions of a hand one by one and collects their events in `events`. `stacks` has the stack of each seat
    in the order of the deal; `None` is an unknown stack. `bring_in` is the bring-in of the stakes. `minor` is the
    number of decimals that an amount may have.
    """

    def __init__(self, stacks: Mapping[int, int | None], bring_in: int, minor: int) -> None:
        self.events: Final[list[Event]] = []
        self._seats: Final = tuple(stacks)
        self._players: Final = {seat: _Player(_ENDLESS if stack is None else stack) for seat, stack in stacks.items()}
        self._stranger: Final = _Player(0)
        self._bring_in: Final = bring_in
        self._minor: Final = minor
        self._street = 0
        self._level = 0
        self._bet = False  # true once a seat acted on this street: bring-in, fold, check, call or bet
        self._completable = False  # true after the bring-in, until a seat bets or raises

    def ante(self, seat: int, chips: int, line: int) -> None:
        """Adds the event of an ante. A seat whose stack is smaller than the ante posts its whole stack."""
        player = self._players[seat]
        posted = min(chips, player.stack)
        player.stack -= posted
        self.events.append(Ante(seat, posted, player.stack == 0, line))

    def take(self, text: str, line: int) -> None:
        """Adds the event of one action, such as `p2 cc`. An action of an unknown kind becomes an `Unread` event. A
        known action whose words make no sense becomes `Illegible`.
        """
        words = text.partition("#")[0].split()
        if not words:
            return
        seat = self._seat(words[0])
        act = _ACTS.get(words[1]) if seat and len(words) > 1 else None
        if act is not None:
            fits = act(self, seat, words[2:], line)
        elif words[0] == "d" and words[1:2] in _DEALS:
            fits = self._dealt(words[1:], line)
        else:
            self.events.append(Unread(text[: limits.UNREAD], line))
            return
        if not fits:
            self.events.append(Illegible(text[: limits.UNREAD], line))

    def end(self, line: int, *, showdown: bool) -> None:
        """Adds the end of the log, and decides whether the log has the whole hand.

        The log has the whole hand in two cases:

        - All seats but one folded.
        - The betting of seventh street is over. In addition, some seat shows or mucks, or `showdown` is true.

        `showdown` is true if the source writes down every showdown. Then a missing showdown does not mean that the log
        stops early.
        """
        live = [player for player in self._players.values() if not player.folded]
        closed = self._street >= 7 and self._closed(live)
        settled = showdown or any(isinstance(event, Show | Muck) for event in self.events)
        self.events.append(LogEnd(len(live) <= 1 or (closed and settled), line))

    def _closed(self, live: list[_Player]) -> bool:
        able = [player for player in live if player.stack > 0]
        owing = [player for player in able if player.front < self._level]
        waiting = [player for player in able if not player.acted]
        return not owing and (not waiting or len(able) <= 1)

    def _seat(self, word: str) -> int:
        """Returns the seat of a word such as `p3`. Returns 0 if the word does not have this form, and `STRANGER` if the
        hand has no player of this number.
        """
        number = word[1:]
        if word[:1] != "p" or not (number.isascii() and number.isdigit() and len(number) <= 3):
            return 0
        return self._seats[int(number) - 1] if 1 <= int(number) <= len(self._seats) else STRANGER

    def _player(self, seat: int) -> _Player:
        return self._players.get(seat, self._stranger)

    def _dealt(self, words: list[str], line: int) -> bool:
        if len(words) == 3 and words[0] == "dh":
            seat = self._seat(words[1])
            return bool(seat) and self._hole(seat, words[2], line)
        if len(words) == 2 and words[0] == "db":
            return self._community(words[1], line)
        return False

    def _hole(self, seat: int, text: str, line: int) -> bool:
        names = _pairs(text)
        if not names:
            return False
        player = self._player(seat)
        self._open_street(line, len(player.cards) >= self._street)
        cards = [card_named(name) for name in names]
        first = len(player.cards)
        down = 2 - first if self._street == 3 else len(cards) if self._street == 7 else 0
        down = max(down, 0)
        player.cards.extend(cards)
        spelled = " ".join([name for name, card in zip(names, cards, strict=True) if card == NO_CARD])
        self.events.append(Deal(seat, tuple(cards[:down]), tuple(cards[down:]), spelled, line))
        return True

    def _community(self, text: str, line: int) -> bool:
        names = _pairs(text)
        live = [player for player in self._players.values() if not player.folded]
        self._open_street(line, all(len(player.cards) >= self._street for player in live))
        self.events.extend([Community(card_named(name), line) for name in names])
        return bool(names)

    def _open_street(self, line: int, served: bool) -> None:
        """Begins the next street before a deal, in three cases: this is the first deal of the hand, a seat acted on the
        current street, or `served` is true. Otherwise does nothing, because the deal belongs to the current street.
        `served` is true if the seat of the deal already has its cards of the current street or, for a community card,
        if all live seats have theirs.
        """
        if self._street and not self._bet and not served:
            return
        self._street = self._street + 1 if self._street else 3
        self._level = 0
        self._bet = self._completable = False
        for player in self._players.values():
            player.front = 0
            player.acted = False
        self.events.append(Street(self._street, line))

    def put(self, seat: int, to: int) -> bool:
        """Notes that a seat acts, and that its chips in front are now `to`, taken from its stack. Returns whether the
        stack is now empty, that is, whether the seat is all-in.
        """
        player = self._player(seat)
        self._bet = True
        player.stack -= to - player.front
        player.front = to
        player.acted = True
        return player.stack <= 0 and seat != STRANGER

    def reach(self, seat: int, level: int) -> int:
        """Returns the chips in front of a seat after it calls to `level`: `level` itself, or less if the stack of the
        seat is too small.
        """
        player = self._player(seat)
        return level if seat == STRANGER else max(player.front, min(level, player.front + player.stack))

    def bring_in(self, seat: int, words: list[str], line: int) -> bool:
        if words:
            return False
        to = self.reach(seat, self._bring_in)
        self.events.append(BringIn(seat, to, self.put(seat, to), line))
        # The next seat must call the full bring-in of the stakes, even if the bring-in seat had fewer chips and was
        # all-in.
        self._level = max(self._level, self._bring_in)
        self._completable = True
        return True

    def fold(self, seat: int, words: list[str], line: int) -> bool:
        if words:
            return False
        self._bet = True
        self._player(seat).folded = True
        self.events.append(Fold(seat, line))
        return True

    def check_or_call(self, seat: int, words: list[str], line: int) -> bool:
        if words:
            return False
        if self._player(seat).front >= self._level:
            self.put(seat, self._player(seat).front)
            self.events.append(Check(seat, line))
        else:
            to = self.reach(seat, self._level)
            self.events.append(Call(seat, to, self.put(seat, to), line))
        return True

    def wager(self, seat: int, words: list[str], line: int) -> bool:
        to = amount(plain(words[0]), self._minor) if len(words) == 1 else None
        if to is None:
            return False
        verb = "completes" if self._completable else "raises" if self._level else "bets"
        self._completable = False
        for player in self._players.values():
            player.acted = False
        self.events.append(Wager(seat, to, verb, self.put(seat, to), line))
        self._level = max(self._level, to)
        return True

    def show(self, seat: int, words: list[str], line: int) -> bool:
        """Adds the event of an `sm` action. `p1 sm` is a muck, `p1 sm -` shows the cards that were dealt, and `p1 sm
        2c3d...` shows these cards. Returns false if the words make no sense.
        """
        if not words:
            self.events.append(Muck(seat, line))
            return True
        names = _pairs(words[0])
        held = words[0] == "-"
        if len(words) > 1 or not (names or held):
            return False
        cards = self._player(seat).cards if held else [card_named(name) for name in names]
        self.events.append(Show(seat, tuple(cards), line=line))
        return True


def _pairs(text: str) -> list[str]:
    """Splits `2c3dTh` into the cards `2c`, `3d` and `Th`. Returns an empty list if the number of letters is odd."""
    return [] if len(text) % 2 else [text[place : place + 2] for place in range(0, len(text), 2)]


_DEALS: Final = (["dh"], ["db"])
_ACTS: Final[dict[str, Callable[[Actions, int, list[str], int], bool]]] = {
    "pb": Actions.bring_in,
    "f": Actions.fold,
    "cc": Actions.check_or_call,
    "cbr": Actions.wager,
    "sm": Actions.show,
}
