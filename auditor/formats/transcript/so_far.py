"""Some spellings of a transcript depend on the hand so far: a raise *by* an amount, a seat that *opens*, a player's
name in the place of a seat number. This module writes such a line in the usual words.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import BringIn, Call, Event, Illegible, Street, Wager
from auditor.engine.hand import Seat, Stakes
from auditor.formats.amounts import signed_amount, spell
from auditor.formats.limits import SEATS
from auditor.formats.transcript.words import seat_named, unquoted

OPENS_WITH: Final = ("for", "with", "at")


class SoFar:
    """The facts of the hand so far that some lines depend on: the current street and the level.

    `level` is the highest number of chips in front of any seat on this street, 0 before the first bet. The level is
    `None` after a line that could not be read. The level is also `None` after an all-in bring-in, because then the
    rules of the house decide how much the next seat must call.
    """

    def __init__(self) -> None:
        self.street = 0
        self.level: int | None = 0

    def take(self, event: Event) -> None:
        """Updates the street and the level (the most chips in front of a seat) after one event of the hand."""
        if isinstance(event, Street):
            self.street = event.street
            self.level = 0
        elif isinstance(event, Illegible) or (isinstance(event, BringIn) and event.all_in):
            self.level = None
        elif isinstance(event, BringIn | Call | Wager) and self.level is not None:
            self.level = max(self.level, event.to)

    def plain(self, words: Sequence[str], stakes: Stakes, minor: int) -> list[str]:
        """Returns an act in the usual words, if the hand so far shows which act is meant. If the most chips in front of
        a seat are 4, `raises by 4` becomes `raises to 8`. `opens for 4` becomes `brings in 4` or `bets 4` (see
        `_opening`). Other words are returned unchanged.
        """
        seat, verb, link, amount, *rest = [*words, "", "", "", ""]
        chips = signed_amount(amount, minor)
        if chips is None or seat_named(seat) is None:
            return list(words)
        rest = list(words[4:])
        if (verb, link) == ("raises", "by") and self.level:
            return [seat, "raises", "to", spell(self.level + chips, minor), *rest]
        if verb == "opens" and link in OPENS_WITH:
            opening = self._opening(chips, stakes)
            return [seat, *opening, amount, *rest] if opening else list(words)
        return list(words)

    def _opening(self, chips: int, stakes: Stakes) -> list[str]:
        """Returns the words `brings in` or `bets`, by which a seat opens the street for this amount. Returns no words
        if neither act fits, or if both do.
        """
        if self.level != 0 or not self.street:
            return []
        if self.street > 3:
            return ["bets"]
        if stakes.bring_in == stakes.small_bet:
            return []
        return {stakes.bring_in: ["brings", "in"], stakes.small_bet: ["bets"]}.get(chips, [])


def seat_of_player(words: Sequence[str], seats: Sequence[Seat]) -> list[str]:
    """Returns the words with the number of a seat in the place of its player, if the line begins with the name of one
    player: `Ann folds` becomes `1 folds`.
    """
    first = unquoted(words[0])
    named = [seat.number for seat in seats[:SEATS] if seat.player == first]
    return [str(named[0]), *words[1:]] if len(named) == 1 and seat_named(words[0]) is None else list(words)
