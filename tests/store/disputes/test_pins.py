"""A hand that is pinned to a case stays as it was, whatever later audits find."""

import pytest

from auditor.disputes.acts import Act, Relation
from auditor.disputes.transitions import ActRefused
from auditor.store.disputes.people import relations_of
from auditor.store.disputes.pins import pin_hand, pins_of
from auditor.store.hands.documents import Unpacker
from auditor.store.postgres.database import Database
from auditor.store.triage import decisions
from auditor.triage.acts import Act as TriageAct
from auditor.triage.acts import Wish
from tests.store.disputes.cases import desk, opened
from tests.store.nights import HOUSE, Archive, Law, filed, finding, night, number, run_of_upload

pytestmark = pytest.mark.database


def test_a_pinned_hand_stays_as_it_was(database: Database) -> None:
    law = Law()
    archive = Archive()
    with database.begin() as connection:
        made = opened(desk(connection))
        with pytest.raises(ActRefused, match="The hand 77 has no report"):
            pin_hand(connection, made.case_id, 77)
        run_id = run_of_upload(connection, archive.send(connection, "first"), law)
        filed(connection, run_id, archive.placed("first", law, [finding("as logged"), finding("so", "P606")]))
        hand_id, _ = archive.records["first"].place
        pin_hand(connection, made.case_id, hand_id)
        with pytest.raises(ActRefused, match="no report under the house tda"):
            pin_hand(connection, made.case_id, hand_id, "tda")
        filed(connection, night(connection, Law(2)), archive.placed("first", Law(2), []))
        (pin,) = pins_of(connection, made.case_id)
        assert [each["code"] for each in pin.findings] == ["B402", "P606"]
        assert (pin.house, pin.house_digest, pin.rules_version) == (HOUSE, law.digest, 1)
        assert pin.record_digest == archive.records["first"].hand.digest()
        assert b'"88214"' in Unpacker().unpack(connection, pin.document)
        assert pin.settlement().seats == ()


def test_whoever_decided_about_a_pinned_finding_is_a_triager(database: Database) -> None:
    archive = Archive()
    with database.begin() as connection:
        made = opened(desk(connection))
        run_id = run_of_upload(connection, archive.send(connection, "first"), Law())
        filed(connection, run_id, archive.placed("first", Law(), [finding("as logged")]))
        pin_hand(connection, made.case_id, archive.records["first"].place[0])
        decisions.act(connection, number(connection), Wish(TriageAct.CONFIRM), "ben")
        assert relations_of(connection, made.case_id, made.people["ben"]) == {Relation.TRIAGER}
        assert relations_of(connection, made.case_id, made.people["rita"]) == {Relation.OPENER}
        assert relations_of(connection, made.case_id, made.claimant) == {Relation.CLAIMANT}
        made.do("rita", Act.SUBMIT)
