"""Text for a terminal. Text from a file must not move the cursor, change colours or hide other text."""


def escaped(text: str) -> str:
    r"""Returns the text with every invisible character replaced by an escape, such as `\x1b`."""
    if text.isprintable():
        return text
    return "".join([letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text])


def counted(number: int, thing: str, things: str = "") -> str:
    """Returns a number and its noun, such as `1 hand` or `1,200 hands`. `thing` is the singular. `things` is the
    plural, needed only if it is not `thing` with an `s`.
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def money(amount: int, minor: int) -> str:
    """Converts an amount in the smallest unit to text with `minor` decimals. With 2 decimals, 150 is `1.50`; without
    decimals, 150 is `150`.
    """
    if not minor:
        return str(amount)
    whole, part = divmod(abs(amount), 10**minor)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{minor}d}"
