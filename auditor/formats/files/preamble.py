"""The preamble: the lines above the first hand of a file, such as titles, numbers, announcements and comments."""

from auditor.formats.files.format import Begins


def after_preamble(leads: Begins, begins: Begins, sign: str = "", word: str = "") -> Begins:
    """Returns a test for the lines at which a file is cut into pieces. Call the test for each line, in order.

    `begins` is true for the first line of a hand, `leads` for a line of the preamble. The piece of the first hand
    begins at the first line of the preamble. So the test is true for that line, and false for the first line of the
    first hand. After the first hand has begun, the test ignores `leads`.

    `sign` and `word` make the test fast. Every line for which `begins` is true must contain one of these two texts, and
    most other lines contain neither. So after the first hand has begun, `begins` is called only for lines that contain
    one of the two texts. If `sign` or `word` is empty, `begins` is called for every line.
    """
    led = begun = False

    def starts(line: str) -> bool:
        nonlocal led, begun
        if begun and sign not in line and word not in line:
            return False
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
    """Returns a test for the lines that begin a hand, for formats with `#` comments. Call the test for each line, in
    order.

    `opens` is true for the first line of the first hand, `again` for the first line of each later hand. If comments are
    above the first hand, that hand begins at the first of these comments.
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
