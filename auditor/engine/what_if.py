"""Compares the reports on one hand under two houses, finding by finding and seat by seat.

A difference between the two reports is *house-sensitive*: it depends on the house, not on the log.
"""

from typing import Final

from auditor.engine.findings import Finding, Report
from auditor.engine.readings import identified, same_outcome


class Pair:
    """The same finding under two houses. `first` is the finding under the first house, and `second` is the finding
    under the second house; each is `None` if that house does not have the finding. `house_sensitive` is true if the two
    differ. `unseen` is true if one house does not have the finding because its rule is not verifiable there.
    """

    __slots__ = ("first", "house_sensitive", "second", "unseen")

    def __init__(self, first: Finding | None, second: Finding | None, unseen: bool = False) -> None:
        self.first: Final = first
        self.second: Final = second
        self.house_sensitive: Final = not same_outcome(first, second)
        self.unseen: Final = unseen


class Due:
    """The lawful payment to one seat in chips, under each of the two houses; `None` if unknown. Seat 0 stands for the
    rake, the part of the pots that the card room keeps.
    """

    __slots__ = ("first", "house_sensitive", "player", "seat", "second")

    def __init__(self, seat: int, player: str, first: int | None, second: int | None) -> None:
        self.seat: Final = seat
        self.player: Final = player
        self.first: Final = first
        self.second: Final = second
        self.house_sensitive: Final = first != second


class WhatIf:
    """Two reports on one hand. `findings` are in the order of the events; `due` is in the order of the seats, with the
    rake last.
    """

    __slots__ = ("due", "findings", "first", "second")

    def __init__(self, first: Report, second: Report) -> None:
        self.first: Final = first
        self.second: Final = second
        self.findings: Final = _paired(first, second)
        self.due: Final = _due(first, second)

    @property
    def house_sensitive(self) -> bool:
        """Whether any finding or any lawful payment differs between the two houses."""
        return any(pair.house_sensitive for pair in self.findings) or any(due.house_sensitive for due in self.due)


def is_unseen(report: Report, finding: Finding) -> bool:
    """Whether the rule of `finding` is not verifiable in `report`, at the event of the finding or later.

    Later events matter too, because some rules can judge an event only later in the hand. If a note stands for further
    notes that are not listed (`more`), their events are unknown, so the result is true.
    """
    notes = [note for note in report.unverifiable if note.code == finding.code]
    return any(note.event >= finding.event or note.more for note in notes)


def _paired(first: Report, second: Report) -> tuple[Pair, ...]:
    ones, others = identified(first.findings), identified(second.findings)
    pairs = [
        Pair(one, others.get(identity), identity not in others and is_unseen(second, one))
        for identity, one in ones.items()
    ]
    pairs += [Pair(None, other, is_unseen(first, other)) for identity, other in others.items() if identity not in ones]
    return tuple(sorted(pairs, key=_place))


def _place(pair: Pair) -> tuple[int, str]:
    finding = pair.first or pair.second
    assert finding is not None  # a pair has a finding under at least one of the two houses
    return finding.event, finding.code


def _due(first: Report, second: Report) -> tuple[Due, ...]:
    one, other = first.settlement, second.settlement
    seats = [
        Due(each.seat, each.player, each.lawful, also.lawful) for each, also in zip(one.seats, other.seats, strict=True)
    ]
    return (*seats, Due(0, "", one.rake_lawful, other.rake_lawful))
