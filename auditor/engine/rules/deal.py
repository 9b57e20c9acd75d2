"""Chapter D: the deal. Its rules check which cards each seat gets, face up or down, and in what order."""

from itertools import dropwhile
from typing import Final

from auditor.engine import phases
from auditor.engine.cards import NO_CARD, name_of, names_of
from auditor.engine.events import (
    ACTS,
    Ante,
    Burn,
    Cards,
    Community,
    Cut,
    Deal,
    Event,
    LogEnd,
    Misdeal,
    Reveal,
    Show,
    Shuffle,
    Street,
)
from auditor.engine.findings import Finding, Grade, Severity, Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.house.choices import DealOrder
from auditor.engine.law import antes, dealing, deck, shuffling
from auditor.engine.phases import BEFORE_FOURTH, EVERY, FROM_FOURTH, TO_DEAL
from auditor.engine.rule import Rule, rule
from auditor.engine.settlement.settle import settle
from auditor.engine.table import SEAT_BIT, Table, seats_in
from auditor.engine.words import seat, street

_SHOWN: Final = (Show, Reveal)


def _has_no_deal_order(house: House) -> bool:
    return house.deal_order is not DealOrder.SINGLY_CLOCKWISE


def _deals_before_the_antes(house: House) -> bool:
    return not house.ante_before_cards


@rule(
    "D201",
    Deal,
    Burn,
    Community,
    Show,
    Reveal,
    severity=Severity.INTEGRITY,
    why="Two players cannot hold the same card, so the log has at least one wrong card.",
    law="A deck has every card once.",
    grade=Grade.FAULT,
    needs_every_line=True,
)
def card_seen_twice(table: Table, event: Cards, house: House) -> tuple[Finding, ...] | None:
    again = table.seen & event.mask
    if isinstance(event, _SHOWN):
        again &= ~table.own[event.seat]  # a seat may show a card that was dealt to it
    if not again and not event.twice:
        return None
    if event.seat and not table.seats & SEAT_BIT[event.seat]:
        # The log names a player without a seat. His name may be misspelled, so these may be the cards of any seat.
        raise Unseen
    twice = dealing.seen_before(table, event, house)
    return tuple([Finding(name_of(card), "a card not seen before", subject=name_of(card)) for card in twice])


@rule(
    "D202",
    Deal,
    Street,
    first_act=True,
    severity=Severity.INTEGRITY,
    follows=("D201",),
    why="Each seat gets three cards on third street, and one card on each later street. With an extra card, a hand"
    " becomes better; without a card, it becomes worse. Both are unfair.",
    law="Three cards on third street, then one a street.",
    grade=Grade.FAULT,
    phases=EVERY - FROM_FOURTH,
    needs_every_line=True,
)
def too_many_or_too_few_cards(table: Table, event: Event, house: House) -> Finding | tuple[Finding, ...] | None:
    if isinstance(event, Deal):
        if table.held[event.seat] + len(event.cards) <= table.street or not dealing.is_more_than_due(table, event):
            return None
        held = dealing.held_with(table, event)
        return Finding(f"{held} cards", f"{max(table.street, 3)} on {street(max(table.street, 3))}")
    if isinstance(event, Street) and event.street == table.street:
        return None  # no finding here: rule L104 reports a street line that is repeated; cards may still follow it
    short = dealing.short_of_cards(table)
    if not short:
        return None
    return tuple([Finding(dealing.count(table, each), f"{table.street} cards", seat=each) for each in short])


