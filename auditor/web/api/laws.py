"""What the API answers about rules and houses, field by field."""

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out


class RuleSchema(Schema):
    """A rule: its code is permanent, its title the offence."""

    code = out.text()
    title = out.text("the offence")
    chapter = out.text()
    law = out.text("the law in one sentence")
    why = out.text("what would be lost without it")
    grade = out.text("fault, or by the clause of the house")
    cites = out.texts("the parameters it rests on")


class CountedRuleSchema(RuleSchema):
    """A rule with what is found under it now."""

    findings = out.number()


class RulesSchema(Schema):
    """All rules in the order of the catalogue."""

    rules = fields.List(fields.Nested(CountedRuleSchema))


class ReadingSchema(Schema):
    """Another way to read a clause."""

    value = out.text()
    means = out.text()
    sentence = out.text()


class ParameterSchema(Schema):
    """One question and how a house answers it."""

    key = out.text()
    asks = out.text("the question")
    value = out.text()
    means = out.text("the value in card-room words")
    status = out.text("stated, assumed or hedged")
    clause = out.text("what the house says, in our words")
    readings = fields.List(fields.Nested(ReadingSchema))


class HouseNameSchema(Schema):
    """A house for one game in one structure."""

    name = out.text()
    title = out.text()
    game = out.text()
    structure = out.text("how wagers are limited")
    digest = out.text("SHA-256 of all that a report can depend on")


class MarkSchema(Schema):
    """A code and the line of the case it belongs to, from 1."""

    code = out.text()
    line = out.number()


class ReadMarkSchema(MarkSchema):
    """What hangs on a reading of a clause, and on which."""

    reading = out.text("the parameter and its value")


class CaseSchema(Schema):
    """A case: a transcript, and exactly what must be found in it."""

    title = out.text()
    house = out.text()
    overrides = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))
    lines = out.texts()
    expected = fields.List(fields.Nested(MarkSchema))
    unverifiable = fields.List(fields.Nested(MarkSchema))
    contested = fields.List(
        fields.Nested(ReadMarkSchema), metadata={"description": "expected, but not under this reading"}
    )
    beside = fields.List(fields.Nested(ReadMarkSchema), metadata={"description": "there under this reading alone"})


class OtherwiseSchema(Schema):
    """What other houses say of a parameter, where it is not what this one says."""

    key = out.text("the parameter")
    value = out.text()
    means = out.text()
    houses = out.texts()


class ChangeSchema(Schema):
    """What a version of the rules changed for one of them, and which runs audited under it."""

    version = out.number("of the rules")
    new = fields.Boolean(dump_only=True, metadata={"description": "the rule is there since this version"})
    said = out.text("what changed for this rule; empty: nothing")
    at_large = out.text("what changed for all rules")
    first_run = out.number("null: no run", allow_none=True)
    last_run = out.number("null: no run", allow_none=True)
    findings = out.number("found now, and by this version first")


class RuleDetailSchema(Schema):
    """A rule as one house has it, with its cases."""

    rule = fields.Nested(RuleSchema)
    house = fields.Nested(HouseNameSchema)
    weakest = out.text("how firm the house is in all that the rule rests on")
    clauses = fields.List(fields.Nested(ParameterSchema))
    cases = fields.List(fields.Nested(CaseSchema))
    elsewhere = fields.List(fields.Nested(OtherwiseSchema))
    findings = out.number("found now")
    triage = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))
    history = fields.List(
        fields.Nested(ChangeSchema), metadata={"description": "what each version of the rules changed, the last first"}
    )


class HouseSchema(Schema):
    """A house: a set of rules."""

    name = out.text()
    title = out.text()
    source = out.text()
    base = out.text("fills what the house leaves unsaid")
    games = out.texts()
    structures = out.texts("how wagers may be limited")
    rooms = out.texts("whose logs are audited under it")
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
