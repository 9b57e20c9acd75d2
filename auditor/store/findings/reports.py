"""Files reports: inserts them with their findings, and counts what changed against the stored ones."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Hand
from auditor.store.findings.change_cause import ThirdFinding, keep_causes, stage_causes
from auditor.store.findings.fingerprints import fingerprints
from auditor.store.findings.insert import NewFinding, Place, insert_staged, stage
from auditor.store.findings.reconcile import moot_under, reconcile_audits, same_result_for_all
from auditor.store.findings.settlements import settlement_to_text, unverifiable_to_text
from auditor.store.hands.table_history import Compared
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.triage.states import Result

_REPORT: Final = {
    "hand_id": "int8",
    "month": "date",
    "game": "text",
    "house": "text",
    "house_digest": "bytea",
    "rules_version": "int4",
    "digest": "bytea",
    "findings": "int4",
    "unverifiable": "text",
    "settlement": "text",
}


# A finding takes 600 to 700 bytes of memory while it waits to be stored, as measured.
FINDING_BYTES: Final = 700


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue: its number in this database, and its name, which is part of fingerprints."""

    id: int
    name: str


class Verdict:
    """A report on a record, as rows. `digest` is the hand's; `lines` has the line of every event, where the hand itself
    does not have it. `third` is the report of the same rules under the house as it was before, where that shows the
    cause of changes.

    Raises `Unstorable` where the report has a number that no column holds.
    """

    __slots__ = ("faulty", "findings", "house", "report", "structure", "third")

    def __init__(
        self,
        venue: Venue,
        hand: Hand,
        digest: str,
        report: Report,
        lines: Sequence[int] = (),
        third: Report | None = None,
    ) -> None:
        self.house: Final = report.house_name
        self.structure: Final = str(hand.structure)
        self.faulty: Final = bool(report.findings)
        self.report: Final = (
            str(hand.game),
            report.house_name,
            bytes.fromhex(report.house_digest),
            report.rules_version,
            bytes.fromhex(report.digest()),
            report.found,
            unverifiable_to_text(report.unverifiable),
            settlement_to_text(report.settlement),
        )
        self.findings: Final = _new_findings(venue, hand, digest, report, lines)
        self.third: Final = None if third is None else _new_findings(venue, hand, digest, third, lines)

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes until it is stored."""
        texts = sum([len(value) for value in self.report if isinstance(value, str)])
        return FINDING_BYTES * (len(self.findings) + len(self.third or ())) + texts


# A record's number, its month, and the house under which the same audit gave another report before.
Alarm = tuple[int, dt.date, str]
# A stored record and the verdict on it.
Placed = tuple[Place, Verdict]


@dataclass(frozen=True, slots=True)
class Filed:
    """The outcome of filing verdicts: the records that had a report under the same house before, the alarms, whose
    reports were not overwritten, and how many findings were new, the same, changed and gone.
    """

    before: frozenset[int]
    alarms: tuple[Alarm, ...]
    new: int
    same: int
    changed: int
    gone: int

    def and_across(self, other: Compared) -> "Filed":
        """The same with the outcome of comparing the records with others."""
        return Filed(
            self.before,
            self.alarms,
            self.new + other.new,
            self.same + other.same,
            self.changed + other.changed,
            self.gone + other.gone,
        )


def file_verdicts(connection: Connection, run_id: int, verdicts: Sequence[Placed]) -> Filed:
    """Makes each report the current one of its record and house, and brings the findings up to date.

    No record may be there twice under one house. Nothing is deleted: a finding that is no longer there is marked
    `gone`, one whose evidence differs `changed`. Decisions about the findings are applied when they `inherit` them.

    The steps hand on temporary tables to each other, in this order:

    1. stage the reports in `fresh_report`;
    2. take out the alarms: the same audit that gave another report before;
    3. note which records had a report before;
    4. stage the findings in `fresh_finding`, and count them against the stored ones;
    5. stage the causes of changes in `fresh_cause`, where there are third audits;
    6. reconcile the stored findings with the staged ones, while the reports before are still current;
    7. supersede the reports before;
    8. insert the staged reports;
    9. insert the staged findings;
    10. keep the causes, now that the findings have their numbers.
    """
    if not verdicts:
        return Filed(frozenset(), (), 0, 0, 0, 0)
    values = {"run": run_id}
    copy_to_temporary(connection, "fresh_report", _REPORT, ((*place, *verdict.report) for place, verdict in verdicts))
    alarms = tuple((row.hand_id, row.month, row.house) for row in connection.execute(text(_TAKE_OUT_ALARMS)))
    before = frozenset(row.hand_id for row in connection.execute(text(_REPORTED_BEFORE)))
    counts = stage(connection, _but(alarms, verdicts))
    causes = stage_causes(connection, _third_audits(verdicts))
    gone = 0
    if before or counts.before:
        gone = reconcile_audits(connection, run_id, _moot(verdicts), causes=causes)
    connection.execute(text(_SUPERSEDE_REPORTS))
    connection.execute(text(_INSERT_REPORTS), values)
    insert_staged(connection, run_id)
    if causes:
        keep_causes(connection, run_id)
    return Filed(before, alarms, counts.new, counts.same, counts.changed, gone)


def mark_unassessed(connection: Connection, run_id: int, house: str, hands: Sequence[int]) -> None:
    """The findings of these records under this house could not be tested again."""
    same_result_for_all(connection, run_id, Result.FAILED, hands, house)


# Takes out of the staged reports those whose same audit gave another report before.
_TAKE_OUT_ALARMS: Final = """
DELETE FROM fresh_report AS f USING report AS r
WHERE r.hand_id = f.hand_id AND r.house = f.house AND r.house_digest = f.house_digest
  AND r.rules_version = f.rules_version AND r.digest <> f.digest
