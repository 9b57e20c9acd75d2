"""A stud hand is not skipped because its room spells the name of the game in another way than we have seen."""

from codecs import BOM_UTF16
from pathlib import Path

import pytest

from auditor.engine.hand import Game, Structure
from auditor.formats import Outcome, Read, Rejected, Skipped, open_log
from auditor.formats.rooms.grammar.stud_games import may_be_stud, recognized

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"

GAMES = {
    "7 Card Stud": Game.STUD,
    "Seven Card Stud": Game.STUD,
    "SEVEN_CARD_STUD_HI": Game.STUD,
    "Seven Cards Stud HiLow": Game.STUD8,
    "7-Card Stud H/L": Game.STUD8,
    "Stud Hi/Lo 8 or better": Game.STUD8,
    "Stud Eight-or-Better": Game.STUD8,
    "7STUD8": Game.STUD8,
    "7CARD HiLo,": Game.STUD8,
    "7 Card Razz": Game.RAZZ,
    "RAZZ": Game.RAZZ,
}


@pytest.mark.parametrize("named", GAMES)
def test_these_words_are_certainly_the_name_of_a_stud_game(named: str) -> None:
    found = recognized(named)
    assert found is not None
    assert found == (GAMES[named], None, None)


def test_limit_currency_and_stakes_around_the_name_are_read_too() -> None:
    assert recognized("Pot Limit Stud Hi-Lo") == (Game.STUD8, Structure.POT, None)
    assert recognized("$5/$10 USD FL Razz Turbo") == (Game.RAZZ, Structure.FIXED, ("$5", "$10"))
    assert recognized("Seven Card Hi/Lo Normal 0.02€/0.04€") == (Game.STUD8, Structure.FIXED, ("0.02€", "0.04€"))


UNCLEAR = (
    "Super Razz",
    "7 Card Stud Hi/Lo No Qualifier",
    "Cap Stud",
    "Stud Low",
    "7 Card Studs",
    "7 Card Flip",
    "₽0.50/₽1 7 Card Stud",
    "0.50",
    "Raz",
    "Razzz",
    "R\u0430zz",  # the second letter is Cyrillic
    "RZAZ",
    "Stdu Hi/Lo",
    "Sttuud",
    "7CS",
    "FL 7CS Hi/Lo",
    "7CSHL",
    "7CS8",
)
OTHERS = (
    *("Hold'em", "Omaha Hi/Lo", "Badugi", "Razzdugi", "Courchevel", "8-Game", "HORSE", "5 Card Stud", "Five-Card Stud"),
    *("2-7 Razz", "2-7 Triple Draw", "Deuce to Seven Razz", "Six Plus Hold'em", "Studio Poker", "5-Card Stud Hi/Lo"),
    *("Xyzzy", "27CS", "7CSomething", "PRR", "El jugador", "Pizza", "Draw"),
)


@pytest.mark.parametrize("named", UNCLEAR)
def test_a_name_that_may_be_stud_is_neither_read_nor_skipped(named: str) -> None:
    assert (recognized(named), may_be_stud(named)) == (None, True)


@pytest.mark.parametrize("named", OTHERS)
def test_other_games_are_skipped(named: str) -> None:
    assert (recognized(named), may_be_stud(named)) == (None, False)


# For each room: a sample, the name of the game in its first hand, and another spelling of this name.
SPELLINGS = {
    "absolute": ("Seven Card Hi/Lo  Normal", "Seven Card Hi/Lo Turbo Normal"),
    "acr": ("7Stud H/L", "7 Card Stud Hi/Lo"),
    "acr_2016": ("(Seven Cards Stud HiLow)", "(Seven Card Stud Hi/Lo)"),
    "bovada": ("7CARD HiLo", "7 Card Stud HiLo"),
    "everleaf": ("7 Card Stud", "Seven Card Stud"),
    "fulltilt": ("Stud H/L", "Stud Eight or Better"),
    "kingsclub": ("Razz", "7 Card Razz"),
    "mavens": ("Limit Stud", "Limit Seven Card Stud"),
    "ongame": ("SEVEN_CARD_STUD ", "SEVEN_CARD_STUD_HI "),
    "partypoker": ("7 Card Stud", "Seven Card Stud"),
    "pokerstars": ("7 Card Stud", "Seven Card Stud"),
    "winamax": ("7-Card Stud", "Seven Card Stud"),
}


