"""Lines that stand above the first hand of a file and are part of no hand, or of the first: titles, numbers,
announcements, comments.
"""

from auditor.formats.files.format import Begins


def after_preamble(leads: Begins, begins: Begins) -> Begins:
    """The test for the lines that start a piece of one file, asked of its lines in order.

    A line that `leads` into the first hand starts the piece of that hand, for it must stand somewhere. Further down
    such lines end the piece above: the last of a file may have no hand below.
    """
    led = begun = False

    def starts(line: str) -> bool:
        nonlocal led, begun
        if begins(line):
            first_and_led = led and not begun
            begun = True
            return not first_and_led
        if begun or led or not leads(line):
            return False
        led = True
        return True

    return starts


def after_comments(opens: Begins, again: Begins) -> Begins:
    """For formats with `#` comments: the first line that `opens` starts a hand, or the comment above it does; later
    ones start where `again` says so.
    """
    commented = opened = False

    def starts(line: str) -> bool:
        nonlocal commented, opened
        if opened:
            return again(line)
        opened = opens(line)
        first = not commented and (opened or line.lstrip().startswith("#"))
        commented = commented or first
        return first

    return starts
