"""Functions that make a field of an API answer, by the type of its value: text, number, yes or no, or a list.

`meaning` becomes the description of the field in OpenAPI. The fields check nothing, because only requests are checked,
not answers.
"""

from typing import Any, Final

from marshmallow import fields

CHIPS: Final = "an amount in the smallest unit of the currency; `minor` is the number of decimals"
WHEN: Final = "ISO 8601, UTC"


def text(meaning: str = "", **options: Any) -> fields.String:
    return fields.String(dump_only=True, metadata={"description": meaning} if meaning else {}, **options)


def number(meaning: str = "", **options: Any) -> fields.Integer:
    return fields.Integer(dump_only=True, metadata={"description": meaning} if meaning else {}, **options)


def flag(meaning: str = "") -> fields.Boolean:
    return fields.Boolean(dump_only=True, metadata={"description": meaning} if meaning else {})


def texts(meaning: str = "") -> fields.List[str]:
    return fields.List(fields.String(dump_only=True), metadata={"description": meaning} if meaning else {})


def filters() -> fields.Dict:
    """Makes the field for the filters of a list of findings: a text for each filter, or a list of texts."""
    one = {"type": "string"}
    several = {"oneOf": [one, {"type": "array", "items": one}]}
    meaning = "the filters of the list; a filter with several values has a list of them"
    return fields.Dict(
        keys=fields.String(dump_only=True),
        values=fields.Raw(),
        metadata={"description": meaning, "additionalProperties": several},
    )


def numbers(meaning: str = "") -> fields.List[int]:
    return fields.List(fields.Integer(dump_only=True), metadata={"description": meaning} if meaning else {})