def samples(room: str, named: str) -> list[str]:
    files = [path.read_bytes() for path in sorted((SAMPLES / room).glob("*.txt"))]
    texts = [data.decode("utf-16" if data.startswith(BOM_UTF16) else "utf-8-sig", "ignore") for data in files]
    return [text for text in texts if named in text]


def outcomes(text: str) -> list[Outcome]:
    return list(open_log(text.encode()))


@pytest.mark.parametrize("room", SPELLINGS)
def test_each_room_reads_the_game_in_another_spelling(room: str) -> None:
    named, other = SPELLINGS[room]
    text = samples(room, named)[0]
    before = [each.hand.digest() for each in outcomes(text) if isinstance(each, Read)]
    assert before
    assert before == [each.hand.digest() for each in outcomes(text.replace(named, other)) if isinstance(each, Read)]


@pytest.mark.parametrize("room", SPELLINGS)
def test_each_room_rejects_an_unknown_game_that_may_be_stud(room: str) -> None:
    named, _ = SPELLINGS[room]
    text = samples(room, named)[0]
    found = outcomes(text.replace(named, "CRAZY_RAZZ " if room == "ongame" else _unclear(named)))
    reasons = [each.reason for each in found if isinstance(each, Rejected)]
    assert reasons
    assert all("It may be a stud game, but we do not know this name." in reason for reason in reasons)
    assert not [each for each in found if isinstance(each, Skipped) and "Crazy" in each.game]


@pytest.mark.parametrize(
    ("room", "intact", "damaged"),
    [
        ("partypoker", "$10/$20 USD FL 7 Card", "El jugador $10/$20 USD FL 7 Card"),
        ("acr_2016", "(PRR) ", "(PRR)\n"),
    ],
)
def test_a_title_with_a_stud_game_at_another_place_is_not_skipped(room: str, intact: str, damaged: str) -> None:
    text = next(text for text in samples(room, intact) if "Stud" in text)
    before = outcomes(text)
    after = outcomes(text.replace(intact, damaged))
    assert len(after) == len(before)
    assert sum([isinstance(each, Rejected) for each in after]) > sum([isinstance(each, Rejected) for each in before])
    assert sum([isinstance(each, Skipped) for each in after]) == sum([isinstance(each, Skipped) for each in before])


def test_a_club_or_table_may_have_the_name_of_a_stud_game() -> None:
    text = samples("pokerstars", "{Hidalgo's Razz Limit Den}")[0]
    game = "7 Card Stud Limit (5/10)"
    assert game in text
    found = outcomes(text.replace(game, "Hold'em No Limit (5/10)"))
    assert [each.game for each in found if isinstance(each, Skipped)]
    assert not [each for each in found if isinstance(each, Rejected)]


def _unclear(named: str) -> str:
    bare = named.strip("()")
    return named.replace(bare, f"{'Limit ' * bare.startswith('Limit')}Crazy Razz{' Normal' * bare.endswith('Normal')}")


def test_the_sign_behind_an_amount_is_no_sign_of_the_next_word() -> None:
    text = samples("everleaf", "€0.50/€1 7 Card Stud")[0]
    [found, *_] = outcomes(text.replace("€0.50/€1 7", "0.50€/1€ 7"))
    assert isinstance(found, Read)
    assert (found.hand.game, found.hand.stakes.small_bet, found.hand.stakes.big_bet) == (Game.STUD8, 50, 100)
