"""The lawful dealer: from a seed, a hand that was played by the rules of a house from the antes to the payout."""

from collections import Counter
from random import Random

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.house import House
from tests.dealer.acts import bet_street
from tests.dealer.dealing import Dealing
from tests.dealer.ending import finish, show_early
from tests.dealer.streets import deal_street
from tests.dealer.tables import ANY_TABLE, Tables, seat_players

__all__ = ["Tables", "deal", "dealt", "play_out"]


def deal(seed: int, house: House, *, tables: Tables = ANY_TABLE) -> Hand:
    """The hand of this seed under a house. All its cards are seen, and its log writes down everything."""
    return dealt(seed, house, tables=tables)[0]


def dealt(seed: int, house: House, *, tables: Tables = ANY_TABLE) -> tuple[Hand, Counter[str]]:
    """The same, with what came up in it: how often it was capped, tied, all-in for less ..."""
    rng = Random(f"{house.name} {house.game} {seed}")
    dealing = Dealing(rng, house, seat_players(rng, seed, house, tables))
    _post_antes(dealing)
    deal_street(dealing, 3)
    return play_out(dealing), dealing.traits


def play_out(dealing: Dealing) -> Hand:
    """The rest of a hand from where it stands: the betting of this street, the streets that follow, and the end."""
    table = dealing.table
    while True:
        bet_street(dealing)
        if table.live.bit_count() == 1 or table.street == 7:
            break
        if dealing.able.bit_count() < 2 and not table.shown and dealing.chance(0.1):
            show_early(dealing)
        deal_street(dealing, table.street + 1)
    dealing.traits["everybody stayed to seventh"] += table.street == 7 and not table.folded
    finish(dealing)
    return dealing.told()


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
