"""Reads and writes the query of an address, in which a parameter may stand several times: `code=B402&code=B406`.

In the program such a parameter is one text with several values (see `filter_values`).
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode

from auditor.store.queries.filter_values import values_of


def query_text(parameters: Mapping[str, Any]) -> str:
    """Returns the query of an address with these parameters, such as `code=B402&code=B406&triage=open`."""
    return urlencode(
        [
            (name, each)
            for name, value in parameters.items()
            for each in (values_of(value) if isinstance(value, str) else (value,))
        ]
    )


def parameters_in(query: str) -> dict[str, str | list[str]]:
    """Returns the parameters in the query of an address. A parameter that stands several times has a list of values."""
    return one_or_several(parse_qs(query, keep_blank_values=True))


def one_or_several(lists: Mapping[str, list[str]]) -> dict[str, str | list[str]]:
    """Returns each parameter with its value; with the list of its values if it stands several times."""
    return {name: values[0] if len(values) == 1 else values for name, values in lists.items()}
