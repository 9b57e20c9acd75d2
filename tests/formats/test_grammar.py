"""A room is a table of rows: what no room may care about makes no difference, and rows can be listed and left out."""

import inspect
import re
from collections.abc import Callable

import pytest

from auditor.engine.events import STRANGER, Unread
from auditor.engine.hand import Hand
from auditor.formats.outcomes import Read
from auditor.formats.rooms import (
    absolute,
    acr,
    acr_2016,
    everleaf,
    fulltilt,
    kingsclub,
    mavens,
    ongame,
    partypoker,
    pokerstars,
    winamax,
)
from auditor.formats.rooms.grammar.card_text import CardText
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.lines import Line, Row, Rows
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.parts import PARTS, Part
from auditor.formats.rooms.grammar.room import Room
from tests.formats.test_nasty_names import ROOMS, hands_of

TABLES = {
    "absolute": absolute.ROOM,
    "acr": acr.ROOM,
    "acr_2016": acr_2016.ROOM,
    "everleaf": everleaf.ROOM,
    "fulltilt": fulltilt.ROOM,
    "kingsclub": kingsclub.ROOM,
    "mavens": mavens.ROOM,
    "ongame": ongame.ROOM,
    "partypoker": partypoker.ROOM,
    "pokerstars": pokerstars.ROOM,
    "winamax": winamax.ROOM,
}
# Words that stand fixed in lines of the play; what is beside them may be a name.
FIXED = re.compile(
    r"(?<=[ :])(posts the ante|posts ante|antes|posts bring-in|small bring in|completes it to|"
    r"raises to|brings in for|brings in|bring in|calls|bets|raises|folds|checks)(?= |$)"
    r"|(?<=^)(Dealt to|Uncalled bet|Main pot|Total pot)(?= )|(?<= )(returned to|collected|from pot)(?= |$)"
    r"|(?<= - )(Ante|Bring-In|Calls|Bets|Raises|Folds|Checks|Pocket)(?= |$)|(?<= )from main pot$"
)
# A full stop behind a whole amount may be the place where an amount with cents is cut off.
WITHOUT_STOP = re.compile(r"[-.*\s]$|^$|(?<![\d.])[\d,]+€?$")
ANTE = re.compile("(posts (the )?|Player .*)ante| antes | - Ante ")


