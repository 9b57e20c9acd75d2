"""The spoiler: takes a lawful hand and plants one known fault in it."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from auditor.engine.hand import Hand
from auditor.engine.house import House
from tests.dealer import Tables, deal
from tests.dealer.stock import Exhausted, high_and_low, twins
from tests.dealer.tables import ANY_TABLE
from tests.spoiler import betting, cards, clock, conduct, opening, papers, payout, showdown, sizes
from tests.spoiler.excuses import excuse
from tests.spoiler.places import Planted, Planter, Spot

__all__ = ["PLANTERS", "Planted", "excuse", "plants"]

PLANTERS: dict[str, tuple[Planter, ...]] = {
    "L101": (papers.illegible_line,),
    "L102": (papers.event_after_the_hand_is_over,),
    "L103": (papers.seat_unknown,),
    "L104": (papers.street_out_of_order,),
    "L105": (papers.log_ends_early,),
    "L106": (papers.chips_not_conserved,),
    "L107": (papers.stated_amount_disagrees_with_the_replay,),
    "L108": (papers.amount_below_zero,),
    "D201": (cards.card_seen_twice,),
    "D202": (cards.too_many_cards, cards.two_cards_on_third),
    "D203": (cards.card_face_up_or_down_wrongly, cards.two_cards_up_on_third),
    "D204": (cards.card_to_a_folded_seat,),
    "D205": (cards.live_seat_skipped,),
    "D206": (cards.dealt_out_of_order,),
    "D207": (cards.burn_missing,),
    "D208": (cards.community_card_though_the_deck_suffices, cards.cards_to_each_though_the_deck_is_short),
    "D209": (cards.too_many_seats,),
    "D210": (cards.show_of_a_card_never_dealt,),
    "D211": (cards.dealt_in_without_an_ante,),
    "D212": (cards.not_a_card_of_the_deck,),
    "D213": (cards.dealt_before_all_antes_are_in,),
    "D214": (cards.played_on_after_a_misdeal,),
    "D215": (cards.shuffled_in_mid_hand,),
    "O301": (opening.ante_missing,),
    "O302": (opening.ante_of_the_wrong_amount,),
    "O303": (opening.bring_in_by_the_wrong_seat,),
    "O304": (opening.bring_in_of_the_wrong_amount,),
    "O305": (opening.bring_in_missing,),
    "O306": (opening.completion_of_the_wrong_amount,),
    "O307": (opening.full_opening_not_allowed,),
    "O308": (opening.entered_for_less_than_the_bring_in,),
    "O309": (opening.stakes_not_published,),
    "O310": (opening.forced_money_posted_twice,),
    "O311": (opening.bring_in_seat_folds_or_checks,),
    "O312": (opening.big_bet_is_not_twice_the_small,),
    "B401": (betting.out_of_turn,),
    "B402": (sizes.wager_of_the_wrong_size,),
    "B403": (betting.over_the_cap,),
    "B404": (betting.raised_without_the_right_to,),
    "B405": (betting.checked_facing_a_bet,),
    "B406": (betting.called_the_wrong_amount,),
    "B407": (betting.wrong_opener,),
    "B408": (betting.double_wager_not_allowed,),
    "B409": (betting.single_raise_after_a_double,),
    "B410": (betting.street_closed_early,),
    "B411": (betting.acted_while_folded_or_all_in,),
    "B412": (betting.bet_beyond_the_playable_chips, betting.forced_money_beyond_the_chips),
    "B413": (conduct.chips_added_removed_lent_or_changed,),
    "B414": (sizes.over_the_pot_limit,),
    "B415": (sizes.outside_the_spread,),
    "B416": (betting.action_after_the_betting_was_over,),
    "B417": (conduct.partial_bet,),
    "B418": (conduct.declaration_changed,),
    "B419": (conduct.unannounced_money_played,),
    "B420": (conduct.folded_by_the_house_for_lack_of_chips,),
    "B421": (conduct.all_in_mark_and_stack_disagree,),
    "S501": (showdown.wrong_seat_shows_first,),
    "S502": (showdown.show_out_of_turn,),
    "S503": (showdown.pot_taken_without_showing,),
    "S504": (showdown.stated_hand_is_not_what_the_cards_make,),
    "S505": (conduct.hole_card_exposed_in_play,),
    "S506": (showdown.folded_seat_shows_or_is_paid,),
    "S507": (conduct.all_in_hand_not_tabled,),
    "S508": (showdown.win_with_too_few_cards,),
    "S509": (showdown.mucked_hand_paid,),
    "P601": (payout.wrong_winner,),
    "P602": (payout.wrong_amount,),
    "P603": (payout.paid_from_a_pot_it_has_no_right_to,),
    "P604": (payout.uncalled_bet_not_returned, payout.too_much_returned),
    "P605": (payout.odd_chip_to_the_wrong_seat,),
    "P606": (payout.odd_chip_to_the_wrong_half,),
    "P607": (payout.low_paid_without_a_qualifier_or_not_paid,),
    "P608": (payout.rake_outside_the_schedule,),
    "P609": (payout.pot_not_paid_out,),
    "P610": (payout.void_hand_refund_wrong_or_missing,),
    "P611": (payout.rake_from_the_wrong_pot,),
    "C701": (clock.acted_after_time_ran_out,),
    "C702": (clock.timed_out_too_early,),
    "C703": (clock.folded_by_the_clock_though_money_was_in,),
    "C704": (clock.clocked_all_in_with_nothing_in,),
    "C705": (clock.reconnection_time_cut,),
    "C706": (clock.timed_out_while_not_on_turn, clock.disconnect_not_honoured),
    "K901": (conduct.cards_or_chips_out_of_sight,),
}

# Where a fault needs a rare place, tables at which it is less rare. One for several faults: its hands are dealt once.
SHORT_STACKS = Tables(least=6, depths=("short",))
CLOCKED = Tables(most=6, clocks=1.0)
FEW_AND_DEEP = Tables(most=4, depths=("even", "deep"), themes=(high_and_low,))
TABLES = {
    "B404": SHORT_STACKS,
    "B409": FEW_AND_DEEP,
    "D209": Tables(least=8),
    "D211": Tables(most=6, sitting_out=1.0),
    "O308": Tables(least=7, depths=("tiny",)),
    "C701": CLOCKED,
    "C702": CLOCKED,
    "C705": CLOCKED,
    "P603": SHORT_STACKS,
    "P605": Tables(most=4, depths=("tiny", "even"), themes=(twins,)),
    "P606": FEW_AND_DEEP,
    "P611": SHORT_STACKS,
}
MOST_SEEDS = 20_000
LAST_HANDS = 400


def plants(code: str, house: House, count: int, most_seeds: int = MOST_SEEDS) -> Iterator[Planted]:
    """Hands with one fault of this code: `count` of them, fewer where `most_seeds` hands have no place for more."""
    tables = TABLES.get(code, ANY_TABLE)
    planters = PLANTERS[code]
    found = 0
    for seed in range(most_seeds):
        planter = planters[seed % len(planters)]
        try:
            planted = planter(Spot(Random(f"{code} {seed}"), _dealt(seed, house, tables), house))
        except Exhausted:
            continue  # after a fault the dealer may need more cards than there are
        if planted is not None:
            yield Planted(planted[0], code, planted[1])
            found += 1
            if found == count:
                return


@lru_cache(LAST_HANDS)
def _dealt(seed: int, house: House, tables: Tables) -> Hand:
    """The same hand for every fault that is planted under a house: it is copied, never changed."""
    return deal(seed, house, tables=tables)
