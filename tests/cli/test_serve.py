"""`auditor serve` and `auditor worker`: they say where they are, do their work, and stop when told."""

import signal
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from auditor.jobs.context import Workplace
from auditor.jobs.supervisor import wait_until_idle
from auditor.settings import Settings
from tests.cli.command import LOGS, auditor, without_risks
from tests.cli.running import PATIENCE, address_in, answered, line_of, started
from tests.sampled import one_of

pytestmark = pytest.mark.database


@pytest.mark.parametrize("number", one_of(2, [signal.SIGINT, signal.SIGTERM]))
def test_it_answers_where_it_says_and_stops_when_told(number: signal.Signals, settings: Settings) -> None:
    with started(settings, "serve", "--port", "0") as running:
        assert answered(address_in(line_of(running))) == (200, "")
        running.send_signal(number)
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, without_risks(err)) == (0, "", "")


def test_half_sent_requests_do_not_silence_it(settings: Settings) -> None:
    with started(settings, "serve", "--port", "0") as running, ExitStack() as stack:
        address = address_in(line_of(running))
        parts = urlsplit(address)
        for _ in range(20):
            wire = stack.enter_context(socket.create_connection((parts.hostname or "", parts.port or 0)))
            wire.sendall(b"GET /healthz HTTP/1.1\r\nHo")
        assert [answered(address) for _ in range(5)] == [(200, "")] * 5


def test_a_port_that_is_taken_is_refused_where_it_was_asked_for(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = auditor("serve", "--port", str(port), settings=settings)
    assert (ended.code, ended.out) == (2, "")
    assert f"Port {port} of 127.0.0.1 is taken" in ended.err


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "example.org"])  # noqa: S104 - refused
def test_an_address_that_others_can_reach_is_refused_with_the_reason(host: str, settings: Settings) -> None:
    ended = auditor("serve", "--host", host, "--port", "0", settings=settings)
    assert (ended.code, ended.out) == (2, "")
    assert "there are no accounts" in ended.err
    assert "auditor user add" in ended.err


@pytest.mark.parametrize("number", one_of(2, [signal.SIGINT, signal.SIGTERM], first=1))
def test_a_worker_audits_what_was_sent_and_stops_when_told(
    number: signal.Signals, settings: Settings, place: Workplace
) -> None:
    auditor("ingest", LOGS / "hilo.hand", settings=settings)
    with started(settings, "worker", "--processes", "1") as running:
        wait_until_idle(place, PATIENCE)
        running.send_signal(number)
        _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert without_risks(err).startswith("auditor: auditing uploads with 1 process; ")
    assert len(without_risks(err).splitlines()) == 1
