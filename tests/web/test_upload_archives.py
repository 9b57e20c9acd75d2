"""Archives and encodings on the pages and in the API: each file with its counts, all in sum, another reading."""

import io
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.jobs.worker import drain
from tests.printers.zips import DEFLATED, Packed, zipped
from tests.web.forms import form_token, send, upload
from tests.web.night import NIGHT, HandText, history
from tests.web.page_text import all_text

pytestmark = pytest.mark.database

BYTES = "application/octet-stream"
MORE = history(HandText(number="77"))
ARCHIVE = zipped(
    Packed(b"june/night.txt", NIGHT, DEFLATED),
    Packed("june/\u202etxt.exe".encode(), MORE, DEFLATED),
    Packed(b"../../etc/passwd", MORE),
    Packed(b"copy", NIGHT),
)
WRONG = history(HandText(number="5", players=("Яна", "Birch", "Cedar"))).decode().encode("cp1251")


def test_an_archive_lists_its_files_and_their_sum(client: FlaskClient, place: Workplace) -> None:
    sent = upload(client, ("night.zip", ARCHIVE))
    assert sent.status_code == 303
    assert 'data-progress="working"' in client.get(sent.location).text
    drain(place)
    page = client.get(sent.location).text
    told = all_text(page)
    assert "9 hands = 3 audited + 2 known before + 2 rejected + 2 skipped" in told
    for address in ("/uploads", "/"):
        listed = all_text(client.get(address).text)
        assert "9 hands = 3 audited + 2 known before + 2 rejected + 2 skipped ; 1 file not read" in listed
    assert "zip, 4 files; the auditor could not read 1 file" in told
    assert "june/night.txt done 4 hands = 2 audited + 1 rejected + 1 skipped" in told
    assert "../../etc/passwd refused The path of this file contains " in told
    assert " and leads out of the archive. Pack it again from within its folder." in told
    assert "copy done 4 hands = 2 known before + 1 rejected + 1 skipped" in told
    assert "\u202e" not in page
    document = client.get(f"{sent.location}.json").get_json()
    assert document["upload"]["members"] == 4
    assert [each["name"] for each in document["members"]][1] == "june/\u202etxt.exe"
    assert document["skipped"] == {"Hold'em": 2}
    for each in (document["upload"], *document["members"]):
        assert each["hands"] == each["audited"] + each["known"] + each["rejected"] + each["skipped"]
    table = client.get(f"{sent.location}.csv")
    assert table.text.startswith("number,name,size,receipt,")
    assert (table.headers["Row-Count"], table.text.count("\r\n")) == ("4", 5)


def test_the_files_of_an_archive_stand_under_it(client: FlaskClient, place: Workplace) -> None:
    """In the list of uploads and on the desk inside its entry; in the list of runs below its name. The JSON has all."""
    upload(client, ("evening.zip", zipped(Packed(b"clean.txt", MORE), Packed(b"night.txt", NIGHT))))
    drain(place)
    upload(client, ("alone.txt", MORE + b"\n"))
    drain(place)
    for address in ("/uploads", "/"):
        told = all_text(client.get(address).text)
        assert told.count("night.txt") == 1, address
        inside = told[told.index("evening.zip") :]
        assert "2 files in this archive clean.txt done night.txt done" in inside
        assert "alone.txt" not in inside
    listed = client.get("/uploads.json").get_json()["uploads"]
    assert sorted([each["file_name"] for each in listed]) == ["alone.txt", "clean.txt", "evening.zip", "night.txt"]
    told = all_text(client.get("/runs").text)
    assert told.index("alone.txt") < told.index("Files of the archive evening.zip") < told.index("night.txt")
    assert told.count("Files of the archive evening.zip") == 1


