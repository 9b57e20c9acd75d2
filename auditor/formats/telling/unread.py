"""A line that no reader could make sense of, as it is kept."""

from typing import Final

from auditor.engine.events import Illegible

_LONGEST: Final = 200


def unread(text: str, line: int) -> Illegible:
    """The line, cut where it is too long to be anything."""
    return Illegible(text[:_LONGEST], line)