@rule(
    "D203",
    Deal,
    severity=Severity.PLAY,
    follows=("D201", "D202"),
    why="The first two cards and the last card of a seat lie face down, the others face up. A card that is open or"
    " hidden by mistake changes what the other seats know.",
    law="Two down and one up, then up to sixth street, the last down.",
    grade=Grade.FAULT,
    needs_every_line=True,
)
def card_face_up_or_down_wrongly(table: Table, event: Deal, house: House) -> Finding | None:
    if table.street > 3:
        up, down = "face up", "face down"
        due, dealt, wrongly = (down, up, event.up) if table.street == 7 else (up, down, event.down)
        return Finding(dealt, due) if wrongly and dealing.held_with(table, event) <= table.street else None
    down_now = len(table.down[event.seat]) + len(event.down)
    up_now = len(table.up[event.seat]) + len(event.up)
    if (down_now <= 2 and up_now <= 1) or down_now + up_now > table.street:
        return None  # no finding: the deal is right so far, or rule D202 reports a card too many
    return Finding(f"{down_now} down, {up_now} up", "2 down, 1 up")


@rule(
    "D204",
    Deal,
    severity=Severity.INTEGRITY,
    why="The dealer should have given this card to a seat that is still in the hand.",
    law="Only seats in the hand are dealt to.",
    grade=Grade.FAULT,
    needs_every_line=True,
)
def card_to_a_folded_or_absent_seat(table: Table, event: Deal, house: House) -> Finding | None:
    bit = SEAT_BIT[event.seat]
    if table.live & bit or not table.seats & bit or (table.street <= 3 and not table.folded & bit):
        return None
    if table.folded_free & bit or table.phase == phases.HAND_OVER:
        return None  # a seat that folded without facing a bet may get cards until somebody bets
    return Finding(f"a card to {seat(event.seat)}", "folded" if table.folded & bit else "not in the hand")


@rule(
    "D205",
    Street,
    LogEnd,
    first_act=True,
    severity=Severity.INTEGRITY,
    follows=("D202", "D204"),
    why="If the dealer skips a seat, this seat has too few cards, and the later seats get cards that belong to other"
    " seats.",
    law="Every live seat gets its card.",
    grade=Grade.FAULT,
    needs_every_line=True,
)
def live_seat_skipped(table: Table, event: Event, house: House) -> tuple[Finding, ...]:
    if table.acted or (isinstance(event, Street) and event.street == table.street):
        # No finding here. After an act, this rule has already judged the street at its first act. Rule L104 reports a
        # street line that is repeated; cards may still follow it.
        return ()
    skipped = dealing.without_a_card(table)
    if not skipped or (isinstance(event, LogEnd) and not table.showdown):
        return ()
    if isinstance(event, LogEnd) and not event.complete and not table.paid:
        return ()  # no finding: all-in players show before the last cards are dealt, and some logs stop there
    return tuple([Finding("no card", f"a card on {street(table.street)}", seat=each) for each in seats_in(skipped)])


@rule(
    "D206",
    Deal,
    cites=("deal.order",),
    severity=Severity.PROCEDURE,
    follows=("D201", "D202", "D203", "D205", "D211"),
    why="If the dealer deals in a wrong order, seats get cards that belong to other seats.",
    law="If the house says so, cards are dealt one at a time, clockwise.",
    moot=_has_no_deal_order,
    needs_every_line=True,
)
def dealt_out_of_order(table: Table, event: Deal, house: House) -> Finding | None:
    if not table.hand.records & Records.CARD_ORDER or not table.live & SEAT_BIT[event.seat]:
        return None
    due = dealing.next_to_be_dealt(table)
    return None if due == event.seat else Finding(seat(event.seat), seat(due))


@rule(
    "D207",
    Deal,
    Community,
    cites=("deal.burn_fourth", "deal.burn_later"),
    severity=Severity.PROCEDURE,
    follows=("D202", "D205"),
    why="Somebody may have seen the top card of the deck. The burn keeps this card out of play.",
    law="If the house burns cards, one card is burned before each street.",
    phases=TO_DEAL,
    needs_every_line=True,
)
def burn_missing(table: Table, event: Event, house: House) -> Finding | None:
    if table.burned_now or not deck.burn_is_due(table, house):
        return None
    if not table.hand.records & Records.BURNS:
        raise Unseen
    cites = ("deal.burn_fourth",) if table.street == 4 else ("deal.burn_later",)
    return Finding("no burn", f"a burn before {street(table.street)}", cites=cites)


