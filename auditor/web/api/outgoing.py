"""Fields that only go out: nothing is ever read into them, so they need no bounds."""

from typing import Any, Final

from marshmallow import fields

CHIPS: Final = "in the smallest unit: 10 ** -minor of the currency"
WHEN: Final = "ISO 8601, UTC"


def text(says: str = "", **options: Any) -> fields.String:
    return fields.String(dump_only=True, metadata={"description": says} if says else {}, **options)


def number(says: str = "", **options: Any) -> fields.Integer:
    return fields.Integer(dump_only=True, metadata={"description": says} if says else {}, **options)


def flag(says: str = "") -> fields.Boolean:
    return fields.Boolean(dump_only=True, metadata={"description": says} if says else {})


def texts(says: str = "") -> fields.List[str]:
    return fields.List(fields.String(dump_only=True), metadata={"description": says} if says else {})


def numbers(says: str = "") -> fields.List[int]:
    return fields.List(fields.Integer(dump_only=True), metadata={"description": says} if says else {})
