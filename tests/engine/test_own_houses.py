"""A card room's own houses: which files of its folder are read, and the sentence for each mistake in them."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from auditor.engine.hand import Game, Structure
from auditor.engine.house import HouseRefused
from auditor.engine.house.folder import MOST_BYTES, MOST_FILES
from auditor.engine.house.registry import Houses, house_for_room, in_use, load, names, shipped, use_folder, use_own

HEAD = 'title = "Salon Nord"\nsource = "On the wall"\ngames = ["stud"]\n'
TIE = '[bring_in.tie]\nvalue = "first_dealt"\nstatus = "stated"\nclause = "First dealt is lowest."\n'
NO_NAME = "has a name that a house cannot have; use small letters, digits and hyphens, as in salon-nord.toml"
SOURCE = 'at the top of the file, write the source of the rules of the house: source = "..."'


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of own houses, in use until the test ends."""
    use_folder(tmp_path)
    yield tmp_path
    use_folder(None)


@pytest.fixture
def refused(folder: Path) -> Callable[[], str]:
    """The sentence that the houses of the folder are refused with."""

    def sentence() -> str:
        with pytest.raises(HouseRefused) as caught:
            in_use()
        return str(caught.value)

    return sentence


def test_an_own_house_stands_beside_ours(folder: Path) -> None:
    (folder / "salon.toml").write_text(HEAD + TIE)
    assert names() == tuple(sorted([*shipped().names(), "salon"]))
    salon = load("salon", Game.STUD)
    assert (salon.title, salon.bring_in_tie, salon.setting("seats.most").filled_from) == (
        "Salon Nord",
        "first_dealt",
        "roberts",
    )
    assert "salon" not in shipped().names()


def test_the_house_of_the_readme_is_one() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    text = readme.partition("## Your own house rules")[2].partition("```toml\n")[2].partition("```")[0]
    houses = Houses(_ours(), {"salon": text})
    houses.check_own()
    salon = houses.load("salon", Game.STUD, Structure.POT)
    assert (salon.cap_wagers, salon.bring_in_tie, houses.for_room("salon", Game.STUD)) == (0, "suit", "salon")
    assert [reading.value for reading in salon.setting("bring_in.tie").readings] == ["first_dealt"]


def test_other_files_and_hidden_ones_are_ignored(folder: Path) -> None:
    for name in ("README.md", "salon.toml.bak", ".salon.toml", "notes.txt"):
        (folder / name).write_text("no house")
    (folder / ".#salon.toml").symlink_to("nobody@nowhere")  # what an editor leaves that has the file open
    assert names() == shipped().names()


def test_a_link_to_a_file_is_read_and_so_are_a_mark_and_other_line_ends(folder: Path) -> None:
    (folder / "salon").write_bytes(b"\xef\xbb\xbf" + (HEAD + TIE).replace("\n", "\r\n").encode())
    (folder / "salon.toml").symlink_to("salon")
    assert load("salon", Game.STUD).bring_in_tie == "first_dealt"


def test_a_clause_over_several_lines_is_one_sentence(folder: Path) -> None:
    (folder / "salon.toml").write_text(
        HEAD + TIE.replace('"First dealt is lowest."', '"""First dealt\n  is lowest."""')
    )
    assert load("salon", Game.STUD).setting("bring_in.tie").clause == "First dealt is lowest."


def test_an_own_house_may_be_the_base_of_another(folder: Path) -> None:
    (folder / "salon.toml").write_text(HEAD + TIE)
    (folder / "annex.toml").write_text('base = "salon"\n' + HEAD)
    assert load("annex", Game.STUD).setting("bring_in.tie").filled_from == "salon"


def test_the_houses_stay_as_they_were_read(folder: Path) -> None:
    (folder / "salon.toml").write_text(HEAD + TIE)
    before = load("salon", Game.STUD).digest
    (folder / "salon.toml").write_text("broken")
    (folder / "annex.toml").write_text(HEAD)
    assert (load("salon", Game.STUD).digest, "annex" in names()) == (before, False)


def test_a_room_has_the_own_house_that_claims_it(folder: Path) -> None:
    (folder / "salon.toml").write_text(HEAD + 'rooms = ["pokerstars", "salon"]\n')
    assert house_for_room("pokerstars", Game.STUD) == house_for_room("salon", Game.STUD) == "salon"
    assert house_for_room("pokerstars", Game.RAZZ) == "pokerstars"


