"""Text below hands of an upload: no line of any, counted, and its first line told."""

from dataclasses import replace
from typing import Any

import pytest

from auditor.formats.transcript.printing import transcript_of
from auditor.jobs import auditing, splitting
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.queries import findings
from tests.jobs.logs import counts_of, lawful, upload_of

pytestmark = pytest.mark.database


def test_trailing_text_is_counted_in_the_upload_and_is_no_line_of_a_hand(place: Workplace) -> None:
    data = transcript_of(lawful(1)).encode() + b"\n-- \nAnn Example\n"
    receipt = receive(place, data, "mail.hand")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert counts_of(row) == {"audited": 1, "known": 0, "rejected": 0, "skipped": 0}
    assert (row.notes, row.below, row.below_line) == ((), 1, data.count(b"\n") - 1)
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
    assert (row.state, len(shards), row.below, row.below_line) == ("done", 3, 3, texts[0].count("\n") - 2)
