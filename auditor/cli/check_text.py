"""Prints the results of a check for people: a paragraph for each finding, a line for each rejected hand, and the
counts.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from auditor.cli.settlement_text import owed, settled, who
from auditor.cli.table_history import Across, Standing
from auditor.cli.tally import About, Tally
from auditor.cli.terminal_text import counted, escaped, money
from auditor.engine import words
from auditor.engine.events import STRANGER, Collect, Deal, Illegible, LogEnd
from auditor.engine.findings import Beside, Certainty, Finding, Report, Severity
from auditor.engine.hand import Game, Hand, Records
from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.parameter_types import in_words
from auditor.engine.house.registry import in_use, names
from auditor.engine.rules import BY_CODE
from auditor.engine.settlement import Settlement
from auditor.formats import Read, Rejected
from auditor.formats.transcript.hints import hint, hint_for_deal
from auditor.formats.transcript.printing import line_of
from auditor.formats.unread import unread_rows
from auditor.lookalike.words import notes_on_seats

_INDENT: Final = "    "
_MOST_UNREAD: Final = 10  # for each hand, at most this many lines that the auditor does not understand are printed
# The printer remembers at most this many notes of a file, so that it prints each note only once for the file.
_MOST_NOTES: Final = 1_000


class Text:
    """Prints the results of a check as text: each finding as soon as it is found, and at the end the counts of each
    file and their sum. With `settlements`, also prints for every hand how its pots should have been paid. `read_as` are
    the readings that the user chose, such as `cap.scope = per_player`. A reading is one way to understand a clause of
    the house (the set of rules).
    """

    def __init__(self, write: Callable[[bytes], None], read_as: Sequence[str] = (), settlements: bool = False) -> None:
        self._write: Final = write
        self._read_as: Final = read_as
        self._settlements: Final = settlements
        self._files: Final[list[str]] = []
        self._summed = 0  # the number of files in the last folder or archive whose total is printed
        self._noted: Final[set[str]] = set()
        self._not_judged: Final[dict[tuple[str, Game | None], tuple[int, Rejected]]] = {}

    def audited(self, file: str, read: Read, report: Report) -> None:
        lines: list[str] = []
        for finding in report.findings:
            lines.extend(_paragraph(file, read, finding))
        wrong = owed(report)
        if report.findings and wrong and not self._settlements:
            lines.extend([*wrong, ""])
        if self._settlements:
            heading = f"{file}:{read.first_line}: {which(read)}: settled under {report.house_name}"
            lines.extend([heading, *settled(report), ""])
        for beside in report.beside:
            lines.extend(_beside(file, read, report, beside))
        lines.extend(_unread(file, read))
        lines.extend(_unended(file, read))
        lines.extend(self._notes(file, read))
        self._print(lines)

    def rejected(self, file: str, rejected: Rejected) -> None:
        self._print([_rejected(file, rejected, 1), ""])

    def not_judged(self, _file: str, rejected: Rejected, game: Game | None) -> None:
        """Counts a hand that was read but cannot be audited under its house. Often many hands of a file have the same
        reason, so `file_done` prints each reason only once.
        """
        count, first = self._not_judged.get((rejected.reason, game), (0, rejected))
        self._not_judged[rejected.reason, game] = (count + 1, first)

    def unreadable(self, file: str, reason: str) -> None:
        """Prints nothing, because the reason was printed on standard error already."""

    def skipped(self, file: str, game: str) -> None:
        """Prints nothing here. `file_done` prints how many hands of other games, such as hold'em, were skipped."""

    def file_done(self, file: str, _about: About, tally: Tally) -> None:
        for (_, game), (count, first) in self._not_judged.items():
            self._print([_rejected(file, first, count), *_covering(game), ""])
        self._not_judged.clear()
        self._noted.clear()
        self._files.append(f"{file}: {_counts(tally, games=True)}")

    def all_of(self, name: str, files: int, tally: Tally) -> None:
        self._files.append(f"{name}, {counted(files, 'file')}: {_counts(tally)}")
        self._summed = files

    def across(self, found: Across) -> None:
        self._print(_across(found))

    def all_done(self, files: int, unopened: int, total: Tally) -> None:
        lines = list(self._files)
        if unopened:
            lines.append(f"{unopened:,} of {counted(files + unopened, 'file')} could not be opened")
        # If one folder or archive contains all files, `all_of` already added the line with their total.
        if files > 1 and files != self._summed:
            lines.append(f"all {files:,} files: {_counts(total)}")
        lines.extend(_breakdown(total))
        if self._read_as:
            lines.append(f"{_INDENT}chosen readings: {in_words(self._read_as, 'and')}")
        self._print(lines)

    def _notes(self, file: str, read: Read) -> list[str]:
        """Returns lines with notes about players' names, for example that two names of a hand look alike. Each note is
        printed only once for each file. A note is not a finding.
        """
        seats = tuple([(seat.player, seat.number) for seat in read.hand.seats if seat.player])
        fresh = [note for note in notes_on_seats(seats, escaped) if note not in self._noted]
        if len(self._noted) < _MOST_NOTES:
            self._noted.update(fresh)
        return [f"{file}:{read.first_line}: {which(read)}: note: {note}" for note in fresh]

    def _print(self, lines: list[str]) -> None:
        text = "".join([f"{escaped(line)}\n" for line in lines])
        self._write(text.encode("utf-8", "backslashreplace"))


