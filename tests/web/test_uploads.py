"""Uploads: from the form to the sum; the same file again; what cannot be taken."""

import re
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.auditing import audit_shard
from auditor.jobs.cancelling import cancel
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.splitting import split
from auditor.jobs.worker import drain
from auditor.settings import Settings
from auditor.store.uploads.upload_rows import Receipt
from auditor.web import create_app
from tests.web.forms import form_token, post, send, upload
from tests.web.night import NIGHT, HandText, history
from tests.web.page_text import all_text

pytestmark = pytest.mark.database

KIB = 1024
MIB = 1024 * KIB


def test_an_upload_goes_from_the_form_to_the_sum(client: FlaskClient, place: Workplace) -> None:
    sent = upload(client, ("night.txt", NIGHT))
    assert sent.status_code == 303
    waiting = client.get(sent.location)
    assert "You can close this page. Find the upload later in the list of uploads ." in all_text(waiting.text)
    assert f'<noscript><meta http-equiv="refresh" content="5; url={sent.location}"></noscript>' in waiting.text
    assert f'If JavaScript is off, <a href="{sent.location}">load this page again</a>' in waiting.text
    assert 'data-progress="working" data-stage="Finding hands"' in waiting.text
    drain(place)
    done = client.get(sent.location)
    assert "refresh" not in done.text
    assert 'data-progress="finished" data-stage="Done"' in done.text
    assert "4 hands = 2 audited + 1 rejected + 1 skipped" in all_text(done.text)


def test_an_upload_is_cancelled_by_its_button_and_taken_up_again(client: FlaskClient, place: Workplace) -> None:
    sent = upload(client, ("night.txt", NIGHT))
    assert f'action="{sent.location}/cancel"' in client.get(sent.location).text
    assert client.post(f"{sent.location}/cancel").status_code == 403, "no token"
    cancelled = send(client, f"{sent.location}/cancel")
    assert (cancelled.status_code, cancelled.location) == (303, sent.location)
    page = client.get(sent.location).text
    assert 'data-progress="finished"' in page
    assert "no hand found" in all_text(page)
    assert "5 Cancelled" in all_text(page)
    assert "/cancel" not in page
    receipt = sent.location.rpartition("/")[2]
    expected = (
        "Cancelled by this machine. Of 0 hands found until then, 0 were audited. To audit the others:"
        f" auditor ingest --again {receipt}"
    )
    assert expected in all_text(page)
    [row] = client.get("/uploads.json").get_json()["uploads"]
    assert (row["state"], row["reason"], row["hands"]) == ("cancelled", expected, 0)
    assert '<span class="badge cancelled">cancelled</span>' in client.get("/uploads").text
    assert ",cancelled," in client.get("/uploads.csv").text
    again = send(client, f"{sent.location}/cancel")
    assert (again.status_code, "Its state is cancelled." in all_text(again.text)) == (409, True)
    drain(place)
    # A cancelled upload has not failed, and its page has the button that audits the rest.
    assert "failed" not in all_text(page)
    assert 'data-stage="Finding hands"' in page
    assert client.post(f"{sent.location}/again").status_code == 403, "no token"
    taken_up = send(client, f"{sent.location}/again")
    assert (taken_up.status_code, taken_up.location) == (303, sent.location)
    drain(place)
    assert "4 hands = 2 audited + 1 rejected + 1 skipped" in all_text(client.get(sent.location).text)


def test_a_run_of_a_cancelled_upload_says_how_many_hands_are_left(client: FlaskClient, place: Workplace) -> None:
    """On its page and on the desk: nothing was given up, somebody cancelled it."""
    small = Workplace(replace(place.settings, shard_hands=1), place.database)
    receipt = receive(small, history(*[HandText(number=str(number)) for number in range(1, 6)]), "night.txt")
    split(small, receipt.upload_id)
    with place.database.begin() as connection:
        [first, *_] = [row.id for row in connection.exec_driver_sql("SELECT id FROM shard ORDER BY id")]
    audit_shard(small, first)
    cancel(small, receipt.receipt, "Ada")
    run = all_text(client.get("/runs/1").text)
    assert "Cancelled: 4 hands of the upload were not audited" in run
    assert "Partial" not in run
    desk = all_text(client.get("/").text)
    assert "Cancelled · 4 hands not audited" in desk
    assert "PARTIAL" not in desk
    page = client.get(f"/uploads/{receipt.receipt}").text
    stages = [" ".join(all_text(each).split()) for each in re.findall(r"<li data-state.*?</li>", page)]
    assert stages[2:] == [
        "3 Finding hands , done 5 hands found",
        "4 Auditing , stopped 1 of 5",
        "5 Cancelled , stopped",
    ]
    assert send(client, f"/uploads/{receipt.receipt}/again").status_code == 303
    drain(small)
    assert "5 hands = 5 audited" in all_text(client.get(f"/uploads/{receipt.receipt}").text)


