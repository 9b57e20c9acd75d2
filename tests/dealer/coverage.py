"""What is rare and should come up among dealt hands, and which houses can have it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand, Structure
from auditor.engine.house import House
from auditor.engine.house.choices import (
    BringInAllInForAnte,
    CapHeadsUp,
    ClockOutOfTime,
    ClockReconnection,
    ClockRuns,
    DealShortDeck,
    DoubleRight,
    OddHalves,
    RakeFrom,
    RakeSchedule,
    ShowdownToWin,
    TurnFold,
)
from tests.dealer.tables import Tables

# Some of the tables tell the time, at some players do more than bet, and at some the deal goes wrong.
ALL_SORTS: Final = Tables(clocks=0.4, manners=0.3, mishaps=0.1)

Can = Callable[[House], bool]


def _any(_: House) -> bool:
    return True


def _is_clocked(house: House) -> bool:
    return house.clock_out_of_time is ClockOutOfTime.CLOCKED


def _has_reconnection_time(house: House) -> bool:
    return house.clock_time > 0 and house.clock_reconnection is not ClockReconnection.AS_LEFT


def _has_halves(house: House) -> bool:
    return house.game is Game.STUD8


def _is_raked(house: House) -> bool:
    return house.rake_schedule is not RakeSchedule.NONE


def _is_limited(house: House) -> bool:
    """Whether an all-in may be more than nothing and less than a wager that counts."""
    return house.structure in (Structure.FIXED, Structure.SPREAD)


def _runs_out(house: House) -> bool:
    """Whether eight seats may all stay, for whom there are not cards enough."""
    return house.seats_most >= 8


# By the dealer's name for it.
RARE: Final[dict[str, Can]] = {
    "acts in the time given for coming back": _has_reconnection_time,
    "all-in on the ante, exactly": _any,
    "all-in on the ante, short": _any,
    "as much as is allowed": lambda house: house.structure in (Structure.POT, Structure.NO),
    "back more than once": _has_reconnection_time,
    "bring-in short all-in": _any,
    "burn skipped": lambda house: house.deal_short_deck is DealShortDeck.ROBERTS and _runs_out(house),
    "burns scrambled": lambda house: house.deal_short_deck is not DealShortDeck.COMMUNITY,
    "call all-in for less": _any,
    "cap reached": lambda house: house.cap_wagers > 0,
    "checked by the clock": lambda house: house.clock_out_of_time is ClockOutOfTime.CHECKED_OR_FOLDED,
    "clocked with chips behind": _is_clocked,
    "community card": _runs_out,
    "completed a short all-in": _any,
    "dealt to after a free fold": _any,
    "double wager": lambda house: house.betting_fixed and house.double_right is not DoubleRight.NONE,
    "duty passed on": lambda house: house.bring_in_all_in_for_ante is BringInAllInForAnte.PASSES_MAY_FOLD,
    "enters for the bring-in by a wager line": _any,
    "enters for what others can match": _any,
    "everybody stayed to seventh": _any,
    "fold out of turn": lambda house: house.turn_fold is TurnFold.ANY_TIME,
    "fold with nothing to call": _any,
    "folded by the clock": lambda house: not _is_clocked(house) or not house.clock_ante_counts,
    "full opening": lambda house: house.bring_in_full_opening and house.betting_fixed,
    "full table to seventh": _any,
    "heads-up past the cap": lambda house: house.cap_wagers > 0 and house.cap_heads_up is not CapHeadsUp.CAPPED,
    "hole card turned over": _any,
    "low card all-in for the ante": _any,
    "low card out of time": lambda house: _is_clocked(house) and house.clock_ante_counts,
    "low that needs a pair": lambda house: house.game is Game.RAZZ,
    "muck": _any,
    "never back": lambda house: house.clock_time > 0 and house.clock_runs is not ClockRuns.ONCE_CALLED,
    "odd chip tied for high": _has_halves,
    "odd chip tied for low": _has_halves,
    "odd chip tied for whole": _any,
    "odd chip to high": lambda house: _has_halves(house) and house.odd_halves is not OddHalves.LOW,
    "odd chip to low": lambda house: _has_halves(house) and house.odd_halves is OddHalves.LOW,
    "opener among all-in seats": _any,
    "opening short all-in": lambda house: house.bring_in_full_opening and house.betting_fixed,
    "rake by pot": lambda house: _is_raked(house) and house.rake_from is RakeFrom.AS_LOGGED,
    "raked": _is_raked,
    "scoop of both halves": _has_halves,
    "short all-in, reopens": _is_limited,
    "short all-in, under half": _any,
    "showdown": _any,
    "shows the five that play": lambda house: (
        house.game is Game.STUD and house.showdown_to_win is ShowdownToWin.FIVE
    ),
    "side pots: 0": _any,
    "side pots: 1": _any,
    "side pots: 2": _any,
    "side pots: 3": _any,
    "side pots: 4": _any,
    "side pots: 5": _any,
    "side pots: 6": _runs_out,
    "split high and low": _has_halves,
    "tie for high": _has_halves,
    "tie for low": _has_halves,
    "tie for whole": _any,
    "tied boards": _any,
    "tied door cards": _any,
    "topped up while out of the hand": _any,
    "turned up before the end": _any,
    "uncalled chips": _any,
    "void deal": _any,
    "wins unshown": _any,
}  # fmt: skip
# By the kind of event, for what has no name of the dealer's.
TOLD: Final[dict[type[e.Event], str]] = {
    e.Announced: "money announced",
    e.Elsewhere: "money from elsewhere",
    e.Changed: "money changed",
    e.Declared: "act declared",
    e.Motion: "chips moved in",
    e.Hidden: "cards given up, then hidden",
}
KINDS: Final[dict[str, Can]] = {
    "money announced": _any,
    "money from elsewhere": lambda house: house.table_stakes_announced,
    "money changed": lambda house: not house.table_stakes_no_exchange,
    "act declared": _any,
    "chips moved in": _any,
    "cards given up, then hidden": _any,
}
EVENTS: Final = RARE | KINDS


def came_up(hand: Hand, traits: Counter[str]) -> Counter[str]:
    """How often each of these came up in a hand, once a hand at most."""
    told = {TOLD[type(event)] for event in hand.events if type(event) in TOLD}
    return Counter([*[name for name in RARE if traits[name]], *told])


def missing(house: House, counted: Counter[str]) -> list[str]:
    """What the house can have and never had."""
    return [name for name, can in EVENTS.items() if can(house) and not counted[name]]


def table(rows: Mapping[str, tuple[House, Counter[str]]], names: Iterable[str] = EVENTS) -> str:
    """How many hands of each house had it, `-` where none can; then all of them together."""
    lines = []
    for name in names:
        told = [(row, str(counted[name]) if EVENTS[name](house) else "-") for row, (house, counted) in rows.items()]
        total = sum([counted[name] for _, counted in rows.values()])
        lines.append(f"{name}: {total} ({', '.join([f'{row} {count}' for row, count in told])})")
    return "\n".join(lines)
