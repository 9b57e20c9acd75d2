"""Merge XML becomes the hand it tells: cards before acts, raises as totals, stacks before the antes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand, Records, Structure
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read, Rejected, Skipped
from auditor.formats.rooms.merge import SESSION, begins, read, sniff
from auditor.formats.rooms.merge.words import worded

TOP = Path(__file__).resolve().parents[2]
SAMPLES = sorted(TOP.glob("fixtures/formats/merge/*.xml"))
LEAD = '<description type="7-Stud" stakes="Limit $0.50/$1"/>'
PLAYERS = [
    '<players dealer="7">',
    '<player seat="0" nickname="ann" balance="$10.00" dealtin="true" />',
    '<player seat="4" nickname="bob" balance="$8.00" dealtin="true" />',
    '<player seat="6" nickname="cas" balance="$6.00" dealtin="true" />',
    "</players>",
    '<round id="BLINDS" sequence="1">',
    *[f'<event sequence="1" type="ANTE" player="{seat}" amount="0.05"/>' for seat in (0, 4, 6)],
    "</round>",
    '<round id="BRING_IN" sequence="2">',
    '<event sequence="4" type="BRING_IN" player="4" amount="0.10"/>',
    '<cards type="HOLE" cards="Ah,Kh,Qh" player="0"/>',
    '<cards type="DRAW_DRAWN_CARDS" cards="null,null,2c" player="4"/>',
    '<cards type="DRAW_DRAWN_CARDS" cards="null,null,9s" player="6"/>',
    "</round>",
]


def game(**changed: str) -> str:
    told = {
        "id": "77-1",
        "starttime": "20110204202244",
        "gametype": "39",
        "realmoney": "true",
        "data": "20110204|Hud|77|77-1|false",
        **changed,
    }
    return "<game " + " ".join([f'{name}="{value}"' for name, value in told.items()]) + ">"


def hand_of(*rounds: str, lead: str = LEAD, players: Sequence[str] = PLAYERS, **changed: Any) -> Hand:
    outcome = SESSION.read([game(**changed), *players, *rounds, "</game>"], 1, [lead])
    assert isinstance(outcome, Read), outcome
    return outcome.hand


def said(*tags: str, round_id: str = "THIRD_STREET", **changed: Any) -> list[str]:
    """What the tags become after the bring-in."""
    before = len(hand_of(**changed).events) - 1
    hand = hand_of(f'<round id="{round_id}" sequence="3">', *tags, "</round>", **changed)
    return [event.words() for event in hand.events[before:-1]]


def event(kind: str, player: int | str, amount: str = "") -> str:
    paid = f' amount="{amount}"' if amount else ""
    return f'<event sequence="9" type="{kind}" timestamp="1296868936796" player="{player}"{paid}/>'


def test_cards_of_a_round_come_before_its_acts_and_each_event_has_its_line() -> None:
    told = [(each.words(), each.line) for each in hand_of().events]
    assert told == [
        ("ante 1 5", 8),
        ("ante 5 5", 9),
        ("ante 7 5", 10),
        ("street 3", 12),
        ("deal 1 AhKh|Qh", 14),
        ("deal 5 xxxx|2c", 15),
        ("deal 7 xxxx|9s", 16),
        ("bringin 5 10", 13),
        ("end early", 18),
    ]


ACTS = {
    event("CALL", 6, "0.10"): ["call 7 10"],
    event("COMPLETE", 6, "0.50"): ["completes 7 50"],
    event("RAISE", 4, "1.00"): ["raises 5 100"],
    event("CALL", 4, "0.40"): ["call 5 50"],
    event("ALL_IN", 4, "0.05"): ["raises 5 15 !"],
    event("ALL_IN", 6, "0.05"): ["call 7 5 !"],
    event("ALL_IN", 6): ["remark 7 other"],
    event("FOLD", 6): ["fold 7"],
    event("CHECK", 0): ["check 1"],
    event("SIT_OUT", 6): ['unread <event type="SIT_OUT"/>'],
    event("LEAVE", 0): ["remark 1 leaves"],
    event("DISCONNECTED", 0): ["remark 1 disconnected"],
    event("RECONNECTED", 0): ["remark 1 connected"],
    event("PLAYER_OUT", 0): ["remark 1 other"],
    event("CHAT", "cas"): ["remark 7 chat"],
    event("CHAT", "nobody here"): ["remark 0 chat"],
    event("GAME_CANCELLED", 0): ["void"],
    event("FOLD", 9): ["fold 10"],
    event("FOLD", 14): ["fold 15"],
    event("FOLD", "x"): ["fold 15"],
    '<winner amount="0.30" uncalled="false" potnumber="2" player="6" pottype="l"/>': ["collect 7 30 1 low"],
    '<winner amount="0.30" uncalled="true" potnumber="3" player="6" pottype="n"/>': ["return 7 30"],
    '<cards type="SHOWN" cards="2d,3d,9s" player="6"/>': ["reveal 7 2d3d9s"],
}


@pytest.mark.parametrize("tag", ACTS)
def test_an_act(tag: str) -> None:
    assert said(tag) == ACTS[tag]


SPOILT = [event("CALL", 6, "1e3"), event("CALL", 6)]
UNREAD = [
    event("WAVE", 6),
    '<winner amount="-1" potnumber="1" player="6"/>',
    '<winner amount="1" potnumber="main" player="6"/>',
    '<winner amount="1" potnumber="1" pottype="x" player="6"/>',
    '<cards type="ODD" cards="2c" player="6"/>',
    "<rake>0.05</rake>",
    "nothing of this",
    "<event type=CALL>",
]


@pytest.mark.parametrize("tag", UNREAD)
def test_what_nobody_knows_is_unread(tag: str) -> None:
    assert {words.partition(" ")[0] for words in said(tag)} == {"unread"}


@pytest.mark.parametrize("tag", SPOILT)
def test_an_act_without_an_amount_is_illegible(tag: str) -> None:
    assert [words.partition(" ")[0] for words in said(tag)] == ["illegible"]


def test_a_seat_that_sits_out_and_folds_folds_once() -> None:
    assert said(event("SIT_OUT", 6), event("FOLD", 6)) == ["remark 7 sits_out", "fold 7"]


def test_a_seat_that_sits_out_and_acts_on_a_later_street_does_not_fold() -> None:
    rounds = (
        f'<round id="{name}" sequence="3">{acts}</round>'
        for name, acts in (
            ("THIRD_STREET", event("CALL", 6, "0.10") + event("SIT_OUT", 6) + event("CALL", 0, "0.10")),
            ("FOURTH_STREET", event("CHECK", 6)),
        )
    )
    told = [each.words() for each in hand_of(*rounds).events][8:-1]
    assert told == ["call 7 10", "remark 7 sits_out", "call 1 10", "street 4", "check 7"]


def test_a_seat_that_sits_out_before_its_turn_folds_in_its_turn() -> None:
    assert said(event("SIT_OUT", 0), event("CALL", 6, "0.10"), event("CALL", 4, "0.40")) == [
        "call 7 10",
        "fold 1",
        "call 5 50",
    ]


def test_a_seat_that_is_all_in_does_not_fold_by_sitting_out() -> None:
    told = said(event("ALL_IN", 6, "5.95"), event("CALL", 0, "5.95"), event("SIT_OUT", 6))
    assert told == ["raises 7 595 !", "call 1 595", "remark 7 sits_out"]
    assert said(event("RAISE", 6, "5.95"), event("SIT_OUT", 6))[-1] == "remark 7 sits_out"
    assert said(event("RAISE", 6, "5.94"), event("SIT_OUT", 6))[-1] == 'unread <event type="SIT_OUT"/>'
    hand = hand_of(
        *(
            f'<round id="{name}" sequence="3">{acts}</round>'
            for name, acts in (
                ("THIRD_STREET", event("ALL_IN", 6, "5.95") + event("FOLD", 0) + event("CALL", 4, "5.85")),
                ("FOURTH_STREET", event("SIT_OUT", 6) + event("SIT_OUT", 4)),
            )
        )
    )
    assert [each.words() for each in hand.events if "sits_out" in each.words()] == [
        "remark 7 sits_out",
        "remark 5 sits_out",
    ]
    assert "B411" not in {finding.code for finding in audit(hand, house_for(hand)).findings}


def test_stacks_of_a_tournament_are_without_the_antes() -> None:
    tournament = {"data": "20110204|Hud|77|77-1|true", "gametype": "39"}
    told = said(event("RAISE", 6, "6.00"), event("SIT_OUT", 6), **tournament)
    assert told[-1] == "remark 7 sits_out"


def test_sitting_out_with_an_unknown_stack_is_unread() -> None:
    players = [
        line.replace('balance="6.00"', 'balance="?"').replace('balance="$6.00"', 'balance="?"') for line in PLAYERS
    ]
    assert said(event("SIT_OUT", 6), players=players)[-1].startswith("unread")
    assert said(event("ALL_IN", 6, "5"), event("SIT_OUT", 6), players=players)[-1] == "remark 7 sits_out"


def test_before_september_2010_a_raise_states_what_is_put_in() -> None:
    assert said(event("RAISE", 4, "0.90"), starttime="20100907235959") == ["raises 5 100"]
    assert said(event("RAISE", 4, "0.90"), starttime="20100908000000") == ["raises 5 90"]


def test_a_winner_whom_nobody_called_mucks_nothing() -> None:
    told = said(event("FOLD", 0), event("FOLD", 4), event("MUCK", 6))
    assert told[-1] == "remark 7 other"
    assert said(event("FOLD", 0), event("MUCK", 6))[-1] == "muck 7"


def test_new_cards_are_those_that_were_not_there_before() -> None:
    told = said(
        '<cards type="HOLE" cards="Ah,Kh,Qh" player="0"/>',
        '<cards type="DRAW_DRAWN_CARDS" cards="null,null,2c,1d" player="4"/>',
        '<cards type="DRAW_DRAWN_CARDS" cards="null,null,8s,Jd" player="6"/>',
        round_id="FOURTH_STREET",
    )
    assert told == ["street 4", "deal 5 -|!! 1d", "reveal 7 8s", "deal 7 -|Jd"]


@pytest.mark.parametrize("cards", [",,2c,Jd", "null, ,2c,Jd", ""])
def test_an_empty_place_for_a_card_is_a_card_that_nobody_saw(cards: str) -> None:
    told = said(f'<cards type="DRAW_DRAWN_CARDS" cards="{cards}" player="4"/>', round_id="FOURTH_STREET")
    assert told == ["street 4", "deal 5 -|Jd" if cards else "deal 5 -|xx"]


def test_what_a_payment_says_of_the_hand_belongs_to_what_was_shown() -> None:
    told = said(
        event("SHOW", 6),
        '<cards type="SHOWN" cards="9c,9d,9s,2c,3c,4c,2d" player="6"/>',
        '<winner amount="1.00" uncalled="false" potnumber="1" player="6" pottype="n" hand="Three of a Kind Nines"/>',
        round_id="SEVENTH_STREET",
    )
    assert told[1] == "show 7 9c9d9s2c3c4c2d 3.7 -"


@pytest.mark.parametrize(
    ("words", "high", "low"),
    [
        ("Two Pair Kings and Fours", (2, 11, 2), ()),
        ("Pair of Aces", (1, 12), ()),
        ("Queen High Straight", (4, 10), ()),
        ("Flush Ace High", (5, 12), ()),
        ("Three of a Kind Sevens", (3, 5), ()),
        ("Four of a Kind Twos", (7, 0), ()),
        ("8-7-5-4-A", (), (6, 5, 3, 2, 12)),
        ("Something Else", (), ()),
        ("", (), ()),
    ],
)
def test_hands_in_words(words: str, high: tuple[int, ...], low: tuple[int, ...]) -> None:
    assert worded(words) == (high, low)


HEADERS = {
    ('type="7-Stud" stakes="Limit $0.50/$1"', "39", ""): (Game.STUD, Structure.FIXED, (None, None, 50, 100), "USD"),
    ('type="7-Stud H/L8" stakes="Limit $2/$4"', "43", ""): (Game.STUD8, Structure.FIXED, (None, None, 200, 400), "USD"),
    ('type="Razz" stakes="Limit 2/4"', "46", ""): (Game.RAZZ, Structure.FIXED, (None, None, 200, 400), "USD"),
    ('type="HORSE" stakes="Limit $1/$2"', "75", "47"): (Game.RAZZ, Structure.FIXED, (None, None, 100, 200), "USD"),
    ('type="HORSE" stakes="Limit $1/$2"', "75", "41"): (Game.STUD, Structure.FIXED, (None, None, 100, 200), "USD"),
    ('type="7-Stud" stakes="No Limit ($0.01/$0.02/$0.10)"', "43", ""): (
        Game.STUD, Structure.NO, (1, 2, 10, None), "USD"),
    ('type="7-Stud" stakes="Pot Limit ($0.01/$0.02/$0.10)"', "43", ""): (
        Game.STUD, Structure.POT, (1, 2, 10, None), "USD"),
}  # fmt: skip


@pytest.mark.parametrize("described", HEADERS)
def test_a_header(described: tuple[str, str, str]) -> None:
    lead, code, multi = described
    changed: dict[str, Any] = {"gametype": code} | ({"multigametype": multi} if multi else {})
    hand = hand_of(lead=f"<description {lead}/>", **changed)
    stakes = (hand.stakes.ante, hand.stakes.bring_in, hand.stakes.small_bet, hand.stakes.big_bet)
    assert (hand.game, hand.structure, stakes, hand.unit.currency) == HEADERS[described]


def test_table_time_and_number() -> None:
    hand = hand_of()
    assert (hand.number, hand.table, hand.tournament, hand.button) == ("77-1", "Hud", "", 0)
    assert (hand.local, hand.played) == ("2011/02/04 20:22:44", "2011-02-05T01:22:44Z")


def test_in_a_tournament_the_antes_are_put_back_on_the_stacks_and_chips_are_whole() -> None:
    players = [line.replace('"0.05"', '"5.00"').replace('"0.10"', '"10.00"') for line in PLAYERS]
    hand = hand_of(lead='<description type="7-Stud Tournament" stakes="Limit"/>', players=players,
                   data="20110622|$5 Stud - 12%3A00|700-3|77-1|true")  # fmt: skip
    assert [(seat.number, seat.stack) for seat in hand.seats] == [(1, 15), (5, 13), (7, 11)]
    assert (hand.tournament, hand.table, hand.unit.currency, hand.unit.minor) == (
        "700",
        "$5 Stud - 12:00 700-3",
        "chips",
        0,
    )
    assert hand.records & Records.RAKE


def test_a_seat_without_ante_and_cards_is_not_dealt_in_whatever_the_log_says() -> None:
    extra = '<player seat="2" nickname="dee" balance="$5.00" dealtin="true" />'
    hand = hand_of(players=[*PLAYERS[:2], extra, *PLAYERS[2:]])
    assert [seat.player for seat in hand.seats if not seat.dealt_in] == ["dee"]


@pytest.mark.parametrize(
    ("lead", "changed", "named"),
    [
        ('type="HORSE" stakes="Limit $1/$2"', {"gametype": "75", "multigametype": "37"}, "Omaha H/L8"),
        ('type="HORSE" stakes="Limit $1/$2"', {"gametype": "75", "multigametype": "99"}, "HORSE"),
        ('type="Holdem" stakes="No Limit ($1/$2)"', {"gametype": "1"}, "Holdem"),
        ('type="5-Stud" stakes="Limit $1/$2"', {"gametype": "50"}, "5-Stud"),
        ('type="7-Stud" stakes="Half Pot Limit ($1/$2)"', {}, "Half Pot Limit 7-Stud"),
    ],
)
def test_other_games_are_skipped_by_name(lead: str, changed: dict[str, str], named: str) -> None:
    outcome = SESSION.read([game(**changed), *PLAYERS, "</game>"], 1, [f"<description {lead}/>"])
    assert isinstance(outcome, Skipped)
    assert outcome.game == named


@pytest.mark.parametrize(
    "lines",
    [["<game id=>"], [game(starttime="soon"), *PLAYERS], [game(id=""), *PLAYERS], [game()], [game(), "<players>"], []],
)
def test_without_header_or_seats_a_hand_is_rejected(lines: list[str]) -> None:
    outcome = read(lines, 1)
    assert isinstance(outcome, Rejected)
    assert outcome.reason.endswith("Export the hand again.")


def test_the_game_alone_is_known_without_its_description() -> None:
    outcome = read([game(), *PLAYERS, "</game>"], 1)
    assert isinstance(outcome, Read)
    assert (outcome.hand.game, outcome.hand.stakes.small_bet) == (Game.STUD, None)


def test_sniff_and_begins() -> None:
    assert sniff(f"\ufeff\n{LEAD}\n{game()}")
    assert begins(game())
    assert not begins('<game gamecode="1">')
    assert not sniff('<?xml version="1.0"?><session><game gamecode="1">')


LINES = [line for path in SAMPLES for line in path.read_text("utf-8").splitlines()]


@given(st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=60)), max_size=40), st.integers(0, 30))
def test_any_lines_give_a_hand_or_a_reason(lines: list[str], cut: int) -> None:
    outcome = SESSION.read([game(), *lines[:cut], *PLAYERS, *lines[cut:]], 1, [LEAD])
    assert isinstance(outcome, Read | Rejected | Skipped)
    assert SESSION.read(lines, 1, lines[:cut]) is not None
    if isinstance(outcome, Read):
        assert isinstance(outcome.hand.events[-1], e.LogEnd)


@pytest.mark.parametrize(("sign", "currency"), [("€", "EUR"), ("£", "GBP")])
def test_money_of_another_country_is_money_too(sign: str, currency: str) -> None:
    data = (TOP / "fixtures/demo/merge.xml").read_bytes().replace(b"$", sign.encode())
    read = [outcome.hand for outcome in open_log(data) if isinstance(outcome, Read)]
    assert len(read) == len(list(open_log(data)))
    assert {hand.unit.currency for hand in read} == {currency, "chips"}
