"""The fields of the API's answers about uploads, findings and runs.

The module `auditor.web.requests.request_schemas` has the fields of requests.
"""

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out


class Refused(Schema):
    """The fields of a refusal, which is the answer to a request that was not accepted."""

    code = out.text("a permanent code, such as UP-01 or HTTP-404")
    status = out.number("the HTTP status")
    message = out.text("a sentence: what is wrong, where, and what to do")
    line = out.number()
    column = out.number("the position of the error in the line, counted from 1")
    errors = fields.Dict(metadata={"description": "the errors of each wrong parameter"})


class FindingSchema(Schema):
    """The fields of a finding: one difference between a log and the house rules."""

    id = out.number()
    fingerprint = out.text("a code of this finding that is the same in every audit of the hand")
    code = out.text("the code of the rule, such as O303")
    title = out.text("the offence that the rule finds")
    grade = out.text("fault, violation or irregular")
    severity = out.text("money, integrity, log, play or procedure: how serious the finding is for the players")
    certainty = out.text("stated, likely, assumed or contested: how certain the finding is")
    venue = out.text()
    room = out.text()
    game = out.text()
    number = out.text("the room's hand number", allow_none=True)
    hand_id = out.number()
    house = out.text()
    street = out.number("3 to 7", allow_none=True)
    seat = out.number(allow_none=True)
    event = out.number("the number of the event in the hand, counted from 0", allow_none=True)
    line = out.number("the line in the file, counted from 1", allow_none=True)
    logged = out.text("what the log says")
    lawful = out.text("what the house rules require")
    amount = out.number(out.CHIPS, allow_none=True)
    currency = out.text()
    minor = out.number("the number of decimals of the amounts")
    status = out.text("the status of the clause: stated, universal, hedged or assumed")
    clause = out.text("the clause, in our words")
    readings = out.texts(
        "readings of a clause under which there is no finding; if there are any, the finding is contested"
    )
    more = out.number("the number of findings of the same rule and hand that are not listed")
    detection = out.text("the result of the last run: present, changed, gone or unassessed")
    gone_by = out.text("why the finding is gone: record, engine or rules; empty: not gone, or cause unknown")
    triage = out.text("the decision: open, confirmed, dismissed, accepted or closed")
    flagged = fields.Boolean(dump_only=True, metadata={"description": "whether the decision needs another review"})
    reopened = fields.Boolean(dump_only=True, metadata={"description": "whether a run reopened the finding"})
    assignee = out.text("the assignee; empty: nobody")
    put_forward_by = out.text(
        "the person who proposed a dismissal or an acceptance that waits for a second review; empty: nobody"
    )
    put_forward_fresh = fields.Boolean(
        dump_only=True,
        metadata={"description": "whether another reviewer can agree; this needs unchanged evidence"},
    )
    last_act = out.number(
        "the number of the last act in the history of the finding, 0: none; send it as `based_on` with a decision"
    )
    cause = out.number(
        "the number of the first finding with the same cause in this hand; its own number if it is the first"
    )
    stakes = out.text("the stakes of the hand, such as 10/20 USD; empty: unknown")
    engine = out.number("the rules version that first found the finding")
    first_run = out.number()
    last_run = out.number()
    first_seen = out.text(out.WHEN)
    last_seen = out.text(out.WHEN)


class CountSchema(Schema):
    """The fields of one value of a filter, such as the value `6` of the filter `street`, and the number of findings
    with this value.
    """

    value = out.text()
    count = out.number()
    more = fields.Boolean(
        dump_only=True,
        metadata={"description": "whether there may be more findings than `count`, because not all were counted"},
    )


