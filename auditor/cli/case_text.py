"""Writes cases as lines of text and as JSON, without names of players."""

import dataclasses
import datetime as dt
from enum import Enum
from typing import Any

from auditor.cli.case_acting import in_words
from auditor.cli.terminal_text import escaped
from auditor.cli.user_desk import minute
from auditor.disputes.deadlines import Clock
from auditor.disputes.outcomes import OUTCOME_WORDS
from auditor.disputes.rulings import Ruling
from auditor.disputes.time_limits import TimeLimit
from auditor.store.queries.case_detail import CaseDetail, ClaimRow, LedgerRow, TimelineRow
from auditor.store.queries.cases import CaseRow


def list_line(row: CaseRow) -> str:
    """Returns a case of the list as one line."""
    parts = [
        row.state,
        row.venue,
        f"hand {escaped(row.hand_number)}",
        f"{escaped(row.claimant)} claims {_claimed(row)}",
    ]
    parts += [f"rule {escaped(row.rule)}"] if row.rule else []
    parts += [row.outcome] if row.outcome else []
    parts += [_due(Clock(row.due_at, row.acknowledge_by, row.paused_at), late=row.is_overdue)]
    parts += [f"owner {escaped(row.owner)}"] if row.owner else []
    return f"case {row.id}: {', '.join([part for part in parts if part])}"


def case_lines(found: CaseDetail, limit: TimeLimit | None) -> list[str]:
    """Returns a case as lines of text. `limit` says whether the claim is in time, if that is known."""
    claim = found.claims[-1]
    lines = [
        f"case {found.id}: {found.seen.state} (act {found.seen.last_act})",
        f"venue {found.venue}, opened by {escaped(found.opener)} at {minute(found.opened_at)} ({found.opened_through})",
    ]
    lines += [f"owner {escaped(found.owner)}"] if found.owner else []
    lines += [clock] if (clock := _due(found.clock, late=found.clock.is_overdue(dt.datetime.now(dt.UTC)))) else []
    lines += _claim_lines(claim)
    lines += [f"the claim is {limit.verdict}. {limit.sentence}"] if limit else []
    lines += [f"{party.side}: {escaped(party.label)}" for party in found.parties]
    for pin in found.pins:
        codes = ", ".join([str(each["code"]) for each in pin.findings]) or "no finding"
        lines.append(f"pinned: record {pin.hand_id} under {escaped(pin.house)}, {codes}")
    for row in found.evidence:
        lines.append(
            f"evidence {row.id}: {row.media_type}, {row.size:,} bytes, {escaped(row.origin)}, by {escaped(row.by)}"
        )
    lines += (
        ["The decisions of this round are hidden until the next adjudicator has decided."] if found.is_blind else []
    )
    for ruling, ledger in zip(found.rulings, found.ledgers, strict=True):
        lines += _ruling_lines(ruling.id, ruling.ruling) + _ledger_lines(ledger, ruling.ruling)
    return [*lines, "timeline:", *[_entry(entry) for entry in found.timeline]]


def case_document(found: CaseRow | CaseDetail | LedgerRow) -> dict[str, Any]:
    """Returns a case or a ledger as a dictionary for JSON. Times are in UTC; amounts are in the smallest unit. The
    bytes of pinned records are left out.
    """
    document = _plain(found)
    assert isinstance(document, dict)
    return document


def ledger_lines(ledger: LedgerRow, ruling: Ruling) -> list[str]:
    """Returns the ledger of a ruling as lines of text: each posting with its entries, and the open amounts."""
    lines = [f"ruling {ledger.ruling_id}: {ruling.outcome}"]
    for row in ledger.postings:
        posting = row.posting
        entries = ", ".join([f"{escaped(party)} {_money(each, ruling)}" for party, each in posting.entries.items()])
        more = [f"reference {_one_line(posting.reference)}"] if posting.reference else []
        more += [f"reverses {posting.reverses}"] if posting.reverses is not None else []
        more += [_one_line(posting.reason)] if posting.reason else []
        text = "; ".join([entries, *more])
        lines.append(f"  {posting.number} {posting.kind}: {text} ({escaped(row.by)}, {minute(row.at)})")
    return lines + (_ledger_lines(ledger, ruling) or ["  no chips are owed"])


def _plain(value: object) -> Any:
    """Returns a value as JSON has it: records become dictionaries, sets become sorted lists, times become texts."""
    if isinstance(value, Ruling):
        return value.document()
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
        return {name: _plain(part) for name, part in fields.items() if not isinstance(part, bytes)}
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | frozenset):
        parts = [_plain(part) for part in value]
        return sorted(parts) if isinstance(value, frozenset) else parts
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, dt.timedelta):
        return value.total_seconds()
    return value


def _claim_lines(claim: ClaimRow) -> list[str]:
    where = [f"hand {escaped(claim.hand_number)}", f"about the {claim.subject}"]
    where += [f"street {claim.street}"] if claim.street is not None else []
    where += [f"event {claim.event}"] if claim.event is not None else []
    return [
        f"claim: {', '.join(where)}, {_claimed(claim)}",
        f"  happened: {_one_line(claim.happened)}",
        f"  should: {_one_line(claim.should)}",
    ]


def _claimed(claim: CaseRow | ClaimRow) -> str:
    if claim.amount is None:
        return "no amount"
    return in_words(claim.amount, (claim.currency, claim.minor))


def _due(clock: Clock, *, late: bool) -> str:
    if clock.paused_at is not None:
        return f"clock paused since {minute(clock.paused_at)}"
    if clock.due_at is None:
        return ""
    first = f"acknowledge by {minute(clock.acknowledge_by)}, " if clock.acknowledge_by else ""
    return f"{first}due {minute(clock.due_at)}{' (overdue)' if late else ''}"


def _ruling_lines(number: int, ruling: Ruling) -> list[str]:
    lines = [f"ruling {number}: {ruling.outcome}. {OUTCOME_WORDS[ruling.outcome]}"]
    lines += [f"  fact: {_one_line(fact.text)}" for fact in ruling.facts]
    lines.append(f"  rule: {_one_line(ruling.basis.clause)}")
    for line in ruling.lines:
        reason = f" (instead of {_money(line.engine, ruling)}: {_one_line(line.reason)})" if line.reason else ""
        lines.append(f"  {escaped(line.party)}: {_money(line.ruled, ruling)}{reason}")
    lines += [f"  ex gratia to {escaped(e.party)}: {_money(e.amount, ruling)}" for e in ruling.ex_gratia]
    return lines


def _ledger_lines(ledger: LedgerRow, ruling: Ruling) -> list[str]:
    open_amounts = [f"{escaped(party)} {_money(amount, ruling)}" for party, amount in ledger.open_amounts.items()]
    if not ledger.postings:
        return []
    return [f"  still open: {', '.join(open_amounts) or 'nothing'}"]


def _money(amount: int | None, ruling: Ruling) -> str:
    return "unknown" if amount is None else in_words(amount, (ruling.currency, ruling.minor))


def _entry(entry: TimelineRow) -> str:
    reason = f" ({escaped(entry.reason)})" if entry.reason else ""
    state = f" -> {entry.to_state}" if entry.to_state != entry.from_state else ""
    comment = f": {_one_line(entry.comment)}" if entry.comment else ""
    return f"  {minute(entry.at)} {escaped(entry.by)}: {entry.act}{reason}{state}{comment}"


def _one_line(text: str) -> str:
    return escaped(" ".join(text.split()))
