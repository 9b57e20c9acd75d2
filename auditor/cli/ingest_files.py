"""Files into the database: kept one after the other, then, where asked, followed until they are audited."""

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from typing import Final

from auditor.cli.ending import CLEAN, FOUND, WRONG, Refused, say
from auditor.cli.plain import counted, shown
from auditor.cli.progress import Progress
from auditor.cli.sources import STANDARD_INPUT, Source, opened
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.working import Workers, cores, follow
from auditor.jobs.workplace import Workplace
from auditor.store.queries import findings, uploads
from auditor.store.queries.uploads import UploadRow
from auditor.store.retrying import Retried
from auditor.store.uploads import Receipt

MOST_REJECTED: Final = 50  # told one by one; the pages have them all


class Ingest:
    """Sends files for auditing under the house named `house`, or each hand's own."""

    def __init__(self, place: Workplace, progress: Progress, house: str = "") -> None:
        self._place: Final = place
        self._progress: Final = progress
        self._house: Final = house

    def run(self, paths: Iterable[str], *, wait: bool) -> int:
        """Keeps every file that can be opened, tells its receipt, and gives the exit code."""
        receipts: list[Receipt] = []
        all_opened = True
        for path in paths:
            try:
                receipt = self.keep(path)
            except Refused as refused:
                self._progress.aside()
                say(str(refused))
                all_opened = False
                continue
            receipts.append(receipt)
            self._print([f"{path}: {_receipt(receipt)}"])
        if wait:
            return self._wait(receipts) if all_opened else WRONG
        if any(not receipt.again for receipt in receipts):
            say("kept; `auditor worker` audits what was sent, `auditor serve` shows it.")
        return CLEAN if all_opened else WRONG

    def run_again(self, receipt: str, *, wait: bool) -> int:
        """Has what was given up of an upload tried again, and gives the exit code. Raises `NotRetried`."""
        retried = receive_again(self._place, receipt)
        what = "the file" if retried.split else counted(len(retried.shards), "part")
        self._print([f"{retried.file_name}: receipt {receipt}; {what} will be tried again"])
        return self._wait([retried]) if wait else CLEAN

    def keep(self, path: str) -> Receipt:
        """Keeps a file. Raises `Refused`."""
        with opened(path, self._place.settings.ingest_bytes) as source, self._progress.of(path, source.size) as bar:
            name = "standard input" if path == STANDARD_INPUT else PurePath(path).name
            return receive(self._place, _Watched(source, bar.to), name, self._house)

    def followed(self, receipts: Sequence[Receipt | Retried], mend: Callable[[], None]) -> list[UploadRow]:
        """The uploads once each is finished; `mend` is called again and again until then."""
        rows: list[UploadRow] = []
        with self._progress.of("auditing", 0) as bar:

            def show(row: UploadRow) -> None:
                done, size = (row.hands, row.found) if len(receipts) == 1 else (len(rows), len(receipts))
                bar.to(done, size, f"{row.file_name}: {row.state}, {counted(row.hands, 'hand')}")

            for receipt in receipts:
                rows.append(follow(self._place, receipt.upload_id, math.inf, show, mend))
        return rows

    def _wait(self, receipts: Sequence[Receipt | Retried]) -> int:
        team = Workers(self._place.settings, cores())
        try:
            rows = self.followed(receipts, team.mend)
        finally:
            team.stop()
        found = sum([self._tell(row) for row in rows])
        return _exit_code(rows, found)

    def _tell(self, row: UploadRow) -> int:
        """What became of a file, and which of its hands were rejected and why; gives how many findings it has."""
        if row.state == "unreadable":
            self._print([f"{row.file_name}: no hand could be read: {row.reason}"])
            return 0
        with self._place.database.begin() as connection:
            found = findings.total(connection, {"upload": row.receipt})
            rejected = uploads.rejections(connection, row.id, size=MOST_REJECTED).refusals
        lines = [
            f"{row.file_name}:{each.line}: rejected{f' hand {each.hand}' if each.hand else ''}: {each.reason}"
            for each in rejected
        ]
        if row.rejected > len(rejected):
            lines.append(f"{row.file_name}: and {row.rejected - len(rejected):,} more rejected; the page has them all")
        if row.reason:
            lines.append(f"{row.file_name}: {row.reason}")
        lines.append(f"{row.file_name}: {upload_counts(row)}; {counted(found, 'finding')}")
        self._print(lines)
        return found

    def _print(self, lines: list[str]) -> None:
        self._progress.write("".join([f"{shown(line)}\n" for line in lines]).encode("utf-8", "backslashreplace"))


def _exit_code(rows: Sequence[UploadRow], found: int) -> int:
    """As of a check: 0 clean, 1 findings or rejected hands, 2 no hand could be read."""
    if not any(row.hands > row.rejected for row in rows):
        return WRONG
    return FOUND if found or any(row.state != "done" or row.rejected for row in rows) else CLEAN


def _receipt(receipt: Receipt) -> str:
    said = f"receipt {receipt.receipt}, {counted(receipt.size, 'byte')}"
    if receipt.again:
        return f"{said}; sent before, on {receipt.received_at:%Y-%m-%d at %H:%M} UTC: nothing changed"
    return said


def upload_counts(*rows: UploadRow) -> str:
    """Counts of uploads that add up."""
    parts = (("audited", "audited"), ("known", "known before"), ("rejected", "rejected"), ("skipped", "skipped"))
    made = " + ".join([f"{sum([getattr(row, name) for row in rows]):,} {words}" for name, words in parts])
    return f"{counted(sum([row.hands for row in rows]), 'hand')} = {made}"


class _Watched:
    """A source that tells how far it was read."""

    def __init__(self, source: Source, tell: Callable[[int, int, str], None]) -> None:
        self._source: Final = source
        self._tell: Final = tell
        self._read = 0

    def read(self, size: int, /) -> bytes:
        data = self._source.stream.read(size)
        self._read += len(data)
        self._tell(self._read, self._source.size, counted(self._read, "byte"))
        return data
