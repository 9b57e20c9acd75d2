"""Explains one finding: its place in the log, the clauses of the house, the state of the poker table, and the wrong
payouts.
"""

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

# The events about a payout. If the finding is at such an event, the page of the finding has a section about payouts.
_OF_MONEY: Final = (e.Added, e.Return, e.Collect, e.Rake, e.PotTotal, e.Won, e.StackAfter, e.LogEnd)


@dataclass(frozen=True, slots=True)
class Why:
    """A finding as it was stored (`row`), and its reasons.

    The hand is audited again for the page. `found` is the same finding in the new audit. `found` is `None` if the new
    audit does not have the finding, and also for cross-hand findings.
    """

    row: FindingRow
    dossier: Dossier
    house: House
    found: Finding | None

    @property
    def place(self) -> Place | None:
        """Where in the hand the finding's event is: the street, and the number of the event on this street. `None` for
        a finding about the whole hand.
        """
        places = places_of(self.dossier.hand)
        event = self.row.event
        return places[event] if event is not None and event < len(places) else None

    @property
    def where(self) -> str:
        """The name of the street of the finding's event, such as `Fourth street`; empty for a finding about the whole
        hand.
        """
        place = self.place
        return NAMES[place.street] if place is not None else ""

    @property
    def pieces(self) -> list[Piece]:
        """The sentence about the finding's event, divided into pieces such as text, players and cards. Empty for a
        finding about the whole hand.
        """
        place = self.place
        return sentence_of(self.dossier.hand, self.dossier.hand.events[place.event]) if place is not None else []

    @property
    def about(self) -> list[Piece]:
        """The seat of the finding and its player, as pieces of a sentence. Empty if the finding has no seat. Also empty
        if the event of the finding is an event of this seat, because the sentence about the event already names the
        seat.
        """
        place, seat = self.place, self.row.seat
        if not seat or (place is not None and self.dossier.hand.events[place.event].seat == seat):
            return []
        return who(self.dossier.hand, seat)

    @property
    def seen_before(self) -> tuple[Place, list[Piece]] | None:
        """The place and the sentence of the first event with the same card, if the finding is about a card that appears
        twice. `None` for any other finding.
        """
        place, hand = self.place, self.dossier.hand
        for each in places_of(hand)[: place.event] if place is not None else ():
            event = hand.events[each.event]
            if isinstance(event, e.Cards) and self.row.subject in map(card_name, event.cards):
                return each, sentence_of(hand, event)
        return None

    @property
    def earlier(self) -> HandName | None:
        """The earlier hand that a cross-hand finding names; `None` if there is none, or if that hand was deleted."""
        return self.dossier.earlier.get(self.row.earlier_id or 0)

    def step(self) -> Step | None:
        """Returns the table after the event of the finding, as a step of the replayer. All cards in the record are
        visible. `None` for a finding about the whole hand.
        """
        place = self.place
        if place is None:
            return None
        return step_at(self.dossier.report, self.house, places_of(self.dossier.hand), place.event, known=True)

    def clauses(self) -> list[dict[str, Any]]:
        """Returns as dicts those clauses of the house on which the finding depends.

        A clause may have other readings, which are other ways to understand it. In each reading, `falls_away` says
        whether the finding disappears under that reading.
        """
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
        """Returns sentences about lawful payouts that are different under other readings (ways to understand a clause).

        The keys are the readings under which the finding disappears.
        """
        settlement = self.dossier.report.settlement
        gone = {reading.partition(":")[0] for reading in self.row.readings}
        return {
            beside.reading: due_otherwise(self.dossier.hand, settlement, beside.settlement)
            for beside in self.dossier.report.beside
            if beside.reading in gone and beside.settlement is not None
        }

    @property
    def of_money(self) -> bool:
        """Whether the finding is about a payout, so that the page shows the settlement."""
        place = self.place
        if place is None:
            return False
        settling = isinstance(self.dossier.hand.events[place.event], _OF_MONEY) or place.street == SETTLEMENT
        return settling and self.row.code in BY_CODE

    def owed(self) -> list[str]:
        """Returns sentences about the seats that were paid too much or too little, such as "Seat 3 was paid 20 too
        much".
        """
        return owed_words(self.dossier.hand, self.dossier.report.settlement)

    def other_houses(self) -> list[HouseOpinion]:
        """Returns the results of audits under the other houses that cover this game. Empty if the new audit of the hand
        does not give the finding.
        """
        if self.found is None:
            return []
        report = self.dossier.report
        others = [name for name in houses_for(self.dossier.hand) if name != report.house_name]
        return opinions_of(self.dossier.hand, report.findings, self.found, others)

    @property
    def players(self) -> Mapping[int, str]:
        """The names of the players by seat."""
        return {seat.number: seat.player for seat in self.dossier.hand.seats}


def why_of(row: FindingRow, dossier: Dossier) -> Why:
    """Finds the stored finding `row` in the new audit, which is in `dossier`.

    Findings match if they have the same rule, event, seat and subject. The subject is the card that appears twice, and
    empty in all other findings. If several match, a finding with the same texts `logged` and `lawful` is chosen.
    """
    alike = [
        each
        for each in dossier.report.findings
        if (each.code, each.event, each.subject) == (row.code, row.event, row.subject) and each.seat == row.seat
    ]
    same = [each for each in alike if (each.logged, each.lawful) == (row.logged, row.lawful)]
    found = next(iter(same or alike), None)
    return Why(row, dossier, dossier.house, found)
