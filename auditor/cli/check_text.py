"""What a check found as text for people: a paragraph a finding, a line a rejected hand, counts that add up."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from auditor.cli.plain import counted, money, shown
from auditor.cli.tally import About, Tally
from auditor.engine import words
from auditor.engine.events import STRANGER, Illegible
from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Game, Hand
from auditor.engine.house import names, shipped
from auditor.engine.kinds import in_words
from auditor.engine.rules import BY_CODE
from auditor.engine.settlement import SeatAccount
from auditor.formats import Read, Rejected
from auditor.formats.transcript.hints import hint
from auditor.formats.transcript.printing import line_of

_GRADES: Final = (("fault", "faults"), ("violation", "violations"), ("irregular", "irregular"))
_INDENT: Final = "    "


class Text:
    """Prints findings as they come, a line a file where there are several, and the total."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write: Final = write
        self._files: Final[list[str]] = []
        self._not_judged: Final[dict[tuple[str, Game], tuple[int, Rejected]]] = {}

    def audited(self, file: str, read: Read, report: Report) -> None:
        if not report.findings:
            return
        lines: list[str] = []
        for finding in report.findings:
            lines.extend(_paragraph(file, read, finding))
        owed = _owed(read.hand, report)
        if owed:
            lines.extend([owed, ""])
        self._print(lines)

    def rejected(self, file: str, rejected: Rejected) -> None:
        self._print([_rejected(file, rejected, 1), ""])

    def not_judged(self, _file: str, rejected: Rejected, game: Game) -> None:
        """Told once a file: the reason is that of the house, and the same for every hand."""
        count, first = self._not_judged.get((rejected.reason, game), (0, rejected))
        self._not_judged[rejected.reason, game] = (count + 1, first)

    def unreadable(self, file: str, reason: str) -> None:
        """The sentence was said already, on standard error."""

    def skipped(self, file: str, game: str) -> None:
        """Other games are counted, not told."""

    def file_done(self, file: str, _about: About, tally: Tally) -> None:
        for (_, game), (count, first) in self._not_judged.items():
            covering = in_words([name for name in names() if game in shipped().file(name).games], "and")
            houses = f"{_INDENT}houses that cover {game}: {covering or 'none'}"
            self._print([_rejected(file, first, count), houses, ""])
        self._not_judged.clear()
        self._files.append(f"{file}: {_counts(tally, games=True)}")

    def all_of(self, name: str, files: int, tally: Tally) -> None:
        self._files.append(f"{name}, {counted(files, 'file')}: {_counts(tally)}")

    def all_done(self, files: int, unopened: int, total: Tally) -> None:
        lines = list(self._files)
        if unopened:
            lines.append(f"{unopened:,} of {counted(files + unopened, 'file')} could not be opened")
        if files > 1:
            lines.append(f"all {files:,} files: {_counts(total)}")
        lines.extend(_breakdown(total))
        self._print(lines)

    def _print(self, lines: list[str]) -> None:
        text = "".join([f"{shown(line)}\n" for line in lines])
        self._write(text.encode("utf-8", "backslashreplace"))


def _rejected(file: str, first: Rejected, count: int) -> str:
    """One rejected hand, or the first of several for the same reason."""
    named = f" hand {first.hand}" if first.hand else ""
    more = f" and {count - 1:,} more" if count > 1 else ""
    return f"{file}:{first.line}: rejected{named}{more}: {first.reason}"


def _paragraph(file: str, read: Read, finding: Finding) -> list[str]:
    hand = read.hand
    where = f"{file}:{finding.line or read.first_line}"
    which = f"hand {hand.number}" if hand.number else f"hand at line {read.first_line}"
    seat = words.seat(finding.seat) if 0 < finding.seat <= STRANGER else ""
    place = ", ".join([part for part in (words.street(finding.street), seat) if part])
    currency = hand.unit.currency or ("chip" if finding.amount == 1 else "chips")
    moved = "" if finding.amount is None else f", {money(finding.amount, hand.unit.minor)} {currency}"
    return [
        f"{where}: {which}, event {finding.event}: {finding.code} {BY_CODE[finding.code].title}",
        f"{_INDENT}{line_of(hand.events[finding.event], hand.unit.minor)}  ({place})",
        f"{_INDENT}{finding.logged} -> {finding.lawful}",
        f"{_INDENT}{finding.grade}{moved}; {finding.status}: {finding.clause}",
        *_hint(hand, finding),
        "",
    ]


def _hint(hand: Hand, finding: Finding) -> list[str]:
    """How to write a line that could not be read, where that can be told."""
    event = hand.events[finding.event]
    meant = hint(event.text, hand.unit.minor) if isinstance(event, Illegible) else ""
    return [f"{_INDENT}{meant}"] if meant else []


def _owed(hand: Hand, report: Report) -> str:
    """Who was paid wrongly, in one line; empty where nobody was."""
    settlement = report.settlement
    minor = hand.unit.minor
    wrong = [_difference(_who(each), each.logged, each.lawful, minor) for each in settlement.seats if each.difference]
    if settlement.rake_difference:
        wrong.append(_difference("the house", settlement.rake_logged, settlement.rake_lawful, minor))
    return f"{_INDENT}paid wrongly: {'; '.join(wrong)}" if wrong else ""


def _who(account: SeatAccount) -> str:
    """The seat, and who sits there; a transcript may call players by their seats alone."""
    seat = words.seat(account.seat)
    return seat if account.player in ("", str(account.seat)) else f"{seat} {account.player}"


def _difference(who: str, logged: int | None, lawful: int | None, minor: int) -> str:
    assert logged is not None  # else there is no difference
    assert lawful is not None
    sign = "+" if logged > lawful else ""
    got, due, more = (money(amount, minor) for amount in (logged, lawful, logged - lawful))
    return f"{who} got {got}, due {due} ({sign}{more})"


def _counts(tally: Tally, *, games: bool = False) -> str:
    """The counts that add up; with the `games` that were skipped."""
    named = f" ({_listed(tally.other_games)})" if games and tally.other_games else ""
    made = f"{tally.audited:,} audited + {tally.rejected:,} rejected + {tally.skipped:,} skipped{named}"
    found = counted(tally.findings, "finding")
    among = f" in {counted(tally.with_findings, 'hand')}" if tally.findings else ""
    return f"{counted(tally.hands, 'hand')} = {made}; {found}{among}"


def _breakdown(total: Tally) -> list[str]:
    lines = []
    if total.findings:
        grades = [f"{total.grades[one]:,} {one if total.grades[one] == 1 else many}" for one, many in _GRADES]
        lines.append(f"findings: {' + '.join(grades)}; {_listed(total.codes)}")
    if total.unverifiable:
        lines.append("not verifiable, because the log does not show enough:")
        lines += [
            f"{_INDENT}{code} {BY_CODE[code].title}: {counted(count, 'time')}"
            for code, count in sorted(total.unverifiable.items(), key=lambda each: (-each[1], each[0]))
        ]
    if total.houses:
        lines.append(f"audited under: {_listed(total.houses)}")
    if total.other_games:
        lines.append(f"skipped games: {_listed(total.other_games)}")
    return [f"{_INDENT}{line}" for line in lines]


def _listed(counts: Counter[str]) -> str:
    return ", ".join([f"{name} {count:,}" for name, count in sorted(counts.items())])
