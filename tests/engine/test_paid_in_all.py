"""What a seat is paid wrongly from several pots, or by several lines, is told in all: no line says so much."""

import pytest

from auditor.engine.findings import Report
from tests.cli.command import LOGS, TOP
from tests.engine.test_arithmetic import SPLIT
from tests.engine.transcripts import report_of

HILO = (TOP / LOGS / "hilo.hand").read_text(encoding="utf-8").replace("house roberts\n", "")


def in_short(report: Report) -> list[tuple[str, str, str]]:
    return [(each.code, each.logged, each.lawful) for each in report.findings if each.code == "P606"]


def test_two_pots_are_summed_up() -> None:
    text = HILO.replace("1 collects 22", "1 collects 23").replace("2 collects 23", "2 collects 22")
    assert in_short(report_of("roberts", text)) == [("P606", "seat 1 is paid 23 in all", "seat 1 is due 22 in all")]


@pytest.mark.parametrize(
    ("paid", "in_all"),
    [("3 collects 0.85", ""), ("3 collects 0.42\n3 collects 0.43", " in all")],
    ids=["one line", "two lines"],
)
def test_of_one_pot_only_where_several_lines_pay_the_seat(paid: str, in_all: str) -> None:
    report = report_of("online-hilo", SPLIT.format(paid=f"1 collects 0.84\n{paid}\nrake 0.02"))
    assert in_short(report) == [("P606", f"seat 3 is paid 0.85{in_all}", f"seat 3 is due 0.84{in_all}")]
