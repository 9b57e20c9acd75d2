"""Uploads go on side by side: whatever else waits, one shard of each is done in its turn, and none is held up."""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest

from auditor.jobs import auditing, reauditing, splitting, unpacking
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.uploads.upload_rows import Receipt
from tests.jobs.logs import counts_of, lawful, log_of, run_of, upload_of

pytestmark = pytest.mark.database
LARGE = 20  # shards
FURTHER = 5  # "a few"


@pytest.fixture
def place(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """Where a shard is one hand, and a job of splitting makes few."""
    monkeypatch.setattr(splitting, "TOGETHER", 4)
    monkeypatch.setattr(unpacking, "TOGETHER", 4)
    return Workplace(replace(place.settings, shard_hands=1), place.database)


@pytest.fixture
def order(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The uploads of the shards, 0 for those of a run, in the order in which a worker takes them."""
    taken: list[int] = []
    audit, again = auditing.audit_shard, reauditing.audit_again

    def audited(place: Workplace, shard_id: int, *, anew: bool = True) -> None:
        with place.database.begin() as connection:
            upload = connection.exec_driver_sql("SELECT upload_id FROM shard WHERE id = %s", (shard_id,)).scalar_one()
        taken.append(upload)
        audit(place, shard_id, anew=anew)

    def audited_again(place: Workplace, shard_id: int, *, anew: bool = True) -> None:
        taken.append(0)
        again(place, shard_id, anew=anew)

    monkeypatch.setattr(auditing, "audit_shard", audited)
    monkeypatch.setattr(reauditing, "audit_again", audited_again)
    return taken


def hands(first: int, number: int) -> bytes:
    return log_of(*[lawful(each) for each in range(first, first + number)])


def archive(first: int, number: int) -> bytes:
    """A zip of so many documents of one hand."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for each in range(first, first + number):
            file.writestr(f"{each}.jsonl", hands(each, 1))
    return packed.getvalue()


@pytest.mark.parametrize("done_before", [0, 8])
@pytest.mark.parametrize("large", [hands, archive])
def test_a_small_upload_is_not_held_up_by_a_large_one(
    place: Workplace,
    order: list[int],
    monkeypatch: pytest.MonkeyPatch,
    done_before: int,
    large: Callable[[int, int], bytes],
) -> None:
    first = receive(place, large(1, LARGE), "large")
    small: list[Receipt] = []
    audit = auditing.audit_shard

    def send_small() -> None:
        small.append(receive(place, hands(1001, 2), "small.jsonl"))

    def sent_meanwhile(place: Workplace, shard_id: int, *, anew: bool = True) -> None:
        audit(place, shard_id, anew=anew)
        if len(order) == done_before:
            send_small()

    monkeypatch.setattr(auditing, "audit_shard", sent_meanwhile)
    if not done_before:
        send_small()
    drain(place)
    last = max([place for place, upload in enumerate(order) if upload == small[0].upload_id])
    assert last <= done_before + FURTHER
    assert len(order) == LARGE + 2
    assert counts_of(upload_of(place, first.receipt))["audited"] == LARGE
    assert counts_of(upload_of(place, small[0].receipt))["audited"] == 2


def test_a_run_holds_up_no_upload_and_does_not_wait_for_all_of_them(place: Workplace, order: list[int]) -> None:
    receive(place, hands(1, 4), "stored")
    drain(place)
    order.clear()
    run = nightly(place, everything=True)
    small = receive(place, hands(501, 2), "small").upload_id
    large = receive(place, hands(1001, LARGE), "large").upload_id
    drain(place)
    assert len(order) == 4 + 2 + LARGE
    assert max([number for number, upload in enumerate(order) if upload == small]) <= FURTHER
    # Of five shards one is the run's at most, and it ends before the upload does that came after it.
    assert order[-1] == large
    of_run = [number for number, upload in enumerate(order) if not upload]
    assert min([later - earlier for earlier, later in pairwise(of_run)]) >= 4
    assert run_of(place, run).state == "done"
