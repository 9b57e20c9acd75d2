"""Writes a hand as PHH, in the form that `auditor.formats.phh` reads.

Players get the numbers `p1`, `p2`, ... in the order of the deal; seats that are not dealt in are left out. PHH cannot
state streets, burns, rake, returned bets or payments by pot. The action of a call has no amount. The action of a
bring-in has no amount either: it is stated once, in the field `bring_in`.

The room and its hand number are written for people and other programs. Our own reader ignores both fields, because
other programs write other values there.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, name_of
from auditor.engine.hand import RECORDS, Game, Hand, Records, Structure
from auditor.formats.amounts import spell
from auditor.formats.phh import (
    BRING_IN_UNKNOWN,
    FIRST_UNKNOWN,
    MINOR,
    RECORDED,
    SILENT,
    STAKES_ANTE,
    STRUCTURE,
    UNKNOWN,
    UTC,
)
from auditor.formats.phh.dealing import with_every_card

VARIANTS: Final = {Game.STUD: "F7S", Game.STUD8: "F7S/8", Game.RAZZ: "FR"}
_NOBODY: Final = "p99"
_WHOLE: Final = re.compile(r"[1-9][0-9]{0,17}")
_TIME: Final = re.compile(r"[ T]([0-9]{2}:[0-9]{2}:[0-9]{2})")


def print_hands(hands: Sequence[Hand]) -> str:
    """Returns the text of a `.phhs` file. Each hand is a TOML table, whose name is the number of the hand in the file:
    `[1]`, `[2]`, ...
    """
    return "\n".join([numbered(hand, place) for place, hand in enumerate(hands, 1)])


def numbered(hand: Hand, place: int, house: str = "") -> str:
    """Returns the text of one hand for a `.phhs` file. The text begins with the name of the hand's TOML table,
    `[place]`; `place` counts from 1. `house` is explained at `print_hand`.
    """
    return f"[{place}]\n{print_hand(hand, house)}"


def print_hand(hand: Hand, house: str = "") -> str:
    """Returns the PHH text of one hand. `house` is the house (set of rules) that applies to the room. It is written
    only if the hand itself names no house.
    """
    minor = hand.unit.minor
    order = deal_order(hand)
    place = {seat: number for number, seat in enumerate(order, 1)}
    stacks = {seat.number: seat.stack for seat in hand.seats}
    names = {seat.number: seat.player for seat in hand.seats}
    stakes = hand.stakes
    bring_in, is_known = _bring_in(hand)
    actions = [_text(action) for event in with_every_card(hand) if (action := _action(event, place, minor))]
    lines = [
        f"variant = {_text(VARIANTS[hand.game])}",
        f"antes = [{_amounts(_antes(hand, order), minor)}]",
        *[
            f"{name} = {spell(chips, minor)}"
            for name, chips in (
                ("bring_in", bring_in),
                ("small_bet", stakes.small_bet),
                ("big_bet", stakes.big_bet),
            )
            if chips is not None
        ],
        f"starting_stacks = [{_amounts([stacks[seat] for seat in order], minor)}]",
        f"actions = [{', '.join(actions)}]",
    ]
    lines.extend(_about(hand, order))
    lines.extend(_own_fields(hand, house))
    if not is_known:
        lines.append(f"{BRING_IN_UNKNOWN} = true")
    lines.append(f"players = [{', '.join([_text(names[seat]) for seat in order])}]")
    for name, kind in (("winnings", e.Won), ("finishing_stacks", e.StackAfter)):
        stated = {event.seat: event.amount for event in hand.events if type(event) is kind}
        if set(stated) >= set(order):
            lines.append(f"{name} = [{_amounts([stated[seat] for seat in order], minor)}]")
    finishing = _finishing(hand, order)
    if finishing and not lines[-1].startswith("finishing_stacks"):
        lines.append(f"finishing_stacks = [{_amounts(finishing, minor)}]")
    return "\n".join(lines) + "\n"


def _about(hand: Hand, order: Sequence[int]) -> list[str]:
    """Returns the optional fields of PHH, such as `table = 'Vega'`: hand number, room, table, tournament, currency,
    seats and time.
    """
    number = hand.number or ""
    named = (("venue", hand.room), ("table", hand.table), ("event", hand.tournament), ("currency", hand.unit.currency))
    lines = [f"hand = {number if _WHOLE.fullmatch(number) else _text(number)}"] if number else []
    lines += [f"{name} = {_text(text)}" for name, text in named if text]
    lines.append(f"seats = [{', '.join(map(str, order))}]")
    if hand.most_seats:
        lines.append(f"seat_count = {hand.most_seats}")
    return lines + _date(hand)


def _own_fields(hand: Hand, house: str) -> list[str]:
    """Returns the lines of our additional fields, such as `_structure = 'pot'`, for facts that PHH cannot state. A
    field is left out if its value is the one that our reader assumes anyway. `house` is the house (set of rules) of the
    room.
    """
    lines = [f"_house = {_text(hand.house or house)}"] if hand.house or house else []
    if hand.unit.minor:
        lines.append(f"{MINOR} = {hand.unit.minor}")
    if hand.structure is not Structure.FIXED:
        lines.append(f"{STRUCTURE} = {_text(hand.structure)}")
    if hand.stakes.ante is not None and hand.stakes.ante != max(_antes(hand, deal_order(hand)), default=None):
        lines.append(f"{STAKES_ANTE} = {spell(hand.stakes.ante, hand.unit.minor)}")
    if not hand.first_dealt and not hand.button:
        lines.append(f"{FIRST_UNKNOWN} = true")
    if RECORDED & ~hand.records & ~SILENT:
        recorded = [name for name, bit in RECORDS.items() if bit & hand.records & RECORDED]
        lines.append(f"_records = [{', '.join(map(_text, recorded))}]")
    return lines


def deal_order(hand: Hand) -> list[int]:
    """Returns the seats that are dealt in, in the order of the deal. The first seat is the one that the log states as
    dealt to first or, without this fact, the seat after the button. If the log states neither of the two, the order
    begins with the lowest seat number.
    """
    seats = sorted([seat.number for seat in hand.seats if seat.dealt_in])
    first = hand.first_dealt or hand.button + 1
    return [seat for seat in seats if seat >= first] + [seat for seat in seats if seat < first]


def _bring_in(hand: Hand) -> tuple[int | None, bool]:
    """Returns the bring-in that the PHH text states, and whether this amount is certainly the full bring-in. PHH needs
    the amount, because a call in PHH has no amount. The amount is `None` if the hand has no bring-in.

    If the stakes state no bring-in, the amount is taken from the acts. A seat with few chips may be all-in for less
    than the full bring-in. Then the first call by a seat that is not all-in shows the full amount. Without such a call,
    the largest amount of the bring-in and the calls is returned.
    """
    if hand.stakes.bring_in is not None:
        return hand.stakes.bring_in, True
    posted: int | None = None
    short = False
    for event in hand.events:
        if posted is None and isinstance(event, e.BringIn):
            posted, short = event.to, event.all_in
        elif posted is not None and isinstance(event, e.Wager | e.Street):
            break
        elif posted is not None and short and isinstance(event, e.Call):
            # the bring-in was all-in for less, but a caller must put in the full bring-in
            posted = max(posted, event.to)
            short = event.all_in  # a caller who is all-in may have put in less than the bring-in, too
    return posted, not short


def _antes(hand: Hand, order: Sequence[int]) -> list[int]:
    """Returns the ante of each seat. PHH wants the full ante, also for a seat that was all-in for less than the ante.
    Such a seat is listed with the ante of the stakes, other seats with the ante that they posted.
    """
    posted: Counter[int] = Counter()
    for event in hand.events:
        if isinstance(event, e.Ante):
            posted[event.seat] += event.amount
    due = hand.stakes.ante or 0
    stacks = {seat.number: seat.stack for seat in hand.seats}
    return [due if 0 < posted[seat] == (stacks[seat] or 0) < due else max(posted[seat], 0) for seat in order]


# After one of these events, the final stacks cannot be computed from the bets and payments of the hand.
_UNACCOUNTED: Final = {
    *(e.Added, e.TopUp, e.Removed, e.Borrowed, e.Elsewhere, e.Announced, e.Void, e.Misdeal, e.Illegible, e.Unread),
}


def _finishing(hand: Hand, order: Sequence[int]) -> list[int | None]:
    """Returns the stack of each seat after the hand: the stack before, less the bets, plus the payments. Returns an
    empty list if the log does not show all of these amounts.
    """
    kinds = {type(event) for event in hand.events}
    complete = hand.records & Records.PAYOUT and hand.records & Records.UNCALLED
    if not complete or e.Collect not in kinds or kinds & _UNACCOUNTED:
        return []
    stacks = {seat.number: seat.stack or 0 for seat in hand.seats}
    if any(seat.stack is None for seat in hand.seats):
        return []
    front: Counter[int] = Counter()
    for event in hand.events:
        if isinstance(event, e.Street):
            front.clear()
        elif isinstance(event, e.BringIn | e.Call | e.Wager) and event.seat in stacks:
            stacks[event.seat] -= event.to - front[event.seat]
            front[event.seat] = event.to
        elif isinstance(event, e.Ante) and event.seat in stacks:
            stacks[event.seat] -= event.amount
        elif isinstance(event, e.Return | e.Collect) and event.seat in stacks:
            stacks[event.seat] += event.amount
    return [stacks[seat] for seat in order] if min(stacks.values()) >= 0 else []


def _date(hand: Hand) -> list[str]:
    """Returns the lines with the date and the time of day: `day = 22`, `month = 6`, `year = 2023`, `time = 20:31:22`.
    Empty if the hand has no date.
    """
    moment = hand.played or hand.local
    parts = moment[:10].split("-")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return []
    year, month, day = parts
    lines = [f"day = {int(day)}", f"month = {int(month)}", f"year = {year}"]
    time = _TIME.match(moment, 10)
    if time:
        lines.append(f"time = {time[1]}")
    return [*lines, f"time_zone = {_text(UTC)}"] if time and hand.played else lines


def _action(event: e.Event, place: dict[int, int], minor: int) -> str:
    """Returns the PHH text of one event, such as `p2 cbr 10`. Empty if PHH cannot state the event. `place` has the
    number of each seat's player: 2 for `p2`.
    """
    writer = _WRITERS.get(type(event))
    if writer is None:
        return ""
    return writer(event, f"p{place[event.seat]}" if event.seat in place else _NOBODY, minor)


def _cards(cards: Sequence[int], spelled: str = "") -> str:
    wrong = iter([name for name in spelled.split(" ") if len(name) == 2])
    return "".join([next(wrong, "--") if card == NO_CARD else name_of(card) if card >= 0 else "??" for card in cards])


def _amounts(chips: Sequence[int | None], minor: int) -> str:
    return ", ".join([UNKNOWN if each is None else spell(each, minor) for each in chips])


def _text(text: str) -> str:
    """Returns the text as a TOML string. If the text has special characters, they are written as escapes that both TOML
    and JSON know.
    """
    if "'" in text or not text.isprintable():
        return json.dumps(text, ensure_ascii=not text.isprintable()).replace("\x7f", "\\u007f")
    return f"'{text}'"


_WRITERS: Final[dict[type[e.Event], Callable[[Any, str, int], str]]] = {
    e.Deal: lambda event, player, _: f"d dh {player} {_cards(event.cards, event.spelled)}" if event.cards else "",
    e.Community: lambda event, *_: f"d db {_cards([event.card])}",
    e.BringIn: lambda _, player, __: f"{player} pb",
    e.Fold: lambda _, player, __: f"{player} f",
    e.Dropped: lambda _, player, __: f"{player} f",
    e.Check: lambda _, player, __: f"{player} cc",
    e.Call: lambda _, player, __: f"{player} cc",
    e.Wager: lambda event, player, minor: f"{player} cbr {spell(event.to, minor)}",
    e.Show: lambda event, player, _: f"{player} sm {_cards(event.cards) or '-'}",
    e.Muck: lambda _, player, __: f"{player} sm",
}
