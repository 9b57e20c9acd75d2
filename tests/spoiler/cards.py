"""Faults of the deal: chapter D."""

from collections.abc import Sequence

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD
from auditor.engine.hand import Hand, Seat
from auditor.engine.law import deck
from auditor.engine.table import Table
from tests.dealer.copies import replaced
from tests.dealer.streets import deal_street
from tests.spoiler.places import Spot, has


def _deals_of(spot: Spot, *streets: int) -> list[int]:
    """The deals to live seats: one that folded when it owed nothing may be dealt to or not."""
    return [at for at, table, event in spot.walk(e.Deal) if table.street in streets and has(table.live, event.seat)]


def _end_of_deal(spot: Spot, at: int) -> int:
    """The index after the last card of the street on which the event at this index is dealt."""
    after = at
    while isinstance(spot.events[after], e.Deal | e.Burn | e.Community):
        after += 1
    return after


def _dealt_instead(spot: Spot, at: int, cards: Sequence[e.Event]) -> list[e.Event]:
    """The hand up to the betting of a street, with other cards in place of those of one event."""
    return [*spot.events[:at], *cards, *spot.events[at + 1 : _end_of_deal(spot, at)]]


def card_seen_twice(spot: Spot) -> tuple[Hand, int] | None:
    """A seat is dealt a card that is out already."""
    deals = _deals_of(spot, 4, 5, 6)
    if not deals:
        return None
    at = spot.rng.choice(deals)
    table = spot.table_at(at)
    out = [card for each in table.up for card in each]
    again = e.Deal(spot.events[at].seat, (), (spot.rng.choice(out),))
    return spot.played_on(_dealt_instead(spot, at, [again])), at


def too_many_cards(spot: Spot) -> tuple[Hand, int] | None:
    """A seat is dealt two cards on a later street."""
    deals = _deals_of(spot, 4, 5, 6)
    if not deals:
        return None
    at = spot.rng.choice(deals)
    deal = spot.events[at]
    assert isinstance(deal, e.Deal)
    stock = spot.resumed(spot.events[: _end_of_deal(spot, at)]).stock
    extra = e.Deal(deal.seat, (), (*deal.up, stock.off_the_top()))
    return spot.played_on(_dealt_instead(spot, at, [extra])), at


def card_face_up_or_down_wrongly(spot: Spot) -> tuple[Hand, int] | None:
    """A card of fourth to sixth street lies face down, or one of seventh face up."""
    deals = _deals_of(spot, 4, 5, 6, 7)
    if not deals:
        return None
    at = spot.rng.choice(deals)
    deal = spot.events[at]
    assert isinstance(deal, e.Deal)
    return spot.played_on(_dealt_instead(spot, at, [e.Deal(deal.seat, deal.up, deal.down)])), at


def two_cards_up_on_third(spot: Spot) -> tuple[Hand, int] | None:
    """One of the first three cards is turned up too many."""
    deals = [at for at in _deals_of(spot, 3) if len(_cards(spot, at)) == 3]
    if not deals:
        return None
    at = spot.rng.choice(deals)
    cards = _cards(spot, at)
    return spot.played_on(_dealt_instead(spot, at, [e.Deal(spot.events[at].seat, cards[:1], cards[1:])])), at


def two_cards_on_third(spot: Spot) -> tuple[Hand, int] | None:
    """A seat gets one down and one up, which shows at the first act."""
    deals = [at for at in _deals_of(spot, 3) if len(_cards(spot, at)) == 3]
    if not deals or not isinstance(spot.events[spot.first_act()], e.ACTS):
        return None
    at = spot.rng.choice(deals)
    cards = _cards(spot, at)
    hand = spot.played_on(_dealt_instead(spot, at, [e.Deal(spot.events[at].seat, cards[:1], cards[2:])]))
    first = spot.first_act()
    return (hand, first) if isinstance(hand.events[first], e.ACTS) else None


def _cards(spot: Spot, at: int) -> tuple[int, ...]:
    deal = spot.events[at]
    assert isinstance(deal, e.Deal)
    return deal.cards