@rule(
    "D208",
    Community,
    Deal,
    cites=("deal.short_deck",),
    severity=Severity.INTEGRITY,
    why="A community card changes the hands of all players. The dealer needs a community card only"
    " if the deck is too short.",
    law="One community card is dealt only if the deck is too short.",
    phases=TO_DEAL,
    needs_every_line=True,
    title="Community card dealt or left out wrongly",
)
def community_card_though_the_deck_suffices_or_the_reverse(table: Table, event: Event, house: House) -> Finding | None:
    shared = isinstance(event, Community)
    if table.street != 7 or (not shared and table.dealt_now):
        return Finding("a community card", "a card to each seat") if shared else None
    if not table.hand.records & Records.EVERY_UP_CARD:
        raise Unseen
    due = deck.community_due(table, house)
    if due == shared:
        return None
    each, one = "a card to each seat", "one card for all"
    return Finding(one if shared else each, one if due else each)


@rule(
    "D209",
    Deal,
    first_act=True,
    cites=("seats.most", "seats.least"),
    severity=Severity.INTEGRITY,
    why="With too many seats the deck runs out before seventh street; with too few there is no game.",
    law="The house sets how many seats may be dealt in.",
    phases=BEFORE_FOURTH,
    needs_every_line=True,
)
def too_many_or_too_few_seats(table: Table, event: Event, house: House) -> Finding | None:
    if isinstance(event, Deal):
        with_this = (table.dealt | SEAT_BIT[event.seat]).bit_count()
        if with_this <= house.seats_most or table.dealt & SEAT_BIT[event.seat]:
            return None
        lawful = f"at most {house.seats_most} seats"
        return Finding(f"{with_this} seats are dealt in", lawful, cites=("seats.most",))
    seats = table.took_part.bit_count()
    if table.street != 3 or table.acted or not seats or seats >= house.seats_least:
        return None
    logged = "1 seat is dealt in" if seats == 1 else f"{seats} seats are dealt in"
    return Finding(logged, f"at least {house.seats_least} seats", cites=("seats.least",))


@rule(
    "D210",
    Show,
    Reveal,
    severity=Severity.INTEGRITY,
    why="A player must not win a pot with a card that he was never dealt.",
    law="A seat can only show what it was dealt.",
    grade=Grade.FAULT,
    title="Shown card was never dealt",
    needs_every_line=True,
)
def show_of_a_card_never_dealt(table: Table, event: Show | Reveal, house: House) -> Finding | None:
    if not event.mask & ~table.own[event.seat]:
        return None
    strange = dealing.never_dealt(table, event.seat, event.cards) or dealing.never_dealt_up(table, event)
    return Finding(names_of(strange), names_of(table.holding(event.seat))) if strange else None


@rule(
    "D211",
    Deal,
    cites=("ante.before_cards",),
    severity=Severity.PLAY,
    why="A seat that gets cards without paying plays for the money of the others.",
    law="A seat that posts no ante gets no cards.",
    phases=BEFORE_FOURTH,
    needs_every_line=True,
)
def dealt_in_without_an_ante(table: Table, event: Deal, house: House) -> Finding | None:
    bit = SEAT_BIT[event.seat]
    if table.street > 3 or table.dealt & bit or table.dealt_in & bit or not table.seats & bit:
        return None
    if table.anted & bit or not antes.are_due(table):
        return None
    return Finding("cards", antes.in_words(table, house))


@rule(
    "D212",
    Deal,
    Burn,
    Community,
    Show,
    Reveal,
    severity=Severity.INTEGRITY,
    why="A card that is not in the deck cannot have been dealt, so the log is wrong.",
    law="Only the 52 cards are dealt.",
    grade=Grade.FAULT,
)
def not_a_card_of_the_deck(table: Table, event: Cards, house: House) -> Finding | None:
    if not event.strange or (isinstance(event, _SHOWN) and NO_CARD in table.holding(event.seat)):
        # No finding: all cards of this line exist, or the line shows a false card that was reported when it was dealt.
        return None
    if table.lost and event.seat and not table.seats & SEAT_BIT[event.seat]:
        # The line that names this player and his seat may be unreadable, so his full name is unknown. His name may be
        # `Joe [x]`, and then `[x]` is part of the name and no card.
        raise Unseen
    spelled = event.spelled if isinstance(event, Deal) else ""
    return Finding(spelled or "something else", "a card of the deck")


