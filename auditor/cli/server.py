"""Listens on a socket and serves the pages until a signal stops this process."""

import errno
import ipaddress
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from auditor.cli.exit_codes import CLEAN, OUR_MISTAKE, Refused
from auditor.settings import Settings, make_private
from auditor.web import address_to_listen_on, create_app
from auditor.web.server import Server

_CHECK_SECONDS: Final = 1
_STOPS: Final = (signal.SIGINT, signal.SIGTERM)


def listening(host: str, port: int | None, usual: int, *, for_others: bool = False) -> socket.socket:
    """Returns a socket that listens on an address and port. If `port` is `None`, the socket gets the port `usual`, or
    any free port if `usual` is taken. An address that other machines can reach is allowed only with `for_others`.

    Raises:
        NotLoopback: other machines could reach the address, and `for_others` is false.
        Refused: the port is taken or not permitted.
    """
    address = address_to_listen_on(host, for_others=for_others)
    try:
        return _bound(address, usual if port is None else port)
    except OSError as error:
        if port is None and error.errno == errno.EADDRINUSE:
            return _bound(address, 0)
        why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
        raise Refused(f"Port {port or usual} of {address} {why}. Choose another port: --port 8080") from error


def address_of(listener: socket.socket) -> str:
    """Returns the address to open in a browser, such as `http://127.0.0.1:8000/`."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def run(settings: Settings, listener: socket.socket, meanwhile: Callable[[], None] = lambda: None) -> int:
    """Serves the pages until a signal stops this process, and then closes the socket. Returns the exit code. Calls
    `meanwhile` about once a second.

    Raises `SettingsRefused` if the secret key is too short, or if a new key cannot be stored.
    """
    app = create_app(settings)
    make_private(settings.data)
    # The server stores the bodies of requests in temporary files. They must be on the disk of the data folder, because
    # the server checks the free space of this disk before it accepts a body.
    tempfile.tempdir = str(settings.data)
    server = Server(app, listener)
    serving = threading.Thread(target=server.run, name="server", daemon=True)
    with _stop_signal() as stop:
        serving.start()
        while serving.is_alive() and not stop.wait(_CHECK_SECONDS):
            meanwhile()
    ended_by_itself = not serving.is_alive()
    server.stop()
    serving.join(_CHECK_SECONDS)
    app.extensions["auditor"].close()
    return OUR_MISTAKE if ended_by_itself else CLEAN


@contextmanager
def _stop_signal() -> Iterator[threading.Event]:
    """Yields an event that becomes set when the process gets SIGINT or SIGTERM. At the end, restores the former signal
    handlers.
    """
    stop = threading.Event()
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in _STOPS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _bound(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ipaddress.ip_address(address).version == 6 else socket.AF_INET
    return socket.create_server((address, port), family=family)
