"""The fields of the API's answers about hands: the audit report of a hand, and the uploads that contain the hand."""

from typing import Final

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out

_MORE: Final = "the number of entries of the same rule that are not listed; absent if all are listed"


class RecordSchema(Schema):
    """The fields of a record, which is one logged copy of a hand. All copies of the same hand have the same number
    `deal`.
    """

    id = out.number()
    deal = out.number()
    venue = out.text()
    room = out.text()
    game = out.text()
    number = out.text("the room's hand number", allow_none=True)
    digest = out.text("the SHA-256 of the hand; equal hands have the same value")
    played = out.text(out.WHEN, allow_none=True)
    local = out.text("the time as the log writes it")
    table = out.text()
    tournament = out.text()


class ListedSchema(RecordSchema):
    """The fields of a record in a list of hands. Two records may have the same hand number; the file, the line and the
    house distinguish them.
    """

    receipt = out.text("the receipt of the first file with this record", allow_none=True)
    file_name = out.text(allow_none=True)
    line = out.number("the first line of the record in that file, counted from 1", allow_none=True)
    house = out.text("the house of the newest audit that was not superseded; empty: no such audit")
    findings = out.number("the number of all findings under that house, also those that are not listed")


class HandsSchema(Schema):
    """A page of the list of records. A record is one logged copy of a hand. The newest record is first."""

    hands = fields.List(fields.Nested(ListedSchema))
    next = out.number("send this as `before` to get the next page; null: there is no next page", allow_none=True)


class FoundSchema(Schema):
    """The fields of a finding in the report of a hand: a difference between the log and the house rules."""

    code = out.text()
    title = out.text()
    grade = out.text()
    severity = out.text()
    certainty = out.text()
    id = out.number("the number of the stored finding; null: not stored under this house", allow_none=True)
    event = out.number("the number of the event in the hand, counted from 0", allow_none=True)
    line = out.number("the line in the file, counted from 1", allow_none=True)
    street = out.number(allow_none=True)
    seat = out.number(allow_none=True)
    logged = out.text()
    lawful = out.text()
    amount = out.number(out.CHIPS, allow_none=True)
    clause = out.text()
    status = out.text()
    readings = out.texts(
        "readings of a clause under which there is no finding; if there are any, the finding is contested"
    )
    triage = out.text("the decision about the stored finding, such as open; null: not stored", allow_none=True)
    earlier = fields.Nested(
        RecordSchema, allow_none=True, metadata={"description": "the earlier hand of a cross-hand finding"}
    )
    more = out.number(_MORE)


class OpenSchema(Schema):
    """The fields of a rule that is not verifiable at one event of the hand: the log does not show enough to
    judge it.
    """

    code = out.text()
    title = out.text()
    event = out.number()
    more = out.number(_MORE)


class ShareSchema(Schema):
    """The fields of the share of one seat in a pot, or in the high or low half of a pot. The amount is the lawful one,
    after rake.
    """

    half = out.text()
    seat = out.number()
    amount = out.number(out.CHIPS)
    odd = out.number("the number of odd chips in the amount")
    card = out.text("in a tie, the card that decided who gets the odd chips, such as As", allow_none=True)


class PotSchema(Schema):
    """The fields of a pot. `amount` is the number of its chips before rake and without uncalled bets. `eligible` has
    the seats that can win it. `shares` has its lawful shares.
    """

    amount = out.number(out.CHIPS)
    rake = out.number("the rake that the house takes from this pot", allow_none=True)
    eligible = out.numbers()
    shares = fields.List(fields.Nested(ShareSchema))
    reasons = out.texts("the clauses that decided the odd chips")


class SeatSchema(Schema):
    """The fields of the chips of one seat: put in, lawful payout, and logged payout. `difference` is the logged payout
    minus the lawful payout.
    """

    seat = out.number()
    player = out.text()
    put_in = out.number(out.CHIPS)
    lawful = out.number(allow_none=True)
    logged = out.number(allow_none=True)
    difference = out.number(allow_none=True)


class RakeSchema(Schema):
    """The fields of the rake of a hand: the lawful amount, the logged amount, and the logged minus the lawful
    amount.
    """

    lawful = out.number(allow_none=True)
    logged = out.number(allow_none=True)
    difference = out.number(allow_none=True)


class UncalledSchema(Schema):
    """The fields of a bet, or a part of a bet, that nobody called. The seat gets these chips back."""

    seat = out.number(allow_none=True)
    amount = out.number(out.CHIPS)


class TransferSchema(Schema):
    """The fields of a transfer that corrects a wrong payout: the seat `giver` owes this amount to the seat `taker`.

    If `giver` or `taker` is null, this party of the transfer is no seat. `unaccounted` says which of two cases this is:

    - `unaccounted` is `giver` or `taker`, the name of the null field: the chips are unaccounted for, because nobody got
      them, or nobody put them in.
    - `unaccounted` is empty: the party is the card room, which takes the rake.
    """

    giver = out.number(allow_none=True)
    taker = out.number(allow_none=True)
    unaccounted = out.text(
        "giver: nobody got the chips that the taker is due; taker: nobody put in the chips that the giver got; empty"
        " if both are parties"
    )
    amount = out.number(out.CHIPS)


