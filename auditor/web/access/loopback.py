"""Which addresses may be listened on and answered: this machine's own, as long as no sign-in is set up."""

import ipaddress
from typing import Final, NoReturn

WHY: Final = "no sign-in is set up, so anybody who reaches the pages may read every hand and decide on it"


class NotLoopback(ValueError):
    """An address that other machines can reach; the text says why it is refused and what to give instead."""


def address_to_listen_on(host: str, *, for_others: bool) -> str:
    """`host` as a numeric address: `localhost` is `127.0.0.1`. Only `for_others`, where sign-in is set up, it may be
    one that other machines reach.

    Raises:
        NotLoopback: it is another one, or none.
    """
    address = host.strip().removeprefix("[").removesuffix("]")
    if address.lower() == "localhost":
        return "127.0.0.1"
    if is_loopback(address) or (for_others and _is_address(address)):
        return address
    if for_others:
        raise NotLoopback(f'"{host[:80]}" is no numeric address; give one of this machine, or 0.0.0.0 for all of them.')
    raise NotLoopback(
        f'The pages are not served at "{host[:80]}": {WHY}. Use 127.0.0.1, ::1 or localhost, or first make an account:'
        " auditor user add NAME --role reviewer"
    )


def refuse_plain_http(address: str) -> NoReturn:
    """Raises `NotLoopback` for an address that other machines reach: what is sent there is not encrypted."""
    raise NotLoopback(
        f"The pages are not served at {address} without encryption: whoever is on the way could read and change"
        " passwords, tokens and hands. Serve at 127.0.0.1, behind a proxy with a certificate on this machine. Or accept"
        " this with --insecure-http"
    )


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Whether a numeric address is this machine's own."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return (mapped or parsed).is_loopback
