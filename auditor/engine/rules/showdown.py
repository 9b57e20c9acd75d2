"""Chapter S: the showdown. Its rules check who shows, in which order, and which cards."""

from typing import Final

from auditor.engine.cards import names_of
from auditor.engine.events import Collect, Exposed, LogEnd, Muck, Show
from auditor.engine.findings import Finding, Grade, Severity, Unseen
from auditor.engine.hand import Game, Records
from auditor.engine.house import House
from auditor.engine.house.choices import ShowdownMuck
from auditor.engine.law import showing
from auditor.engine.law.holdings import made_high
from auditor.engine.law.payout import heirs
from auditor.engine.law.seats import among
from auditor.engine.phases import WHILE_PLAYED
from auditor.engine.ranks import (
    CATEGORY_NAMES,
    RANK_NAMES,
    TWO_PAIR,
    beginning,
    description,
    high_name,
    low_cards,
    low_description,
    low_name,
    low_value,
)
from auditor.engine.rule import Rule, rule
from auditor.engine.table import SEAT_BIT, Table, seats_in
from auditor.engine.words import seat, seats


def _is_in_order(table: Table, event: Show | Muck) -> bool:
    """Whether the rules on the order of the showdown apply to this line.

    There are three conditions:

    - The line is the first show or muck of a live seat.
    - At least two seats could bet on seventh street.
    - The log keeps the order of these lines.
    """
    seen = table.shown | table.mucked
    fresh = table.live & ~seen & SEAT_BIT[event.seat]
    return bool(fresh) and showing.is_ordered(table) and bool(table.hand.records & Records.SHOWDOWN_ORDER)


@rule(
    "S501",
    Show,
    Muck,
    cites=("showdown.first", "showdown.unbet"),
    severity=Severity.PROCEDURE,
    why="The other players paid to see the hand of the last bettor. So no other player has to show before him.",
    law="The seat that made the last wager shows first.",
    needs_every_line=True,
)
def wrong_seat_shows_first(table: Table, event: Show | Muck, house: House) -> Finding | None:
    if table.showdown or not _is_in_order(table, event):
        return None
    due = showing.first_to_show(table, house)
    if among(event.seat, due):
        return None
    cites = ("showdown.unbet",) if showing.is_unbet(table, house) else ("showdown.first",)
    return Finding(seat(event.seat), seats(due), cites=cites)


def _has_no_showdown_order(house: House) -> bool:
    return not house.showdown_clockwise


@rule(
    "S502",
    Show,
    Muck,
    cites=("showdown.clockwise", "showdown.side_pots_first"),
    severity=Severity.PROCEDURE,
    follows=("S501",),
    why="A seat that waits for its turn sees earlier hands and can muck. A seat that shows too early loses this"
    " choice.",
    law="After the first seat has shown, the other seats show clockwise.",
    moot=_has_no_showdown_order,
    needs_every_line=True,
    title="Shown out of turn",
)
def showdown_out_of_turn(table: Table, event: Show | Muck, house: House) -> Finding | None:
    if not table.showdown or not _is_in_order(table, event):
        return None
    due = showing.next_to_show(table, house)
    if not due & SEAT_BIT[event.seat]:
        due = showing.next_to_show(table, house, showing.stay_silent(table, house))
    return None if due & SEAT_BIT[event.seat] else Finding(seat(event.seat), seats(due))


@rule(
    "S503",
    Collect,
    cites=("showdown.to_win",),
    severity=Severity.INTEGRITY,
    follows=("D210",),
    why="Nobody can check a hand that was not shown.",
    law="At a showdown, a seat must show its hand to win the pot.",
    needs_every_line=True,
)
def pot_taken_without_showing(table: Table, event: Collect, house: House) -> Finding | None:
    bit = SEAT_BIT[event.seat]
    if not table.live & bit or (table.shown | table.mucked) & bit:
        return None
    if table.collectors & bit:
        return None  # no finding: this rule already checked an earlier payment to this seat
    rivals = table.live & ~table.mucked & ~bit
    if not rivals or not table.showdown or showing.has_no_rival(table, event, house):
        return None
    if not table.shown & rivals:
        raise Unseen  # no other seat showed yet: the log may lack show lines
    if not table.complete and not table.hand.records & Records.SHOWDOWN_ORDER:
        raise Unseen  # the log is cut, and the lines of the showdown may come after the payments
    return Finding("collects unshown", "a hand shown")


