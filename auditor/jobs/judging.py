"""Judges the hands of a file: each hand is audited, rejected with a reason, or skipped because it is another game."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.history import Trace, trace_of
from auditor.engine.house import House
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house_of_hand import house_for, skipped_as
from auditor.engine.readings import audit_with_readings
from auditor.formats import Log, Outcome, Piece, Read, Rejected, Skipped
from auditor.formats.log import encode
from auditor.jobs.context import Workplace
from auditor.jobs.hand_limits import HandLimits
from auditor.jobs.quarantine import sentence
from auditor.store.findings.reports import Verdict
from auditor.store.hands.documents import LONGEST
from auditor.store.hands.insert import Entry
from auditor.store.postgres.pg_values import Unstorable
from auditor.store.runs.shards import Remainder
from auditor.store.uploads.upload_rows import Refusal, Source

# A worker holds at most this many bytes of findings before it stores them, which is more than 90,000 findings.
BATCH_BYTES: Final = 64 * 1024 * 1024


class Batch:
    """The result of a shard, or of its first part. The lists of entries, verdicts and traces have the same order.
    `broken` counts the rejected hands that are in quarantine. `below` has the lines where trailing text begins. `size`
    is the approximate size of the verdicts in bytes. A batch that is full ends before the end of its shard, and
    `rest_from` counts the pieces of text that the batch covers.
    """

    def __init__(self) -> None:
        self.entries: Final[list[Entry]] = []
        self.verdicts: Final[list[Verdict]] = []
        self.traces: Final[list[Trace]] = []
        self.refusals: Final[list[Refusal]] = []
        self.skipped: Final[Counter[str]] = Counter()
        self.below: Final[list[int]] = []
        self.broken = 0
        self.size = 0
        self.rest_from: int | None = None
        self.rest: Remainder | None = None


class Work:
    """The work on one piece of text in a file, in two steps: read the hand, then audit it. Each step has the limits of
    a hand.
    """

    def __init__(self, place: Workplace, source: Source, log: Log, piece: Piece) -> None:
        self._place: Final = place
        self._source: Final = source
        self._log: Final = log
        self._piece: Final = piece
        self._outcome: Outcome | None = None
        self._below = 0
        self._rows: tuple[Entry, Verdict, Trace] | None = None

    def read(self) -> None:
        """Does the first step: reads the piece."""
        self._outcome = self._log.outcome_of(self._piece)
        if isinstance(self._outcome, Read):
            self._below = self._outcome.below

    def audit(self) -> None:
        """Does the second step: audits the hand. Does nothing if no hand was read, or if the hand is not of a game that
        is audited.
        """
        read = self._outcome
        if not isinstance(read, Read):
            return
        hand = read.hand
        game = skipped_as(hand, self._source.house)
        if game:
            self._outcome = Skipped(read.first_line, hand.number, game)
            return
        try:
            house = house_for(hand, self._source.house)
        except HouseRefused as refused:
            self._outcome = Rejected(read.first_line, hand.number, str(refused))
            return
        self._rows = _rows(self._place, self._source, read, house)

    def file(self, batch: Batch) -> None:
        """Adds the result to a batch."""
        if self._below:
            batch.below.append(self._below)
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
        """Adds the hand to a batch as a hand that could not be audited."""
        if self._below:
            batch.below.append(self._below)
        number = self._outcome.hand.number if isinstance(self._outcome, Read) else None
        line = self._piece.first_line
        batch.broken += 1
        batch.refusals.append(Refusal(line, number, _quarantined(error, self._source, line)))


def judge(place: Workplace, source: Source, log: Log, first_line: int, deadly: Mapping[int, str]) -> Batch:
    """Reads and audits every piece of a log. The first line of the log has the number `first_line`.

    A hand that makes the program fail, or goes past a limit, is quarantined, and the other hands are still audited.
    `deadly` maps the places of steps that must not run to the cause; each piece has two steps. The packer must be open
    already. A batch that is full ends before a piece at which a shard can begin.
    """
    batch = Batch()
    with HandLimits(deadly) as limits:
        for number, piece in enumerate(log.pieces(first_line)):
            if batch.size >= BATCH_BYTES and not piece.refused:
                batch.rest_from = number
                break
            work = Work(place, source, log, piece)
            try:
                limits.run(2 * number, work.read)
                limits.run(2 * number + 1, work.audit)
            except Exception as error:  # noqa: BLE001 - the other hands must still be audited
                work.quarantine(batch, error)
            else:
                work.file(batch)
    return batch


def steps_of(place: Workplace, source: Source, log: Log, first_line: int) -> Iterator[Callable[[], None]]:
    """Yields the steps of `judge`, in the same order. The packer must be open already."""
    for piece in log.pieces(first_line):
        work = Work(place, source, log, piece)
        yield work.read
        yield work.audit


def _rows(place: Workplace, source: Source, read: Read, house: House) -> tuple[Entry, Verdict, Trace]:
    hand = read.hand
    report = audit_with_readings(hand, house)
    document = encoded(hand)
    digest = report.hand_digest
    entry = Entry(hand, digest, place.packer.pack(document), read.first_line, read.last_line)
    return entry, Verdict(source.venue, hand, digest, report), trace_of(hand, left=report.table)


def encoded(hand: Hand) -> bytes:
    """Returns the document that is stored for a hand. It does not depend on the file that the hand was read from.
    Raises `Unstorable`.
    """
    document = encode(hand, keep_lines=False)
    if len(document) > LONGEST:
        raise Unstorable(f"The hand takes {len(document):,} bytes; at most {LONGEST:,} are stored.")
    return document


def _quarantined(error: Exception, source: Source, line: int) -> str:
    if isinstance(error, Unstorable):
        return str(error)
    command = f"auditor check FILE --line {line}"
    if source.house:
        command += f" --house {source.house}"
    if source.asked_encoding:
        command += f" --encoding {source.asked_encoding}"
    return sentence(error, command)