def test_files_with_findings_come_first(client: FlaskClient, place: Workplace) -> None:
    files = [Packed(f"{name}.txt".encode(), history(HandText(number=name))) for name in ("11", "22")]
    sent = upload(client, ("order.zip", zipped(*files, Packed(b"night.txt", NIGHT))))
    drain(place)
    told = all_text(client.get(sent.location).text)
    assert told.index("night.txt done") < told.index("11.txt done") < told.index("22.txt done")
    names = [each["name"] for each in client.get(f"{sent.location}.json").get_json()["members"]]
    assert names == ["11.txt", "22.txt", "night.txt"]
    sent = upload(client, ("a.txt", history(HandText(number="33"))), ("b.txt", history(HandText(number="44", bet=15))))
    drain(place)
    told = all_text(client.get(sent.location).text)
    assert told.index("b.txt") < told.index("a.txt")


def test_a_file_of_an_archive_leads_back_to_it(client: FlaskClient, place: Workplace) -> None:
    sent = upload(client, ("night.zip", ARCHIVE))
    drain(place)
    document = client.get(f"{sent.location}.json").get_json()
    inner = client.get(f"/uploads/{document['members'][0]['receipt']}").text
    assert f'This file came from the archive <a class="anywhere" href="{sent.location}"' in inner
    assert "<bdi>june/night.txt</bdi></h1>" in inner


def test_a_file_that_came_alone_first_names_no_archive_as_its_source(client: FlaskClient, place: Workplace) -> None:
    alone = upload(client, ("night.txt", NIGHT))
    drain(place)
    packed = upload(client, ("night.zip", zipped(Packed(b"june/night.txt", NIGHT))))
    drain(place)
    page = client.get(alone.location).text
    assert f'This file was later also in the archive <a class="anywhere" href="{packed.location}"' in page
    assert "This file came from the archive" not in page
    assert "<bdi>night.txt</bdi></h1>" in page
    [around] = client.get(f"/api/v1{alone.location}").get_json()["archives"]
    assert (around["file_name"], around["again"]) == ("night.zip", True)


def test_an_archive_of_many_files_has_pages(client: FlaskClient, place: Workplace, rows: Any) -> None:
    data = zipped(*[Packed(b"%03d" % number, b"", flags=1) for number in range(1, 251)])
    sent = upload(client, ("many.zip", data))
    drain(place)
    first = client.get(f"{sent.location}.json").get_json()
    assert ([each["number"] for each in first["members"]], first["next"]) == (list(range(1, 201)), "200.0")
    second = client.get(f"{sent.location}.json?after=200.0").get_json()
    assert ([each["number"] for each in second["members"]], second["next"]) == (list(range(201, 251)), None)


def test_the_api_takes_an_archive(client: FlaskClient, place: Workplace) -> None:
    receipt = client.post("/api/v1/uploads?file_name=night.zip", data=ARCHIVE, content_type=BYTES).get_json()
    assert (receipt["encoding"], receipt["notes"]) == ("", [])
    drain(place)
    found = client.get(f"/api/v1/uploads/{receipt['receipt']}").get_json()
    assert (found["upload"]["hands"], len(found["members"])) == (9, 4)
    assert len(client.get(f"/api/v1/findings?upload={receipt['receipt']}").get_json()["findings"]) == 1


def test_several_files_are_summed_up(client: FlaskClient, place: Workplace) -> None:
    sent = upload(client, ("a.txt", NIGHT), ("b.zip", ARCHIVE), ("c.txt", NIGHT))
    drain(place)
    assert "All 3 files 17 hands = 3 audited + 6 known before + 4 rejected + 4 skipped" in all_text(
        client.get(sent.location).text
    )


def test_the_encoding_may_be_chosen_when_a_file_is_sent(client: FlaskClient, place: Workplace) -> None:
    form = {"csrf_token": form_token(client), "encoding": "cp1251", "file": (io.BytesIO(WRONG), "a.txt")}
    sent = client.post("/uploads", data=form, content_type="multipart/form-data")
    drain(place)
    page = all_text(client.get(sent.location).text)
    assert "The file was read as Windows-1251, Cyrillic, the chosen encoding." in page
    assert "read as Windows-1251, Cyrillic" in page
    receipt = client.post("/api/v1/uploads?encoding=koi8-r", data=WRONG, content_type=BYTES).get_json()
    drain(place)
    upload_of_it = client.get(f"/api/v1/uploads/{receipt['receipt']}").get_json()["upload"]
    assert (upload_of_it["encoding"], receipt["again"]) == ("koi8-r", False)


