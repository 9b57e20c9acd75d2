"""What the API answers about hands, field by field: the report of the command, and where the record is."""

from typing import Final

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out

_MORE: Final = "of its rule that are not listed, and for which it stands; left out where there are none"


class RecordSchema(Schema):
    """One record of a hand; records with the same `deal` are about the same hand."""

    id = out.number()
    deal = out.number()
    venue = out.text()
    room = out.text()
    game = out.text()
    number = out.text("the room's hand number", allow_none=True)
    digest = out.text("SHA-256 of the canonical hand")
    played = out.text(out.WHEN, allow_none=True)
    local = out.text("the time as the log writes it")
    table = out.text()
    tournament = out.text()


class ListedSchema(RecordSchema):
    """A record in a list, with what tells it from others of the same number."""

    receipt = out.text("of the first file it came in", allow_none=True)
    file_name = out.text(allow_none=True)
    line = out.number("its first line in that file, from 1", allow_none=True)
    house = out.text("of its newest current report; empty where there is none")
    findings = out.number("under that house, those that are not listed included")


class HandsSchema(Schema):
    """Records of hands, the newest first."""

    hands = fields.List(fields.Nested(ListedSchema))
    next = out.number("`before` of the next page; null at the end", allow_none=True)


class FoundSchema(Schema):
    """A finding on a hand."""

    code = out.text()
    title = out.text()
    grade = out.text()
    id = out.number("of the finding, where it is on record under this house", allow_none=True)
    event = out.number("the index of an event, from 0", allow_none=True)
    line = out.number("of the decoded file, from 1", allow_none=True)
    street = out.number(allow_none=True)
    seat = out.number(allow_none=True)
    logged = out.text()
    lawful = out.text()
    amount = out.number(out.CHIPS, allow_none=True)
    clause = out.text()
    status = out.text()
    readings = out.texts("readings of a clause under which it does not stand: with any, it is contested")
    earlier = fields.Nested(
        RecordSchema, allow_none=True, metadata={"description": "the hand before, where it is found across hands"}
    )
    more = out.number(_MORE)


class OpenSchema(Schema):
    """A rule that could not be judged at an event."""

    code = out.text()
    title = out.text()
    event = out.number()
    more = out.number(_MORE)


class ShareSchema(Schema):
    """What a seat should get from a pot or half of it, net of rake."""

    half = out.text()
    seat = out.number()
    amount = out.number(out.CHIPS)
    odd = out.number("odd chips in it")
    card = out.text("the card that brought them to this seat among those it ties with, such as As", allow_none=True)


class PotSchema(Schema):
    """A pot, gross of rake, after uncalled bets went back."""

    amount = out.number(out.CHIPS)
    rake = out.number("what of the rake comes out of it", allow_none=True)
    eligible = out.numbers()
    shares = fields.List(fields.Nested(ShareSchema))
    reasons = out.texts("the clauses by which odd chips went where they did")


class SeatSchema(Schema):
    """A seat's account: difference = logged - lawful."""

    seat = out.number()
    player = out.text()
    put_in = out.number(out.CHIPS)
    lawful = out.number(allow_none=True)
    logged = out.number(allow_none=True)
    difference = out.number(allow_none=True)


class RakeSchema(Schema):
    """What the house should have taken, and took."""

    lawful = out.number(allow_none=True)
    logged = out.number(allow_none=True)
    difference = out.number(allow_none=True)


class UncalledSchema(Schema):
    """Chips that nobody called and that go back."""

    seat = out.number(allow_none=True)
    amount = out.number(out.CHIPS)


class TransferSchema(Schema):
    """`giver` owes `taker` so much; null is the house."""

    giver = out.number(allow_none=True)
    taker = out.number(allow_none=True)
    amount = out.number(out.CHIPS)


class SettlementSchema(Schema):
    """What should have been paid; all differences sum to zero, where all are known."""

    pots = fields.List(fields.Nested(PotSchema))
    seats = fields.List(fields.Nested(SeatSchema))
    rake = fields.Nested(RakeSchema)
    uncalled = fields.Nested(UncalledSchema, allow_none=True)
    transfers = fields.List(
        fields.Nested(TransferSchema), metadata={"description": "the fewest that put the payout right"}
    )
    words = out.texts("all of it in sentences, with why something cannot be said")


