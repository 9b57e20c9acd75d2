"""A hand at PokerKit's table: what it pays for the cards and the chips of a log.

Where PokerKit's rules of play do not take what a house of ours lawfully does, that is set aside by name, and the hand
goes on: what stands in its way has a name in `pokerkit_rules`, or the replay fails.
"""

import warnings
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pokerkit import BettingStructure, HandHistory, State, Street

from auditor.engine import events as e
from auditor.engine.cards import card_named, name_of
from auditor.engine.hand import Game, Hand
from auditor.engine.ranks import board_value, low_board_value
from auditor.formats.phh.printing import deal_order, print_hand


class Refused(Exception):
    """PokerKit does not take an act, and none of the known differences is the reason."""


class Aside(NamedTuple):
    """One rule of PokerKit that was set aside: its name, the seat, and what PokerKit would have had it do."""

    name: str
    seat: int
    there: str


class PokerKitTable:
    """`state` is PokerKit's; `set_aside` is what of its rules was, in order."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.place = {seat: place for place, seat in enumerate(deal_order(hand))}
        self.set_aside: list[Aside] = []
        self.boards: dict[int, list[int]] = {seat: [] for seat in self.place}
        self.short = False  # an all-in for less than a full wager was made on this street
        self.bring_in_is_short = False
        self.opened = self.opened_before = -1  # who acted first on this street, folds apart, and on the one before it
        told = HandHistory.loads(f"ante_trimming_status = true\n{print_hand(hand)}")
        if hand.unit.minor:
            _in_fractions(told)
        self.state: State = told.create_state()

    def play(self) -> "PokerKitTable":
        """Tells PokerKit the whole hand."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of folds and cards that it does not recommend
            for event in self.hand.events:
                teller = _TELLERS.get(type(event))
                if teller is not None:
                    teller(self, event)
            self._end_betting()
            self._lay_open()
        if self.state.status:
            raise Refused(f"PokerKit has not ended the hand: {self.state.operations[-1]}")
        return self

    def payoffs(self) -> dict[int, Fraction]:
        """What each seat won, or lost, in the smallest unit."""
        scale = 10**self.hand.unit.minor
        return {seat: Fraction(self.state.payoffs[place]) * scale for seat, place in self.place.items()}

    def deal(self, event: e.Deal) -> None:
        place = self.place[event.seat]
        self.boards[event.seat] += event.up
        if not self.state.statuses[place]:
            return  # it folded, and is dealt to until there is a bet
        self._make_ready()
        if any(self.state.board_dealing_counts):
            self._last_cards("one card for all", board=False)
        self.state.deal_hole("".join([name_of(card) for card in event.cards]), place)

    def community(self, event: e.Community) -> None:
        self._make_ready()
        if not any(self.state.board_dealing_counts):
            self._last_cards("a card each", board=True)
        self.state.deal_board(name_of(event.card))

    def _make_ready(self) -> None:
        self._end_betting()
        self._lay_open()
        if self.state.can_burn_card("??"):
            self.state.burn_card("??")

    def _last_cards(self, there: str, *, board: bool) -> None:
        """Seventh street is one card for all, or one for each live seat."""
        self.set_aside.append(Aside("short deck", 0, there))
        state = self.state
        for place, pending in enumerate(state.hole_dealing_statuses):
            pending.clear()
            pending.extend([False] if state.statuses[place] and not board else [])
        state.board_dealing_counts = [int(board)]

    def street(self, _: e.Street) -> None:
        self._end_betting()
        self.short = self.bring_in_is_short = False
        self.opened, self.opened_before = -1, self.opened

    def fold(self, event: e.Fold) -> None:
        self._take_turn(event.seat)
        asked = self.state.bring_in_status
        if asked:
            self.set_aside.append(Aside("bring-in refused", event.seat, "brings in"))
        self.state.bring_in_status = False
        self.state.fold()
        self.state.bring_in_status = asked and bool(self.state.actor_indices)

    def bring_in(self, event: e.BringIn) -> None:
        self._take_turn(event.seat)
        self.state.post_bring_in()
        self.bring_in_is_short = max(self.state.bets) < self.state.bring_in

    def call(self, event: e.Call | e.Check) -> None:
        place = self._take_turn(event.seat)
        self.opened = place if self.opened < 0 else self.opened
        to = self._amount(event.to) if isinstance(event, e.Call) else self.state.bets[place]
        owed = self.state.checking_or_calling_amount
        if owed is not None and self.state.bets[place] + owed == to:
            self.state.check_or_call()
        elif self.bring_in_is_short and to > max(self.state.bets):
            self.set_aside.append(Aside("short bring-in", event.seat, f"calls {self._in_chips(max(self.state.bets))}"))
            if self._is_for_nothing(place):
                self._play_for_nothing(event.seat)
            else:
                self._wager_as_logged(to)
        else:
            raise Refused(f"to call is {owed}, not to {to}: {event.words()}")

    def wager(self, event: e.Wager) -> None:
        place = self._take_turn(event.seat)
        self.opened = place if self.opened < 0 else self.opened
        to, state = self._amount(event.to), self.state
        over, size = to - max(state.bets), self._street.min_completion_betting_or_raising_amount
        if state.can_complete_bet_or_raise_to(to):
            state.complete_bet_or_raise_to(to)
        elif self._is_for_nothing(place):
            self._play_for_nothing(event.seat)
            return
        else:
            self.set_aside.append(Aside(self._obstacle(to, over, size), event.seat, self._wager_there()))
            self._wager_as_logged(to)
        self.short |= state.stacks[place] == 0 and over != size and not (state.street_index == 0 and to == size)

    def _is_for_nothing(self, place: int) -> bool:
        """Whether nobody has chips to call a wager with."""
        state = self.state
        others = [at for at in state.player_indices if at != place and state.statuses[at]]
        return all(state.stacks[at] + state.bets[at] <= max(state.bets) for at in others)

    def _play_for_nothing(self, seat: int) -> None:
        """A call: what is put in beyond that comes back."""
        self.set_aside.append(Aside("raise for nothing", seat, f"calls {self._in_chips(max(self.state.bets))}"))
        self.state.bring_in_status = False
        self.state.check_or_call()

    @property
    def _street(self) -> Street:
        street = self.state.street
        assert street is not None  # somebody acts
        return street

    def _wager_there(self) -> str:
        """To how much PokerKit lets the seat wager."""
        to = self.state.min_completion_betting_or_raising_to_amount
        return "no wager" if to is None else f"to {self._in_chips(to)}"

    def _obstacle(self, to: int, over: int, size: int) -> str:
        """Why PokerKit does not take a wager."""
        state = self.state
        if state.completion_betting_or_raising_count == self._street.max_completion_betting_or_raising_count:
            return "cap"
        most = max(over, state.completion_betting_or_raising_amount)
        if state.street_index == 1 and size < most <= 2 * size and self._has_open_pair():
            return "double bet"
        if self.short:
            return "short all-in"
        if self.bring_in_is_short:
            return "short bring-in"
        raise Refused(f"a wager to {to}: {state.bets}, {state.stacks}")

    def _wager_as_logged(self, to: int) -> None:
        """A wager to any amount at any time."""
        state = self.state
        streets, structure, size = state.streets, state.betting_structure, state.completion_betting_or_raising_amount
        least: dict[str, Any] = {"min_completion_betting_or_raising_amount": to - max(state.bets)}
        state.streets = tuple(
            [replace(each, **least, max_completion_betting_or_raising_count=None) for each in streets]
        )
        state.betting_structure = BettingStructure.NO_LIMIT
        state.completion_betting_or_raising_amount = 0
        state.consecutive_short_all_in_amounts.clear()
        state.complete_bet_or_raise_to(to)
        state.streets = streets
        state.betting_structure = structure
        state.completion_betting_or_raising_amount = max(size, state.completion_betting_or_raising_amount)

    def show(self, event: e.Show) -> None:
        self._end_betting()
        if self.place[event.seat] in self.state.showdown_indices:
            self.state.show_or_muck_hole_cards(True, self.place[event.seat])

    def muck(self, event: e.Muck) -> None:
        self._end_betting()
        if self.place[event.seat] in self.state.showdown_indices:
            self.state.show_or_muck_hole_cards(False, self.place[event.seat])

    def _take_turn(self, seat: int) -> int:
        """Makes PokerKit wait for this seat, and gives its place."""
        state, place = self.state, self.place[seat]
        if state.actor_index == place:
            return place
        if place not in state.actor_indices:
            raise Refused(f"seat {seat} has no turn: {state.actor_indices}")
        opener = state.opener_index
        if state.acted_player_indices or any(state.bets) or opener is None:
            raise Refused(f"seat {seat} is not due: {state.actor_indices}")
        due = self._seat(state.actor_indices[0])
        common = state.board_cards[0] if state.board_cards else []
        if self._is_best_board(place, []):
            name = "tied openers" if state.stacks[opener] else "opener all-in"
        elif common and (self._is_best_board(place, common) or place == self.opened_before):
            name = "common card opens"
        else:
            raise Refused(f"seat {seat} does not open: {state.actor_indices}")
        self.set_aside.append(Aside(name, seat, f"seat {due} opens"))
        state.actor_indices.rotate(-state.actor_indices.index(place))
        return place

    def _is_best_board(self, place: int, common: list[Any]) -> bool:
        """Among the seats that can bet, of which others may have an equal one."""
        return self._board(place, common) == max(self._board(each, common) for each in self.state.actor_indices)

    def _board(self, place: int, common: list[Any]) -> int:
        """What the up cards are worth, the higher the sooner to open; suits do not count."""
        cards = [card_named(repr(card)) for card in (*self.state.get_up_cards(place), *common)]
        return -low_board_value(cards) if self.hand.game is Game.RAZZ else board_value(cards)

    def _has_open_pair(self) -> bool:
        """Whether anybody was dealt one on fourth street, who may have folded since."""
        return any(len({card // 4 for card in board[:2]}) < len(board[:2]) for board in self.boards.values())

    def _end_betting(self) -> None:
        """Whoever still has a turn has nobody to bet against."""
        state = self.state
        if not state.actor_indices:
            return
        if len(state.actor_indices) > 1 or state.bets[state.actor_indices[0]] < max(state.bets):
            raise Refused(f"PokerKit waits for {state.actor_indices}")
        alone = self._seat(state.actor_indices[0])
        self.set_aside.append(Aside("nobody to bet against", alone, "has a turn"))
        state.bring_in_status = False
        state.check_or_call()

    def _lay_open(self) -> None:
        """All hands that are live are shown: before the last cards are dealt, or those that nobody contested."""
        while self.state.showdown_indices:
            self.state.show_or_muck_hole_cards(True, self.state.showdown_indices[0])

    def _seat(self, place: int) -> int:
        return next(seat for seat, at in self.place.items() if at == place)

    def _in_chips(self, amount: Any) -> str:
        return f"{float(amount):g}"

    def _amount(self, chips: int) -> Any:
        minor = self.hand.unit.minor
        return Fraction(chips, 10**minor) if minor else chips


def _in_fractions(told: Any) -> None:
    """Exact amounts, which PokerKit divides without an odd chip, as it does decimals."""
    told.antes = [Fraction(each) for each in told.antes]
    told.starting_stacks = [Fraction(each) for each in told.starting_stacks]
    for name in ("bring_in", "small_bet", "big_bet"):
        setattr(told, name, Fraction(getattr(told, name)))


_TELLERS: Final[dict[type[e.Event], Callable[[PokerKitTable, Any], None]]] = {
    e.Street: PokerKitTable.street,
    e.Deal: PokerKitTable.deal,
    e.Community: PokerKitTable.community,
    e.Fold: PokerKitTable.fold,
    e.BringIn: PokerKitTable.bring_in,
    e.Check: PokerKitTable.call,
    e.Call: PokerKitTable.call,
    e.Wager: PokerKitTable.wager,
    e.Show: PokerKitTable.show,
    e.Muck: PokerKitTable.muck,
}
