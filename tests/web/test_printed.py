"""Pages as PDF: where the library is there a PDF without anything fetched, where it is not one clear sentence."""

import html
import importlib.util
import socket
import subprocess
import sys

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from auditor.web.rendering import pdf, pdf_process
from auditor.web.requests.refusals import Refusal

there = pytest.mark.skipif(importlib.util.find_spec("weasyprint") is None, reason="the extra [pdf] is not installed")
missing = pytest.mark.skipif(importlib.util.find_spec("weasyprint") is not None, reason="the extra [pdf] is installed")


def press_page(page: str) -> "subprocess.CompletedProcess[bytes]":
    """What the press gives for a page."""
    command = [sys.executable, "-P", pdf_process.__file__]
    return subprocess.run(command, input=page.encode(), capture_output=True, check=False, timeout=60)


@pytest.mark.database
@missing
@pytest.mark.parametrize("address", ["/hands/1.pdf", "/hands/2.pdf?house=casino", "/findings/1.pdf"])
def test_without_the_library_one_sentence_names_the_remedy(address: str, client: FlaskClient, night: Receipt) -> None:
    answer = client.get(address)
    assert answer.status_code == 501
    told = html.unescape(answer.text)
    assert f'print: <a href="{address.replace(".pdf", "")}">Open the page</a> and print it from your browser.' in told
    assert 'the Python package weasyprint is not installed. To install it, run: pip install "weasyprint>=70".' in told
    assert "on Debian, run: apt-get install libpango-1.0-0 libpangoft2-1.0-0." in told


@pytest.mark.database
@pytest.mark.parametrize("address", ["/hands/1", "/findings/1"])
def test_a_pdf_is_offered_where_it_can_be_printed(address: str, client: FlaskClient, night: Receipt) -> None:
    assert (f'href="{address}.pdf' in client.get(address).text) == pdf.is_there()


@pytest.mark.database
@there
def test_there_is_no_pdf_of_what_is_not_there(client: FlaskClient, night: Receipt) -> None:
    answers = [
        client.get(address).status_code for address in ("/hands/999.pdf", "/findings/999.pdf", "/hands/1.pdf?hose=1")
    ]
    assert answers == [404, 404, 422]


@missing
def test_a_pdf_process_without_its_library_ends_with_its_own_code() -> None:
    assert press_page("<p>one</p>").returncode == pdf_process.MISSING


@pytest.mark.parametrize("name", ["layout.css", "print.css", "icon.svg"])
def test_our_own_files_are_served(name: str) -> None:
    assert pdf_process.bundled(f"{pdf_process.BASE}static/{name}?v=123") == pdf_process.STATIC / name


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:8000/findings",
        "http://169.254.169.254/latest/meta-data",
        "https://page.invalid/static/layout.css",
        "http://page.invalid/static/../press.py",
        "http://page.invalid/static/%2e%2e/press.py",
        "http://page.invalid/static//etc/passwd",
        "http://page.invalid/static/none.css",
        "http://page.invalid/static/",
        "http://page.invalid/findings.json",
        "http://someone@page.invalid/static/layout.css",
        "data:text/css,p{}",
        "ftp://page.invalid/static/layout.css",
        "",
    ],
)
def test_nothing_else_is_fetched(address: str) -> None:
    with pytest.raises(pdf_process.Refused):
        pdf_process.bundled(address)


@pytest.mark.database
@there
def test_a_hand_and_a_finding_are_printed(client: FlaskClient, night: Receipt) -> None:
    for address in ("/hands/2.pdf", "/findings/1.pdf"):
        answer = client.get(address)
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        assert answer.data.startswith(b"%PDF-")
        assert len(answer.data) > 10_000


@there
def test_the_press_calls_nobody_and_opens_no_file() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        port = server.getsockname()[1]
        wishes = [f"http://127.0.0.1:{port}/a", "file:///etc/hostname"]
        page = "".join([f'<img src="{each}"><link rel="stylesheet" href="{each}">' for each in wishes])
        done = press_page(f"<!doctype html><title>x</title>{page}<p>one</p>")
        assert done.stdout.startswith(b"%PDF-")
        with pytest.raises(BlockingIOError):
            server.accept()


@there
def test_a_slow_page_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_process, "SECONDS", 0.01)
    with pytest.raises(Refusal, match="too much memory, to print") as refused:
        pdf.as_pdf("<p>one</p>", "one")
    assert refused.value.status == 422
