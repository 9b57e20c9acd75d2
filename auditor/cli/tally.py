"""Counts the results of a check: how many hands of a file were audited, rejected or skipped, and how many findings they
have.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.cli.exit_codes import CLEAN, FOUND, WRONG
from auditor.engine.findings import Report
from auditor.engine.history.finding import HistoryFinding
from auditor.formats.unread import number_of_unread

_COUNTERS: Final = (
    *("severities", "certainties", "codes", "across_severities", "across_certainties", "across_codes"),
    *("unverifiable", "houses", "other_games"),
)


class About(NamedTuple):
    """Facts about a file: its format, its encoding, and notes about its bytes. Format and encoding are empty if no hand
    can be read from the file.
    """

    format: str = ""
    encoding: str = ""
    notes: Sequence[str] = ()


class Tally:
    """Counts hands and findings. `hands` is the sum of `audited`, `rejected` and `skipped`. `read` counts the hands
    that could be read, even if they were not audited.

    `findings` counts all findings. If a hand has very many findings, its report lists only some of them; `listed`
    counts the listed findings. Cross-hand findings are counted separately. `unread` counts the lines that the auditor
    does not understand, and `with_unread` the hands that have such lines.
    """

    def __init__(self) -> None:
        self.read = 0
        self.audited = 0
        self.rejected = 0
        self.skipped = 0
        self.with_findings = 0
        self.listed = 0
        self.unread = 0
        self.with_unread = 0
        self.severities: Final[Counter[str]] = Counter()
        self.certainties: Final[Counter[str]] = Counter()
        self.codes: Final[Counter[str]] = Counter()
        self.across_severities: Final[Counter[str]] = Counter()
        self.across_certainties: Final[Counter[str]] = Counter()
        self.across_codes: Final[Counter[str]] = Counter()
        self.unverifiable: Final[Counter[str]] = Counter()
        self.houses: Final[Counter[str]] = Counter()
        self.other_games: Final[Counter[str]] = Counter()

    @property
    def hands(self) -> int:
        return self.audited + self.rejected + self.skipped

    @property
    def findings(self) -> int:
        return self.codes.total()

    @property
    def across(self) -> int:
        return self.across_codes.total()

    def take_across(self, finding: HistoryFinding) -> None:
        """Counts a cross-hand finding by its severity, by its certainty and by its code, such as `H801`."""
        self.across_severities[finding.severity] += 1
        self.across_certainties[finding.certainty] += 1
        self.across_codes[finding.code] += 1

    def take(self, report: Report) -> None:
        """Counts an audited hand and the findings in its report."""
        self.read += 1
        self.audited += 1
        self.houses[report.house_name] += 1
        if report.findings:
            self.with_findings += 1
        unread = number_of_unread(report.hand)
        self.unread += unread
        self.with_unread += unread > 0
        self.listed += len(report.findings)
        for finding in report.findings:
            self.severities[finding.severity] += 1 + finding.more
            self.certainties[finding.certainty] += 1 + finding.more
            self.codes[finding.code] += 1 + finding.more
        for each in report.unverifiable:
            self.unverifiable[each.code] += 1 + each.more

    def reject(self, *, was_read: bool = False) -> None:
        """Counts a rejected hand. `was_read` is true if the hand was read, but cannot be audited under its house."""
        self.rejected += 1
        self.read += was_read

    def skip(self, game: str) -> None:
        """Counts a hand of a game that the auditor does not know, such as hold'em."""
        self.read += 1
        self.skipped += 1
        self.other_games[game] += 1

    def add(self, other: "Tally") -> None:
        """Adds all counts of another tally to this tally."""
        self.read += other.read
        self.audited += other.audited
        self.rejected += other.rejected
        self.skipped += other.skipped
        self.with_findings += other.with_findings
        self.listed += other.listed
        self.unread += other.unread
        self.with_unread += other.with_unread
        for name in _COUNTERS:
            getattr(self, name).update(getattr(other, name))

    def exit_code(self, *, strict: bool = False) -> int:
        """Returns the exit code of a check: the first code in this list that applies.

        - 2: no hand could be read
        - 1: there are findings or rejected hands; with `strict`, also if the auditor does not understand some line
        - 0: none of this
        """
        if not self.read:
            return WRONG
        found = self.findings or self.across or self.rejected or (strict and self.unread)
        return FOUND if found else CLEAN
