"""The parts of a case: the claim, its time limit, the clock, the ruling and the files."""

import datetime as dt
from dataclasses import replace

import pytest

from auditor.disputes import claims, exhibits, rulings
from auditor.disputes.claims import BadClaim, Claim, Subject
from auditor.disputes.deadlines import Clock, Moment, Policy, clock_of
from auditor.disputes.exhibits import BadExhibit, media_type
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import BadRuling, ExGratia, Fact, Line, RuleBasis, Ruling, draft_lines, ruling_from
from auditor.disputes.states import State
from auditor.disputes.time_limits import Sequence, Verdict, time_limit
from auditor.engine.hand import Game
from auditor.engine.house.choices import DisputeDeadline as Deadline
from auditor.engine.house.registry import load

START = dt.datetime(2026, 11, 20, 21, 0, tzinfo=dt.UTC)
MINE = Ruling(
    Outcome.UPHELD,
    (Fact("Seat 1 has the better low.", 41),),
    RuleBasis("The odd chip goes to high.", "odd.halves", "roberts", "ab" * 32, "stated"),
    (Line("seat 1", 5, 5), Line("seat 3", -5, -5)),
    "USD",
    2,
)


def at(seconds: int) -> dt.datetime:
    return START + dt.timedelta(seconds=seconds)


KNOWN = Sequence(at(0), at(100), None, at(130), at(300), break_followed=False)
GAP = Sequence(later_began_at=at(100), after_next_began_at=at(300), break_followed=False)
NOTHING = Sequence()


@pytest.mark.parametrize(("deadline", "subject", "raised", "known", "verdict"), [
    (Deadline.ANY_TIME, Subject.PLAY, None, NOTHING, Verdict.IN_TIME),
    (Deadline.NEXT_HAND, Subject.PLAY, None, KNOWN, Verdict.NOT_VERIFIABLE),
    (Deadline.NEXT_HAND, Subject.PLAY, 99, KNOWN, Verdict.IN_TIME),
    (Deadline.NEXT_HAND, Subject.PLAY, 100, KNOWN, Verdict.OUT_OF_TIME),
    (Deadline.NEXT_HAND, Subject.SUM, 120, KNOWN, Verdict.OUT_OF_TIME),
    (Deadline.NEXT_HAND, Subject.PLAY, 99, NOTHING, Verdict.NOT_VERIFIABLE),
    # A hand may be missing in the log: a claim before the next known hand may still be too late.
    (Deadline.NEXT_HAND, Subject.PLAY, 99, GAP, Verdict.NOT_VERIFIABLE),
    (Deadline.NEXT_HAND, Subject.PLAY, 100, GAP, Verdict.OUT_OF_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 120, GAP, Verdict.NOT_VERIFIABLE),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 300, GAP, Verdict.OUT_OF_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.READING, 99, KNOWN, Verdict.IN_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.READING, 120, KNOWN, Verdict.OUT_OF_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 120, KNOWN, Verdict.IN_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 130, KNOWN, Verdict.OUT_OF_TIME),
    # The log has no times of acts: only before the next hand and after the one after it are certain.
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 99, replace(KNOWN, next_acted_at=None), Verdict.IN_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 120, replace(KNOWN, next_acted_at=None), Verdict.NOT_VERIFIABLE),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 300, replace(KNOWN, next_acted_at=None), Verdict.OUT_OF_TIME),
    # A break: one minute after the pot was awarded.
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 59, replace(KNOWN, break_followed=True), Verdict.IN_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 60, replace(KNOWN, break_followed=True), Verdict.OUT_OF_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 99, replace(KNOWN, break_followed=None), Verdict.NOT_VERIFIABLE),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.SUM, 45, replace(KNOWN, break_followed=None), Verdict.IN_TIME),
    (Deadline.NEXT_HAND_OR_ACTION, Subject.PLAY, 5, Sequence(break_followed=True), Verdict.NOT_VERIFIABLE),
])  # fmt: skip
def test_a_claim_is_in_time_or_not_or_the_log_does_not_show_it(
    deadline: Deadline, subject: Subject, raised: int | None, known: Sequence, verdict: Verdict
) -> None:
    found = time_limit(deadline, subject, None if raised is None else at(raised), known)
    assert found.verdict is verdict, found.sentence
    assert found.sentence.endswith(".")


def test_seeds_are_silent_on_the_deadline_and_the_tda_states_it() -> None:
    for name in ("qqonline", "partypoker", "classic", "online-hilo", "casino"):
        file_game = Game.STUD8 if name in ("partypoker", "online-hilo") else Game.STUD
        setting = load(name, file_game).setting("dispute.deadline")
        assert (name, setting.status, setting.clause.startswith("Silent")) == (name, "assumed", True)
    assert load("tda", Game.STUD).setting("dispute.deadline").status == "stated"
    assert load("tda", Game.STUD).dispute_deadline is Deadline.NEXT_HAND_OR_ACTION


def days(number: float) -> dt.datetime:
    return START + dt.timedelta(days=number)


