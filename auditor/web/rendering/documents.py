"""Makes dicts for JSON (documents) of uploads, findings, hands and runs. The HTML pages show the same documents.

Amounts are integers in the smallest unit of the currency. Times are ISO 8601 in UTC, such as `2026-11-12T14:03:00Z`.
"""

from typing import Any, Final

from auditor.formats.files.changes import note_of
from auditor.settings import command_line
from auditor.store.queries.findings import FindingRow
from auditor.store.queries.hands import HandName, Placed, Standing
from auditor.store.queries.members import MemberRow
from auditor.store.queries.runs import RunRow, TroubledHand
from auditor.store.queries.uploads import UploadRow
from auditor.store.uploads.upload_rows import Refusal as RejectedHand
from auditor.web.rendering.template_filters import stamp
from auditor.web.rulebook.catalogue import title_of

FINDING_COLUMNS: Final = (
    "id", "code", "title", "grade", "severity", "certainty",
    "venue", "room", "game", "number", "hand_id", "house", "street", "seat", "event",
    "line", "logged", "lawful", "amount", "currency", "minor", "status", "clause", "detection", "first_run", "last_run",
    "fingerprint", "more", "stakes", "triage", "flagged", "reopened", "assignee", "gone_by", "engine",
    "put_forward_by", "cause",
)  # fmt: skip
UPLOAD_COLUMNS: Final = (
    "receipt", "file_name", "house", "size", "sha256", "received", "finished", "state", "reason", "format", "encoding",
    "asked_encoding", "found", "hands", "audited", "known", "rejected", "skipped", "members", "unread", "superseded",
    "unread_lines",
)  # fmt: skip
MEMBER_COLUMNS: Final = (
    "number", "name", "size", "receipt", "again", "state", "reason", "hands", "audited", "known", "rejected", "skipped",
    "findings", "unread_lines",
)  # fmt: skip
SENT_COLUMNS: Final = (*UPLOAD_COLUMNS, "again", "findings")
RUN_COLUMNS: Final = (
    "id", "trigger", "receipt", "file_name", "selection", "house", "state", "reason", "rules_version", "started",
    "finished", "hands", "clean", "faulty", "failed", "known", "rejected", "skipped", "left_out", "findings_new",
    "findings_same", "findings_changed", "findings_gone", "reviewed", "reviewed_by",
    "unread_lines",
)  # fmt: skip
HAND_COLUMNS: Final = (
    "id", "venue", "room", "game", "number", "played", "local", "table", "tournament", "digest",
    "receipt", "file_name", "line", "house", "findings",
)  # fmt: skip


def finding_document(row: FindingRow) -> dict[str, Any]:
    """Returns a finding as a dict for JSON."""
    return {
        "id": row.id,
        "fingerprint": row.fingerprint,
        "code": row.code,
        "title": title_of(row.code),
        "grade": row.grade,
        "severity": row.severity,
        "certainty": row.certainty,
        "venue": row.venue,
        "room": row.room,
        "game": row.game,
        "number": row.number,
        "hand_id": row.hand_id,
        "house": row.house,
        "street": row.street,
        "seat": row.seat or None,
        "event": row.event,
        "line": row.line,
        "logged": row.logged,
        "lawful": row.lawful,
        "amount": row.amount,
        "currency": row.currency,
        "minor": row.minor,
        "status": row.status,
        "clause": row.clause,
        "readings": list(row.readings),
        "more": row.more,
        "detection": row.detection,
        "gone_by": row.gone_by,
        "triage": row.triage,
        "flagged": row.flagged,
        "reopened": row.reopened,
        "assignee": row.assignee,
        "stakes": row.stakes,
        "engine": row.rules_version,
        "put_forward_by": row.put_forward_by,
        "put_forward_fresh": row.put_forward_fresh,
        "last_act": row.last_act,
        "cause": row.cause,
        "first_run": row.first_run_id,
        "last_run": row.last_run_id,
        "first_seen": stamp(row.first_seen_at),
        "last_seen": stamp(row.last_seen_at),
    }


def upload_document(row: UploadRow) -> dict[str, Any]:
    """Returns an upload as a dict for JSON.

    `hands` counts the hands that are finished. It is always the sum of these counts: `audited`, `known` (another
    upload had already stored the hand), `rejected` (the hand could not be read) and `skipped` (the hand is of a game
    that the auditor does not audit).
    """
    return {
        "receipt": row.receipt,
        "venue": row.venue,
        "file_name": row.file_name,
        "house": row.house,
        "size": row.size,
        "sha256": row.sha256,
        "received": stamp(row.received_at),
        "finished": stamp(row.finished_at),
        "state": row.state,
        "reason": row.reason,
        "format": row.format,
        "encoding": row.encoding,
        "notes": [*row.notes, *[note_of(kind, line, hands) for kind, (line, hands) in sorted(row.changes.items())]],
        "found": row.found,
        "hands": row.hands,
        "audited": row.audited,
        "known": row.known,
        "rejected": row.rejected,
        "skipped": row.skipped,
        "members": row.members,
        "unread": row.unreadable_files,
        "asked_encoding": row.asked_encoding,
        "superseded": stamp(row.superseded_at),
        "removed": stamp(row.removed_at),
        "damage": row.damage,
        "unread_lines": row.unread_lines,
    }


