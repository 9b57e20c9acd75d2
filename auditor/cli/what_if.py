"""The command `auditor whatif`: shows the hands of files under two houses, side by side. It needs no database."""

import shutil
import textwrap
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final

import click

from auditor.cli.check_files import Check
from auditor.cli.check_json import JsonLines
from auditor.cli.check_text import Text, known, which
from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, exit_codes
from auditor.cli.house_selection import OneHouse, TwoHouses
from auditor.cli.options import encoding_option, house_option
from auditor.cli.progress import Progress
from auditor.cli.settlement_text import who
from auditor.cli.tally import Tally
from auditor.cli.terminal_text import counted, escaped
from auditor.engine import words
from auditor.engine.events import STRANGER
from auditor.engine.findings import Finding, Report
from auditor.engine.house.clause_words import clause_words
from auditor.engine.rules import BY_CODE
from auditor.engine.what_if import Due, Pair, WhatIf
from auditor.formats import Read
from auditor.formats.what_if import what_if_row
from auditor.settings import load

_EXIT_CODES: Final = exit_codes(
    {
        CLEAN: "the houses agree on every hand",
        FOUND: "the houses differ, or a hand was rejected",
        WRONG: "no hand could be read, or wrong usage",
    }
)


@click.command(epilog=_EXIT_CODES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@house_option("Compare with this house.", required=True)
@house_option("Compare all hands from this house, not each from its own house.", "--as", "own")
@encoding_option()
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: one object per hand, then a summary.")
def whatif(files: tuple[str, ...], house: str, own: str, encoding: str, as_json: bool) -> int:
    """Compare the findings and payouts of hands under two houses.

    Without --as, the first house is the one that "auditor check" chooses for each hand. A difference between the houses
    is marked house-sensitive. Hands without findings and without differences are only counted.
    """
    most = load().ingest_bytes
    judge = TwoHouses(OneHouse(own), OneHouse(house))
    with Progress() as progress:
        printer = WhatIfLines(progress.write, judge) if as_json else WhatIfText(progress.write, judge)
        check = Check(printer, progress, judge, most, encoding)
        if check.run(files) == WRONG:
            return WRONG
    return FOUND if judge.sensitive or check.total.rejected else CLEAN


class WhatIfLines(JsonLines):
    """Prints one JSON object for each hand, with its results under both houses, and an object with the counts at the
    end.
    """

    def __init__(self, write: Callable[[bytes], None], judge: TwoHouses) -> None:
        super().__init__(write)
        self._judge: Final = judge

    def audited(self, file: str, read: Read, report: Report) -> None:
        """Prints one JSON object with the results of this hand under both houses."""
        self._row(what_if_row(file, read.hand, self._judge.compared(report)))


_WIDE: Final = 100  # a terminal with at least this many columns shows the two houses side by side
_WIDEST: Final = 160
_NARROWEST: Final = 40
_INDENT: Final = "    "
_MARK: Final = "  * "


class WhatIfText(Text):
    """Prints each hand that has a finding under at least one of the two houses, or whose payouts differ between the two
    houses.
    """

    def __init__(self, write: Callable[[bytes], None], judge: TwoHouses) -> None:
        super().__init__(write)
        self._judge: Final = judge

    def audited(self, file: str, read: Read, report: Report) -> None:
        """Prints the results of this hand under both houses, if the hand has a finding under one of the houses, or if
        its results differ between the houses.
        """
        what_if = self._judge.compared(report)
        if what_if.findings or what_if.house_sensitive:
            self._print([f"{file}:{read.first_line}: {which(read)}", *_comparison(read, what_if), ""])

    def all_done(self, files: int, unopened: int, total: Tally) -> None:
        """Prints the counts of findings under the first house, and how many hands are house-sensitive: their results
        differ between the two houses.
        """
        super().all_done(files, unopened, total)
        judge = self._judge
        both = f"{judge.sensitive:,} house-sensitive + {judge.alike:,} with the same result under {judge.second.name}"
        self._print([f"{_INDENT}{counted(judge.sensitive + judge.alike, 'hand')} compared = {both}"])


def _comparison(read: Read, what_if: WhatIf) -> list[str]:
    houses = (what_if.first.house_name, what_if.second.house_name)
    minor = read.hand.unit.minor
    lines = _columns(houses) if _is_wide() else []
    for pair in what_if.findings:
        lines += _row(
            pair.house_sensitive, _heading(pair), houses, [_cell(pair, each) for each in (pair.first, pair.second)]
        )
    if not any(due.house_sensitive for due in what_if.due):
        known_at_all = any(due.first is not None for due in what_if.due)
        every = "amounts due: the same" if known_at_all else "amounts due: unknown"
        return [*lines, f"{_INDENT}{every} under both houses"]
    for due in what_if.due:
        one, other = known(due.first, minor), known(due.second, minor)
        if due.house_sensitive:
            lines += _row(due.house_sensitive, _whose(due), houses, (one, other))
        else:
            lines += _wrapped(f"{_whose(due)} {one} under both", _INDENT, _width())
    return lines


def _heading(pair: Pair) -> str:
    finding = pair.first or pair.second
    assert finding is not None  # at least one of the two houses has this finding
    seat = words.seat(finding.seat) if 0 < finding.seat <= STRANGER else ""
    place = [part for part in (f"event {finding.event}", words.street(finding.street), seat) if part]
    return f"{finding.code} {BY_CODE[finding.code].title}, {', '.join(place)}"


def _cell(pair: Pair, finding: Finding | None) -> str:
    """Returns words for the result of a rule under one of the two houses. `finding` is the finding under this house:
    `pair.first` or `pair.second`. If it is `None`, the words are `no finding`, or say that the rule is not verifiable.
    """
    if finding is None:
        return "not verifiable: the log lacks a fact that this house needs" if pair.unseen else "no finding"
    clause, logged = clause_words(finding.clause), words.logged_words(finding.logged)
    return f"{logged} -> {finding.lawful}; {finding.severity}, {finding.certainty}: {clause}"


def _whose(due: Due) -> str:
    return f"{who(due.seat, due.player)} is due" if due.seat else "the rake is"


def _row(sensitive: bool, heading: str, houses: Sequence[str], cells: Sequence[str]) -> list[str]:
    """Returns lines that compare one kind of result of a hand: a heading, and then the result under each house
    (`cells`). `sensitive` is true if the two results differ. If it is false, the result is printed once, after
    `both:`.
    """
    lines = _wrapped(f"{heading}{', house-sensitive' if sensitive else ''}", _MARK if sensitive else _INDENT, _width())
    if not sensitive:
        return [*lines, *_wrapped(f"both: {cells[0]}", _INDENT * 2, _width())]
    if _is_wide():
        return [*lines, *_columns(cells)]
    return [*lines, *[each for pair in zip(houses, cells, strict=True) for each in _below(*pair)]]


def _below(house: str, cell: str) -> list[str]:
    return _wrapped(f"{house}: {cell}", _INDENT * 2, _width())


def _columns(cells: Sequence[str]) -> list[str]:
    width = (_width() - len(_INDENT) * 2) // 2 - 2
    first, second = (_wrapped(cell, "", width) for cell in cells)
    return [
        f"{_INDENT * 2}{one:<{width}}  | {other}".rstrip() for one, other in zip_longest(first, second, fillvalue="")
    ]


def _wrapped(text: str, indent: str, width: int) -> list[str]:
    """Splits the text into indented lines of at most `width` characters. Invisible characters are replaced by
    escapes.
    """
    inner = " " * len(indent)
    return textwrap.wrap(escaped(text), width, initial_indent=indent, subsequent_indent=inner) or [indent]


def _width() -> int:
    return min(max(shutil.get_terminal_size((_WIDE, 24)).columns, _NARROWEST), _WIDEST)


def _is_wide() -> bool:
    return _width() >= _WIDE
