"""Puts reports and their findings into the database, and says what changed against what was there."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Hand
from auditor.store.findings import change_cause
from auditor.store.findings.fingerprints import evidence, fingerprints
from auditor.store.findings.reconcile import hear_audits, hear_of_hands, idle_under
from auditor.store.findings.settlements import settlement_to_text, unverifiable_to_text
from auditor.store.hands.table_history import Compared
from auditor.store.postgres import pg_values
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.triage.states import Says

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
_FINDING: Final = {
    "hand_id": "int8",
    "month": "date",
    "fingerprint": "text",
    "venue_id": "int2",
    "room": "text",
    "game": "text",
    "number": "text",
    "currency": "text",
    "minor": "int2",
    "small_bet": "int8",
    "big_bet": "int8",
    "house": "text",
    "code": "text",
    "grade": "text",
    "street": "int2",
    "seat": "int2",
    "event": "int4",
    "line": "int8",
    "logged": "text",
    "lawful": "text",
    "amount": "int8",
    "clause": "text",
    "status": "text",
    "readings": "text",
    "subject": "text",
    "more": "int4",
    "evidence": "bytea",
}


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue: its number in this database, and its name, which is part of fingerprints."""

    id: int
    name: str


class Verdict:
    """A report on a record, as rows. `digest` is the hand's; `lines` has the line of every event, where the hand itself
    does not know. `crossed` is the report of the same rules under the house as it was before, where that tells whose
    doing it is what changed.

    Raises `Unstorable` where the report has a number that no column holds.
    """

    __slots__ = ("crossed", "faulty", "findings", "house", "report", "structure")

    def __init__(
        self,
        venue: Venue,
        hand: Hand,
        digest: str,
        report: Report,
        lines: Sequence[int] = (),
        crossed: Report | None = None,
    ) -> None:
        prints = fingerprints(venue.name, report.house_name, hand, digest, report.findings)
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
        self.findings: Final = [
            (fingerprint, venue.id, *_about(hand), report.house_name, *_found(finding, lines))
            for fingerprint, finding in zip(prints, report.findings, strict=True)
        ]
        self.crossed: Final = None if crossed is None else _crossed(venue, hand, digest, crossed)


# A record's number, its month, and the house under which its report is not what it was.
Alarm = tuple[int, dt.date, str]
# The number and the month of a stored record, and the verdict on it.
Placed = tuple[tuple[int, dt.date], Verdict]


@dataclass(frozen=True, slots=True)
class Filed:
    """What came of filing verdicts: records that had a report under the same house before, those whose same audit gave
    another result before (not overwritten), and how many findings were new, the same, changed and gone.
    """

    before: frozenset[int]
    alarms: tuple[Alarm, ...]
    new: int
    same: int
    changed: int
    gone: int

    def and_across(self, other: Compared) -> "Filed":
        """The same with what came of comparing the records with others."""
        return Filed(
            self.before,
            self.alarms,
            self.new + other.new,
            self.same + other.same,
            self.changed + other.changed,
            self.gone + other.gone,
        )


def file_verdicts(connection: Connection, run_id: int, verdicts: Sequence[Placed]) -> Filed:
    """Files each report as the current one of its record and house, and brings the findings up to date.

    No record may be there twice under one house. What was decided about them holds when they `inherit` it.
    Nothing is deleted: a finding that is no longer there is marked `gone`, one whose evidence differs `changed`.
    """
    if not verdicts:
        return Filed(frozenset(), (), 0, 0, 0, 0)
    copy_to_temporary(connection, "fresh_report", _REPORT, ((*place, *verdict.report) for place, verdict in verdicts))
    alarms = tuple((row.hand_id, row.month, row.house) for row in connection.execute(text(_ALARMS)))
    before = frozenset(row.hand_id for row in connection.execute(text(_BEFORE)))
    copy_to_temporary(connection, "fresh_finding", _FINDING, _findings(verdicts, alarms))
    values = {"run": run_id}
    counts = connection.execute(text(_COUNTS)).one()
    laid = change_cause.look(
        connection, [(place[0], each.house, each.crossed) for place, each in verdicts if each.crossed is not None]
    )
    gone = hear_audits(connection, run_id, _idle(verdicts), laid=laid) if before or counts.before else 0
    connection.execute(text(_SUPERSEDE))
    connection.execute(text(_REPORTS), values)
    connection.execute(text(_FINDINGS), values)
    if laid:
        change_cause.lay(connection, run_id)
    return Filed(before, alarms, counts.fresh - counts.same - counts.changed, counts.same, counts.changed, gone)


def mark_unassessed(connection: Connection, run_id: int, house: str, hands: Sequence[int]) -> None:
    """The findings of these records under this house could not be tested again."""
    hear_of_hands(connection, run_id, Says.FAILED, hands, house)


