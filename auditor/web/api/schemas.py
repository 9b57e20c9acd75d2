"""The fields of every API response. `auditor.web.requests.request_schemas` has the fields of requests."""

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out


class Refused(Schema):
    """What every refusal says."""

    code = out.text("a lasting code, such as UP-01 or HTTP-404")
    status = out.number("the HTTP status")
    message = out.text("one sentence: what, where, what to do")
    line = out.number()
    column = out.number("the position of what cannot be read, from 1")
    errors = fields.Dict(metadata={"description": "by parameter, what is wrong with it"})


class FindingSchema(Schema):
    """One difference between a record and the law."""

    id = out.number()
    fingerprint = out.text("stays the same however often the hand is audited")
    code = out.text("the rule")
    title = out.text("the offence")
    grade = out.text("fault, violation or irregular")
    venue = out.text()
    room = out.text()
    game = out.text()
    number = out.text("the room's hand number", allow_none=True)
    hand_id = out.number()
    house = out.text()
    street = out.number("3 to 7", allow_none=True)
    seat = out.number(allow_none=True)
    event = out.number("the index of an event of the hand, from 0", allow_none=True)
    line = out.number("of the decoded file, from 1", allow_none=True)
    logged = out.text("what the record says")
    lawful = out.text("what the rules give")
    amount = out.number(out.CHIPS, allow_none=True)
    currency = out.text()
    minor = out.number("decimals of the amounts")
    status = out.text("stated, assumed or hedged")
    clause = out.text("what the house says, in our words")
    readings = out.texts("readings of a clause under which it does not stand: with any, it is contested")
    more = out.number("of its rule on this hand that are not listed, and for which it stands")
    detection = out.text("present, changed, gone or unassessed")
    gone_by = out.text("record, engine or rules; empty: it is not gone, or nobody knows")
    triage = out.text("open, confirmed, dismissed, accepted or closed")
    flagged = fields.Boolean(dump_only=True, metadata={"description": "its decision is to be looked at again"})
    reopened = fields.Boolean(dump_only=True, metadata={"description": "a run opened it again"})
    assignee = out.text("to whom it is assigned; empty: nobody")
    put_forward_by = out.text("whose dismissal of it waits for a second person; empty: none waits")
    put_forward_fresh = fields.Boolean(
        dump_only=True, metadata={"description": "it rests on what was seen then, so that another can still agree"}
    )
    stakes = out.text("of the hand, as 10/20 USD; empty: not told")
    engine = out.number("the version of the rules that was the first to find it")
    first_run = out.number()
    last_run = out.number()
    first_seen = out.text(out.WHEN)
    last_seen = out.text(out.WHEN)


class CountSchema(Schema):
    """A value of a filter and how many findings it would leave."""

    value = out.text()
    count = out.number()
    more = fields.Boolean(dump_only=True, metadata={"description": "not all were counted, and there may be more"})


class FindingsSchema(Schema):
    """A page of findings, the largest amount first."""

    filters = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))
    more = fields.Boolean(dump_only=True, metadata={"description": "there are more than total and listed say"})
    total = out.number("all that pass the filters, those that are not listed included")
    listed = out.number("of these, how many the pages of this list hold: of a hand with very many the first thousand")
    findings = fields.List(fields.Nested(FindingSchema))
    next = out.text("`after` of the next page; null at the end", allow_none=True)
    next_page = out.text("the address of the next page; null at the end", allow_none=True)
    facets = fields.Dict(keys=fields.String(dump_only=True), values=fields.List(fields.Nested(CountSchema)))


class UploadSchema(Schema):
    """An upload: hands = audited + known + rejected + skipped, at every moment."""

    receipt = out.text()
    venue = out.text()
    file_name = out.text("what the sender called it")
    house = out.text("asked for; empty: the one the file names, or its room's")
    size = out.number("bytes")
    sha256 = out.text()
    received = out.text(out.WHEN)
    finished = out.text(out.WHEN, allow_none=True)
    state = out.text("received, reading, auditing, done, incomplete, unreadable or cancelled")
    reason = out.text("why not everything was audited")
    format = out.text()
    encoding = out.text()
    notes = out.texts()
    found = out.number("hands found so far while the file is read")
    hands = out.number()
    audited = out.number()
    known = out.number("already there from another upload")
    rejected = out.number()
    skipped = out.number("of games that are not audited")
    members = out.number("of an archive, how many files are in it, whose sums these are; else null", allow_none=True)
    unread = out.number("of an archive, how many of its files could not be read")
    asked_encoding = out.text("asked for; empty: found by the bytes")
    superseded = out.text("ISO 8601 in UTC: since then another reading of these bytes counts", allow_none=True)
    damage = out.text("what is wrong with the stored bytes, empty while they are what was sent")


