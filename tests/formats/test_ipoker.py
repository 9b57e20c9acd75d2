"""iPoker XML becomes the game it tells: acts by their numbers, suits first, money as many clients write."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand, Records, Structure
from auditor.engine.house_of_hand import house_for
from auditor.formats.outcomes import Read, Rejected, Skipped
from auditor.formats.rooms.ipoker import SESSION, begins, read, sniff
from auditor.formats.rooms.ipoker.header import chips, header_of

TOP = Path(__file__).resolve().parents[2]
SAMPLES = sorted(TOP.glob("fixtures/formats/ipoker/*.xml"))
LEAD = ["<session sessioncode='1'>", "<general>", "<gametype>7 Card Stud L $0.50/$1</gametype>"]
LEAD += ["<tablename>Ry</tablename>", "<currency>USD</currency>", "</general>"]
TOP_LINES = [
    '<game gamecode="77">',
    "<general><startdate>2012-03-19 20:46:31</startdate><players>",
    '<player seat="2" name="ann" chips="$10" dealer="1" win="$0" bet="$0"/>',
    '<player seat="3" name="" chips="$0" dealer="0" win="$0" bet="$0"/>',
    '<player seat="9" name="b c" chips="$8.50" dealer="0" win="$1.20" bet="$0"/>',
    "</players></general>",
]
ANTES = '<action no="1" player="ann" type="15" sum="$0.05" cards="[cards]"/>'
ANTES += '<action no="2" player="b c" type="15" sum="$0.05" cards="[cards]"/>'
THIRD = '<cards type="Third Street" player="ann">HA C10 D2</cards>'
THIRD += '<action no="3" player="ann" type="16" sum="$0.15"/><cards type="Third Street" player="b c">X X SQ</cards>'


def hand_of(*rounds: str, third: str = THIRD, lead: list[str] = LEAD, won: str = "$1.20") -> Hand:
    """The hand with these rounds; `won` is paid to seat 9, "b c"."""
    lines = [
        *[line.replace("$1.20", won) for line in TOP_LINES],
        f'<round no="0">{ANTES}</round>',
        '<round no="1">',
        "</round>",
        f'<round no="2">{third}</round>',
    ]
    outcome = SESSION.read([*lines, *rounds, "</game>"], 1, lead)
    assert isinstance(outcome, Read), outcome
    return outcome.hand


def words(hand: Hand) -> list[str]:
    return [event.words() for event in hand.events]


def test_acts_stand_in_the_order_of_their_numbers_and_what_was_won_at_the_end() -> None:
    third = (
        THIRD + '<action no="5" player="ann" type="3" sum="$0.35"/><action no="4" player="b c" type="5" sum="$0.50"/>'
    )
    hand = hand_of(third=third)
    assert words(hand) == [
        "ante 2 5",
        "ante 9 5",
        "street 3",
        "deal 2 AhTc|2d",
        "deal 9 xxxx|Qs",
        "bringin 2 15",
        "bets 9 50",
        "call 2 50",
        "collect 9 120 -1 -",
        "end",
    ]
    assert [event.line for event in hand.events][-2:] == [5, 11]


ACTS = {
    '<action no="4" player="b c" type="0" sum="$0"/>': "fold 9",
    '<action no="4" player="ann" type="9" sum="$0"/>': "fold 2",
    '<action no="4" player="b c" type="4" sum="$0"/>': "check 9",
    '<action no="4" player="b c" type="8" sum="$0"/>': "remark 9 other",
    '<action no="4" player="b c" type="3" sum="$0.15"/>': "call 9 15",
    '<action no="4" player="b c" type="23" sum="$0.50"/>': "raises 9 50",
    '<action no="4" player="b c" type="7" sum="$8.45"/>': "raises 9 845 !",
    '<action no="4" player="ann" type="7" sum="$0.10"/>': "raises 2 25 !",
    '<action no="4" player="who" type="0" sum="$0"/>': "fold 15",
    '<cards type="Third Street" player="b c">H1 S10 DA</cards>': "deal 9 !!Ts|Ad H1",
}


@pytest.mark.parametrize("tag", ACTS)
def test_an_act(tag: str) -> None:
    assert words(hand_of(third=THIRD + tag))[6 if "cards type" not in tag else 5] == ACTS[tag]


UNREAD = {
    '<action no="4" player="ann" type="77" sum="$1"/>': e.Unread,
    '<action no="4" player="ann" type="10" sum="$0"/>': e.Unread,
    '<action no="4" player="ann" type="1" sum="$0.05"/>': e.Unread,
    '<action no="4" player="ann" type="2" sum="$0.10"/>': e.Unread,
    '<action no="4" player="ann" type="6" sum="$0.35"/>': e.Unread,
    '<action no="4" player="ann" type="3" sum="lots"/>': e.Illegible,
    '<action no="x" player="ann" type="0" sum="$0"/>': e.Illegible,
    "<dance/>": e.Unread,
    "stray": e.Unread,
    "<action no=4>": e.Unread,
}


@pytest.mark.parametrize("tag", UNREAD)
def test_what_cannot_be_read_is_told(tag: str) -> None:
    events = hand_of(third=THIRD + tag).events
    assert [type(event) for event in events if isinstance(event, e.Unread)] == [UNREAD[tag]]


AWAY = '<action no="{}" player="{}" type="9" sum="$0"/>'
FOLD = '<action no="4" player="b c" type="0" sum="$0"/>'
UNSURE = (
    'unread <action type="9"/>'  # the turn of the seat never came, so nobody can say whether the room folded the hand
)


def sitting_out(*rounds: str, third: str = THIRD) -> list[str]:
    """What the log tells of who folds, and of who sits out."""
    told = words(hand_of(*rounds, third=third, won="$0"))
    return [line for line in told if line.startswith(("fold", "remark", "illegible", "unread"))]


def test_a_seat_that_sits_out_folds_once() -> None:
    fourth = f'<round no="3">{AWAY.format(5, "b c")}</round>'
    assert sitting_out(fourth, third=THIRD + AWAY.format(4, "b c")) == ["fold 9", "remark 9 sits_out"]
    assert sitting_out(fourth, third=THIRD + FOLD) == ["fold 9", "remark 9 sits_out"]
    hand = hand_of(fourth, third=THIRD + FOLD)
    assert "B411" not in {finding.code for finding in audit(hand, house_for(hand)).findings}


def test_a_seat_that_acts_again_did_not_fold_by_sitting_out() -> None:
    fourth = '<round no="3"><action no="2" player="b c" type="4" sum="$0"/></round>'
    assert sitting_out(fourth, third=THIRD + AWAY.format(4, "b c")) == ["remark 9 sits_out"]
    called = '<action no="5" player="b c" type="3" sum="$0.15"/>' + AWAY.format(4, "b c")
    assert sitting_out(third=THIRD + called) == ["remark 9 sits_out"]


def third_of(*acts: tuple[str, str, str]) -> str:
    """Third street with these acts after the bring-in: player, type and amount."""
    numbered = [
        f'<action no="{4 + at}" player="{who}" type="{kind}" sum="{paid}"/>'
        for at, (who, kind, paid) in enumerate(acts)
    ]
    return THIRD + "".join(numbered)


ALL_IN = ("b c", "7", "$8.45")
CALLED = ("ann", "3", "$8.30")
SITS_OUT = ("b c", "9", "$0")


def test_a_seat_that_sits_out_before_its_turn_folds_in_its_turn() -> None:
    third = THIRD.replace('no="3"', 'no="4"') + AWAY.format(3, "b c")
    fourth = '<round no="3"><action no="6" player="ann" type="4" sum="$0"/></round>'
    told = words(hand_of(fourth, third=third, won="$0"))
    assert told[5:9] == ["bringin 2 15", "fold 9", "street 4", "check 2"]


def test_cards_of_an_unknown_type_are_unread() -> None:
    cards = '<cards type="{}" player="ann">HK</cards>'
    for kind in ("Fourth Street", "FOURTH STREET", "River", "Seventh Street", ""):
        assert "deal 2 -|Kh" in words(hand_of(f'<round no="3">{cards.format(kind)}</round>'))
    assert "deal 2 -|Kh" in words(hand_of('<round no="3"><cards player="ann">HK</cards></round>'))
    events = hand_of(f'<round no="3">{cards.format("Rabbit")}</round>').events
    assert [type(event) for event in events[-3:-1]] == [e.Unread, e.Collect]


def test_a_seat_without_chips_does_not_fold_by_sitting_out() -> None:
    assert sitting_out(third=third_of(ALL_IN, CALLED, SITS_OUT)) == ["remark 9 sits_out"]
    raised = ("b c", "23", "$8.45")  # the stack less the ante
    hand = hand_of(third=third_of(raised, CALLED, SITS_OUT))
    assert [event.words() for event in hand.events if "sits_out" in event.words()] == ["remark 9 sits_out"]
    assert "B411" not in {finding.code for finding in audit(hand, house_for(hand)).findings}
    assert sitting_out(third=third_of(("b c", "23", "$8.44"), SITS_OUT)) == [UNSURE]


def test_an_all_in_on_an_earlier_street_counts() -> None:
    bets = '<round no="3"><action no="6" player="b c" type="5" sum="$7.45"/>' + AWAY.format(7, "b c") + "</round>"
    called = third_of(("b c", "23", "$1"), ("ann", "3", "$0.85"))
    assert sitting_out(bets, third=called) == ["remark 9 sits_out"]
    assert sitting_out(bets.replace("7.45", "7.44"), third=called) == [UNSURE]


def test_a_seat_that_nobody_waits_for_does_not_fold_by_sitting_out() -> None:
    """Its last opponent folded, or is all-in for no more than the seat has in front."""
    assert sitting_out(third=third_of(("ann", "0", "$0"), SITS_OUT)) == ["fold 2", "remark 9 sits_out"]
    others = third_of(("ann", "7", "$9.80"), ("b c", "3", "$8"), SITS_OUT)
    assert sitting_out(third=others) == [UNSURE]
    covered = third_of(ALL_IN, CALLED, ("ann", "9", "$0"))
    assert sitting_out(third=covered) == ["remark 2 sits_out"]
    assert "fold 2" in words(hand_of(third=third_of(ALL_IN, ("ann", "9", "$0"))))


def test_sitting_out_with_an_unknown_stack_is_unread() -> None:
    lines = [line.replace('chips="$8.50"', 'chips="?"') for line in TOP_LINES]
    for acts, kind in (([SITS_OUT], "Unread"), ([ALL_IN, SITS_OUT], "Remark")):
        third = f'<round no="2">{third_of(*acts)}</round>'
        outcome = SESSION.read([*lines, f'<round no="0">{ANTES}</round>', third, "</game>"], 1, LEAD)
        assert isinstance(outcome, Read)
        assert [type(event).__name__ for event in outcome.hand.events][-3] == kind


def test_a_seat_that_sits_out_before_the_cards() -> None:
    before = f'<round no="1">{AWAY.format(3, "b c")}{AWAY.format(4, "zoe")}</round>'
    outcome = SESSION.read([*TOP_LINES, f'<round no="0">{ANTES}</round>', before, "</game>"], 1, LEAD)
    assert isinstance(outcome, Read)
    assert [type(event).__name__ for event in outcome.hand.events[2:4]] == ["Unread", "Remark"]
    called = '<action no="4" player="b c" type="3" sum="$0.15"/>'
    lines = [*TOP_LINES, f'<round no="0">{ANTES}</round>', before, f'<round no="2">{THIRD}{called}</round>', "</game>"]
    outcome = SESSION.read(lines, 1, LEAD)
    assert isinstance(outcome, Read)
    assert words(outcome.hand)[2] == "remark 9 sits_out"


def test_an_empty_place_for_cards_is_cards_that_nobody_saw() -> None:
    assert "deal 2 xxxx|xx" in words(hand_of('<round no="2"><cards type="Third Street" player="ann"> </cards></round>'))
    assert "community xx" in words(hand_of('<round no="6"><cards type="River" player=""></cards></round>'))


def test_a_card_for_everybody() -> None:
    assert "community Td" in words(hand_of('<round no="6"><cards type="River" player="">D10</cards></round>'))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$0.05", 5),
        ("1,440", 144000),
        ("0,05€", 5),
        ("€1 440,50", 144050),
        ("1.440,50", 144050),
        ("1\u00a0440", 144000),
        ("£3", 300),
        ("-1", None),
        ("1,44,0", None),
        ("٣", None),
        ("1e5", None),
        ("", None),
    ],
)
def test_amounts(text: str, amount: int | None) -> None:
    assert chips(text, 2) == amount


GAMETYPES = {
    "7 Card Stud L $0.05/$0.10": (Game.STUD, Structure.FIXED, (None, 5, 10), "USD"),
    "7 Card Stud Hi-Lo L €0,50/€1": (Game.STUD8, Structure.FIXED, (None, 50, 100), "EUR"),
    "7 Card Stud HiLow Limit £1/£2 Ante £0.10": (Game.STUD8, Structure.FIXED, (10, 100, 200), "GBP"),
    "7 Card Stud PL $1/$2": (Game.STUD, Structure.POT, (None, 100, 200), "USD"),
    "5 Card Stud L $1/$2": (None, Structure.FIXED, (None, 100, 200), "USD"),
    "Holdem NL $1/$2": (None, Structure.NO, (None, 100, 200), "USD"),
}


@pytest.mark.parametrize("gametype", GAMETYPES)
def test_a_session(gametype: str) -> None:
    header = header_of([*LEAD[:2], f"<gametype>{gametype}</gametype>", *LEAD[3:]], [])
    assert header is not None
    stakes = (header.stakes.ante, header.stakes.small_bet, header.stakes.big_bet)
    assert (header.game, header.structure, stakes, header.unit.currency) == GAMETYPES[gametype]
    assert header.legible


def test_a_tournament_has_a_number_no_stakes_and_whole_chips() -> None:
    lead = [*LEAD[:2], "<gametype>7 Card Stud L</gametype>", "<tablename>$5 Stud, 699476041, 699476041</tablename>"]
    header = header_of(lead, [])
    assert header is not None
    assert (header.tournament, header.unit.currency, header.unit.minor) == ("699476041", "chips", 0)
    coded = header_of([*lead, "<tournamentcode>5512</tournamentcode>"], [])
    assert coded is not None
    assert coded.tournament == "5512"
    outcome = SESSION.read([line.replace("$", "").replace(".50", "").replace(".20", "") for line in TOP_LINES], 1, lead)
    assert isinstance(outcome, Read)
    assert outcome.hand.records & Records.RAKE


def test_without_a_session_players_or_number_a_hand_is_rejected() -> None:
    for outcome in (read(TOP_LINES, 1), SESSION.read(TOP_LINES[:2], 1, LEAD), SESSION.read([], 1, LEAD)):
        assert isinstance(outcome, Rejected)
    assert isinstance(SESSION.read(TOP_LINES, 1, [*LEAD[:2], "<gametype>Zap</gametype>"]), Skipped)


def test_a_game_that_is_not_closed_ends_early() -> None:
    for ending in ([], ["</session>"]):
        outcome = SESSION.read([*TOP_LINES, f'<round no="0">{ANTES}', *ending], 1, LEAD)
        assert isinstance(outcome, Read)
        assert not any(isinstance(event, e.Unread) for event in outcome.hand.events)
        assert outcome.hand.events[-1].words() == "end early"


def test_sniff_and_begins() -> None:
    assert sniff('\ufeff<?xml version="1.0"?>\n<session sessioncode="1">')
    assert begins(" <game gamecode='1'>".replace("'", '"'))
    assert not begins('<game id="1-1" starttime="1">')
    assert not sniff('<?xml version="1.0"?><game id="1-1">')


LINES = [line for path in SAMPLES for line in path.read_text("utf-8").splitlines()]


@given(st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=60)), max_size=40), st.integers(0, 30))
def test_any_lines_give_a_hand_or_a_reason(lines: list[str], cut: int) -> None:
    outcome = SESSION.read([*TOP_LINES, *lines[:cut], f'<round no="0">{ANTES}</round>', *lines[cut:]], 1, LEAD)
    assert isinstance(outcome, Read | Rejected | Skipped)
    assert SESSION.read(lines, 1, lines[:cut]) is not None
    if isinstance(outcome, Read):
        assert isinstance(outcome.hand.events[-1], e.LogEnd)
