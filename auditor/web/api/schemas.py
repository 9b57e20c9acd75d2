"""The fields of the API's answers about uploads, findings and runs.

The module `auditor.web.requests.request_schemas` has the fields of requests.
"""

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out


class Refused(Schema):
    """The fields of a refusal."""

    code = out.text("a permanent code, such as UP-01 or HTTP-404")
    status = out.number("the HTTP status")
    message = out.text("one sentence: the problem, its place, the remedy")
    line = out.number()
    column = out.number("the position of the error, from 1")
    errors = fields.Dict(metadata={"description": "the errors by parameter"})


class FindingSchema(Schema):
    """One difference between the log and the house rules."""

    id = out.number()
    fingerprint = out.text("the identity of the finding, the same in every audit of the hand")
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
    line = out.number("the line in the decoded file, from 1", allow_none=True)
    logged = out.text("what the log says")
    lawful = out.text("what the house rules require")
    amount = out.number(out.CHIPS, allow_none=True)
    currency = out.text()
    minor = out.number("decimals of the amounts")
    status = out.text("stated, assumed or hedged")
    clause = out.text("the clause, in our words")
    readings = out.texts(
        "readings of a clause that do not give this finding; if there is one, the finding is contested"
    )
    more = out.number("the number of unlisted findings of its rule in this hand")
    detection = out.text("present, changed, gone or unassessed")
    gone_by = out.text("why it is gone: record, engine or rules; empty: not gone, or unknown")
    triage = out.text("open, confirmed, dismissed, accepted or closed")
    flagged = fields.Boolean(dump_only=True, metadata={"description": "whether its decision needs another review"})
    reopened = fields.Boolean(dump_only=True, metadata={"description": "whether a run reopened it"})
    assignee = out.text("the assignee; empty: nobody")
    put_forward_by = out.text("the person who proposed the dismissal that waits for a second review; empty: nobody")
    put_forward_fresh = fields.Boolean(
        dump_only=True,
        metadata={"description": "whether the evidence is unchanged since then, so another reviewer can agree"},
    )
    stakes = out.text("the stakes of the hand, such as 10/20 USD; empty: unknown")
    engine = out.number("the rules version that first found it")
    first_run = out.number()
    last_run = out.number()
    first_seen = out.text(out.WHEN)
    last_seen = out.text(out.WHEN)


class CountSchema(Schema):
    """A value of a filter, and the number of findings with this value."""

    value = out.text()
    count = out.number()
    more = fields.Boolean(
        dump_only=True, metadata={"description": "whether there may be more, because not all findings were counted"}
    )


class FindingsSchema(Schema):
    """A page of findings, the largest amount first."""

    filters = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))
    more = fields.Boolean(
        dump_only=True, metadata={"description": "whether there are more findings than `total` and `listed`"}
    )
    total = out.number("the number of findings that match the filters, unlisted ones included")
    listed = out.number("the number of findings on the pages of this list; a hand lists its first 1,000 findings")
    findings = fields.List(fields.Nested(FindingSchema))
    next = out.text("`after` of the next page; null at the end", allow_none=True)
    next_page = out.text("the address of the next page; null at the end", allow_none=True)
    facets = fields.Dict(keys=fields.String(dump_only=True), values=fields.List(fields.Nested(CountSchema)))


class UploadSchema(Schema):
    """An upload. `hands` is always `audited` + `known` + `rejected` + `skipped`."""

    receipt = out.text()
    venue = out.text()
    file_name = out.text("the name of the file, from the sender")
    house = out.text("the house that the sender chose; empty: it depends on the file or its room")
    size = out.number("bytes")
    sha256 = out.text()
    received = out.text(out.WHEN)
    finished = out.text(out.WHEN, allow_none=True)
    state = out.text("received, reading, auditing, done, incomplete, unreadable or cancelled")
    reason = out.text("why some hands were not audited")
    format = out.text()
    encoding = out.text()
    notes = out.texts()
    found = out.number("hands found so far")
    hands = out.number()
    audited = out.number()
    known = out.number("hands that were stored before, from another upload")
    rejected = out.number("hands that could not be read")
    skipped = out.number("hands of games that are not audited")
    members = out.number("the number of files in an archive; null: not an archive", allow_none=True)
    unread = out.number("the number of files in an archive that could not be read")
    asked_encoding = out.text("the encoding that the sender chose; empty: detected")
    superseded = out.text("ISO 8601, UTC: the time when a re-read in another encoding superseded it", allow_none=True)
    damage = out.text("the damage of the stored bytes; empty: none")


class UploadsSchema(Schema):
    """Uploads, newest first."""

    uploads = fields.List(fields.Nested(UploadSchema))
    next = out.number("`before` of the next page; null at the end", allow_none=True)