def test_rejected_and_skipped_hands_are_listed(client: FlaskClient, night: Receipt) -> None:
    page = all_text(client.get(f"/uploads/{night.receipt}").text)
    line = NIGHT.decode().splitlines().index("Table 'Ivy' 8-max", 62) + 1
    assert "4299999 The log lists no seats after the first line" in page
    assert "PokerStars Hand #4299999: 7 Card Stud" in page
    assert "Hold&#39;em 1" in page
    document = client.get(f"/uploads/{night.receipt}.json").get_json()
    assert document["rejected"][0]["line"] in (line, line - 1)
    assert document["skipped"] == {"Hold'em": 1}


def test_every_count_is_one_of_the_sum(client: FlaskClient, night: Receipt) -> None:
    row = client.get("/uploads.json").get_json()["uploads"][0]
    assert row["hands"] == row["audited"] + row["known"] + row["rejected"] + row["skipped"] == 4


def test_the_same_file_again_changes_nothing_and_has_a_notice(client: FlaskClient, night: Receipt, rows: Any) -> None:
    again = upload(client, ("other-name.txt", NIGHT))
    assert again.status_code == 200
    assert "You already uploaded this file on" in again.text
    assert "Nothing changed." in again.text
    assert rows("SELECT count(*) FROM upload") == [(1,)]
    assert "You already uploaded" in client.get(f"/uploads/{night.receipt}?again=1").text
    assert "You already uploaded" not in client.get(f"/uploads/{night.receipt}").text


def test_the_same_file_under_another_house_is_another_upload(client: FlaskClient, night: Receipt) -> None:
    assert upload(client, ("night.txt", NIGHT), house="casino").status_code == 303


def test_several_files_each_get_a_receipt(client: FlaskClient, place: Workplace, rows: Any) -> None:
    answer = upload(client, ("a.txt", NIGHT), ("b.txt", NIGHT), ("c.txt", NIGHT + b"\n"))
    assert answer.status_code == 303
    waiting = client.get(answer.location).text
    assert "<title>3 files received" in waiting
    here = answer.location.replace("&", "&amp;")
    assert f'<noscript><meta http-equiv="refresh" content="5; url={here}"></noscript>' in waiting
    assert f'If JavaScript is off, <a href="{here}">load this page again</a>' in waiting
    assert 'data-progress="working" data-stage="0 of 3 done"' in waiting
    assert waiting.count("finding hands") == 3
    assert waiting.count("Nothing changed.") == 1
    drain(place)
    done = client.get(answer.location).text
    assert "refresh" not in done
    assert "load it again" not in done
    assert 'data-progress="finished" data-stage="3 of 3 done"' in done
    table = all_text(done)
    assert table.count("4 hands = 2 known before + 1 rejected + 1 skipped") == 2  # sent and seen before
    assert table.count("4 hands = 2 audited + 1 rejected + 1 skipped") == 1
    assert "All 3 files 12 hands = 2 audited + 4 known before + 3 rejected + 3 skipped 1 finding" in table
    assert rows("SELECT count(*) FROM upload") == [(2,)]


def test_a_script_gets_the_place_to_go_to(client: FlaskClient, night: Receipt) -> None:
    again = upload(client, ("night.txt", NIGHT), Accept="application/json").get_json()
    assert again["location"] == f"/uploads/{night.receipt}?again=1"
    new = upload(client, ("night.txt", NIGHT + b"\n"), Accept="application/json").get_json()
    assert new["location"] == f"/uploads/{new['receipts'][0]['receipt']}"
    two = upload(client, ("a", NIGHT), ("b", NIGHT), Accept="application/json").get_json()
    receipt = two["receipts"][0]["receipt"]
    assert two["location"] == f"/uploads/received?receipts={receipt},{receipt}&again=1,2"
    assert "2 files received" in client.get(two["location"]).text


def test_a_page_of_receipts_that_are_none_is_refused(client: FlaskClient) -> None:
    assert client.get("/uploads/received?receipts=0000-0000").status_code == 404
    assert client.get("/uploads/received?receipts=a,,b").status_code == 422
    assert client.get("/uploads/received").location == "/uploads"
    assert client.get("/uploads/received.json").location == "/uploads.json"