class OtherReadingSchema(Schema):
    """What another reading of one clause says: none of it is counted."""

    reading = out.text("the parameter and its value, such as `cap.scope = per_player`")
    sentence = out.text("how the clause is read then")
    findings = fields.List(
        fields.Nested(FoundSchema), metadata={"description": "there under it alone, or told otherwise"}
    )
    settlement = fields.Nested(
        SettlementSchema, allow_none=True, metadata={"description": "where that differs, what should have been paid"}
    )


class BesideSchema(OtherReadingSchema):
    """The same, and what it comes to."""

    due = out.texts("what each seat is due then, where that differs")


class PairSchema(Schema):
    """A finding as each house has it."""

    house_sensitive = out.flag("whether the two do not say the same")
    first = fields.Nested(FoundSchema, allow_none=True)
    second = fields.Nested(FoundSchema, allow_none=True)


class DueSchema(Schema):
    """What a seat should have been paid under each house; without a seat, the rake."""

    house_sensitive = out.flag("whether the two do not say the same")
    seat = out.number(allow_none=True)
    player = out.text()
    first = out.number("null where it is not known", allow_none=True)
    second = out.number("null where it is not known", allow_none=True)


class UnderSchema(Schema):
    """What else one of the two houses says."""

    house = out.text()
    house_digest = out.text()
    unverifiable = fields.List(fields.Nested(OpenSchema))
    settlement = fields.Nested(SettlementSchema)
    beside = fields.List(fields.Nested(OtherReadingSchema))


class UnitSchema(Schema):
    """What amounts are counted in."""

    currency = out.text()
    minor = out.number()


class StakesSchema(Schema):
    """The stakes as the log names them."""

    ante = out.number(allow_none=True)
    bring_in = out.number(allow_none=True)
    small_bet = out.number(allow_none=True)
    big_bet = out.number(allow_none=True)


class ReportSchema(Schema):
    """A report on record."""

    house = out.text()
    house_digest = out.text()
    rules_version = out.number()
    digest = out.text()
    run = out.number()
    findings = out.number("those that are not listed included")
    current = fields.Boolean(dump_only=True)
    audited = out.text(out.WHEN)


class StandingSchema(Schema):
    """Where a record stands in an upload."""

    receipt = out.text()
    file_name = out.text()
    received = out.text(out.WHEN)
    first_line = out.number()
    last_line = out.number()


class HandSchema(Schema):
    """A hand, audited under a house by the engine at hand."""

    kind = out.text()
    file = out.text()
    hand = out.text("the room's number", allow_none=True)
    game = out.text()
    house = out.text()
    house_digest = out.text()
    rules_version = out.number()
    digest = out.text()
    report_digest = out.text()
    unit = fields.Nested(UnitSchema)
    stakes = fields.Nested(StakesSchema)
    findings = fields.List(fields.Nested(FoundSchema))
    unverifiable = fields.List(fields.Nested(OpenSchema))
    settlement = fields.Nested(SettlementSchema)
    beside = fields.List(fields.Nested(BesideSchema))
    record = fields.Nested(RecordSchema)
    reports = fields.List(fields.Nested(ReportSchema))
    standings = fields.List(fields.Nested(StandingSchema))
    rivals = fields.List(fields.Nested(RecordSchema))
    name_notes = out.texts("names at the table that look alike, mix scripts or hold what is not seen; no finding")


class WhatIfSchema(Schema):
    """A hand under two houses, side by side."""

    kind = out.text()
    file = out.text()
    hand = out.text("the room's number", allow_none=True)
    game = out.text()
    digest = out.text()
    unit = fields.Nested(UnitSchema)
    house_sensitive = out.flag("whether a finding is, or what somebody is due")
    findings = fields.List(fields.Nested(PairSchema))
    due = fields.List(fields.Nested(DueSchema))
    first = fields.Nested(UnderSchema)
    second = fields.Nested(UnderSchema)
    record = fields.Nested(RecordSchema)
