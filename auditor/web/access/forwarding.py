"""Applies the headers with which a proxy names the client, such as `X-Forwarded-For`.

Only the headers of the trusted proxy are used. The settings name the trusted proxy. If they name none, no proxy is
trusted, not even a proxy on this machine.
"""

import ipaddress
from typing import Any, Final

from werkzeug.middleware.proxy_fix import ProxyFix

from auditor.web.requests.guards import REFUSED_BY_SERVER
from auditor.web.requests.refusals import Refusal

# The key in the WSGI environment that is set if the request came through a proxy, trusted or not.
FORWARDED: Final = "auditor.forwarded"
# The names of headers with which proxies name the client or themselves, as keys of the WSGI environment.
_NAMES: Final = frozenset(
    f"HTTP_{name}"
    for name in (
        *("FORWARDED", "VIA", "CDN_LOOP", "X_REAL_IP", "X_CLIENT_IP", "X_CLUSTER_CLIENT_IP", "TRUE_CLIENT_IP"),
        *("CF_CONNECTING_IP", "FASTLY_CLIENT_IP", "X_ENVOY_EXTERNAL_ADDRESS", "X_PROXYUSER_IP"),
    )
)
_BEGINNINGS: Final = ("HTTP_X_FORWARDED", "HTTP_X_ORIGINAL")

_PAST_THE_PROXY: Final = (
    "You connected to this server directly, so the connection is not encrypted. Open the address of the proxy instead."
)


class Forwarding:
    """Finds the address of the client, the host and the scheme (http or https) of a request before any other code reads
    the request.

    `proxy` is the address or the network of the trusted proxy; `None` if there is none. `hops` is the number of proxies
    between the client and this server, the trusted proxy included: each proxy adds one address to the header
    `X-Forwarded-For`. If there is a trusted proxy, other machines must connect through it, because a direct connection
    is not encrypted. With `plain_http`, direct connections are allowed too.
    """

    def __init__(self, proxy: str | None, hops: int, *, plain_http: bool) -> None:
        self._proxy: Final = None if proxy is None else ipaddress.ip_network(proxy)
        self._plain_http: Final = plain_http
        # ProxyFix takes the host and the scheme from the last proxy, which is the trusted proxy.
        self._apply_headers: Final = ProxyFix(lambda _environ, _start: (), x_for=hops, x_proto=1, x_host=1)

    def settle(self, environ: dict[str, Any]) -> None:
        """Applies the headers of the trusted proxy to `environ`, and then deletes the headers of all proxies from it.

        If the client may not connect directly, or a header is not valid, stores a refusal in `environ`, with which the
        application answers later.
        """
        peer = environ.get("REMOTE_ADDR", "")
        if not self._may_connect(peer):
            environ[REFUSED_BY_SERVER] = Refusal(403, _PAST_THE_PROXY)
        names = [name for name in environ if name in _NAMES or name.startswith(_BEGINNINGS)]
        if not names:
            return
        if self._is_trusted(peer):
            self._apply_headers(environ, _never)
            _refuse_invalid_headers(environ)
        for name in names:
            del environ[name]
        environ[FORWARDED] = True

    def _may_connect(self, peer: str) -> bool:
        """Whether a machine with the address `peer` may connect to this server. Every machine may connect if there is
        no trusted proxy, or if plain http is allowed. Otherwise only the trusted proxy and this machine may connect.
        """
        if self._proxy is None or self._plain_http or not peer or self._is_trusted(peer):
            return True
        address = _address(peer)
        return address is not None and address.is_loopback

    def _is_trusted(self, peer: str) -> bool:
        address = _address(peer)
        return self._proxy is not None and address is not None and address in self._proxy


def _refuse_invalid_headers(environ: dict[str, Any]) -> None:
    """Stores a refusal in `environ` if the headers of the trusted proxy gave no valid address or scheme."""
    address, scheme = _address(environ["REMOTE_ADDR"]), environ["wsgi.url_scheme"]
    if address is None or scheme not in ("http", "https"):
        name = "X-Forwarded-For" if address is None else "X-Forwarded-Proto"
        environ[REFUSED_BY_SERVER] = Refusal(
            400,
            f"The proxy sent a header {name} that is not valid. Nothing was done. Ask your administrator to correct the"
            ' proxy: see "Serve the pages to others" in the README.',
        )
    environ["REMOTE_ADDR"] = str(address or "")


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parses an IP address, with or without a port, such as `10.0.0.7:5000`; `None` if the text is no address. An IPv4
    address in IPv6 notation, such as `::ffff:10.0.0.7`, becomes an IPv4 address.
    """
    bare = text.strip().removeprefix("[").partition("]")[0]
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ipaddress.ip_address(bare)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def _never(*_arguments: Any) -> Any:
    # ProxyFix expects an application to call, but never calls it here: only its change of `environ` is used.
    raise AssertionError