def test_a_file_that_nobody_has_read_is_not_summed_up(client: FlaskClient, place: Workplace) -> None:
    sent = upload(client, ("night.txt", NIGHT))
    for address in ("/", "/uploads"):
        assert "finding hands" in client.get(address).text
        assert "0 hands" not in client.get(address).text
    drain(place)
    assert "finding hands" not in client.get("/uploads").text
    assert "finding hands" not in client.get(sent.location).text


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "The file is empty"),
        (b"%PDF-1.7 \x00\x01", "PDF"),
        (b"\x00\xff" * 500, "We can read:"),
        (b"nothing of poker\n" * 50, "No hand was found"),
    ],
)
def test_a_file_without_hands_gets_one_sentence(
    content: bytes, expected: str, client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    receipt = sent(content, "strange.bin")
    page = client.get(f"/uploads/{receipt.receipt}").text
    assert expected in page
    assert 'data-stage="Finding hands"' in page
    assert "0 hands = 0 audited" in all_text(page)


def test_without_a_file_nothing_is_taken(client: FlaskClient) -> None:
    answer = upload(client)
    assert answer.status_code == 422
    assert "You chose no file" in answer.text


@pytest.mark.parametrize("house", ["nowhere", "Casino", "../casino", "a" * 300])
def test_an_unknown_house_is_refused_with_the_names_there_are(house: str, client: FlaskClient, rows: Any) -> None:
    answer = upload(client, ("night.txt", NIGHT), house=house)
    assert answer.status_code == 422
    assert "There is no house" in answer.text
    assert "casino" in answer.text
    assert rows("SELECT count(*) FROM upload") == [(0,)]


def test_characters_that_are_no_text_are_refused_with_their_place(client: FlaskClient, rows: Any) -> None:
    answer = upload(client, ("night.txt", NIGHT), house="ca\0sino")
    assert answer.status_code == 422
    assert "NUL character at position 3" in answer.text
    assert rows("SELECT count(*) FROM upload") == [(0,)]


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", [100 * KIB, 300 * KIB, MIB, 10 * MIB])
def test_a_file_of_any_size_below_the_limit_is_kept(size: int, chunked: bool, client: FlaskClient, rows: Any) -> None:
    assert post(client, size, chunked=chunked).status_code == 303
    assert rows("SELECT size FROM upload") == [(size,)]


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("over", [0, 1])
def test_the_limit_holds_to_the_byte(over: int, chunked: bool, client: FlaskClient, rows: Any) -> None:
    """And what is sent is never held in memory as a whole."""
    assert "64 MB at once" in client.get("/uploads").text
    tracemalloc.start()
    answer = post(client, 64 * MIB + over, chunked=chunked)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 * MIB
    assert answer.status_code == (413 if over else 303)
    assert rows("SELECT size FROM upload") == ([] if over else [(64 * MIB,)])
    if over:
        assert (
            "You sent 67,108,865 bytes, but this page accepts at most 64 MB, which is 67,108,864 bytes." in answer.text
        )
        assert "auditor ingest" in answer.text


def test_several_files_share_the_limit(settings: Settings, rows: Any) -> None:
    small = create_app(replace(settings, upload_bytes=4096))
    answer = upload(small.test_client(), ("a.txt", b"x" * 3000), ("b.txt", b"y" * 3000))
    assert answer.status_code == 413
    assert "You sent 5.8 KB, but this page accepts at most 4 KB" in answer.text
    assert rows("SELECT count(*) FROM upload") == [(0,)]
    small.extensions["auditor"].close()


def test_what_is_far_too_large_is_refused_before_anything_is_read(client: FlaskClient) -> None:
    answer = client.post(
        "/uploads",
        environ_overrides={
            "CONTENT_TYPE": "multipart/form-data; boundary=x",
            "CONTENT_LENGTH": str(80 * MIB),
            "wsgi.input": Unread(),
        },
    )
    assert answer.status_code == 413
    assert "You sent 80 MB, but this page accepts at most 64 MB" in answer.text


@pytest.mark.parametrize("fields", [{"house": "a" * 400_000}, {f"field{place}": "" for place in range(300)}])
def test_a_form_that_is_no_form_of_ours_is_not_blamed_for_its_size(fields: Any, client: FlaskClient) -> None:
    answer = client.post(
        "/uploads", data={"csrf_token": form_token(client), **fields}, content_type="multipart/form-data"
    )
    assert answer.status_code == 413
    assert "The form has a field that is larger than 256 KB, or more than 200 fields." in answer.text
    assert "64 MB" not in answer.text


def test_a_body_without_a_length_is_cut_off_too(settings: Settings, rows: Any) -> None:
    small = create_app(replace(settings, upload_bytes=4096))
    answer = small.test_client().post(
        "/uploads",
        content_type="multipart/form-data; boundary=x",
        environ_overrides={"wsgi.input": Endless(), "wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert answer.status_code == 413
    assert rows("SELECT count(*) FROM upload") == [(0,)]
    small.extensions["auditor"].close()


class Endless:
    """A sender who never stops; the test fails if a mebibyte of it is taken."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int = 65536) -> bytes:
        size = 65536 if size < 0 else size
        self.given += size
        assert self.given < 1024 * 1024
        return b"x" * size

    def readline(self, size: int = 65536) -> bytes:
        return self.read(size)


class Unread:
    """A body that nobody may read."""

    def read(self, size: int = -1) -> bytes:
        raise AssertionError(f"{size} bytes were read")

    def readline(self, size: int = -1) -> bytes:
        return self.read(size)


def test_each_of_several_files_has_its_own_findings(client: FlaskClient, place: Workplace) -> None:
    lawful = history(HandText(number="4300001"))
    answer = upload(client, ("a.txt", NIGHT), ("b.txt", lawful), ("c.txt", NIGHT + b"\n"), ("a.txt", NIGHT))
    drain(place)
    document = client.get(answer.location.replace("received?", "received.json?")).get_json()
    assert [each["findings"] for each in document["files"]] == [1, 0, 1, 1]
    assert document["total"]["findings"] == 1  # of one hand, which is in three of them
    assert document["waiting"] == 0
    for each in (*document["files"], document["total"]):
        assert each["hands"] == each["audited"] + each["known"] + each["rejected"] + each["skipped"]
    for name in ("hands", "audited", "known", "rejected", "skipped"):
        assert sum([each[name] for each in document["files"]]) == document["total"][name]
    page = client.get(answer.location).text
    links = re.findall(r'<a href="(/findings\?upload=[^"]+)">1 finding</a>', page)
    assert links == [f"/findings?upload={document['files'][at]['receipt']}" for at in (0, 2, 3)]
    for link in links:
        assert client.get(link.replace("?", ".json?")).get_json()["total"] == 1
    table = client.get(answer.location.replace("received?", "received.csv?"))
    assert table.headers["Link"].startswith(f"<{answer.location.replace('received?', 'received.json?')}>;")
    lines = table.text.splitlines()
    assert lines[0].endswith(",again,findings")
    assert len(lines) == 4 + 1


def test_what_is_not_listed_is_counted_everywhere(client: FlaskClient, place: Workplace) -> None:
    opening = ["stakes 10/20 bring-in 3 ante 1", "stacks 500 500", "antes", "1 [As Ac] Kd", "2 [7c 7h] 2c"]
    log = "\n".join([*opening, "2 brings in 3", "1 calls 3", "4th", "1 Qs", "2 7d", *["1 wobbles"] * 1_499, ""])
    sent = upload(client, ("many.hand", log.encode()))
    drain(place)
    upload_document = client.get(f"{sent.location}.json").get_json()
    found = client.get("/findings.json").get_json()
    hand = client.get("/hands/1.json").get_json()
    listed = len(hand["findings"])
    assert upload_document["findings"] == found["total"] == 1_499
    assert found["listed"] == listed < 1_010
    assert listed + sum([each.get("more", 0) for each in hand["findings"]]) == 1_499
    assert client.get("/hands.json").get_json()["hands"][0]["findings"] == 1_499
    assert hand["reports"][0]["findings"] == 1_499
    assert sum([each["count"] for each in found["facets"]["code"]]) == 1_499
    assert client.get("/desk.json").get_json()["findings"] == 1_499
    assert client.get("/runs/1.json").get_json()["run"]["findings_new"] == listed
    assert f"This list has {listed:,} of these findings." in all_text(client.get("/findings").text)
    page = all_text(client.get("/hands/1").text)
    assert "1,499 findings in 1 row Findings that repeat one mistake, or that follow from it, share a row." in page
    assert f"This page lists {listed:,} of these findings." in page
    assert client.get("/findings.csv").headers["Row-Count"] == str(listed)
    assert client.get("/api/v1/hands/1").get_json()["findings"] == hand["findings"]
