"""The preamble: the lines above the first hand of a file, such as titles, numbers, announcements and comments."""

from auditor.formats.files.format import Begins


def after_preamble(leads: Begins, begins: Begins) -> Begins:
    """Returns the test for the lines that begin a piece of one file. The caller must test the lines in order.

    `begins` tests for the first line of a hand, `leads` for a line of the preamble. Every line must be in some piece,
    so the piece of the first hand begins with the first line of the preamble. Later, such a line stays in the piece of
    the hand above, because there may be no hand after it.
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
    """Returns the test for lines that begin a hand, for formats with `#` comments. The caller must test the lines in
    order.

    The first hand begins at the first line that passes the test `opens`, or at the comment above that line. Each later
    hand begins at a line that passes the test `again`.
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
