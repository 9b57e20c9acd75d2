"""How much of what was changed is noticed, and why the rest cannot be.

`python -m tests.mutation.scoring [FOLDER...]` prints the score of each room and every change that was missed.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.choices import TurnFold
from auditor.engine.house_of_hand import house_for
from tests.engine.corpus import CORPUS, files, hands
from tests.mutation.changes import CHANGES

# Logs that were damaged before they came to us are read elsewhere.
_LEFT_OUT: Final = ("_defective", "_doctored", "repros_synthetic")


class Missed(NamedTuple):
    """A change that nothing was found of, and what keeps it from being seen; no reason is a fault of ours."""

    room: str
    hand: str
    change: str
    event: str
    reason: str


class Score:
    """Changes by room and kind: how many were made, and those that were missed."""

    def __init__(self) -> None:
        self.made: Counter[tuple[str, str]] = Counter()
        self.missed: list[Missed] = []

    @property
    def share(self) -> float:
        """The share of all changes that were noticed."""
        return 1 - len(self.missed) / max(self.made.total(), 1)

    def take(self, room: str, hand: Hand, every: int = 1) -> None:
        """Makes every change of a hand, or of each kind one in `every`, and notes what is missed."""
        house = house_for(hand)
        before = _codes(audit(hand, house))
        for name, change in CHANGES.items():
            for number, (at, other) in enumerate(change(hand)):
                if number % every:
                    continue
                self.made[room, name] += 1
                report = audit(other, house)
                if not _codes(report) - before:
                    reason = _reason(name, hand, at, house, report)
                    if not reason and _ABOUT[name] & before.keys():
                        reason = "the log has that fault already"
                    self.missed.append(Missed(room, hand.number or "", name, hand.events[at].words(), reason))


def real_hands(rooms: Sequence[str] = ()) -> Iterator[tuple[str, Hand]]:
    """Every hand of the corpus that can be audited, or of these rooms, with its room or the name of its collection."""
    for path in files("rooms") + files("phh"):
        room = path.relative_to(CORPUS).parts[1]
        if (
            path.suffix == ".tsv"
            or any(part.startswith(_LEFT_OUT) for part in path.parts)
            or (rooms and room not in rooms)
        ):
            continue
        for hand in hands(path):
            yield room, hand


def _codes(report: Report) -> Counter[str]:
    return Counter(finding.code for finding in report.findings)


def _reason(name: str, hand: Hand, at: int, house: House, report: Report) -> str:
    for reason, holds in _REASONS.items():
        if holds(name, hand, at, house):
            return reason
    unseen = {each.code for each in report.unverifiable} & _ABOUT[name]
    return f"not verifiable in this log: {', '.join(sorted(unseen))}" if unseen else ""


def _is_a_free_fold(name: str, hand: Hand, at: int, house: House) -> bool:
    folds = any(isinstance(event, e.Fold) for event in hand.events[at : at + 2])
    return name == "actions swapped" and folds and house.turn_fold is TurnFold.ANY_TIME


def _is_a_card_nobody_saw(name: str, hand: Hand, at: int, house: House) -> bool:
    """The card shown instead may have been one of those dealt face down, and what the hand makes is the same."""
    if name != "shown card changed":
        return False
    seat = hand.events[at].seat
    dealt = [card for event in hand.events if isinstance(event, e.Deal) and event.seat == seat for card in event.cards]
    return len([card for card in dealt if card >= 0]) < 7


_REASONS: Final = {
    "a fold out of turn is lawful in this house": _is_a_free_fold,
    "no line tells what was dealt face down": _is_a_card_nobody_saw,
}
# The rules that would notice a change, where the log shows enough.
_TURN: Final = frozenset({"B401", "B407", "O303", "O305", "O311"})
_MONEY: Final = frozenset({"P601", "P602", "P605", "P608", "P609", "L106", "B402", "B406", "O304", "O306"})
_ABOUT: Final = {
    "amount +1": _MONEY,
    "amount doubled": _MONEY,
    "action dropped": _TURN | _MONEY,
    "actions swapped": _TURN,
    "winner swapped": _MONEY,
    "award changed": _MONEY,
    "odd chip moved": _MONEY,
    "shown card changed": frozenset({"P601", "S504", "D210"}),
    "dealt card doubled": frozenset({"D201"}),
    "bring-in moved": _TURN,
    "ante changed": frozenset({"O302"}) | _MONEY,
    "rake changed": frozenset({"P608", "L106"}),
}


def _print(score: Score, rooms: Iterable[str]) -> None:
    for room in rooms:
        made = sum(count for (where, _), count in score.made.items() if where == room)
        lost = Counter((each.change, each.reason) for each in score.missed if each.room == room)
        sys.stdout.write(f"{room}: {made - lost.total()} of {made} changes noticed\n")
        for (change, reason), count in sorted(lost.items()):
            sys.stdout.write(f"    {count} x {change}: {reason or 'NO REASON'}\n")
    for each in score.missed:
        if not each.reason:
            sys.stdout.write(f"{each}\n")
    sys.stdout.write(f"{score.share:.4f} of {score.made.total()}\n")


if __name__ == "__main__":
    total = Score()
    for place, each_hand in real_hands(sys.argv[1:]):
        total.take(place, each_hand)
    _print(total, sorted({where for where, _ in total.made}))
    sys.exit(any(not each.reason for each in total.missed))
