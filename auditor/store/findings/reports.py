"""Stores reports with their findings, and counts how the findings changed since the earlier reports."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.engine.causes import causes_of, shape_of
from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Hand
from auditor.store.findings.change_cause import ThirdFinding, keep_causes, stage_causes
from auditor.store.findings.fingerprints import fingerprints
from auditor.store.findings.insert import NewFinding, Place, insert_staged, number_of, shape_number, stage
from auditor.store.findings.reconcile import moot_under, reconcile_audits, same_result_for_all
from auditor.store.findings.settlements import rake_of, settlement_to_text, unverifiable_to_text, wrong_amounts
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
    """A card room or other customer whose hands are stored, such as `default`.

    `id` is the number of the venue in this database. `name` is part of the fingerprint of each finding, which
    identifies the finding in every audit.
    """

    id: int
    name: str


class Verdict:
    """A report on a record (a hand as one log has it), converted to rows for the database.

    `digest` is the SHA-256 of the hand in hex. `lines` has the line number of each event; it is empty if the events of
    the hand have their own line numbers. `third` is the report of another audit, under the new rules and the old house.
    That report shows whether the rules or the house changed a finding (see `change_cause`). `third` is `None` if that
    audit was not made.

    Raises `Unstorable` if a number in the report is too large for its column.
    """

    __slots__ = ("faulty", "findings", "house", "owed", "rake", "report", "structure", "third")

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
        # If the log contradicts itself about money, nobody can say who owes what.
        self.owed: Final = {} if report.contradicts_itself else wrong_amounts(report.settlement)
        self.rake: Final = rake_of(report.settlement)
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
        """The approximate number of bytes of memory that this verdict uses until it is stored."""
        texts = sum([len(value) for value in self.report if isinstance(value, str)])
        return FINDING_BYTES * (len(self.findings) + len(self.third or ())) + texts


# An alarm: an audit was repeated with the same rules and house, and gave a different report. The tuple has the number
# and the month of the record (the hand as logged), and the name of the house.
Alarm = tuple[int, dt.date, str]
# A verdict (the report as rows) with the place where its record is stored: the number and the month of the record.
Placed = tuple[Place, Verdict]


@dataclass(frozen=True, slots=True)
class Filed:
    """The outcome of storing verdicts, which are reports on records (hands as logged).

    `before` has the numbers of the records that already had a report under the same house. `alarms` lists the audits
    that gave a different report when they were repeated; the earlier reports stay. The other fields count the findings
    that were new, the same, changed and gone.
    """

    before: frozenset[int]
    alarms: tuple[Alarm, ...]
    new: int
    same: int
    changed: int
    gone: int

    def and_across(self, other: Compared) -> "Filed":
        """Returns this outcome with the counts of `other` added. `other` is the result of comparing the hands with
        other hands.
        """
        return Filed(
            self.before,
            self.alarms,
            self.new + other.new,
            self.same + other.same,
            self.changed + other.changed,
            self.gone + other.gone,
        )


def file_verdicts(connection: Connection, run_id: int, verdicts: Sequence[Placed]) -> Filed:
    """Stores new reports and their findings, and marks how the earlier findings on the same records (hands as logged)
    changed.

    Each new report becomes the current report on its record under its house. No record may occur twice under one house.
    Nothing is deleted: a finding that is no longer found is marked `gone`, and a finding with different evidence is
    marked `changed`. Later, `apply_transitions.inherit` applies earlier decisions to new findings.

    The steps are in this order, because each step uses temporary tables of the steps before it:

    1. put the reports into `fresh_report`;
    2. delete the alarms from `fresh_report`; an alarm is a report that differs although rules and house are the same;
    3. note which records had a report before;
    4. put the findings into `fresh_finding`, and count how many of them the database already has;
    5. put the causes of changes into `fresh_cause`, if any verdict has a third audit (new rules, old house);
    6. compare the stored findings with `fresh_finding`, while the earlier reports are still current;
    7. mark the earlier reports as no longer current;
    8. insert the new reports;
    9. insert the new findings;
    10. store the causes, now that the findings have their numbers.
    """
    if not verdicts:
        return Filed(frozenset(), (), 0, 0, 0, 0)
    values = {"run": run_id}
    copy_to_temporary(connection, "fresh_report", _REPORT, ((*place, *verdict.report) for place, verdict in verdicts))
    alarms = tuple((row.hand_id, row.month, row.house) for row in connection.execute(text(_TAKE_OUT_ALARMS)))
    before = frozenset(row.hand_id for row in connection.execute(text(_REPORTED_BEFORE)))
    counts = stage(connection, _without_alarms(alarms, verdicts))
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
    """Marks the findings on the records (hands as logged) with the numbers `hands` under this house as not tested,
    because the audit of these records failed.
    """
    same_result_for_all(connection, run_id, Result.FAILED, hands, house)


# Deletes a new report if the same audit (same hand, house, house digest and rules version) gave a different report.
_TAKE_OUT_ALARMS: Final = """
DELETE FROM fresh_report AS f USING report AS r
WHERE r.hand_id = f.hand_id AND r.house = f.house AND r.house_digest = f.house_digest
  AND r.rules_version = f.rules_version AND r.digest <> f.digest
