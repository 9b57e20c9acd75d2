"""The fields of API answers. `meaning` is the description in OpenAPI. Answers are not input, so they need no limits."""

from typing import Any, Final

from marshmallow import fields

CHIPS: Final = "in the smallest unit: 10 ** -minor of the currency"
WHEN: Final = "ISO 8601, UTC"


def text(meaning: str = "", **options: Any) -> fields.String:
    return fields.String(dump_only=True, metadata={"description": meaning} if meaning else {}, **options)


def number(meaning: str = "", **options: Any) -> fields.Integer:
    return fields.Integer(dump_only=True, metadata={"description": meaning} if meaning else {}, **options)


def flag(meaning: str = "") -> fields.Boolean:
    return fields.Boolean(dump_only=True, metadata={"description": meaning} if meaning else {})


def texts(meaning: str = "") -> fields.List[str]:
    return fields.List(fields.String(dump_only=True), metadata={"description": meaning} if meaning else {})


def numbers(meaning: str = "") -> fields.List[int]:
    return fields.List(fields.Integer(dump_only=True), metadata={"description": meaning} if meaning else {})