def _covering(game: Game | None) -> list[str]:
    """Returns one line that lists the houses with rules for a game. Returns no line if `game` is `None`."""
    if game is None:
        return []
    covering = in_words([name for name in names() if game in in_use().file(name).games], "and")
    return [f"{_INDENT}houses that cover {game}: {covering or 'none'}"]


def _rejected(file: str, first: Rejected, count: int) -> str:
    """Returns the line about one rejected hand, or about several hands that were rejected for the same reason."""
    named = f" hand {first.hand}" if first.hand else ""
    more = f" and {count - 1:,} more" if count > 1 else ""
    return f"{file}:{first.line}: rejected{named}{more}: {first.reason}"


def _paragraph(file: str, read: Read, finding: Finding) -> list[str]:
    hand = read.hand
    where = f"{file}:{finding.line or read.first_line}"
    moved = "" if finding.amount is None else f", {_chips(finding.amount, hand.unit.currency, hand.unit.minor)}"
    return [
        f"{where}: {which(read)}, event {finding.event}: {finding.code} {BY_CODE[finding.code].title}",
        f"{_INDENT}{line_of(hand.events[finding.event], hand.unit.minor)}  ({_place(finding)})",
        f"{_INDENT}{words.logged_words(finding.logged)} -> {finding.lawful}",
        f"{_INDENT}{finding.severity}{moved}; {finding.certainty}: {clause_words(finding.clause)}",
        *[
            f"{_INDENT}no finding if the clause is understood in another way (reading): {reading}"
            for reading in finding.readings
        ],
        *_hint(hand, finding),
        "",
    ]


def _unread(file: str, read: Read) -> list[str]:
    """Returns a heading and the lines of a hand that the auditor does not understand. If there are more than ten such
    lines, returns the first ten and how many more there are. Returns no lines if the auditor understands every line.
    """
    rows = unread_rows(read.hand)
    if not rows:
        return []
    heading = f"{file}:{rows[0].line or read.first_line}: {which(read)}: {not_understood(len(rows))}, no finding:"
    more = [f"{_INDENT}and {len(rows) - _MOST_UNREAD:,} more"] if len(rows) > _MOST_UNREAD else []
    return [heading, *[f"{_INDENT}line {row.line}: {row.text}" for row in rows[:_MOST_UNREAD]], *more, ""]


def _unended(file: str, read: Read) -> list[str]:
    """Returns a note for a hand whose log has payments but no end of the hand, if the format allows a log to stop
    early. The payments of such a hand are not checked, because more payments may follow.
    """
    hand, end = read.hand, read.hand.events[-1]
    stops = hand.records & Records.MAY_STOP and isinstance(end, LogEnd) and not end.complete
    if not stops or not any(isinstance(event, Collect) for event in hand.events):
        return []
    return [
        f"{file}:{read.last_line}: {which(read)}: note: payments not checked, because the log has no end of the hand",
        f"{_INDENT}if the hand is over, say so in the log; in a transcript, write the line `end`",
        "",
    ]


def not_understood(lines: int) -> str:
    """Returns the number of lines that the auditor does not understand, in words: `3 lines not understood`."""
    return f"{counted(lines, 'line')} not understood"


def which(read: Read) -> str:
    """Returns words that identify a hand: `hand 1234`, or `hand at line 56` if the log gives it no number."""
    return f"hand {read.hand.number}" if read.hand.number else f"hand at line {read.first_line}"


def _across(found: Across) -> list[str]:
    """Returns the lines that print a cross-hand finding. Such a finding says that a hand (`later`) contradicts an
    `earlier` hand, or that one player sits in two seats of a hand. In the second case, `earlier` is `None`.
    """
    finding, later, earlier = found
    against = f", against {_named(earlier)} ({earlier.file}:{earlier.line})" if earlier is not None else ""
    seat = f"{words.seat(finding.seat)}: " if finding.seat else ""
    moved = "" if finding.amount is None else f", {_chips(finding.amount, later.currency, later.minor)}"
    law = ACROSS_HANDS[finding.code]
    doubt = f", because {law.doubt}" if law.doubt else ""
    return [
        f"{later.file}:{later.line}: {_named(later)}{against}: {finding.code} {law.title}",
        f"{_INDENT}{seat}{words.logged_words(finding.logged)} -> {finding.lawful}",
        f"{_INDENT}{finding.severity}{moved}; {finding.certainty}{doubt}: {clause_words(finding.clause)}",
        "",
    ]


def _named(standing: Standing) -> str:
    return f"hand {standing.number}" if standing.number else f"hand at line {standing.line}"


def _chips(amount: int, currency: str, minor: int) -> str:
    named = currency or "chips"
    return f"{money(amount, minor)} {'chip' if named == 'chips' and abs(amount) == 10**minor else named}"


