"""Poker Mavens text becomes the hand it tells, and no guess about a stud hand that nobody has seen accuses a player."""

from pathlib import Path

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand, Records
from auditor.engine.house_of_hand import house_for
from auditor.formats import FORMATS, open_log
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.mavens import FORMAT, begins, read, sniff
from tests.cli.command import auditor

TOP = Path(__file__).resolve().parents[2]
HEAD = [
    "Hand #6340502-110 - 2013-05-02 02:14:03",
    "Game: Limit Stud (40 - 1000) - Stakes 2/4 Ante 0.50",
    "Site: The Den",
    "Table: Stud 8max 2.50/5 #1",
    "Seat 1: Ann (63.68)",
    "Seat 2: Bob (10) - sitting out",
    "Seat 4: Cy (148)",
]
ANTES = ["Ann posts ante 0.50", "Cy posts ante 0.50"]
THIRD = ["** Third Street **", "Dealt to Ann [2c]", "Dealt to Cy [Kd]"]
PLAYED = [*ANTES, *THIRD, "Ann brings in 1"]


def outcome_of(*lines: str, head: list[str] = HEAD) -> Outcome:
    return read([*head, *lines], 1)


def hand_of(*lines: str, head: list[str] = HEAD) -> Hand:
    outcome = outcome_of(*lines, head=head)
    assert isinstance(outcome, Read), outcome
    return outcome.hand


def said(*lines: str) -> list[str]:
    """What the lines tell below a bring-in, before the end of the log."""
    before = len(hand_of(*PLAYED).events) - 1
    return [event.words() for event in hand_of(*PLAYED, *lines).events[before:-1]]


def cards(*lines: str) -> list[str]:
    """The cards in the lines, below the antes."""
    return [
        event.words()
        for event in hand_of(*ANTES, *lines).events
        if isinstance(event, e.Deal | e.Reveal | e.Community | e.Street)
    ]


def found(*lines: str, head: list[str] = HEAD) -> list[str]:
    hand = hand_of(*lines, head=head)
    return [finding.words() for finding in audit(hand, house_for(hand)).findings]


# --- above the play --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("Hand #6340502-110 - 2013-05-02 02:14:03", True),
        ("\ufeffHand #1-1 - 2021-11-06 1:04:33", True),
        ("Hand #85198832 - 7Stud(Fixed Limit) - $0.04/$0.08 - 2019/07/28 16:15:58 UTC", False),
        ("Hand #6340502-110", False),
        ("Hand #6340502 - 2013-05-02 02:14:03", False),
        ('Ann: "Hand #6340502-110 - 2013-05-02 02:14:03"', False),
    ],
)
def test_only_a_title_begins_a_hand(line: str, starts: bool) -> None:
    assert begins(line) is starts
    assert sniff(f"\n{line}\n") is starts


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Game: Limit Stud (40 - 1000) - Stakes 2/4", (Game.STUD, None, None, 200, 400)),
        ("Game: Limit Stud Hi-Lo (40 - 1000) - Stakes 2/4 Ante 1", (Game.STUD8, 100, None, 200, 400)),
        ("Game: Limit Razz (2 - 5) - Stakes 1,000/2,000 Ante 5 Bring-in 7.50", (Game.RAZZ, 500, 750, 100000, 200000)),
        ("Game: Limit Razz (2 - 5) - Stakes 2/4 Bring In 0.50 Ante 0.25", (Game.RAZZ, 25, 50, 200, 400)),
    ],
)
def test_the_game_and_its_stakes(line: str, expected: tuple[object, ...]) -> None:
    hand = hand_of(*PLAYED, head=[HEAD[0], line, *HEAD[2:]])
    stakes = hand.stakes
    assert (hand.game, stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet) == expected
    assert not [event for event in hand.events if isinstance(event, e.Unread)]


@pytest.mark.parametrize(
    "line", ["Game: Limit Stud (40 - 1000)", "Game: Limit Stud (40 - 1000) - Stakes 2/4 Straddle 8"]
)
def test_stakes_that_are_not_understood_leave_their_line_unread(line: str) -> None:
    hand = hand_of(*PLAYED, head=[HEAD[0], line, *HEAD[2:]])
    assert [event.line for event in hand.events if isinstance(event, e.Unread)] == [2]


