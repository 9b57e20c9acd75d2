"""A hand without seats: nobody can be said to have played it."""

from auditor.formats.outcomes import Rejected


def nobody_listed(line: int, number: str, where: str = " after the first line") -> Rejected:
    """The refusal of a hand, told at its line; `where` the seats should be listed."""
    return Rejected(
        line, number, f"No seat is listed{where}, so nobody can be said to have played. Export the hand again."
    )
