"""Whether a claim is in time, from the stored hands of its table."""

import datetime as dt

import pytest
from sqlalchemy import text

from auditor.disputes.time_limits import Sequence, Verdict
from auditor.engine.hand import Game
from auditor.engine.history import trace_of
from auditor.engine.house.registry import load
from auditor.store.disputes import cases
from auditor.store.disputes.cases import NewCase, NewParty
from auditor.store.disputes.time_limits import sequence_after, time_limit_of
from auditor.store.hands.table_history import note_traces, sitting_of
from auditor.store.postgres.database import Database
from tests.dealer.copies import replaced
from tests.store.disputes.cases import CLAIM
from tests.store.nights import Archive

pytestmark = pytest.mark.database
START = dt.datetime(2026, 11, 20, 21, 0, tzinfo=dt.UTC)


def at(minutes: int) -> dt.datetime:
    return START + dt.timedelta(minutes=minutes)


def test_the_next_hand_counts_as_next_only_if_its_number_follows(database: Database, owners_database: Database) -> None:
    """Hands 1, 2, 4 and 5 of a table, ten minutes apart: after hand 2, a hand is missing."""
    hands = {}
    with database.begin() as connection:
        for number in (1, 2, 4, 5):
            archive = Archive(number)
            archive.send(connection, "only")
            record = archive.records["only"]
            hands[number] = record.place[0]
            played = at(10 * number).strftime("%Y-%m-%dT%H:%M:%SZ")
            trace = trace_of(replaced(record.hand, table="Oak", played=played), record.place[0])
            assert sitting_of(trace) is not None
            note_traces(connection, {record.place[0]: trace})
    with owners_database.begin() as connection:
        for number, hand_id in hands.items():
            connection.execute(text("UPDATE hand SET played = :p WHERE id = :h"), {"p": at(10 * number), "h": hand_id})
    with database.begin() as connection:
        assert sequence_after(connection, hands[1]) == Sequence(next_began_at=at(20), after_next_began_at=at(40))
        assert sequence_after(connection, hands[2]) == Sequence(later_began_at=at(40), after_next_began_at=at(50))
        assert sequence_after(connection, hands[5]) == Sequence()
        found = []
        for number, minute in ((1, 15), (1, 25), (2, 25), (2, 45), (5, 55)):
            party = NewParty("claimant", "seat 3")
            new = NewCase(1, None, "link", CLAIM, [party], hand_id=hands[number], raised_at=at(minute))
            case_id = cases.open_case(connection, new).case_id
            assert time_limit_of(connection, case_id) is None, "nobody knows the house"
            limit = time_limit_of(connection, case_id, load("roberts", Game.STUD))
            assert limit is not None
            found.append(limit.verdict)
    assert found == [
        Verdict.IN_TIME,
        Verdict.OUT_OF_TIME,
        Verdict.NOT_VERIFIABLE,
        Verdict.OUT_OF_TIME,
        Verdict.NOT_VERIFIABLE,
    ]