def test_other_games_are_skipped_by_name_and_a_hand_without_a_game_is_rejected() -> None:
    holdem = [HEAD[0], "Game: NL Hold'em (2 - 10) - Blinds 0.05/0.10", *HEAD[2:]]
    skipped = outcome_of(head=holdem)
    assert isinstance(skipped, Skipped)
    assert skipped.game == "NL Hold'em"
    nameless = outcome_of(*PLAYED, head=[HEAD[0], *HEAD[2:]])
    assert isinstance(nameless, Rejected)
    assert nameless.reason.startswith("We cannot read a game in the lines below the hand number")


def test_table_seats_and_time() -> None:
    hand = hand_of(*PLAYED)
    assert [(seat.number, seat.player, seat.stack, seat.dealt_in) for seat in hand.seats] == [
        (1, "Ann", 6368, True), (2, "Bob", 1000, False), (4, "Cy", 14800, True),
    ]  # fmt: skip
    assert (hand.table, hand.tournament, hand.local) == ("Stud 8max 2.50/5 #1", "", "2013-05-02 02:14:03")
    assert (hand.played, hand.button, hand.unit.currency, hand.unit.minor) == ("", 0, "", 2)
    assert hand.records == Records.RAKE | Records.PAYOUT


def test_each_site_numbers_its_own_hands() -> None:
    """Two hosts start at the same number: these are two deals, and no record of one contradicts the other (H803)."""
    numbers = [hand_of(*PLAYED, head=[*HEAD[:2], site, *HEAD[3:]]).number for site in ("Site: The Den", "Site: Otters")]
    assert numbers == ["The Den 6340502-110", "Otters 6340502-110"]


def test_a_seat_with_a_state_plays_if_it_posts_an_ante() -> None:
    assert [seat.dealt_in for seat in hand_of("Bob posts ante 0.50", *PLAYED).seats] == [True, True, True]


def test_a_tournament_is_known_by_its_price_and_names_itself_above_its_table() -> None:
    head = [HEAD[0], "Game: Limit Razz (10+1) - Stakes 20/40", HEAD[2], "Table: Den - Cup - Table 3", "Seat 1: Ann (9)"]
    hand = hand_of("Ann posts ante 1", head=head)
    assert (hand.tournament, hand.table, hand.unit.currency, hand.unit.minor) == ("Den - Cup", "Table 3", "chips", 0)


def test_amounts_have_decimals_only_if_an_amount_of_the_hand_has_some() -> None:
    whole = [HEAD[0], "Game: Limit Stud (40 - 1000) - Stakes 2/4", *HEAD[2:4], "Seat 1: Ann (63)", "Seat 4: Cy (148)"]
    for lines, minor in (
        ((), 0),
        (('Ann: "2.50 and no more"',), 0),
        (("Ann wins Pot (12)", "Rake (0.30)"), 2),
        (("Cy calls 1.5",), 2),
    ):
        assert hand_of("Ann posts ante 1", *lines, head=whole).unit.minor == minor


# --- the lines that its flop games have ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("Cy calls 1", ["call 4 100"]),
        ("Cy raises to 4 (All-in)", ["raises 4 400 !"]),
        ("Cy bets 2.50", ["bets 4 250"]),
        ("Cy checks", ["check 4"]),
        ("Cy folds", ["fold 4"]),
        ("Cy refunded 2", ["return 4 200"]),
        ("Cy has timed out", ["remark 4 timed_out"]),
        ("Cy adds 94 chips", ["remark 4 other"]),
        ("Cy has the dealer button", ["remark 4 other"]),
        ('Cy: "folds 5"', ["remark 4 chat"]),
        ("** Side Pot 2 Show Down **", []),
        ("** Pot Show Down ** [2d Qc]", []),
        ("Cy wins Pot (11.70) with a Pair", ["collect 4 1170 -1 -"]),
        ("Cy wins Side Pot 1 (2)", ["collect 4 200 1 -"]),
        ("Cy splits Main Pot (2.02) with a Full House", ["collect 4 202 0 -"]),
        ("Cy wins Hi Pot (5)", ["collect 4 500 -1 high"]),
        ("Cy splits Lo Side Pot 1 (5)", ["collect 4 500 1 low"]),
        ("Rake (0.30)", ["rake 30 -1"]),
        ("Rake (0.30) Pot (12) Players (Ann:6,Cy:6)", ["rake 30 -1"]),
        ("Hand cancelled", ["void"]),
        ("Cy shows [5s Ts] (a Pair of Deuces +QT6)", ["show 4 5sTs 1.0 -"]),
        ("Cy shows [5s Ts] (Two Pair, Tens and Fives +K)", ["show 4 5sTs 2.8.3 -"]),
        ("Cy shows [5s Ts] (a Flush, Ace high +K964)", ["show 4 5sTs 5.12 -"]),
    ],
)
def test_a_line_of_the_flop_games(line: str, events: list[str]) -> None:
    assert said(line) == events


