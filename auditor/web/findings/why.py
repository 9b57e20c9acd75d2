"""Why one finding is a finding: where it stands, the clauses it rests on, what it was derived from, and the money."""

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

# What a payout is made of: a finding on one of these is about what somebody is owed.
_OF_MONEY: Final = (e.Return, e.Collect, e.Rake, e.PotTotal, e.Won, e.StackAfter, e.LogEnd)


@dataclass(frozen=True, slots=True)
class Why:
    """One stored finding, `row`, and what the engine at hand says of it. `found` is the same finding in the audit of
    today, `None` where that has none such, and for what was found between hands.
    """

    row: FindingRow
    dossier: Dossier
    house: House
    found: Finding | None

    @property
    def place(self) -> Place | None:
        """The step it stands at."""
        places = places_of(self.dossier.hand)
        event = self.row.event
        return places[event] if event is not None and event < len(places) else None

    @property
    def where(self) -> str:
        """`Fourth street`; empty where it is about the hand as a whole."""
        place = self.place
        return NAMES[place.street] if place is not None else ""

    @property
    def pieces(self) -> list[Piece]:
        """What happened there, as a sentence."""
        place = self.place
        return sentence_of(self.dossier.hand, self.dossier.hand.events[place.event]) if place is not None else []

    @property
    def about(self) -> list[Piece]:
        """Whom it is about, where the sentence of what happened there does not begin with that seat."""
        place, seat = self.place, self.row.seat
        if not seat or (place is not None and self.dossier.hand.events[place.event].seat == seat):
            return []
        return who(self.dossier.hand, seat)

    @property
    def seen_before(self) -> tuple[Place, list[Piece]] | None:
        """Where the card that it is about lay first, and the sentence for that."""
        place, hand = self.place, self.dossier.hand
        for each in places_of(hand)[: place.event] if place is not None else ():
            event = hand.events[each.event]
            if isinstance(event, e.Cards) and self.row.subject in map(card_name, event.cards):
                return each, sentence_of(hand, event)
        return None

    @property
    def earlier(self) -> HandName | None:
        """The hand before, against which it was found; `None` too where it is gone."""
        return self.dossier.earlier.get(self.row.earlier_id or 0)

    def step(self) -> Step | None:
        """The table after the event, with all cards that the record tells."""
        place = self.place
        if place is None:
            return None
        return step_at(self.dossier.report, self.house, places_of(self.dossier.hand), place.event, known=True)

    def clauses(self) -> list[dict[str, Any]]:
        """What its house says to each question that it rests on; of each reading whether it is gone under that one."""
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
        """By each reading under which it is gone, what seats are due then; left out where that is the same."""
        settlement = self.dossier.report.settlement
        gone = {reading.partition(":")[0] for reading in self.row.readings}
        return {
            beside.reading: due_otherwise(self.dossier.hand, settlement, beside.settlement)
            for beside in self.dossier.report.beside
            if beside.reading in gone and beside.settlement is not None
        }

    @property
    def of_money(self) -> bool:
        """Whether it is about what somebody is owed."""
        place = self.place
        if place is None:
            return False
        settling = isinstance(self.dossier.hand.events[place.event], _OF_MONEY) or place.street == SETTLEMENT
        return settling and self.row.code in BY_CODE

    def owed(self) -> list[str]:
        """Who was paid too much and who too little."""
        return owed_words(self.dossier.hand, self.dossier.report.settlement)

    def other_houses(self) -> list[HouseOpinion]:
        """What the other houses that judge this game say of it; nothing where it is found no more."""
        if self.found is None:
            return []
        report = self.dossier.report
        others = [name for name in houses_for(self.dossier.hand) if name != report.house_name]
        return opinions_of(self.dossier.hand, report.findings, self.found, others)

    @property
    def players(self) -> Mapping[int, str]:
        """Who sits where."""
        return {seat.number: seat.player for seat in self.dossier.hand.seats}


def why_of(row: FindingRow, dossier: Dossier) -> Why:
    """The stored finding with the same of today's audit: of the same rule, event, seat and subject, of several such the
    one that says the same.
    """
    alike = [
        each
        for each in dossier.report.findings
        if (each.code, each.event, each.subject) == (row.code, row.event, row.subject) and each.seat == row.seat
    ]
    same = [each for each in alike if (each.logged, each.lawful) == (row.logged, row.lawful)]
    found = next(iter(same or alike), None)
    return Why(row, dossier, dossier.house, found)