@rule(
    "D213",
    Ante,
    cites=("ante.before_cards",),
    severity=Severity.PROCEDURE,
    why="A player must pay the ante before he sees a card.",
    law="All antes are posted before the first card.",
    moot=_deals_before_the_antes,
    needs_every_line=True,
)
def dealt_before_all_antes_are_in(table: Table, event: Ante, house: House) -> Finding | None:
    if not table.dealt:
        return None
    if not table.hand.records & Records.ANTES_IN_PLACE:
        raise Unseen
    return Finding("an ante after the first cards", "before them")


@rule(
    "D214",
    LogEnd,
    severity=Severity.INTEGRITY,
    why="After a misdeal, players get their bets back, and no hand wins them. The amount is what players won and must"
    " give back.",
    law="A misdeal ends the hand.",
    needs_every_line=True,
)
def played_on_after_a_misdeal(table: Table, event: LogEnd, house: House) -> Finding | None:
    if not table.misdealt:
        return None
    later = dropwhile(lambda each: not isinstance(each[1], Misdeal), enumerate(table.hand.events))
    after = next((each for each in later if isinstance(each[1], (Deal, *ACTS))), None)
    if after is None:
        return None
    over = [account.difference or 0 for account in settle(table, house).seats] if table.paid else []
    won = sum([chips for chips in over if chips > 0])
    severity = Severity.MONEY if won else Severity.INTEGRITY
    return Finding("goes on", "a new deal", won or None, seat=after[1].seat, at=after[0], severity=severity)


def _names_no_time_for_the_shuffle(house: House) -> bool:
    return not house.deal_shuffle


@rule(
    "D215",
    Deal,
    Shuffle,
    Cut,
    cites=("deal.shuffle",),
    new_in=6,
    severity=Severity.PROCEDURE,
    why="If nobody cuts the deck, or somebody shuffles again during the hand, a cheat can place cards.",
    law="If the house says so, the dealer shuffles and cuts after the antes, and not again during the hand.",
    moot=_names_no_time_for_the_shuffle,
    needs_every_line=True,
    title="Shuffled or cut wrongly",
)
def shuffled_or_cut_wrongly(table: Table, event: Deal | Shuffle | Cut, house: House) -> tuple[Finding, ...]:
    if not isinstance(event, Deal):
        what = "a shuffle" if isinstance(event, Shuffle) else "a cut"
        wrong = shuffling.is_in_mid_hand(table, event)
        return (Finding(f"{what} in mid-hand", "no shuffle and no cut until the next hand"),) if wrong else ()
    if table.dealt:
        return ()
    found = []
    early = shuffling.shuffled_before_the_antes(table)
    if early >= 0:
        found.append(Finding("a shuffle before the antes", "a shuffle once the antes are in", at=early))
    if shuffling.is_uncut(table):
        found.append(Finding("no cut", "a cut after the shuffle"))
    return tuple(found)


RULES: Final[tuple[Rule, ...]] = (
    card_seen_twice,
    too_many_or_too_few_cards,
    card_face_up_or_down_wrongly,
    card_to_a_folded_or_absent_seat,
    live_seat_skipped,
    dealt_out_of_order,
    burn_missing,
    community_card_though_the_deck_suffices_or_the_reverse,
    too_many_or_too_few_seats,
    show_of_a_card_never_dealt,
    dealt_in_without_an_ante,
    not_a_card_of_the_deck,
    dealt_before_all_antes_are_in,
    played_on_after_a_misdeal,
    shuffled_or_cut_wrongly,
)
