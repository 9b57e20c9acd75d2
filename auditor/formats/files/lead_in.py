"""Lines that stand above the first hand of a file and are part of no hand: titles, numbers, announcements."""

from auditor.formats.files.splitting import Begins


def after_lead_in(leads: Begins, begins: Begins) -> Begins:
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
