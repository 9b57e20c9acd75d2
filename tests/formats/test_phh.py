"""PHH: its TOML, its actions, what is told and what is left untold."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.audit import audit
from auditor.engine.events import LogEnd
from auditor.engine.hand import Game, Hand, Records, Seat, Stakes, Structure
from auditor.engine.house.registry import load
from auditor.formats import Read, Rejected, Skipped, open_log
from auditor.formats.phh import RECORDED, SILENT, read
from auditor.formats.phh.printing import print_hand

TOP = Path(__file__).resolve().parents[2]
CORPUS = TOP.parent / "shared" / "corpus" / "phh"
SAMPLE = (TOP / "fixtures" / "formats" / "phh" / "completed.phh").read_text(encoding="utf-8")

THIRD = ["d dh p1 ????2c", "d dh p2 ????Kd", "d dh p3 ????9h"]
CHECKED = ["p1 pb", "p2 cc", "p3 cc"]


def text_of(actions: list[str], **fields: str) -> str:
    usual = {
        "variant": '"F7S"',
        "antes": "[1, 1, 1]",
        "bring_in": "3",
        "small_bet": "10",
        "big_bet": "20",
        "starting_stacks": "[500, 500, 500]",
        "actions": str(actions),
    }
    return "".join(f"{key} = {value}\n" for key, value in {**usual, **fields}.items() if value)


def heard(actions: list[str], **fields: str) -> Hand:
    outcome = read(text_of(actions, **fields).splitlines(), 1)
    assert isinstance(outcome, Read), outcome
    return outcome.hand


def words(actions: list[str], **fields: str) -> list[str]:
    """The events after the antes, without the end."""
    events = [event.words() for event in heard(actions, **fields).events[:-1]]
    return [each for each in events if not each.startswith("ante")]


def complete(actions: list[str], **fields: str) -> bool:
    end = heard(actions, **fields).events[-1]
    assert isinstance(end, LogEnd)
    return end.complete


def refusal(text: str) -> Rejected:
    outcome = read(text.splitlines(), 1)
    assert isinstance(outcome, Rejected), outcome
    return outcome


@pytest.mark.parametrize(("variant", "game"), [("F7S", Game.STUD), ("F7S/8", Game.STUD8), ("FR", Game.RAZZ)])
def test_the_stud_games_are_read(variant: str, game: Game) -> None:
    assert game is heard([], variant=f'"{variant}"').game


def test_other_games_are_skipped_by_name() -> None:
    outcome = read(text_of([], variant='"NT"', starting_stacks="").splitlines(), 5)
    assert isinstance(outcome, Skipped)
    assert (outcome.game, outcome.line) == ("NT", 5)


def test_the_first_two_cards_are_down_the_last_is_down_too() -> None:
    rest = [f"d dh p1 {card}" for card in ("3c", "4c", "5c", "6c")]
    dealt = [each for each in words(["d dh p1 AcAd2c", *rest]) if each.startswith("deal")]
    assert dealt == ["deal 1 AcAd|2c", "deal 1 -|3c", "deal 1 -|4c", "deal 1 -|5c", "deal 1 6c|-"]


def test_cards_of_third_street_may_come_one_by_one() -> None:
    assert words(["d dh p1 Ac", "d dh p1 Ad", "d dh p1 2c"]) == [
        "street 3",
        "deal 1 Ac|-",
        "deal 1 Ad|-",
        "deal 1 -|2c",
    ]


def test_a_deal_after_betting_opens_the_next_street() -> None:
    told = words([*THIRD, *CHECKED, "p1 cc", "d dh p2 4d", "p2 cc", "d dh p3 5d"])
    assert told[-5:] == ["street 4", "deal 2 -|4d", "check 2", "street 5", "deal 3 -|5d"]


def test_streets_without_betting_open_where_a_seat_has_its_card() -> None:
    told = words([*THIRD, *CHECKED, "d dh p1 3c", "d dh p2 3d", "d dh p1 4c", "d dh p2 4d", "d db 9s"])
    assert [each for each in told if each.startswith("street")][1:] == ["street 4", "street 5"]
    live = words([*THIRD, "p1 pb", "p2 f", "p3 f", "d dh p1 3c", "d dh p1 4c", "d dh p1 5c", "d db 9s"])
    assert live[-2:] == ["street 7", "community 9s"]


def test_what_is_not_a_card_is_kept_as_spelled() -> None:
    assert "deal 1 Acxx|!! 1O" in words(["d dh p1 Ac??1O"])


def test_a_bring_in_is_cut_at_the_stack_and_callers_owe_all_of_it() -> None:
    told = words([*THIRD, *CHECKED], starting_stacks="[3, 500, 500]")
    assert told[-3:] == ["bringin 1 2 !", "call 2 3", "call 3 3"]


def test_an_ante_is_cut_at_the_stack() -> None:
    events = heard(THIRD, starting_stacks="[500, 1, 0]").events
    assert [event.words() for event in events[:3]] == ["ante 1 1", "ante 2 1 !", "ante 3 0 !"]


def test_a_wager_completes_the_bring_in_then_raises_and_bets_where_nothing_is_in() -> None:
    told = words(
        [*THIRD, "p1 pb", "p2 cbr 10", "p3 cbr 20", "p1 cc", "p2 cc", "d dh p1 3c", "p1 cc", "p2 cbr 10", "p3 cbr 500"]
    )
    assert told[5:9] == ["completes 2 10", "raises 3 20", "call 1 20", "call 2 20"]
    assert told[-3:] == ["check 1", "bets 2 10", "raises 3 500 !"]
    assert "bets 2 10" in words([*THIRD, "p2 cbr 10"])


def test_a_call_goes_as_far_as_the_stack() -> None:
    assert words([*THIRD, "p1 pb", "p2 cbr 10", "p3 cc"], starting_stacks="[500, 500, 8]")[-1] == "call 3 7 !"


def test_a_raise_to_all_that_the_opponent_can_call_is_lawful() -> None:
    """The notation of a televised hand: 1,200,000 was due, and the opponent had 750,000."""
    third = ["d dh p1 Kd7s4h", "d dh p2 Ah6sKc", "p2 pb", "p1 cbr 300000", "p2 cc"]
    fourth = ["d dh p1 As", "d dh p2 9s", "p1 cbr 300000", "p2 cc", "d dh p1 8c", "d dh p2 5d"]
    razz = {
        "variant": "'FR'", "antes": "[100000, 100000]", "bring_in": "100000", "small_bet": "300000",
        "big_bet": "600000", "starting_stacks": "[1450000, 27750000]",
    }  # fmt: skip
    hand = heard([*third, *fourth, "p1 cbr 600000", "p2 cbr 750000", "p1 cc"], **razz)
    assert audit(hand, load("wsop-tournament", Game.RAZZ)).findings == ()
    short = heard([*third, *fourth, "p1 cbr 600000", "p2 cbr 740000", "p1 cc"], **razz)
    assert [found.code for found in audit(short, load("wsop-tournament", Game.RAZZ)).findings] == ["B402"]


def test_who_shows_shows_what_was_dealt_or_what_is_written_or_mucks() -> None:
    told = words(["d dh p1 ????2c", "d dh p2 AsKsQs", "p2 sm -", "p2 sm AsKs", "p1 sm"])
    assert told[-3:] == ["show 2 AsKsQs - -", "show 2 AsKs - -", "muck 1"]


@pytest.mark.parametrize(
    "action",
    [
        "p1 cbr 1e-3", "p1 cbr -5", "p1 cbr", "p1 cbr 5 6", "p1 cc 5", "p1 f now",
        "d dh p1", "d dh p1 Ac2", "d dh 1 Ac", "d db", "p1 sm A", "p1 sm As Ks",
    ],
)  # fmt: skip
def test_an_action_that_makes_no_sense_is_illegible_and_kept(action: str) -> None:
    assert f"illegible {action}" in words([*THIRD, action])


@pytest.mark.parametrize("action", ["p1 sd", "p1", "p f", "q1 f", "d xx", "p\u0661 f", "p1 stands up"])
def test_an_action_that_the_standard_does_not_have_is_unread(action: str) -> None:
    assert f"unread {action}" in words([*THIRD, action])


@pytest.mark.parametrize("spelled", ["10", "10.0", "1e1", "+10", "1_0"])
def test_an_amount_of_an_action_may_be_any_number_of_toml(spelled: str) -> None:
    assert "bets 1 10" in words([*THIRD, f"  p1   cbr  {spelled} # all he dares"])


def test_a_comment_about_an_act_is_no_act() -> None:
    assert words([*THIRD, "# p1 cbr 0.25 was announced", "p1 pb"])[-1] == "bringin 1 3"


def test_a_final_stack_or_a_name_that_nobody_knows_is_left_out() -> None:
    told = {"starting_stacks": "[null, 500, 500]", "finishing_stacks": "[inf, 1, 2]", "players": "['', 'Ann', '']"}
    hand = heard([*THIRD, "p1 pb"], **told)
    assert [seat.player for seat in hand.seats] == ["p1", "Ann", "p3"]
    assert [event.words() for event in hand.events[-3:-1]] == ["stack 2 1", "stack 3 2"]


def test_a_seat_of_unknown_chips_may_be_all_in() -> None:
    played = [*THIRD, "p1 pb", "p2 cbr 10", "p3 f", "p1 cc"]
    run_out = [deal for card in "3456" for deal in (f"d dh p1 {card}c", f"d dh p2 {card}d")]
    hand = heard([*played, *run_out, "p2 sm -", "p1 sm -"], starting_stacks="[inf, 500, 500]")
    assert audit(hand, load("roberts", Game.STUD)).findings == ()
    hand = heard([*played, *run_out, "p2 sm -", "p1 sm -"])
    assert "B410" in [found.code for found in audit(hand, load("roberts", Game.STUD)).findings]


def test_a_player_of_no_seat_is_a_stranger() -> None:
    assert words(["p4 f", "p0 f"]) == ["fold 15", "fold 15"]


def test_comments_in_actions_say_nothing() -> None:
    assert words(["p1 f # with a sigh", "# the dealer yawns", ""]) == ["fold 1"]


def test_every_event_stands_on_the_line_of_its_action() -> None:
    outcome = read(SAMPLE.splitlines(), 1)
    assert isinstance(outcome, Read)
    lines = SAMPLE.splitlines()
    said = {event.words(): lines[event.line - 1].strip() for event in outcome.hand.events}
    assert said["completes 2 10"] == '"p2 cbr 10",'
    assert said["deal 2 6d|-"] == '"d dh p2 6d",'
    assert said["stack 3 449"].startswith("finishing_stacks")
    assert said["won 2 106"].startswith("winnings")
    assert said["ante 3 1"].startswith("antes")


def test_what_a_hand_says_besides() -> None:
    outcome = read(SAMPLE.splitlines(), 1)
    assert isinstance(outcome, Read)
    hand = outcome.hand
    assert (hand.number, hand.first_dealt, hand.most_seats, hand.button) == (None, 1, 8, 0)
    assert (hand.unit.currency, hand.unit.minor, hand.local, hand.played) == ("chips", 0, "2024-05-17", "")
    assert [seat.player for seat in hand.seats] == ["Ada", "Blaise", "Carl"]
    assert (hand.stakes.ante, hand.stakes.bring_in, hand.stakes.small_bet, hand.stakes.big_bet) == (1, 3, 10, 20)
    untold = Records.BURNS | Records.RAKE | Records.UNCALLED | Records.PAYOUT | Records.CARD_ORDER
    assert not hand.records & untold
    assert hand.records & Records.WHOLE_HANDS
    assert hand.records & Records.SHOWDOWN_ORDER


@pytest.mark.parametrize(
    ("bet", "minor", "chips"),
    [
        ("10", 0, 10),
        ("10.0", 0, 10),
        ("1_000", 0, 1000),
        ("0.5", 2, 50),
        ("0.25", 2, 25),
        ("0.125", 3, 125),
        ("+5", 0, 5),
        ("1e3", 0, 1000),
        ("1.25e1", 2, 1250),
        ("0x1F", 0, 31),
    ],
)
def test_the_unit_has_the_decimals_that_the_amounts_need(bet: str, minor: int, chips: int) -> None:
    hand = heard([], small_bet=bet)
    assert (minor, chips) == (hand.unit.minor, hand.stakes.small_bet)


@pytest.mark.parametrize(
    "bet", ["1e-3", "-5", "++5", "0x", "inf", "nan", "1234567890123456", "0.00001", '"10"', "true", "[1]"]
)
def test_an_amount_that_is_not_plain_rejects_the_hand_at_its_line(bet: str) -> None:
    rejected = refusal(text_of([], small_bet=bet))
    assert rejected.line == 4
    assert "small_bet" in rejected.reason


def test_the_end_is_whole_where_one_is_left_or_seventh_street_is_closed() -> None:
    streets = [deal for card in "3456" for deal in (f"d dh p1 {card}c", f"d dh p2 {card}d", "p1 cc", "p2 cc")]
    dealt = [*THIRD, "p1 pb", "p2 cc", "p3 f", "p1 cc", *streets]
    assert complete([*THIRD, "p1 pb", "p2 f", "p3 f"])
    assert complete(dealt)
    assert not complete(dealt[:-1])
    assert not complete(dealt[:-3])
    assert not complete([*dealt[:-2], "p1 cbr 20"])
    assert complete([*dealt[:-2], "p1 cbr 20", "p2 cc"])
    assert not complete([*THIRD, *CHECKED])


def test_a_hand_run_out_after_all_are_in_is_whole() -> None:
    run_out = [deal for card in "3456" for deal in (f"d dh p1 {card}c", f"d dh p2 {card}d")]
    assert complete([*THIRD, "p1 pb", "p2 cbr 9", "p3 f", "p1 cc", *run_out], starting_stacks="[500, 10, 500]")


@pytest.mark.parametrize(
    ("text", "line", "named"),
    [
        ("variant = 'F7S'\nantes = [1 2]", 2, "comma"),
        ("variant = 'F7S'\nantes = [1, 2", 2, "closed"),
        ("variant = 'F7S'\nvariant = 'FR'", 2, "twice"),
        ("variant = 'F7S'\nantes =", 2, "no value"),
        ("variant = 'F7S'\nantes", 2, '"="'),
        ("variant = 'F7S\n", 1, "TOML"),
        ('variant = "F7\\S"', 1, "no character"),
        ('variant = "\\ud800"', 1, "no character"),
        ('variant = "\\u0000"', 1, "no character"),
        ("variant = 'F7S'\nantes = 5", 2, "antes"),
        ("variant = 'F7S'\nantes = [[5]]", 2, "antes"),
        ("variant = 'F7S'", 1, "antes"),
        ("variant = ['F7S']", 1, "variant"),
        ("]", 1, "closes no open bracket"),
        ("a = " + "[" * 5000 + "]" * 5000, 1, "brackets are open inside each other"),
        ("a = " + "{x=" * 5000, 1, "brackets are open inside each other"),
        ("a = '" + "x" * 5000 + "'", 1, "4,096"),
        (text_of([], antes="[1, 1]"), 2, "antes"),
        (text_of([], antes="[]", starting_stacks="[]"), 2, "antes"),
        (text_of([], finishing_stacks="[1]"), 8, "finishing_stacks"),
    ],
)
def test_what_is_no_hand_of_phh_is_rejected_at_its_line(text: str, line: int, named: str) -> None:
    rejected = refusal(text)
    assert rejected.line == line
    assert named in rejected.reason


def test_toml_of_every_kind_is_passed_over() -> None:
    more = (
        '"quoted key" = 1\na.b."c d" = true\n_mine = {x = 1, y = [1, {z = 2}]}\nt = 1979-05-27 07:32:00\n'
        'author = """Ada\n  "and" \\\n  Carl"""\nnote = \'\'\'it\'s\nfine\'\'\'\n[_more.table]\nantes = [9]\n'
    )
    hand = heard(["p1 f"])
    outcome = read((text_of(["p1 f"]) + more).splitlines(), 1)
    assert isinstance(outcome, Read)
    assert hand.digest() == outcome.hand.digest()


def test_many_hands_of_a_file_are_cut_at_their_tables() -> None:
    text = "# a collection\n\n[1]\n" + text_of(["p1 f"]) + '\n[2]\nvariant = "NT"\n[three]\n' + text_of(["p2 f"])
    found = list(open_log(text.encode()))
    assert [Read, Skipped, Read] == [type(outcome) for outcome in found]
    assert [o.first_line if isinstance(o, Read) else o.line for o in found] == [1, 12, 14]


@given(st.lists(st.sampled_from([*THIRD, *CHECKED, "p2 cbr 10", "p3 f", "d db 2c", "d dh p9 2c", "p1 sm", "p1 sm -"])))
def test_any_order_of_actions_is_transcribed_in_that_order(actions: list[str]) -> None:
    hand = heard(actions)
    told = [event for event in hand.events[3:-1] if not event.words().startswith("street")]
    assert len(actions) == len(told)


@given(st.data())
def test_a_cut_or_garbled_hand_never_raises(data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(SAMPLE)))
    noise = data.draw(st.text(st.sampled_from("[]{}='\"\\#,.\n\r\t 1aµp_-"), max_size=20))
    assert isinstance(read((SAMPLE[:cut] + noise + SAMPLE[cut + 1 :]).split("\n"), 1), Read | Rejected | Skipped)
    assert isinstance(read((SAMPLE[:cut] + noise).split("\n"), 1), Read | Rejected | Skipped)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the real hands are not beside this checkout: ../shared/corpus/phh")
def test_every_real_hand_loads_whole_and_legible() -> None:
    files = sorted(CORPUS.rglob("*.phh"))
    assert len(files) >= 34
    for path in files:
        [outcome] = open_log(path.read_bytes())
        assert isinstance(outcome, Read), path.name
        assert not any(event.words().startswith(("illegible", "unread")) for event in outcome.hand.events), path.name
        assert path.name.startswith("partial") != complete_end(outcome.hand), path.name


def complete_end(hand: Hand) -> bool:
    end = hand.events[-1]
    return isinstance(end, LogEnd) and end.complete


def test_a_stack_without_end_is_one_that_nobody_knows() -> None:
    hand = heard([*THIRD, "p1 pb", "p2 cbr 10", "p3 f", "p1 cc"], starting_stacks="[inf, 500, 500]")
    assert [seat.stack for seat in hand.seats] == [None, 500, 500]
    assert hand.events[-2].words() == "call 1 10"
    assert "inf" in refusal(text_of([], starting_stacks='["inf", 500, 500]')).reason


def test_what_the_source_of_a_hand_did_not_tell_is_said_in_fields_of_our_own() -> None:
    hand = heard(THIRD, _records='["bring_in", "rake"]', _first_dealt_unknown="true")
    assert (hand.records, hand.first_dealt) == (Records.BRING_IN | SILENT, 0)
    assert (heard(THIRD).records & Records.EVERY_UP_CARD, heard(THIRD).first_dealt) == (Records.EVERY_UP_CARD, 1)


def test_a_hand_without_the_showdown_that_its_source_never_tells_is_a_partial_history() -> None:
    streets = [deal for card in "3456" for deal in (f"d dh p1 {card}c", f"d dh p2 {card}d", "p1 cc", "p2 cc")]
    played = [*THIRD, "p1 pb", "p2 cc", "p3 f", "p1 cc", *streets]
    untold = '["bring_in"]'
    assert complete(played)
    assert not complete(played, _records=untold)
    assert complete([*played, "p1 sm"], _records=untold)
    assert complete([*THIRD, "p1 pb", "p2 f", "p3 f"], _records=untold)


def test_the_rules_and_the_time_are_read_where_they_are_told() -> None:
    day = {"day": "2", "month": "10", "year": "2011"}
    hand = heard(THIRD, **day, _house="'pokerstars'", time="20:31:22", time_zone="'UTC'")
    assert (hand.house, hand.played, hand.local) == ("pokerstars", "2011-10-02T20:31:22Z", "2011-10-02")
    hand = heard(THIRD, **day, time="20:31:22", time_zone="'America/New_York'")
    assert (hand.house, hand.played, hand.local) == ("", "", "2011-10-02 20:31:22")
    hand = heard(THIRD, **day, time="25:31:22", time_zone="'UTC'")
    assert (hand.played, hand.local) == ("", "2011-10-02")


def test_what_phh_has_fields_for_is_written() -> None:
    hand = Hand(
        Game.STUD, (Seat(2, "Ann", 5), Seat(5, "Bo", 5), Seat(6, "Out", 5, False)), Stakes(1), (LogEnd(False, 1),),
        int(RECORDED), room="here", number="07-A", table="T", played="2011-10-02T20:31:22Z", house="roberts",
        first_dealt=5, most_seats=8,
    )  # fmt: skip
    told = print_hand(hand, "of the room").splitlines()
    assert told[4:] == [
        "hand = '07-A'", "venue = 'here'", "table = 'T'", "seats = [5, 2]", "seat_count = 8", "day = 2", "month = 10",
        "year = 2011", "time = 20:31:22", "time_zone = 'UTC'", "_house = 'roberts'", "_ante = 1",
        "players = ['Bo', 'Ann']",
    ]  # fmt: skip


def test_the_unit_the_structure_and_the_ante_of_the_stakes_are_read_where_they_are_told() -> None:
    hand = heard(THIRD)
    assert (hand.unit.minor, hand.structure, hand.stakes.ante) == (0, Structure.FIXED, 1)
    hand = heard(THIRD, _minor="2", _structure="'no'", _ante="2")
    assert (hand.unit.minor, hand.structure, hand.stakes.ante, hand.stakes.small_bet) == (2, Structure.NO, 200, 1000)
    assert print_hand(hand).count("_minor = 2\n_structure = 'no'\n_ante = 2\n") == 1
