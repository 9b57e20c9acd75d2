"""Rule H801: finds a stack that is smaller at the beginning of a hand than at the end of the hand before.

In a hand that is missing in the log, a stack may change lawfully. So the two hands must be consecutive. Two hands are
consecutive if the number of the second hand follows the number of the first. If the numbers do not show this, the hands
are treated as consecutive under three conditions:

- the same people, at least three, were dealt into both hands, and all their stacks are known
- both hands have an ante, which changes the stack of each player who is dealt in
- only one stack changed between the two hands

No house states word for word that chips stay on the table between hands. In live rooms, players pay for their time and
give tips to dealers from their stacks. So the grade is always irregular.
"""

from typing import Final

from auditor.engine.history.codes import STACKS
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.history.hand_trace import SeatTrace, Trace, count_of
from auditor.engine.history.people import is_somebody
from auditor.engine.house import House

_OTHERS: Final = 2  # more people than this must play: at a table of two, one of them may have left and come back
# Two hands are compared only if at most this many seconds lie between them. In a longer pause somebody may leave and
# come back, and a tournament may exchange small chips for large chips.
_PAUSE: Final = 10 * 60


def changed_stacks(before: Trace, later: Trace, house: House) -> list[HistoryFinding]:
    """Compares the stacks at the end of the hand `before` with the stacks at the beginning of the hand `later`. Returns
    a finding for each seat whose stack is smaller in the hand `later`. Returns no finding if a hand may be missing
    between the two hands, or if the house has no rule of table stakes.
    """
    if not house.table_stakes_rule or not _may_follow(before, later):
        return []
    both = _in_both(before, later)
    changed = [(seat, was, now) for seat, was, now in both if now != was]
    if not _follows(before, later) and not (len(changed) == 1 and _nobody_else_played(before, later, len(both))):
        return []
    return [
        HistoryFinding(
            STACKS,
            house,
            (before.place, later.place),
            (
                f"begins with {_amount(now, later.minor)}",
                f"{_amount(was, later.minor)}, as {_named(before.number)} left it",
            ),
            seat,
            now - was,
        )
        for seat, was, now in changed
        if now < was
    ]


def _named(number: str) -> str:
    return f"hand {number}" if number else "the hand before"


def _may_follow(before: Trace, later: Trace) -> bool:
    """Whether the two hands may belong to one session: they are at the same table, and no long pause lies between them,
    as far as the log states the times. In a tournament they must also have the same stakes, because small chips are
    exchanged when the stakes rise.
    """
    if before.table != later.table or not later.table:
        return False
    if later.table[1] and before.stakes != later.stakes:
        return False
    one, other = _moment(before.played), _moment(later.played)
    return one < 0 or other < 0 or abs(other - one) <= _PAUSE


def _moment(played: str) -> int:
    """Converts a UTC time such as `2026-11-21T18:05:00Z` to seconds, to measure a pause; -1 if the text is no such
    time. Every month has 31 days here, so a pause over the end of a shorter month seems too long. That can only prevent
    a finding.
    """
    date, _, time = played.removesuffix("Z").partition("T")
    parts = [*date.split("-"), *time.split(":")]
    if len(parts) != 6 or not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        return -1
    year, month, day, hours, minutes, seconds = [int(part) for part in parts]
    return ((((year * 12 + month) * 31 + day) * 24 + hours) * 60 + minutes) * 60 + seconds


def _follows(before: Trace, later: Trace) -> bool:
    """Whether the number of the hand `later` follows the number of the hand `before`, as `HD-13` follows `HD-12`. Then
    no hand was dealt between the two hands.
    """
    (one, first), (other, second) = count_of(before.number), count_of(later.number)
    return one == other and first >= 0 and second == first + 1


def _nobody_else_played(before: Trace, later: Trace, known: int) -> bool:
    """Whether both hands were dealt to the same people, at least three, with an ante in both hands and all stacks
    known. `known` is the number of seats whose stacks are known.
    """
    people = _people(later.seats)
    same = people == _people(before.seats)
    return same and known == len(people) == len(later.seats) > _OTHERS and bool(before.stakes[0] and later.stakes[0])


def _people(seats: tuple[SeatTrace, ...]) -> list[tuple[int, str]]:
    return sorted([(number, player) for number, player, _, _, dealt_in in seats if dealt_in])


def _in_both(before: Trace, later: Trace) -> list[tuple[int, int, int]]:
    """Returns a triple for each player who has the same seat in both hands: the seat, the stack after the first hand,
    and the stack before the second hand. Both stacks are in the smallest unit of the second hand.

    A player is left out in three cases:

    - one of the two stacks is unknown
    - the name does not identify a person, such as `Hero`
    - the first stack is not a whole number in the unit of the second hand
    """
    left = {(number, player): after for number, player, _, after, _ in before.seats}
    found = []
    for number, player, now, _, _ in later.seats:
        was = left.get((number, player))
        if was is None or now is None or not is_somebody(player):
            continue
        scaled, rest = divmod(was * 10**later.minor, 10**before.minor)
        if not rest:
            found.append((number, scaled, now))
    return found


def _amount(amount: int, minor: int) -> str:
    whole, part = divmod(amount, 10**minor)
    return f"{whole}.{part:0{minor}d}" if minor else str(whole)
