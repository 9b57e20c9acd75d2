"""Chapter S: the showdown. Who shows, in which order, and what."""

from typing import Final

from auditor.engine.events import Collect, LogEnd, Muck, Show
from auditor.engine.findings import Finding, Grade, Unseen
from auditor.engine.hand import Game, Records
from auditor.engine.house import House
from auditor.engine.law import showing
from auditor.engine.law.seats import among
from auditor.engine.ranks import (
    CATEGORY_NAMES,
    RANK_NAMES,
    TWO_PAIR,
    beginning,
    description,
    high_name,
    high_value,
    low_cards,
    low_description,
    low_name,
    low_value,
)
from auditor.engine.rule import Rule, rule
from auditor.engine.table import SEAT_BIT, Table, seats_in
from auditor.engine.words import seat, seats


def _is_told_in_order(table: Table, event: Show | Muck) -> bool:
    """Whether the order of this line means something: live, for the first time, after betting on seventh street."""
    seen = table.shown | table.mucked
    fresh = table.live & ~seen & SEAT_BIT[event.seat]
    return bool(fresh) and showing.is_ordered(table) and bool(table.hand.records & Records.SHOWDOWN_ORDER)


@rule(
    "S501",
    Show,
    Muck,
    cites=("showdown.first",),
    law="The seat that made the last wager shows first.",
    needs_every_line=True,
)
def wrong_seat_shows_first(table: Table, event: Show | Muck, house: House) -> Finding | None:
    if table.showdown or not _is_told_in_order(table, event):
        return None
    due = showing.first_to_show(table, house)
    return None if among(event.seat, due) else Finding(seat(event.seat), seats(due))


@rule(
    "S502",
    Show,
    Muck,
    cites=("showdown.first", "showdown.side_pots_first"),
    law="Then the others, clockwise.",
    needs_every_line=True,
)
def shown_out_of_turn(table: Table, event: Show | Muck, house: House) -> Finding | None:
    if not table.showdown or not _is_told_in_order(table, event):
        return None
    due = showing.next_to_show(table, house)
    return None if due & SEAT_BIT[event.seat] else Finding(seat(event.seat), seats(due))


@rule(
    "S503",
    Collect,
    cites=("showdown.to_win",),
    law="At a showdown the pot goes to a hand that is shown.",
    needs_every_line=True,
)
def pot_taken_without_showing(table: Table, event: Collect, house: House) -> Finding | None:
    bit = SEAT_BIT[event.seat]
    if not table.live & bit or (table.shown | table.mucked) & bit:
        return None
    if any(paid.seat == event.seat for paid in table.paid):
        return None  # said already, at the first of its payments
    rivals = table.live & ~table.mucked & ~bit
    if not rivals or not table.showdown or showing.has_no_rival(table, event):
        return None
    if not table.shown & rivals:
        raise Unseen  # the log may end its showdown lines before all seats had shown
    return Finding("collects unshown", "a hand shown")


@rule("S504", Show, law="What a log says of a hand is what its cards make.", grade=Grade.FAULT)
def stated_hand_is_not_what_the_cards_make(table: Table, event: Show, house: House) -> Finding | None:
    cards = [*event.cards, *table.community]
    if len(event.cards) < 5 or min(cards) < 0 or len(set(cards)) < len(cards):
        return None
    if 5 < len(event.cards) < table.held[event.seat] and (event.high or event.low):
        raise Unseen  # more than those that play, and not all: the words may be of one that is not shown
    if event.high:
        value = high_value(cards)
        packed, unnamed = beginning(event.high)
        if value >> unnamed != packed and not _names_the_low(table, event, cards):
            meant = low_name(low_value(cards)) if table.hand.game is Game.RAZZ else high_name(value)
            return Finding(_stated(event.high), meant)
    if event.low:
        low = low_value(cards)
        if sorted(low_cards(low)) != sorted(event.low):
            return Finding("-".join([_rank(rank) for rank in event.low]), low_name(low))
    return None


def _names_the_low(table: Table, event: Show, cards: list[int]) -> bool:
    """At razz a low that needs a pair is stated by its pair, not by its cards; which of two pairs comes first, where
    one is of aces, is nobody's law.
    """
    if table.hand.game is not Game.RAZZ:
        return False
    made = low_description(low_value(cards))[: len(event.high)]
    return made == event.high or (event.high[0] == TWO_PAIR and sorted(made) == sorted(event.high))


def _rank(rank: int) -> str:
    """A rank as stated, which may be one that no card has."""
    return RANK_NAMES[rank] if 0 <= rank < len(RANK_NAMES) else str(rank)


def _stated(high: tuple[int, ...]) -> str:
    category, *ranks = high
    if not 0 <= category < len(CATEGORY_NAMES) or not all(0 <= rank < len(RANK_NAMES) for rank in ranks):
        return ".".join([str(part) for part in high])
    padded = [*high[1:], 0, 0, 0, 0, 0][:5]
    packed = high[0] << 20
    for place, rank in enumerate(padded):
        packed |= rank << (16 - 4 * place)
    return " ".join(high_name(packed).split(" ")[: -max(len(description(packed)) - len(high), 0) or None])


@rule("S506", Show, Collect, law="A folded seat has no hand to show and no pot to win.")
def folded_seat_shows_or_is_paid(table: Table, event: Show | Collect, house: House) -> Finding | None:
    if not table.folded & SEAT_BIT[event.seat] or (isinstance(event, Collect) and table.void):
        return None
    what = "is paid" if isinstance(event, Collect) else "shows"
    return Finding(f"{seat(event.seat)} {what}", "folded", amount=event.amount if isinstance(event, Collect) else None)


@rule(
    "S508",
    LogEnd,
    cites=("showdown.to_win",),
    law="A winner shows as many cards as the house asks.",
    needs_every_line=True,
)
def too_few_cards_shown_to_win(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    if not table.hand.records & Records.WHOLE_HANDS:
        return ()
    due = showing.cards_to_win(table, house)
    short = [each for each in seats_in(table.live) if 0 < len(table.showed[each]) < due]
    short = [each for each in showing.collectors(table) if each in short] if short else []
    found = []
    for each in short:
        count = len(table.showed[each])
        shown = "1 card" if count == 1 else f"{count} cards"
        found.append(Finding(shown, f"{due} cards", seat=each, at=table.show_event[each]))
    return tuple(found)


@rule("S509", Collect, law="A mucked hand has no claim while another is not mucked.", needs_every_line=True)
def mucked_hand_paid(table: Table, event: Collect, house: House) -> Finding | None:
    bit = SEAT_BIT[event.seat]
    if not table.mucked & bit or table.shown & bit or not table.live & ~table.mucked or table.folded & bit:
        return None
    if showing.has_no_rival(table, event):
        return None
    return Finding(f"{seat(event.seat)} is paid", f"{seats(table.live & ~table.mucked)}", amount=event.amount)


RULES: Final[tuple[Rule, ...]] = (
    wrong_seat_shows_first,
    shown_out_of_turn,
    pot_taken_without_showing,
    stated_hand_is_not_what_the_cards_make,
    folded_seat_shows_or_is_paid,
    too_few_cards_shown_to_win,
    mucked_hand_paid,
)