def read(room: Room, lines: list[str]) -> Hand:
    outcome = room.read(lines, 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def printed(name: str) -> list[str]:
    """A lawful hand as the room writes it."""
    return ROOMS[name][1](hands_of(name)[0]).splitlines()


@pytest.mark.parametrize(
    "change",
    [
        lambda line: FIXED.sub(lambda found: found[0].upper(), line),
        lambda line: FIXED.sub(lambda found: found[0].replace(" ", "  "), line),
        lambda line: f"  {line}  ",
        lambda line: line if WITHOUT_STOP.search(line) else f"{line.rstrip()}.",
    ],
    ids=["case", "doubled blanks", "blanks around", "a full stop"],
)
@pytest.mark.parametrize("name", TABLES)
def test_what_no_room_cares_about_makes_no_difference(name: str, change: Callable[[str], str]) -> None:
    lines = printed(name)
    start = next(at for at, line in enumerate(lines) if ANTE.search(line))
    stop = next((at for at, line in enumerate(lines) if "SUMMARY" in line.upper()), len(lines))
    play = [line if " returned to " in line else change(line) for line in lines[start:stop]]
    assert play != lines[start:stop]
    again = read(TABLES[name], [*lines[:start], *play, *lines[stop:]])
    assert again.canonical() == read(TABLES[name], lines).canonical()


@pytest.mark.parametrize("name", TABLES)
def test_every_row_is_data_and_has_a_pattern(name: str) -> None:
    grammar = TABLES[name].grammar
    assert list(grammar.chapters) == ["top", "play"] + ["summary"] * (name != "everleaf")
    for chapter, lines in grammar.chapters.items():
        assert [row.line for row in grammar.rows[chapter]] == list(lines)


@pytest.mark.parametrize("name", TABLES)
def test_a_line_whose_row_is_left_out_is_unread(name: str) -> None:
    room = TABLES[name]
    lines = printed(name)
    calls = [line for line in room.grammar.chapters["play"] if " calls " in line.words.lower()]
    acts = {line for line in lines if " calls " in line.lower()}
    assert acts
    hand = read(room.with_grammar(room.grammar.without(*calls)), lines)
    assert {event.words() for event in hand.events if isinstance(event, Unread)} == {f"unread {act}" for act in acts}
    assert not [event for event in read(room, lines).events if isinstance(event, Unread)]


@pytest.mark.parametrize(
    ("words", "text", "values"),
    [
        (
            "NAME raises CHIPS to TO ALL_IN",
            " raises $1 to $2 and is all in.",
            {"chips": 100, "to": 200, "all_in": True},
        ),
        ("NAME mucks{ hand}", " MUCKS  hand", {}),
        ("NAME mucks{ hand}", " mucks cards", None),
        ("NAME has left the table...", " has left the table, at last", {}),
        ("NAME calls CHIPS", " calls $0.045", None),
        ("NAME calls CHIPS", " calls $0.04.", {"chips": 4}),
        ("NAME calls CHIPS", " calls $0.", None),
        ("NAME calls CHIPS ALL_IN", " calls $1 and is all-in.", {"chips": 100, "all_in": True}),
        ("NAME collected CHIPS from POT", " collected $1 from side pot 2.", {"chips": 100, "pot": 2}),
        ("NAME calls CHIPS", " calls ٣", None),
        (
            "NAME collected CHIPS from POT{(HALF)}",
            " collected 5€ from side pot 2(LO)",
            {"chips": 500, "pot": 2, "half": "low"},
        ),
        (
            "Uncalled bet (CHIPS) returned to PLAYER",
            "Uncalled bet ($1) returned to A b",
            {"chips": 100, "player": "A b"},
        ),
    ],
)
def test_words_of_a_row_and_its_parts(words: str, text: str, values: dict[str, object] | None) -> None:
    assert Row(Line(words, NOTHING), PARTS).values(text, 2) == values


WITH_CARDS = [
    " [Kc]",
    " [Kc 4d] [Qd]",
    " [Kc 4d Qd 2h 3s 4s] [5s]",
    " [X X Kc]",
    " [2h 3s Kc]",
    " []",
    " [Kc] []",
    " [] [Kc]",
    " [,] [Kc]",
    " [Kc] [,]",
    " [Kc]  [Qd]",
    " [ Kc ] [Qd]",
    " [Kc] [Qd].",
    " [Kc] [Qd] ",
    " [Kc 4d [Qd]",
    " [Kc 4d] Qd]",
    " ]Kc] [Qd]",
    " [Kc] ]Qd]",
    " [Kc] [Qd] [2h]",
    " Kc] [Qd]",
    " [Kc",
    "[Kc]",
    " [1x] [Qd]",
    " [Kc4d] [Qd]",
    "",
    " [Kc]] [[Qd]",
    " shows [Kc 4d Qd 2h]",
    " shows [Kc 4d Qd 2h",
    " [Kc 4d Qd",
    " shows [Kc 4d Qd 2h] a pair of Kings",
    " shows [the cards]",
    " shows [ME] [Kc 4d 5s 6s]",
    " shows [3d 4d Qd 2h]",
    " shows [2s 4d Qd 2h] a pair of Kings",
    " shows [, 4d 5h 6h]",
    " shows [,,,,,,,,,]",
    " shows nothing [4d 5d 6d 7d]",
    " [" + "Kc " * 41 + "]",
    " [" + "Kc " * 30 + "Kc] [Qd]",
]


@pytest.mark.parametrize("text", WITH_CARDS)
def test_cards_read_before_change_nothing_in_the_meaning_of_a_text(text: str) -> None:
    read: list[dict[str, object]] = []

    def means(_hand: object, _seat: int, _line: int, **parts: object) -> None:
        read.append({name: part.text if isinstance(part, CardText) else part for name, part in parts.items()})

    def rows() -> Rows:
        words = (
            "NAME [{BEFORE] [}CARDS]",
            "NAME shows [ME] [CARDS]",
            "NAME shows [CARDS]{ WORDS}",
            "NAME shows nothing...",
        )
        return Rows([Row(Line(each, means), PARTS) for each in words], 2)

    used = rows()
    for before in (*WITH_CARDS, *WITH_CARDS):
        used.read(None, 1, before, 1)
    read.clear()
    results = [used.read(None, 1, text, 1), rows().read(None, 1, text, 1)]
    assert results in ([False, False], [True, True])
    assert read[:1] == read[1:]


@pytest.mark.parametrize(
    ("text", "words", "is_kept"),
    [
        (" calls [$0.50 USD]", "NAME calls {[}AMOUNT{]}", True),
        (" calls $0.50", "NAME calls {[}AMOUNT{]}", True),
        (" [Kc]", "NAME [CARDS]", True),
        (" [2c 7d Kc]", "NAME [CARDS]", False),
        (" shows [ 2c, 7d, Kc ]", "NAME shows [CARDS]", False),
        (" calls [$0.50 USD] [2c 7d Kc]", "NAME calls [AMOUNT] [CARDS]", False),
    ],
)
def test_a_text_is_kept_unless_it_has_several_cards(text: str, words: str, is_kept: bool) -> None:
    parts = {**PARTS, "AMOUNT": Part("chips", r"[$0-9.]+(?: USD)?")}
    rows = Rows([Row(Line(words, NOTHING), parts)], 2)
    assert rows.read(None, 1, text, 1)
    assert [*rows.acts] == ([text] if is_kept else [])


def test_cards_between_blanks_are_left_out_of_the_text_that_is_kept() -> None:
    rows = Rows([Row(Line("NAME shows [CARDS]", NOTHING), PARTS)], 2)
    assert rows.read(None, 1, " shows [ 2c, 7d, Kc ]", 1)
    assert [*rows._around] == [" shows []"]


def test_a_full_stop_behind_a_whole_amount_is_no_matter_where_there_are_no_cents() -> None:
    assert Row(Line("NAME calls CHIPS", NOTHING), PARTS).values(" calls 500.", 0) == {"chips": 500}


@pytest.mark.parametrize("name", sorted(TABLES.keys() - {"acr_2016"}))
def test_an_act_between_the_seats_ends_no_list_of_seats(name: str) -> None:
    lines = printed(name)
    first = next(at for at, line in enumerate(lines) if re.match("Seat [0-9]: ", line))
    seats = read(TABLES[name], lines).seats
    act = f"{seats[0].player}{':' if name == 'pokerstars' else ''} folds"
    hand = read(TABLES[name], [*lines[: first + 1], act, *lines[first + 1 :]])
    assert [(each.number, each.player) for each in hand.seats] == [(each.number, each.player) for each in seats]


@pytest.mark.parametrize(
    "line",
    [
        "Zed: folds",
        "Side bet: Zed calls $5",
        "{} opens{} calls $5",
        "{} checks {} folds",
        "Dealt to {} [ 4c ]Zed folds",
        "El jugador {} double calls $5",
    ],
)
@pytest.mark.parametrize("name", ["fulltilt", "ongame", "partypoker"])
def test_an_act_of_a_stranger_needs_a_name_of_its_own(name: str, line: str) -> None:
    """What may be chat, or two lines in one, accuses nobody."""
    lines = printed(name)
    at = max(at for at, text in enumerate(lines) if re.search(" antes? ", text)) + 1
    seats = read(TABLES[name], lines).seats
    broken = line.format(seats[0].player, seats[1].player)
    hand = read(TABLES[name], [*lines[:at], broken, *lines[at:]])
    assert [event.words() for event in hand.events if isinstance(event, Unread)] == [f"unread {broken}"]
    assert not [event for event in hand.events if event.seat == STRANGER]


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("NAME calls CHIP", 'In the row " calls CHIP", CHIP is unknown. Write CHIPS.'),
        ("NAME beats NAME", 'In the row " beats NAME", NAME occurs twice. Write it once.'),
        ("NAME calls CHIPS of CHIPS", 'The row " calls CHIPS of CHIPS" has the same part, such as CHIPS, twice,'),
        (
            "NAME mucks{ hand",
            'The row " mucks{ hand" has the same part, such as CHIPS, twice, or braces that do not match.',
        ),
    ],
)
def test_a_misspelled_row_is_refused(words: str, refusal: str) -> None:
    with pytest.raises(ValueError, match=re.escape(refusal)):
        Row(Line(words, NOTHING), PARTS)


