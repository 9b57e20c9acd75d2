"""Which addresses may be listened on and answered: this machine's own, as long as there is no sign-in."""

import ipaddress
from typing import Final

WHY: Final = "there is no sign-in yet, so anybody who reaches the pages may read every hand"


class NotLoopback(ValueError):
    """An address that other machines can reach; the text says why it is refused and what to give instead."""


def loopback_address(host: str) -> str:
    """`host` as an address of this machine alone: `localhost` is `127.0.0.1`.

    Raises:
        NotLoopback: it is any other address, or none.
    """
    asked = host.strip().removeprefix("[").removesuffix("]")
    if asked.lower() == "localhost":
        return "127.0.0.1"
    if not is_loopback(asked):
        raise NotLoopback(f'The pages are not served at "{host[:80]}": {WHY}. Use 127.0.0.1, ::1 or localhost.')
    return asked


def is_loopback(address: str) -> bool:
    """Whether a numeric address is this machine's own."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return (mapped or parsed).is_loopback
