"""Folds the hands of players who left, and puts each fold where the turn of the player came.

A log may state only that a player left, sits out, lost the connection or let the time run out. The room then folds the
hand when it is the player's turn, and some rooms log no line for this fold. Without the fold, the audit would accuse
the other players of acting out of turn.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from auditor.engine.events import (
    ACTS,
    SEATS,
    Ante,
    BringIn,
    Clock,
    Collect,
    Deal,
    Event,
    Fold,
    Muck,
    PotTotal,
    Remark,
    Return,
    Show,
    Street,
    Unread,
    Wager,
    Won,
)
from auditor.engine.hand import Game, Seat
from auditor.engine.ranks import board_value, low_board_value
from auditor.formats.chips_left import ChipsLeft
from auditor.formats.last_places import PAYS, LastPlaces

# After a remark of a kind in `LEAVING`, the player may be gone. After a remark of a kind in `_BACK`, he is back.
LEAVING: Final = frozenset({"leaves", "sits_out", "disconnected", "timed_out"})
_BACK: Final = frozenset({"joins", "connected", "returns"})
_CLOSES: Final = (Street, Return, Show, Muck, Collect, Won, PotTotal)


def with_folds_in_turn(
    events: Sequence[Event],
    stated: Mapping[int, Fold],
    game: Game | None,
    seats: Sequence[Seat],
    *,
    text_of: Callable[[Event], str],
    antes_paid: bool = False,
) -> list[Event]:
    """Returns the events of a hand with the folds of the players who left, each where the turn of the player came.

    If the log states that a player left, the reader may make a fold of this line. `stated` has these folds by seat, and
    they are also among the `events`. Such a fold moves to the turn of its seat. Any other player who left is folded
    only if his turn came and he takes no part in the hand any more. `antes_paid` is true if the seats have the stacks
    after the antes were paid.

    The line by which a player left becomes an unread line in three cases. After an unread line, rules are not
    verifiable, so the audit accuses nobody. `text_of` takes the event of such a line and returns the text of the line.

    - The player did not act in his turn, but he still gets cards, shows or is paid. Some rooms protect a player in this
      way who lost the connection: he may still win a part of the pot. Logs do not state how large this part is.
    - `stated` has a fold of the player, but his turn never came. So nobody knows whether the room folded the hand.
    - The low card is all-in with its ante. Then houses differ in who has the first turn.
    """
    events, stated = _without_folds_of_players_who_stay(events, stated)
    if not stated and not _may_miss_a_fold(events):
        return [*events]
    walk = _Walk(stated, game, ChipsLeft(seats, antes_paid=antes_paid)).through(events)
    never = {id(fold) for seat, fold in stated.items() if seat in walk.live}
    if never:
        events = [Unread(text_of(event), event.line) if id(event) in never else event for event in events]
        in_turn = {seat: fold for seat, fold in stated.items() if id(fold) not in never}
        walk = _Walk(in_turn, game, ChipsLeft(seats, antes_paid=antes_paid)).through(events)
    return _with_unread_lines(walk, stated.values(), text_of)


def _without_folds_of_players_who_stay(
    events: Sequence[Event], stated: Mapping[int, Fold]
) -> tuple[Sequence[Event], Mapping[int, Fold]]:
    """Makes a remark of each fold in `stated` whose player is paid or shows his cards. This player did not leave during
    this hand: he only does not play the next hand. Returns the events with these remarks, and the other folds.
    """
    stay = {id(fold) for seat, fold in stated.items() if _plays_on(seat, events)}
    if not stay:
        return events, stated
    events = [Remark(event.seat, "sits_out", event.line) if id(event) in stay else event for event in events]
    return events, {seat: fold for seat, fold in stated.items() if id(fold) not in stay}


def _with_unread_lines(walk: "_Walk", stated: Iterable[Fold], text_of: Callable[[Event], str]) -> list[Event]:
    """Returns the events of the walk with an unread line for each seat in `protected` and `unsure`. Rules look only at
    unread lines above an act, so these lines stand where the log has them.
    """
    unsure = set(map(id, walk.unsure.values()))
    doubtful = {*map(id, walk.protected.values()), *unsure}
    events = [Unread(text_of(event), event.line) if id(event) in doubtful else event for event in walk.events]
    for fold in [fold for fold in stated if id(fold) in unsure]:
        place = next((at for at, event in enumerate(events) if event.line >= fold.line), len(events))
        events.insert(place, Unread(text_of(fold), fold.line))
    return events


def _plays_on(seat: int, events: Sequence[Event]) -> bool:
    """Whether the seat is paid or shows its cards, so that it did not fold."""
    return any(
        event.seat == seat and (isinstance(event, Show) or (isinstance(event, Collect | Won) and event.amount > 0))
        for event in events
    )


def _may_miss_a_fold(events: Sequence[Event]) -> bool:
    """Whether some player left, sat out, lost the connection or ran out of time, and did not act after that. If so,
    the log may lack the fold of this player. Most players who run out of time do not count here, because the log states
    their fold on the next line.
    """
    acted: set[int] = set()  # the seats that act later
    for event in reversed(events):
        if isinstance(event, ACTS):
            acted.add(event.seat)
        elif isinstance(event, Remark) and event.kind in LEAVING and event.seat not in acted:
            return True
    return False


class _Walk:
    """Goes through the events of a hand in order. `events` collects these events, and the folds in the turns of the
    players who left.

    - `stated` are the folds that move from their line to the turn of their seat.
    - `live` are the seats that have not folded.
    - `protected` are the seats that the room seems to protect: the player left and did not act in his turn, but the
      seat still gets cards, shows or is paid.
    - `unsure` are the seats that are gone, but whose turn depends on the house.

    Each seat in `protected` and `unsure` has the event of the line which states that the player left.
    """

    def __init__(self, stated: Mapping[int, Fold], game: Game | None, chips: ChipsLeft) -> None:
        self.events: Final[list[Event]] = []
        self.live: Final[set[int]] = set()
        self._stated: Final = stated
        self._razz: Final = game is Game.RAZZ
        self._chips: Final = chips
        self._left: Final[dict[int, Event]] = {}  # the event by which a seat left
        self._silent: Final[dict[int, Event]] = {}  # the same, for seats that act no more
        self.protected: Final[dict[int, Event]] = {}
        self.unsure: Final[dict[int, Event]] = {}
        self._doubtful: Final[dict[int, Event]] = {}  # seats that are protected if the walk folds them nowhere
        self._folded: Final[set[int]] = set()
        self._placed: Final[set[int]] = set()  # the seats whose fold was put in its turn
        self._settled: Final[set[int]] = set()  # the seats that have acted since the last wager of this street
        self._up: Final[dict[int, list[int]]] = {}
        self._street = 0
        self._last_actor = 0

    def through(self, events: Sequence[Event]) -> "_Walk":
        moved = set(map(id, self._stated.values()))
        self._later = LastPlaces(events, moved)
        for place, event in enumerate(events):
            if id(event) in moved:
                self._left[event.seat] = event
                continue
            self._fold_before(event, place)
            self._take(Remark(event.seat, "other", event.line) if self._mucks_nothing(event) else event)
            if isinstance(event, Remark):
                self._note_leaving(event, place)
        self.protected.update({seat: left for seat, left in self._doubtful.items() if seat in self.live})
        return self

    def _mucks_nothing(self, event: Event) -> bool:
        """Whether the event is a muck by which the seat gives up no hand. Either this class has folded the seat
        already, or it has folded other seats and this seat is the last one with cards.
        """
        return isinstance(event, Muck) and (
            event.seat in self._placed or (bool(self._placed) and self.live == {event.seat})
        )

    def _note_leaving(self, event: Remark, place: int) -> None:
        seat = event.seat
        if seat in self._stated:
            return
        if event.kind in LEAVING:
            if not self._later.plays_from(seat, place):
                self._left.setdefault(seat, event)
            if not self._later.acts_from(seat, place):
                self._silent.setdefault(seat, event)
        elif event.kind in _BACK:
            self._left.pop(seat, None)
            self._silent.pop(seat, None)

    def _is_gone(self, seat: int, place: int) -> bool:
        """Whether the log has stated before the event at `place` that the player of the seat left. A seat that still
        gets a card later is not gone yet. The cards do not matter if the reader made a fold of the line about leaving
        (`stated`).

        A seat that lost the connection and mucks at the showdown is not gone either. But if several seats get up cards
        later and this seat gets none, it is gone.
        """
        gets_cards = self._later.gets_cards_from(seat, place)
        if seat in self._silent and seat in self._later.muck_at_the_showdown:
            return not gets_cards and self._later.others_get_up_cards_from(place)
        return seat in self._left and (seat in self._stated or not gets_cards)

    def _fold_before(self, event: Event, place: int) -> None:
        """Folds the seats that are gone and whose turn came before this event."""
        if self._silent and self._street:
            self._protect_before(event, place)
        if not self._left:
            return
        if isinstance(event, Street) and not self._street:
            self._fold_before_the_cards()
        elif isinstance(event, ACTS) and self._street:
            self._fold_openers(event.seat, place)
            for seat in self._waiting() if self._last_actor else ():
                # `_steps_to` counts from the seat that acted last. After each `_fold`, this is the folded seat.
                if self._steps_to(seat) >= self._steps_to(event.seat) or not self._is_gone(seat, place):
                    break
                self._fold(seat)
        elif self._closes(event, place) and self._street:
            self._fold_before_the_close(event, place)

    def _closes(self, event: Event, place: int) -> bool:
        """Whether the event closes the street. Some rooms state the pot below the title of each street."""
        return isinstance(event, _CLOSES) and not (isinstance(event, PotTotal) and place < self._later.last_act)

    def _protect_before(self, event: Event, place: int) -> None:
        """Adds seats to `protected`: the player left, his turn came before this event, and the seat still takes part in
        the hand.
        """
        closes = self._closes(event, place)
        waiting = self._waiting() if closes or (isinstance(event, ACTS) and self._last_actor) else []
        if isinstance(event, ACTS):
            waiting = [seat for seat in waiting if self._steps_to(seat) < self._steps_to(event.seat)]
        stay = [seat for seat in waiting if seat in self._silent and not self._is_gone(seat, place)]
        self.protected.update({seat: self._silent[seat] for seat in stay})
        if closes:
            self._doubtful.update({seat: self._silent[seat] for seat in waiting if seat in self._silent})

    def _fold_before_the_close(self, event: Event, place: int) -> None:
        """Folds the seats that are gone before an event that closes the street, such as a new street or a payment.

        - Before a new street, all these seats are folded.
        - Before any other closing event, all these seats are folded if no other seat still has to act.
        - Before a payment, these seats are also folded if only one other seat is left in the hand.
        """
        waiting = self._waiting()
        gone = [seat for seat in waiting if self._is_gone(seat, place)]
        if isinstance(event, Street) or gone == waiting:
            for seat in gone:
                if seat in self._waiting():
                    early = not self._last_actor and (self._street > 3 or self._low_card_is_all_in())
                    self._fold(seat, is_away=early)
        if isinstance(event, Street):
            self._fold_without_cards(place)
        elif waiting and isinstance(event, PAYS):
            self._leave_the_hand_to_one(event.seat, place)

    def _leave_the_hand_to_one(self, paid: int, place: int) -> None:
        """Folds all seats that are gone, if then only one seat is left. That seat wins the hand and need not act any
        more. Seats that are all-in are not folded. `paid` is the seat that this event pays, or 0 for the total of the
        pots. If the event pays a seat that is gone, no seat is folded.
        """
        gone = {seat for seat in self.live if self._is_gone(seat, place) and self._chips.of(seat) != 0}
        stay = self.live - gone
        if len(stay) == 1 and (not paid or paid in stay):
            opened = self._street > 3 or self._last_actor != 0
            for seat in sorted(gone, key=self._steps_to):
                self._fold(seat, is_away=opened or any(self._opens_before(other, seat) for other in stay))

    def _fold_without_cards(self, place: int) -> None:
        """Folds the seats that left after they had acted on this street, if the next street deals cards to other seats
        and not to them. Seats that are all-in are not folded.
        """
        if self._later.street_deals_up_cards(place):
            for seat in sorted(self.live & self._left.keys(), key=self._steps_to):
                gets_none = not self._later.gets_cards_from(seat, place)
                if gets_none and self._is_gone(seat, place) and self._chips.of(seat) != 0:
                    self._fold(seat)

    def _fold_before_the_cards(self) -> None:
        """Folds the seats that left after their ante and got no cards, if the log lists the cards of other seats."""
        if len(self._later.dealt) > 1:
            for seat in sorted(self.live & self._left.keys() - self._later.dealt):
                self._fold(seat)

    def _fold_openers(self, seat: int, place: int) -> None:
        """Folds the seats that are gone and that had to open the street earlier than `seat`. In the log, `seat` opens
        the street.
        """
        while not self._last_actor:
            waiting = self._waiting()
            gone = [each for each in waiting if self._is_gone(each, place)]
            if not gone:
                return
            if self._street == 3 and self._low_card_is_all_in():
                # The houses differ: the next seat with chips owes the bring-in, or the next lowest card.
                self.unsure.update({each: self._left[each] for each in gone})
                return
            before = [each for each in gone if self._opens_before(each, seat)]
            best = [each for each in before if not any(self._opens_before(other, each) for other in before)]
            first = best[0] if best else seat
            equal = [each for each in waiting if each != first and self._ties_with(each, first)]
            if equal:
                # The houses differ in which of several equal boards opens the street.
                self.unsure.update({each: self._left[each] for each in (first, *equal) if each in gone})
                return
            if not best:
                return
            # From fourth street on, rooms have two customs when the opener is gone. Either the next seat clockwise acts
            # after the fold, or the next best board opens the street. In the second case, the fold takes no turn.
            stay = [each for each in waiting if each not in gone]
            following = min(stay, key=lambda each: (each - first - 1) % SEATS, default=seat)
            self._fold(first, is_away=self._street > 3 and following != seat)

    def _low_card_is_all_in(self) -> bool:
        """Whether a seat that is all-in with its ante may have the door card that owes the bring-in."""
        broke = [seat for seat in self.live if self._chips.of(seat) == 0]
        others = self.live - set(broke)
        return any(all(not self._opens_before(other, seat) for other in others) for seat in broke)

    def _opens_before(self, seat: int, other: int) -> bool:
        """Whether the up cards make `seat` open the street before `other`."""
        ups, theirs = self._up.get(seat, []), self._up.get(other, [])
        if not ups or len(ups) != len(theirs) or min(*ups, *theirs) < 0:
            return False
        if self._razz:
            value, other_value = low_board_value(ups), low_board_value(theirs)
            if self._street == 3:
                return (value, ups) > (other_value, theirs)
            return value < other_value
        return ups < theirs if self._street == 3 else board_value(ups) > board_value(theirs)

    def _ties_with(self, seat: int, other: int) -> bool:
        """Whether the up cards of both seats are known and equally good, after third street. Boards of the same ranks
        are equal in every game.
        """
        ups, theirs = self._up.get(seat, []), self._up.get(other, [])
        if self._street == 3 or not ups or len(ups) != len(theirs) or min(*ups, *theirs) < 0:
            return False
        return board_value(ups) == board_value(theirs)

    def _waiting(self) -> list[int]:
        """Returns the seats that still have to act on this street, in the order of their turns."""
        able = [seat for seat in self.live - self.protected.keys() if self._chips.of(seat) != 0]
        if len(able) == 1 and self._chips.front.get(able[0], 0) >= self._chips.level:
            return []
        return sorted([seat for seat in able if seat not in self._settled], key=self._steps_to)

    def _steps_to(self, seat: int) -> int:
        """Returns a number by which seats are sorted in the order of their turns: 0 for the seat right after the one
        that acted last, clockwise, and larger numbers for later seats.
        """
        return (seat - self._last_actor - 1) % SEATS

    def _fold(self, seat: int, *, is_away: bool = False) -> None:
        """Adds the fold of a seat. `is_away` is true if the fold takes no turn: the room folds the hand of a player who
        is gone.
        """
        self._placed.add(seat)
        fold = Fold(seat, self._left[seat].line)
        if is_away or (self._last_actor and seat != next(iter(self._waiting()), 0)):
            fold.clock = Clock(cause="away")
        elif self._street == 3 and not self._last_actor:
            # The player did not decline the bring-in himself: the room folded his hand.
            fold.clock = Clock(cause="disconnect")
        self._take(fold)

    def _is_out_of_turn(self, event: Event) -> bool:
        """Whether the event is a fold that takes no turn: after it, the same seat as before has the turn."""
        if not isinstance(event, Fold):
            return False
        return event.is_away or (bool(self._last_actor) and event.seat != next(iter(self._waiting()), 0))

    def _take(self, event: Event) -> None:
        """Adds an event, and updates what this class knows about the hand: the street, the seats that are live, the
        seats that have acted, the up cards and the chips.
        """
        self.events.append(event)
        seat = event.seat
        if isinstance(event, ACTS):
            opens_nothing = isinstance(event, Fold) and self._street == 3 and not self._last_actor  # only chips open it
            if not opens_nothing and not self._is_out_of_turn(event):
                self._last_actor = seat
            if isinstance(event, Wager | BringIn) and event.to > self._chips.level:
                self._settled.clear()
            self._settled.add(seat)
        elif isinstance(event, Street):
            self._street = event.street
            self._settled.clear()
            self._last_actor = 0
        elif isinstance(event, Deal):
            self._up.setdefault(seat, []).extend(event.up)
        if isinstance(event, Fold):
            self.live.discard(seat)
            self._folded.add(seat)
        elif isinstance(event, (Ante, Deal, *ACTS)) and seat not in self._folded:
            self.live.add(seat)
        self._chips.take(event)
