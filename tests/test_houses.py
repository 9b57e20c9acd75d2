"""The houses that ship, held against the tables of the rulebook."""

import pytest

from auditor.engine.hand import Game, Structure
from auditor.engine.house import HouseRefused, Setting
from auditor.engine.house.parameter_types import Kind, text_of
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import house_for_room, load, names, shipped

# A cell: x stated, (x) assumed by the house's own file, x? hedged, -x silent and filled from its base, . not asked.
SEEDS = """
key                         qqonline                 partypoker               classic                  online-hilo              casino

seats.most                  8                        8                        8                        8                        7
seats.least                 -2                       -2                       2                        -2                       2
deal.burn_fourth            (false)                  (false)                  (false)                  (false)                  true
deal.burn_later             (false)                  (false)                  (false)                  (false)                  (true)
deal.order                  -any                     -any                     any                      -any                     singly_clockwise
deal.short_deck             (community)              (community)              community                community                -roberts
deal.shuffle                -false                   -false                   -false                   -false                   true

ante.before_cards           true                     true                     true                     true                     true
stakes.published            1/2/0.25,3/6/0.50?       1/2/0.25,3/6/0.50?       []?                      -[]                      []
stakes.complete             false?                   false?                   -false                   -false                   -false
bring_in.door               lowest                   lowest                   lowest                   lowest                   lowest
bring_in.ace                (high)                   (high)                   high                     (high)                   (high)
bring_in.tie                suit                     suit                     suit                     suit                     first_dealt
bring_in.amount             (stakes)                 (stakes)                 half_rounded_down        half_rounded_up          named_or_ante
bring_in.full_opening       (true)                   (true)                   true                     true                     (true)
bring_in.next_wager         (completes)              (completes)              completes                (completes)              raises_by_small_bet
bring_in.all_in_for_ante    (passes_may_not_fold)    (passes_may_not_fold)    (passes_may_not_fold)    (passes_may_not_fold)    (passes_may_not_fold)

betting.fixed               true                     true                     true                     true                     (true)
betting.big_bet_factor      2                        2                        2                        (2)                      (2)
betting.later_streets       size                     size                     size                     size                     (size)
cap.wagers                  4                        4                        4?                       4                        (4)
cap.counts_bring_in         (false)                  (false)                  (false)                  (false)                  (false)
cap.heads_up                capped                   capped                   (capped)                 capped                   (capped)
cap.scope                   round                    round                    -round                   round                    -round
double.right                pair_holder              (none)                   opener_pair              anyone                   (none)
double.raises               as_bet                   -either_until_double     (either_until_double)    either_until_double      -either_until_double
reopen.share                -half_bet                -half_bet                -half_bet                -half_bet                -half_bet
opener.board                best                     best                     best                     best                     best
opener.tie                  -first_dealt             (left_of_dealer)         suit                     left_of_dealer           first_dealt
opener.all_in               (best_of_rest)           (best_of_rest)           (best_of_rest)           (best_of_rest)           (best_of_rest)
opener.seventh_community    (up_cards)               (up_cards)               (up_cards)               (up_cards)               (up_cards)
turn.order                  -true                    -true                    true                     -true                    true
turn.street_end             true                     true                     true                     -true                    true
turn.out_of_turn            -checker_may_not_wager   -checker_may_not_wager   -checker_may_not_wager   -checker_may_not_wager   no_raise_this_street
turn.fold                   any_time                 any_time                 -in_turn                 -in_turn                 any_time
turn.partial_bet            -prohibited              -prohibited              -prohibited              -prohibited              prohibited
turn.declaration            -binds                   -binds                   -binds                   -binds                   binds
table_stakes.rule           true                     true                     (true)                   (true)                   true
table_stakes.announced      false                    false                    -false                   -false                   true
table_stakes.no_changes     true                     true                     -true                    -true                    true
table_stakes.no_exchange    -false                   -false                   -false                   -false                   true

showdown.first              seventh_wager            seventh_wager            seventh_wager            -seventh_wager           -seventh_wager
showdown.unbet              opener                   opener                   (opener)                 -opener                  -opener
showdown.clockwise          -true                    -true                    true                     -true                    -true
showdown.side_pots_first    -true                    -true                    -true                    -true                    -true
showdown.to_win             (five)                   (five)                   five                     -seven                   -seven
showdown.muck               allowed                  allowed                  allowed                  -allowed                 -allowed
hand.best                   five                     five                     five                     -five                    -five
low.qualifier               .                        eight_or_better          .                        (eight_or_better)        .
pots.rule                   true                     true                     true                     -true                    -true
pots.side                   true                     true                     (true)                   -true                    true
odd.tied                    first_left_of_dealer     highest_card             -highest_card            -highest_card            -highest_card
odd.halves                  .                        high                     .                        -high                    .
odd.tied_low                .                        lowest_card              .                        -lowest_card             .
odd.cards                   .                        (five)                   -seven                   -seven                   -seven
rake.schedule               (as_stated)              unknown                  (as_stated)              (as_stated)              (as_stated)
rake.third_street           -true                    true                     -true                    -true                    -true

clock.time                  10                       10                       -0                       -0                       -0
clock.countdown             20                       20                       -0                       -0                       -0
clock.tolerance             (2)                      (2)                      -2                       -2                       -2
clock.out_of_time           clocked                  clocked                  -checked_or_folded       -checked_or_folded       -checked_or_folded
clock.ante_counts           true                     true                     .                        .                        .
clock.reconnection          adds_countdown           adds_countdown           .                        .                        .
clock.reconnections         (once)                   (once)                   .                        .                        .
clock.disconnect_needs_money false                   false                    .                        .                        .
clock.pot                   matched                  matched                  .                        .                        .

conduct.in_sight            -true                    -true                    -true                    -true                    true
conduct.hole_cards          -false                   -false                   -false                   -false                   true
conduct.short_stack_plays   true                     true                     -true                    -true                    true

dispute.deadline            (any_time)               (any_time)               (any_time)               (any_time)               (next_hand)
"""  # noqa: E501 - a table wants its columns