NO_TITEL = (
    'the top of the file has an unknown line "titel"; did you mean title?'
    " the possible lines are base, title, source, games,"
    " structures and rooms"
)
NOT_TOML = " is not valid TOML: a number is too long, or too many lists are inside other lists"
# What is wrong with a file, by the sentence behind `house "salon"`.
WRONG = {
    f": source is missing; {SOURCE}": HEAD.replace('source = "On the wall"\n', ""),
    f", line 2: source is missing; {SOURCE}": HEAD.replace("On the wall", " "),
    ', line 2: source must be text in quotes: source = "..."': HEAD.replace('"On the wall"', "3"),
    ', line 3: games is missing; at the top of the file, write games = ["stud"]': HEAD.replace('["stud"]', "[]"),
    ', line 3: games must be a list of texts in quotes: games = ["..."]': HEAD.replace('["stud"]', "[1]"),
    f", line 1: {NO_TITEL}": HEAD.replace("title", "titel"),
    ", line 8: bring_in.tie has a line base; move this line to the top of the file": f'{HEAD}{TIE}base = "casino"\n',
    " is not valid TOML: Expected ']' at the end of a table declaration (at line 4, column 14)": (
        f"{HEAD}[bring_in.tie\n"
    ),
    NOT_TOML: f"{HEAD}x = {'[' * 9_000}",
    f"{NOT_TOML} ": f"{HEAD}[cap.wagers]\nvalue = 0x{'f' * 9_000}",
    ", line 2: source has the invisible character U+202E; remove this character": HEAD.replace("wall", "\\u202Ewall"),
    ", line 7: the clause of bring_in.tie has 1,016 characters; write at most 1,000 characters": HEAD
    + TIE.replace("lowest", "x" * 1_000),
    " is built on itself (salon on salon); change the base of one of these houses": f'base = "salon"\n{HEAD}',
    " has no answer to seats.most, seats.least, deal.burn_fourth and 73 more; answer all questions,"
    " or name a base: base ="
    ' "roberts"': f'base = ""\n{HEAD}{TIE}',
}


def answers(**values: str) -> str:
    """Tables with these answers; `__` stands for the dot of a key."""
    return "".join(
        f'[{key.replace("__", ".")}]\nvalue = {value}\nstatus = "stated"\nclause = "So."\n'
        for key, value in values.items()
    )


CONTRADICTORY = {
    answers(seats__most="3", seats__least="5"): (
        "seats.most is 3 and seats.least is 5, so nobody could deal a hand; write the larger number into seats.most"
    ),
    answers(rake__schedule='"percent"', rake__cap="3"): (
        "rake.schedule is percent, but rake.percent is 0;"
        " write a larger number into rake.percent, or choose another rake.schedule"
    ),
    answers(rake__schedule='"percent"', rake__percent="5"): (
        "rake.schedule is percent, but rake.cap is 0;"
        " write a larger number into rake.cap, or choose another rake.schedule"
    ),
    answers(pot__cap__wagers="0"): (
        "pot.cap.wagers is for pot, but the line structures does not list pot;"
        ' add "pot" to structures, or remove the answer'
    ),
    answers(razz__bring_in__tie='"suit"'): (
        "razz.bring_in.tie is for razz, but the line games does not list razz;"
        ' add "razz" to games, or remove the answer'
    ),
}


@pytest.mark.parametrize("tables", CONTRADICTORY)
def test_a_house_that_contradicts_itself_is_refused(tables: str, folder: Path, refused: Callable[[], str]) -> None:
    (folder / "salon.toml").write_text(HEAD + tables)
    assert refused() == f'house "salon": {CONTRADICTORY[tables]}'


def test_a_base_may_answer_for_the_structures_of_the_houses_that_are_built_on_it(folder: Path) -> None:
    (folder / "salon.toml").write_text(HEAD + answers(pot__cap__wagers="0"))
    (folder / "annex.toml").write_text('base = "salon"\nstructures = ["pot"]\n' + HEAD)
    assert load("annex", Game.STUD, Structure.POT).cap_wagers == 0


def test_answers_that_agree_are_no_contradiction(folder: Path) -> None:
    agreed = answers(seats__most="5", seats__least="5", rake__schedule='"percent"', rake__percent="5", rake__cap="3")
    (folder / "salon.toml").write_text(
        HEAD + 'structures = ["fixed", "pot"]\n' + agreed + answers(pot__cap__wagers="0")
    )
    salon = load("salon", Game.STUD, Structure.POT)
    assert (salon.seats_most, salon.seats_least, salon.rake_percent, salon.cap_wagers) == (5, 5, 5, 0)


@pytest.mark.parametrize("sentence", WRONG)
def test_a_wrong_house_is_refused_with_a_sentence(sentence: str, folder: Path, refused: Callable[[], str]) -> None:
    (folder / "salon.toml").write_text(WRONG[sentence])
    assert refused() == f'house "salon"{sentence.rstrip()}'


