"""The reasons of one finding: its place, its clauses, its table, and the money."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.findings import Finding
from auditor.engine.house import House
from auditor.engine.house.setting_words import setting_document
from auditor.engine.rules import BY_CODE
from auditor.store.queries.findings import FindingRow
from auditor.store.queries.hands import HandName
from auditor.web.findings.other_houses import HouseOpinion, opinions_of
from auditor.web.hands.dossier import Dossier, houses_for
from auditor.web.hands.event_sentences import Piece, card_name, sentence_of, who
from auditor.web.hands.replay.places import Place, places_of
from auditor.web.hands.replay.step import Step, step_at
from auditor.web.hands.sections import NAMES, SETTLEMENT
from auditor.web.hands.settlement_sentences import due_otherwise, owed_words

# The events of a payout: a finding at one of them has a section about the money.
_OF_MONEY: Final = (e.Return, e.Collect, e.Rake, e.PotTotal, e.Won, e.StackAfter, e.LogEnd)


@dataclass(frozen=True, slots=True)
class Why:
    """A stored finding, `row`, and its reasons.

    `found` is the same finding in an audit now; `None` if that audit does not have it, and for cross-hand findings.
    """

    row: FindingRow
    dossier: Dossier
    house: House
    found: Finding | None

    @property
    def place(self) -> Place | None:
        """The step of its event."""
        places = places_of(self.dossier.hand)
        event = self.row.event
        return places[event] if event is not None and event < len(places) else None

    @property
    def where(self) -> str:
        """`Fourth street`; empty for a finding about the whole hand."""
        place = self.place
        return NAMES[place.street] if place is not None else ""

    @property
    def pieces(self) -> list[Piece]:
        """The sentence of its event."""
        place = self.place
        return sentence_of(self.dossier.hand, self.dossier.hand.events[place.event]) if place is not None else []

    @property
    def about(self) -> list[Piece]:
        """Its seat, unless the sentence of its event begins with that seat."""
        place, seat = self.place, self.row.seat
        if not seat or (place is not None and self.dossier.hand.events[place.event].seat == seat):
            return []
        return who(self.dossier.hand, seat)

    @property
    def seen_before(self) -> tuple[Place, list[Piece]] | None:
        """For a card that appears twice: its first place, and the sentence there."""
        place, hand = self.place, self.dossier.hand
        for each in places_of(hand)[: place.event] if place is not None else ():
            event = hand.events[each.event]
            if isinstance(event, e.Cards) and self.row.subject in map(card_name, event.cards):
                return each, sentence_of(hand, event)
        return None

    @property
    def earlier(self) -> HandName | None:
        """The earlier hand of a cross-hand finding; `None` if that hand is gone."""
        return self.dossier.earlier.get(self.row.earlier_id or 0)

    def step(self) -> Step | None:
        """The table after the event, with all cards in the record."""
        place = self.place
        if place is None:
            return None
        return step_at(self.dossier.report, self.house, places_of(self.dossier.hand), place.event, known=True)

    def clauses(self) -> list[dict[str, Any]]:
        """The clauses behind it, and for each reading whether the finding falls away."""
        if self.found is None:
            rule = BY_CODE.get(self.row.code)
            cites = rule.cites if rule is not None else ()
        else:
            cites = self.found.cites or ()
        clauses = [setting_document(self.house.setting(key)) for key in cites]
        gone = {reading.partition(":")[0] for reading in self.row.readings}
        for clause in clauses:
            for reading in clause["readings"]:
                reading["falls_away"] = f"{clause['key']} = {reading['value']}" in gone
        return clauses

    def due_otherwise(self) -> dict[str, list[str]]:
        """For each reading without the finding: the lawful payouts then, if they differ."""
        settlement = self.dossier.report.settlement
        gone = {reading.partition(":")[0] for reading in self.row.readings}
        return {
            beside.reading: due_otherwise(self.dossier.hand, settlement, beside.settlement)
            for beside in self.dossier.report.beside
            if beside.reading in gone and beside.settlement is not None
        }

    @property
    def of_money(self) -> bool:
        """Whether it is about a payout."""
        place = self.place
        if place is None:
            return False
        settling = isinstance(self.dossier.hand.events[place.event], _OF_MONEY) or place.street == SETTLEMENT
        return settling and self.row.code in BY_CODE

    def owed(self) -> list[str]:
        """The seats that were paid too much or too little."""
        return owed_words(self.dossier.hand, self.dossier.report.settlement)

    def other_houses(self) -> list[HouseOpinion]:
        """The results of the other houses of this game; empty if an audit now does not find it."""
        if self.found is None:
            return []
        report = self.dossier.report
        others = [name for name in houses_for(self.dossier.hand) if name != report.house_name]
        return opinions_of(self.dossier.hand, report.findings, self.found, others)

    @property
    def players(self) -> Mapping[int, str]:
        """The players by seat."""
        return {seat.number: seat.player for seat in self.dossier.hand.seats}


def why_of(row: FindingRow, dossier: Dossier) -> Why:
    """A stored finding, and its match in an audit now: same rule, event, seat and subject, and best the same texts."""
    alike = [
        each
        for each in dossier.report.findings
        if (each.code, each.event, each.subject) == (row.code, row.event, row.subject) and each.seat == row.seat
    ]
    same = [each for each in alike if (each.logged, each.lawful) == (row.logged, row.lawful)]
    found = next(iter(same or alike), None)
    return Why(row, dossier, dossier.house, found)