def test_the_clock_pauses_while_evidence_is_awaited_and_starts_anew_after_an_appeal() -> None:
    moments = [Moment(days(0), State.DRAFT), Moment(days(1), State.RECEIVED)]
    received = clock_of(moments, Policy())
    assert received == Clock(days(15), days(2))
    assert [received.is_overdue(days(day)) for day in (1.9, 2.1)] == [False, True]
    moments += [Moment(days(2), State.ADMISSIBLE), Moment(days(3), State.UNDER_REVIEW)]
    moments += [Moment(days(4), State.AWAITING_EVIDENCE)]
    assert not clock_of(moments, Policy()).is_overdue(days(400))
    moments += [Moment(days(9), State.UNDER_REVIEW)]
    resumed = clock_of(moments, Policy())
    assert resumed == Clock(days(20), None, None, dt.timedelta(days=5))
    assert [resumed.is_overdue(days(day)) for day in (19, 21)] == [False, True]
    moments += [Moment(days(10), State.PROPOSED), Moment(days(11), State.SECOND_REVIEW), Moment(days(12), State.RULED)]
    assert not clock_of(moments, Policy()).is_overdue(days(400))
    assert clock_of([*moments, Moment(days(40), State.APPEALED)], Policy(decide_days=3)).due_at == days(43)
    with pytest.raises(ValueError, match="1 to 90 days"):
        Policy(decide_days=91)


@pytest.mark.parametrize(("change", "words"), [
    ({"hand_number": " "}, "number of the hand is missing"),
    ({"happened": ""}, "what happened is missing"),
    ({"should": "x" * 4_001}, "has 4,001 characters"),
    ({"street": 8}, "no street 8"),
    ({"event": -1}, "0 or more"),
    ({"amount": -1}, "0 or more"),
    ({"amount": 10**15}, "15 digits"),
])  # fmt: skip
def test_a_claim_that_lacks_something_is_refused(change: dict[str, object], words: str) -> None:
    claim = Claim("88214", Subject.SUM, "The odd chip\r\nwent to low.", " To high. ", 7, 41, 5)
    assert claims.checked(claim).happened == "The odd chip\nwent to low."
    assert claims.checked(claim).should == "To high."
    with pytest.raises(BadClaim, match=words):
        claims.checked(replace(claim, **change))  # type: ignore[arg-type]


@pytest.mark.parametrize(("change", "words"), [
    ({"facts": ()}, "needs 1 to 100 facts"),
    ({"basis": RuleBasis("")}, "rule has no text"),
    ({"basis": RuleBasis("As always.", "odd.halves")}, "needs the house"),
    ({"basis": RuleBasis("As always.")}, "name the rulebook"),
    ({"outcome": Outcome.NO_HOUSE_RULE}, "rests on a rule of the house"),
    ({"outcome": Outcome.NOT_UPHELD}, "moves chips"),
    ({"lines": (Line("seat 1", 5, 6), Line("seat 3", -6, -6))}, "seat 1: the ruled amount differs"),
    ({"lines": (Line("seat 1", None, 6), Line("seat 3", -6, -6))}, "seat 1: the ruled amount differs"),
    ({"lines": (Line("seat 1", 5, 5),)}, "The ruled amounts do not sum to zero"),
    ({"lines": (Line("seat 1", 5, 5), Line("seat 1", -5, -5))}, "a party twice"),
    ({"lines": (Line("seat\n1", 5, 5), Line("seat 2", -5, -5))}, "visible"),
    ({"ex_gratia": (ExGratia("seat 1", 5, ""),)}, "needs a reason"),
    ({"ex_gratia": (ExGratia("house", 5, "kind"),)}, "from the house"),
])  # fmt: skip
def test_a_ruling_that_contradicts_itself_is_refused(change: dict[str, object], words: str) -> None:
    assert rulings.checked(MINE) == MINE
    with pytest.raises(BadRuling, match=words):
        rulings.checked(replace(MINE, **change))  # type: ignore[arg-type]


def test_a_ruling_is_the_same_after_it_was_written_and_read() -> None:
    kind = replace(MINE, ex_gratia=(ExGratia("seat 1", 20, "the wait"),), dissent="It stood.")
    assert ruling_from(kind.document()) == kind
    assert ruling_from(kind.document()).digest() == kind.digest() != MINE.digest()
    assert kind.amounts() == {"house": -20, "seat 1": 25, "seat 3": -5}


def test_the_engines_settlement_is_the_draft_and_the_house_answers_for_missing_chips() -> None:
    assert draft_lines({1: -5, 3: 2, 4: 0}, 0, 3) == (
        Line("seat 1", 5, 5),
        Line("seat 3", -2, -2),
        Line("house", -3, -3),
    )
    with pytest.raises(BadRuling, match="do not sum to zero"):
        draft_lines({1: -5}, 0)


@pytest.mark.parametrize(("content", "ending"), [
    (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "png"),
    (b"\xff\xd8\xff\xe0\x00\x10JFIF", "jpg"),
    (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "webp"),
    (b"%PDF-1.7\n%%EOF\n", "pdf"),
])  # fmt: skip
def test_a_file_is_known_by_its_content(content: bytes, ending: str) -> None:
    assert media_type(content).ending == ending


@pytest.mark.parametrize("content", [
    b"", b"<html>", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", b"\x89PNG\r\n\x1a\n<script>",
    b"%PDF-1.7 cut", b"RIFF\x00\x00\x00\x00WAVE", b"x" * (exhibits.LARGEST + 1),
])  # fmt: skip
def test_any_other_file_is_refused(content: bytes) -> None:
    with pytest.raises(BadExhibit, match=r"^The file "):
        media_type(content)