def cards_to_each_though_the_deck_is_short(spot: Spot) -> tuple[Hand, int] | None:
    """Seventh street should be one card for all, and the dealer scrapes together one for each."""
    for index, table, event in spot.walk(e.Community):
        if table.street == 7 and isinstance(event, e.Community):
            dealing = spot.resumed(spot.events[:index])
            dealing.stock.scramble(dealing.burned)
            if len(dealing.stock) < table.live.bit_count():
                return None
            for seat in dealing.in_deal_order():
                dealing.say(e.Deal(seat, (dealing.stock.off_the_top(),), ()))
            return spot.played_on(dealing.events), index
    return None


def card_to_a_folded_seat(spot: Spot) -> tuple[Hand, int] | None:
    """A seat that has folded to a bet is dealt a card among the others."""
    places = [
        (index, seat)
        for index, table, _ in spot.walk(e.Deal)
        if 3 < table.street < 7
        for seat in _folded_to_a_bet(table)
    ]
    if not places:
        return None
    at, seat = spot.rng.choice(places)
    stock = spot.resumed(spot.events[: _end_of_deal(spot, at)]).stock
    stray = e.Deal(seat, (), (stock.off_the_top(),))
    return spot.played_on(_dealt_instead(spot, at, [stray, spot.events[at]])), at


def _folded_to_a_bet(table: Table) -> list[int]:
    return [seat for seat in range(12) if has(table.folded & ~table.folded_free, seat)]


def live_seat_skipped(spot: Spot) -> tuple[Hand, int] | None:
    """A live seat gets no card; it shows when the street's betting begins."""
    deals = [at for at in _deals_of(spot, 4, 5, 6, 7) if spot.table_at(at).live.bit_count() > 2]
    if not deals:
        return None
    at = spot.rng.choice(deals)
    hand = spot.played_on(_dealt_instead(spot, at, []))
    end = _end_of_deal(spot, at) - 1
    return hand, next(
        index
        for index, event in enumerate(hand.events)
        if index >= end and isinstance(event, (e.Street, e.LogEnd, *e.ACTS))
    )


def dealt_out_of_order(spot: Spot) -> tuple[Hand, int] | None:
    """The dealer begins with the wrong seat."""
    starts = [index for index, table, _ in spot.walk(e.Deal) if not table.dealt_now and table.live.bit_count() > 2]
    if not starts:
        return None
    at = spot.rng.choice(starts)
    end = at
    while isinstance(spot.events[end], e.Deal):
        end += 1
    live = spot.table_at(at).live.bit_count()
    turned: list[e.Event] = []
    for begin in range(at, end, live):
        round_ = spot.events[begin : begin + live]
        turned += [*round_[1:], round_[0]]
    return spot.with_events([*spot.events[:at], *turned, *spot.events[end:]]), at


def burn_missing(spot: Spot) -> tuple[Hand, int] | None:
    """A street is dealt off the top."""
    burns = [
        index for index, table, _ in spot.walk(e.Burn) if not table.dealt_now and deck.burn_is_due(table, spot.house)
    ]
    if not burns:
        return None
    at = spot.rng.choice(burns)
    return spot.with_events([*spot.events[:at], *spot.events[at + 1 :]]), at


def community_card_though_the_deck_suffices(spot: Spot) -> tuple[Hand, int] | None:
    """Seventh street is one card for all, though each could have had its own."""
    for index, table, _ in spot.walk(e.Deal):
        if table.street == 7 and not table.dealt_now and not deck.community_due(table, spot.house):
            dealing = spot.resumed(spot.events[:index])
            dealing.say(e.Community(dealing.stock.off_the_top()))
            return spot.played_on(dealing.events), index
    return None


def show_of_a_card_never_dealt(spot: Spot) -> tuple[Hand, int] | None:
    """A seat shows a card that is still in the deck in place of one of its own."""
    shows = spot.indices(e.Show)
    if not shows:
        return None
    at = spot.rng.choice(shows)
    show = spot.events[at]
    assert isinstance(show, e.Show)
    stock = spot.resumed(spot.events[:-1]).stock
    cards = list(show.cards)
    cards[spot.rng.randrange(len(cards))] = stock.off_the_top()
    spot.events[at] = e.Show(show.seat, tuple(cards))
    return spot.with_events(spot.events), at