class RejectedSchema(Schema):
    """A rejected hand."""

    line = out.number()
    hand = out.text(allow_none=True)
    reason = out.text()
    source = out.text("the line in the file, at most 200 characters", allow_none=True)


class MemberSchema(Schema):
    """A file in an archive. `hands` is always `audited` + `known` + `rejected` + `skipped`."""

    number = out.number("the place of the file in the archive, from 1")
    name = out.text("the path of the file in the archive")
    size = out.number("bytes, unpacked")
    receipt = out.text("the receipt of its own upload; null: it could not be unpacked", allow_none=True)
    again = fields.Boolean(
        dump_only=True, metadata={"description": "whether the same file was stored before this archive"}
    )
    state = out.text("the state of its own upload, or refused")
    reason = out.text("why some hands were not audited")
    hands = out.number()
    audited = out.number()
    known = out.number()
    rejected = out.number()
    skipped = out.number()
    findings = out.number("the number of findings in its hands, unlisted ones included")


class ArchiveSchema(Schema):
    """An archive that contains an uploaded file."""

    receipt = out.text()
    file_name = out.text()
    again = fields.Boolean(
        dump_only=True, metadata={"description": "whether the same file was stored before the archive"}
    )


class UploadedSchema(Schema):
    """An upload with its rejected and skipped hands. An archive also has its files."""

    upload = fields.Nested(UploadSchema)
    members = fields.List(fields.Nested(MemberSchema))
    archives = fields.List(fields.Nested(ArchiveSchema))
    instead = out.text("the receipt of the re-read that superseded this upload", allow_none=True)
    rejected = fields.List(fields.Nested(RejectedSchema))
    next = out.text("`after` of the next page of rejected hands or files; null at the end", allow_none=True)
    skipped = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))
    findings = out.number("the number of findings in the hands of this upload, unlisted ones included")
    against = out.number("the number of cross-hand findings in other uploads that involve a hand of this upload")


class ReceiptSchema(Schema):
    """The receipt of a stored file."""

    receipt = out.text()
    file_name = out.text()
    house = out.text()
    size = out.number("bytes")
    sha256 = out.text()
    received = out.text(out.WHEN)
    encoding = out.text("the encoding; empty: not known yet, an archive, or a file without text")
    notes = out.texts("notes about the bytes of the file; at first empty, later they are in the upload")
    again = fields.Boolean(
        dump_only=True, metadata={"description": "whether the same file was stored before; if so, nothing changed"}
    )


class RunSchema(Schema):
    """One audit of many hands.

    At the end, `hands` is `clean` + `faulty` + `failed` + `known` + `rejected` + `skipped` + `left_out`.
    """

    id = out.number()
    trigger = out.text("upload, nightly or manual")
    receipt = out.text("the receipt of its upload; null: no upload", allow_none=True)
    file_name = out.text("the name of the uploaded file", allow_none=True)
    selection = out.text("the selected hands, in words")
    house = out.text()
    state = out.text("running, done or partial")
    reason = out.text()
    rules_version = out.number()
    pin = out.text("a digest of the rules version and of all houses that the run uses")
    started = out.text(out.WHEN)
    finished = out.text(out.WHEN, allow_none=True)
    hands = out.number()
    clean = out.number("hands without findings")
    faulty = out.number("hands with findings")
    failed = out.number("hands whose audit failed")
    known = out.number("hands that were stored before, from another upload")
    rejected = out.number("hands that could not be read")
    skipped = out.number("hands of games that are not audited")
    left_out = out.number("hands that another run audited in the meantime")
    findings_new = out.number("counts only listed findings")
    findings_same = out.number("counts only listed findings")
    findings_changed = out.number("counts only listed findings")
    findings_gone = out.number("counts only listed findings")
    reviewed = out.text("ISO 8601, UTC: the time when the run was marked as reviewed", allow_none=True)
    reviewed_by = out.text("the person who reviewed the run; empty: nobody")


class RunsSchema(Schema):
    """Runs, newest first."""

    runs = fields.List(fields.Nested(RunSchema))
    next = out.number(allow_none=True)


class PinnedRunSchema(RunSchema):
    """A run with the digest of each house and game."""

    houses = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))


class TroubledSchema(Schema):
    """A hand whose audit failed, or whose audit gave a different result than before."""

    hand_id = out.number()
    outcome = out.text("failed or alarm")
    reason = out.text()
    again = out.text("the command that audits the hand again")


class RuleCountSchema(Schema):
    """The number of findings of one rule."""

    code = out.text()
    title = out.text()
    findings = out.number("the number of findings, unlisted ones included")


class RunDetailSchema(Schema):
    """A run, its hands that failed or gave a different result, and the counts of the findings that it found first."""

    run = fields.Nested(PinnedRunSchema)
    troubled = fields.List(fields.Nested(TroubledSchema))
    new_by_rule = fields.List(fields.Nested(RuleCountSchema))
