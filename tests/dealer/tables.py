"""Tables to deal at: who sits where, with how many chips, at which stakes."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from zlib import crc32

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Seat, Stakes, Structure, Unit
from auditor.engine.house import House
from auditor.engine.house.choices import BringInAmount
from auditor.engine.table import SEAT_BIT, next_clockwise
from tests.dealer.stock import THEMES, Theme

PLAYERS = (
    "Adeline", "Bram", "Cosima", "Dov", "Elspeth", "Florian", "Gudrun", "Hamish", "Ilse", "Jorund", "Katya", "Lorcan",
    "Mirela", "Nadir", "Oona", "Piet", "Quill", "Rosalba", "Sigrun", "Tamsin", "Ulf", "Vesna", "Wystan", "Xanthe",
    "Yorick", "Zdenka",
)  # fmt: skip
TABLES = ("Alder", "Beech", "Cedar", "Dogwood", "Elder", "Fir", "Gorse", "Hazel", "Ivy", "Juniper")
SMALL_BETS = {
    0: (2, 3, 4, 5, 8, 10, 15, 20, 25, 40, 75, 100, 300, 1500),
    2: (4, 5, 10, 25, 50, 100, 150, 200, 300, 400, 1000, 2500),
}
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


class Tables:
    """Which tables may come up: how many are dealt in, how deep they are, and how many decimals the money has.

    `depths` are names of `DEPTHS`; `sitting_out` is how often a seat is listed that takes no part, `clocks`
    how often the log tells the time, `manners` how often what players say and do beside the betting,
    `mishaps` how often something may go wrong in the deal and be put right; `themes` are the wishes for cards.
    """

    def __init__(
        self,
        least: int = 2,
        most: int = 11,
        depths: Sequence[str] = ("tiny", "short", "mixed", "mixed", "even", "deep"),
        minors: Sequence[int] = (0, 2),
        sitting_out: float = 0.1,
        clocks: float = 0.0,
        manners: float = 0.0,
        mishaps: float = 0.0,
        themes: Sequence[Theme] = THEMES,
    ) -> None:
        self.least = least
        self.most = most
        self.depths = depths
        self.minors = minors
        self.sitting_out = sitting_out
        self.clocks = clocks
        self.manners = manners
        self.mishaps = mishaps
        self.themes = themes


ANY_TABLE = Tables()


def seat_players(rng: Random, seed: int, house: House, tables: Tables) -> Hand:
    """A hand of which nothing is told but who sits down and what is played."""
    minor = rng.choice(tables.minors)
    stakes = _stakes(rng, house, minor)
    room = house.seats_most
    dealt_in = rng.randint(max(house.seats_least, min(room, tables.least)), min(room, tables.most))
    numbers = rng.sample(range(1, room + 1), dealt_in)
    absent = [n for n in range(1, room + 1) if n not in numbers] if rng.random() < tables.sitting_out else []
    absent = absent[:1]
    names = rng.sample(PLAYERS, dealt_in + len(absent))
    depth = rng.choice(tables.depths)
    seats = [
        Seat(number, name, _stack(rng, depth, stakes), number not in absent)
        for number, name in zip(sorted([*numbers, *absent]), names, strict=True)
    ]
    button, first = _dealer(rng, numbers, [seat.number for seat in seats])
    return Hand(
        house.game,
        tuple(seats),
        _as_named(rng, house, stakes),
        (LogEnd(complete=True),),
        0,
        unit=Unit("USD" if minor else "chips", minor),
        number=_number(house, seed),
        table=f"{rng.choice(TABLES)} {seed}",
        house=house.name,
        structure=house.structure,
        played=(BEGINNING + timedelta(seconds=90 * (seed % 300_000))).strftime("%Y-%m-%dT%H:%M:%SZ"),
        button=button,
        first_dealt=first,
        most_seats=room if rng.random() < 0.8 else 0,
    )


def _number(house: House, seed: int) -> str:
    """A hand number that no other house, game or seed has, as far as seeds go to a million."""
    return f"{1000 + crc32(played_at(house).encode()) % 9000}{seed:06d}"


def played_at(house: House) -> str:
    """What is played where: fixed limit, if nothing else is said."""
    fixed = house.structure is Structure.FIXED
    return f"{house.name} {house.game}" if fixed else f"{house.name} {house.game} {house.structure}"


def _as_named(rng: Random, house: House, stakes: Stakes) -> Stakes:
    """The stakes as the hand names them: where a house has no sizes and no list of stakes, perhaps no bets at all."""
    if house.structure in (Structure.POT, Structure.NO) and not house.stakes_complete and rng.random() < 0.3:
        return Stakes(stakes.ante, stakes.bring_in, None, None)
    return stakes


def _dealer(rng: Random, dealt_in: list[int], listed: list[int]) -> tuple[int, int]:
    """A printed button, the seat that is dealt to first, or both."""
    button = rng.choice(listed)
    first = next_clockwise(sum([SEAT_BIT[seat] for seat in dealt_in]), button)
    told = rng.randrange(3)
    return (0 if told == 0 else button, 0 if told == 1 else first)


def _stakes(rng: Random, house: House, minor: int) -> Stakes:
    published = _published(house, minor)
    if published and (house.stakes_complete or rng.random() < 0.3):
        small, big, ante = rng.choice(published)
    else:
        small = rng.choice(SMALL_BETS[minor])
        big = small * _factor(rng, house)
        ante = max(1, small * rng.choice((5, 10, 20, 25, 50)) // 100)
        ante = next((listed[2] for listed in published if listed[:2] == (small, big)), ante)
    return Stakes(ante, _bring_in(rng, house, small, ante), small, big)


def _factor(rng: Random, house: House) -> int:
    """How many small bets a big one is; the two sizes of a spread are what was declared."""
    return rng.choice((1, 2, 3, 5)) if house.structure is Structure.SPREAD else house.betting_big_bet_factor


def _bring_in(rng: Random, house: House, small: int, ante: int) -> int | None:
    """The bring-in that the hand names; a house that works it out itself needs none named."""
    if house.bring_in_amount is BringInAmount.STAKES:
        return max(1, min(small, rng.choice((small * 25 // 100, small * 30 // 100, small // 2, ante))))
    if house.bring_in_amount is BringInAmount.NAMED_OR_ANTE:
        return rng.choice((None, max(1, small // 2)))
    half = small // 2 if house.bring_in_amount is BringInAmount.HALF_ROUNDED_DOWN else (small + 1) // 2
    return rng.choice((None, half))


def _published(house: House, minor: int) -> list[tuple[int, int, int]]:
    """The house's stakes, in the smallest unit, as far as the unit can tell them."""
    told = []
    for stake in house.stakes_published:
        amounts = [in_smallest(text, minor) for text in stake]
        if None not in amounts:
            told.append((amounts[0] or 0, amounts[1] or 0, amounts[2] or 0))
    return told


