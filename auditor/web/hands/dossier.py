"""Collects what the pages of a hand need: the record, its audit under a house, and its source lines.

A record is one logged copy of a hand. A hand may have several records, from different files.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from auditor.engine.findings import Beside, Finding, Report
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import in_use, load, names
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings
from auditor.formats.log import decode
from auditor.formats.report import beside_row, hand_row
from auditor.lookalike.words import notes_on
from auditor.store.evidence.files import Damaged
from auditor.store.hands.documents import Unpacker
from auditor.store.postgres.database import Connection
from auditor.store.queries import findings, hands
from auditor.store.queries.findings import FindingRow
from auditor.store.queries.hands import HandName, HandRecord, Standing
from auditor.store.queries.unread import shapes_of_hand
from auditor.web.access.visitor import own_venue
from auditor.web.hands.masks import masked
from auditor.web.hands.settlement_sentences import due_otherwise
from auditor.web.hands.source_lines import lines_of_hand
from auditor.web.rendering.documents import hand_document, standing_document
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.refusals import Refusal
from auditor.web.resources import resources, transaction
from auditor.web.rulebook.catalogue import title_of
from auditor.web.rulebook.kept_houses import house_under
from auditor.web.unread.documents import unread_documents
from auditor.web.uploads.damaged import mark_damaged


@dataclass(frozen=True, slots=True)
class Dossier:
    """A record with its audit. A record is one logged copy of a hand. The engine audits the hand again for each page,
    so a page can use any house.

    - `across`: the cross-hand findings of the record. They compare the record with another record or hand.
    - `earlier`: the hands that the cross-hand findings name, by number
    - `standing`: the place of the record in the first uploaded file that contains it; `None` if there is no such file
    - `sources`: the lines of the uploaded file, by line number
    - `damaged`: if the stored file is damaged, a sentence that says so; else empty
    - `hidden`: the names of players that must not appear on the page, each with its pseudonym, such as `player 3`
    - `numbers`: the ids of the stored findings under the house of the report. Each finding has two keys. The short key
      is the rule, the event, the seat and the subject (a card that appears twice, or empty). The long key also has the
      texts `logged` and `lawful`.
    - `states`: the decisions about the stored findings, such as `open` or `dismissed`, under the same keys
    - `unread`: the lines that our software does not understand

    A dossier is masked if `hidden` has names. A masked dossier has no `sources`. It has no `numbers`, because the pages
    of findings show names. Its unread lines have only their shapes: their texts without names, cards and numbers.
    """

    record: HandRecord
    hand: Hand
    house: House
    report: Report
    across: tuple[FindingRow, ...]
    earlier: Mapping[int, HandName]
    standing: Standing | None
    sources: dict[int, str]
    damaged: str
    hidden: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[tuple[Any, ...], int] = field(default_factory=dict)
    states: Mapping[tuple[Any, ...], str] = field(default_factory=dict)
    unread: tuple[dict[str, Any], ...] = ()

    @property
    def lines(self) -> tuple[int, ...]:
        """The line number of each event in the first uploaded file with the record; 0 for an event without a line."""
        return self.standing.lines if self.standing is not None else ()

    @property
    def file_name(self) -> str:
        """The name of the first uploaded file with the record; empty if the file is not known any more."""
        return self.standing.file_name if self.standing is not None else ""

    @property
    def name_notes(self) -> tuple[str, ...]:
        """Notes about look-alike or invisible characters in the names of players. Because of such characters, two
        different names may look the same.
        """
        return notes_on({seat.player: f"seat {seat.number}" for seat in self.hand.seats if seat.player})

    def document(self) -> dict[str, Any]:
        """Returns the page of the hand as a dict for JSON. It has the fields that `auditor check --json` writes for the
        hand, and further fields from the database, such as the uploads with the record (`standings`) and the other
        records of the same hand (`rivals`).
        """
        row: dict[str, Any] = msgspec.to_builtins(hand_row(self.file_name, self.hand, self.report))
        found = [
            {**self.placed(row_finding), "id": self.number_of(finding), "triage": self.state_of(finding)}
            for row_finding, finding in zip(row["findings"], self.report.findings, strict=True)
        ]
        document = {
            **row,
            "findings": found + [self._across(each) for each in self.across],
            "unverifiable": [{**each, "title": title_of(each["code"])} for each in row["unverifiable"]],
            "beside": [self._other_reading(each) for each in self.report.beside],
            "unread": list(self.unread),
            "record": hand_document(self.record.name),
            "name_notes": list(self.name_notes),
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
            "replaces": list(self.record.replaces),
            "replaced_by": list(self.record.replaced_by),
        }
        without_names: dict[str, Any] = masked(document, self.hidden)
        return without_names

    def number_of(self, finding: Finding) -> int | None:
        """Returns the database number of a finding of this audit; `None` if the finding is not stored.

        Stored findings match if they have the same rule, event, seat and subject (a card that appears twice, or empty).
        If several match, the one with the same texts is chosen.
        """
        place = (finding.code, finding.event, finding.seat, finding.subject)
        return self.numbers.get((*place, finding.logged, finding.lawful), self.numbers.get(place))

    def state_of(self, finding: Finding) -> str | None:
        """Returns the decision about a finding of this audit, such as `dismissed`; `None` if the finding is not stored.
        The stored finding is found as in `number_of`.
        """
        place = (finding.code, finding.event, finding.seat, finding.subject)
        return self.states.get((*place, finding.logged, finding.lawful), self.states.get(place))

    def placed(self, finding: dict[str, Any]) -> dict[str, Any]:
        """Returns the dict of a finding, with two more keys: the title of its rule, and the line of its event in the
        uploaded file.
        """
        event = finding["event"]
        line = self.lines[event] if event < len(self.lines) else 0
        return {**finding, "line": line or None, "title": title_of(finding["code"])}

    def _other_reading(self, beside: Beside) -> dict[str, Any]:
        """Returns as a dict the result under another reading of a clause (another way to understand it): its findings
        with titles, and sentences about lawful payouts.
        """
        row: dict[str, Any] = msgspec.to_builtins(beside_row(self.report, beside))
        settlement = beside.settlement
        due = due_otherwise(self.hand, self.report.settlement, settlement) if settlement is not None else []
        return {**row, "findings": [self.placed(finding) for finding in row["findings"]], "due": due}

    def _across(self, row: FindingRow) -> dict[str, Any]:
        """Returns a cross-hand finding as a dict with the same keys as the other findings. Such a finding compares this
        record with another record or with an earlier hand.
        """
        return {
            "code": row.code,
            "grade": row.grade,
            "severity": row.severity,
            "certainty": row.certainty,
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
            "earlier": self._earlier(row),
            "id": None if self.hidden else row.id,
            "triage": row.triage,
        }

    def _earlier(self, row: FindingRow) -> dict[str, Any] | None:
        """Returns the earlier hand that the cross-hand finding `row` names, as a dict; `None` if it names none."""
        name = self.earlier.get(row.earlier_id or 0)
        return None if name is None else hand_document(name)


def dossier_of(hand_id: int, house_name: str = "", *, mask: bool = False, source: bool = True) -> Dossier:
    """Returns the record with the number `hand_id` and its audit under the house `house_name`. If `house_name` is
    empty, the house of the stored audit is used; if there is no stored audit, `house_named` chooses the house.

    If `mask` is true, the names of players are hidden. If `source` is false, the lines of the file are not read, which
    saves time. Raises `Refusal` if there is no such record, or if the house does not cover its game.
    """
    with transaction() as connection:
        record = hands.record(connection, Unpacker(), hand_id, own_venue()) if hand_id < 2**63 else None
        if record is None:
            raise Refusal(404, f"There is no hand {hand_id}. Search for the number that the card room gave the hand.")
        across = findings.of_hand(connection, hand_id, "")
        earlier = hands.names_of(connection, [each.earlier_id for each in across if each.earlier_id is not None])
        unmasked = decode(record.document)
        on_record = _house_on_record(connection, record, unmasked, house_name)
        name = on_record.name if on_record is not None else house_name
        shapes = shapes_of_hand(connection, hand_id)
        numbers = findings.numbers(connection, hand_id, name) if name and not mask else {}
        states = findings.states(connection, hand_id, name) if name else {}
    hand = unmasked.masked() if mask else unmasked
    hidden = _pseudonyms(unmasked) if mask else {}
    house = on_record or house_named(hand, name)
    report = audit_with_readings(hand, house)
    standing = record.standings[0] if record.standings else None
    sources, damaged = _sources(standing if source and not mask else None)
    unread = tuple(unread_documents(unmasked, standing.lines if standing is not None else (), shapes, mask=mask))
    return Dossier(
        record, hand, house, report, across, earlier, standing, sources, damaged, hidden, numbers, states, unread
    )


def houses_for(hand: Hand) -> list[str]:
    """Returns the names of the houses that have rules for the game of this hand."""
    return [name for name in names() if hand.game in in_use().file(name).games]


def report_under(hand: Hand, name: str) -> Report:
    """Audits a hand under the house `name`. If `name` is empty, `house_named` chooses the house.

    Raises `Refusal` if that house does not cover the game of the hand.
    """
    return audit_with_readings(hand, house_named(hand, name))


def house_named(hand: Hand, name: str) -> House:
    """Returns the house `name`. If `name` is empty, returns the house that is written in the log, else the house of the
    card room, else the base of all houses.

    Raises `Refusal` if that house does not cover the game of the hand.
    """
    try:
        return house_for(hand, name)
    except HouseRefused as refused:
        message = str(refused)
        raise Refusal(422, f"{message[:1].upper()}{message[1:].rstrip('.')}.") from refused


def _pseudonyms(hand: Hand) -> dict[str, str]:
    """Returns a pseudonym for each player whom the log names: the word `player` with the number of his first seat."""
    named = [seat for seat in hand.seats if seat.player != str(seat.number)]
    return {seat.player: f"player {seat.number}" for seat in reversed(named)}


def _house_on_record(connection: Connection, record: HandRecord, hand: Hand, name: str) -> House | None:
    """Returns the house of a stored report of this record, with the rules as they were at that audit. Returns `None` if
    there is no such report, or no such house any more.

    Only the latest report under each house is used. If `name` is not empty, only the report under the house `name` is
    used. Otherwise, the newest report under a house that still has a file is chosen. If there is none, the newest
    report under a house whose file was deleted is chosen.

    If the house file has changed since the audit, or is deleted, the rules come from the database. If the database does
    not have these rules, the rules of the file today are used.
    """
    current = [report for report in record.reports if report.current and name in ("", report.house)]
    for report in sorted(current, key=lambda report: report.house not in names()):
        try:
            today = load(report.house, hand.game, hand.structure)
        except HouseRefused:
            today = None
        if today is not None and today.digest == report.house_digest:
            return today
        found = house_under(connection, report.house, report.house_digest) or today
        if found is not None:
            return found
    return None


def _sources(standing: Standing | None) -> tuple[dict[int, str], str]:
    if standing is None:
        return {}, ""
    try:
        return lines_of_hand(resources().place().evidence, standing), ""
    except Damaged as damage:
        return {}, mark_damaged(damage)