def test_a_part_whose_pattern_has_a_group_is_refused() -> None:
    parts = {**PARTS, "COLOUR": Part("colour", "(red|blue)")}
    with pytest.raises(ValueError, match=re.escape('Write "(?:...)" for "(...)".')):
        Row(Line("NAME is COLOUR", NOTHING), parts)
    usual = {**PARTS, "COLOUR": Part("colour", "(?:red|blue)")}
    assert Row(Line("NAME is COLOUR", NOTHING), usual).values(" is red", 2) == {"colour": "red"}


def test_dealt_cards_with_blanks_in_their_brackets_are_repeated_cards() -> None:
    lines = printed("pokerstars")
    blank = [re.sub(r"\[(\w\w[^\]]*)\]$", r"[\1 ]", line) if line.startswith("Dealt to") else line for line in lines]
    assert blank != lines
    hand, usual = read(TABLES["pokerstars"], blank), read(TABLES["pokerstars"], lines)
    assert [event.words() for event in hand.events] == [event.words() for event in usual.events]


@pytest.mark.parametrize("name", TABLES)
def test_every_meaning_takes_the_parts_of_its_row(name: str) -> None:
    for chapter, rows in TABLES[name].grammar.rows.items():
        for row in rows:
            parts = {name for name, _, _ in row.parts}
            inspect.signature(row.line.means).bind(chapter, 0, 0, **dict.fromkeys(parts))


