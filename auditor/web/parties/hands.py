"""Tells the hand of a case as one party saw it at the table.

The party sees the own cards. The face-down cards of all other seats are hidden until they are shown at the table. The
names of players are hidden, and so is the chat.
"""

from typing import Any

from auditor.formats.log import decode
from auditor.store.disputes.parties import PartyRow
from auditor.store.queries.case_names import document_of_case
from auditor.web.hands.player_events import own_cards, parts_of
from auditor.web.requests.refusals import Refusal
from auditor.web.resources import transaction


def hand_document(party: PartyRow) -> dict[str, Any]:
    """Returns the hand of the case of this party, for the template. Raises `Refusal` if the case has no record."""
    with transaction() as connection:
        document = document_of_case(connection, party.case_id)
    if document is None:
        raise Refusal(404, "This case has no record of the hand yet. Go back to the page of the case.")
    hand = decode(document).masked()
    seat = party.seat or 0
    happened, left_out = parts_of(hand, seat, frozenset())
    return {
        "case": party.case_id,
        "seat": seat,
        "number": hand.number,
        "own_cards": own_cards(hand, seat) if seat else [],
        "happened": happened,
        "left_out": left_out,
    }
