"""The fields of the API's answers about rules and houses. A house is the set of rules of a card room."""

from marshmallow import Schema, fields

from auditor.web.api import outgoing as out


class RuleSchema(Schema):
    """The fields of a rule. The code of a rule, such as O303, never changes. The title names the offence, such as
    "Bring-in by the wrong seat".
    """

    code = out.text()
    title = out.text("the offence that the rule finds")
    chapter = out.text()
    law = out.text("the law in one sentence")
    why = out.text("why the rule matters")
    severity = out.text("money, integrity, log, play or procedure: how serious its findings are for the players")
    grade = out.text("fault or irregular; `by its clause`: the clause of the house decides the grade")
    cites = out.texts("the parameters (questions to a house) that the rule uses")


class CountedRuleSchema(RuleSchema):
    """The fields of a rule, and the number of its findings in all hands. Gone findings do not count."""

    findings = out.number()


class RulesSchema(Schema):
    """The list of all rules, in the order of the catalogue of rules."""

    rules = fields.List(fields.Nested(CountedRuleSchema))


class ReadingSchema(Schema):
    """The fields of another reading of a clause: another way to understand the text of the house."""

    value = out.text()
    means = out.text()
    sentence = out.text()


class ParameterSchema(Schema):
    """The fields of a parameter: one question, such as the size of the bring-in, and the answer of the house."""

    key = out.text()
    asks = out.text("the question")
    value = out.text()
    means = out.text("the meaning of the value, in card-room words")
    status = out.text("stated, universal, hedged or assumed")
    clause = out.text("the clause, in our words")
    readings = fields.List(fields.Nested(ReadingSchema))


class HouseNameSchema(Schema):
    """The names of a house, a game and a structure. The structure is the limit on wagers, such as `fixed`."""

    name = out.text()
    title = out.text()
    game = out.text()
    structure = out.text("the limit on wagers, such as fixed")
    digest = out.text("the SHA-256 of all rules of the house that an audit uses")


class MarkSchema(Schema):
    """A rule code that a test case expects, and the line of the test case to which the code belongs."""

    code = out.text()
    line = out.number("counted from 1")


class ReadMarkSchema(MarkSchema):
    """A rule code that a test case expects at a line. Whether the audit gives this code depends on the reading of a
    clause (one way to understand the clause). The field `reading` names this reading. The list that has the mark says
    whether the code appears only under this reading, or under all readings except this one.
    """

    reading = out.text("the parameter and its value")


class CaseSchema(Schema):
    """The fields of a test case of a rule: a hand as a text, and exactly those findings that the audit of the hand must
    give.
    """

    title = out.text()
    house = out.text()
    overrides = fields.Dict(keys=fields.String(dump_only=True), values=fields.String(dump_only=True))
    lines = out.texts()
    expected = fields.List(fields.Nested(MarkSchema))
    unverifiable = fields.List(fields.Nested(MarkSchema))
    contested = fields.List(
        fields.Nested(ReadMarkSchema),
        metadata={"description": "findings that the audit must give, but not under this reading"},
    )
    beside = fields.List(
        fields.Nested(ReadMarkSchema),
        metadata={"description": "findings that the audit must give only under this reading"},
    )


class OtherwiseSchema(Schema):
    """The fields of an answer that differs from the answer of the chosen house.

    The fields are:

    - the question (a parameter that the rule uses)
    - the answer
    - the names of the other houses that give this answer
    """

    key = out.text("the parameter")
    value = out.text()
    means = out.text()
    houses = out.texts()


class ChangeSchema(Schema):
    """The fields of the changes of a rule in one rules version, and the first and the last run that used this
    version.
    """

    version = out.number("the version of the rules")
    new = fields.Boolean(dump_only=True, metadata={"description": "whether the rule is new in this version"})
    said = out.text("the change of this rule; empty: no change")
    at_large = out.text("the change that concerns all rules")
    first_run = out.number("the first run with this version; null: no run used this version", allow_none=True)
    last_run = out.number("the last run with this version; null: no run used this version", allow_none=True)
    findings = out.number("the number of findings that this version found first; gone findings do not count")


class RuleDetailSchema(Schema):
    """The fields of a rule under one house: its clauses, its test cases and its history."""

    rule = fields.Nested(RuleSchema)
    house = fields.Nested(HouseNameSchema)
    weakest = out.text("the status of the least certain clause: stated, universal, hedged or assumed")
    clauses = fields.List(fields.Nested(ParameterSchema))
    cases = fields.List(fields.Nested(CaseSchema))
    elsewhere = fields.List(fields.Nested(OtherwiseSchema))
    findings = out.number("the number of findings of the rule; gone findings do not count")
    triage = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))
    history = fields.List(
        fields.Nested(ChangeSchema), metadata={"description": "the changes by rules version, newest first"}
    )


class HouseSchema(Schema):
    """The fields of a house, which is the set of rules of a card room or of a rule book."""

    name = out.text()
    title = out.text()
    source = out.text()
    base = out.text("the house whose answer counts if this house does not answer a question")
    games = out.texts()
    structures = out.texts("the limits on wagers, such as fixed")
    rooms = out.texts("the card rooms whose hands are audited under this house")
    statuses = fields.Dict(keys=fields.String(dump_only=True), values=fields.Integer(dump_only=True))


class HousesSchema(Schema):
    """The list of all houses."""

    houses = fields.List(fields.Nested(HouseSchema))


class FullHouseSchema(HouseSchema):
    """The fields of a house for one game and one structure, with its answer to every question (parameter)."""

    game = out.text()
    structure = out.text()
    digest = out.text()
    parameters = fields.List(fields.Nested(ParameterSchema))


class HouseDetailSchema(Schema):
    """The answer with one house."""

    house = fields.Nested(FullHouseSchema)
