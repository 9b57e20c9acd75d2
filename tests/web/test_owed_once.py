"""The chips that are owed and the rake are those of what counts now, each deal once, after any sequence of uploads, new
reads, audits and removals of old files.
"""

import datetime as dt
from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from auditor.jobs import rereading
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.retention import remove_old
from auditor.jobs.worker import drain
from auditor.store.findings.settlements import rake_of, settlement_from_text, wrong_amounts
from auditor.store.uploads.receipts import NotReadAgain
from auditor.store.uploads.retention import set_days
from auditor.triage.acts import BadWish
from tests.web.night import HandText, hand
from tests.web.paid import wrongly_paid
from tests.web.test_figure_counts import OF_NIGHTS as RAKE_OF_NIGHTS
from tests.web.test_figure_counts import OF_RAKE, agree
from tests.web.test_owed_rows import OF_NIGHTS, OF_PLAYERS, OWED

pytestmark = pytest.mark.database

ENCODINGS = ("", "cp1251", "cp1252")
HOUSES = ("", "", "roberts")
RECORDS = """SELECT hand.id, identity_id, number, hand.table_name, played, currency, minor FROM hand
             WHERE EXISTS (SELECT FROM source JOIN upload ON upload.id = upload_id
                           WHERE hand_id = hand.id AND superseded_at IS NULL) ORDER BY hand.id"""
AGE = """UPDATE upload SET received_at = now() - interval '50 days' WHERE id = (
         SELECT id FROM upload WHERE removed_at IS NULL ORDER BY id OFFSET :of LIMIT 1)"""
REPORTS = """SELECT hand_id, house, settlement,
                    EXISTS (SELECT FROM finding AS f WHERE f.hand_id = report.hand_id AND f.house = report.house
                            AND code IN ('L106', 'L107') AND detection <> 'gone')
             FROM report WHERE current ORDER BY audited_at, house DESC"""


def log(random: Random) -> bytes:
    """A log of one to three of four deals: the pot went to the right or to a wrong player, the record is one of two,
    the log may contradict itself about money, the first player has a name that two encodings read differently, and a
    line may not be understood.
    """
    hands = []
    for number in random.sample("1234", random.randint(1, 3)):
        players = (random.choice(["Яна", "Aster"]), "Birch", "Cedar")
        lawful = hand(HandText(number=number, table="Ivy", players=players)).encode()
        written = lawful if random.random() < 0.5 else wrongly_paid(number, players=players)
        if random.random() < 0.3:
            written = written.replace(b" collected $42", b" collected $32")  # the log contradicts itself
        written = written.replace(b"20:15:00", random.choice([b"20:15:00", b"20:15:01"]))
        if random.random() < 0.5:
            written = written.replace(b"*** 4th STREET ***", b"The moon rises\n*** 4th STREET ***")
        hands.append(written.decode().encode("cp1251"))
    return b"".join(hands)


def act(random: Random, place: Workplace, logs: list[bytes]) -> None:
    """Sends a log, reads a log again in another encoding or without the lines that somebody marked, makes a file old,
    or audits all.
    """
    what = random.random()
    if what < 0.6:
        if len(logs) < 6:
            logs.append(log(random))
        try:
            receive(place, random.choice(logs), "x.txt", random.choice(HOUSES), encoding=random.choice(ENCODINGS))
        except NotReadAgain:
            return
    elif what < 0.7:
        try:
            with place.database.begin() as connection:
                rereading.mark(connection, 1, "Ann", noise=random.random() < 0.5)
        except (BadWish, LookupError):
            return
    elif what < 0.9:
        with place.database.begin() as connection:
            connection.execute(text(AGE), {"of": random.randint(0, 2)})
    else:
        nightly(place, everything=True)


def settled(rows: Any) -> list[Any]:
    """The first valid record of each deal, with its latest house and settlement, and whether it contradicts itself."""
    latest = {hand_id: of_report for hand_id, *of_report in rows(REPORTS)}
    first: dict[int, Any] = {}
    for record in rows(RECORDS):
        first.setdefault(record[1], record)
    return [
        (
            *(number, table, str(played.astimezone(dt.UTC).date()), currency, minor, house),
            *(settlement_from_text(settlement), contradicts),
        )
        for hand_id, _, number, table, played, currency, minor in first.values()
        for house, settlement, contradicts in [latest.get(hand_id, ("", "", False))]
        if settlement
    ]


def owed_of(counted: list[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """What is owed, its sums by player and its sums by night, all added up in Python from what counts now."""
    owed = []
    for number, table, day, currency, minor, house, settlement, contradicts in counted:
        names = {one.seat: one.player for one in settlement.seats}
        owed += [
            (number, seat, names.get(seat), table, day, house, currency, minor, amount)
            for seat, amount in ({} if contradicts else wrong_amounts(settlement)).items()
        ]
    players: dict[Any, Counter[str]] = defaultdict(Counter)
    nights: dict[Any, Counter[str]] = defaultdict(Counter)
    for number, seat, name, table, day, house, currency, minor, amount in owed:
        side = "rake" if not seat else "over" if amount > 0 else "short"
        nights[table, day, house].update({side: amount, number: 1})
        if seat:
            players[name, currency, minor].update({side: amount, number: 1})
    return (
        sorted(owed, key=lambda row: row[:2]),
        sorted((*key, sums["over"], sums["short"], hands_in(sums)) for key, sums in players.items()),
        sorted((*key, sums["over"], sums["short"], sums["rake"], hands_in(sums)) for key, sums in nights.items()),
    )


def rake_in(counted: list[Any]) -> tuple[list[Any], list[Any]]:
    """The rake and its sums by night, added up in Python from what counts now."""
    rake = []
    nights: dict[Any, Counter[str]] = defaultdict(Counter)
    for number, table, day, currency, _, house, settlement, _ in counted:
        if (found := rake_of(settlement)) is not None:
            taken, due = found
            rake.append((number, house, taken, due))
            sums = {"taken": taken, "due": due, "differ": int(taken != due), number: 1}
            nights[table, day, house, currency].update(sums)
    return sorted(rake), sorted(
        (*key, sums["taken"], sums["due"], hands_in(sums), sums["differ"]) for key, sums in nights.items()
    )


def hands_in(sums: Counter[str]) -> int:
    return len(sums.keys() & set("1234"))


@pytest.mark.parametrize("seed", range(3))
def test_each_deal_counts_once_by_what_counts_now(place: Workplace, rows: Any, seed: int) -> None:
    random, logs = Random(seed), list[bytes]()
    counted = removed = 0
    with place.database.begin() as connection:
        set_days(connection, "default", 40, "Ann")
    for step in range(8):
        # Several acts wait together now and then, so that one upload is audited while another is read anew.
        for _ in range(random.randint(1, 3)):
            act(random, place, logs)
        drain(place)
        removed += remove_old(place)
        now = settled(rows)
        assert (rows(OWED), rows(OF_PLAYERS), rows(OF_NIGHTS)) == owed_of(now), f"step {step}"
        assert (rows(OF_RAKE), rows(RAKE_OF_NIGHTS)) == rake_in(now), f"step {step}"
        assert agree(rows)
        counted += len(rows(OWED))
    assert counted, "chips were owed at some time"
    assert removed, "files became old at some time"