class FindingsSchema(Schema):
    """The fields of one page of the list of findings, the largest amount first, and the number of findings for each
    filter value.
    """

    filters = out.filters()
    missing = out.texts("a sentence for each value of a filter that nothing here has, such as the name of no player")
    more = fields.Boolean(
        dump_only=True,
        metadata={"description": "whether there are more findings than `total`, because not all were counted"},
    )
    total = out.number("the number of all findings that match the filters, also those that are not listed")
    listed = out.number("the number of findings on the pages of this list; at most 1,000 findings of a hand are listed")
    findings = fields.List(fields.Nested(FindingSchema))
    next = out.text("send this as `after` to get the next page; null: there is no next page", allow_none=True)
    next_page = out.text("the address of the next page; null: there is no next page", allow_none=True)
    facets = fields.Dict(keys=fields.String(dump_only=True), values=fields.List(fields.Nested(CountSchema)))


class UploadSchema(Schema):
    """The fields of an uploaded file. `hands` counts the hands that are finished: it is always the sum `audited` +
    `known` + `rejected` + `skipped`.
    """

    receipt = out.text()
    venue = out.text()
    file_name = out.text("the name that the sender gave to the file")
    house = out.text("the house that the sender chose; empty: the file or its room decides the house")
    size = out.number("bytes")
    sha256 = out.text()
    received = out.text(out.WHEN)
    finished = out.text(out.WHEN, allow_none=True)
    state = out.text("received, reading, auditing, done, incomplete, unreadable or cancelled")
    reason = out.text("why some hands were not audited")
    format = out.text()
    encoding = out.text()
    notes = out.texts()
    found = out.number("the number of hands that were found so far")
    hands = out.number()
    audited = out.number()
    known = out.number("the number of hands that another upload had already stored")
    rejected = out.number("the number of hands that could not be read")
    skipped = out.number("the number of hands of games that the auditor does not audit")
    members = out.number("the number of files in the archive; null: the upload is not an archive", allow_none=True)
    unread = out.number("the number of files in an archive that could not be read")
    unread_lines = out.number("the number of lines not understood, without the lines marked `no effect on the play`")
    asked_encoding = out.text("the encoding that the sender chose; empty: detected")
    superseded = out.text(
        "the time (UTC) when a newer upload of the re-read file replaced this upload", allow_none=True
    )
    removed = out.text(
        "the time (UTC) when the file and its hands were removed, because the retention of the venue ended",
        allow_none=True,
    )
    damage = out.text("the damage of the stored file; empty: no damage")


class UploadsSchema(Schema):
    """The fields of one page of the list of uploads, newest first."""

    uploads = fields.List(fields.Nested(UploadSchema))
    next = out.number("send this as `before` to get the next page; null: there is no next page", allow_none=True)


class RejectedSchema(Schema):
    """The fields of a rejected hand: a hand that our software could not read, and the reason."""

    line = out.number()
    hand = out.text(allow_none=True)
    reason = out.text()
    source = out.text("the text of the line, at most 200 characters", allow_none=True)


class MemberSchema(Schema):
    """The fields of one file inside an uploaded archive, such as a zip. The counts of hands have the same meaning as in
    `UploadSchema`.
    """

    number = out.number("the place of the file in the archive, counted from 1")
    name = out.text("the path of the file in the archive")
    size = out.number("bytes, unpacked")
    receipt = out.text("the receipt of the file; null: the file could not be unpacked", allow_none=True)
    again = fields.Boolean(
        dump_only=True, metadata={"description": "whether the same file was already stored when the archive arrived"}
    )
    state = out.text("the state of the file: as in an upload, or refused")
    reason = out.text("why some hands were not audited")
    hands = out.number()
    audited = out.number()
    known = out.number()
    rejected = out.number()
    skipped = out.number()
    unread_lines = out.number(
        "the number of lines not understood; lines with the mark `no effect on the play` do not count"
    )
    findings = out.number("the number of all findings in the hands of the file, also those that are not listed")


class ArchiveSchema(Schema):
    """The fields of an uploaded archive, such as a zip, that contains the file of this upload."""

    receipt = out.text()
    file_name = out.text()
    again = fields.Boolean(
        dump_only=True, metadata={"description": "whether the same file was already stored when the archive arrived"}
    )


