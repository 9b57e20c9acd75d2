"""Hands in which one thing happens thousands of times: every kind of event, in every place of a hand, and how much work
such a hand is.
"""

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.events import Event
from auditor.engine.hand import Hand
from auditor.formats.transcript.cases import read_cases

DECK: Final = 52
_HAND: Final = """# B410  Street closed early

== three see fourth street
stakes 10/20 bring-in 3 ante 1
stacks 500000 500000 500000
antes
1 [As Ac] Kd
2 [7c 7h] 2c
3 [8c 8h] 9c
2 brings in 3
3 calls 3
1 calls 3
4th
1 Qs
2 7d
3 Td
1 bets 20
2 folds
3 folds
1 gets back 20
1 collects 12
end
"""
_PLAYED: Final = read_cases(_HAND)[0].hand
# Where in that hand it happens: so many of its events come before.
PLACES: Final = {"first": 0, "after the antes": 3, "on third street": 7, "on fourth street": 14, "at the end": 19}


def _seat(at: int) -> int:
    return 1 + at % 3


def _timed(event: Event, **clock: Any) -> Event:
    event.clock = e.Clock(**clock)
    return event


def _cards(at: int, number: int) -> tuple[int, ...]:
    return tuple([(at + each) % DECK for each in range(number)])


# Every kind of event as logs have it, the first of its kind, the second and so on: by turns of each seat, and where its
# amounts, cards or pots may differ, with others each time.
KINDS: Final[dict[str, Callable[[int], Event]]] = {
    "ante": lambda at: e.Ante(_seat(at), 1),
    "ante of its own": lambda at: e.Ante(_seat(at), at),
    "street": lambda at: e.Street(3 + at % 5),
    "same street": lambda _: e.Street(4),
    "card": lambda at: e.Deal(_seat(at), (), _cards(at, 1)),
    "unseen card": lambda at: e.Deal(_seat(at), (UNSEEN,), ()),
    "no card": lambda at: e.Deal(_seat(at), (NO_CARD,), (), "Xx"),
    "burn": lambda at: e.Burn(at % DECK),
    "unseen burn": lambda _: e.Burn(UNSEEN),
    "community": lambda at: e.Community(at % DECK),
    "misdeal": lambda _: e.Misdeal(),
    "opens": lambda at: e.Opens(_seat(at)),
    "bring-in": lambda at: e.BringIn(_seat(at), 3),
    "fold": lambda at: e.Fold(_seat(at)),
    "check": lambda at: e.Check(_seat(at)),
    "call": lambda at: e.Call(_seat(at), 20),
    "call of its own": lambda at: e.Call(_seat(at), at),
    "bet": lambda at: e.Wager(_seat(at), 20, "bets"),
    "raise": lambda at: e.Wager(_seat(at), 20 + 20 * at),
    "raise by a seat": lambda at: e.Wager(1, 20 + 20 * at),
    "short raise": lambda at: e.Wager(1, 20 + at, all_in=True),
    "clocked": lambda at: e.Clocked(_seat(at)),
    "dropped": lambda at: e.Dropped(_seat(at)),
    "return": lambda at: e.Return(_seat(at), 1),
    "timed check": lambda at: _timed(e.Check(_seat(at)), at=1000 * at, allowed=30_000, used=1000),
    "check at": lambda at: _timed(e.Check(_seat(at)), at=1000 * at),
    "check of no known time": lambda at: _timed(e.Check(_seat(at))),
    "call at": lambda at: _timed(e.Call(_seat(at), 20), at=1000 * at),
    "out of time, folds": lambda at: _timed(e.Fold(_seat(at)), at=1000 * at, cause="time_out"),
    "out of time, checks": lambda at: _timed(e.Check(_seat(at)), used=40_000, cause="time_out"),
    "disconnected, folds": lambda at: _timed(e.Fold(_seat(at)), used=30_000, cause="disconnect"),
    "disconnected, clocked": lambda at: _timed(e.Clocked(_seat(at)), at=1000 * at, cause="disconnect"),
    "added": lambda at: e.TopUp(_seat(at), 1),
    "removed": lambda at: e.Removed(_seat(at), 1),
    "borrowed": lambda at: e.Borrowed(_seat(at), 1, _seat(at + 1)),
    "changed": lambda at: e.Changed(_seat(at), 1),
    "elsewhere": lambda at: e.Elsewhere(_seat(at), 1),
    "motion": lambda at: e.Motion(_seat(at), at),
    "hidden": lambda at: e.Hidden(_seat(at), "cards"),
    "announced": lambda at: e.Announced(_seat(at), 1),
    "shuffle": lambda _: e.Shuffle(0),
    "cut": lambda _: e.Cut(1),
    "exposed": lambda at: e.Exposed(_seat(at), _cards(at, 1)),
    "says folds": lambda at: e.Declared(_seat(at), "folds"),
    "says raises": lambda at: e.Declared(_seat(at), "raises", 40),
    "says calls": lambda _: e.Declared(2, "calls"),
    "show": lambda at: e.Show(_seat(at), _cards(at, 2)),
    "stated show": lambda at: e.Show(_seat(at), _cards(at, 7), (1, 14)),
    "muck": lambda at: e.Muck(_seat(at)),
    "reveal": lambda at: e.Reveal(_seat(at), _cards(at, 1)),
    "reveal up": lambda at: e.Reveal(_seat(at), _cards(at, 1), up=True),
    "collect": lambda at: e.Collect(_seat(at), 1),
    "collect by pot": lambda at: e.Collect(_seat(at), 1, at % 40, ("whole", "high", "low")[at % 3]),
    "odd chip": lambda at: e.Collect(_seat(at), 1, 0, "high", odd=1),
    "rake": lambda _: e.Rake(1),
    "rake by pot": lambda at: e.Rake(1, at % 40),
    "pot": lambda _: e.PotTotal(8),
    "side pot": lambda at: e.PotTotal(8, at % 40, eligible=(1, 2)),
    "won": lambda at: e.Won(_seat(at), 4),
    "stack": lambda at: e.StackAfter(_seat(at), 500),
    "void": lambda _: e.Void(),
    "chat": lambda at: e.Remark(_seat(at), "chat"),
    "connected": lambda at: _timed(e.Remark(_seat(at), "connected"), at=1000 * at),
    "loses connection": lambda at: e.Remark(_seat(at), "disconnected"),
    "chips of the room": lambda _: e.Added(1),
    "unknown chips of the room": lambda _: e.Remark(0, "added"),
    "reshuffled": lambda _: e.Remark(0, "reshuffled"),
    "illegible": lambda _: e.Illegible("what is this"),
    "unread": lambda _: e.Unread("what is this"),
    "end": lambda _: e.LogEnd(complete=True),
    "early end": lambda _: e.LogEnd(complete=False),
    "stranger": lambda _: e.Check(e.STRANGER),
    "stranger's cards": lambda _: e.Show(e.STRANGER, (1, 2)),
    "stranger's chips": lambda _: e.Collect(e.STRANGER, 1),
    "empty seat": lambda _: e.Call(9, 3),
}


def hand_with(events: Sequence[Event], place: str) -> Hand:
    """The hand with these events in that place of it."""
    before = PLACES[place]
    played = _PLAYED.events
    return Hand(
        _PLAYED.game, _PLAYED.seats, _PLAYED.stakes, (*played[:before], *events, *played[before:]), _PLAYED.records
    )


def by_turns(kinds: Sequence[str], times: int) -> list[Event]:
    """So many events of each kind, one after the other."""
    return [KINDS[kind](at) for at in range(times) for kind in kinds]


def in_blocks(kinds: Sequence[str], times: int) -> list[Event]:
    """So many events of each kind, first all of the one."""
    return [KINDS[kind](at) for kind in kinds for at in range(times)]


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of code the work goes through, those of comprehensions once for each element."""
    taken = 0

    def count(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal taken
        taken += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return taken