def test_a_base_that_there_is_not_is_named_with_the_nearest(folder: Path, refused: Callable[[], str]) -> None:
    (folder / "salon.toml").write_text('base = "robert"\n' + HEAD)
    assert refused().startswith(
        'house "salon" names the unknown base "robert"; did you mean roberts? the houses are absolute, '
    )


def test_the_name_of_one_of_ours_is_refused(folder: Path, refused: Callable[[], str]) -> None:
    (folder / "casino.toml").write_text(HEAD)
    assert refused() == (
        'your house "casino" has the name of a house that comes with the auditor; rename your house file'
    )


def test_two_own_houses_cannot_claim_one_room(folder: Path, refused: Callable[[], str]) -> None:
    for name in ("annex", "salon"):
        (folder / f"{name}.toml").write_text(HEAD + 'rooms = ["salon"]\n')
    assert refused() == (
        'houses "annex" and "salon" both list the room "salon" for stud; remove the room from one of these houses'
    )


def test_every_mistake_is_told_at_once(folder: Path, refused: Callable[[], str]) -> None:
    (folder / "a.toml").write_text('base = "b"\n' + HEAD)
    (folder / "b.toml").write_text('base = "a"\n' + HEAD)
    (folder / "good.toml").write_text(HEAD)
    (folder / "salon.toml").write_text(HEAD.replace("title", "titel"))
    assert refused() == (
        'house "a" is built on itself (a on b on a); change the base of one of these houses.'
        ' House "b" is built on itself (b on a on b);'
        f' change the base of one of these houses. House "salon", line 1: {NO_TITEL}'
    )


def test_a_file_that_cannot_be_read_is_named(folder: Path, refused: Callable[[], str]) -> None:
    wrong = {
        "Salon Nord.toml": NO_NAME,
        "folder.toml": "is a folder; write the rules of the house into a file",
        "large.toml": "is too large; a house file may have at most 256 KiB",
        "latin.toml": "is not UTF-8 text in line 2; save the file as UTF-8",
        "loop.toml": "is a link that does not lead to a file; correct or delete the link",
        "pipe.toml": "is not a normal file; put a text file in its place",
        "upper.TOML": NO_NAME,
    }
    for name in ("Salon Nord.toml", "upper.TOML"):
        (folder / name).write_text(HEAD)
    (folder / "folder.toml").mkdir()
    (folder / "large.toml").write_bytes(b"#" * (MOST_BYTES + 1))
    (folder / "latin.toml").write_bytes('\ntitle = "Müller"\n'.encode("latin-1"))
    (folder / "loop.toml").symlink_to("loop.toml")
    os.mkfifo(folder / "pipe.toml")
    told = ". The house file ".join([f"{folder / name} {sentence}" for name, sentence in wrong.items()])
    assert refused() == f"the house file {told}"


def test_a_folder_that_is_not_there_and_one_too_full_are_refused(folder: Path, refused: Callable[[], str]) -> None:
    use_folder(folder / "none")
    assert (
        refused()
        == f"the auditor cannot read {folder / 'none'}, the folder that AUDITOR_HOUSES names: No such file or directory"
    )
    for number in range(MOST_FILES + 1):
        (folder / f"h{number}.toml").write_text(HEAD)
    use_folder(folder)
    assert refused() == f"{folder} has 101 house files; leave at most 100 files there"


def test_a_house_that_is_gone_is_read_from_its_lines() -> None:
    texts = {"salon": HEAD + TIE}
    salon = Houses(_ours(), texts).load("salon", Game.STUD)
    kept = shipped().kept(salon.canonical())
    assert (kept.name, kept.title, kept.digest) == ("salon", "salon", salon.digest)
    changed = Houses(_ours(), {"salon": HEAD}).kept(salon.canonical())
    assert (changed.title, changed.bring_in_tie, changed.digest) == ("Salon Nord", "first_dealt", salon.digest)
    older = "\n".join([line for line in salon.canonical().splitlines() if not line.startswith("seats.most ")])
    assert shipped().kept(older).setting("seats.most").filled_from == "roberts"
    for lines in ("", "house/1 salon stud fixed", "house/2 salon holdem fixed", "house/2 salon stud"):
        with pytest.raises(HouseRefused, match="is not the rules of a house"):
            shipped().kept(lines)


def test_texts_are_used_as_a_worker_gets_them(folder: Path) -> None:
    use_own({"salon": HEAD + TIE})
    assert in_use().own == {"salon": HEAD + TIE}
    assert load("salon", Game.STUD, Structure.FIXED).bring_in_tie == "first_dealt"


def _ours() -> dict[str, str]:
    houses = Path(__file__).resolve().parents[2] / "auditor" / "engine" / "houses"
    return {path.stem: path.read_text(encoding="utf-8") for path in houses.glob("*.toml")}
