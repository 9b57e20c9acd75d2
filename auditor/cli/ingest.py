"""The command `auditor ingest`: stores files. Workers audit their hands in the background."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import PurePath
from typing import Final, NamedTuple, TypeVar

import click

from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, Refused, exit_codes
from auditor.cli.ingest_words import found_in, unread_words, upload_counts, upload_lines
from auditor.cli.open_database import ready_workplace
from auditor.cli.options import encoding_option, house_option
from auditor.cli.progress import Progress
from auditor.cli.sources import STANDARD_INPUT, Source, named, opened
from auditor.cli.terminal import say
from auditor.cli.terminal_text import counted, escaped
from auditor.engine.house.registry import in_use
from auditor.jobs.cancelling import cancel
from auditor.jobs.context import Workplace
from auditor.jobs.outages import through_outages
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.supervisor import Workers, cores, enough, follow
from auditor.settings import load
from auditor.store.queries import uploads
from auditor.store.queries.uploads import UploadRow
from auditor.store.uploads.receipts import NotReadAgain, stored_name
from auditor.store.uploads.retrying import Retried
from auditor.store.uploads.upload_rows import Receipt

_KEPT: Final = exit_codes({CLEAN: "all files stored", WRONG: "a file could not be opened, or wrong usage"})
_WAITED_FOR: Final = exit_codes(
    {
        CLEAN: "no findings, no rejected hands",
        FOUND: "findings or rejected hands",
        WRONG: "no hand could be read, or wrong usage",
    },
    " with --wait",
)


@click.command(epilog=f"{_KEPT}\n\n{_WAITED_FOR}")
@click.argument("files", nargs=-1, metavar="FILE...")
@house_option("Audit all hands under this house.")
@encoding_option()
@click.option(
    "--again",
    metavar="RECEIPT",
    help="Audit the failed or cancelled parts of this upload again. Give no FILE with this option.",
)
@click.option("--cancel", metavar="RECEIPT", help="Stop auditing this upload. Give no FILE with this option.")
@click.option("--wait/--no-wait", help="Start workers that audit the hands, and wait for the result.")
def ingest(files: tuple[str, ...], house: str, encoding: str, again: str | None, cancel: str | None, wait: bool) -> int:
    """Store files and audit their hands in the background.

    FILE is a file, a folder, or - for standard input. A zip or gzip archive is stored unchanged, and audited file by
    file.

    The command prints a receipt for each file. Uploading a file twice is safe: the same file for the same house has the
    same receipt. With another --encoding, the file is read again, and its new hands replace the old ones.
    """
    if again is None and cancel is None and not files:
        raise click.UsageError("Name a file, or - for standard input.")
    if again is not None and cancel is not None:
        raise click.UsageError("Use --again or --cancel, not both.")
    if (again is not None or cancel is not None) and (files or house or encoding):
        option = "--again" if cancel is None else "--cancel"
        raise click.UsageError(f"{option} takes only the receipt. Leave out the files, --house and --encoding.")
    settings = load()
    if house:
        in_use().file(house)  # raises `HouseRefused` for an unknown house, before any file is stored
    place = ready_workplace(settings)
    try:
        with Progress() as progress:
            sending = Ingest(place, progress, house, encoding)
            if cancel is not None:
                return sending.run_cancel(cancel)
            return sending.run(files, wait=wait) if again is None else sending.run_again(again, wait=wait)
    finally:
        place.close()


# The database stores the name of the person who cancelled an upload. If this command cancelled the upload, the name is
# this text.
BY: Final = "the command line"
# While a second process starts, the first process audits about this many bytes of a log. So a second process saves time
# only if the files are larger than this.
BYTES_ALONE: Final = 500_000
T = TypeVar("T")


class Ingest:
    """Stores files in the database, to be audited under `house`. If `house` is empty, each hand is audited under the
    house that its log names. If the log names no house, the house of the card room is used. If the card room has no
    house, the base of all houses (`ROOT`) is used. If `encoding` is empty, the encoding is detected from the bytes.
    """

    def __init__(self, place: Workplace, progress: Progress, house: str = "", encoding: str = "") -> None:
        self._place: Final = place
        self._progress: Final = progress
        self._house: Final = house
        self._encoding: Final = encoding

    def run(self, paths: Iterable[str], *, wait: bool) -> int:
        """Stores every file that can be opened, and prints its receipt: the code that identifies the upload. With
        `wait`, also waits for the audit and prints its results. Returns the exit code.
        """
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
                self._print_notes(path, receipt)
        if wait:
            code = self._wait(sent) if sent else WRONG
            return code if all_opened else WRONG
        if new:
            say('The files are stored. "auditor worker" audits the files, and "auditor serve" shows the results.')
        return CLEAN if all_opened else WRONG

    def run_again(self, receipt: str, *, wait: bool) -> int:
        """Retries the failed parts of the upload with this receipt. With `wait`, waits for the audit and prints its
        results. Returns the exit code. Raises `NotRetried` if there is nothing to retry.
        """
        retried = receive_again(self._place, receipt)
        what = "the file" if retried.files else counted(len(retried.shards), "part")
        self._print([f"{retried.file_name}: receipt {receipt}; the workers will retry {what}"])
        return self._wait([_Sent(retried.file_name, retried.file_name, retried)]) if wait else CLEAN

    def run_cancel(self, receipt: str) -> int:
        """Cancels the upload with this receipt and prints the state of the upload. Returns the exit code. Raises
        `NotCancelled` if the upload cannot be cancelled.
        """
        cancel(self._place, receipt, BY)
        with self._place.database.begin() as connection:
            row = uploads.by_receipt(connection, receipt)
        assert row is not None
        ending = "; the workers still store the hands that they have begun" if not row.is_finished else ""
        self._print([f"{row.file_name}: {row.reason or f'receipt {receipt} is cancelled{ending}'}"])
        return CLEAN

    def keep(self, path: str, name: str = "") -> Receipt:
        """Stores the file at `path` in the database under `name`, or under its own file name if `name` is empty.
        Returns the receipt. Raises `Refused` if the file cannot be opened. Raises `NotReadAgain` if the file was stored
        before, is still being read in its first encoding, and another encoding is chosen now.
        """
        with opened(path, self._place.settings.ingest_bytes) as source, self._progress.of(path, source.size) as bar:
            called = _called(path, name)
            watched = _Watched(source, bar.to)
            return receive(self._place, watched, called, self._house, encoding=self._encoding, patient=True)

    def followed(self, receipts: Sequence[Receipt | Retried], mend: Callable[[], None]) -> list[UploadRow]:
        """Waits until the audit of all these uploads is finished. Returns a row with the results of each upload, in the
        same order. While it waits, calls `mend` again and again; `mend` replaces worker processes that died.
        """
        rows: list[UploadRow] = []
        with self._progress.of("auditing", 0) as bar:

            def show(row: UploadRow) -> None:
                done, size = (row.hands, row.found) if len(receipts) == 1 else (len(rows), len(receipts))
                bar.to(done, size, f"{row.file_name}: {row.state}, {counted(row.hands, 'hand')}")

            for receipt in receipts:
                rows.append(follow(self._place, receipt.upload_id, math.inf, show, mend))
        return rows

    def _wait(self, sent: Sequence["_Sent"]) -> int:
        """Starts workers, waits until the uploads are finished, and prints their results. Returns the exit code. The
        results show each file under the name that it has in this call of the command. The database may have another
        name for the same file, from an earlier upload.
        """
        sizes = [each.receipt.size for each in sent if isinstance(each.receipt, Receipt)]
        processes = enough(sum(sizes), BYTES_ALONE) if len(sizes) == len(sent) else cores()
        team = Workers(self._place.settings, processes)
        try:
            rows = self.followed([each.receipt for each in sent], team.mend)
        finally:
            team.stop()
        for row, each in zip(rows, sent, strict=True):
            self._print_notes(each.path, row)
            self._print(self._answer(partial(upload_lines, row=row, name=each.name)))
        found = self._answer(partial(found_in, rows=rows))
        if len(rows) > 1:
            self._print(
                [f"all {len(rows):,} files: {upload_counts(*rows)}; {counted(found, 'finding')}{unread_words(*rows)}"]
            )
        return _exit_code(rows, found)

    def _answer(self, question: Callable[[Workplace], T]) -> T:
        """Calls `question`, which reads from the database, and returns its result. If the database is not available,
        waits and tries again.
        """
        return through_outages(self._place, lambda _: question(self._place))

    def _print_notes(self, path: str, found: Receipt | UploadRow) -> None:
        """Prints notes about the bytes of a file on standard error, for example about its encoding. Before a worker has
        read the file, there are no notes.
        """
        for note in found.notes:
            say(f"{path}: {note}")
        if found.notes and found.encoding == "cp1252" and not self._encoding:
            say(f"{path}: To choose another encoding: auditor ingest --encoding NAME")

    def _print(self, lines: list[str]) -> None:
        self._progress.write("".join([f"{escaped(line)}\n" for line in lines]).encode("utf-8", "backslashreplace"))


def _exit_code(rows: Sequence[UploadRow], found: int) -> int:
    """Returns the exit code: the first code in this list that applies.

    - 2: no hand could be read
    - 1: there are findings or rejected hands, or some file was not completely audited
    - 0: none of this
    """
    if not any(row.hands > row.rejected for row in rows):
        return WRONG
    return FOUND if found or any(row.state != "done" or row.rejected or row.unreadable_files for row in rows) else CLEAN


def _called(path: str, name: str) -> str:
    return name or ("standard input" if path == STANDARD_INPUT else PurePath(path).name)


def _receipt(receipt: Receipt, name: str) -> str:
    line = f"receipt {receipt.receipt}, {counted(receipt.size, 'byte')}"
    if receipt.again:
        called = f" as {receipt.file_name}" if receipt.file_name != name else ""
        return f"{line}; sent before{called}, on {receipt.received_at:%Y-%m-%d at %H:%M} UTC: nothing changed"
    return line


def _named(paths: Iterable[str]) -> Iterator[tuple[str | Refused, str]]:
    """Yields a pair for each file: its path (or an error), and the name under which it is stored. For a file in a
    folder, the name is the path that begins with this folder, such as `logs/may/1.txt`. For a single file, the second
    value is empty, and the file is stored under its own file name.
    """
    for path in paths:
        above = PurePath(path).parent
        for found in named(path):
            inside = not isinstance(found, Refused) and found != path
            yield found, str(PurePath(str(found)).relative_to(above)) if inside else ""


class _Sent(NamedTuple):
    """A file that this command stored: its path, its name in the database, and the receipt of the upload."""

    path: str
    name: str
    receipt: Receipt | Retried


class _Watched:
    """Reads a file, and after each read calls `report` with the number of bytes read so far, the size of the file, and
    a text for the progress bar.
    """

    def __init__(self, source: Source, report: Callable[[int, int, str], None]) -> None:
        self._source: Final = source
        self._report: Final = report
        self._read = 0

    def read(self, size: int, /) -> bytes:
        data = self._source.stream.read(size)
        self._read += len(data)
        self._report(self._read, self._source.size, counted(self._read, "byte"))
        return data