_ALARMS: Final = """
DELETE FROM fresh_report AS f USING report AS r
WHERE r.hand_id = f.hand_id AND r.house = f.house AND r.house_digest = f.house_digest
  AND r.rules_version = f.rules_version AND r.digest <> f.digest
RETURNING f.hand_id, f.month, f.house
"""

_BEFORE: Final = """
SELECT DISTINCT f.hand_id FROM fresh_report AS f
JOIN report AS r ON r.hand_id = f.hand_id AND r.house = f.house AND r.current
"""

_SUPERSEDE: Final = """
UPDATE report AS r SET current = false FROM fresh_report AS f
WHERE r.hand_id = f.hand_id AND r.house = f.house AND r.current
  AND (r.house_digest, r.rules_version) <> (f.house_digest, f.rules_version)
"""

_REPORTS: Final = """
INSERT INTO report (hand_id, month, game, house, house_digest, rules_version, digest, findings,
                    unverifiable, settlement, current, run_id)
SELECT hand_id, month, game, house, house_digest, rules_version, digest, findings,
       unverifiable, settlement, true, :run
FROM fresh_report ORDER BY hand_id
ON CONFLICT (hand_id, house, house_digest, rules_version) DO UPDATE SET current = true WHERE NOT report.current
"""

# What was gone and is found again is not new.
_COUNTS: Final = """
SELECT count(*) AS fresh, count(old.id) AS before,
       count(*) FILTER (WHERE old.evidence = f.evidence) AS same,
       count(*) FILTER (WHERE old.evidence <> f.evidence) AS changed
FROM fresh_finding AS f LEFT JOIN finding AS old USING (hand_id, fingerprint)
"""

# Whether it is there is told by the table of precedence, before this.
_FINDINGS: Final = """
INSERT INTO finding AS old (
       fingerprint, hand_id, month, room, game, number, currency, minor, house, code, grade, street,
       seat, event, line, logged, lawful, amount, clause, status, readings, subject, more, evidence,
       venue_id, stakes, rules_version, first_run_id, last_run_id)
SELECT fingerprint, hand_id, month, room, game, number, currency, minor, house, code, grade, street,
       seat, event, line, logged, lawful, amount, clause, status, readings, subject, more, evidence,
       venue_id, stakes_of(small_bet, big_bet, minor, currency),
       (SELECT rules_version FROM run WHERE id = :run), :run, :run
FROM fresh_finding ORDER BY hand_id, fingerprint
ON CONFLICT (hand_id, fingerprint) DO UPDATE SET
    grade = excluded.grade, street = excluded.street, event = excluded.event,
    line = coalesce(excluded.line, old.line), logged = excluded.logged, lawful = excluded.lawful,
    amount = excluded.amount, clause = excluded.clause, status = excluded.status, readings = excluded.readings,
    more = excluded.more, evidence = excluded.evidence,
    last_run_id = excluded.last_run_id, last_seen_at = now()
"""


def _idle(verdicts: Sequence[Placed]) -> Iterator[tuple[bytes, str]]:
    """The rules that are not asked, by the digest of the house."""
    judging = {(verdict.report[2], verdict.house, verdict.report[0], verdict.structure) for _, verdict in verdicts}
    for digest, house, game, structure in sorted(judging):
        yield from ((digest, code) for code in sorted(idle_under(house, game, structure)))


def _crossed(venue: Venue, hand: Hand, digest: str, crossed: Report) -> list[change_cause.Crossed]:
    prints = fingerprints(venue.name, crossed.house_name, hand, digest, crossed.findings)
    return [(each, evidence(finding)) for each, finding in zip(prints, crossed.findings, strict=True)]


def _findings(verdicts: Sequence[Placed], alarms: Sequence[Alarm]) -> Iterator[tuple[Any, ...]]:
    for place, verdict in verdicts:
        if (*place, verdict.house) not in alarms:
            yield from ((*place, *row) for row in verdict.findings)


def _about(hand: Hand) -> tuple[Any, ...]:
    number = pg_values.text(hand.number) if hand.number else None
    bets = pg_values.number(hand.stakes.small_bet), pg_values.number(hand.stakes.big_bet)
    return pg_values.text(hand.room), str(hand.game), number, pg_values.text(hand.unit.currency), hand.unit.minor, *bets


def _found(finding: Finding, lines: Sequence[int]) -> tuple[Any, ...]:
    known = lines[finding.event] if 0 <= finding.event < len(lines) else finding.line
    return (
        finding.code,
        str(finding.grade),
        finding.street if 3 <= finding.street <= 7 else None,
        finding.seat,
        finding.event,
        known or None,
        pg_values.text(finding.logged),
        pg_values.text(finding.lawful),
        pg_values.number(finding.amount),
        pg_values.text(finding.clause),
        finding.status,
        "\n".join(finding.readings),
        pg_values.text(finding.subject),
        finding.more,
        evidence(finding),
    )