class UploadsSchema(Schema):
    """Uploads, the last first."""

    uploads = fields.List(fields.Nested(UploadSchema))
    next = out.number("`before` of the next page; null at the end", allow_none=True)


class RejectedSchema(Schema):
    """A hand that could not be read."""

    line = out.number()
    hand = out.text(allow_none=True)
    reason = out.text()
    source = out.text("the line in the file, at most 200 characters", allow_none=True)


class MemberSchema(Schema):
    """A file in an archive: hands = audited + known + rejected + skipped, at every moment."""

    number = out.number("its place in the archive, from 1")
    name = out.text("its path in the archive")
    size = out.number("bytes, unpacked")
    receipt = out.text("of its own upload; null where it could not be unpacked", allow_none=True)
    again = fields.Boolean(dump_only=True, metadata={"description": "it was there before this archive brought it"})
    state = out.text("that of its upload, or refused")
    reason = out.text("why not everything was audited")
    hands = out.number()
    audited = out.number()
    known = out.number()
    rejected = out.number()
    skipped = out.number()
    findings = out.number("in its hands, those that are not listed included")


class ArchiveSchema(Schema):
    """An archive that a file was in."""

    receipt = out.text()
    file_name = out.text()
    again = fields.Boolean(dump_only=True, metadata={"description": "the file was there before the archive came"})


class UploadedSchema(Schema):
    """An upload with what was rejected and skipped; of an archive, the files in it, each of which has its own."""

    upload = fields.Nested(UploadSchema)
    members = fields.List(fields.Nested(MemberSchema))
    archives = fields.List(fields.Nested(ArchiveSchema))
    instead = out.text("the receipt of the reading that counts instead of this one", allow_none=True)
    rejected = fields.List(fields.Nested(RejectedSchema))
    next = out.text("`after` of the next rejected hands, or files; null at the end", allow_none=True)
    skipped = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))
    findings = out.number("in the hands of this upload, those that are not listed included")
    against = out.number("found across hands against a hand of this upload, on hands that came otherwise")


class ReceiptSchema(Schema):
    """The promise that a file is kept as it was sent."""

    receipt = out.text()
    file_name = out.text()
    house = out.text()
    size = out.number("bytes")
    sha256 = out.text()
    received = out.text(out.WHEN)
    encoding = out.text("how it was read; empty until then, for an archive and for what is no text; the upload has it")
    notes = out.texts("what is odd about its bytes; empty until it was read, and the upload has them")
    again = fields.Boolean(dump_only=True, metadata={"description": "the same file came before, and nothing changed"})


class RunSchema(Schema):
    """One replay of many hands; done, hands = clean + faulty + failed + known + rejected + skipped + left_out."""

    id = out.number()
    trigger = out.text("upload, nightly or manual")
    receipt = out.text("of the upload, where it is of one", allow_none=True)
    file_name = out.text("what the sender of the upload called it", allow_none=True)
    selection = out.text("which hands, in words")
    house = out.text()
    state = out.text("running, done or partial")
    reason = out.text()
    rules_version = out.number()
    pin = out.text("digest of the rules version and of every house")
    started = out.text(out.WHEN)
    finished = out.text(out.WHEN, allow_none=True)
    hands = out.number()
    clean = out.number("without findings")
    faulty = out.number("with findings")
    failed = out.number("could not be judged")
    known = out.number("already there from another upload")
    rejected = out.number("could not be read")
    skipped = out.number("of games that are not audited")
    left_out = out.number("no longer in need of being judged again")
    findings_new = out.number("of those that are listed")
    findings_same = out.number("of those that are listed")
    findings_changed = out.number("of those that are listed")
    findings_gone = out.number("of those that are listed")
    reviewed = out.text("ISO 8601 in UTC: when somebody said to have seen what it changed", allow_none=True)
    reviewed_by = out.text("who that was; empty: nobody yet")


class RunsSchema(Schema):
    """Runs, the last first."""

    runs = fields.List(fields.Nested(RunSchema))
    next = out.number(allow_none=True)


class PinnedRunSchema(RunSchema):
    """A run with the digest of each house and game."""

    houses = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))


class TroubledSchema(Schema):
    """A hand that a run could not judge, or judged otherwise than before."""

    hand_id = out.number()
    outcome = out.text("failed or alarm")
    reason = out.text()
    again = out.text("the command that audits it again")


class RuleCountSchema(Schema):
    """How many findings of one rule."""

    code = out.text()
    title = out.text()
    findings = out.number("those that are not listed included")


class RunDetailSchema(Schema):
    """A run, the hands it had trouble with, and what it was the first to see."""

    run = fields.Nested(PinnedRunSchema)
    troubled = fields.List(fields.Nested(TroubledSchema))
    new_by_rule = fields.List(fields.Nested(RuleCountSchema))
