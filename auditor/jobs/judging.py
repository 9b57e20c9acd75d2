"""Judges the hands of a file. Each hand is audited, rejected with a reason, or skipped if its game is not audited."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.history import Trace, trace_of
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings
from auditor.formats import Log, Outcome, Piece, Read, Rejected, Skipped
from auditor.formats.files.changes import Changes
from auditor.formats.log import encode
from auditor.jobs.context import Workplace
from auditor.jobs.hand_limits import HandLimits
from auditor.jobs.quarantine import sentence
from auditor.jobs.unread_lines import NO_MARKS, Marked, with_marks
from auditor.settings import command_line
from auditor.store.findings.reports import Verdict
from auditor.store.hands.documents import LONGEST
from auditor.store.hands.insert import Entry
from auditor.store.postgres.pg_values import Unstorable
from auditor.store.runs.shards import Remainder
from auditor.store.uploads.upload_rows import Refusal, Source

# A worker holds at most this many bytes of findings before it stores them, which is more than 90,000 findings.
BATCH_BYTES: Final = 64 * 1024 * 1024


class Batch:
    """The result of the audit of a shard.

    - `entries`, `verdicts` and `traces` have one item for each audited hand, in the same order. A verdict is the report
      as rows for the database. A trace is a summary of the hand for the comparison with later hands.
    - `refusals` lists the rejected hands. `broken` counts the rejected hands that made the program fail or exceeded a
      limit.
    - `skipped` counts the hands of each game that is not audited.
    - `changes` are the changes to the text of hands before they were read.
    - `size` is the approximate size of the verdicts in bytes.
    - `rest_from` and `rest` are `None` if the batch has the whole shard. If the batch became too large, it ends before
      the end of the shard. Then `rest_from` is the number of pieces of text (usually one hand each) in the batch, and
      `rest` is the place in the file where the next piece begins.
    """

    def __init__(self) -> None:
        self.entries: Final[list[Entry]] = []
        self.verdicts: Final[list[Verdict]] = []
        self.traces: Final[list[Trace]] = []
        self.refusals: Final[list[Refusal]] = []
        self.skipped: Final[Counter[str]] = Counter()
        self.changes: Final = Changes()
        self.broken = 0
        self.size = 0
        self.rest_from: int | None = None
        self.rest: Remainder | None = None


class Work:
    """The work on one piece of text in a file, in two steps: read the hand, then audit it. The limits for a hand apply
    to each step. `marked` has the shapes of unread lines that a person marked as no part of the play, such as chat. The
    shape of a line is its text without names, cards and numbers.
    """

    def __init__(self, place: Workplace, source: Source, log: Log, piece: Piece, marked: Marked) -> None:
        self._marked: Final = marked
        self._place: Final = place
        self._source: Final = source
        self._log: Final = log
        self._piece: Final = piece
        self._outcome: Outcome | None = None
        self._changes: Final = Changes()
        self._rows: tuple[Entry, Verdict, Trace] | None = None

    def read(self) -> None:
        """Does the first step: reads the hand from its piece of text."""
        self._outcome = self._log.outcome_of(self._piece)
        self._changes.add(self._outcome)

    def audit(self) -> None:
        """Does the second step: audits the hand. Does nothing if no hand was read. If no house can judge the hand, the
        hand becomes a rejected hand.
        """
        read = self._outcome
        if not isinstance(read, Read):
            return
        hand, unread = with_marks(read.hand, self._marked)
        try:
            house = house_for(hand, self._source.house)
        except HouseRefused as refused:
            self._outcome = Rejected(read.first_line, hand.number, str(refused))
            return
        report = audit_with_readings(hand, house)
        digest = report.hand_digest
        packed = self._place.packer.pack(encoded(hand))
        entry = Entry(hand, digest, packed, read.first_line, read.last_line, unread)
        self._rows = entry, Verdict(self._source.venue, hand, digest, report), trace_of(hand, left=report.table)

    def file(self, batch: Batch) -> None:
        """Adds the outcome to a batch: an audited hand with its report, a rejected hand, or a skipped hand."""
        batch.changes.merge(self._changes)
        match self._outcome:
            case Rejected() as rejected:
                batch.refusals.append(Refusal(rejected.line, rejected.hand, rejected.reason))
            case Skipped() as skipped:
                batch.skipped[skipped.game] += 1
            case _:
                assert self._rows is not None
                entry, verdict, trace = self._rows
                batch.entries.append(entry)
                batch.verdicts.append(verdict)
                batch.size += verdict.size
                batch.traces.append(trace)

    def quarantine(self, batch: Batch, error: Exception) -> None:
        """Adds the hand to the rejected hands of a batch, because `error` stopped the work on it. The reason includes
        the command that audits this hand alone.
        """
        batch.changes.merge(self._changes)
        number = self._outcome.hand.number if isinstance(self._outcome, Read) else None
        line = self._piece.first_line
        batch.broken += 1
        batch.refusals.append(Refusal(line, number, _quarantined(error, self._source, line)))


def judge(
    place: Workplace,
    source: Source,
    log: Log,
    first_line: int,
    deadly: Mapping[int, str],
    marked: Marked = NO_MARKS,
) -> Batch:
    """Reads and audits every piece of a log. A piece is the text of one hand, or other text where a hand should be. The
    first line of the log has the number `first_line`.

    A hand that makes the program fail, or goes past a limit, is rejected, and the other hands are still audited. The
    packer, which compresses hands, must be open already.

    When the reports in the batch reach `BATCH_BYTES`, the batch ends. The other pieces will be another shard, and a
    shard must begin with the text of a hand. So the batch ends before the next piece that may be a hand: its field
    `refused` is empty.

    `deadly` lists the steps that must not run: the key is the number of the step, and the value is the cause. Each
    piece has two steps: the piece `n`, counted from 0, has the steps `2 * n` (reading) and `2 * n + 1` (audit).
    `marked` has the shapes of unread lines that a person marked as no part of the play, such as chat. The shape of a
    line is its text without names, cards and numbers.
    """
    batch = Batch()
    with HandLimits(deadly) as limits:
        for number, piece in enumerate(log.pieces(first_line)):
            if batch.size >= BATCH_BYTES and not piece.refused:
                batch.rest_from = number
                break
            work = Work(place, source, log, piece, marked)
            try:
                limits.run(2 * number, work.read)
                limits.run(2 * number + 1, work.audit)
            except Exception as error:  # noqa: BLE001 - the other hands must still be audited
                work.quarantine(batch, error)
            else:
                work.file(batch)
    return batch


def steps_of(
    place: Workplace, source: Source, log: Log, first_line: int, marked: Marked = NO_MARKS
) -> Iterator[Callable[[], None]]:
    """Yields the steps that `judge` would run, in the same order, so that a child process can try these steps first.
    The packer, which compresses hands, must be open already.
    """
    for piece in log.pieces(first_line):
        work = Work(place, source, log, piece, marked)
        yield work.read
        yield work.audit


def encoded(hand: Hand) -> bytes:
    """Returns the document that is stored for a hand. The same hand gives the same document, whatever file the hand
    comes from. Raises `Unstorable` if the document is too long.
    """
    document = encode(hand, keep_lines=False)
    if len(document) > LONGEST:
        words = f"The hand is too long to store: {len(document):,} bytes; the limit is {LONGEST:,}."
        raise Unstorable(f"{words} Check whether the log has several hands in one.")
    return document


def _quarantined(error: Exception, source: Source, line: int) -> str:
    if isinstance(error, Unstorable):
        return str(error)
    command = command_line(f"check FILE --line {line}")
    if source.house:
        command += f" --house {source.house}"
    if source.asked_encoding:
        command += f" --encoding {source.asked_encoding}"
    return sentence(error, command)