# The key may be led by the games a row is about.
RULEBOOKS = """
key                            roberts                  wsop-live                          wsop-tournament            tda

seats.most                     8                        8                                  8                          8
seats.least                    2                        2                                  2                          2
deal.burn_fourth               true                     true                               true                       true
deal.burn_later                true                     true                               true                       true
deal.short_deck                roberts                  plus_two                           plus_two                   plus_two

ante.before_cards              true                     true                               true                       true
stakes.published               []                       []                                 []                         []
stud,stud8:bring_in.door       lowest                   lowest                             lowest                     lowest
razz:bring_in.door             highest                  highest                            highest                    highest
stud,stud8:bring_in.ace        high                     high                               high                       high
razz:bring_in.ace              low                      low                                low                        low
bring_in.tie                   suit                     suit                               suit                       suit
bring_in.amount                stakes                   stakes                             stakes                     stakes
bring_in.full_opening          true                     true                               true                       true
bring_in.next_wager            completes                completes                          completes                  completes
bring_in.all_in_for_ante       passes_may_fold          passes_may_fold                    passes_may_fold            passes_may_fold

betting.fixed                  true                     true                               true                       true
betting.big_bet_factor         2                        2                                  2                          2
betting.later_streets          size                     size                               size                       size
cap.wagers                     4                        5                                  5                          (4)
cap.counts_bring_in            false                    false                              false                      false
cap.scope                      round                    round                              round                      round
cap.heads_up                   uncapped_when_two_left   uncapped_if_street_starts_with_two capped_unless_two_dealt_in capped_unless_two_dealt_in
stud:double.right              anyone                   anyone                             none                       none
stud8,razz:double.right        none                     none                               none                       none
stud:double.raises             either_until_double      either_until_double                -either_until_double       -either_until_double
reopen.share                   half_bet                 half_bet                           half_bet                   half_bet
stud,stud8:opener.board        best                     best                               best                       best
razz:opener.board              lowest                   lowest                             lowest                     lowest
stud:opener.tie                first_dealt              first_dealt                        suit                       suit
stud8:opener.tie               first_dealt              left_of_dealer                     left_of_dealer             suit
razz:opener.tie                first_dealt              first_dealt                        first_dealt                first_dealt
stud,razz:opener.all_in        best_of_rest             (best_of_rest)                     (best_of_rest)             best_of_rest
stud8:opener.all_in            best_of_rest             next_clockwise                     next_clockwise             best_of_rest
opener.seventh_community       with_community           as_sixth                           as_sixth                   as_sixth
turn.order                     true                     true                               true                       true
turn.street_end                true                     true                               true                       true
turn.out_of_turn               checker_may_not_wager    binding_unless_wager               binding_unless_wager       binding_unless_wager
turn.fold                      in_turn                  in_turn                            in_turn                    in_turn
table_stakes.rule              true                     true                               true                       true

showdown.first                 seventh_wager            seventh_wager                      seventh_wager              seventh_wager
showdown.unbet                 opener                   opener                             opener                     opener
showdown.clockwise             true                     true                               true                       true
showdown.side_pots_first       true                     true                               true                       true
showdown.to_win                seven                    seven                              seven                      seven
showdown.muck                  allowed                  allowed                            all_in_tabled              all_in_tabled
hand.best                      five                     five                               five                       five
stud8:low.qualifier            eight_or_better          eight_or_better                    eight_or_better            eight_or_better
pots.rule                      true                     true                               true                       true
pots.side                      true                     true                               true                       true
odd.tied                       highest_card             highest_card                       highest_card               highest_card
odd.halves                     high                     high                               high                       high
odd.tied_low                   lowest_card              highest_card                       highest_card               highest_card
odd.cards                      seven                    five                               five                       five
rake.schedule                  unknown                  percent                            none                       none
rake.percent                   0                        10                                 -0                         -0
rake.cap                       0                        5                                  -0                         -0
turn.partial_bet               prohibited               prohibited                         prohibited                 prohibited
turn.declaration               binds                    binds                              binds                      binds
table_stakes.announced         false                    -false                             -false                     -false
table_stakes.no_exchange       (false)                  -false                             -false                     -false
clock.time                     (0)                      -0                                 -0                         25
clock.countdown                (0)                      -0                                 -0                         5
clock.out_of_time              (checked_or_folded)      -checked_or_folded                 -checked_or_folded         checked_or_folded
conduct.hole_cards             (false)                  -false                             -false                     -false
conduct.short_stack_plays      true                     -true                              -true                      -true

dispute.deadline               (next_hand)              -next_hand                         (next_hand_or_action)      next_hand_or_action
"""  # noqa: E501 - a table wants its columns

