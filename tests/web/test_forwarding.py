"""Behind a proxy, over real sockets: what it says of who asks is believed of the trusted one, and of no other."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest

from auditor.settings import Settings, SettingsRefused, load
from auditor.store.people.login_throttle import MOST
from auditor.store.postgres.database import Database
from auditor.web import create_app
from tests.web.forms import token_on
from tests.web.serving import Answered, Wire, request, served
from tests.web.signed import account

pytestmark = pytest.mark.database

FORM = "Content-Type: application/x-www-form-urlencoded"
FORWARDING = (
    "Forwarded: for=127.0.0.1",
    "X-Forwarded-For: 127.0.0.1",
    "X-Forwarded-Host: localhost",
    "X-Forwarded-Proto: http",
    "X-Forwarded-Anything: 1",
    "X-Real-IP: 127.0.0.1",
    "Via: 1.1 proxy",
    "CF-Connecting-IP: 127.0.0.1",
)


@contextmanager
def serving(settings: Settings, **changes: Any) -> Iterator[tuple[str, int]]:
    """The pages under settings that differ so."""
    app = create_app(replace(settings, **changes))
    try:
        with served(app) as address:
            yield address
    finally:
        app.extensions["auditor"].close()


def answer_at(address: tuple[str, int], path: str, *lines: str) -> Answered:
    wire = Wire(address).send(request(path, "Connection: close", *lines))
    answer = wire.answer()
    wire.close()
    return answer


def tried(address: tuple[str, int], name: str, *lines: str, host: str = "localhost") -> Answered:
    """The answer to a wrong password."""
    wire = Wire(address).send(request("/sign-in", *lines, host=host))
    form = wire.answer()
    cookie = "Cookie: " + form.headers["set-cookie"].partition(";")[0]
    fields = {"csrf_token": token_on(form.body.decode()), "name": name, "password": "wrong", "next": "/"}
    wire.send(request("/sign-in", cookie, FORM, *lines, method="POST", host=host, body=urlencode(fields).encode()))
    answer = wire.answer()
    wire.close()
    return answer


@pytest.mark.parametrize("proxy", [None, "127.0.0.1"])
def test_without_accounts_nobody_comes_through_a_proxy(proxy: str | None, settings: Settings) -> None:
    with serving(settings, proxy=proxy) as address:
        assert answer_at(address, "/").status == 200
        for line in FORWARDING:
            for path in ("/", "/findings.json", "/readyz", "/nothing"):
                assert answer_at(address, path, line).status == 403, f"{path} with {line}"
        assert b"there are no accounts" in answer_at(address, "/", "X-Forwarded-For: 127.0.0.1").body


@pytest.mark.parametrize("proxy", [None, "10.0.0.0/8"])
def test_nothing_is_believed_of_a_proxy_that_is_not_trusted(
    proxy: str | None, settings: Settings, database: Database, rows: Any
) -> None:
    """Also not on this machine: whoever guesses at passwords cannot look like somebody else each time."""
    account(database, "Ada")
    with serving(settings, proxy=proxy) as address:
        for number in range(MOST):
            assert tried(address, f"name{number}", f"X-Forwarded-For: 203.0.113.{number}").status == 403
        assert tried(address, "another", "X-Forwarded-For: 203.0.113.99", "X-Real-IP: 203.0.113.99").status == 429
        assert answer_at(address, "/sign-in", "X-Forwarded-Host: evil.example").status == 200
        assert tried(address, "one", "X-Forwarded-Proto: https", "Origin: https://localhost").status == 403
    assert rows("SELECT DISTINCT network FROM sign_in_try") == [("127.0.0.1",)]


def test_the_trusted_proxy_names_the_client(settings: Settings, database: Database, rows: Any) -> None:
    account(database, "Ada")
    with serving(settings, proxy="127.0.0.1", trusted_hosts=("desk.example",)) as address:
        said = ["X-Forwarded-Host: desk.example", "X-Forwarded-Proto: https", "Origin: https://desk.example"]
        for number in range(MOST):
            # Whatever stands before what the proxy added is the sender's own invention.
            answer = tried(address, f"name{number}", "X-Forwarded-For: 127.0.0.1, 203.0.113.7", *said)
            assert b"is wrong. Try again" in answer.body
        assert tried(address, "another", "X-Forwarded-For: 203.0.113.8, 203.0.113.7:4711", *said).status == 429
        assert tried(address, "another", "X-Forwarded-For: 203.0.113.8", *said).status == 403
        assert tried(address, "another", "X-Forwarded-For: [2001:db8::1]:443", *said).status == 403
        assert answer_at(address, "/sign-in", "X-Forwarded-For: 203.0.113.8").status == 400  # its name is not localhost
    found = rows("SELECT DISTINCT network FROM sign_in_try ORDER BY network")
    assert found == [("2001:db8::/64",), ("203.0.113.7",), ("203.0.113.8",)]


def test_of_two_proxies_the_first_names_the_client(settings: Settings, database: Database, rows: Any) -> None:
    account(database, "Ada")
    with serving(settings, proxy="127.0.0.0/24", proxy_hops=2) as address:
        tried(address, "one", "X-Forwarded-For: 198.51.100.1, 203.0.113.7, 10.0.0.9")
    assert rows("SELECT network FROM sign_in_try") == [("203.0.113.7",)]


@pytest.mark.parametrize("line", ["X-Forwarded-For: unknown", "X-Forwarded-For: desk", "X-Forwarded-Proto: gopher"])
def test_a_proxy_that_talks_nonsense_is_refused(line: str, settings: Settings, database: Database) -> None:
    account(database, "Ada")
    with serving(settings, proxy="127.0.0.1") as address:
        answer = answer_at(address, "/sign-in", line)
    assert (answer.status, line.partition(":")[0].encode() in answer.body) == (400, True)


@pytest.mark.parametrize(
    ("peer", "insecure_http", "status"),
    [
        ("192.0.2.7", False, 403),
        ("2001:db8::7", False, 403),
        ("10.0.0.3", False, 403),
        ("10.0.0.2", False, 200),
        ("::ffff:10.0.0.2", False, 200),
        ("127.0.0.1", False, 200),
        ("::1", False, 200),
        ("192.0.2.7", True, 200),
    ],
)
def test_past_the_proxy_nobody_is_answered_in_plain_text(
    peer: str, insecure_http: bool, status: int, settings: Settings, database: Database
) -> None:
    account(database, "Ada")
    app = create_app(replace(settings, proxy="10.0.0.2", insecure_http=insecure_http))
    for path in ("/sign-in", "/healthz"):
        for more in ({}, {"X-Forwarded-For": "10.0.0.2"}):
            answer = app.test_client().get(path, headers=more, environ_overrides={"REMOTE_ADDR": peer})
            assert answer.status_code == status, path
            assert (b"Open the address of the proxy instead." in answer.data) == (status == 403)
    app.extensions["auditor"].close()


@pytest.mark.parametrize("value", ["proxy", "0.0.0.0/0", "::/0", "10.0.0.2, 10.0.0.3", "*", "10.0.0.2/8"])
def test_a_trusted_proxy_is_one_address_or_network(value: str) -> None:
    with pytest.raises(SettingsRefused, match="AUDITOR_PROXY"):
        load({"HOME": "/somewhere", "AUDITOR_PROXY": value})


def test_a_trusted_proxy_is_named_with_its_hops() -> None:
    found = load({"HOME": "/somewhere", "AUDITOR_PROXY": " 2001:db8::2 ", "AUDITOR_PROXY_HOPS": "2"})
    assert (found.proxy, found.proxy_hops) == ("2001:db8::2/128", 2)