def _beside(file: str, read: Read, report: Report, beside: Beside) -> list[str]:
    """Returns lines about what changes in a report if a clause of the house is understood in another way (another
    reading). `beside` has the changes: the findings that are new or different, and the settlement if the payouts
    differ.
    """
    lines = [
        f"{file}:{read.first_line}: {which(read)}: under another reading, {beside.reading}: {beside.sentence}",
        *[line for each in beside.findings for line in _under_reading(read, each)],
    ]
    if beside.settlement is not None:
        lines.append(f"{_INDENT}{due_otherwise(read.hand, report.settlement, beside.settlement)}")
    return [*lines, ""]


def _under_reading(read: Read, finding: Finding) -> list[str]:
    """Returns three lines about a finding that exists under another reading of a clause: the rule, the event in the
    log, and the logged and the lawful action as `logged -> lawful`.
    """
    hand = read.hand
    where = f"line {finding.line or read.first_line}, event {finding.event}"
    return [
        f"{_INDENT}{where}: {finding.code} {BY_CODE[finding.code].title}",
        f"{_INDENT * 2}{line_of(hand.events[finding.event], hand.unit.minor)}  ({_place(finding)})",
        f"{_INDENT * 2}{words.logged_words(finding.logged)} -> {finding.lawful}",
    ]


def _place(finding: Finding) -> str:
    """Returns the street and the seat of a finding in words, such as `third street, seat 3`."""
    seat = words.seat(finding.seat) if 0 < finding.seat <= STRANGER else ""
    return ", ".join([part for part in (words.street(finding.street), seat) if part])


def due_otherwise(hand: Hand, first: Settlement, second: Settlement) -> str:
    """Compares two settlements of a hand: how the pots should be paid under two houses, or under two ways to understand
    a clause. Returns one sentence with the seats whose due amounts differ, such as `seat 3 is due 40, not 20` (40 in
    `second`, 20 in `first`), and the rake if it differs.
    """
    minor = hand.unit.minor
    due = [
        f"{who(other.seat, other.player)} is due {known(other.lawful, minor)}, not {known(each.lawful, minor)}"
        for each, other in zip(first.seats, second.seats, strict=True)
        if each.lawful != other.lawful
    ]
    if first.rake_lawful != second.rake_lawful:
        due.append(f"the rake is {known(second.rake_lawful, minor)}, not {known(first.rake_lawful, minor)}")
    return "; ".join(due) or "the pots are divided in another way, but the amount due to each seat does not change"


def known(amount: int | None, minor: int) -> str:
    """Returns an amount as text, with `minor` decimals: 150 with 2 decimals is `1.50`. If the amount is `None`, returns
    `not known how much`.
    """
    return "not known how much" if amount is None else money(amount, minor)


def _hint(hand: Hand, finding: Finding) -> list[str]:
    """Returns a line that suggests the correct notation, or no line if there is nothing to suggest.

    There is a line in two cases:

    - The finding is about an illegible line, and its meaning can be guessed.
    - The finding is about dealt cards, and their brackets were probably forgotten.
    """
    event = hand.events[finding.event]
    meant = hint_for_deal(event) if isinstance(event, Deal) else ""
    meant = hint(hand, event) if isinstance(event, Illegible) else meant
    return [f"{_INDENT}{meant}"] if meant else []


def _counts(tally: Tally, *, games: bool = False) -> str:
    """Returns the counts of hands and findings as one text, such as `3 hands = 2 audited + 1 rejected + 0 skipped; 1
    finding in 1 hand`. With `games`, the text also counts the skipped hands of each game.
    """
    named = f" ({_listed(tally.other_games)})" if games and tally.other_games else ""
    made = f"{tally.audited:,} audited + {tally.rejected:,} rejected + {tally.skipped:,} skipped{named}"
    found = counted(tally.findings, "finding")
    among = f" in {counted(tally.with_findings, 'hand')}" if tally.findings else ""
    listed = f", {tally.listed:,} of them listed" if tally.listed < tally.findings else ""
    unread = f"; {not_understood(tally.unread)}" if tally.unread else ""
    return f"{counted(tally.hands, 'hand')} = {made}; {found}{among}{listed}{unread}"


def _breakdown(total: Tally) -> list[str]:
    lines = []
    if total.findings:
        weighed = _weighed(total.severities, total.certainties)
        lines.append(f"findings: {weighed}; {_listed(total.codes)}")
    if total.across:
        weighed = _weighed(total.across_severities, total.across_certainties)
        lines.append(f"findings across hands: {weighed}; {_listed(total.across_codes)}")
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


def _weighed(severities: Counter[str], certainties: Counter[str]) -> str:
    """Returns the numbers of findings by severity and by certainty, the most serious and the most certain first."""
    counts = ((severities, Severity), (certainties, Certainty))
    return "; ".join([", ".join([f"{each} {of[each]:,}" for each in order if of[each]]) for of, order in counts])


def _listed(counts: Counter[str]) -> str:
    return ", ".join([f"{name} {count:,}" for name, count in sorted(counts.items())])
