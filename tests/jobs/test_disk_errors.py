"""A disk or a network fails for a moment while a worker reads a stored file: no hand loses its audit by that."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.jobs import splitting
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.evidence.files import Damaged, Evidence
from tests.jobs.logs import counts_of, lawful, log_of, upload_of

pytestmark = pytest.mark.database


def failing_once(error: Exception, method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, which raises the error the first time."""
    errors = [error]

    def called(*arguments: Any) -> Any:
        if errors:
            raise errors.pop()
        return method(*arguments)

    return called


@pytest.mark.parametrize("error", [OSError(24, "Too many open files"), Damaged("0" * 64, "is damaged")])
@pytest.mark.parametrize("method", ["insist", "part"])
def test_a_file_is_read_again_after_one_error(
    place: Workplace, monkeypatch: pytest.MonkeyPatch, error: Exception, method: str
) -> None:
    receipt = receive(place, log_of(lawful(1)), "one.jsonl")
    if method == "part":
        splitting.split(place, receipt.upload_id)
    monkeypatch.setattr(Evidence, method, failing_once(error, getattr(Evidence, method)))
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.reason, row.damage) == ("done", "", "")
    assert counts_of(row) == {"audited": 1, "known": 0, "rejected": 0, "skipped": 0}
