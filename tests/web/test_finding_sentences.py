"""The sentences about findings on the page for a player: each form of words of a finding gets whole sentences."""

import pytest

from auditor.engine.audit import audit
from auditor.engine.house.registry import load
from auditor.engine.rules import BY_CODE
from auditor.formats.transcript.case_files import cases_of
from auditor.web.hands.finding_sentences import finding_sentences
from auditor.web.hands.sections import numbers_of


def sentences(code: str) -> list[str]:
    """The sentences about the findings of a rule in its example hands, with the names of players masked."""
    found = []
    for case in cases_of(code):
        hand = case.hand.masked()
        sections = numbers_of(hand)
        for finding in audit(hand, load(case.house, hand.game, hand.structure)).findings:
            if finding.code == code:
                found.append(" ".join(finding_sentences(hand, finding, sections[finding.event])))
    return found


STANDS = (
    "On third street, seat 2, with Kd face up, brings in for 3. Nobody corrected this act before the next act,"
    " so this act counts. By the rules, this must be seat 1, with 2c face up."
)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("L104", "The next part is fifth street. By the rules, the next part is sixth street."),
        ("L106", "At the payout, 18 was paid and the rake is 0. But 8 was put in."),
        ("L107", "At the payout, for seat 2, 15 was stated. But the other lines of the record add up to 8."),
        ("P609", "At the payout, seat 2 is unpaid. By the rules, the payment is 11 to seat 2."),
        ("D203", "On fourth street, a card of seat 2 lies face down. By the rules, this card must lie face up."),
        (
            "D212",
            "On fourth street, the log has a card that does not exist. By the rules, there must be a card of the deck.",
        ),
        ("D204", "On fourth street, the log has a card to seat 3. But seat 3 has folded."),
        ("O301", "On third street, for seat 2, the log has no ante. By the rules, there must be an ante of 1."),
        ("O303", STANDS),
        ("O306", "On third street, seat 2 raises to 6. By the rules, a raise there is to 4."),
        ("B401", "On third street, seat 1 calls to 3. But it is the turn of seat 3."),
        ("B402", "On fourth street, seat 1 bets 15. By the rules, a bet there is 10 or 20."),
        ("B405", "On fourth street, seat 2 checks. But seat 2 has 10 to call."),
        ("B410", "Third street closes. But seat 1 has yet to act."),
        ("B412", "On third street, for seat 1, 20 was put in. But seat 1 has only 5 left."),
        ("B416", "On third street, seat 2 completes to 10. But the betting on third street is over."),
        ("B420", "On third street, seat 3 is folded for lack of chips. By the rules, seat 3 is all-in for 5."),
        ("S509", "At the payout, seat 2 is paid. By the rules, this must be seat 1."),
        ("P601", "At the payout, seat 1 is paid 22. By the rules, seat 1 must get 0."),
        ("C706", "On fourth street, seat 3 is out of time. But it is nobody's turn."),
    ],
)
def test_a_finding_is_whole_sentences(code: str, sentence: str) -> None:
    assert sentence in sentences(code)


def test_every_rule_has_sentences_that_begin_and_end() -> None:
    for code in BY_CODE:
        for each in sentences(code):
            assert each[0].isupper(), each
            assert each.endswith("."), each
            assert " By the rules, " in each or " But " in each, each
