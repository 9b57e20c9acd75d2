"""Files into the database: kept one after the other, then, where asked, followed until they are audited."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import PurePath
from typing import Final, NamedTuple, TypeVar

from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, Refused
from auditor.cli.ingest_words import found_in, told, upload_counts
from auditor.cli.progress import Progress
from auditor.cli.sources import STANDARD_INPUT, Source, named, opened
from auditor.cli.terminal import say
from auditor.cli.terminal_text import counted, shown
from auditor.jobs.cancelling import cancel
from auditor.jobs.context import Workplace
from auditor.jobs.outages import through_outages
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.supervisor import Workers, cores, enough, follow
from auditor.store.queries import uploads
from auditor.store.queries.uploads import UploadRow
from auditor.store.uploads.receipts import NotReadAgain, stored_name
from auditor.store.uploads.retrying import Retried
from auditor.store.uploads.upload_rows import Receipt

# Who cancels an upload here.
BY: Final = "the command line"
# What one process audits of a log while another starts.
BYTES_ALONE: Final = 500_000
T = TypeVar("T")


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
        sent: list[_Sent] = []
        all_opened, new = True, False
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
            sent.append(_Sent(path, stored_name(_called(path, name)), receipt))
            self._print([f"{path}: {_receipt(receipt, sent[-1].name)}"])
            new = new or not receipt.again
            if not wait:
                self._tell_notes(path, receipt)
        if wait:
            code = self._wait(sent) if sent else WRONG
            return code if all_opened else WRONG
        if new:
            say("kept; `auditor worker` audits what was sent, `auditor serve` shows it.")
        return CLEAN if all_opened else WRONG

    def run_again(self, receipt: str, *, wait: bool) -> int:
        """Has what was given up of an upload tried again, and gives the exit code. Raises `NotRetried`."""
        retried = receive_again(self._place, receipt)
        what = "the file" if retried.files else counted(len(retried.shards), "part")
        self._print([f"{retried.file_name}: receipt {receipt}; {what} will be tried again"])
        return self._wait([_Sent(retried.file_name, retried.file_name, retried)]) if wait else CLEAN

    def run_cancel(self, receipt: str) -> int:
        """Cancels an upload, tells how far it came, and gives the exit code. Raises `NotCancelled`."""
        cancel(self._place, receipt, BY)
        with self._place.database.begin() as connection:
            row = uploads.by_receipt(connection, receipt)
        assert row is not None
        ending = "; it ends when the hands that are being stored are" if not row.is_finished else ""
        self._print([f"{row.file_name}: {row.reason or f'receipt {receipt} is cancelled{ending}'}"])
        return CLEAN

    def keep(self, path: str, name: str = "") -> Receipt:
        """Keeps a file, under `name` or its own. Raises `Refused` and `NotReadAgain`."""
        with opened(path, self._place.settings.ingest_bytes) as source, self._progress.of(path, source.size) as bar:
            called = _called(path, name)
            watched = _Watched(source, bar.to)
            return receive(self._place, watched, called, self._house, encoding=self._encoding, patient=True)

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

    def _wait(self, sent: Sequence["_Sent"]) -> int:
        """Follows uploads to their end and tells each by the name that it was given now."""
        sizes = [each.receipt.size for each in sent if isinstance(each.receipt, Receipt)]
        processes = enough(sum(sizes), BYTES_ALONE) if len(sizes) == len(sent) else cores()
        team = Workers(self._place.settings, processes)
        try:
            rows = self.followed([each.receipt for each in sent], team.mend)
        finally:
            team.stop()
        for row, each in zip(rows, sent, strict=True):
            self._tell_notes(each.path, row)
            self._print(self._answer(partial(told, row=row, name=each.name)))
        found = self._answer(partial(found_in, rows=rows))
        if len(rows) > 1:
            self._print([f"all {len(rows):,} files: {upload_counts(*rows)}; {counted(found, 'finding')}"])
        return _exit_code(rows, found)

    def _answer(self, question: Callable[[Workplace], T]) -> T:
        """What the database says, as soon as it does."""
        return through_outages(self._place, lambda _: question(self._place))

    def _tell_notes(self, path: str, found: Receipt | UploadRow) -> None:
        """What is odd about the bytes of a file, as far as it was read."""
        for note in found.notes:
            say(f"{path}: {note}")
        if found.notes and found.encoding == "cp1252" and not self._encoding:
            say(f"{path}: To choose another encoding: auditor ingest --encoding NAME")

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


class _Sent(NamedTuple):
    """A file that was sent: where it is, what it is called in the database, and its receipt."""

    path: str
    name: str
    receipt: Receipt | Retried


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
