"""What a house file may say, how silences are filled, how it is refused, and what moves its digest."""

import hashlib
import importlib.resources

import pytest

from auditor.engine.hand import Game
from auditor.engine.house import House, HouseRefused
from auditor.engine.house.house import weakest
from auditor.engine.house.parameter_types import Kind
from auditor.engine.house.parameters import PARAMETERS, parameter_of
from auditor.engine.house.registry import Houses, load, shipped

ROBERTS = (importlib.resources.files("auditor.engine") / "houses" / "roberts.toml").read_text(encoding="utf-8")
HEAD = 'title = "Mine"\nsource = "me"\ngames = ["stud"]\n'
TIE = '[bring_in.tie]\nvalue = "first_dealt"\nstatus = "stated"\nclause = "First dealt is lowest."\n'

# A file, what its refusal says.
REFUSALS = """
[bring_in.ties]
-> there is no parameter "bring_in.ties"; did you mean bring_in.tie? bring_in has door, ace, tie, amount, full_opening, next_wager and all_in_for_ante

[colour.of]
-> there is no parameter "colour.of"; the headings are seats, deal, ante, stakes, bring_in, betting, cap, double, reopen, opener, turn, table_stakes, showdown, hand, low, pots, odd, rake, clock, conduct and dispute

[bring_in.tie]
-> bring_in.tie has no value; choose suit or first_dealt

bring_in.tie = { value = "suits", status = "stated", clause = "By suit." }
-> bring_in.tie cannot be "suits"; choose suit or first_dealt

bring_in.tie = { value = 4, status = "stated", clause = "By suit." }
-> bring_in.tie cannot be 4; choose suit or first_dealt

bring_in.tie = { value = "suit", statuss = "stated", clause = "By suit." }
-> bring_in.tie has an unknown line statuss; did you mean status? the possible lines are value, status, clause and readings

bring_in.tie = { value = "suit", status = "certain", clause = "By suit." }
-> bring_in.tie has no valid status; choose stated, assumed or hedged

bring_in.tie = { value = "suit", clause = "By suit." }
-> bring_in.tie has no valid status; choose stated, assumed or hedged

bring_in.tie = { value = "suit", status = "stated", clause = " " }
-> bring_in.tie has no clause; write what the rules of the house say, or that they do not answer this question

bring_in.tie = { value = "suit", status = "stated", clause = "By suit.", readings = { suit = "Yes." } }
-> bring_in.tie lists its own value suit among the other readings; remove this reading, or choose another value

bring_in.tie = { value = "suit", status = "stated", clause = "By suit.", readings = { rank = "Yes." } }
-> bring_in.tie cannot be "rank"; choose suit or first_dealt

bring_in.tie = { value = "suit", status = "stated", clause = "By suit.", readings = ["first_dealt"] }
-> bring_in.tie.readings must list other values of bring_in.tie, each with a sentence: { value = "..." }

bring_in.tie = { value = "suit", status = "stated", clause = "By suit.", readings = { first_dealt = "" } }
-> bring_in.tie has a reading first_dealt without a sentence; explain how this reading understands the clause

bring_in.tie = "suit"
-> bring_in.tie needs a value, a status and a clause; write these three lines below a line such as [bring_in.tie]

bring_in = "suit"
-> bring_in needs a value, a status and a clause; write these three lines below a line such as [bring_in.tie]

cap.wagers = { value = "4" }
-> cap.wagers cannot be "4"; choose a whole number from 0 to 99

cap.wagers = { value = true }
-> cap.wagers cannot be true; choose a whole number from 0 to 99

cap.wagers = { value = 100 }
-> cap.wagers cannot be 100; choose a whole number from 0 to 99

deal.burn_fourth = { value = 1 }
-> deal.burn_fourth cannot be 1; choose true or false

stakes.published = { value = [["2", "4"]] }
-> stakes.published cannot be ['2', '4']; choose a list of stakes; write each stake as [small bet, big bet, ante], such as ["2", "4", "0.25"]

stakes.published = { value = [["2", "4", ".5"]] }
-> stakes.published cannot be ['2', '4', '.5']; choose a list of stakes; write each stake as [small bet, big bet, ante], such as ["2", "4", "0.25"]

stakes.published = { value = "2/4/0.25" }
-> stakes.published cannot be "2/4/0.25"; choose a list of stakes; write each stake as [small bet, big bet, ante], such as ["2", "4", "0.25"]
"""  # noqa: E501 - a refusal is one line


def refusal(name: str, text: str, game: Game = Game.STUD) -> str:
    """How a shelf refuses a house of this text."""
    with pytest.raises(HouseRefused) as caught:
        Houses({"roberts": ROBERTS, name: text}).load(name, game)
    return str(caught.value)


def mine(body: str) -> House:
    """A house with these settings over roberts."""
    return Houses({"roberts": ROBERTS, "mine": HEAD + body}).load("mine", Game.STUD)


