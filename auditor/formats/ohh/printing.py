"""Writes a hand as Open Hand History, with our additional fields for stud (`stud-extension.md`). `auditor.formats.ohh`
reads this form.

Some events, such as most remarks, are not written, because neither the standard nor our fields can express them.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, UNSEEN, name_of
from auditor.engine.hand import RECORDS, Hand, Seat
from auditor.formats.ohh.hands import GAMES, STRUCTURES
from auditor.formats.ohh.paid import pots_of
from auditor.formats.ohh.rounds import ADDED, BURN, HIDDEN, ILLEGIBLE, NO_CARD_NAME, SHOWDOWN, STREETS, UNCALLED, UNREAD
from auditor.formats.ohh.writing import Written, amount, written

VERSION: Final = "1.2.2"
NOBODY: Final = -1  # the player id that is written for an action of somebody who has no seat

_Row = dict[str, Written]
_GAME_TYPES: Final = {game: name for name, game in GAMES.items()}
_BET_TYPES: Final = {structure: name for name, structure in STRUCTURES.items()}


def print_hand(hand: Hand) -> str:
    """Returns the text of one hand. The caller puts a blank line between two hands."""
    ids = {seat.number: place for place, seat in enumerate(hand.seats)}
    minor = hand.unit.minor
    stakes = hand.stakes
    zero = amount(0, minor)
    record: _Row = {
        "spec_version": VERSION,
        "internal_version": VERSION,
        "network_name": hand.room,
        "site_name": hand.room,
        "game_type": _GAME_TYPES[hand.game],
        "table_name": hand.table,
        "table_size": hand.most_seats or len(hand.seats),
        "game_number": hand.number or "",
        "start_date_utc": hand.played.removesuffix("Z"),
        "currency": hand.unit.currency,
        "ante_amount": zero if stakes.ante is None else amount(stakes.ante, minor),
        "small_blind_amount": zero,
        "big_blind_amount": zero,
        "bet_limit": {"bet_type": _BET_TYPES[hand.structure], "bet_cap": zero},
        "dealer_seat": hand.button,
    }
    if hand.tournament:
        record["tournament"] = True
        record["tournament_info"] = {"tournament_number": hand.tournament}
    record |= _extension(hand)
    record["players"] = [_player(seat, hand) for seat in hand.seats]
    record["rounds"] = _Rounds(hand, ids).rows
    record["pots"] = pots_of(hand, ids)
    return written({"ohh": record}) + "\n"


def _extension(hand: Hand) -> _Row:
    minor, stakes = hand.unit.minor, hand.stakes
    last = hand.events[-1] if hand.events else None
    rows: _Row = {"_minor": minor}
    named = (
        ("_ante_amount", stakes.ante),
        ("_small_bet", stakes.small_bet),
        ("_big_bet", stakes.big_bet),
        ("_bring_in_amount", stakes.bring_in),
    )
    rows |= {key: amount(chips, minor) for key, chips in named if chips is not None}
    rows |= {"_button": hand.button, "_first_dealt": hand.first_dealt, "_table_size": hand.most_seats}
    rows["_room"] = hand.room
    rows |= {key: text for key, text in (("_house", hand.house), ("_local", hand.local)) if text}
    rows["_records"] = [name for name, bit in RECORDS.items() if hand.records & bit]
    rows["_complete"] = isinstance(last, e.LogEnd) and last.complete
    return rows


def _player(seat: Seat, hand: Hand) -> _Row:
    minor = hand.unit.minor
    row: _Row = {"id": hand.seats.index(seat), "seat": seat.number, "name": seat.player}
    if seat.stack is not None:
        row["starting_stack"] = amount(seat.stack, minor)
    if not seat.dealt_in:
        row["is_sitting_out"] = True
    for event in hand.events:
        if isinstance(event, e.Won | e.StackAfter) and event.seat == seat.number:
            row["_won" if isinstance(event, e.Won) else "_stack_after"] = amount(event.amount, minor)
    return row


class _Rounds:
    """The rounds of a hand as JSON objects, in `rows`: one round for each street. The antes are written into the round
    of third street. The showdown is a round of its own.
    """

    def __init__(self, hand: Hand, ids: dict[int, int]) -> None:
        self.rows: Final[list[Written]] = []
        self._ids: Final = ids
        self._minor: Final = hand.unit.minor
        held = [event for event in hand.events if isinstance(event, e.Reveal) and not event.up]
        self._held: Final = {event.seat: event for event in held}
        self._front: dict[int, int] = {}
        self._actions: list[Written] = []
        self._round: _Row = {}
        self._started = False
        self._open(3)
        self._round["_unmarked"] = True
        for event in hand.events:
            write = _WRITERS.get(type(event))
            if write is not None:
                write(self, event)

    def _open(self, street: int) -> None:
        self._begin(street - 3, STREETS.get(street, f"Street {street}"))
        self._front = {}

    def _begin(self, number: int, name: str) -> None:
        self._actions = []
        self._round = {"id": number, "street": name, "actions": self._actions}
        self.rows.append(self._round)

    def act(self, event: e.Event, name: str, chips: int = 0, **more: Written) -> None:
        row: _Row = {"action_number": len(self._actions) + 1, "player_id": self._ids.get(event.seat, NOBODY)}
        row |= {"action": name, "amount": amount(chips, self._minor), "is_allin": getattr(event, "all_in", False)}
        self._actions.append(row | {key: value for key, value in more.items() if value})

    def street(self, event: e.Street) -> None:
        if self._started or event.street != 3:
            self._open(event.street)
        self._round.pop("_unmarked", None)
        self._started = True

    def deal(self, event: e.Deal) -> None:
        spelled = iter(event.spelled.split(" ") if event.spelled else [])
        for cards, lies in ((event.down, "down"), (event.up, "up")):
            if cards:
                self.act(event, "Dealt Cards", cards=_names(cards, spelled), _visibility=lies)

    def community(self, event: e.Community) -> None:
        self._lay("cards", event.card)

    def burn(self, event: e.Burn) -> None:
        if self._actions or "cards" in self._round:
            self.act(event, BURN, cards=_names((event.card,)))
        else:
            self._lay("_burned", event.card)

    def _lay(self, key: str, card: int) -> None:
        """Adds a card that belongs to no seat: a burned card or a community card. `key` is the field of the round for
        such cards.
        """
        before = self._round.get(key)
        self._round[key] = [*(before if isinstance(before, list) else []), *_names((card,))]

    def put(self, event: e.BringIn | e.Call | e.Wager) -> None:
        name = _VERBS[event.verb] if isinstance(event, e.Wager) else "Call" if isinstance(event, e.Call) else "Bring In"
        self.act(event, name, event.to - self._front.get(event.seat, 0))
        self._front[event.seat] = event.to

    def show(self, event: e.Show) -> None:
        self._show_down()
        self.act(event, "Shows Cards", cards=_names(event.cards), _high=list(event.high), _low=list(event.low))

    def muck(self, event: e.Muck) -> None:
        self._show_down()
        held = self._held.get(event.seat)
        self.act(event, "Mucks Cards", cards=_names(held.cards) if held else None)

    def _show_down(self) -> None:
        if self._round["street"] != SHOWDOWN:
            self._begin(5, SHOWDOWN)


def _names(cards: tuple[int, ...], spelled: Any = ()) -> list[Written]:
    """Returns the names of cards, such as `Kc`, or `??` for an unseen card. A word of the log that is no card stands in
    `cards` as `NO_CARD`. It is written as the log spells it (the words in `spelled`), or as `--` if `spelled` has no
    word left.
    """
    left = iter(spelled)
    return [
        HIDDEN if card == UNSEEN else next(left, NO_CARD_NAME) if card == NO_CARD else name_of(card) for card in cards
    ]


_VERBS: Final = {"bets": "Bet", "raises": "Raise", "completes": "Complete"}
_SITTING: Final = {"joins": "Sits Down", "leaves": "Stands Up", "payout": "Payout"}


def _remark(rounds: _Rounds, event: e.Remark) -> None:
    if event.kind in _SITTING:
        rounds.act(event, _SITTING[event.kind])


_WRITERS: Final[dict[type[e.Event], Callable[[_Rounds, Any], None]]] = {
    e.Ante: lambda rounds, event: rounds.act(event, "Post Ante", event.amount),
    e.Street: _Rounds.street,
    e.Deal: _Rounds.deal,
    e.Community: _Rounds.community,
    e.Burn: _Rounds.burn,
    e.BringIn: _Rounds.put,
    e.Call: _Rounds.put,
    e.Wager: _Rounds.put,
    e.Fold: lambda rounds, event: rounds.act(event, "Fold"),
    e.Dropped: lambda rounds, event: rounds.act(event, "Fold"),
    e.Check: lambda rounds, event: rounds.act(event, "Check"),
    e.Return: lambda rounds, event: rounds.act(event, UNCALLED, event.amount),
    e.TopUp: lambda rounds, event: rounds.act(event, "Added Chips", event.amount),
    e.Added: lambda rounds, event: rounds.act(event, ADDED, event.amount),
    e.Show: _Rounds.show,
    e.Muck: _Rounds.muck,
    e.Remark: _remark,
    e.Void: lambda rounds, event: rounds.act(event, "Void"),
    e.Misdeal: lambda rounds, event: rounds.act(event, "Misdeal"),
    e.Illegible: lambda rounds, event: rounds.act(event, ILLEGIBLE, _text=event.text),
    e.Unread: lambda rounds, event: rounds.act(event, UNREAD, _text=event.text),
}