def test_the_words_of_a_low_hand_are_not_known() -> None:
    razz = [HEAD[0], "Game: Limit Razz (40 - 1000) - Stakes 2/4", *HEAD[2:]]
    hand = hand_of(*PLAYED, "Cy shows [5s Ts] (a Pair of Deuces)", head=razz)
    assert [(event.high, event.low) for event in hand.events if isinstance(event, e.Show)] == [((), ())]


def test_the_log_is_whole_below_the_rake_of_its_last_pot() -> None:
    ends = ["Cy calls 1", "Cy wins Side Pot 1 (1)", "Rake (0)", "Cy wins Main Pot (1)", "Rake (1)"]
    whole = [hand_of(*PLAYED, *ends[:stop]).events[-1].words() for stop in range(1, 6)]
    assert whole == ["end early", "end early", "end early", "end early", "end"]


def test_the_log_is_whole_if_all_chips_are_paid() -> None:
    ends = ["Cy calls 1", "Cy wins Side Pot 1 (1)", "Cy wins Main Pot (2)"]
    whole = [hand_of(*PLAYED, *ends[:stop]).events[-1].words() for stop in range(1, 4)]
    assert whole == ["end early", "end early", "end"]
    assert hand_of(*PLAYED, *ends[:2], "Rake (2)").events[-1].words() == "end"


# --- the lines of stud, which are guesses ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "Ann brings in 1", "Ann brings in for 1", "Ann brings-in 1", "Ann bring-in 1", "Ann posts bring in 1",
        "Ann posts bring-in 1",
    ],
)  # fmt: skip
def test_a_bring_in_in_any_words(line: str) -> None:
    assert hand_of(*ANTES, *THIRD, line).events[-2].words() == "bringin 1 100"


def test_a_completion_without_to_is_read_only_where_both_meanings_are_one() -> None:
    assert said("Cy completes to 2", "Cy completes 2") == ["completes 4 200", "unread Cy completes 2"]
    assert said("Cy completes 2") == ["completes 4 200"]


@pytest.mark.parametrize(
    ("lines", "events"),
    [
        (THIRD, ["street 3", "deal 1 xxxx|2c", "deal 4 xxxx|Kd"]),
        (["** Hole Cards ** [2 players]", "Dealt to Ann [xx xx 2c]"], ["street 3", "deal 1 xxxx|2c"]),
        (["** Hole Cards **", "Dealt to Ann [2c 5d 7h]"], ["street 3", "reveal 1 2c5d7h"]),
        (
            ["** Hole Cards **", "Dealt to Ann [2c]", "Dealt to Ann [5d]", "Dealt to Ann [7h]"],
            ["street 3", "reveal 1 2c", "reveal 1 2c5d", "reveal 1 2c5d7h"],
        ),
        (
            ["** Hole Cards **", "Dealt to Ann [2c 5d]", "** 3rd Street **", "Dealt to Ann [2c 5d] [7h]"],
            ["street 3", "reveal 1 2c5d", "deal 1 xxxx|7h"],
        ),
        (
            [*THIRD, "** Fourth Street **", "Dealt to Ann [2c 5d]", "Dealt to Cy [Kd] [9h]"],
            ["street 3", "deal 1 xxxx|2c", "deal 4 xxxx|Kd", "street 4", "deal 1 -|5d", "deal 4 -|9h"],
        ),
        (
            ["** Third Street **", "Dealt to Ann [2c 5d 7h]", "** 4th Street **", "Dealt to Ann [7h 2c 9s 5d]"],
            ["street 3", "reveal 1 2c5d7h", "street 4", "deal 1 -|9s"],
        ),
        (["** River **", "Dealt to Ann [2c]", "Dealt to Cy [xx]"], ["street 7", "deal 1 2c|-"]),
        (["** River ** [2c]"], ["street 7", "community 2c"]),
    ],
)
def test_only_a_card_that_must_be_open_is_open(lines: list[str], events: list[str]) -> None:
    assert cards(*lines) == events


