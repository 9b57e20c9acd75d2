"""Several values of one filter, such as the rules B402 and B406: any of the values may match.

A filter is a name and a text. If it has several values, its text has all of them, with a NUL character between them. No
stored text has a NUL (see `pg_values`), and the parameters of an address are checked for it. So a value may contain any
character of a name, also a comma.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

MOST_VALUES: Final = 50
_BETWEEN: Final = "\0"


def values_of(text: str) -> tuple[str, ...]:
    """Returns the values in the text of a filter, such as `("B402", "B406")`; one value if it has only one."""
    return tuple(text.split(_BETWEEN))


def of_values(values: Iterable[str]) -> str:
    """Returns the text of a filter with these values. A value that comes twice stands once."""
    return _BETWEEN.join(dict.fromkeys(values))


def has_one(text: str) -> bool:
    """Whether the text of a filter has only one value."""
    return _BETWEEN not in text


def filters_document(filters: Mapping[str, str]) -> dict[str, Any]:
    """Returns the filters as a dict for JSON: a text for each filter, or a list of texts if it has several values."""
    return {name: f"{text}" if has_one(text) else list(values_of(text)) for name, text in filters.items()}
