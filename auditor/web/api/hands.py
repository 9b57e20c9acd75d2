"""The fields of the API's answers about hands: the audit report of a hand, and the uploads that have the hand."""

from typing import Final

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out

_MORE: Final = "the number of unlisted findings of its rule; left out if there are none"


class RecordSchema(Schema):
    """One logged copy of a hand. Records with the same `deal` are copies of the same hand."""

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
    """A record in a list, with fields that distinguish records with the same number."""

    receipt = out.text("the receipt of the first file with this record", allow_none=True)
    file_name = out.text(allow_none=True)
    line = out.number("its first line in that file, from 1", allow_none=True)
    house = out.text("the house of its newest current report; empty: no report")
    findings = out.number("the number of findings under that house, unlisted ones included")


class HandsSchema(Schema):
    """Records of hands, the newest first."""

    hands = fields.List(fields.Nested(ListedSchema))
    next = out.number("`before` of the next page; null at the end", allow_none=True)


class FoundSchema(Schema):
    """A finding on a hand."""

    code = out.text()
    title = out.text()
    grade = out.text()
    id = out.number("the number of the finding if it is stored under this house", allow_none=True)
    event = out.number("the index of an event, from 0", allow_none=True)
    line = out.number("the line in the decoded file, from 1", allow_none=True)
    street = out.number(allow_none=True)
    seat = out.number(allow_none=True)
    logged = out.text()
    lawful = out.text()
    amount = out.number(out.CHIPS, allow_none=True)
    clause = out.text()
    status = out.text()
    readings = out.texts(
        "readings of a clause that do not give this finding; if there is one, the finding is contested"
    )
    earlier = fields.Nested(
        RecordSchema, allow_none=True, metadata={"description": "the earlier hand of a cross-hand finding"}
    )
    more = out.number(_MORE)


class OpenSchema(Schema):
    """A rule that is not verifiable at one event of the hand, because the log does not show enough."""

    code = out.text()
    title = out.text()
    event = out.number()
    more = out.number(_MORE)


class ShareSchema(Schema):
    """The lawful share of a seat in a pot or in half a pot, after rake."""

    half = out.text()
    seat = out.number()
    amount = out.number(out.CHIPS)
    odd = out.number("the number of odd chips in the amount")
    card = out.text("the card that decided the odd chips in a tie, such as As", allow_none=True)


class PotSchema(Schema):
    """A pot, before rake and after uncalled bets were returned."""

    amount = out.number(out.CHIPS)
    rake = out.number("the part of the rake from this pot", allow_none=True)
    eligible = out.numbers()
    shares = fields.List(fields.Nested(ShareSchema))
    reasons = out.texts("the clauses that decided the odd chips")


class SeatSchema(Schema):
    """The account of one seat: chips put in, lawful payout and logged payout. The difference is logged - lawful."""

    seat = out.number()
    player = out.text()
    put_in = out.number(out.CHIPS)
    lawful = out.number(allow_none=True)
    logged = out.number(allow_none=True)
    difference = out.number(allow_none=True)


class RakeSchema(Schema):
    """The lawful rake and the logged rake."""

    lawful = out.number(allow_none=True)
    logged = out.number(allow_none=True)
    difference = out.number(allow_none=True)


class UncalledSchema(Schema):
    """Chips that nobody called. The seat gets these chips back."""

    seat = out.number(allow_none=True)
    amount = out.number(out.CHIPS)


class TransferSchema(Schema):
    """The seat `giver` owes the seat `taker` this amount. Null stands for the house."""

    giver = out.number(allow_none=True)
    taker = out.number(allow_none=True)
    amount = out.number(out.CHIPS)


class SettlementSchema(Schema):
    """The lawful payouts of a hand. If all payouts are known, the differences of seats and rake sum to zero."""

    pots = fields.List(fields.Nested(PotSchema))
    seats = fields.List(fields.Nested(SeatSchema))
    rake = fields.Nested(RakeSchema)
    uncalled = fields.Nested(UncalledSchema, allow_none=True)
    transfers = fields.List(
        fields.Nested(TransferSchema), metadata={"description": "the fewest transfers that correct the payout"}
    )
    words = out.texts("the settlement in sentences, with reasons for unknown parts")


class OtherReadingSchema(Schema):
    """The result under another reading of one clause. Its findings are not counted."""

    reading = out.text("the parameter and its value, such as `cap.scope = per_player`")
    sentence = out.text("the meaning of the clause in that reading")
    findings = fields.List(
        fields.Nested(FoundSchema), metadata={"description": "findings only in that reading, or different in it"}
    )
    settlement = fields.Nested(
        SettlementSchema, allow_none=True, metadata={"description": "the settlement, if it differs"}
    )


class BesideSchema(OtherReadingSchema):
    """The result under another reading of one clause, with the lawful payouts in sentences."""

    due = out.texts("the lawful payouts that differ from the main reading")


class PairSchema(Schema):
    """One finding under two houses. `first` or `second` is null if that house does not have the finding."""

    house_sensitive = out.flag("whether the two results differ")
    first = fields.Nested(FoundSchema, allow_none=True)
    second = fields.Nested(FoundSchema, allow_none=True)


class DueSchema(Schema):
    """The lawful payout of a seat under two houses. If `seat` is null, the amounts are the rake."""

    house_sensitive = out.flag("whether the two results differ")
    seat = out.number(allow_none=True)
    player = out.text()
    first = out.number("null: unknown", allow_none=True)
    second = out.number("null: unknown", allow_none=True)


class UnderSchema(Schema):
    """Further results under one of the two houses."""

    house = out.text()
    house_digest = out.text()
    unverifiable = fields.List(fields.Nested(OpenSchema))
    settlement = fields.Nested(SettlementSchema)
    beside = fields.List(fields.Nested(OtherReadingSchema))


class UnitSchema(Schema):
    """The unit of all amounts: 10 ** -minor of the currency."""

    currency = out.text()
    minor = out.number()


class StakesSchema(Schema):
    """The stakes as the log names them."""

    ante = out.number(allow_none=True)
    bring_in = out.number(allow_none=True)
    small_bet = out.number(allow_none=True)
    big_bet = out.number(allow_none=True)


class ReportSchema(Schema):
    """A stored audit report of a hand."""

    house = out.text()
    house_digest = out.text()
    rules_version = out.number()
    digest = out.text()
    run = out.number()
    findings = out.number("the number of findings, unlisted ones included")
    current = fields.Boolean(dump_only=True)
    audited = out.text(out.WHEN)


class StandingSchema(Schema):
    """The upload that has a record, and the lines of the record in its file."""

    receipt = out.text()
    file_name = out.text()
    received = out.text(out.WHEN)
    first_line = out.number()
    last_line = out.number()


class HandSchema(Schema):
    """A hand with its audit under a house."""

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
    name_notes = out.texts("notes about look-alike or invisible characters in names; these are no findings")


class WhatIfSchema(Schema):
    """A hand under two houses, side by side."""

    kind = out.text()
    file = out.text()
    hand = out.text("the room's number", allow_none=True)
    game = out.text()
    digest = out.text()
    unit = fields.Nested(UnitSchema)
    house_sensitive = out.flag("whether a finding or a lawful payout differs")
    findings = fields.List(fields.Nested(PairSchema))
    due = fields.List(fields.Nested(DueSchema))
    first = fields.Nested(UnderSchema)
    second = fields.Nested(UnderSchema)
    record = fields.Nested(RecordSchema)
