"""The server behind the pages: gunicorn with threads, in this process and one below it."""

import errno
import ipaddress
import os
import socket
import sys
from collections.abc import Callable
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.gthread import ThreadWorker

from auditor.cli.ending import Refused
from auditor.settings import Settings
from auditor.web import address_to_listen_on, create_app


class _Answering(ThreadWorker):
    """The process below, which answers."""

    def handle_quit(self, *_told: object) -> None:
        """Ends at once. Gunicorn's own first shuts the threads, and waits for ever for a lock that what was interrupted
        just then may hold.
        """
        os._exit(0)


OPTIONS: Final[dict[str, Any]] = {
    "worker_class": _Answering,
    "workers": 1,
    "threads": 8,
    "loglevel": "warning",
    "control_socket_disable": True,  # it would be one more way in, and a file in the home folder
}


def listening(host: str, port: int | None, usual: int, *, for_others: bool = False) -> socket.socket:
    """A socket that listens at an address, only `for_others` at one that other machines reach: at `port`, else at the
    usual one or a free one.

    Raises:
        NotLoopback: other machines could reach the address and must not.
        Refused: the port is taken, or may not be used.
    """
    address = address_to_listen_on(host, for_others=for_others)
    try:
        return _bound(address, usual if port is None else port)
    except OSError as error:
        if port is None and error.errno == errno.EADDRINUSE:
            return _bound(address, 0)
        why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
        raise Refused(f"Port {port or usual} of {address} {why}. Give another: --port 8080") from error


def address_of(listener: socket.socket) -> str:
    """What to type into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def run(settings: Settings, listener: socket.socket, meanwhile: Callable[[], None] = lambda: None) -> int:
    """Serves until this process is told to stop, calling `meanwhile` about once a second, and closes the socket; gives
    the exit code.

    Raises `SettingsRefused`.
    """
    app = create_app(settings)
    ours = os.getpid()
    try:
        _Server(app, listener, meanwhile).run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
        if os.getpid() != ours:
            # The server forked below us, and this is the copy: what our callers would clean up now is not its own.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        return code
    return 0


def _bound(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ipaddress.ip_address(address).version == 6 else socket.AF_INET
    return socket.create_server((address, port), family=family)


class _Server(BaseApplication):
    """Gunicorn with our options and no other: it would also read its environment variable."""

    def __init__(self, app: Flask, listener: socket.socket, meanwhile: Callable[[], None]) -> None:
        self._app = app
        self._meanwhile = meanwhile
        self._options = {**OPTIONS, "bind": f"fd://{listener.detach()}"}
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self._app

    def run(self) -> None:
        _Watch(self, self._meanwhile).run()


class _Watch(Arbiter):
    """Gunicorn's watch over its processes, which has our own looked after as well."""

    def __init__(self, server: _Server, meanwhile: Callable[[], None]) -> None:
        super().__init__(server)
        self._meanwhile = meanwhile

    def manage_workers(self) -> None:
        super().manage_workers()
        self._meanwhile()