# What was measured on the logs is assumed, and so is all the rest.
MEASURED = """
key                            pokerstars                      partypoker-high

cap.wagers                     (4)                             -4
cap.heads_up                   (capped)                        -capped
razz:bring_in.door             (highest)                       .
razz:bring_in.ace              (low)                           .
razz:bring_in.tie              (suit)                          .
razz:opener.board              (lowest)                        .
razz:low.qualifier             (none)                          .
stud:double.right              (anyone)                        (pair_holder)
stud8,razz:double.right        (none)                          .
stud:double.raises             -either_until_double            (as_bet)
bring_in.all_in_for_ante       (passes_may_not_fold)           -passes_may_not_fold
opener.tie                     -first_dealt                    -left_of_dealer
opener.all_in                  (best_of_rest)                  -best_of_rest
showdown.first                 (seventh_wager)                 -seventh_wager
showdown.unbet                 (lowest_seat)                   -opener
odd.halves                     (high)                          -high
odd.tied                       (any)                           -highest_card
odd.tied_low                   (any)                           -lowest_card
rake.schedule                  (unknown)                       -unknown
rake.third_street              (false)                         -true
rake.from                      (as_logged)                     -as_logged
"""

# What differs from fixed limit; a row is led by its structure.
STRUCTURES = """
key                        casino           strict-test

pot:betting.fixed          false            false
no:betting.fixed           false            false
spread:betting.fixed       false            false
pot:cap.wagers             (0)              0
no:cap.wagers              (0)              0
spread:cap.wagers          (0)              0
pot:betting.pot_limit      call_then_pot    call_then_pot
pot:betting.least_raise    -last_wager      last_wager
no:betting.least_raise     (last_wager)     last_wager
spread:betting.spread      either_size      either_size
spread:betting.least_raise (last_wager)     last_wager
pot:bring_in.full_opening  (false)          false
no:bring_in.full_opening   (false)          false
spread:bring_in.full_opening (false)          false
pot:reopen.share           -full_bet        full_bet
no:reopen.share            -full_bet        full_bet
spread:reopen.share        -full_bet        full_bet
"""

# No room was seen to give an odd chip of tied hands to anybody; where one was seen between the halves, it went there.
ODD_CHIPS = """
key           absolute  acr    bovada  everleaf  fulltilt  ipoker  kingsclub  merge   ongame  pokerstars  winamax

odd.tied      (any)     (any)  (any)   (any)     (any)     (any)   (any)      (any)   (any)   (any)       (any)
odd.tied_low  (any)     (any)  (any)   (any)     (any)     (any)   (any)      (any)   (any)   (any)       (any)
odd.halves    (high)    (low)  (high)  (any)     (any)     (any)   (any)      (high)  (any)   (high)      (any)
"""

