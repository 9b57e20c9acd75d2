"""A local time and the name of its zone become UTC, unless the clock shows that hour twice, never, or nobody knows."""

import pytest

from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_abbreviation, utc_by_place


@pytest.mark.parametrize(
    ("date", "time", "zone", "utc"),
    [
        ("2009/11/26", "10:22:32", "ET", "2009-11-26T15:22:32Z"),
        ("2009/07/16", "2:36:31", "CET", "2009-07-16T00:36:31Z"),
        ("2009/12/31", "20:00:00", "PT", "2010-01-01T04:00:00Z"),
        ("2012/07/01", "12:00:00", "MSK", "2012-07-01T08:00:00Z"),
        ("2016/07/01", "12:00:00", "MSK", "2016-07-01T09:00:00Z"),
        ("2016/07/01", "12:00:00", "UTC", "2016-07-01T12:00:00Z"),
        ("2009/11/01", "1:30:00", "ET", ""),
        ("2009/03/08", "2:30:00", "ET", ""),
        ("2009/02/30", "2:30:00", "ET", ""),
        ("0000/01/01", "0:00:00", "ET", ""),
        ("0001/01/01", "0:00:00", "CET", ""),
        ("2009/02/03", "2:30:00", "CCT", ""),
    ],
)
def test_zone_of_a_place_follows_its_summer_time(date: str, time: str, zone: str, utc: str) -> None:
    when = moment(date, time)
    assert when is not None
    assert utc_by_place(when, zone) == utc


@pytest.mark.parametrize(
    ("zone", "utc"),
    [
        ("CET", "2010-07-01T11:00:00Z"),
        ("CEST", "2010-07-01T10:00:00Z"),
        ("EDT", "2010-07-01T16:00:00Z"),
        ("MSK", "2010-07-01T08:00:00Z"),
        ("CST", ""),
    ],
)
def test_abbreviation_says_by_itself_whether_it_is_summer(zone: str, utc: str) -> None:
    assert utc_by_abbreviation((2010, 7, 1, 12, 0, 0), zone) == utc


@pytest.mark.parametrize(
    ("date", "time"),
    [("2009/11", "10:22:32"), ("2009/11/26", "10:22"), ("2009/1x/26", "1:2:3"), ("٢٠٠٩/11/26", "1:2:3")],
)
def test_text_that_is_no_time_is_none(date: str, time: str) -> None:
    assert moment(date, time) is None
