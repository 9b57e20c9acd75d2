"""Reads the form that opens a case about a hand."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from auditor.disputes.claims import BadClaim, Claim, Subject
from auditor.disputes.rulings import seat_party
from auditor.engine.hand import Hand
from auditor.store.disputes.cases import NewCase, NewParty
from auditor.web.cases.amounts import amount_in, number_in
from auditor.web.hands.event_sentences import plain_text, sentence_of
from auditor.web.hands.replay.places import places_of
from auditor.web.rendering.template_filters import street_name

FIELDS: Final = frozenset({"player", "others", "subject", "event", "happened", "should", "amount", "raised", "rule"})
# A longer hand has a field for the number of the event instead of the list of all events.
MOST_LISTED: Final = 400
_STREETS: Final = range(3, 8)


def event_choices(hand: Hand) -> list[dict[str, Any]]:
    """Returns the events of a hand for the list of the form, each with its street and its sentence without names."""
    if len(hand.events) > MOST_LISTED:
        return []
    masked = hand.masked()
    return [
        {
            "event": place.event,
            "words": f"{street_name(place.street) or 'hand'}, {place.address}: "
            f"{plain_text(sentence_of(masked, masked.events[place.event]))}",
        }
        for place in places_of(masked)
    ]


def new_case(fields: Mapping[str, str], others: Sequence[str], hand: Hand, number: str, opener: int) -> NewCase:
    """Returns the case that a form asks for, without its venue and its record. `others` are the seats of the other
    players whom the case concerns. Raises `BadClaim` or `BadAmount` if a field is not valid.
    """
    event = _event(fields.get("event", ""), hand)
    minor = hand.unit.minor
    street = places_of(hand)[event].street if event is not None else None
    claim = Claim(
        number,
        subject_in(fields.get("subject", "")),
        fields.get("happened", ""),
        fields.get("should", ""),
        street if street in _STREETS else None,
        event,
        amount_in(fields.get("amount", ""), minor, "The claimed amount"),
    )
    names = {str(seat.number): seat.player for seat in hand.seats}
    player = fields.get("player", "")
    if player not in names:
        raise BadClaim("Choose the seat of the player who claims.")
    unknown = [seat for seat in others if seat not in names]
    if unknown:
        raise BadClaim(f"This hand has no seat {unknown[0][:10]}.")
    parties = [NewParty("claimant", seat_party(int(player)), names[player], int(player))]
    for seat in dict.fromkeys(others):
        if seat != player:
            parties.append(NewParty("respondent", seat_party(int(seat)), names[seat], int(seat)))
    raised = _moment(fields.get("raised", ""))
    return NewCase(0, opener, "desk", claim, parties, hand.unit.currency, minor, None, fields.get("rule", ""), raised)


def subject_in(text: str) -> Subject:
    """Returns the subject that a form has. Raises `BadClaim` if there is no such subject."""
    try:
        return Subject(text)
    except ValueError:
        raise BadClaim(f"Choose what the claim is about: {', '.join(Subject)}.") from None


def _event(text: str, hand: Hand) -> int | None:
    if not text.strip():
        return None
    plain = text.strip()
    event = number_in(plain)
    if event is None or event >= len(hand.events):
        raise BadClaim(f"The hand has no event {plain[:20]}. Its last event is {len(hand.events) - 1}.")
    return event


def _moment(text: str) -> dt.datetime | None:
    if not text.strip():
        return None
    try:
        found = dt.datetime.fromisoformat(text.strip())
    except ValueError:
        raise BadClaim(f"“{text[:30]}” is not a time. Write the time in UTC as 2026-11-24 20:15.") from None
    return found if found.tzinfo is not None else found.replace(tzinfo=dt.UTC)