READINGS = """
qqonline          bring_in.ace         low
qqonline          betting.later_streets ceiling
qqonline          cap.counts_bring_in  true
qqonline          cap.scope            per_player
qqonline          double.right         pair_opener
qqonline          double.raises        either_until_double
qqonline          turn.fold            in_turn
qqonline          showdown.first       seventh_first_wager
qqonline          hand.best            five_then_sixth
partypoker        bring_in.ace         low
partypoker        cap.counts_bring_in  true
partypoker        cap.scope            per_player
partypoker        turn.fold            in_turn
partypoker        showdown.first       seventh_first_wager
partypoker        hand.best            five_then_sixth
partypoker        odd.cards            seven
partypoker-high   bring_in.ace         low
partypoker-high   cap.counts_bring_in  true
partypoker-high   cap.scope            per_player
partypoker-high   double.right         pair_opener
partypoker-high   double.raises        either_until_double
partypoker-high   turn.fold            in_turn
partypoker-high   showdown.first       seventh_first_wager
partypoker-high   hand.best            five_then_sixth
partypoker-high   odd.cards            seven
qqonline          clock.ante_counts    false
qqonline          clock.disconnect_needs_money true
qqonline          clock.pot            moment
qqonline          clock.reconnection   countdown_anew
qqonline          clock.reconnections  each_time
partypoker        clock.ante_counts    false
partypoker        clock.disconnect_needs_money true
partypoker        clock.pot            moment
partypoker        clock.reconnection   countdown_anew
partypoker        clock.reconnections  each_time
partypoker-high   clock.ante_counts    false
partypoker-high   clock.disconnect_needs_money true
partypoker-high   clock.pot            moment
partypoker-high   clock.reconnection   countdown_anew
partypoker-high   clock.reconnections  each_time
classic           bring_in.amount      half_rounded_up
classic           cap.counts_bring_in  true
classic           showdown.first       any_wager
online-hilo       bring_in.ace         low
online-hilo       bring_in.amount      half_rounded_down
online-hilo       bring_in.next_wager  raises_by_small_bet
online-hilo       cap.counts_bring_in  true
online-hilo       cap.scope            per_player
online-hilo       opener.tie           seat_left_of_dealer
online-hilo       low.qualifier        none
casino            deal.burn_fourth     false
casino            bring_in.ace         low
casino            bring_in.next_wager  completes raises_by_previous
casino            cap.wagers           0
casino            turn.out_of_turn     no_raise_that_act
casino            turn.fold            in_turn
casino            betting.pot_limit    collected_pot pot_before_call
casino            betting.least_raise  any
casino            betting.spread       anything_between
"""

# The games of each house of the rulebook. A house that is added later needs no line in any table here.
GAMES = {
    "absolute": "stud stud8 razz",
    "acr": "stud stud8 razz",
    "bovada": "stud stud8",
    "casino": "stud",
    "classic": "stud",
    "everleaf": "stud stud8 razz",
    "fulltilt": "stud stud8 razz",
    "ipoker": "stud stud8",
    "kingsclub": "stud stud8 razz",
    "merge": "stud stud8 razz",
    "ongame": "stud stud8 razz",
    "online-hilo": "stud8",
    "partypoker": "stud8",
    "partypoker-high": "stud",
    "pokerstars": "stud stud8 razz",
    "qqonline": "stud",
    "roberts": "stud stud8 razz",
    "strict-test": "stud stud8 razz",
    "tda": "stud stud8 razz",
    "winamax": "stud stud8 razz",
    "wsop-live": "stud stud8 razz",
    "wsop-tournament": "stud stud8 razz",
}


def cell(setting: Setting) -> str:
    """A setting as the tables above write it."""
    value = text_of(setting.value).replace(" ", ",") or "[]"
    if setting.filled_from:
        assert setting.status in ("assumed", "universal")
        return f"-{value}"
    return {"stated": value, "assumed": f"({value})", "universal": f"({value})", "hedged": f"{value}?"}[setting.status]


def cells_of(table: str) -> list[tuple[str, Game, Structure, str, str]]:
    """Every cell of a table: house, game, structure, key, what it must be."""
    head, *rows = [line.split() for line in table.splitlines() if line]
    found = []
    for row in rows:
        head_of_row, _, key = row[0].rpartition(":")
        structure = Structure(head_of_row) if head_of_row in list(Structure) else Structure.FIXED
        games = "" if head_of_row in list(Structure) else head_of_row
        assert len(row) == len(head), row
        for house, expected in zip(head[1:], row[1:], strict=True):
            for game in GAMES[house].split():
                if expected != "." and game in (games or game).split(","):
                    found.append((house, Game(game), structure, key, expected))
    return found


@pytest.mark.parametrize(
    "table",
    [SEEDS, RULEBOOKS, MEASURED, ODD_CHIPS, STRUCTURES],
    ids=["seeds", "rules", "measured", "odd", "structures"],
)
def test_every_cell_of_the_rulebook_stands_in_its_house(table: str) -> None:
    cells = cells_of(table)
    logged = [
        (house, game, structure, key, cell(load(house, game, structure).setting(key)))
        for house, game, structure, key, _ in cells
    ]
    assert cells == logged


