"""The pinned hand of a case: its steps, its findings and its settlement, without the names of players."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from auditor.disputes.drafts import draft_of
from auditor.disputes.rulings import HOUSE, Line, seat_party
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.setting_words import setting_document
from auditor.engine.rules import BY_CODE
from auditor.engine.settlement import Settlement
from auditor.formats.log import decode
from auditor.store.disputes.pins import Pin
from auditor.store.hands.documents import Unpacker
from auditor.store.postgres.database import Connection
from auditor.web.hands.event_sentences import plain_text, sentence_of
from auditor.web.hands.replay.places import Place, places_of
from auditor.web.rulebook.catalogue import title_of


@dataclass
class HandFacts:
    """A pinned hand with its masked record: each player has the number of the seat instead of a name."""

    pin: Pin
    hand: Hand

    @cached_property
    def places(self) -> list[Place]:
        """The place of each event of the hand."""
        return places_of(self.hand)

    @cached_property
    def house(self) -> House:
        """The house as it was when the hand was pinned. Raises `HouseRefused` if its text is not valid any more."""
        return self.pin.house_then()

    @cached_property
    def settlement(self) -> Settlement:
        """The settlement of the engine at that time."""
        return self.pin.settlement()

    @cached_property
    def draft(self) -> tuple[Line, ...] | None:
        """The settlement as the draft of a ruling; `None` if the log does not show enough."""
        return draft_of(self.settlement)

    def parties(self) -> list[str]:
        """Returns the parties that a ruling can name: each seat, and the house."""
        return [*[seat_party(each.seat) for each in self.settlement.seats], HOUSE]

    def step(self, event: int | None) -> dict[str, Any] | None:
        """Returns the sentence of an event and the address of its step in the replay; `None` if there is none."""
        if event is None or not 0 <= event < len(self.places):
            return None
        words = plain_text(sentence_of(self.hand, self.hand.events[event]))
        place = self.places[event].address
        return {
            "event": event,
            "words": words,
            "place": place,
            "address": f"/hands/{self.pin.hand_id}/step/{place}?names=masked",
        }

    def findings(self) -> list[dict[str, Any]]:
        """Returns the findings at the time of the pin, each with the title of its rule and its step."""
        return [
            {**each, "title": title_of(each["code"]), "step": self.step(each["event"])} for each in self.pin.findings
        ]

    def clauses(self) -> list[dict[str, Any]]:
        """Returns the clauses of the house on which the findings rest, each clause once."""
        keys = [key for each in self.pin.findings for key in _cites(each["code"])]
        return [setting_document(self.house.setting(key)) for key in dict.fromkeys(keys)]

    def seats(self) -> list[dict[str, Any]]:
        """Returns the settlement of each seat, without names. Amounts are in the smallest unit."""
        rows = [
            {
                "party": seat_party(each.seat),
                "lawful": each.lawful,
                "logged": each.logged,
                "difference": each.difference,
            }
            for each in self.settlement.seats
        ]
        rake = self.settlement
        house = {"party": "rake", "lawful": rake.rake_lawful, "logged": rake.rake_logged}
        return [*rows, {**house, "difference": rake.rake_difference}]


def facts_of(connection: Connection, pin: Pin) -> HandFacts:
    """Returns the facts of a pinned hand."""
    return HandFacts(pin, decode(Unpacker().unpack(connection, pin.document)).masked())


def _cites(code: str) -> tuple[str, ...]:
    rule = BY_CODE.get(code)
    return rule.cites if rule is not None else ()
