"""The proxy of the README, as it stands there, before our server: a real nginx with a real certificate."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest

from auditor.settings import Settings
from auditor.store.postgres.database import Database
from auditor.web import create_app
from tests.cli.command import TOP
from tests.web.night import NIGHT
from tests.web.serving import PATIENCE, served
from tests.web.signed import account, bearer

pytestmark = [
    pytest.mark.database,
    pytest.mark.skipif(
        shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin") is None, reason="nginx is missing"
    ),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is missing, which makes the certificate"),
]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
        return port


def configuration(folder: Path, port: int, behind: tuple[str, int]) -> Path:
    """The README's own, in a whole file, with ports and a certificate of this test."""
    found = re.search(r"```nginx\n(.+?)```", (TOP / "README.md").read_text(), re.DOTALL)
    assert found is not None
    certificate, key = folder / "desk.pem", folder / "desk.key"
    names = ["-subj", "/CN=desk", "-addext", "subjectAltName=DNS:desk.example"]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    making = ["openssl", "req", "-x509", *kind, *names, "-out", certificate, "-keyout", key]
    subprocess.run([str(each) for each in making], check=True, capture_output=True)
    ours = found[1]
    for there, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/desk.example.pem", str(certificate)),
        ("/etc/ssl/desk.example.key", str(key)),
        ("http://127.0.0.1:8000", f"http://{behind[0]}:{behind[1]}"),
    ):
        assert there in ours
        ours = ours.replace(there, here)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = " ".join([f"{kind}_temp_path {folder}/{kind};" for kind in kinds])
    file = folder / "nginx.conf"
    root = "user root;" if os.getuid() == 0 else ""
    file.write_text(
        f"{root} daemon off; pid {folder}/pid; error_log {folder}/errors;"
        f"events {{ worker_connections 64; }}\nhttp {{ access_log off; {paths}\n{ours}}}\n"
    )
    return file


@pytest.fixture
def behind(settings: Settings, tmp_path: Path) -> Iterator[tuple[int, ssl.SSLContext]]:
    """The port of an nginx before our server, and whom to trust there."""
    app = create_app(replace(settings, trusted_hosts=("desk.example",), proxy="127.0.0.1"))
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin") or ""
    port = free_port()
    with served(app) as address:
        file = configuration(tmp_path, port, address)
        checked = subprocess.run([nginx, "-t", "-c", file], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        with subprocess.Popen([nginx, "-c", file], stderr=subprocess.DEVNULL) as running:
            try:
                yield port, ssl.create_default_context(cafile=tmp_path / "desk.pem")
            finally:
                running.terminate()
    app.extensions["auditor"].close()


def connected(port: int, trust: ssl.SSLContext) -> ssl.SSLSocket:
    """A connection to it, once it listens."""
    while True:
        try:
            plain = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except ConnectionRefusedError:
            continue
        return trust.wrap_socket(plain, server_hostname="desk.example")


def test_it_works_as_it_stands_in_the_readme(behind: tuple[int, ssl.SSLContext], database: Database, rows: Any) -> None:
    number = account(database, "Ada")
    shown = bearer(database, number)["Authorization"]
    port, trust = behind

    def answer(method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        asking = HTTPSConnection("desk.example", port, timeout=PATIENCE)
        asking.sock = connected(port, trust)
        sent = {"Host": f"desk.example:{port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
        asking.request(method, path, body or None, sent)
        came = asking.getresponse()
        told = came.status, came.read()
        asking.close()
        return told

    kind = "application/octet-stream"
    assert answer("GET", "/healthz")[0] == 200
    assert answer("GET", "/findings.json")[0] == 401
    # A page of its own: scheme and name are those of the outside.
    own = f"https://desk.example:{port}"
    assert b"A page of another website" not in answer("POST", "/sign-in", b"name=a", Origin=own)[1]
    assert b"A page of another website" in answer("POST", "/sign-in", b"name=a", Origin="https://evil.example")[1]
    assert answer("POST", "/api/v1/uploads", NIGHT * 100, Authorization=shown, Content_Type=kind)[0] == 200
    assert rows("SELECT size FROM upload") == [(len(NIGHT) * 100,)]

    cut = connected(port, trust)
    head = f"POST /api/v1/uploads HTTP/1.1\r\nHost: desk.example\r\nAuthorization: {shown}\r\n"
    cut.sendall(f"{head}Content-Type: application/octet-stream\r\nContent-Length: {len(NIGHT)}\r\n\r\n".encode())
    cut.sendall(NIGHT[:1000])
    cut.close()
    assert answer("GET", "/api/v1/uploads", Authorization=shown)[0] == 200
    assert rows("SELECT count(*) FROM upload") == [(1,)]