def test_the_readings_are_those_of_the_rulebook_and_no_others() -> None:
    found = []
    for name in GAMES:
        for structure in shipped().file(name).structures:
            for key, setting in load(name, Game(GAMES[name].split()[0]), structure).settings.items():
                told = [name, key, *[text_of(reading.value) for reading in setting.readings]]
                if setting.readings and told not in found:
                    found.append(told)
    assert sorted(line.split() for line in READINGS.splitlines() if line) == sorted(found)


def test_every_house_loads_for_each_of_its_games_and_refuses_the_others() -> None:
    assert set(GAMES) <= set(names())
    for name in names():
        games = shipped().file(name).games
        assert " ".join(games) == GAMES.get(name, " ".join(games))
        for game in Game:
            if game in games:
                assert (name, game) == (load(name, game).name, load(name, game).game)
            else:
                with pytest.raises(HouseRefused, match=f'^house "{name}" does not cover {game}; it covers '):
                    load(name, game)


def test_roberts_and_the_strict_house_answer_every_key_themselves() -> None:
    for game in Game:
        assert {setting.filled_from for setting in load("roberts", game).settings.values()} == {""}
        for setting in load("strict-test", game).settings.values():
            assert (setting.key, "stated", "") == (setting.key, setting.status, setting.filled_from)


def test_what_the_house_roberts_assumes() -> None:
    assumed = [key for key, setting in load("roberts", Game.STUD).settings.items() if setting.status == "assumed"]
    clock = [key for key in PARAMETERS if key.startswith("clock.")]
    first = ["deal.shuffle", "betting.spread", "table_stakes.no_exchange"]
    assert assumed == [*first, *clock, "conduct.hole_cards", "dispute.deadline"]


def test_nothing_measured_is_stated() -> None:
    for name in ("pokerstars", "partypoker-high"):
        for setting in load(name, Game.STUD).settings.values():
            assert (setting.key, True) == (setting.key, setting.status != "stated")


def test_the_strict_house_has_every_restriction_on() -> None:
    settings = load("strict-test", Game.STUD).settings
    keys = "seats.most bring_in.full_opening cap.wagers double.right turn.fold deal.order showdown.to_win showdown.muck"
    found = " ".join([text_of(settings[key].value) for key in keys.split()])
    assert found == "7 false 3 none in_turn singly_clockwise seven all_in_tabled"
    assert settings["stakes.complete"].value is True
    assert "10/20/1" in text_of(settings["stakes.published"].value).split()


def test_every_parameter_is_an_attribute_of_the_same_value() -> None:
    for name in names():
        house = load(name, shipped().file(name).games[0])
        for key, setting in house.settings.items():
            assert (key, setting.value) == (key, getattr(house, key.replace(".", "_")))
            assert setting.clause.endswith((".", "!")), f"{name} {key} is no sentence"
        assert list(PARAMETERS) == list(house.settings)


def test_every_parameter_and_choice_has_a_meaning_of_its_own() -> None:
    for parameter in PARAMETERS.values():
        assert parameter.meaning
        assert (parameter.kind is Kind.CHOICE) == (len(parameter.choices) > 0)
        assert len(set(parameter.choices.values())) == len(parameter.choices), parameter.key


def test_a_silence_says_what_fills_it() -> None:
    setting = load("casino", Game.STUD).setting("reopen.share")
    assert setting.clause == (
        "Silent; filled from roberts: An all-in of at least half a bet counts as a full wager and reopens the betting."
    )
    twice = load("partypoker-high", Game.STUD).setting("reopen.share")
    assert (setting.clause, "roberts") == (twice.clause, twice.filled_from)
    once = load("partypoker-high", Game.STUD).setting("bring_in.ace")
    assert once.clause == "Silent; filled from partypoker: an ace is the highest door card."


def test_rooms_find_their_house_in_the_data() -> None:
    assert house_for_room("pokerstars", Game.RAZZ) == "pokerstars"
    assert house_for_room("partypoker", Game.STUD8) == "partypoker"
    assert house_for_room("partypoker", Game.STUD) == "partypoker-high"
    assert house_for_room("partypoker", Game.RAZZ) is None
    assert house_for_room("", Game.STUD) is None


def test_the_parameters_of_one_heading_stand_together() -> None:
    headings = [key.split(".")[0] for key in PARAMETERS]
    assert [
        each for place, each in enumerate(headings) if each in headings[:place] and headings[place - 1] != each
    ] == []