def test_a_house_beats_its_base_and_its_own_word_for_one_game_beats_both() -> None:
    body = '[double]\nright = { value = "opener_pair", status = "stated", clause = "A." }\n'
    both = body + '[stud.double]\nright = { value = "pair_holder", status = "hedged", clause = "B." }\n'
    assert load("roberts", Game.STUD).double_right == "anyone"
    assert mine(body).double_right == "opener_pair"
    assert mine(both).double_right == "pair_holder"
    assert mine(both).setting("double.right").status == "hedged"


def test_two_houses_cannot_claim_one_room() -> None:
    claim = HEAD + 'rooms = ["salon"]\n'
    shelf = Houses({"roberts": ROBERTS, "a": claim, "b": claim})
    assert shelf.for_room("salon", Game.RAZZ) is None
    with pytest.raises(
        HouseRefused,
        match=r'^houses "a" and "b" both list the room "salon" for stud; remove the room from one of these houses$',
    ):
        shelf.for_room("salon", Game.STUD)


def test_a_finding_is_graded_by_the_weakest_value_it_used() -> None:
    house = load("classic", Game.STUD)
    assert house.grade_status(()) == "stated"
    assert house.grade_status(("bring_in.tie", "bring_in.door")) == "stated"
    assert house.grade_status(("bring_in.tie", "cap.heads_up")) == "assumed"
    assert house.grade_status(("cap.heads_up", "cap.wagers", "bring_in.tie")) == "hedged"
    assert weakest(["assumed", "stated"]) == "assumed"
    assert weakest([]) == "stated"


def test_the_weakest_clauses_come_first_and_two_are_enough() -> None:
    house = load("classic", Game.STUD)
    stated, assumed, hedged = (house.setting(key).clause for key in ("bring_in.tie", "cap.heads_up", "cap.wagers"))
    assert house.clause(("bring_in.tie", "cap.heads_up", "cap.wagers")) == f"{hedged} {assumed}"
    assert house.clause(("bring_in.tie",)) == stated
    assert house.clause(("bring_in.tie", "bring_in.tie")) == stated
    assert house.clause(()) == ""


def test_a_reading_keeps_the_status_of_its_clause() -> None:
    house = load("qqonline", Game.STUD)
    for key, setting in house.settings.items():
        for reading in setting.readings:
            read = house.with_value(key, reading.value).setting(key)
            assert (reading.value, setting.status, reading.sentence) == (read.value, read.status, read.clause)
    assert house.with_value("bring_in.ace", "low").bring_in_ace == "low"
    assert house.bring_in_ace == "high"


def test_a_value_set_for_one_audit_counts_as_stated() -> None:
    house = load("qqonline", Game.STUD).with_value("cap.heads_up", "uncapped_when_two_left")
    setting = house.setting("cap.heads_up")
    assert (setting.status, setting.clause) == ("stated", "Set for this audit: cap.heads_up = uncapped_when_two_left.")
    assert house.with_value("cap.wagers", "3").cap_wagers == 3
    assert house.with_value("cap.wagers", 3).digest == house.with_value("cap.wagers", "3").digest
    assert house.with_value("bring_in.full_opening", "false").bring_in_full_opening is False
    assert house.with_value("stakes.published", "2/4/0.25 3/6/0.50").stakes_published == (
        ("2", "4", "0.25"),
        ("3", "6", "0.50"),
    )


@pytest.mark.parametrize("key", PARAMETERS)
def test_any_other_value_is_another_digest(key: str) -> None:
    house = load("roberts", Game.STUD)
    now = house.setting(key).value
    others: dict[Kind, list[object]] = {
        Kind.CHOICE: list(parameter_of(key).choices),
        Kind.BOOLEAN: [True, False],
        Kind.INTEGER: [2, 3],
        Kind.STAKES: [[["1", "2", "0.25"]]],
    }
    values = [parameter_of(key).checked(other) for other in others[parameter_of(key).kind]]
    digests = {house.with_value(key, value).digest for value in values if value != now}
    assert len(digests) == len([value for value in values if value != now]) > 0
    assert house.digest not in digests


def test_the_digest_is_that_of_the_house_not_of_its_file() -> None:
    ace = '[bring_in.ace]\nclause = "Ace low."\nvalue = "low"\nstatus = "hedged"\n'
    house = mine(TIE + ace)
    assert house.digest == mine("# a remark\n" + ace + "\n" + TIE).digest
    assert house.digest == hashlib.sha256(house.canonical().encode()).hexdigest()
    assert len(house.canonical().splitlines()) == 1 + len(PARAMETERS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"first_dealt"', '"suit"'),
        ('"stated"', '"hedged"'),
        ("First dealt is lowest.", "First dealt is the lowest."),
        ("lowest.", "lowest.\\nbring_in.tie ? suit x"),
        ('lowest."\n', 'lowest."\nreadings = { suit = "Or not." }\n'),
    ],
    ids=["value", "status", "clause", "clause that looks like a reading", "reading"],
)
def test_the_digest_moves_with_any_word_of_a_setting(old: str, new: str) -> None:
    assert TIE.replace(old, new) != TIE
    assert mine(TIE).digest != mine(TIE.replace(old, new)).digest


