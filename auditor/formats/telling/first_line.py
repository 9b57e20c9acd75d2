"""Whose history a text is: that of the room whose hand begins in its first line."""

from collections.abc import Callable

from auditor.formats.files.bare import bare

Test = Callable[[str], bool]


def first_begins(head: str, begins: Test, leads: Test = lambda _: False) -> bool:
    """Whether the first line that is not blank, and only `leads` to none, begins a hand."""
    for line in head.splitlines():
        if bare(line).strip() and not leads(line):
            return begins(line)
    return False
