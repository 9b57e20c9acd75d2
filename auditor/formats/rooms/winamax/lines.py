"""The lines of a Winamax hand below the seats, in one pass: acts, cards and the summary."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import ANY_POT, STRANGER, PotTotal, Rake, Void
from auditor.formats.telling.deal_reading import STREETS, read_dealt, read_street
from auditor.formats.telling.line_by_line import Telling
from auditor.formats.telling.named_acts import read_act
from auditor.formats.telling.noise import noise
from auditor.formats.telling.seat_lines import read_seat_line

# The older export, which has no line for any card.
OLDER: Final[dict[str, int]] = {"THIRD": 3, "FOURTH": 4, "FIFTH": 5, "SIXTH": 6, "SEVENTH": 7}
_TITLES: Final[dict[str, int]] = {**STREETS, **OLDER}
_SILENT: Final = ("*** ANTE/BLINDS ***", "*** SHOW DOWN ***")


def read_lines(telling: Telling, lines: Sequence[str], start: int, first_line: int) -> int:
    """Appends what the lines say to the events, up to the summary; answers where that begins, or the lines end."""
    for at in range(start, len(lines)):
        text = lines[at].strip()
        if text == "*** SUMMARY ***":
            return at + 1
        if text and text not in _SILENT and not _read_line(telling, text, first_line + at):
            telling.illegible(text, first_line + at)
    return len(lines)


def _read_line(telling: Telling, text: str, line: int) -> bool:
    if any(read_act(telling, seat, rest, line) for seat, rest in telling.players.seated_before(text, " ")):
        return True
    if text.startswith("Dealt to "):
        return read_dealt(telling, text, line)
    if text.startswith("*** "):
        return read_street(telling, text, line, _TITLES)
    if text == "Hand cancelled":
        telling.events.append(Void(line))
        return True
    if _remark(telling, text, line):
        return True
    # Nobody at the table, but perhaps an act all the same.
    found = telling.players.before(text, " ")
    return found is not None and found[0] == STRANGER and read_act(telling, STRANGER, found[1], line)


def read_summary(telling: Telling, lines: Sequence[str], start: int, first_line: int) -> bool:
    """Reads the summary; answers whether it tells the pot, so that the log is whole."""
    complete = False
    for at in range(start, len(lines)):
        text = lines[at].strip()
        line = first_line + at
        if text.startswith("Total pot ") and _total(telling, text[10:], line):
            complete = True
        elif text.startswith("Seat ") and read_seat_line(telling, text, line, pays=False):
            continue
        elif text and not text.startswith("Board: [") and not _remark(telling, text, line):
            telling.illegible(text, line)
    return complete


def _total(telling: Telling, text: str, line: int) -> bool:
    """`70.30€ | Rake 2.50€`, or `30€ | No rake`: what was paid, a bet that nobody called with it, and the rake."""
    total, bar, fee = text.partition(" | ")
    net = telling.chips(total.strip())
    taken = 0 if fee == "No rake" else telling.chips(fee.removeprefix("Rake "))
    if net is None or not bar or taken is None:
        return False
    telling.events.append(PotTotal(net + taken, ANY_POT, line))
    telling.events.append(Rake(taken, ANY_POT, line))
    return True


def _remark(telling: Telling, text: str, line: int) -> bool:
    """What happens around the table; the names there need not be in the hand."""
    found = noise(telling.players, text, _NOISE, _SENTENCES)
    if found is None:
        return False
    telling.remark(*found, line)
    return True


_NOISE: Final = ((" deny SB", "", "other"), (" denies big blind", "", "other"))
_SENTENCES: Final = (("Hold-up to Pot: total ", "added"),)
