"""The line of words that filters the list of findings."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.store.queries.filter_values import of_values
from auditor.store.queries.filtering import FILTERS
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.findings.query_line import LONGEST_LINE, WORDS, BadLine, filters_of_line, line_of_filters
from tests.web.paid import wrongly_paid

QUOTES = 'Write a quote before and after the value: player:"Ann Lee".'
EVERY = ", ".join(WORDS)
READ = {
    'rule:B402 house:casino player:"Ilse" amount:>5 since:2026-05': {
        "code": "B402", "house": "casino", "player": "Ilse", "amount": ">5", "since": "2026-05"
    },
    "Ivy": {"named": "Ivy"},
    "Ann rule:B402 Lee": {"named": "Ann Lee", "code": "B402"},
    '"a:b, c" player:Bo': {"named": "a:b, c", "player": "Bo"},
    "": {},
    "   ": {},
    "Rule:b402": {"code": "B402"},
    'player:"Ann ""Ace"" Lee"': {"player": 'Ann "Ace" Lee'},
    'player:"   "': {"player": "   "},
    "player:a:b/c table:x": {"player": "a:b/c", "table": "x"},
    "against:Bo for:Cy status:confirmed grade:fault": {
        "against_player": "Bo", "for_player": "Cy", "triage": "confirmed", "grade": "fault"
    },
    'stakes:"10/20 USD" street:4 game:razz': {"stakes": "10/20 USD", "street": "4", "game": "razz"},
    "amount:5..10 until:2026-05-31": {"amount": "5..10", "until": "2026-05-31"},
    "amount:<=2.50": {"amount": "<=2.50"},
    "street:7th status:open news:new": {"street": "7", "triage": "open", "news": "new"},
    "rule:b402,B406 grade:fault rule:B402": {"code": of_values(["B402", "B406"]), "grade": "fault"},
    'player:Ann,"Lee, Bo" street:"",7th picked:7,9': {
        "player": of_values(["Ann", "Lee, Bo"]), "street": of_values(["", "7"]), "picked": "7,9"
    },
    'street:"" stakes:"" assigned:""': {"street": "", "stakes": "", "assignee": ""},
    "against:Bo against-upload:1a-2b gone-by:engine": {
        "against_player": "Bo", "against": "1a-2b", "gone_by": "engine"
    },
}  # fmt: skip
REFUSED = {
    "Ann named:Bo": 'The line has a name twice: "Bo" and "Ann". Write one.',
    "x" * 401: f'"{"x" * 40}" cannot stand after "named:". '
               'Write a name; a name with blanks stands in quotes: "Ann Lee".',
    "colour:red": f'The word "colour" is unknown. Use these words: {EVERY}.',
    ":red": f'There is no word before the colon of ":red". Use these words: {EVERY}.',
    "rule:": 'The word "rule" has no value. Write the code of a rule: a letter and three digits, such as B402.',
    "rule:402": '"402" cannot stand after "rule:". Write the code of a rule: a letter and three digits, such as B402.',
    "amount:5 amount:6": 'The word "amount" is in the line twice. Write the word only once.',
    "rule:B402,": 'The word "rule" has no value. Write the code of a rule: a letter and three digits, such as B402.',
    f"hour:{','.join(['1'] * 51)}": 'The word "hour" has too many values. Write at most 50.',
    'player:"Ann': f'The quotes in "player:"Ann" are wrong. {QUOTES}',
    'player:"Ann"x': f'The quotes in "player:"Ann"x" are wrong. {QUOTES}',
    "amount:~5": '"~5" cannot stand after "amount:". Write an amount in units of the currency: 5, >5, <=2.50 or 5..10.',
    "since:2026-13": '"2026-13" cannot stand after "since:". Write a day, a month or a year: 2026-05-31, 2026-05.',
    "grade:bad": '"bad" cannot stand after "grade:". Write one of these: violation, fault, irregular.',
    "street:8": '"8" cannot stand after "street:". Write one of these: 3rd, 4th, 5th, 6th, 7th.',
    'room:""x': f'The quotes in "room:""x" are wrong. {QUOTES}',
    'rule:""': 'The word "rule" has no value. Write the code of a rule: a letter and three digits, such as B402.',
    "hour:24": '"24" cannot stand after "hour:". You cannot type this filter: use a link that sets it.',
    "x" * (LONGEST_LINE + 1): "The line is too long. Write at most 5,000 characters.",
}  # fmt: skip


@pytest.mark.parametrize("line", READ)
def test_a_line_sets_filters(line: str) -> None:
    assert filters_of_line(line) == READ[line]


@pytest.mark.parametrize("line", REFUSED)
def test_a_bad_word_gets_a_sentence_with_what_may_stand_there(line: str) -> None:
    with pytest.raises(BadLine) as refused:
        filters_of_line(line)
    assert str(refused.value) == REFUSED[line]


@pytest.mark.parametrize("line", READ)
def test_filters_become_the_line_again(line: str) -> None:
    assert filters_of_line(line_of_filters(READ[line])) == READ[line]


def test_every_filter_of_the_list_has_a_word() -> None:
    every = dict.fromkeys(FILTERS, "")
    assert [part.partition(":")[2] for part in line_of_filters(every).split()] == ['""'] * len(FILTERS)
    picked = {"picked": ",".join([str(10**17 + number) for number in range(200)]), "upload": "12"}
    assert len(line_of_filters(picked)) < LONGEST_LINE
    assert filters_of_line(line_of_filters(picked)) == picked


@pytest.mark.database
def test_the_line_leads_to_a_list_that_can_be_shared(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(wrongly_paid("1") + wrongly_paid("2", table="Oak", players=("Aster", "Dahlia", "Birch"), day="13"))
    answer = client.get("/findings/line", query_string={"line": 'player:"Dahlia" amount:>5 since:2026-11-14'})
    assert (answer.status_code, answer.headers["Location"]) == (
        303, "/findings?player=Dahlia&amount=%3E5&since=2026-11-14"
    )  # fmt: skip
    page = client.get(answer.headers["Location"]).text
    assert "<h1>1 finding</h1>" in page
    assert 'value="player:Dahlia since:2026-11-14 amount:&gt;5"' in page
    assert client.get("/findings/line?line=").headers["Location"] == "/findings?all=yes"


@pytest.mark.database
def test_a_line_with_a_mistake_stays_above_the_list_as_it_was(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(wrongly_paid("1") + wrongly_paid("2", table="Oak", players=("Aster", "Dahlia", "Birch"), day="13"))
    before = client.get("/findings?player=Dahlia&news=new&rows=findings").text
    assert 'value="news:new player:Dahlia"' in before
    assert 'name="list" value="news=new&amp;player=Dahlia&amp;rows=findings"' in before
    of_list = "news=new&player=Dahlia&rows=findings"
    refused = client.get("/findings/line", query_string={"line": 'willow "dale', "list": of_list})
    assert refused.status_code == 422
    assert 'value="willow &#34;dale"' in refused.text
    assert "The quotes in &#34;&#34;dale&#34; are wrong. Write a quote before and after the value" in refused.text
    assert _rows(refused.text) == _rows(before) == 1
    assert "/findings.json?news=new&amp;player=Dahlia&amp;rows=findings" in refused.text
    program = client.get("/findings/line?line=B402:", headers={"Accept": "application/json"})
    assert (program.status_code, program.get_json()["message"][:28]) == (422, 'The word "b402" is unknown. ')
    assert client.get("/findings/line?line=B402:&list=street%3D9").status_code == 422


def _rows(page: str) -> int:
    return page.count("<tr id=")


@pytest.mark.database
@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("amount=42", "1 2"), ("amount=>42", ""), ("amount=>=42", "1 2"), ("amount=41.99..42", "1 2"),
        ("amount=<42.01", "1 2"), ("amount=<42", ""), ("since=2026-11-14", "2"), ("until=2026-11-13", "1"),
        ("since=2026-11", "1 2"), ("until=2026", "1 2"), ("since=2027", ""), ("table=Oak", "2"),
        ("player=Aster", "1 2"), ("player=Birch", "1"), ("for_player=Aster&table=Ivy", "1"), ("player=aster", ""),
        ("against_player=Dahlia&code=S506", "2"), ("player=Cedar", ""),
    ],
)  # fmt: skip
def test_filters_by_player_table_day_and_amount(
    client: FlaskClient, sent: Callable[..., Receipt], query: str, numbers: str
) -> None:
    sent(wrongly_paid("1") + wrongly_paid("2", table="Oak", players=("Aster", "Dahlia", "Birch"), day="13"))
    document = client.get(f"/findings.json?{query}").get_json()
    assert " ".join(sorted(each["number"] for each in document["findings"])) == numbers
    assert document["total"] == len(numbers.split())


@pytest.mark.database
@pytest.mark.parametrize("query", ["amount=x", "since=2026-13", "since=tomorrow", "until=2026-02-30", "player="])
def test_a_wrong_value_is_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/findings.json?{query}").status_code == 422
