"""The JSON Schema of our own log, and a check that lists all faults of a record (one hand as a JSON object). Each fault
comes with its place and the value that is expected there.

msgspec reads the records with the same classes, but it reports only the first fault. So the check in this module runs
when msgspec rejects a record.
"""

import functools
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from auditor.formats.log.record import Record
from auditor.formats.markup.json_text import Json, Number, Object

_MOST: Final = 5
_NO_NUL: Final = "^[^\\u0000]*$"
_COMMENT: Final = (
    "Each line is one object (JSON Lines). A schema cannot express three further requirements: numbers have no decimal"
    " point and no exponent, no object has a key twice, and no seat is listed twice."
)
_NAMES: Final = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


@functools.cache
def schema() -> dict[str, Any]:
    """Returns the JSON Schema of a record, that is, of one hand of our own log."""
    made = msgspec.json.schema(Record)
    _adapt(made)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A hand of stud poker, as a room logs it",
        "$comment": _COMMENT,
        **made,
    }


def _adapt(part: Any) -> None:
    """Changes a schema in place: forbids the NUL character in every text, and writes each description on one line.
    `part` is the schema or, in the recursion, a part of it.
    """
    if isinstance(part, dict):
        if part.get("type") == "string":
            part["pattern"] = _NO_NUL
        if isinstance(part.get("description"), str):
            part["description"] = " ".join(part["description"].split())
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _adapt(each)


def faults(document: Json) -> list[str]:
    """Returns every fault of a document, in the order of the document, such as `events[3].to: expected a whole number,
    found the text "10"`.
    """
    return list(_faults(document, schema()["$defs"]["Record"], ""))


def faults_sentence(found: list[str]) -> str:
    """Returns the faults as one sentence on one line. If there are many, only the first faults are named and the others
    are counted.
    """
    more = f"; and {len(found) - _MOST} more faults" if len(found) > _MOST else ""
    return f"{' '.join('; '.join(found[:_MOST]).split())}{more}. See the schema of our log format, at /api/v1/schema."


def _faults(value: Json, wanted: dict[str, Any], path: str) -> Iterator[str]:
    if "$ref" in wanted:
        wanted = schema()["$defs"][wanted["$ref"].rpartition("/")[2]]
    if "discriminator" in wanted:
        yield from _kind(value, wanted["discriminator"], path)
    elif "anyOf" in wanted:
        if value is not None:
            yield from _faults(value, wanted["anyOf"][0], path)
    elif "enum" in wanted:
        if not any(_is(value, each) for each in wanted["enum"]):
            choices = ", ".join([str(each) or '""' for each in wanted["enum"]])
            yield _fault(path, f"one of {choices}" if len(choices) < 200 else "a card such as 2c, or xx", value)
    elif not _fits(value, wanted["type"]):
        yield _fault(path, _NAMES[wanted["type"]], value)
    elif isinstance(value, Object):
        yield from _of_object(value, wanted, path)
    elif isinstance(value, list):
        yield from _of_list(value, wanted, path)
    else:
        yield from _of_plain(value, wanted, path)


def _kind(value: Json, discriminator: dict[str, Any], path: str) -> Iterator[str]:
    """Yields the faults of an object such as an event, whose allowed keys depend on its kind. `discriminator` states
    which key names the kind, and the schema for each kind. `path` is the place of the object: `events[3]`.
    """
    if not isinstance(value, Object):
        yield _fault(path, "an object", value)
        return
    name = discriminator["propertyName"]
    kind = value.get(name)
    kinds = discriminator["mapping"]
    if isinstance(kind, str) and not isinstance(kind, Number) and kind in kinds:
        yield from _faults(value, {"$ref": kinds[kind]}, path)
    elif name in value:
        yield _fault(f"{path}.{name}", f"one of {', '.join(kinds)}", kind)
    else:
        yield f'{path}: the key "{name}" is missing'


def _of_object(value: Object, wanted: dict[str, Any], path: str) -> Iterator[str]:
    known = wanted["properties"]
    for key in wanted["required"]:
        if key not in value:
            yield f'{path or "the top"}: the key "{key}" is missing'
    for key, each in value.items():
        inner = f"{path}.{key[:40]}" if path else key[:40]
        if key in known:
            yield from _faults(each, known[key], inner)
        else:
            yield f"{inner}: this key is unknown; correct its name or delete it"


def _of_list(value: list[Json], wanted: dict[str, Any], path: str) -> Iterator[str]:
    least, most = wanted.get("minItems", 0), wanted.get("maxItems")
    if len(value) < least or (most is not None and len(value) > most):
        yield f"{path}: expected {_between(least, most)} entries, found {len(value):,}"
        return
    for place, each in enumerate(value):
        yield from _faults(each, wanted["items"], f"{path}[{place}]")


def _of_plain(value: Json, wanted: dict[str, Any], path: str) -> Iterator[str]:
    """Yields a fault if `value` is a text that is too long, or a number that is too large or too small. `wanted` is the
    part of the schema for this value.
    """
    if isinstance(value, Number):
        least, most = wanted["minimum"], wanted["maximum"]
        if not least <= int(value) <= most:
            yield _fault(path, f"a whole number from {least} to {most}", value)
    elif isinstance(value, str) and len(value) > wanted["maxLength"]:
        yield f"{path}: expected at most {wanted['maxLength']:,} characters, found {len(value):,}"


def _fits(value: Json, kind: str) -> bool:
    if isinstance(value, Number):
        return kind == "integer" and value.removeprefix("-").isdigit()
    found = {Object: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}
    return found[type(value)] == kind


def _is(value: Json, wanted: object) -> bool:
    return (
        value == str(wanted) and isinstance(value, Number) == isinstance(wanted, int)
        if isinstance(value, str)
        else False
    )


def _fault(path: str, expected: str, value: Json) -> str:
    return f"{path or 'the top'}: expected {expected}, found {_found(value)}"


def _found(value: Json) -> str:
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return f'the text "{value[:40]}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    return _NAMES["object" if isinstance(value, Object) else "array" if isinstance(value, list) else "null"]


def _between(least: int, most: int | None) -> str:
    return f"at least {least}" if most is None else f"{least} to {most}" if least else f"at most {most}"