@pytest.mark.parametrize(
    "line",
    ["Dealt to Ann [of 5d]", "** Fourth Street ** [2c 4d]", "** Street 4 **", "Ann puts in 1", "Ann is low with 2c"],
)
def test_a_line_of_unknown_form_is_kept_unread(line: str) -> None:
    assert [text for text in said(line) if not text.startswith("street")] == [f"unread {line}"]


def test_titles_that_name_a_street_again_in_the_middle_of_it_are_unread_from_there_on() -> None:
    again = ["Cy calls 1", "** Third Street **", "Dealt to Ann [5d]", "** Fourth Street **"]
    assert said(*again) == [
        "call 4 100",
        "unread ** Third Street **",
        "reveal 1 2c5d",
        "unread ** Fourth Street **",
    ]


# --- nobody is accused -----------------------------------------------------------------------------------------------

OPEN_FIRST = ["** Third Street **", "Dealt to Ann [Kc 2d 3h]", "Dealt to Cy [Qd]"]


def test_the_order_of_open_and_closed_cards_accuses_nobody() -> None:
    """Cy brings it in with a queen. That is right if Ann's open card is her king, the first one."""
    ends = ["Ann folds", "Cy refunded 1", "Cy wins Pot (1)", "Rake (0)"]
    assert found(*ANTES, *OPEN_FIRST, "Cy brings in 1", *ends) == []


def test_a_player_may_show_cards_that_the_log_listed_before() -> None:
    lines = [*ANTES, *OPEN_FIRST, "Cy brings in 1", "Ann folds", "Cy refunded 1", "Cy wins Pot (1)", "Rake (0)"]
    told = [
        "Seat 1: Ann (-0.50) [3h 2d Kc] Folded on Third Street",
        "Seat 4: Cy (+0.50) [2s 7h Qd] Won without Showdown",
    ]
    assert found(*lines, "** Summary **", *told) == []


# --- unproven --------------------------------------------------------------------------------------------------------


def test_the_format_is_unproven_and_every_reader_of_the_readme_is_told() -> None:
    assert [layout.name for layout in FORMATS if layout.unproven] == ["mavens"]
    readme = (TOP / "README.md").read_text("utf-8")
    for layout in FORMATS:
        row = f"| {layout.title}, *unproven: {layout.unproven.partition(',')[0]}* |"
        assert (row in readme) is bool(layout.unproven)


def test_a_file_of_an_unproven_format_has_a_note_about_it() -> None:
    sample = (TOP / "fixtures" / "formats" / "mavens" / "newer-form.txt").read_bytes()
    [note] = FORMAT.cautions
    assert note.startswith("The auditor may misread Poker Mavens text: we have seen no stud hand of this room")
    assert open_log(sample).notes == [note]
    proven = (TOP / "fixtures" / "formats" / "kingsclub" / "from-2022.txt").read_bytes()
    assert open_log(proven).notes == []
    mixed = open_log(proven.rstrip() + b"\n\n" + sample + b"\n\n" + sample)
    assert len(list(mixed)) > 4
    assert mixed.notes == [note]


def test_the_command_says_that_a_format_is_unproven() -> None:
    sample = "fixtures/formats/mavens/newer-form.txt"
    told = auditor("check", sample)
    assert (told.code, told.err.splitlines()) == (0, [f"auditor: {sample}: {FORMAT.cautions[0]}"])
    assert auditor("check", "--json", sample).rows[-2]["notes"] == [*FORMAT.cautions]
