"""The reasons that a player reads, in the hands of the demonstration with a wrong payout."""

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from flask.testing import FlaskClient

from auditor.engine.house.registry import load
from auditor.engine.readings import audit_with_readings
from auditor.formats.transcript.case_files import cases_of
from auditor.web.hands.claim import claim_of
from auditor.web.hands.dossier import Dossier
from auditor.web.hands.payout_decision import Decision, PayoutDecision
from auditor.web.hands.payout_reasons import reasons_for
from tests.web.demo_hands import FOLDED, MISDEAL, MUCKED, NOBODY, RAKED, SHARE, SIDE_POT, WINNER
from tests.web.page_text import all_text, visible_text

HANDS = (SIDE_POT, MISDEAL, FOLDED, SHARE, NOBODY, MUCKED, WINNER, RAKED)
BEFOREHAND = {"demo": HANDS}


@pytest.fixture
def demo() -> None:
    """The hands of the demonstration with wrong payouts, numbered from 1."""


def explained(client: FlaskClient, file: Any, seat: int) -> Any:
    answer = client.get(f"/hands/{HANDS.index(file) + 1}/explained.json?seat={seat}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def page(client: FlaskClient, file: Any, seat: int) -> str:
    return client.get(f"/hands/{HANDS.index(file) + 1}/explained?seat={seat}").text


ALL_IN = "Seat 2 was all-in for 0.27 chips, so it plays only for the main pot."
BEATS = "Your eight low (8-7-5-4-A) beats seat 1's jack low (J-6-5-3-2): in this game the lowest hand wins."
BEATEN = "Seat 5's eight low (8-7-5-4-A) beats your jack low (J-6-5-3-2): in this game the lowest hand wins."
MAIN = (
    "The main pot has 19.96 USD (for seat 4, seat 6, you and seat 8). The card room takes 5.00 USD of rake, which"
    " leaves 14.96 USD: seat 8 wins the high half (7.48 USD) and you win the low half (7.48 USD)."
)
FIRST = (
    "The first side pot has 108.24 USD (for seat 4, seat 6 and you):"
    " seat 6 wins the high half (54.12 USD) and you win the low half (54.12 USD)."
)
SECOND = (
    "The second side pot has 145.60 USD (for seat 4 and you): you win all of it, because nobody else showed a hand."
)
FLUSH = "Your hand (a flush, king high: Kh Qh Th 8h 4h) beats seat 7's hand (a pair of fives: 5h 5c Ac Js 6s)"
MISDEALT = "After a misdeal, no hand wins the pot: everybody gets back what he put in. You put in 224 chips."


@pytest.mark.database
def test_a_wrong_award_compares_both_hands(client: FlaskClient, demo: None) -> None:
    assert explained(client, WINNER, 5)["why"] == [BEATS, "The pot has 21 chips: you win all of it."]
    assert explained(client, WINNER, 1)["why"] == [BEATEN, "The pot has 21 chips: seat 5 wins all of it."]


@pytest.mark.database
def test_a_pot_that_a_seat_cannot_win_is_named_with_the_reason(client: FlaskClient, demo: None) -> None:
    why = explained(client, SIDE_POT, 7)["why"]
    assert why[0] == ALL_IN
    assert why[-1] == "The fourth side pot has 3.34 chips (for seat 3 and you): you win all of it."
    assert explained(client, SIDE_POT, 2)["why"][0] == (
        "You were all-in for 0.27 chips, so you play only for the main pot."
    )


@pytest.mark.database
def test_a_wrong_share_names_each_pot_after_rake(client: FlaskClient, demo: None) -> None:
    assert explained(client, SHARE, 7)["why"][-3:] == [MAIN, FIRST, SECOND]
    assert "Seat 8 has no low hand that counts, so it cannot win the low half." in explained(client, SHARE, 7)["why"]


@pytest.mark.database
def test_after_a_misdeal_everybody_gets_his_chips_back(client: FlaskClient, demo: None) -> None:
    assert explained(client, MISDEAL, 3)["why"] == [MISDEALT]


@pytest.mark.database
def test_the_card_room_pays_what_nobody_got(client: FlaskClient, demo: None) -> None:
    document = explained(client, NOBODY, 8)
    assert document["owed"][-1] == "Then the card room owes you 7.48 USD, because nobody got these chips."
    assert [each for each in document["why"] if each.startswith(FLUSH)]
    assert "By the rules, the payment is 7.48 to seat 8." in str(document["wrong"])


@pytest.mark.database
def test_a_folded_and_a_mucked_seat_can_win_no_pot(client: FlaskClient, demo: None) -> None:
    assert explained(client, FOLDED, 2)["why"][0] == "Seat 6 folded, so it can win no pot."
    assert explained(client, FOLDED, 6)["why"][0] == "You folded, so you can win no pot."
    assert explained(client, MUCKED, 7)["why"] == [
        "Seat 6 gave up the hand without showing it (mucked), so it can win no pot.",
        "The pot has 75.49 USD: you win all of it, because nobody else showed a hand.",
    ]


@pytest.mark.database
def test_too_much_rake_names_both_amounts(client: FlaskClient, demo: None) -> None:
    words = "The card room took 0.01 USD of rake. By its rules, it takes 0.00 USD."
    assert explained(client, RAKED, 2)["why"][-1] == words


@pytest.mark.database
def test_a_player_without_a_claim_reads_nothing_as_if_he_had_one(client: FlaskClient, demo: None) -> None:
    document = explained(client, WINNER, 2)
    assert (document["title"], document["why"]) == ("Your payout", [])
    assert document["owed"] == ["You got 0 chips.", "This is right. Nobody owes you anything."]
    assert document["next_step"] == "You have to do nothing."
    text = all_text(page(client, WINNER, 2))
    assert "Other mistakes in this hand, which do not change your chips" in text
    assert "What is wrong, and what the rule is" not in text
    assert "What is wrong, and what the rule is" in all_text(page(client, WINNER, 5))


@pytest.mark.database
def test_the_next_step_says_who_decides_and_pays(client: FlaskClient, demo: None) -> None:
    assert "Show this page to the card room. It decides and pays." in all_text(page(client, WINNER, 5))
    assert "It decides. Pay nobody before that." in all_text(page(client, WINNER, 1))


@pytest.mark.database
def test_the_top_names_the_hand_and_shows_the_cards_of_the_player(client: FlaskClient, demo: None) -> None:
    document = explained(client, WINNER, 5)
    assert document["facts"] == {
        "Game": "Razz",
        "Stakes": "2/4, ante 1, bring-in 1 chips",
        "Table": "Ivy 206014",
        "Played": "3 Aug 2026, 14:21 UTC",
    }
    assert document["own_cards"] == ["Ah", "4d", "7d", "8d", "5c", "Qh", "8c"]
    text = page(client, WINNER, 5)
    top = text.partition('id="owed"')[0]
    assert "Ivy 206014" in top
    assert '<span aria-hidden="true">A♥</span><span class="hidden">Ah</span>' in top
    assert "hand.css" in text


@pytest.mark.database
def test_cards_that_another_seat_did_not_show_stay_hidden(client: FlaskClient, demo: None) -> None:
    third = next(part for part in explained(client, MUCKED, 7)["happened"] if part["name"] == "Third street")
    dealt = [each for each in third["sentences"] if "is dealt" in each]
    assert [each for each in dealt if "xx" not in each] == ["Seat 7 is dealt Jh Kd Tc."]
    unseen = explained(client, MUCKED, 6)["own_cards"]
    hidden = [unseen[place] for place in (0, 1, 6)]
    for card in hidden:
        assert f">{card}<" in page(client, MUCKED, 6), card
        assert f">{card}<" not in page(client, MUCKED, 7), card


@pytest.mark.database
def test_the_events_mark_the_wrong_line_and_leave_out_noise(client: FlaskClient, demo: None) -> None:
    parts = explained(client, MISDEAL, 3)["happened"]
    sentences = [each for part in parts for each in part["sentences"]]
    noise = ("says something", "is connected", "The record ends", "A card is burned")
    assert not [each for each in sentences if any(word in each for word in noise)]
    assert "The deal is declared a misdeal." in sentences
    marked = [part["sentences"][place] for part in parts for place in part["marked"]]
    assert marked == ["Seat 3 is dealt 3d."]
    text = page(client, MISDEAL, 3)
    assert re.findall(r"Wrong:</strong> ([^<]*)<", text) == ["Seat 3 is dealt "]
    assert "Wrong: Seat 3 is dealt" in visible_text(text)
    wrong = [part["sentences"][place] for part in explained(client, RAKED, 2)["happened"] for place in part["marked"]]
    assert wrong == ["The house takes 0.01."]


@pytest.mark.database
def test_the_rule_has_no_words_about_our_rulebooks(client: FlaskClient, demo: None) -> None:
    (wrong,) = explained(client, SIDE_POT, 7)["wrong"]
    assert (wrong["rule"], wrong["sure"]) == ("", "This rule holds in every card room that we know.")
    for place, file in enumerate(HANDS, 1):
        text = all_text(client.get(f"/hands/{place}/explained").text)
        for words in ("rulebook", "all other houses", "by the other lines"):
            assert words not in text, (file.name, words)


def case_reasons(code: str) -> set[str]:
    """The reasons of all seats in the example hands of a rule."""
    found = set()
    for case in cases_of(code):
        hand = case.hand.masked()
        house = load(case.house, hand.game, hand.structure)
        report = audit_with_readings(hand, house)
        for account in report.settlement.seats:
            found.update(reasons_for(report, house, account))
    return found


def test_hands_of_one_name_are_decided_by_the_next_card() -> None:
    found = case_reasons("P601")
    assert (
        "Your hand (a pair of aces: As Ac Kd Jh 9c) beats seat 2's hand (a pair of aces: Ah Ad Qd Jc 9h): in this game"
        " the highest hand wins. The first cards are equal, so the next card decides: king against queen."
    ) in found
    assert (
        "Your eight low (8-6-4-3-2) beats seat 3's eight low (8-7-4-2-A): the lowest hand wins the low half."
        " The first cards are equal, so the next card decides: six against seven."
    ) in found


def test_an_odd_chip_has_its_rule_and_its_card() -> None:
    found = case_reasons("P605")
    assert "An odd chip is left if a pot cannot be divided evenly." in found
    assert "The odd chip of tied hands goes to the highest card, by suit if need be." in found
    assert [each for each in found if ", with the odd chip for the card As)" in each]
    assert not [each for each in found if "Silent" in each or "assumed" in each]


def test_own_chips_that_were_not_given_back_are_no_negative_amount() -> None:
    found = []
    for case in cases_of("P604"):
        house = load(case.house, case.hand.game, case.hand.structure)
        report = audit_with_readings(case.hand, house)
        dossier = cast("Dossier", SimpleNamespace(hand=case.hand, report=report))
        for account in report.settlement.seats:
            found += claim_of(dossier, account, PayoutDecision(Decision.OPEN)).sentences
    words = "You got nothing, and you did not get back 2 chips that nobody called. By the rules you get 8 chips."
    assert words in found
    assert not [each for each in found if "\N{MINUS SIGN}" in each]
