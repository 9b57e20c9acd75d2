"""Writes a hand as PHH: what `auditor.formats.phh` reads.

Players stand in the order of the deal, so seats are renumbered, and only who is dealt in is one. Streets, burns, rake,
returned bets and payments by pot are not in PHH; a call or a check has no amount, a bring-in is the one of the stakes.
The numbers that the seats had, the room and its number of the hand are written down for people and other programs; our
own reader takes none of them, as no other writer means by them what a room does.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, name_of
from auditor.engine.hand import RECORDS, Game, Hand, Records
from auditor.formats.amounts import spell
from auditor.formats.phh import BRING_IN_UNKNOWN, FIRST_UNKNOWN, TELLS, UNKNOWN, UTC
from auditor.formats.phh.dealing import with_every_card

VARIANTS: Final = {Game.STUD: "F7S", Game.STUD8: "F7S/8", Game.RAZZ: "FR"}
_NOBODY: Final = "p99"
_WHOLE: Final = re.compile(r"[1-9][0-9]{0,17}")
_TIME: Final = re.compile(r"[ T]([0-9]{2}:[0-9]{2}:[0-9]{2})")


def print_hands(hands: Sequence[Hand]) -> str:
    """A `.phhs` file: each hand under its place in it."""
    return "\n".join([numbered(hand, place) for place, hand in enumerate(hands, 1)])


def numbered(hand: Hand, place: int, house: str = "") -> str:
    """The text of the hand that stands at this place in a `.phhs` file."""
    return f"[{place}]\n{print_hand(hand, house)}"


def print_hand(hand: Hand, house: str = "") -> str:
    """The text of one hand; `house` are the rules of its room, where it names none itself."""
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
    if hand.house or house:
        lines.append(f"_house = {_text(hand.house or house)}")
    if not is_known:
        lines.append(f"{BRING_IN_UNKNOWN} = true")
    if not hand.first_dealt and not hand.button:
        lines.append(f"{FIRST_UNKNOWN} = true")
    if TELLS & ~hand.records & ~Records.MAY_STOP:
        names_told = [name for name, bit in RECORDS.items() if bit & hand.records & TELLS]
        lines.append(f"_records = [{', '.join(map(_text, names_told))}]")
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
    """Where and when: what PHH has optional fields for."""
    number = hand.number or ""
    named = (("venue", hand.room), ("table", hand.table), ("event", hand.tournament), ("currency", hand.unit.currency))
    lines = [f"hand = {number if _WHOLE.fullmatch(number) else _text(number)}"] if number else []
    lines += [f"{name} = {_text(text)}" for name, text in named if text]
    lines.append(f"seats = [{', '.join(map(str, order))}]")
    if hand.most_seats:
        lines.append(f"seat_count = {hand.most_seats}")
    return lines + _date(hand)


def deal_order(hand: Hand) -> list[int]:
    """The seats that are dealt in, from the one that is dealt to first, or is next to the button."""
    seats = sorted([seat.number for seat in hand.seats if seat.dealt_in])
    first = hand.first_dealt or hand.button + 1
    return [seat for seat in seats if seat >= first] + [seat for seat in seats if seat < first]


def _bring_in(hand: Hand) -> tuple[int | None, bool]:
    """The bring-in of the stakes, and whether that is known; where they name none, what the hand shows it to be at
    least: PHH calls without an amount.
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
            posted = max(posted, event.to)  # the bring-in was all-in for less; who calls enters for the whole of it
            short = event.all_in  # ... or for all of a stack
    return posted, not short


def _antes(hand: Hand, order: Sequence[int]) -> list[int | None]:
    """What each posted. PHH names the ante that was due, also of a seat that had less than it."""
    posted: Counter[int] = Counter()
    for event in hand.events:
        if isinstance(event, e.Ante):
            posted[event.seat] += event.amount
    due = hand.stakes.ante or 0
    stacks = {seat.number: seat.stack for seat in hand.seats}
    return [due if 0 < posted[seat] == (stacks[seat] or 0) < due else max(posted[seat], 0) for seat in order]


# With one of these in a hand, stacks after it are not told by bets and payments alone.
_UNACCOUNTED: Final = {e.TopUp, e.Removed, e.Borrowed, e.Elsewhere, e.Announced, e.Void, e.Misdeal, e.Illegible}


def _finishing(hand: Hand, order: Sequence[int]) -> list[int | None]:
    """What each seat has after the hand, from what it put in and was paid; nothing where that is not all known."""
    kinds = {type(event) for event in hand.events}
    told = hand.records & Records.PAYOUT and hand.records & Records.UNCALLED
    if not told or e.Collect not in kinds or kinds & _UNACCOUNTED:
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
    """The day and the time of it, where the hand tells them."""
    told = hand.played or hand.local
    parts = told[:10].split("-")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return []
    year, month, day = parts
    lines = [f"day = {int(day)}", f"month = {int(month)}", f"year = {year}"]
    time = _TIME.match(told, 10)
    if time:
        lines.append(f"time = {time[1]}")
    return [*lines, f"time_zone = {_text(UTC)}"] if time and hand.played else lines


def _action(event: e.Event, place: dict[int, int], minor: int) -> str:
    """The token of one event; empty for what PHH has no word for."""
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
    """A TOML string: a plain one where it can be, else with escapes, which TOML and JSON share."""
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
