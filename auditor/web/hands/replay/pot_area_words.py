"""What lies in the middle of the table, line by line, as short as a table has room for."""

from collections.abc import Mapping
from typing import Final

from auditor.web.hands.replay.pot_area import OddChip, PotArea, WrongTotal
from auditor.web.rendering.template_filters import chips

_WIDEST: Final = 44  # letters of names that fit between the seats


def pot_area_lines(middle: PotArea, players: Mapping[int, str], minor: int) -> list[tuple[str, str]]:
    """The lines, each with its kind: `total`, `pot`, `uncalled`, `house`, `odd` or `record`."""
    lines = [("total", f"Pot {chips(middle.total, minor)}")]
    for pot in middle.pots:
        paid = f", paid {chips(pot.paid, minor)}" if pot.paid else ""
        lines.append(("pot", f"{pot.name} {chips(pot.amount, minor)}{paid} · {eligible_words(pot.eligible, players)}"))
    if middle.uncalled:
        seat, amount, yet = middle.uncalled
        what = "Not called yet" if yet else "Uncalled"
        lines.append(("uncalled", f"{what} {chips(amount, minor)} · {players.get(seat, f'Seat {seat}')}"))
    if middle.raked:
        lines.append(("house", f"The house took {chips(middle.raked, minor)}"))
    lines += [("odd", _odd(each, players, minor)) for each in middle.odd]
    return lines + [("record", _wrong_total(each, minor)) for each in middle.wrong_totals]


def eligible_words(seats: tuple[int, ...], players: Mapping[int, str]) -> str:
    """The names of those who may win a pot; their seats where the names have no room."""
    names = ", ".join([players.get(seat, f"Seat {seat}") for seat in seats])
    if len(names) <= _WIDEST:
        return names or "nobody"
    return f"seats {', '.join(map(str, seats))}"


def _odd(odd: OddChip, players: Mapping[int, str], minor: int) -> str:
    half = "" if odd.half == "whole" else f", {odd.half} half"
    by = f" by the {odd.card}" if odd.card else ""
    return f"Odd chip {chips(odd.amount, minor)} · {odd.pot}{half} · {players.get(odd.seat, f'Seat {odd.seat}')}{by}"


def _wrong_total(stated: WrongTotal, minor: int) -> str:
    which = "" if stated.pot == "Pot" else f" for {stated.pot}"
    return f"Record says {chips(stated.amount, minor)}{which} ({chips(stated.difference, minor, signed=True)})"
