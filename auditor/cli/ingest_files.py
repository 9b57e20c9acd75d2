"""Files into the database: kept one after the other, then, where asked, followed until they are audited."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Final

from auditor.cli.ending import CLEAN, FOUND, WRONG, Refused
from auditor.cli.ingest_words import found_in, told, upload_counts
from auditor.cli.plain import counted, shown
from auditor.cli.progress import Progress
from auditor.cli.sources import STANDARD_INPUT, Source, named, opened
from auditor.cli.terminal import say
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.working import Workers, cores, enough, follow
from auditor.jobs.workplace import Workplace
from auditor.store.queries.uploads import UploadRow
from auditor.store.receipts import NotReadAgain, stored_name
from auditor.store.retrying import Retried
from auditor.store.uploads import Receipt

# What one process audits of a log while another starts.
BYTES_ALONE: Final = 500_000


class Ingest:
    """Sends files for auditing under the house named `house`, or each hand's own; read in `encoding`, or in that which
    their bytes show.
    """

    def __init__(self, place: Workplace, progress: Progress, house: str = "", encoding: str = "") -> None:
        self._place: Final = place
        self._progress: Final = progress
        self._house: Final = house
        self._encoding: Final = encoding

    def run(self, paths: Iterable[str], *, wait: bool) -> int:
        """Keeps every file that can be opened, tells its receipt, and gives the exit code."""
        receipts: list[Receipt] = []
        names: list[str] = []
        all_opened = True
        for path, name in _named(paths):
            try:
                if isinstance(path, Refused):
                    raise path
                receipt = self.keep(path, name)
            except (Refused, NotReadAgain) as refused:
                self._progress.aside()
                say(str(refused))
                all_opened = False
                continue
            receipts.append(receipt)
            names.append(stored_name(_called(path, name)))
            self._print([f"{path}: {_receipt(receipt, names[-1])}"])
            for note in receipt.notes:
                say(f"{path}: {note}")
            if receipt.notes and receipt.encoding == "cp1252" and not self._encoding:
                say(f"{path}: To choose another encoding: auditor ingest --encoding NAME")
        if wait:
            code = self._wait(receipts, names) if receipts else WRONG
            return code if all_opened else WRONG
        if any(not receipt.again for receipt in receipts):
            say("kept; `auditor worker` audits what was sent, `auditor serve` shows it.")
        return CLEAN if all_opened else WRONG

    def run_again(self, receipt: str, *, wait: bool) -> int:
        """Has what was given up of an upload tried again, and gives the exit code. Raises `NotRetried`."""
        retried = receive_again(self._place, receipt)
        what = "the file" if retried.split else counted(len(retried.shards), "part")
        self._print([f"{retried.file_name}: receipt {receipt}; {what} will be tried again"])
        return self._wait([retried], [retried.file_name]) if wait else CLEAN

    def keep(self, path: str, name: str = "") -> Receipt:
        """Keeps a file, under `name` or its own. Raises `Refused` and `NotReadAgain`."""
        with opened(path, self._place.settings.ingest_bytes) as source, self._progress.of(path, source.size) as bar:
            called = _called(path, name)
            return receive(self._place, _Watched(source, bar.to), called, self._house, encoding=self._encoding)

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

    def _wait(self, receipts: Sequence[Receipt | Retried], names: Sequence[str]) -> int:
        """Follows uploads to their end and tells each by the name that it was given now."""
        sizes = [each.size for each in receipts if isinstance(each, Receipt)]
        processes = enough(sum(sizes), BYTES_ALONE) if len(sizes) == len(receipts) else cores()
        team = Workers(self._place.settings, processes)
        try:
            rows = self.followed(receipts, team.mend)
        finally:
            team.stop()
        for row, name in zip(rows, names, strict=True):
            self._print(told(self._place, row, name))
        found = found_in(self._place, rows)
        if len(rows) > 1:
            self._print([f"all {len(rows):,} files: {upload_counts(*rows)}; {counted(found, 'finding')}"])
        return _exit_code(rows, found)

    def _print(self, lines: list[str]) -> None:
        self._progress.write("".join([f"{shown(line)}\n" for line in lines]).encode("utf-8", "backslashreplace"))


def _exit_code(rows: Sequence[UploadRow], found: int) -> int:
    """As of a check: 0 clean, 1 findings or rejected hands, 2 no hand could be read."""
    if not any(row.hands > row.rejected for row in rows):
        return WRONG
    return FOUND if found or any(row.state != "done" or row.rejected or row.unread for row in rows) else CLEAN


def _called(path: str, name: str) -> str:
    return name or ("standard input" if path == STANDARD_INPUT else PurePath(path).name)


def _receipt(receipt: Receipt, name: str) -> str:
    said = f"receipt {receipt.receipt}, {counted(receipt.size, 'byte')}"
    if receipt.again:
        called = f" as {receipt.file_name}" if receipt.file_name != name else ""
        return f"{said}; sent before{called}, on {receipt.received_at:%Y-%m-%d at %H:%M} UTC: nothing changed"
    return said


def _named(paths: Iterable[str]) -> Iterator[tuple[str | Refused, str]]:
    """Every file with what it is to be called: in a folder its path from there on, else empty, for its own name."""
    for path in paths:
        above = PurePath(path).parent
        for found in named(path):
            inside = not isinstance(found, Refused) and found != path
            yield found, str(PurePath(str(found)).relative_to(above)) if inside else ""


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
