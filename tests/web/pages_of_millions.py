"""What people ask for in a database of millions of findings and players: lists by every filter, alone and in pairs, the
pages of people, the search and the owed chips.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final
from urllib.parse import quote, urlencode

from auditor.store.queries.groups import WAYS

NAMES: Final = ("Ann", "bob", "Cem", "dee", "Яна")
REGULARS: Final = 100
TABLES: Final = 10_000
GROUPS: Final = ("player", "table", "night", "house")
# How seldom or often a filter matches is what decides how long it takes, so each has a value for both.
_OF_HANDS: Final[Mapping[str, Sequence[str]]] = {
    "table": ("Ivy 7", "Ivy 9999"),
    "since": ("2024-10-31", "2024-06", "2023"),
    "until": ("2022-12-01", "2023-01", "2024-06-15"),
    "weekday": ("1", "6"),
    "hour": ("0", "23"),
    "amount": (">5", ">=1000", "<1", "5..10", "12.5", ">7999.99", "100000..200000"),
    "currency": ("USD", "EUR"),
}
_DAYS: Final[Sequence[Mapping[str, str]]] = (
    {"since": "2023-05-06", "until": "2023-05-06"},
    {"since": "2024-02", "until": "2024-02"},
    {"since": "2023", "until": "2023"},
    {"since": "2023-05-06", "until": "2023-05-08", "hour": "3"},
    {"since": "2023-05", "until": "2023-07", "weekday": "3"},
)
_LINES: Final = (
    'rule:B402 player:"{big}"',
    'rule:{code} player:"{big}"',
    'player:"{small}"',
    'against:"{big}" amount:>5',
    'for:"{big}" since:2023-05 until:2023-06',
    'table:"Ivy 17" severity:money',
    "amount:>100 severity:play certainty:stated",
    "since:2023-05-06 until:2023-05-06 amount:>5",
    "house:casino amount:5..10 street:7th",
    "status:confirmed since:2024",
    'table:"Ivy 17" since:2023-05 until:2023-08',
)
_SEARCHED: Final = ("Ivy", "Ivy 1", "ivy 99", "B", "b402", "9900000017", "420", "Zoe")


def name_of(number: int) -> str:
    """The player with that number."""
    return f"{NAMES[number % len(NAMES)]}{number}"


def pages_by_kind(facets: Mapping[str, Sequence[str]], players: int, places: Sequence[str]) -> dict[str, list[str]]:
    """Gives addresses by kind. `facets` has the values of each facet, the most frequent first, and `places` are places
    in the list of all findings, the last of them near its end.
    """
    draw = random.Random(7)
    regulars = [name_of(number) for number in (1, 3, 5, 98, 57)]  # with findings for and against them, or owed chips
    others = [name_of(draw.randint(REGULARS + 1, players)) for _ in range(20)]
    numbers = [draw.randint(1, players) for _ in range(60)] + [draw.randint(1, REGULARS) for _ in range(6)]
    names = [name_of(number) for number in numbers]
    alone: list[Mapping[str, str]] = [{name: value} for name, values in facets.items() for value in _some(values, 6)]
    of_players: list[Mapping[str, str]] = [
        {name: player} for name in ("player", "against_player", "for_player") for player in (*regulars[:3], *others[:2])
    ]
    of_hands: list[Mapping[str, str]] = [{name: value} for name, values in _OF_HANDS.items() for value in values]
    of_hands += _DAYS
    pairs: list[Mapping[str, str]] = [
        {first: draw.choice(_some(facets[first], 12)), second: draw.choice(_some(facets[second], 12))}
        for first, second in combinations(facets, 2)
    ]
    filled = {"big": regulars[0], "small": others[0], "code": facets["code"][0]}
    lines = [line.format(**filled) for line in _LINES]
    with_facet = [{**one, **draw.choice(alone)} for one in of_hands + of_players for _ in range(3)]
    different = combinations(of_hands + of_players[::4], 2)
    both = [{**first, **second} for first, second in different if not first.keys() & second.keys()]
    grouped = [{"all": "yes"}, {"triage": "open"}, of_hands[0], of_hands[8], _DAYS[0], of_players[0], pairs[9]]
    words = [*[name[: draw.randint(1, len(name))] for name in names], *_SEARCHED]
    return {
        "facet": _lists(alone),
        "two facets": _lists(pairs),
        "player's list": _lists(of_players),
        "hand's list": _lists(of_hands),
        "hand or player and facet": _lists(with_facet),
        "two of hands": _lists(draw.sample(both, 80)),
        "line": [f"/findings/line?{urlencode({'line': line})}" for line in lines],
        "later pages": [
            f"/findings?{urlencode({**filters, 'after': place})}"
            for place in places
            for filters in ({"all": "yes"}, {"triage": "open"}, *draw.sample(alone, 3), *draw.sample(pairs, 3))
        ],
        "rows of findings": [f"{each}&rows=findings" for each in _lists(alone[::3] + of_hands[::3] + pairs[::8])],
        "groups": [
            f"/findings/groups?{urlencode({**filters, 'by': way})}"
            for way in WAYS
            for filters in grouped
        ],
        "players": [f"/players/{quote(name)}" for name in names],
        "tables": [f"/tables/Ivy%20{draw.randint(1, TABLES)}" for _ in range(20)],
        "days": [f"/days/2023-02-{day:02}" for day in range(1, 28)][:10],
        "search": [f"/search?{urlencode({'q': each})}" for each in words],
        "owed": [f"/owed?by={by}" for by in GROUPS] * 5,
        "confirmed": [f"/owed?of=confirmed&by={by}" for by in GROUPS] * 5,
        "owed hands": [
            *[f"/owed/hands?player={quote(name)}" for name in names[-20:]],
            *[f"/owed/hands?{rest}" for rest in ("table=Ivy+7", "day=2023-02-03", "house=casino", "of=confirmed")],
            f"/owed/hands?player={quote(regulars[0])}&of=confirmed",
        ],
    }  # fmt: skip


def _lists(filters: Sequence[Mapping[str, str]]) -> list[str]:
    return [f"/findings?{urlencode(each)}" for each in filters]


def _some(values: Sequence[str], most: int) -> Sequence[str]:
    """The most frequent values and the last ones, which are seldom."""
    return values if len(values) <= most else [*values[: most // 2], *values[-(most - most // 2) :]]