@rule(
    "S504",
    Show,
    severity=Severity.LOG,
    why="If the log says two pairs, the cards of the seat must make two pairs. A player who hears a wrong name may"
    " muck a better hand.",
    law="What a log says of a hand is what its cards make.",
    grade=Grade.FAULT,
    needs_every_line=True,
)
def stated_hand_is_not_what_the_cards_make(table: Table, event: Show, house: House) -> Finding | None:
    cards = [*event.cards, *table.community]
    if len(event.cards) < 5 or min(cards) < 0 or len(set(cards)) < len(cards):
        return None
    if 5 < len(event.cards) < table.held[event.seat] and (event.high or event.low):
        raise Unseen  # some cards of the hand are hidden, so the stated hand may be right
    return _high_stated_wrongly(table, event, cards) or _low_stated_wrongly(event, cards)


def _high_stated_wrongly(table: Table, event: Show, cards: list[int]) -> Finding | None:
    if not event.high:
        return None
    value = made_high(table, cards)
    packed, unnamed = beginning(event.high)
    if value >> unnamed == packed or _names_the_low(table, event, cards):
        return None
    meant = low_name(low_value(cards)) if table.hand.game is Game.RAZZ else high_name(value)
    return Finding(_stated(event.high), meant)


def _low_stated_wrongly(event: Show, cards: list[int]) -> Finding | None:
    low = low_value(cards) if event.low else 0
    if not event.low or sorted(low_cards(low)) == sorted(event.low):
        return None
    return Finding(f"low {'-'.join([_rank(rank) for rank in event.low])}", f"low {low_name(low)}")


def _names_the_low(table: Table, event: Show, cards: list[int]) -> bool:
    """Whether the log describes the low hand of a razz player in the words of a high hand. For example, a low with a
    pair of sevens may be logged as `a pair of sevens`. If the low has two pairs, the log may name either pair first,
    because no rule says whether aces are the higher pair.
    """
    if table.hand.game is not Game.RAZZ:
        return False
    made = low_description(low_value(cards))[: len(event.high)]
    return made == event.high or (event.high[0] == TWO_PAIR and sorted(made) == sorted(event.high))


def _rank(rank: int) -> str:
    """Returns a rank as text, such as `K`. A log may state a rank that does not exist; that rank is returned as a
    number.
    """
    return RANK_NAMES[rank] if 0 <= rank < len(RANK_NAMES) else str(rank)


def _stated(high: tuple[int, ...]) -> str:
    category, *ranks = high
    if not 0 <= category < len(CATEGORY_NAMES) or not all(0 <= rank < len(RANK_NAMES) for rank in ranks):
        return f"unknown hand {'.'.join([str(part) for part in high])}"
    padded = [*high[1:], 0, 0, 0, 0, 0][:5]
    packed = high[0] << 20
    for place, rank in enumerate(padded):
        packed |= rank << (16 - 4 * place)
    return " ".join(high_name(packed).split(" ")[: -max(len(description(packed)) - len(high), 0) or None])


def _allows_open_hands(house: House) -> bool:
    return not house.conduct_hole_cards


@rule(
    "S505",
    Exposed,
    Show,
    cites=("conduct.hole_cards",),
    new_in=3,
    severity=Severity.INTEGRITY,
    why="After a card is shown too early, the next seats know more than the seats that acted before.",
    law="If the house says so, nobody shows a down card while somebody can still bet.",
    phases=WHILE_PLAYED,
    moot=_allows_open_hands,
    needs_every_line=True,
)
def hole_card_exposed_in_play(table: Table, event: Exposed | Show, house: House) -> Finding | None:
    shows = isinstance(event, Show)
    in_play = table.goes_on() if shows else table.acted and showing.can_bet(table)
    # An exposed card of a folded seat is left out: anybody at the table may have turned it over.
    own = table.live | table.folded if shows else table.live
    if not in_play or not own & table.seats & SEAT_BIT[event.seat]:
        return None  # no finding: the dealer turned the card over during the deal, or betting is over
    down = showing.of_the_down_cards(table, event)
    return Finding(f"{names_of(down)} open", "face down") if down else None


