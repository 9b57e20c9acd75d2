"""Judging what was read from a file: each hand audited, rejected with a reason, or skipped as another game."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.history import Trace, trace_of
from auditor.engine.house import House
from auditor.engine.house_choice import house_for, skipped_as
from auditor.engine.kinds import HouseRefused
from auditor.engine.readings import audit_with_readings
from auditor.formats import Outcome, Read, Rejected, Skipped
from auditor.formats.log import encode
from auditor.jobs.workplace import Workplace
from auditor.store.documents import LONGEST
from auditor.store.hands import Entry
from auditor.store.plain import Unstorable
from auditor.store.reports import Verdict
from auditor.store.uploads import Refusal, Source


class Batch:
    """What a shard's hands came to. Entries, verdicts and traces belong to each other in order; `broken` hands, a
    part of the refusals, are those that our own mistake kept from being audited. `below` are the lines where text
    begins that stands below a hand and is none of it.
    """

    def __init__(self) -> None:
        self.entries: Final[list[Entry]] = []
        self.verdicts: Final[list[Verdict]] = []
        self.traces: Final[list[Trace]] = []
        self.refusals: Final[list[Refusal]] = []
        self.skipped: Final[Counter[str]] = Counter()
        self.below: Final[list[int]] = []
        self.broken = 0


def judge(place: Workplace, source: Source, outcomes: Iterable[Outcome]) -> Batch:
    """Judges every outcome. One hand that makes us fail is set aside with a line to reproduce it; the rest goes on."""
    batch = Batch()
    for outcome in outcomes:
        match outcome:
            case Rejected():
                batch.refusals.append(Refusal(outcome.line, outcome.hand, outcome.reason))
            case Skipped():
                batch.skipped[outcome.game] += 1
            case Read():
                if outcome.below:
                    batch.below.append(outcome.below)
                _judge_hand(place, source, outcome, batch)
    return batch


def _judge_hand(place: Workplace, source: Source, read: Read, batch: Batch) -> None:
    hand = read.hand
    game = skipped_as(hand, source.house)
    if game:
        batch.skipped[game] += 1
        return
    try:
        house = house_for(hand, source.house)
    except HouseRefused as refused:
        batch.refusals.append(Refusal(read.first_line, hand.number, str(refused)))
        return
    try:
        entry, verdict, trace = _rows(place, source, read, house)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with us must not cost the other hands
        batch.broken += 1
        batch.refusals.append(Refusal(read.first_line, hand.number, _reproduced(error, read, house)))
        return
    batch.entries.append(entry)
    batch.verdicts.append(verdict)
    batch.traces.append(trace)


def _rows(place: Workplace, source: Source, read: Read, house: House) -> tuple[Entry, Verdict, Trace]:
    hand = read.hand
    report = audit_with_readings(hand, house)
    document = encoded(hand)
    digest = report.hand_digest
    entry = Entry(hand, digest, place.packer.pack(document), read.first_line, read.last_line)
    return entry, Verdict(source.venue, hand, digest, report), trace_of(hand, left=report.table)


def encoded(hand: Hand) -> bytes:
    """The document that is stored: nothing in it tells which file the hand was read from. Raises `Unstorable`."""
    document = encode(hand, keep_lines=False)
    if len(document) > LONGEST:
        raise Unstorable(f"The hand takes {len(document):,} bytes; at most {LONGEST:,} are stored.")
    return document


def _reproduced(error: Exception, read: Read, house: House) -> str:
    if isinstance(error, Unstorable):
        return str(error)
    lines = f"{read.first_line},{read.last_line}p"
    return (
        f"The hand could not be audited: {type(error).__name__}: {error}. This is a mistake of the auditor;"
        f" reproduce it with: sed -n {lines} FILE | auditor check --house {house.name} -"
    )
