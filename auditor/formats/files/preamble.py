"""The preamble: lines above the first hand of a file, such as titles, numbers, announcements and comments."""

from auditor.formats.files.format import Begins


def after_preamble(leads: Begins, begins: Begins) -> Begins:
    """The test for the lines that start a piece of one file. The caller must test the lines in order.

    The first line that `leads` into the first hand starts the piece of that hand, because every line must be in some
    piece. Further down such a line stays in the piece above: below the last one there may be no hand.
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
    """The test for formats with `#` comments. The first line that `opens` starts a hand, or the comment above it does;
    later hands start at lines that pass `again`.
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