def member_document(row: MemberRow, findings: int) -> dict[str, Any]:
    """Returns a file of an uploaded archive as a dict for JSON. `findings` is the number of findings in its hands.
    The counts of hands have the same meaning as in `upload_document`.
    """
    return {
        "number": row.number,
        "name": row.name,
        "size": row.size,
        "receipt": row.receipt,
        "again": row.again,
        "state": row.state,
        "reason": row.reason,
        "hands": row.hands,
        "audited": row.audited,
        "known": row.known,
        "rejected": row.rejected,
        "skipped": row.skipped,
        "findings": findings,
        "unread_lines": row.unread_lines,
    }


def sent_document(row: UploadRow, findings: int, *, again: bool) -> dict[str, Any]:
    """Returns as a dict for JSON one of several files that were uploaded together. `findings` is the number of findings
    in its hands.

    If `again` is true, the same file had been uploaded before, so its audited hands count as `known`.
    """
    document = upload_document(row)
    if again:
        document.update(audited=0, known=row.known + row.audited)
    return {**document, "again": again, "findings": findings}


def rejected_document(row: RejectedHand, source: str | None) -> dict[str, Any]:
    """Returns as a dict for JSON a rejected hand, which our software could not read. `source` is the text of the line
    with this hand in the file; `None` if the text cannot be read.
    """
    return {"line": row.line, "hand": row.hand, "reason": row.reason, "source": source}


def run_document(row: RunRow) -> dict[str, Any]:
    """Returns a run as a dict for JSON.

    When the run is over, `hands` is the sum of these counts: `clean` (audited, no findings), `faulty` (audited, with
    findings), `failed` (the audit failed), `known` (another upload had already stored the hand), `rejected` (the hand
    could not be read), `skipped` (the hand is of a game that the auditor does not audit) and `left_out` (another run
    audited the hand in the meantime).
    """
    return {
        "id": row.id,
        "trigger": row.trigger,
        "receipt": row.receipt,
        "file_name": row.file_name,
        "selection": row.selection,
        "house": row.house,
        "state": row.state,
        "reason": row.reason,
        "rules_version": row.rules_version,
        "pin": row.pin,
        "started": stamp(row.started_at),
        "finished": stamp(row.finished_at),
        "hands": row.hands,
        "clean": row.clean,
        "faulty": row.faulty,
        "failed": row.failed,
        "known": row.known,
        "rejected": row.rejected,
        "skipped": row.skipped,
        "left_out": row.left_out,
        "findings_new": row.findings_new,
        "findings_same": row.findings_same,
        "findings_changed": row.findings_changed,
        "findings_gone": row.findings_gone,
        "reviewed": stamp(row.reviewed_at),
        "reviewed_by": row.reviewed_by,
        "unread_lines": row.unread_lines,
    }


def troubled_document(row: TroubledHand) -> dict[str, Any]:
    """Returns as a dict for JSON a hand with a problem in a run: its audit failed, or gave another result although
    neither the hand nor the rules had changed.
    """
    again = command_line(f"nightly --hand {row.hand_id}")
    return {"hand_id": row.hand_id, "outcome": row.outcome, "reason": row.reason, "again": again}


def hand_document(name: HandName) -> dict[str, Any]:
    """Returns the record of a hand as a dict for JSON: its numbers, its room and game, and when it was played."""
    return {
        "id": name.hand_id,
        "deal": name.deal,
        "venue": name.venue,
        "room": name.room,
        "game": name.game,
        "number": name.number,
        "digest": name.digest,
        "played": stamp(name.played),
        "local": name.local,
        "table": name.table,
        "tournament": name.tournament,
    }


def listed_document(name: HandName, placed: Placed | None) -> dict[str, Any]:
    """Returns as a dict for JSON a record in a list of hands. `placed` adds the file, the line, the house and the
    number of findings, so that people can distinguish two records with the same hand number. If `placed` is `None`, the
    number of findings is 0, and the other three are empty.
    """
    return {
        **hand_document(name),
        "receipt": placed.receipt if placed else None,
        "file_name": placed.file_name if placed else None,
        "line": placed.line if placed else None,
        "house": placed.house if placed else "",
        "findings": placed.findings if placed else 0,
    }


def standing_document(standing: Standing) -> dict[str, Any]:
    """Returns as a dict for JSON the place of a record: the upload, and the first and the last line of the record
    in the uploaded file.
    """
    return {
        "receipt": standing.receipt,
        "file_name": standing.file_name,
        "received": stamp(standing.received_at),
        "first_line": standing.first_line,
        "last_line": standing.last_line,
    }
