"""A player may call himself anything: whatever stands in a name, a lawful hand reads back with the same acts."""

from collections.abc import Callable
from functools import partial
from types import ModuleType

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand, Seat, Unit
from auditor.engine.house.registry import load
from auditor.formats.outcomes import Read
from auditor.formats.rooms import (
    absolute,
    acr,
    acr_2016,
    everleaf,
    fulltilt,
    kingsclub,
    mavens,
    ongame,
    partypoker,
    pokerstars,
    winamax,
)
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.formats.test_dealt_in_rooms import in_full
from tests.printers import absolute as as_absolute
from tests.printers import acr as as_acr
from tests.printers import acr_2016 as as_acr_2016
from tests.printers import everleaf as as_everleaf
from tests.printers import fulltilt as as_fulltilt
from tests.printers import kingsclub as as_kingsclub
from tests.printers import mavens as as_mavens
from tests.printers import ongame as as_ongame
from tests.printers import partypoker as as_partypoker
from tests.printers import pokerstars as as_pokerstars
from tests.printers import winamax as as_winamax
from tests.printers.chips_in_play import names_its_pots

ROOMS: dict[str, tuple[ModuleType, Callable[[Hand], str]]] = {
    "absolute": (absolute, as_absolute.print_hand),
    "acr": (acr, as_acr.print_hand),
    "acr_2016": (acr_2016, as_acr_2016.print_hand),
    "everleaf": (everleaf, partial(as_everleaf.print_hand, up_cards=True)),
    "fulltilt": (fulltilt, as_fulltilt.print_hand),
    "kingsclub": (kingsclub, as_kingsclub.print_hand),
    "mavens": (mavens, as_mavens.print_hand),
    "ongame": (ongame, as_ongame.print_hand),
    "partypoker": (partypoker, as_partypoker.print_hand),
    "pokerstars": (pokerstars, as_pokerstars.print_hand),
    "winamax": (winamax, as_winamax.print_hand),
}
HOUSES = {"acr_2016": "acr", "partypoker": "partypoker-high"}
# The second player's name begins with the first one's.
NAMES = [
    ("Dealing to z", "Dealing to z's friend"),
    ("Dealing", "Dealing pocket cards"),
    ("Dealt to z", "Dealt to z2"),
    ("Dealt", "Dealt to"),
    ("***", "*** 4th STREET ***"),
    ("**", "** Dealing"),
    ("* SUMMARY", "* SUMMARY *"),
    ("he posts x", "he posts ante x"),
    ("x: posts y", "x: posts ante y"),
    ("x: posts the ante $1", "x: posts the ante $1 2"),
    ("a - Ante", "a - Ante $1"),
    ("b - Pocket [As]", "b - Pocket [As] c"),
    ("[Mittel]", "[Mittel] [X]"),
    ("a [Kc]", "a [Kc] [Qd]"),
    ("(x)", "(x) ($5)"),
    ("a: b", "a: b: c"),
    ("a:", "a:b"),
    ("x - y", "x - y - z"),
    ("Bob", "Bob raises"),
    ("Ann", "Ann calls $5"),
    ("A raises $1 to", "A raises $1 to $2"),
    ("123", "123456"),
    ("Seat 1", "Seat 1: Bob"),
    ("Player", "Player a"),
    ("Main pot", "Side pot"),
    ("Total pot", "Total pot 5"),
    ("Uncalled bet", "Uncalled bet ($5)"),
    ("Table", "Table 'x'"),
    ("said", 'z said, "hi"'),
    ("q is connected", "q is connected too"),
    ("w has returned", "w has returned x"),
    ("won", "won ($5)"),
    ("collected", "y collected $5 from pot"),
    ("wins pot (5)", "wins pot (5) x"),
    ("Rake 5", "Rake 5 x"),
    ("folds", "folds checks"),
    ("is sitting out", "sits out"),
    ("in chips", "x ($5 in chips)"),
    ("Hand cancelled", "Betting is capped"),
    ("Summary:", "---"),
]
HANDS = 1
BETTING = (e.Ante, e.Check, e.Fold)


@pytest.mark.parametrize("name", NAMES, ids=[name for name, _ in NAMES])
@pytest.mark.parametrize("room", ROOMS)
def test_lawful_hand_reads_back_whatever_a_name_says(room: str, name: tuple[str, str]) -> None:
    reader, print_hand = ROOMS[room]
    for hand in hands_of(room):
        called = renamed(hand, name)
        outcome = reader.read(print_hand(called).splitlines(), 1)
        assert isinstance(outcome, Read), outcome
        assert [seat.player for seat in outcome.hand.seats] == [seat.player for seat in called.seats]
        assert [event.words() for event in outcome.hand.events if isinstance(event, e.Unread)] == []
        assert told(outcome.hand) == told(called)
        house = load(HOUSES.get(room, room), hand.game)
        assert [finding.words() for finding in audit(outcome.hand, house).findings] == []


_DEALT: dict[str, list[Hand]] = {}


def hands_of(room: str) -> list[Hand]:
    """Lawful hands of the room in dollars, with nobody who pays less than is due before the first card."""
    if room not in _DEALT:
        house = load(HOUSES.get(room, room), Game.STUD)
        found: list[Hand] = []
        seed = 0
        while len(found) < HANDS:
            hand = deal(seed, house)
            seed += 1
            if len(hand.seats) > 2 and hand.unit.minor == 2 and names_its_pots(hand.events) and in_full(hand):
                found.append(replaced(hand, tournament="", unit=Unit("USD", 2)))
        _DEALT[room] = found
    return _DEALT[room]


def renamed(hand: Hand, names: tuple[str, str]) -> Hand:
    """The hand with its second and its last player called so."""
    seats = list(hand.seats)
    for at, name in zip((1, -1), names, strict=True):
        seats[at] = Seat(seats[at].number, name, seats[at].stack, seats[at].dealt_in)
    return replaced(hand, seats=tuple(seats))


def told(hand: Hand) -> list[str]:
    """What both the hand and its log tell: the betting."""
    found = []
    for event in hand.events:
        if isinstance(event, e.Wager | e.Call | e.BringIn):
            found.append(f"{event.seat} stands at {event.to}")
        elif isinstance(event, BETTING):
            found.append(event.words().removesuffix(" !"))
    return found