def test_the_digest_tells_houses_games_and_readings_apart() -> None:
    digests = [load(name, game).digest for name in shipped().names() for game in shipped().file(name).games]
    assert len(set(digests)) == len(digests)
    one = TIE + 'readings = { suit = "Or not." }\n'
    assert mine(one).digest != mine(one.replace("Or not.", "Or so.")).digest


@pytest.mark.parametrize("case", REFUSALS.strip().split("\n\n"))
def test_a_wrong_line_is_refused_with_its_place_and_what_to_write(case: str) -> None:
    body, _, sentence = case.partition("\n-> ")
    said = refusal("mine", HEAD + body)
    lines = [f'house "mine", line {number}: {sentence}' for number in range(4, 4 + len(body.splitlines()))]
    assert said in lines


BOTH = """# a comment with a [bring_in.tie]
[bring_in.tie]
value = "first_dealt"
status = "stated"
clause = '''
[stud8.bring_in.tie]
value = "no entry, but a part of the clause"
'''

[ stud8 . "bring_in" . 'tie' ]
status = "stated"
value = "first_dealt"
clause = "First dealt."
readings.suit = "By suit."
"""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('value = "first_dealt"\nstatus', 'value = "last"\nstatus', 6),
        ('status = "stated"\nclause = \'', 'statu = "stated"\nclause = \'', 7),
        ("'tie' ]", "'tiee' ]", 13),
        ('status = "stated"\nvalue = "first', 'status = "certain"\nvalue = "first', 14),
        ('clause = "First dealt."\n', "", 13),
        ("readings.suit", "readings.rank", 17),
        ("readings.suit", "games", 17),
    ],
)
def test_the_line_of_the_mistake_is_named(old: str, new: str, line: int) -> None:
    text = HEAD + BOTH
    assert text.count(old) == 1
    assert refusal("mine", text.replace(old, new)).startswith(f'house "mine", line {line}: ')


def test_a_wrong_head_is_refused() -> None:
    assert refusal("mine", 'source = ""\ngames = ["stud"]\n') == (
        'house "mine": title is missing; at the top of the file, write the full name of the house: title = "..."'
    )
    assert refusal("mine", HEAD.replace('["stud"]', '"stud"')) == (
        'house "mine", line 3: games must be a list of texts in quotes: games = ["..."]'
    )
    assert refusal("mine", HEAD.replace("stud", "holdem")) == (
        'house "mine", line 3: the line games lists "holdem", which is no game of the auditor; choose from stud, stud8'
        " and razz"
    )
    assert refusal("mine", "title = \n") == 'house "mine" is not valid TOML: Invalid value (at line 1, column 9)'
    assert refusal("mine", 'base = ""\n' + HEAD + TIE).startswith(
        'house "mine" has no answer to seats.most, seats.least, deal.burn_fourth and '
    )


def test_an_unknown_house_is_refused_with_the_nearest() -> None:
    shelf = Houses({"roberts": ROBERTS, "mine": HEAD})
    with pytest.raises(HouseRefused) as caught:
        shelf.load("robert", Game.STUD)
    assert str(caught.value) == 'there is no house "robert"; did you mean roberts? the houses are mine and roberts'
    with pytest.raises(HouseRefused) as caught:
        shelf.load("../x", Game.STUD)
    assert str(caught.value) == 'there is no house "../x"; the houses are mine and roberts'
    assert refusal("mine", 'base = "nowhere"\n' + HEAD).startswith('house "mine" names the unknown base "nowhere"; ')


def test_a_house_that_is_its_own_base_is_refused() -> None:
    shelf = Houses({"a": 'base = "b"\n' + HEAD, "b": 'base = "a"\n' + HEAD})
    with pytest.raises(HouseRefused, match=r'^house "a" is built on itself \(a on b on a\); change the base of'):
        shelf.load("a", Game.STUD)


def test_a_wrong_question_is_refused() -> None:
    house = load("roberts", Game.STUD)
    for ask in (house.setting, lambda key: house.with_value(key, "1"), lambda key: house.grade_status((key,))):
        with pytest.raises(
            HouseRefused, match=r'^there is no parameter "cap.wager"; did you mean cap.wagers\? cap has'
        ):
            ask("cap.wager")
    for text in ("four", "٤", "-1", "4.0", "", "1" * 400):
        with pytest.raises(HouseRefused, match=r'^cap.wagers cannot be "'):
            house.with_value("cap.wagers", text)
