"""The fields of the answers about rules and houses."""

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out


class RuleSchema(Schema):
    """A rule: its code is permanent, its title the offence."""

    code = out.text()
    title = out.text("the offence")
    chapter = out.text()
    law = out.text("the law in one sentence")
    why = out.text("why the rule matters")
    grade = out.text("fault, or by the clause of the house")
    cites = out.texts("the parameters that it cites")


class CountedRuleSchema(RuleSchema):
    """A rule with the number of its current findings."""

    findings = out.number()


class RulesSchema(Schema):
    """All rules in the order of the catalogue."""

    rules = fields.List(fields.Nested(CountedRuleSchema))


class ReadingSchema(Schema):
    """Another reading of a clause."""

    value = out.text()
    means = out.text()
    sentence = out.text()


class ParameterSchema(Schema):
    """One question and the answer of a house."""

    key = out.text()
    asks = out.text("the question")
    value = out.text()
    means = out.text("the value in card-room words")
    status = out.text("stated, assumed or hedged")
    clause = out.text("the clause, in our words")
    readings = fields.List(fields.Nested(ReadingSchema))


class HouseNameSchema(Schema):
    """A house for one game in one structure."""

    name = out.text()
    title = out.text()
    game = out.text()
    structure = out.text("the limit of wagers")
    digest = out.text("SHA-256 of everything that a report depends on")


class MarkSchema(Schema):
    """A code and the line of the case it belongs to, from 1."""

    code = out.text()
    line = out.number()


class ReadMarkSchema(MarkSchema):
    """A mark that depends on a reading of a clause."""

    reading = out.text("the parameter and its value")


class CaseSchema(Schema):
    """A case: a transcript, and its exact expected findings."""

    title = out.text()
    house = out.text()
    overrides = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))
    lines = out.texts()
    expected = fields.List(fields.Nested(MarkSchema))
    unverifiable = fields.List(fields.Nested(MarkSchema))
    contested = fields.List(
        fields.Nested(ReadMarkSchema), metadata={"description": "expected, except under this reading"}
    )
    beside = fields.List(fields.Nested(ReadMarkSchema), metadata={"description": "only under this reading"})


class OtherwiseSchema(Schema):
    """Another value of a parameter, and the houses that have it."""

    key = out.text("the parameter")
    value = out.text()
    means = out.text()
    houses = out.texts()


class ChangeSchema(Schema):
    """The change of a rule in one rules version, and the runs with that version."""

    version = out.number("of the rules")
    new = fields.Boolean(dump_only=True, metadata={"description": "the rule is new in this version"})
    said = out.text("the change of this rule; empty: none")
    at_large = out.text("the change of all rules")
    first_run = out.number("null: no run", allow_none=True)
    last_run = out.number("null: no run", allow_none=True)
    findings = out.number("current findings that this version found first")


class RuleDetailSchema(Schema):
    """A rule under one house, with its cases."""

    rule = fields.Nested(RuleSchema)
    house = fields.Nested(HouseNameSchema)
    weakest = out.text("the weakest status of its clauses")
    clauses = fields.List(fields.Nested(ParameterSchema))
    cases = fields.List(fields.Nested(CaseSchema))
    elsewhere = fields.List(fields.Nested(OtherwiseSchema))
    findings = out.number("current findings")
    triage = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))
    history = fields.List(
        fields.Nested(ChangeSchema), metadata={"description": "the changes by rules version, newest first"}
    )


class HouseSchema(Schema):
    """A house: a set of rules."""

    name = out.text()
    title = out.text()
    source = out.text()
    base = out.text("the house whose rules apply where this one is silent")
    games = out.texts()
    structures = out.texts("the limits of wagers")
    rooms = out.texts("the rooms whose logs are audited under it")
    statuses = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))


class HousesSchema(Schema):
    """All houses."""

    houses = fields.List(fields.Nested(HouseSchema))


class FullHouseSchema(HouseSchema):
    """A house for one game in one structure, with every parameter."""

    game = out.text()
    structure = out.text()
    digest = out.text()
    parameters = fields.List(fields.Nested(ParameterSchema))


class HouseDetailSchema(Schema):
    """One house."""

    house = fields.Nested(FullHouseSchema)