class UploadedSchema(Schema):
    """The fields of the answer about one upload: its counts, its rejected hands, and the number of skipped hands of
    each game. The answer about an archive also lists the files in the archive.
    """

    upload = fields.Nested(UploadSchema)
    members = fields.List(fields.Nested(MemberSchema))
    archives = fields.List(fields.Nested(ArchiveSchema))
    instead = out.text("the receipt of the newer upload that replaced this upload after a re-read", allow_none=True)
    rejected = fields.List(fields.Nested(RejectedSchema))
    next = out.text("send this as `after` to get the next rejected hands or files; null: no more", allow_none=True)
    skipped = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))
    findings = out.number("the number of all findings in the hands of this upload, also those that are not listed")
    against = out.number("the number of findings that compare a hand of another upload with a hand of this upload")


class ReceiptSchema(Schema):
    """The fields of the answer to a sent file. `receipt` is the code of the upload, with which the upload can be found
    again.
    """

    receipt = out.text()
    file_name = out.text()
    house = out.text()
    size = out.number("bytes")
    sha256 = out.text()
    received = out.text(out.WHEN)
    encoding = out.text("the encoding; empty: not known yet, or the file is an archive or has no text")
    notes = out.texts("notes about the file; empty at first, later see `notes` of the upload")
    again = fields.Boolean(
        dump_only=True, metadata={"description": "whether the same file was already stored; if so, nothing changed"}
    )


class RunSchema(Schema):
    """The fields of a run, which is one audit of many hands.

    When the run is over, `hands` is the sum `clean` + `faulty` + `failed` + `known` + `rejected` + `skipped` +
    `left_out`.
    """

    id = out.number()
    trigger = out.text("upload, nightly, manual or demonstration")
    receipt = out.text("the receipt of the upload that started the run; null: no upload", allow_none=True)
    file_name = out.text("the name of the uploaded file", allow_none=True)
    selection = out.text("the selected hands, in words")
    house = out.text()
    state = out.text("running, done or partial")
    reason = out.text()
    rules_version = out.number()
    pin = out.text("the digest of the rules version and of all houses of the run")
    started = out.text(out.WHEN)
    finished = out.text(out.WHEN, allow_none=True)
    hands = out.number()
    clean = out.number("the number of hands without findings")
    faulty = out.number("the number of hands with findings")
    failed = out.number("the number of hands whose audit failed")
    known = out.number("the number of hands that another upload had already stored")
    rejected = out.number("the number of hands that could not be read")
    skipped = out.number("the number of hands of games that the auditor does not audit")
    left_out = out.number("the number of hands that another run audited in the meantime")
    unread_lines = out.number("the number of lines not understood, if an upload started the run")
    findings_new = out.number("the number of listed findings that are new")
    findings_same = out.number("the number of listed findings that did not change")
    findings_changed = out.number("the number of listed findings that changed")
    findings_gone = out.number("the number of listed findings that are gone")
    reviewed = out.text("the time (ISO 8601, UTC) when a person marked the run as reviewed", allow_none=True)
    reviewed_by = out.text("the person who reviewed the run; empty: nobody")


class RunsSchema(Schema):
    """The fields of one page of the list of runs, newest first."""

    runs = fields.List(fields.Nested(RunSchema))
    next = out.number(allow_none=True)


class PinnedRunSchema(RunSchema):
    """The fields of a run, and the digest of the rules that it used for each house and game."""

    houses = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))


class TroubledSchema(Schema):
    """The fields of a hand whose audit failed in a run, or gave another result although neither the hand nor the rules
    had changed.
    """

    hand_id = out.number()
    outcome = out.text("failed or alarm")
    reason = out.text()
    again = out.text("the command that audits the hand again")


class RuleCountSchema(Schema):
    """The fields of a rule and the number of its findings."""

    code = out.text()
    title = out.text()
    findings = out.number("the number of all findings, also those that are not listed")


class RunDetailSchema(Schema):
    """The fields of the answer about one run: its counts, the hands with problems, and for each rule the number of
    findings that no earlier run found.
    """

    run = fields.Nested(PinnedRunSchema)
    troubled = fields.List(fields.Nested(TroubledSchema))
    new_by_rule = fields.List(fields.Nested(RuleCountSchema))
