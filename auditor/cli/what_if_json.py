"""What hands come to under two houses as JSON Lines, the public contract of `auditor.formats.what_if`."""

from collections.abc import Callable
from typing import Final

from auditor.cli.check_json import JsonLines
from auditor.cli.house_selection import TwoHouses
from auditor.engine.findings import Report
from auditor.formats import Read
from auditor.formats.what_if import what_if_row


class WhatIfLines(JsonLines):
    """Prints one object a hand, and the summary."""

    def __init__(self, write: Callable[[bytes], None], judge: TwoHouses) -> None:
        super().__init__(write)
        self._judge: Final = judge

    def audited(self, file: str, read: Read, report: Report) -> None:
        """Both reports of a hand that was just judged."""
        self._row(what_if_row(file, read.hand, self._judge.compared(report)))