def test_a_wrongly_detected_encoding_is_visible_and_can_be_changed(client: FlaskClient, place: Workplace) -> None:
    first = upload(client, ("a.txt", WRONG)).location
    drain(place)
    page = client.get(first).text
    assert "choose another encoding" in page
    assert '<option value="cp1252" selected>' in page
    answer = send(client, f"{first}/readings", encoding="cp1251")
    assert answer.status_code == 303
    assert answer.location != first
    drain(place)
    assert '<option value="cp1251" selected>' in client.get(answer.location).text
    assert "Яна" in client.get("/hands/2").text
    old = client.get(first).text
    assert "Superseded: the auditor read the file again in another encoding." in old
    assert answer.location in old
    assert "Re-read the file" not in old
    document = client.get(f"{first}.json").get_json()
    assert (document["instead"], document["upload"]["superseded"] is None) == (answer.location[9:], False)


def test_the_api_reads_kept_bytes_again(client: FlaskClient, place: Workplace) -> None:
    receipt = client.post("/api/v1/uploads", data=WRONG, content_type=BYTES).get_json()
    address = f"/api/v1/uploads/{receipt['receipt']}"
    early = client.post(f"{address}?encoding=cp1251", content_type=BYTES)
    assert (early.status_code, "still being read" in early.get_json()["message"]) == (409, True)
    drain(place)
    read = client.get(address).get_json()["upload"]
    assert read["encoding"] == "cp1252"
    assert re.search("Line 2|Line 3", read["notes"][0])
    again = client.post(f"{address}?encoding=cp1251", content_type=BYTES).get_json()
    assert (again["receipt"] != receipt["receipt"], again["again"], again["size"]) == (True, False, len(WRONG))
    drain(place)
    assert client.get(f"/api/v1/uploads/{again['receipt']}").get_json()["upload"]["encoding"] == "cp1251"
    assert client.post(f"{address}?encoding=cp1251", content_type="text/plain").status_code == 415
    assert client.post(address, content_type=BYTES).status_code == 422
    assert client.post("/api/v1/uploads/0000?encoding=cp1251", content_type=BYTES).status_code == 404


@pytest.mark.parametrize("encoding", ["ebcdic", "utf-8\0", "x" * 300, "../utf-8"])
def test_an_encoding_that_is_none_is_refused(encoding: str, client: FlaskClient, place: Workplace, rows: Any) -> None:
    form = {"csrf_token": form_token(client), "encoding": encoding}
    sent = upload(client, ("a.txt", WRONG)).location
    drain(place)
    assert client.post(f"{sent}/readings", data=form).status_code == 422
    file = (io.BytesIO(NIGHT), "b.txt")
    assert client.post("/uploads", data={**form, "file": file}, content_type="multipart/form-data").status_code == 422
    answer = client.post("/api/v1/uploads", query_string={"encoding": encoding}, data=NIGHT, content_type=BYTES)
    if "\0" not in encoding:
        assert "Must be one of: utf-8, utf-16, utf-16-le, " in answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert rows("SELECT count(*) FROM upload") == [(1,)]


def test_text_below_hands_gets_one_sentence(client: FlaskClient, place: Workplace) -> None:
    mails = [
        history(HandText(number=number)).decode().rstrip() + "\n\n-- \nAnn Example\n\n" for number in ("77", "78", "79")
    ]
    sent = upload(client, ("mails.txt", "".join(mails).encode()))
    drain(place)
    line = mails[0].count("\n") - 2
    told = (
        f"The text from line {line} on comes after the end of a hand and does not belong to that hand."
        " The auditor ignored this text and the text below 2 more hands."
    )
    assert client.get(f"{sent.location}.json").get_json()["upload"]["notes"] == [told]
    assert told in all_text(client.get(sent.location).text)