def in_smallest(text: str, minor: int) -> int | None:
    """`0.25` as 25 where money has two decimals; `None` where it has none."""
    whole, _, part = text.partition(".")
    if len(part) > minor:
        return None
    return int(whole + part.ljust(minor, "0"))


def _stack(rng: Random, depth: str, stakes: Stakes) -> int:
    return max(1, DEPTHS[depth](rng, stakes))


def _tiny(rng: Random, stakes: Stakes) -> int:
    """Just below, at and above what an ante, a bring-in, half a bet and a bet need."""
    ante, small = stakes.ante or 0, stakes.small_bet or 0
    bring_in = stakes.bring_in or (small + 1) // 2
    reach = rng.choice(
        (0, 0, -(ante // 2), -1, 1, bring_in // 2, bring_in, bring_in, small // 2, small, small + small // 2, 2 * small)
    )
    return ante + reach + (rng.choice((-1, 0, 0, 1)) if reach > 0 else 0)


def _short(rng: Random, stakes: Stakes) -> int:
    big = stakes.big_bet or 0
    return (stakes.ante or 0) + rng.randint(1, 5 * big)


def _even(rng: Random, stakes: Stakes) -> int:
    return (stakes.big_bet or 0) * rng.randint(6, 25)


def _deep(rng: Random, stakes: Stakes) -> int:
    return (stakes.big_bet or 0) * rng.randint(80, 200)


def _mixed(rng: Random, stakes: Stakes) -> int:
    return rng.choice((_tiny, _short, _short, _even, _deep))(rng, stakes)


DEPTHS = {"tiny": _tiny, "short": _short, "even": _even, "deep": _deep, "mixed": _mixed}
