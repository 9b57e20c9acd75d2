"""The headers of a proxy that name the client. Only one trusted proxy may set them, not even this machine."""

import ipaddress
from typing import Any, Final

from werkzeug.middleware.proxy_fix import ProxyFix

from auditor.web.requests.guards import REFUSED_BY_SERVER
from auditor.web.requests.refusals import Refusal

FORWARDED: Final = "auditor.forwarded"  # the key in the WSGI environment: whether the request came through a proxy
# The headers in which proxies name the client or themselves.
_NAMES: Final = frozenset(
    f"HTTP_{name}"
    for name in (
        *("FORWARDED", "VIA", "CDN_LOOP", "X_REAL_IP", "X_CLIENT_IP", "X_CLUSTER_CLIENT_IP", "TRUE_CLIENT_IP"),
        *("CF_CONNECTING_IP", "FASTLY_CLIENT_IP", "X_ENVOY_EXTERNAL_ADDRESS", "X_PROXYUSER_IP"),
    )
)
_BEGINNINGS: Final = ("HTTP_X_FORWARDED", "HTTP_X_ORIGINAL")

_PAST_THE_PROXY: Final = (
    "Only the proxy and this machine are answered here, because other connections are not encrypted. Use the address of"
    " the proxy."
)


class Forwarding:
    """Finds the client, the host and the scheme of a request before any other code reads it.

    `proxy` is the address or the network of the trusted proxy. `hops` is the number of proxies, that one included: each
    of them adds an address. With a trusted proxy, other machines get no answer past it, unless `plain_http` allows
    them: nothing encrypts what they send.
    """

    def __init__(self, proxy: str | None, hops: int, *, plain_http: bool) -> None:
        self._proxy: Final = None if proxy is None else ipaddress.ip_network(proxy)
        self._plain_http: Final = plain_http
        # Host and scheme come from the trusted proxy only.
        self._believe: Final = ProxyFix(lambda _environ, _start: (), x_for=hops, x_proto=1, x_host=1)

    def settle(self, environ: dict[str, Any]) -> None:
        """Applies the headers of the trusted proxy to `environ`, and removes these headers from every request."""
        peer = environ.get("REMOTE_ADDR", "")
        if not self._may_ask(peer):
            environ[REFUSED_BY_SERVER] = Refusal(403, _PAST_THE_PROXY)
        names = [name for name in environ if name in _NAMES or name.startswith(_BEGINNINGS)]
        if not names:
            return
        if self._is_trusted(peer):
            self._believe(environ, _never)
            _insist_on_sense(environ)
        for name in names:
            del environ[name]
        environ[FORWARDED] = True

    def _may_ask(self, peer: str) -> bool:
        """Whether a peer is answered: the proxy, this machine, and where plain http may be used everybody."""
        if self._proxy is None or self._plain_http or not peer or self._is_trusted(peer):
            return True
        address = _address(peer)
        return address is not None and address.is_loopback

    def _is_trusted(self, peer: str) -> bool:
        address = _address(peer)
        return self._proxy is not None and address is not None and address in self._proxy


def _insist_on_sense(environ: dict[str, Any]) -> None:
    address, scheme = _address(environ["REMOTE_ADDR"]), environ["wsgi.url_scheme"]
    if address is None or scheme not in ("http", "https"):
        name = "X-Forwarded-For" if address is None else "X-Forwarded-Proto"
        environ[REFUSED_BY_SERVER] = Refusal(
            400,
            f'The header {name} of the proxy is not valid. Nothing was done. See "Behind a proxy" in the README.',
        )
    environ["REMOTE_ADDR"] = str(address or "")


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address, without the port behind it. An IPv4 address in IPv6 notation becomes IPv4."""
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
    raise AssertionError  # ProxyFix is used for its headers only
