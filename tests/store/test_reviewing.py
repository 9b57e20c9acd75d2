"""Which runs somebody has looked at, and that it is taken back."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.store.postgres.database import Database
from auditor.store.queries.triage import last_reviewed
from auditor.store.runs import reviews
from auditor.triage.acts import BadWish
from tests.store.nights import Archive, Law, night

pytestmark = pytest.mark.database

Rows = Callable[..., list[tuple[Any, ...]]]
MARKS = "SELECT reviewed_at IS NOT NULL, reviewed_by FROM run WHERE id = ANY(%s) ORDER BY id"


def test_the_last_review_is_taken_back_and_the_one_before_it_counts_again(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        first, second, third = [night(connection, Law()) for _ in range(3)]
    rows("UPDATE run SET finished_at = now() RETURNING 1")
    with database.begin() as connection:
        assert reviews.review(connection, first, "alice")
        assert reviews.review(connection, second, "bob")
        assert not reviews.review(connection, second, "alice")
        with pytest.raises(
            BadWish,
            match=rf"^The later run {second} is marked as reviewed too\. Undo the mark of run {second} first\.$",
        ):
            reviews.take_back_review(connection, first)
        for none in (third, third + 99):
            with pytest.raises(BadWish, match=rf"^Run {none} is not marked as reviewed, so nothing was undone"):
                reviews.take_back_review(connection, none)
        assert last_reviewed(connection) == second
        reviews.take_back_review(connection, second)
        assert last_reviewed(connection) == first
        with pytest.raises(BadWish, match=rf"^Run {second} is not marked as reviewed"):
            reviews.take_back_review(connection, second)
    assert rows(MARKS, [first, second]) == [(True, "alice"), (False, "")]
