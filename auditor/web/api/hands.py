"""What the API answers about hands, field by field: the report of the command, and where the record is."""

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out


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
    findings = out.number("under that house")


class HandsSchema(Schema):
    """Records of hands, the newest first."""

    hands = fields.List(fields.Nested(ListedSchema))
    next = out.number("`before` of the next page; null at the end", allow_none=True)


class FoundSchema(Schema):
    """A finding on a hand."""

    code = out.text()
    title = out.text()
    grade = out.text()
    event = out.number("the index of an event, from 0", allow_none=True)
    line = out.number("of the decoded file, from 1", allow_none=True)
    street = out.number(allow_none=True)
    seat = out.number(allow_none=True)
    logged = out.text()
    lawful = out.text()
    amount = out.number(out.CHIPS, allow_none=True)
    clause = out.text()
    status = out.text()
    readings = out.texts()


class OpenSchema(Schema):
    """A rule that could not be judged at an event."""

    code = out.text()
    title = out.text()
    event = out.number()


class ShareSchema(Schema):
    """What a seat should get from a pot or half of it, net of rake."""

    half = out.text()
    seat = out.number()
    amount = out.number(out.CHIPS)
    odd = out.number("odd chips in it")


class PotSchema(Schema):
    """A pot, gross of rake, after uncalled bets went back."""

    amount = out.number(out.CHIPS)
    eligible = out.numbers()
    shares = fields.List(fields.Nested(ShareSchema))


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


class SettlementSchema(Schema):
    """What should have been paid; all differences sum to zero, where all are known."""

    pots = fields.List(fields.Nested(PotSchema))
    seats = fields.List(fields.Nested(SeatSchema))
    rake = fields.Nested(RakeSchema)


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
    findings = out.number()
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
    record = fields.Nested(RecordSchema)
    reports = fields.List(fields.Nested(ReportSchema))
    standings = fields.List(fields.Nested(StandingSchema))
    rivals = fields.List(fields.Nested(RecordSchema))
