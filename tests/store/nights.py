"""One deal in a real database, in several records, and runs with any results that a test wants."""

import datetime as dt
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import text

from auditor.engine import events as e
from auditor.engine.findings import Finding, Report, Unverifiable
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.engine.settlement import Settlement
from auditor.formats.log import encode
from auditor.store.evidence.files import Kept
from auditor.store.findings.apply_transitions import end_acceptances, inherit
from auditor.store.findings.reports import Filed, Placed, Venue, Verdict, file_verdicts
from auditor.store.hands.documents import Packer
from auditor.store.hands.insert import Entry, store_hands
from auditor.store.people import accounts
from auditor.store.postgres.database import Connection
from auditor.store.queries import findings
from auditor.store.runs import reaudit_selection, run_rows, shards
from auditor.store.runs.reaudit_selection import Choice
from auditor.store.runs.run_rows import Pin
from auditor.store.runs.shards import Range
from auditor.store.triage import venues
from auditor.store.uploads import receipts
from auditor.store.uploads.rereading import withdraw_what_is_left
from auditor.triage.acts import Act, Wish
from tests.dealer import deal
from tests.dealer.copies import replaced

CODES = ("B402", "B403", "B404")
DISMISS = Wish(Act.DISMISS, "not a violation", "the floor said so")
ACCEPT = Wish(Act.ACCEPT, "the house tolerates it", "for now it does", None, True)  # as long as the house is the same
AGREE, WITHDRAW = Wish(Act.AGREE), Wish(Act.WITHDRAW)
DISAGREE = Wish(Act.DISAGREE, "the finding stands", "it was looked at twice")
STANDS = "SELECT DISTINCT triage FROM finding WHERE code = 'B402'"
Rows = Callable[..., list[tuple[Any, ...]]]
VENUE = Venue(1, "default")
HOUSE = "roberts"
DEALT = deal(11, load(HOUSE, Game.STUD))
AN_ACT = max(index for index, event in enumerate(DEALT.events) if isinstance(event, e.Fold | e.Check | e.Call))
NOTHING_PAID = Settlement((), (), None, None, False)


@dataclass(frozen=True)
class Law:
    """The pin of a run: the rules version, and a letter for the house."""

    version: int = 1
    house: str = "A"

    @property
    def digest(self) -> str:
        return self.house.encode().hex() * 32

    def pin(self) -> Pin:
        return Pin(self.version, {f"{HOUSE}/stud/fixed": self.digest})


def record_of(deal_number: int, name: str) -> Hand:
    """A record of a deal, by whatever name tells it from others."""
    *before, end = DEALT.events
    return replaced(DEALT, number=str(deal_number), events=(*before, e.Remark(0, name), end))


def finding(evidence: str, code: str = "B402", amount: int = 5, subject: str = "") -> Finding:
    """A finding at an act of the deal, resting on that."""
    found = Finding(evidence, "as the house has it", amount, seat=1, subject=subject)
    found.code, found.event, found.grade, found.status = code, AN_ACT, "violation", "stated"
    found.severity, found.certainty = "play", "stated"
    return found


def note(code: str = "B402") -> Unverifiable:
    """The same place could not be judged."""
    return Unverifiable(code, AN_ACT)


def report(hand: Hand, law: Law, findings: Sequence[Finding], notes: Sequence[Unverifiable] = ()) -> Report:
    """A report on the record by that law."""
    return Report(hand, HOUSE, law.digest, law.version, tuple(findings), tuple(notes), NOTHING_PAID)


@dataclass
class StoredRecord:
    """A record as it stands in the database, and how often it was sent."""

    hand: Hand
    place: tuple[int, dt.date]
    upload_id: int
    sent: int = 1


@dataclass
class Archive:
    """The records of one deal, by name."""

    number: int = 88214
    records: dict[str, StoredRecord] = field(default_factory=dict)

    def send(self, connection: Connection, name: str) -> int:
        """Sends a record, or sends it again after it was replaced; gives the upload."""
        hand = record_of(self.number, name)
        upload = self.records[name].upload_id if name in self.records else self._receive(connection, name, 0)
        (shard,) = shards.add(connection, [Range(1, 0, 1, 1, 1)], upload_id=upload)
        packed = Packer(connection).pack(encode(hand, keep_lines=False))
        (stored,) = store_hands(connection, VENUE.id, upload, shard, [Entry(hand, hand.digest(), packed, 1, 1)])
        sent = self.records[name].sent if name in self.records else 1
        self.records[name] = StoredRecord(hand, (stored.hand_id, stored.month), upload, sent)
        return upload

    def replace(self, connection: Connection, name: str) -> None:
        """Re-reads the file with this record to its end, and the record does not stand in it any more."""
        record = self.records[name]
        finish(connection, record.upload_id)
        record.upload_id = self._receive(connection, name, record.sent)
        record.sent += 1
        withdraw_what_is_left(connection, record.upload_id)

    def _receive(self, connection: Connection, name: str, sent: int) -> int:
        kept = Kept(hashlib.sha256(f"{self.number} {name}".encode()).hexdigest(), 1)
        encoding = "" if not sent else ("cp1251", "cp1252")[sent % 2]
        return receipts.receive(connection, kept, receipts.Sent(name, encoding=encoding)).upload_id

    def placed(self, name: str, law: Law, findings: Sequence[Finding], notes: Sequence[Unverifiable] = ()) -> Placed:
        record = self.records[name]
        verdict = Verdict(VENUE, record.hand, record.hand.digest(), report(record.hand, law, findings, notes))
        return record.place, verdict


def two_reviewers(connection: Connection, amount: int = 5) -> None:
    """Two people who sign in, at a venue where it takes both to dismiss a finding from that amount on."""
    unit = DEALT.unit
    for name in ("alice", "bob"):
        accounts.add(connection, name, "reviewer")
    venues.ask_for_two(connection, VENUE.name, unit.currency, amount, unit.minor)


def read(connection: Connection, wish: Wish) -> Wish:
    """An answer as somebody gives it who has read the one dismissal that waits."""
    return replace(wish, of=connection.execute(text("SELECT put_forward_id FROM proposal")).scalar())


def finish(connection: Connection, upload_id: int) -> None:
    connection.execute(text("UPDATE upload SET finished_at = now() WHERE id = :id"), {"id": upload_id})


def night(connection: Connection, law: Law) -> int:
    """A nightly run over everything, which begins as the job has it."""
    run_id, _ = reaudit_selection.start(connection, "nightly", law.pin(), Choice(every=True), 100)
    end_acceptances(connection, run_id)
    return run_id


def run_of_upload(connection: Connection, upload_id: int, law: Law) -> int:
    return run_rows.run_of_upload(connection, upload_id, law.pin())


def filed(connection: Connection, run_id: int, *placed: Placed) -> Filed:
    """Files verdicts as a job does."""
    outcome = file_verdicts(connection, run_id, placed)
    inherit(connection, run_id)
    return outcome


def number(connection: Connection, code: str = "B402") -> int:
    """The first finding of a code."""
    return int(connection.execute(text("SELECT min(id) FROM finding WHERE code = :code"), {"code": code}).scalar_one())


def print_of(rows: Callable[..., list[tuple[Any, ...]]], code: str = "B402") -> str:
    """The fingerprint of the findings of a code."""
    return str(rows("SELECT min(fingerprint) FROM finding WHERE code = %s", code)[0][0])


def waiting_for(connection: Connection, second: str) -> set[str]:
    """The rules of the findings whose dismissal waits for this second person."""
    return {row.code for row in findings.page(connection, {"second": second}).findings}
