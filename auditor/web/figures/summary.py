"""The rate of findings of one house, for the page of the house."""

from typing import Any

from auditor.store.queries import figures
from auditor.store.queries.figures import HandsFilter
from auditor.web.figures.rates import rate_document
from auditor.web.resources import transaction


def rate_of(chosen: HandsFilter) -> dict[str, Any]:
    """Returns the rate of findings in the hands that match the filter `chosen`, as a dict for the template."""
    with transaction() as connection:
        counted = figures.totals(connection, chosen)
    return rate_document(counted.found, counted.hands)
