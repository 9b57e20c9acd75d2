"""The network addresses at which the server may listen. As long as there are no accounts, only loopback is allowed.

Loopback addresses, such as 127.0.0.1, are reached only from the same machine.
"""

import ipaddress
from typing import Final, NoReturn

from auditor.settings import command_line

WHY: Final = (
    "there are no accounts yet: without accounts, anybody who opens the pages could read every hand and decide findings"
)


class NotLoopback(ValueError):
    """The server may not listen at this address. The text has the reason and the remedy."""


def address_to_listen_on(host: str, *, for_others: bool) -> str:
    """Returns `host` as a numeric address; for `localhost`, returns `127.0.0.1`.

    `for_others` is true if visitors must sign in, so the server may serve other machines. If `for_others` is false,
    only loopback addresses are allowed.

    Raises:
        NotLoopback: the address is not allowed, or is not a numeric address.
    """
    address = host.strip().removeprefix("[").removesuffix("]")
    if address.lower() == "localhost":
        return "127.0.0.1"
    if is_loopback(address) or (for_others and _is_address(address)):
        return address
    if for_others:
        raise NotLoopback(
            f'"{host[:80]}" is not a numeric address. Use an address of this machine, or 0.0.0.0 for all its addresses.'
        )
    raise NotLoopback(
        f'Cannot serve at "{host[:80]}", because {WHY}. Use 127.0.0.1, ::1 or localhost. Or make an account first:'
        f" {command_line('user add NAME --role reviewer')}"
    )


def refuse_plain_http(address: str) -> NoReturn:
    """Always raises `NotLoopback`: at this address, other machines would send passwords over plain http. The text of
    the exception says how to avoid or accept this risk.
    """
    raise NotLoopback(
        f"Cannot serve at {address} without encryption: others on the network could read and change passwords, tokens"
        " and hands. Serve at 127.0.0.1, behind a proxy with a certificate on this machine. Or accept this risk with"
        " --insecure-http"
    )


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Whether `address` is a numeric loopback address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return (mapped or parsed).is_loopback