RETURNING f.hand_id, f.month, f.house
"""

# The records that have a current report under the same house.
_REPORTED_BEFORE: Final = """
SELECT DISTINCT f.hand_id FROM fresh_report AS f
JOIN report AS r ON r.hand_id = f.hand_id AND r.house = f.house AND r.current
"""

# Makes the reports before, by other rules or another form of the house, no longer current.
_SUPERSEDE_REPORTS: Final = """
UPDATE report AS r SET current = false FROM fresh_report AS f
WHERE r.hand_id = f.hand_id AND r.house = f.house AND r.current
  AND (r.house_digest, r.rules_version) <> (f.house_digest, f.rules_version)
"""

# Inserts the staged reports, or makes the same report current again.
_INSERT_REPORTS: Final = """
INSERT INTO report (hand_id, month, game, house, house_digest, rules_version, digest, findings,
                    unverifiable, settlement, current, run_id)
SELECT hand_id, month, game, house, house_digest, rules_version, digest, findings,
       unverifiable, settlement, true, :run
FROM fresh_report ORDER BY hand_id
ON CONFLICT (hand_id, house, house_digest, rules_version) DO UPDATE SET current = true WHERE NOT report.current
"""


def _but(alarms: Sequence[Alarm], verdicts: Sequence[Placed]) -> Iterator[tuple[Place, NewFinding]]:
    for place, verdict in verdicts:
        if (*place, verdict.house) not in alarms:
            yield from ((place, each) for each in verdict.findings)


def _third_audits(verdicts: Sequence[Placed]) -> Iterator[tuple[int, str, list[ThirdFinding]]]:
    for (hand_id, _), verdict in verdicts:
        if verdict.third is not None:
            yield hand_id, verdict.house, [(each.fingerprint, each.evidence) for each in verdict.third]


def _moot(verdicts: Sequence[Placed]) -> Iterator[tuple[bytes, str]]:
    """The rules that do not apply, by the digest of the house."""
    judging = {(verdict.report[2], verdict.house, verdict.report[0], verdict.structure) for _, verdict in verdicts}
    for digest, house, game, structure in sorted(judging):
        yield from ((digest, code) for code in sorted(moot_under(house, game, structure)))


def _new_findings(venue: Venue, hand: Hand, digest: str, report: Report, lines: Sequence[int]) -> list[NewFinding]:
    prints = fingerprints(venue.name, report.house_name, hand, digest, report.findings)
    return [
        _new_finding(fingerprint, report.house_name, finding, lines)
        for fingerprint, finding in zip(prints, report.findings, strict=True)
    ]


def _new_finding(fingerprint: str, house: str, finding: Finding, lines: Sequence[int]) -> NewFinding:
    line = lines[finding.event] if 0 <= finding.event < len(lines) else finding.line
    return NewFinding(
        fingerprint=fingerprint,
        house=house,
        code=finding.code,
        grade=str(finding.grade),
        seat=finding.seat,
        logged=finding.logged,
        lawful=finding.lawful,
        amount=finding.amount,
        clause=finding.clause,
        status=finding.status,
        line=line or None,
        street=finding.street if 3 <= finding.street <= 7 else None,
        event=finding.event,
        readings="\n".join(finding.readings),
        subject=finding.subject,
        more=finding.more,
    ).storable()
