"""The fields of the API's answers about rules and houses."""

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out


class RuleSchema(Schema):
    """A rule. Its code never changes, and its title names the offence."""

    code = out.text()
    title = out.text("the offence")
    chapter = out.text()
    law = out.text("the law in one sentence")
    why = out.text("why the rule matters")
    grade = out.text("fault, or words that say that the clause of the house decides")
    cites = out.texts("the parameters of a house that the rule uses")


class CountedRuleSchema(RuleSchema):
    """A rule with the number of its current findings."""

    findings = out.number()


class RulesSchema(Schema):
    """The list of all rules, in the order of the catalogue."""

    rules = fields.List(fields.Nested(CountedRuleSchema))


class ReadingSchema(Schema):
    """Another reading of a clause."""

    value = out.text()
    means = out.text()
    sentence = out.text()


class ParameterSchema(Schema):
    """One question that a house answers, and the answer."""

    key = out.text()
    asks = out.text("the question")
    value = out.text()
    means = out.text("the meaning of the value, in card-room words")
    status = out.text("stated, assumed or hedged")
    clause = out.text("the clause, in our words")
    readings = fields.List(fields.Nested(ReadingSchema))


class HouseNameSchema(Schema):
    """A house for one game and one structure. The structure is the limit on wagers."""

    name = out.text()
    title = out.text()
    game = out.text()
    structure = out.text("the limit on wagers")
    digest = out.text("SHA-256 of everything that a report depends on")


class MarkSchema(Schema):
    """A rule code, and the line of the case to which the code belongs."""

    code = out.text()
    line = out.number("counted from 1")


class ReadMarkSchema(MarkSchema):
    """A mark that depends on a reading of a clause."""

    reading = out.text("the parameter and its value")


class CaseSchema(Schema):
    """A test case: a hand as a transcript, and the exact findings that an audit must give."""

    title = out.text()
    house = out.text()
    overrides = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))
    lines = out.texts()
    expected = fields.List(fields.Nested(MarkSchema))
    unverifiable = fields.List(fields.Nested(MarkSchema))
    contested = fields.List(
        fields.Nested(ReadMarkSchema), metadata={"description": "findings that are expected, except under this reading"}
    )
    beside = fields.List(
        fields.Nested(ReadMarkSchema), metadata={"description": "findings that are expected only under this reading"}
    )


class OtherwiseSchema(Schema):
    """Another value of a parameter, and the houses that have it."""

    key = out.text("the parameter")
    value = out.text()
    means = out.text()
    houses = out.texts()


class ChangeSchema(Schema):
    """The change of a rule in one rules version, and the runs with that version."""

    version = out.number("the version of the rules")
    new = fields.Boolean(dump_only=True, metadata={"description": "the rule is new in this version"})
    said = out.text("the change of this rule; empty: no change")
    at_large = out.text("the change that concerns all rules")
    first_run = out.number("the first run with this version; null: no run", allow_none=True)
    last_run = out.number("the last run with this version; null: no run", allow_none=True)
    findings = out.number("the number of current findings that this version found first")


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
    base = out.text("the house whose rules apply if this house is silent on a question")
    games = out.texts()
    structures = out.texts("the limits on wagers")
    rooms = out.texts("the rooms whose logs are audited under it")
    statuses = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))


class HousesSchema(Schema):
    """The list of all houses."""

    houses = fields.List(fields.Nested(HouseSchema))


class FullHouseSchema(HouseSchema):
    """A house for one game and one structure, with every parameter."""

    game = out.text()
    structure = out.text()
    digest = out.text()
    parameters = fields.List(fields.Nested(ParameterSchema))


class HouseDetailSchema(Schema):
    """One house."""

    house = fields.Nested(FullHouseSchema)
