"""Text below hands of an upload: no line of any, counted, and its first line told."""

import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.formats.files.changes import LEFT_OUT, PASTED
from auditor.formats.transcript.printing import transcript_of
from auditor.jobs import auditing, splitting
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.queries import findings
from tests.jobs.logs import counts_of, lawful, upload_of

pytestmark = pytest.mark.database
TOP = Path(__file__).resolve().parents[2]


def test_trailing_text_is_counted_in_the_upload_and_is_no_line_of_a_hand(place: Workplace) -> None:
    data = transcript_of(lawful(1)).encode() + b"\n-- \nAnn Example\n"
    receipt = receive(place, data, "mail.hand")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert counts_of(row) == {"audited": 1, "known": 0, "rejected": 0, "skipped": 0}
    assert (row.notes, row.changes) == ((), {LEFT_OUT: (data.count(b"\n") - 1, 1)})
    with place.database.begin() as connection:
        assert not [one for one in findings.page(connection, {}).findings if one.code == "L101"]


@pytest.mark.parametrize("backward", [False, True])
def test_the_first_trailing_text_is_the_same_whichever_shard_ends_first(
    place: Workplace, backward: bool, rows: Any
) -> None:
    texts = [transcript_of(lawful(number)) + "\n-- \nAnn Example\n\n" for number in (1, 2, 3)]
    receipt = receive(place, "".join(texts).encode(), "mails.hand")
    splitting.split(Workplace(replace(place.settings, shard_hands=1), place.database), receipt.upload_id)
    shards = sorted([shard for (shard,) in rows("SELECT id FROM shard")], reverse=backward)
    for shard in shards:
        auditing.audit_shard(place, shard)
    row = upload_of(place, receipt.receipt)
    assert (row.state, len(shards)) == ("done", 3)
    assert row.changes == {LEFT_OUT: (texts[0].count("\n") - 2, 3)}


def test_lines_that_a_mail_program_broke_are_told_beside_it(place: Workplace) -> None:
    text = (TOP / "fixtures/formats/pokerstars/two-side-pots.txt").read_text()
    broken = "\n".join("\n".join(textwrap.wrap(line, 76)) for line in text.splitlines())
    receipt = receive(place, f"{broken}\n\n-- \nAnn Example\n".encode(), "mail.txt")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (set(row.changes), row.unread_lines) == ({PASTED, LEFT_OUT}, 0)