class SettlementSchema(Schema):
    """The fields of the settlement: the amounts that should have been paid. If all payouts are known, three amounts sum
    to zero: the sum of the differences of all seats, the difference of the rake, and the chips that are unaccounted
    for.
    """

    pots = fields.List(fields.Nested(PotSchema))
    seats = fields.List(fields.Nested(SeatSchema))
    rake = fields.Nested(RakeSchema)
    unaccounted = out.number(
        "the chips that neither a seat nor the house got; below zero: these chips were paid, but nobody put them in",
        allow_none=True,
    )
    uncalled = fields.Nested(UncalledSchema, allow_none=True)
    transfers = fields.List(
        fields.Nested(TransferSchema),
        metadata={
            "description": "the fewest payments that correct the payout; none if a payout is unknown, or if the log"
            " contradicts itself about money"
        },
    )
    words = out.texts("the settlement in sentences; if a part is unknown, a sentence has the reason")


class OtherReadingSchema(Schema):
    """The fields of the result of an audit under another reading: one clause of the house is understood in another way.
    The findings of this result are not counted as findings of the hand.
    """

    reading = out.text("the parameter and its value, such as `cap.scope = per_player`")
    sentence = out.text("what the clause means in this reading")
    findings = fields.List(
        fields.Nested(FoundSchema), metadata={"description": "findings that this reading adds or changes"}
    )
    settlement = fields.Nested(
        SettlementSchema, allow_none=True, metadata={"description": "the settlement, if this reading changes it"}
    )


class BesideSchema(OtherReadingSchema):
    """The fields of `OtherReadingSchema`, and sentences about the lawful payouts that differ under this reading."""

    due = out.texts("sentences about lawful payouts that differ from those of the main reading")


class PairSchema(Schema):
    """The fields of a finding in a comparison of two houses. `first` or `second` is null if the audit under that house
    does not have the finding.
    """

    house_sensitive = out.flag("whether the two houses give different results")
    first = fields.Nested(FoundSchema, allow_none=True)
    second = fields.Nested(FoundSchema, allow_none=True)


class DueSchema(Schema):
    """The fields of the lawful payout of one seat under two houses. If `seat` is null, the amounts are the rakes."""

    house_sensitive = out.flag("whether the two houses give different results")
    seat = out.number(allow_none=True)
    player = out.text()
    first = out.number("null: unknown", allow_none=True)
    second = out.number("null: unknown", allow_none=True)


class UnderSchema(Schema):
    """The fields of one house in a comparison of two houses: its name and settlement, the rules that are not verifiable
    under it, and the results under other readings of its clauses (`beside`).
    """

    house = out.text()
    house_digest = out.text()
    unverifiable = fields.List(fields.Nested(OpenSchema))
    settlement = fields.Nested(SettlementSchema)
    beside = fields.List(fields.Nested(OtherReadingSchema))


class UnitSchema(Schema):
    """The unit of all amounts of a hand: 10 ** -`minor` of the currency. With `minor` 2, an amount of 250
    means 2.50.
    """

    currency = out.text()
    minor = out.number()


class StakesSchema(Schema):
    """The stakes that the log names, in the smallest unit of the currency."""

    ante = out.number(allow_none=True)
    bring_in = out.number(allow_none=True)
    small_bet = out.number(allow_none=True)
    big_bet = out.number(allow_none=True)


class ReportSchema(Schema):
    """The fields of a stored audit report of a hand: its house, its rules version, its run, and the number of its
    findings.
    """

    house = out.text()
    house_digest = out.text()
    rules_version = out.number()
    digest = out.text()
    run = out.number()
    findings = out.number("the number of all findings, also those that are not listed")
    current = fields.Boolean(dump_only=True)
    audited = out.text(out.WHEN)


class StandingSchema(Schema):
    """The fields of a place where a record was found: the upload, and the first and the last line in its file."""

    receipt = out.text()
    file_name = out.text()
    received = out.text(out.WHEN)
    first_line = out.number()
    last_line = out.number()


class UnreadLineSchema(Schema):
    """The fields of an unread line: a line of the log that our software does not understand. It is not a finding."""

    event = out.number("the number of the event in the hand, counted from 0")
    line = out.number("the line in the file, counted from 1", allow_none=True)
    text = out.text()
    shape = out.text("the text of the line without names, cards and numbers")
    shape_id = out.number("the number of the shape; null: the shape is not stored", allow_none=True)


class HandSchema(Schema):
    """The fields of one record of a hand, with the results of an audit under one house.

    - `beside`: the results under other readings of a clause
    - `reports`: the stored audits of the record
    - `standings`: the places of the record in uploaded files
    - `rivals`: the other records of the same hand
    - `replaces`: the numbers of the superseded records that an earlier read of the file found at the same place
    - `replaced_by`: the numbers of the records that replace this record; empty: it is not superseded
    """

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
    unread = fields.List(fields.Nested(UnreadLineSchema))
    record = fields.Nested(RecordSchema)
    reports = fields.List(fields.Nested(ReportSchema))
    standings = fields.List(fields.Nested(StandingSchema))
    rivals = fields.List(fields.Nested(RecordSchema))
    replaces = out.numbers()
    replaced_by = out.numbers()
    name_notes = out.texts("notes about look-alike or invisible characters in names; a note is not a finding")


class WhatIfSchema(Schema):
    """The fields of a hand that was audited under two houses (sets of rules): the findings and lawful payouts side by
    side.
    """

    kind = out.text()
    file = out.text()
    hand = out.text("the room's number", allow_none=True)
    game = out.text()
    digest = out.text()
    unit = fields.Nested(UnitSchema)
    house_sensitive = out.flag("whether the two houses differ in a finding or a lawful payout")
    findings = fields.List(fields.Nested(PairSchema))
    due = fields.List(fields.Nested(DueSchema))
    first = fields.Nested(UnderSchema)
    second = fields.Nested(UnderSchema)
    record = fields.Nested(RecordSchema)
