"""Cases: transcripts that say which findings they must give."""

import pytest

from auditor.formats.transcript.cases import read_cases

FILE = """# O303  Bring-in by the wrong seat
# and a comment

== the deuce of diamonds does not owe it
house casino
house bring_in.tie = first_dealt
stakes 10/20 bring-in 3 ante 1         !! O312
stacks 500 500 500
antes                                  !! O302
1 [xx xx] 2c                           ?? D201
2 [?? ??] ??
3 [xx xx] 2d
3 brings in 3                          !! O303 O304  ?? D202

== the other does
stacks 500 500
1 [xx xx] 2c
1 brings in 3
end  !! P609
"""


def test_what_a_case_expects_points_at_the_last_event_of_its_line() -> None:
    first, second = read_cases(FILE)
    events = [event.words() for event in first.hand.events]
    assert events[:6] == ["ante 1 1", "ante 2 1", "ante 3 1", "street 3", "deal 1 xxxx|2c", "deal 2 xxxx|xx"]
    assert first.expected == [("O312", 0), ("O302", 2), ("O303", 7), ("O304", 7)]
    assert first.unverifiable == [("D201", 4), ("D202", 7)]
    assert second.expected == [("P609", 3)]
    assert second.unverifiable == []


def test_a_case_names_its_house_and_what_it_changes_of_it() -> None:
    first, second = read_cases(FILE)
    assert (first.house, first.overrides) == ("casino", {"bring_in.tie": "first_dealt"})
    assert (second.house, second.overrides) == ("roberts", {})


def test_a_case_knows_its_file_and_its_place() -> None:
    first, second = read_cases(FILE)
    assert ("O303", "Bring-in by the wrong seat") == (first.code, first.heading) == (second.code, second.heading)
    assert (first.title, second.title) == ("the deuce of diamonds does not owe it", "the other does")
    lines = FILE.splitlines()
    assert [lines[case.line - 1] for case in (first, second)] == [case.text.splitlines()[0] for case in (first, second)]
    assert "3 brings in 3                          !! O303 O304  ?? D202" in first.text
    assert lines[first.hand.events[7].line - 1].startswith("3 brings in")


def test_marks_are_no_part_of_the_hand() -> None:
    [marked] = read_cases("== a\nstacks 5 5\n1 checks  !! B405\n")
    [plain] = read_cases("== a\nstacks 5 5\n1 checks\n")
    assert marked.hand.digest() == plain.hand.digest()


def test_a_case_that_is_no_transcript_is_refused_with_its_place() -> None:
    with pytest.raises(ValueError, match=r'Case "b", line 4: In the line "stacks five"'):
        read_cases("== a\nstacks 5\n== b\nstacks five\n")
