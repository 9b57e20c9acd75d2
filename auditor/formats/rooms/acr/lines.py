"""The lines of a hand of Americas Cardroom below the seats, in one pass: acts, cards, pots, and the summary."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import ANY_POT, STRANGER, Muck, PotTotal, Rake, Return, Void
from auditor.formats.telling.deal_reading import STREETS, read_dealt, read_street
from auditor.formats.telling.line_by_line import Telling
from auditor.formats.telling.named_acts import read_act
from auditor.formats.telling.noise import chat, noise
from auditor.formats.telling.seat_lines import read_seat_line


def read_lines(telling: Telling, lines: Sequence[str], start: int, first_line: int) -> int:
    """Appends what the lines say to the events, up to the summary; answers where that begins, or the lines end."""
    showdown = False
    for at in range(start, len(lines)):
        text = lines[at].strip()
        if text == "*** SUMMARY ***":
            return at + 1
        if text == "*** SHOW DOWN ***":
            showdown = True
        elif text and not _read_line(telling, text, first_line + at, showdown):
            telling.illegible(text, first_line + at)
    return len(lines)


def _read_line(telling: Telling, text: str, line: int, showdown: bool) -> bool:
    for seat, rest in telling.players.seated_before(text, " "):
        if rest == "does not show":
            return _keeps_closed(telling, seat, line, showdown)
        if read_act(telling, seat, rest, line):
            return True
    if text.startswith("Dealt to "):
        return read_dealt(telling, text, line)
    if text.startswith("*** "):
        return read_street(telling, text, line, STREETS)
    if text.startswith(("Main pot ", "Side pot")):
        return _pot(telling, text, line)
    if text.startswith("Uncalled bet ("):
        return _uncalled(telling, text, line)
    if text in _VOID:
        telling.events.append(Void(line))
        return True
    if read_remark(telling, text, line):
        return True
    # Nobody at the table, but perhaps an act all the same.
    found = telling.players.before(text, " ")
    return found is not None and found[0] == STRANGER and read_act(telling, STRANGER, found[1], line)


_VOID: Final = ("Hand cancelled", "Hand canceled")


def _keeps_closed(telling: Telling, seat: int, line: int, showdown: bool) -> bool:
    """`does not show` is also said of a winner whom nobody called: only at the showdown is a claim given up."""
    if showdown:
        telling.mucked.add(seat)
        telling.events.append(Muck(seat, line))
    else:
        telling.remark(seat, "other", line)
    return True


def _pot(telling: Telling, text: str, line: int) -> bool:
    """`Main pot $8.36 | Rake $0.10` and `Side pot(1) $0.60 | Rake`: a pot as a street begins, net of rake."""
    named, _, rake = text.partition(" | ")
    name, _, amount = named.rpartition(" ")
    number = name.removeprefix("Side pot").strip("(-) ") if name.startswith("Side pot") else "0"
    net = telling.chips(amount)
    taken = telling.chips(rake.removeprefix("Rake").strip() or "0")
    known = name == "Main pot" or (number.isascii() and number.isdigit() and 0 < len(number) < 3)
    if net is None or taken is None or not known or not rake.startswith(("", "Rake")):
        return False
    telling.events.append(PotTotal(net + taken, int(number), line))
    return True


def _uncalled(telling: Telling, text: str, line: int) -> bool:
    """`Uncalled bet ($0.04) returned to NAME`."""
    amount, returned, name = text[14:].partition(") returned to ")
    money = telling.chips(amount)
    if money is None or not returned:
        return False
    telling.events.append(Return(telling.players.seats.get(name, STRANGER), money, line))
    return True


def read_summary(telling: Telling, lines: Sequence[str], start: int, first_line: int) -> bool:
    """Reads the summary; answers whether it tells the pot, so that the log is whole."""
    complete = False
    for at in range(start, len(lines)):
        text = lines[at].strip()
        line = first_line + at
        if text.startswith("Total pot ") and _total(telling, text[10:], line):
            complete = True
        elif text and not _read_rest(telling, text, line):
            telling.illegible(text, line)
    return complete


def _read_rest(telling: Telling, text: str, line: int) -> bool:
    if text.startswith("Seat ") and read_seat_line(telling, text, line, pays=True):
        return True
    return text.startswith("Board [") or read_remark(telling, text, line)


def _total(telling: Telling, text: str, line: int) -> bool:
    """`$8.96 | Rake $0.08 | JP Fee $0.02`: what was paid, and what the house took; nothing where it says nothing."""
    total, *fees = text.split(" | ")
    amounts = [telling.chips(fee.rpartition(" ")[2]) for fee in fees]
    net = telling.chips(total.strip())
    if net is None or not all(fee.startswith(("Rake ", "JP Fee ")) for fee in fees):
        return False
    taken = [amount for amount in amounts if amount is not None]
    if len(taken) < len(fees):
        return False
    telling.events.append(PotTotal(net + sum(taken), ANY_POT, line))
    telling.events.append(Rake(sum(taken), ANY_POT, line))
    return True


def read_remark(telling: Telling, text: str, line: int) -> bool:
    """What happens around the table; the names there need not be in the hand."""
    found = noise(telling.players, text)
    speaker = chat(telling.players, text) if found is None else None
    if speaker is not None:
        found = speaker, "chat"
    if found is None:
        return False
    telling.remark(*found, line)
    return True
