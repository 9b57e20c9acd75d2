"""Text for a terminal. Text from a file must not move the cursor, change colours or hide other text."""


def escaped(text: str) -> str:
    """Returns the text with every invisible character written as an escape."""
    if text.isprintable():
        return text
    return "".join([letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text])


def counted(number: int, thing: str, things: str = "") -> str:
    """Returns a number and the thing that is counted, such as `1 hand` or `1,200 hands`. `things` is an irregular
    plural.
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def money(amount: int, minor: int) -> str:
    """Returns an amount with all its decimals, as findings write amounts: `1.50`, or `1500` if the unit has no
    decimals.
    """
    if not minor:
        return str(amount)
    whole, part = divmod(abs(amount), 10**minor)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{minor}d}"
