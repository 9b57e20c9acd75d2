"""The lawful dealer: from a seed, a hand that was played by the rules of a house from the antes to the payout."""

from collections import Counter
from random import Random

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.house import House
from tests.dealer.acts import bet_street
from tests.dealer.clocks import TableClock
from tests.dealer.dealing import Dealing
from tests.dealer.ending import finish, show_early
from tests.dealer.manners import Manners
from tests.dealer.mishaps import Mishaps
from tests.dealer.streets import deal_street
from tests.dealer.tables import ANY_TABLE, Tables, played_at, seat_players

__all__ = ["Tables", "deal", "dealt", "play_out"]


def deal(seed: int, house: House, *, tables: Tables = ANY_TABLE) -> Hand:
    """The hand of this seed under a house. All its cards are seen, and its log writes down everything."""
    return dealt(seed, house, tables=tables)[0]


def dealt(seed: int, house: House, *, tables: Tables = ANY_TABLE) -> tuple[Hand, Counter[str]]:
    """The same, with what came up in it: how often it was capped, tied, all-in for less ..."""
    rng = Random(f"{played_at(house)} {seed}")
    dealing = Dealing(rng, house, seat_players(rng, seed, house, tables), tables.themes)
    luck = Random(f"clock {played_at(house)} {seed}")
    if luck.random() < tables.clocks:
        dealing.clock = TableClock(luck, house)
    manners = Random(f"manners {played_at(house)} {seed}")
    if manners.random() < tables.manners:
        dealing.manners = Manners(manners, house)
        for announced in dealing.manners.announced(dealing.seats, 10 * (dealing.hand.stakes.big_bet or 1)):
            dealing.say(announced)
    mishaps = Random(f"mishaps {played_at(house)} {seed}")
    if mishaps.random() < tables.mishaps:
        dealing.mishaps = Mishaps(mishaps)
    _post_antes(dealing)
    deal_street(dealing, 3)
    return play_out(dealing), dealing.traits


def play_out(dealing: Dealing) -> Hand:
    """The rest of a hand from where it stands: the betting of this street, the streets that follow, and the end."""
    table = dealing.table
    while True:
        if dealing.mishaps and (void := dealing.mishaps.void(table)):
            for event in void:
                dealing.say(event)
            dealing.traits["void deal"] += 1
            return dealing.dealt_hand()
        bet_street(dealing)
        if table.live.bit_count() == 1 or table.street == 7:
            break
        if dealing.able.bit_count() < 2 and not table.shown and dealing.chance(0.1):
            show_early(dealing)
        deal_street(dealing, table.street + 1)
    everybody = table.street == 7 and not table.folded
    dealing.traits["everybody stayed to seventh"] += everybody
    dealing.traits["full table to seventh"] += everybody and len(dealing.seats) == dealing.house.seats_most
    finish(dealing)
    return dealing.dealt_hand()


def _post_antes(dealing: Dealing) -> None:
    ante = dealing.hand.stakes.ante or 0
    seats = list(dealing.seats)
    if dealing.chance(0.2):
        dealing.rng.shuffle(seats)
    for seat in seats:
        behind = dealing.table.behind[seat]
        dealing.traits["all-in on the ante, exactly"] += behind == ante
        dealing.traits["all-in on the ante, short"] += behind < ante
        dealing.say(e.Ante(seat, min(ante, behind), all_in=behind <= ante))
