"""Everything about one record of a hand: the record, its audit under a house, and its source lines."""

from dataclasses import dataclass
from typing import Any

import msgspec

from auditor.engine.audit import audit
from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house_choice import house_for, skipped_as
from auditor.engine.kinds import HouseRefused
from auditor.formats.log import decode
from auditor.formats.report import hand_row
from auditor.store.documents import Unpacker
from auditor.store.evidence import Damaged
from auditor.store.queries import findings, hands
from auditor.store.queries.findings import FindingRow
from auditor.store.queries.hands import HandRecord, Standing
from auditor.web.catalogue import title_of
from auditor.web.documents import hand_document, standing_document
from auditor.web.opened import opened, reading
from auditor.web.refusals import Refusal
from auditor.web.sources import lines_of_hand
from auditor.web.spoken import stamp


@dataclass(frozen=True, slots=True)
class Dossier:
    """A record with its audit. The report is made anew by the engine at hand: a report is a pure function, and so the
    page can also answer what another house would say. `damaged` says why source lines are missing.
    """

    record: HandRecord
    hand: Hand
    report: Report
    across: tuple[FindingRow, ...]
    standing: Standing | None
    sources: dict[int, str]
    damaged: str

    @property
    def lines(self) -> tuple[int, ...]:
        """The line of each event in the first file the record came in, 0 for none."""
        return self.standing.lines if self.standing is not None else ()

    def document(self) -> dict[str, Any]:
        """The hand as JSON: the row of `auditor check --json`, and where the record stands."""
        file_name = self.standing.file_name if self.standing is not None else ""
        row: dict[str, Any] = msgspec.to_builtins(hand_row(file_name, self.hand, self.report))
        found = [self._placed(finding) for finding in row["findings"]] + [self._across(each) for each in self.across]
        return {
            **row,
            "findings": found,
            "unverifiable": [{**each, "title": title_of(each["code"])} for each in row["unverifiable"]],
            "record": hand_document(self.record.name),
            "house_digest": self.report.house_digest,
            "rules_version": self.report.rules_version,
            "report_digest": self.report.digest(),
            "stakes": {
                "ante": self.hand.stakes.ante,
                "bring_in": self.hand.stakes.bring_in,
                "small_bet": self.hand.stakes.small_bet,
                "big_bet": self.hand.stakes.big_bet,
            },
            "reports": [
                {
                    "house": each.house,
                    "house_digest": each.house_digest,
                    "rules_version": each.rules_version,
                    "digest": each.digest,
                    "run": each.run_id,
                    "findings": each.findings,
                    "current": each.current,
                    "audited": stamp(each.audited_at),
                }
                for each in self.record.reports
            ],
            "standings": [standing_document(each) for each in self.record.standings],
            "rivals": [hand_document(each) for each in self.record.rivals],
        }

    def _placed(self, finding: dict[str, Any]) -> dict[str, Any]:
        """A finding with its title, and the line in the uploaded file: the stored record has none."""
        event = finding["event"]
        line = self.lines[event] if event < len(self.lines) else 0
        return {**finding, "line": line or None, "title": title_of(finding["code"])}

    def _across(self, row: FindingRow) -> dict[str, Any]:
        """What was found between this record and another."""
        return {
            "code": row.code,
            "grade": row.grade,
            "event": row.event,
            "line": row.line,
            "street": row.street,
            "seat": row.seat or None,
            "logged": row.logged,
            "lawful": row.lawful,
            "amount": row.amount,
            "clause": row.clause,
            "status": row.status,
            "readings": list(row.readings),
            "title": title_of(row.code),
        }


def dossier_of(hand_id: int, house_name: str = "") -> Dossier:
    """The record of that number, audited under the house named, else under the one it was stored with.

    Raises `Refusal` where there is no such record, or where the house does not cover its game.
    """
    with reading() as connection:
        record = hands.record(connection, Unpacker(), hand_id) if hand_id < 2**63 else None
        if record is None:
            raise Refusal(404, f"There is no hand {hand_id}. Look for it by the room's number instead.")
        across = findings.of_hand(connection, hand_id, "")
    hand = decode(record.document)
    current = [report.house for report in record.reports if report.current]
    report = audit(hand, _house(hand, house_name or (current[0] if current else "")))
    standing = record.standings[0] if record.standings else None
    sources, damaged = _sources(standing)
    return Dossier(record, hand, report, across, standing, sources, damaged)


def _house(hand: Hand, name: str) -> Any:
    skipped = skipped_as(hand)
    if skipped:
        raise Refusal(422, f"This hand is {skipped}, which is not audited.")
    try:
        return house_for(hand, name)
    except HouseRefused as refused:
        message = str(refused)
        raise Refusal(422, f"{message[:1].upper()}{message[1:].rstrip('.')}.") from refused


def _sources(standing: Standing | None) -> tuple[dict[int, str], str]:
    if standing is None:
        return {}, ""
    try:
        return lines_of_hand(opened().place().evidence, standing), ""
    except Damaged as damage:
        return {}, str(damage)
