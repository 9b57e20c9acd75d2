"""Writes the answers of a house in words that a person in a card room would use."""

from typing import Any

from auditor.engine.house.files import Setting
from auditor.engine.house.parameter_types import Kind, Value, in_words, text_of
from auditor.engine.house.parameters import PARAMETERS


def means(key: str, value: Value) -> str:
    """Returns the meaning of a value of the parameter `key` in words, for example `yes` for `True`."""
    parameter = PARAMETERS[key]
    if parameter.kind is Kind.CHOICE:
        return parameter.choices[str(value)]
    if parameter.kind is Kind.BOOLEAN:
        return "yes" if value else "no"
    if parameter.kind is Kind.STAKES and isinstance(value, tuple):
        return in_words([f"{small}/{big} with an ante of {ante}" for small, big, ante in value], "and") or "none"
    return text_of(value)


def setting_document(setting: Setting) -> dict[str, Any]:
    """Returns one answer of a house as a dictionary for JSON: the question, the value, its meaning, status and clause,
    and the other readings of the clause.
    """
    return {
        "key": setting.key,
        "asks": PARAMETERS[setting.key].meaning,
        "value": text_of(setting.value),
        "means": means(setting.key, setting.value),
        "status": setting.status.value,
        "clause": setting.clause,
        "readings": [
            {"value": text_of(each.value), "means": means(setting.key, each.value), "sentence": each.sentence}
            for each in setting.readings
        ],
    }
