import datetime as dt

import pytest

from auditor.store.postgres import pg_values
from auditor.store.postgres.pg_values import Unstorable
from auditor.store.tables import UNDATED


@pytest.mark.parametrize(
    ("value", "kept"),
    [("Ann", "Ann"), ("Žofie", "Žofie"), ("a\0b", "a\\x00b"), ("\ud800", "\\ud800"), ("é\0\udfff", "é\\x00\\udfff")],
)
def test_text_that_no_column_takes_is_escaped(value: str, kept: str) -> None:
    assert pg_values.text(value) == kept


def test_numbers_that_no_column_takes_are_refused() -> None:
    assert pg_values.number(None) is None
    assert pg_values.number(pg_values.MOST) == pg_values.MOST
    for value in (pg_values.MOST + 1, -pg_values.MOST - 1):
        with pytest.raises(Unstorable, match="too large"):
            pg_values.number(value)


@pytest.mark.parametrize(
    ("played", "month"),
    [
        ("2023-02-05T15:25:51Z", dt.date(2023, 2, 1)),
        ("2023-01-31T23:30:00-02:00", dt.date(2023, 2, 1)),
        ("2023-02-05T15:25:51", dt.date(2023, 2, 1)),
        ("0001-01-01T00:00:00+14:00", UNDATED),
        ("1997-12-31T23:59:59Z", UNDATED),
        ("9999-12-31T23:59:59Z", UNDATED),
        ("last night", UNDATED),
        ("", UNDATED),
    ],
)
def test_month_of_play(played: str, month: dt.date) -> None:
    assert pg_values.month(pg_values.moment(played)) == month