def dealt_in_without_an_ante(spot: Spot) -> tuple[Hand, int] | None:
    """A seat that sits out is dealt in, and nobody asks it for an ante."""
    absent = [seat.number for seat in spot.hand.seats if not seat.dealt_in]
    if not absent or len(spot.hand.seats) > spot.house.seats_most:
        return None
    at = spot.first_act()
    stock = spot.resumed(spot.events[:at]).stock
    cards = [stock.off_the_top() for _ in range(3)]
    late = e.Deal(absent[0], tuple(cards[:2]), (cards[2],))
    return spot.played_on([*spot.events[:at], late]), at


def not_a_card_of_the_deck(spot: Spot) -> tuple[Hand, int]:
    """A card is spelled as none is: a burned one, or one in the hole."""
    burns = spot.indices(e.Burn)
    if burns and spot.rng.random() < 0.5:
        at = spot.rng.choice(burns)
        spot.events[at] = e.Burn(NO_CARD)
        return spot.with_events(spot.events), at
    at = spot.rng.choice([at for at in _deals_of(spot, 3) if _holes(spot.events[at])])
    deal = spot.events[at]
    assert isinstance(deal, e.Deal)
    wrong = e.Deal(deal.seat, (NO_CARD, *deal.down[1:]), deal.up, spelled=spot.rng.choice(("1z", "of", "Xx")))
    return spot.played_on(_dealt_instead(spot, at, [wrong])), at


def _holes(event: e.Event) -> bool:
    return isinstance(event, e.Deal) and bool(event.down)


def dealt_before_all_antes_are_in(spot: Spot) -> tuple[Hand, int]:
    """The last ante comes after the first card."""
    ante = spot.indices(e.Ante)[-1]
    first = spot.indices(e.Deal)[0]
    events = [*spot.events[:ante], *spot.events[ante + 1 : first + 1], spot.events[ante], *spot.events[first + 1 :]]
    return spot.with_events(events), first


def played_on_after_a_misdeal(spot: Spot) -> tuple[Hand, int] | None:
    """The deal is declared dead, and goes on."""
    at = spot.rng.choice(spot.indices(e.Deal, *e.ACTS))
    return spot.with_events([*spot.events[:at], e.Misdeal(), *spot.events[at:]]), at + 1


def too_many_seats(spot: Spot) -> tuple[Hand, int] | None:
    """One seat more than the house lets play is dealt in, with an ante like the others."""
    dealt_in = [seat for seat in spot.hand.seats if seat.dealt_in]
    ante = spot.hand.stakes.ante or 0
    if len(dealt_in) != spot.house.seats_most or spot.events[spot.indices(e.Deal)[0]].seat == 0:
        return None
    free = max([seat.number for seat in spot.hand.seats]) + 1
    newcomer = Seat(free, "Newcomer", 1000 * ante)
    hand = replaced(spot.hand, seats=(*spot.hand.seats, newcomer))
    crowded = Spot(spot.rng, hand, spot.house)
    prefix = [e.Ante(free, ante), *spot.events[: spot.indices(e.Street)[0]]]
    dealing = crowded.resumed(prefix)
    dealing.singly = _sits_singly(spot)
    dealing.folds, dealing.wagers = 0.7, 0.3
    deal_street(dealing, 3)
    at = _newcomers_card(dealing.events, spot.house.seats_most)
    return crowded.played_on(dealing.events), at


def _sits_singly(spot: Spot) -> bool:
    return all(len(event.cards) == 1 for event in spot.events if isinstance(event, e.Deal))


def _newcomers_card(events: Sequence[e.Event], most: int) -> int:
    """The index at which one seat more than the most has a card."""
    dealt: set[int] = set()
    for index, event in enumerate(events):
        if isinstance(event, e.Deal):
            dealt.add(event.seat)
            if len(dealt) > most:
                return index
    raise AssertionError


def shuffled_in_mid_hand(spot: Spot) -> tuple[Hand, int] | None:
    """The dealer mixes the deck, or has it cut again, before some act of the hand."""
    places = [at for at, table, _ in spot.walk(*e.ACTS) if table.street < 6]
    if not places:
        return None
    at = spot.rng.choice(places)
    again = e.Shuffle(0) if spot.rng.random() < 0.5 else e.Cut(0)
    return spot.with_events([*spot.events[:at], again, *spot.events[at:]]), at