def test_an_amount_of_partypoker_that_may_be_cut_off_is_not_read() -> None:
    rows = [row for row in partypoker.GRAMMAR.rows["play"] if "raises CHIPS to TO" in row.line.words]
    (found,) = [values for row in rows if (values := row.values(" raises 0.50 to 1.00", 2))]
    assert found["to"] == 100
    assert [row.values(" raises 0.50 to 0.", 2) for row in rows] == [None] * len(rows)


@pytest.mark.parametrize("cut", ["Total Pot($1.71) | Rake ($0", "Total Pot($1.71) | Rake ($0.0", "Total Pot($1.71) |"])
def test_a_total_of_absolute_that_is_cut_off_is_not_read(cut: str) -> None:
    lines = printed("absolute")
    at = next(at for at, line in enumerate(lines) if line.startswith("Total Pot("))
    hand = read(absolute.ROOM, [*lines[:at], cut, *lines[at + 1 :]])
    assert [event.words() for event in hand.events if isinstance(event, Unread)] == [f"unread {cut}"]


def test_a_line_that_cannot_be_read_whole_adds_nothing() -> None:
    lines = printed("pokerstars")
    summary = lines.index("*** SUMMARY ***")
    seat = read(pokerstars.ROOM, lines).seats[0]
    broken = f"Seat {seat.number}: {seat.player} showed [Ah 3c Ac 8h 2c 4d 5s] and won ($1.2.3) with a pair of Aces"
    at = next(at for at in range(summary, len(lines)) if lines[at].startswith(f"Seat {seat.number}: "))
    hand = read(pokerstars.ROOM, [*lines[:at], broken, *lines[at + 1 :]])
    assert [type(event) for event in hand.events if event.line == at + 1] == [Unread]


def test_noise_between_the_seats_begins_no_play() -> None:
    chat = Line("> NAME: ...", Noise("chat"))
    chapters = pokerstars.GRAMMAR.chapters
    grammar = Grammar({**chapters, "play": (*chapters["play"], chat)}, {"RULE": Part("", r"\*+")})
    header = Header("1")
    assert not grammar.begins_play(header, "> Ann: hello")
    assert grammar.begins_play(header, "Dealt to Ann [Kc]")


def test_noise_is_marked() -> None:
    play = pokerstars.GRAMMAR.rows["play"]
    noise = {row.line.words for row in play if row.is_noise}
    assert {"NAME has left the table...", "*** SHOW DOWN ***", 'NAME said, "..."'} <= noise
    assert not {"NAME: checks", "*** SUMMARY ***", "Hand cancel{l}ed"} & noise
    assert all(isinstance(row.line.means, Noise) for row in play if row.is_noise)


def test_whether_a_hand_is_whole_is_tested_once_for_a_hand_without_unread_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room, tests = partypoker.ROOM, 0
    before = room._is_whole

    def is_whole(hand: HandSoFar) -> bool:
        nonlocal tests
        tests += 1
        return before(hand)

    monkeypatch.setattr(room, "_is_whole", is_whole)
    lines = printed("partypoker")
    for end, times in (([], 1), (["and a line that no room writes"], 2)):
        tests = 0
        read(room, [*lines, *end])
        assert tests == times
