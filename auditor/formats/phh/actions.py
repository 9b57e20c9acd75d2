"""Converts the actions of a PHH hand to events.

PHH has neither streets nor the amount of a call, so this module follows cards and chips to find them. A deal opens the
next street if it comes after a betting action, or if the seat already has its card of this street. Nothing is judged,
and impossible actions become events too.
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
    Wager,
)
from auditor.formats.amounts import amount

_ENDLESS: Final = 10**18  # the stack, in chips, that stands for an unknown stack


class _Player:
    """The cards and chips of a seat after the actions so far."""

    __slots__ = ("acted", "cards", "folded", "front", "stack")

    def __init__(self, stack: int) -> None:
        self.stack = stack
        self.front = 0
        self.cards: list[int] = []
        self.folded = False
        self.acted = False  # whether the seat has acted since the last wager of this street


class Actions:
    """The events so far. `stacks` has the stack of each seat, in the order of the deal and in the smallest unit.
    `minor` is the number of decimals that an amount may have.
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
        self._bet = False  # whether this street has had a betting action
        self._completable = False  # whether the bring-in is the only wager so far

    def ante(self, seat: int, chips: int, line: int) -> None:
        """Posts an ante, or the whole stack if that is less."""
        player = self._players[seat]
        posted = min(chips, player.stack)
        player.stack -= posted
        self.events.append(Ante(seat, posted, player.stack == 0, line))

    def take(self, text: str, line: int) -> None:
        """Adds the event of one action. An action that makes no sense becomes `Illegible`."""
        words = text.partition("#")[0].split()
        if not words:
            return
        if words[0] == "d":
            known = self._dealt(words[1:], line)
        else:
            seat = self._seat(words[0])
            act = _ACTS.get(words[1]) if len(words) > 1 else None
            known = bool(seat and act and act(self, seat, words[2:], line))
        if not known:
            self.events.append(Illegible(text[:200], line))

    def end(self, line: int, *, showdown: bool) -> None:
        """Ends the hand. The hand is complete if one seat is left. It is also complete if no more can be bet on seventh
        street, and either the showdown is there or the source always records showdowns. Otherwise the log ends too
        early.
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
        """Returns the seat of a player such as `p3`. Returns 0 if the word names no player, and `STRANGER`, the number
        for an unknown player, if no player has that number.
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
        """Opens the next street before a deal, if the current street had a bet or all its cards are dealt."""
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
        """Puts in chips of a seat, until the amount in front of the seat is `to` or its stack is empty. Returns true if
        the stack is empty.
        """
        player = self._player(seat)
        self._bet = True
        player.stack -= to - player.front
        player.front = to
        player.acted = True
        return player.stack <= 0 and seat != STRANGER

    def reach(self, seat: int, level: int) -> int:
        """Returns the amount in front of a seat after it calls to `level`. The amount is smaller if the seat is all-in
        for less.
        """
        player = self._player(seat)
        return level if seat == STRANGER else max(player.front, min(level, player.front + player.stack))

    def bring_in(self, seat: int, words: list[str], line: int) -> bool:
        if words:
            return False
        to = self.reach(seat, self._bring_in)
        self.events.append(BringIn(seat, to, self.put(seat, to), line))
        # A caller must call the full bring-in of the stakes, even if the bring-in itself was short.
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
        to = amount(words[0], self._minor) if len(words) == 1 else None
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
        """Adds a muck (`sm`), a show of the cards that were dealt (`sm -`), or a show of the cards that follow `sm`."""
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
    """Splits a text into cards of two letters each. Returns an empty list if the length of the text is odd."""
    return [] if len(text) % 2 else [text[place : place + 2] for place in range(0, len(text), 2)]


_ACTS: Final[dict[str, Callable[[Actions, int, list[str], int], bool]]] = {
    "pb": Actions.bring_in,
    "f": Actions.fold,
    "cc": Actions.check_or_call,
    "cbr": Actions.wager,
    "sm": Actions.show,
}