RETURNING f.hand_id, f.month, f.house
"""

# Selects the records (hands as logged) that already have a current report under the same house.
_REPORTED_BEFORE: Final = """
SELECT DISTINCT f.hand_id FROM fresh_report AS f
JOIN report AS r ON r.hand_id = f.hand_id AND r.house = f.house AND r.current
"""

# Marks the earlier reports as no longer current. They had another rules version or another text of the house.
_SUPERSEDE_REPORTS: Final = """
UPDATE report AS r SET current = false FROM fresh_report AS f
WHERE r.hand_id = f.hand_id AND r.house = f.house AND r.current
  AND (r.house_digest, r.rules_version) <> (f.house_digest, f.rules_version)
"""

# Inserts the new reports. If the same report is already stored but not current, makes it current again, as the latest
# report. If somebody sends a hand again under an earlier house, makes the report under that house the latest. A
# re-audit does not, because nobody chose its houses.
_INSERT_REPORTS: Final = """
INSERT INTO report (hand_id, month, game, house, house_digest, rules_version, digest, findings,
                    unverifiable, settlement, current, run_id)
SELECT hand_id, month, game, house, house_digest, rules_version, digest, findings,
       unverifiable, settlement, true, :run
FROM fresh_report ORDER BY hand_id
ON CONFLICT (hand_id, house, house_digest, rules_version) DO UPDATE SET current = true, audited_at = now()
WHERE NOT report.current
   OR ((SELECT run.trigger = 'upload' FROM run WHERE run.id = :run)
       AND EXISTS (SELECT FROM report AS other
                   WHERE other.hand_id = report.hand_id AND other.current AND other.house <> report.house
                     AND other.audited_at >= report.audited_at))
"""


def _without_alarms(alarms: Sequence[Alarm], verdicts: Sequence[Placed]) -> Iterator[tuple[Place, NewFinding]]:
    for place, verdict in verdicts:
        if (*place, verdict.house) not in alarms:
            yield from ((place, each) for each in verdict.findings)


def _third_audits(verdicts: Sequence[Placed]) -> Iterator[tuple[int, str, list[ThirdFinding]]]:
    for (hand_id, _), verdict in verdicts:
        if verdict.third is not None:
            yield hand_id, verdict.house, [(each.fingerprint, each.evidence) for each in verdict.third]


def _moot(verdicts: Sequence[Placed]) -> Iterator[tuple[bytes, str]]:
    """Yields the rules that do not apply under the houses of these reports, as pairs: house digest, rule code."""
    judging = {(verdict.report[2], verdict.house, verdict.report[0], verdict.structure) for _, verdict in verdicts}
    for digest, house, game, structure in sorted(judging):
        yield from ((digest, code) for code in sorted(moot_under(house, game, structure)))


def _new_findings(venue: Venue, hand: Hand, digest: str, report: Report, lines: Sequence[int]) -> list[NewFinding]:
    if not report.findings:
        return []
    prints = fingerprints(venue.name, report.house_name, hand, digest, report.findings)
    names = [seat.player for seat in hand.seats]
    of_hand = ("cause", venue.name, report.house_name, digest)
    return [
        _new_finding(
            fingerprint,
            report.house_name,
            finding,
            lines,
            shape_number(shape_of(finding, names)),
            number_of(*of_hand, cause.key),
            follows=cause.follows,
        )
        for fingerprint, finding, cause in zip(prints, report.findings, causes_of(report.findings, names), strict=True)
    ]


def _new_finding(
    fingerprint: str, house: str, finding: Finding, lines: Sequence[int], shape: int, cause: int, *, follows: bool
) -> NewFinding:
    line = lines[finding.event] if 0 <= finding.event < len(lines) else finding.line
    return NewFinding(
        fingerprint=fingerprint,
        house=house,
        code=finding.code,
        grade=str(finding.grade),
        severity=finding.severity,
        certainty=finding.certainty,
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
        shape=shape,
        cause=cause,
        follows=follows,
    ).storable()
