"""The lawful dealer: from a seed, a hand that was played by the rules of a house from the antes to the payout."""

from collections import Counter
from random import Random

from auditor.engine import events as e
from auditor.engine.hand import Hand, Records
from auditor.engine.house import House
from tests.dealer.acts import bet_street
from tests.dealer.copies import replaced
from tests.dealer.dealing import Dealing
from tests.dealer.ending import finish, show_early
from tests.dealer.streets import deal_street
from tests.dealer.tables import ANY_TABLE, Tables, seat_players

__all__ = ["Tables", "deal", "dealt"]

WHOLE = sum([int(record) for record in Records]) & ~(Records.MAY_STOP | Records.CARD_ORDER)


def deal(seed: int, house: House, *, tables: Tables = ANY_TABLE) -> Hand:
    """The hand of this seed under a house. All its cards are seen, and its log writes down everything."""
    return dealt(seed, house, tables=tables)[0]


def dealt(seed: int, house: House, *, tables: Tables = ANY_TABLE) -> tuple[Hand, Counter[str]]:
    """The same, with what came up in it: how often it was capped, tied, all-in for less ..."""
    rng = Random(f"{house.name} {house.game} {seed}")
    dealing = Dealing(rng, house, seat_players(rng, seed, house, tables))
    _post_antes(dealing)
    for street in range(3, 8):
        deal_street(dealing, street)
        bet_street(dealing)
        if dealing.table.live.bit_count() == 1:
            break
        dealing.traits["everybody stayed to seventh"] += street == 7 and not dealing.table.folded
        if street < 7 and dealing.able.bit_count() < 2 and not dealing.table.shown and dealing.chance(0.1):
            show_early(dealing)
    finish(dealing)
    dealing.say(e.LogEnd(complete=True))
    records = WHOLE | (Records.CARD_ORDER if dealing.singly else 0)
    return replaced(dealing.hand, events=tuple(dealing.events), records=int(records)), dealing.traits


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
