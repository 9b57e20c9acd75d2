"""Open Hand History: what the strict form tells, what our extension adds, and where hands begin."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.events import Remark, Unread
from auditor.engine.hand import Hand, Records
from auditor.formats import Read, Rejected, Skipped, open_log
from auditor.formats.markup.json_text import DEPTH, DIGITS, STRING
from auditor.formats.ohh import begins, cutter, read, sniff
from auditor.formats.ohh.hands import SILENT
from auditor.formats.ohh.printing import print_hand
from tests.formats.any_hand import hands

PLAYERS = [{"id": 7, "seat": 2, "name": "Ann", "starting_stack": 20.5}, {"id": 9, "seat": 4, "name": "Bo"}]
SMALL = {"game_type": "Stud", "currency": "USD", "players": PLAYERS, "rounds": []}


def act(action: str, player: int = 7, amount: float = 0, **more: object) -> dict[str, Any]:
    return {"player_id": player, "action": action, "amount": amount, **more}


def rounds(*streets: list[dict[str, Any]]) -> dict[str, Any]:
    return {"rounds": [{"id": number, "street": "x", "actions": actions} for number, actions in enumerate(streets)]}


def heard(**changes: object) -> Hand:
    outcome = read(json.dumps({"ohh": {**SMALL, **changes}}, indent=1).splitlines(), 1)
    assert isinstance(outcome, Read), outcome
    return outcome.hand


def words(*streets: list[dict[str, Any]], **changes: object) -> list[str]:
    return [event.words() for event in heard(**rounds(*streets), **changes).events[:-1]]


def reason(text: str) -> str:
    outcome = read(text.split("\n"), 1)
    assert isinstance(outcome, Rejected), outcome
    return outcome.reason


def test_the_head_of_a_hand() -> None:
    hand = heard(
        site_name="PokerStars", table_name="T", table_size="8", game_number=15, start_date_utc="2021-05-21T07:53:30",
        ante_amount=0.1, dealer_seat=4, bet_limit={"bet_type": "PL"}, tournament=True,
        tournament_info={"tournament_number": "88"},
    )  # fmt: skip
    assert (hand.room, hand.table, hand.most_seats, hand.number) == ("pokerstars", "T", 8, "15")
    assert (hand.played, hand.local, hand.structure, hand.tournament) == ("2021-05-21T07:53:30Z", "", "pot", "88")
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [(2, "Ann", 2050), (4, "Bo", None)]
    assert (hand.stakes.ante, hand.stakes.small_bet, hand.records) == (10, None, SILENT)


def test_the_dealer_seat_that_every_file_has_is_no_button() -> None:
    assert heard(dealer_seat=4).button == 0
    assert (heard(dealer_seat=4, _button=4).button, heard(_first_dealt=2).first_dealt) == (4, 2)


def test_cards_lie_as_stud_is_dealt_where_the_file_does_not_say() -> None:
    dealt = words(
        [act("Dealt Cards", cards=["Kc", "4d", "2s"]), act("Dealt Cards", 9, cards=["9h"])],
        [act("Dealt Cards", cards=["Td"])], [], [],
        [act("Dealt Cards", cards=["XX"]), act("Dealt Cards", 9, cards="")],
    )  # fmt: skip
    assert dealt == [
        "street 3", "deal 2 Kc4d|2s", "deal 4 -|9h", "street 4", "deal 2 -|Td", "street 5", "street 6", "street 7",
        "deal 2 xx|-", "remark 4 dealt",
    ]  # fmt: skip


def test_a_showdown_begins_no_street_that_the_log_has_no_line_for() -> None:
    third = {"id": 0, "street": "3rd Street", "_unmarked": True, "actions": [act("Post Ante", amount=0.1)]}
    showdown = {"id": 1, "street": "Showdown", "actions": [act("Shows Cards", cards=["As"])]}
    assert [event.words() for event in heard(rounds=[third, showdown]).events[:-1]] == ["ante 2 10", "show 2 As - -"]


def test_visibility_says_how_cards_lie() -> None:
    down = act("Dealt Cards", cards=["??", "4d"], _visibility="down")
    up = act("Dealt Cards", cards=["2s"], _visibility="up")
    dealt = words([down, up, act("Dealt Cards", 9, cards=["1O"], _visibility="up")])
    assert dealt == ["street 3", "deal 2 xx4d|2s", "deal 4 -|!! 1O"]


def test_an_empty_text_among_cards_is_a_card_that_nobody_saw() -> None:
    assert words([act("Dealt Cards", cards=["", " ", "2s"])]) == ["street 3", "deal 2 xxxx|2s"]
    assert words([act("Shows Cards", cards=["", "2s"])]) == ["street 3", "show 2 xx2s - -"]


def test_actions_beside_the_betting_accuse_nobody() -> None:
    added = {"action": "Add to Pot", "player_id": None, "amount": 5}
    assert words([{**added}, act("Player Adjustment", amount=-0.5)]) == ["remark 0 added", "remark 2 other", "street 3"]


def test_chips_added_by_a_player_with_cards_are_for_the_next_hand() -> None:
    dealt = act("Dealt Cards", cards=["2c"])
    added = act("Added Chips", amount=5)
    assert words([added, dealt, added]) == ["topup 2 500", "street 3", "deal 2 -|2c", "remark 2 other"]
    assert words([dealt, act("Fold"), added])[2:] == ["fold 2", "topup 2 500"]
    assert words([dealt, added], _records=[])[2:] == ["topup 2 500"]


def test_a_player_who_stands_up_is_folded_in_his_turn() -> None:
    street = [act("Dealt Cards", who, cards=["2c"]) for who in (7, 9)]
    players = [*PLAYERS, {"id": 11, "seat": 6, "name": "Cy"}]
    street += [act("Dealt Cards", 11, cards=["Kh"]), act("Bring In", 7, 0.5), act("Stands Up", 9)]
    street += [act("Call", 11, 0.5)]
    assert words(street, [], players=players)[4:] == [
        "bringin 2 50",
        "remark 4 leaves",
        "fold 4",
        "call 6 50",
        "street 4",
    ]
    assert "fold 4" not in words(street, [], players=players, _records=[])


def test_one_action_is_not_understood_where_the_whole_hand_is_one_line() -> None:
    players = [*PLAYERS, {"id": 11, "seat": 6, "name": "Cy", "starting_stack": 20}]
    cards = {7: ["2c", "3c"], 9: ["Kd", "Kh"], 11: ["9h", "8c"]}
    deals = [[act("Dealt Cards", who, cards=[both[at]]) for who, both in cards.items()] for at in (0, 1)]
    third = [*deals[0], act("Bring In", 7, 0.5), act("Call", 9, 0.5), act("Call", 11, 0.5), act("Sits Down", 7)]
    fourth = [*deals[1], act("Stands Up", 9), act("Check", 11), act("Check", 7)]
    fifth = [act("Dealt Cards", 9, cards=["4d"])]
    record = {"ohh": {**SMALL, **rounds(third, fourth, fifth), "players": players}}
    outcome = read([json.dumps(record)], 1)
    assert isinstance(outcome, Read)
    notes = [event.words() for event in outcome.hand.events if isinstance(event, Remark | Unread)]
    assert notes == ["remark 2 joins", "unread player_id 9, action Stands Up, amount 0"]


def test_a_pot_without_rake_records_no_rake() -> None:
    pots = [{"number": 0, "amount": 1, "rake": 0}, {"number": 1, "amount": 1, "rake": None}]
    assert heard(pots=pots).records == Records.PAYOUT | SILENT
    assert heard(pots=pots[:1]).records == Records.PAYOUT | Records.RAKE | SILENT


@pytest.mark.parametrize("nothing", ["", [], [""], None])
def test_a_place_without_cards_deals_nothing(nothing: object) -> None:
    told = {"rounds": [{"id": 4, "street": "x", "cards": nothing, "actions": [act("Mucks Cards", cards=nothing)]}]}
    assert [event.words() for event in heard(**told).events[:2]] == ["street 7", "muck 2"]


@pytest.mark.parametrize("name", ["Post Extra Blind", "Post BB", "Post SB", "Bring In"])
def test_amounts_are_what_is_put_in_now(name: str) -> None:
    played = words(
        [act("Post Ante", amount=0.1), act(name, amount=0.25), act("Raise", 9, 1), act("Raise", 7, 1.75, is_allin=True),
         act("Call", 9, 1), act("Check", 3)],
        [act("Bet", 9, 1), act("Fold")],
    )  # fmt: skip
    assert played == [
        "ante 2 10", "street 3", "bringin 2 25", "raises 4 100", "raises 2 200 !", "call 4 200", "check 15", "street 4",
        "bets 4 100", "fold 2",
    ]  # fmt: skip
    assert heard(**rounds([act(name, amount=0.25)])).records == Records.BRING_IN | SILENT


def test_what_no_stud_has_is_unread_and_noise_is_noise() -> None:
    odd = words([act("Straddle", amount=1), act("Bet", amount=1e-9), act("Sits Down", 9), act("Payout", 9, 0.31)])
    assert odd == [
        "unread player_id 7, action Straddle, amount 1", "street 3",
        "illegible player_id 7, action Bet, amount 1e-09", "remark 4 joins", "remark 4 payout",
    ]  # fmt: skip


def test_pots_are_paid_raked_and_stated() -> None:
    wins = [{"player_id": 7, "win_amount": 2.2}, {"player_id": 9, "win_amount": 0}]
    hand = heard(pots=[{"number": 1, "amount": 2.5, "rake": 0.2, "jackpot": 0.1, "player_wins": wins}])
    assert [event.words() for event in hand.events] == ["collect 2 220 1 -", "rake 30 1", "total 250 1", "end"]
    assert hand.records == Records.PAYOUT | Records.RAKE | SILENT
    assert heard(pots=[{"number": 0, "amount": 1}]).records == Records.PAYOUT | SILENT
    assert heard().events[-1].words() == "end early"


@pytest.mark.parametrize(
    ("stack", "changes", "minor"),
    [
        ("20.00", {}, 2),
        ("20", {}, 0),
        ("20.5", {}, 2),
        ("20.125", {}, 3),
        ("20.00", {"tournament": True}, 0),
        ("20.00", {"currency": "chips"}, 0),
        ("20.00", {"_minor": 4}, 4),
    ],
)
def test_decimals_are_those_that_are_written(stack: str, changes: dict[str, Any], minor: int) -> None:
    text = json.dumps({"ohh": {**SMALL, **changes}}).replace("20.5", stack)
    outcome = read([text], 1)
    assert isinstance(outcome, Read)
    assert outcome.hand.unit.minor == minor
    assert outcome.hand.seats[0].stack == round(float(stack) * 10**minor)


def test_events_stand_on_the_lines_of_their_actions() -> None:
    text = json.dumps({"ohh": {**SMALL, **rounds([act("Post Ante", amount=1), act("Fold")])}}, indent=1)
    outcome = read(text.splitlines(), 100)
    assert isinstance(outcome, Read)
    lines = [each for each in text.splitlines() if each.strip() == "{"]
    assert len(lines) > 4
    for event, action in zip(outcome.hand.events, ("Post Ante", "", "Fold"), strict=False):
        if action:
            after = text.splitlines()[event.line - 100 :][:3]
            assert any(f'"{action}"' in line for line in after)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"ohh": 5}', 'The key "ohh" is missing'),
        ('{"ohh": {}}', 'The hand has no key "game_type"'),
        ('{"ohh": {"game_type": "Stud"}}', 'The list "players" is missing or empty'),
        ('{"ohh": {"game_type": "Stud", "players": [{"name": "A"}]}}', "At ohh.players[0].seat: expected the number"),
        ('{"ohh": {"game_type": "Stud"', "The text is not valid JSON: at column 29, the text ends too early."),
        ('{"ohh": {"a": 1, "a": 2}}', 'The key "a" occurs twice in one object in ohh'),
        ('{"ohh": {"a": NaN}}', "The text is not valid JSON: at column 15"),
    ],
)
def test_what_cannot_be_read_is_rejected_with_its_place(text: str, told: str) -> None:
    assert told in reason(text)


def test_other_games_are_skipped_by_name() -> None:
    outcome = read(['{"ohh": {"game_type": "OmahaHiLo", "game_number": "4"}}'], 3)
    assert isinstance(outcome, Skipped)
    assert (outcome.game, outcome.hand, outcome.line) == ("OmahaHiLo", "4", 3)


@pytest.mark.parametrize(
    ("under", "over", "told"),
    [
        (
            "[" * (DEPTH - 2) + "]" * (DEPTH - 2),
            "[" * (DEPTH - 1) + "]" * (DEPTH - 1),
            "More than 32 brackets are open",
        ),
        ("9" * DIGITS, "9" * (DIGITS + 1), "has 21 digits; the limit is 20"),
        (f'"{"x" * STRING}"', f'"{"x" * (STRING + 1)}"', "has 4,097 characters; the limit is 4,096"),
    ],
)
def test_each_limit_one_under_and_one_over(under: str, over: str, told: str) -> None:
    small = json.dumps({"ohh": {**SMALL, "other": "?"}})
    assert isinstance(read([small.replace('"?"', under)], 1), Read)
    assert told in reason(small.replace('"?"', over))


def test_hands_begin_where_an_object_does() -> None:
    one = json.dumps({"ohh": SMALL}, indent=1)
    broken = one[: len(one) // 2]
    text = "\n\n".join([one, json.dumps({"ohh": SMALL}), broken, one]) + "\n" + one
    found = list(open_log(text.encode()))
    assert [type(outcome) for outcome in found] == [Read, Read, Rejected, Read, Read]
    starts = cutter("")
    assert [starts(line) for line in ('{"a": "{[", "b": [', "{", "}]}", "{", "}", "", "[")] == [
        True, False, False, True, False, False, False,
    ]  # fmt: skip
    assert (begins('  {"ohh": {'), begins('  "ohh" : {'), begins('{"log": 1}')) == (True, True, False)
    assert (sniff('\ufeff\n {\n "ohh":'), sniff('{"log":1,"ohh":')) == (True, False)


@given(hands())
def test_a_written_hand_is_read_with_the_same_seats_and_stakes(hand: Hand) -> None:
    [outcome] = open_log(print_hand(hand).encode())
    if isinstance(outcome, Read):
        again = outcome.hand
        assert hand.records | SILENT == again.records
        for name in ("game", "structure", "button", "first_dealt", "most_seats"):
            assert getattr(hand, name) == getattr(again, name), name
        for name in ("ante", "bring_in", "small_bet", "big_bet"):
            assert getattr(hand.stakes, name) == getattr(again.stakes, name), name
        assert (hand.number or None, hand.room, hand.house) == (again.number, again.room, again.house)
        assert [s.stack for s in hand.seats] == [s.stack for s in again.seats]
        assert [s.player or str(s.number) for s in hand.seats] == [s.player for s in again.seats]


@given(st.data())
def test_a_cut_or_garbled_hand_never_raises(data: st.DataObject) -> None:
    text = json.dumps(
        {"ohh": {**SMALL, **rounds([act("Bet", amount=1.5), act("Dealt Cards", cards=["2c"])])}}, indent=1
    )
    cut = data.draw(st.integers(0, len(text)))
    noise = data.draw(st.text(st.sampled_from('{}[]",:\\u0d8x 1.e-\0\n'), max_size=12))
    for garbled in (text[:cut] + noise, text[:cut] + noise + text[cut + len(noise) :]):
        assert isinstance(read(garbled.split("\n"), 1), Read | Rejected | Skipped)


ODD: Any = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 10**19), st.sampled_from(["", "xx", "1e9", "Stud", "7"]),
    st.just([]), st.just({}), st.just([[]]), st.just([{}]), st.just(["2c", 5, None]),
)  # fmt: skip


@given(
    ODD, st.sampled_from(["players", "rounds", "pots", "bet_limit", "game_type", "currency", "_records", "_minor"]), ODD
)
def test_any_value_at_any_key_is_read_or_refused(value: object, key: str, inner: object) -> None:
    told: dict[str, Any] = {
        **SMALL,
        "pots": [{"player_wins": [{"player_id": inner, "win_amount": inner}], "rake": inner}],
    }
    told["rounds"] = [{"id": inner, "street": inner, "cards": inner, "actions": [act("Bet", cards=inner), inner]}]
    told[key] = value
    assert isinstance(read([json.dumps({"ohh": told})], 1), Read | Rejected | Skipped)