@rule(
    "S506",
    Show,
    Collect,
    severity=Severity.MONEY,
    follows=("D210",),
    why="A seat that folds gives up every claim to the pot.",
    law="A folded seat takes no part in the showdown and wins no pot.",
    needs_every_line=True,
)
def folded_seat_shows_or_is_paid(table: Table, event: Show | Collect, house: House) -> Finding | None:
    if not table.folded & table.seats & SEAT_BIT[event.seat] or (isinstance(event, Collect) and table.void):
        # No finding: the seat did not fold, or the payment is a refund. A name without a seat line is left out, because
        # it may stand for two people: one who folded and one who shows or is paid.
        return None
    if isinstance(event, Show) and not showing.is_time_to_claim(table):
        # No finding: a folded hand may be shown at a time when nobody can claim a pot. During the betting, rule S505
        # reports a shown hand.
        return None
    if isinstance(event, Collect):
        return Finding(f"{seat(event.seat)} is paid", "folded", amount=event.amount)
    return Finding(f"{seat(event.seat)} shows", "folded", severity=Severity.PROCEDURE)


def _lets_losers_muck(house: House) -> bool:
    return house.showdown_muck is not ShowdownMuck.ALL_IN_TABLED


@rule(
    "S507",
    Muck,
    cites=("showdown.muck",),
    new_in=3,
    severity=Severity.PROCEDURE,
    why="If all hands are open, two players cannot secretly agree that one of them loses his chips to the other.",
    law="If the house says so, all live hands are turned face up when a seat is all-in and the betting is over.",
    moot=_lets_losers_muck,
    needs_every_line=True,
)
def all_in_hand_not_tabled(table: Table, event: Muck, house: House) -> Finding | None:
    live, bit = table.live, SEAT_BIT[event.seat]
    if not live & bit or live == bit or table.shown & bit or showing.can_bet(table):
        return None
    return Finding("mucks", "all live hands tabled") if live & table.all_in & ~table.clocked else None


@rule(
    "S508",
    LogEnd,
    cites=("showdown.to_win",),
    severity=Severity.INTEGRITY,
    why="If the winner shows too few cards, nobody can check his hand.",
    law="A winner shows as many cards as the house requires.",
    needs_every_line=True,
    title="Too few cards shown to win",
)
def too_few_cards_to_win(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    if not table.shown or not table.hand.records & Records.WHOLE_HANDS:
        return ()
    due = showing.cards_to_win(table, house)
    # The cards of the last show line are counted first, because that is fast and enough for nearly every seat.
    short = [each for each in seats_in(table.live) if 0 < len(table.showed[each]) < due]
    short = [each for each in short if showing.count_turned_up(table, each) < due]
    short = [each for each in showing.collectors(table, house) if each in short] if short else []
    found = []
    for each in short:
        count = showing.count_turned_up(table, each)
        shown = "1 card shown" if count == 1 else f"{count} cards shown"
        found.append(Finding(shown, f"{due} cards shown", seat=each, at=table.show_event[each]))
    return tuple(found)


@rule(
    "S509",
    Collect,
    severity=Severity.MONEY,
    why="A player who mucks gives up his hand, whatever he says about it. Only if all players muck, the player who"
    " mucked last gets the pot.",
    law="A mucked hand has no claim while another is not mucked. If all are mucked, the last one has the pot.",
    needs_every_line=True,
)
def mucked_hand_paid(table: Table, event: Collect, house: House) -> Finding | None:
    bit = SEAT_BIT[event.seat]
    if not table.mucked & bit or table.shown & bit or not table.live & ~bit or table.folded & bit:
        return None
    if showing.has_no_rival(table, event, house):
        return None
    due = table.live & ~table.mucked or heirs(table, event, house)
    return None if not due or due & bit else Finding(f"{seat(event.seat)} is paid", seats(due), amount=event.amount)


RULES: Final[tuple[Rule, ...]] = (
    wrong_seat_shows_first,
    showdown_out_of_turn,
    pot_taken_without_showing,
    stated_hand_is_not_what_the_cards_make,
    hole_card_exposed_in_play,
    folded_seat_shows_or_is_paid,
    all_in_hand_not_tabled,
    too_few_cards_to_win,
    mucked_hand_paid,
)
