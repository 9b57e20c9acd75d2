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
SOURCE = '(where its rules are written down); write above the first table: source = "..."'


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
    text = readme.partition("## A house of one's own")[2].partition("```toml\n")[2].partition("```")[0]
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
    'there is no line "titel"; did you mean title? above the first table a house has base, title, source, games,'
    " structures and rooms"
)
NOT_TOML = " is not TOML: a number is too long, or lists are nested too deep"
# What is wrong with a file, by the sentence behind `house "salon"`.
WRONG = {
    f": source is missing {SOURCE}": HEAD.replace('source = "On the wall"\n', ""),
    f": source is missing {SOURCE} ": HEAD.replace("On the wall", " "),
    ': source must be a text: source = "..."': HEAD.replace('"On the wall"', "3"),
    ': games is missing; write above the first table: games = ["stud"]': HEAD.replace('["stud"]', "[]"),
    ': games must be a list: games = ["..."]': HEAD.replace('["stud"]', "[1]"),
    f": {NO_TITEL}": HEAD.replace("title", "titel"),
    ": bring_in.tie has a line base; write that line above the first table": f'{HEAD}{TIE}base = "casino"\n',
    " is not TOML: Expected ']' at the end of a table declaration (at line 4, column 14)": f"{HEAD}[bring_in.tie\n",
    NOT_TOML: f"{HEAD}x = {'[' * 9_000}",
    f"{NOT_TOML} ": f"{HEAD}[cap.wagers]\nvalue = 0x{'f' * 9_000}",
    ": source has a character that cannot be seen, U+202E; remove it": HEAD.replace("wall", "\\u202Ewall"),
    ": the clause of bring_in.tie has 1,016 characters; write at most 1,000": HEAD + TIE.replace("lowest", "x" * 1_000),
    " is its own base (salon on salon); change one of them": f'base = "salon"\n{HEAD}',
    " does not answer seats.most, seats.least, deal.burn_fourth and 65 more; answer all, or name a base: base ="
    ' "roberts"': f'base = ""\n{HEAD}{TIE}',
}


@pytest.mark.parametrize("sentence", WRONG)
def test_a_wrong_house_is_refused_with_a_sentence(sentence: str, folder: Path, refused: Callable[[], str]) -> None:
    (folder / "salon.toml").write_text(WRONG[sentence])
    assert refused() == f'house "salon"{sentence.rstrip()}'


def test_a_base_that_there_is_not_is_named_with_the_nearest(folder: Path, refused: Callable[[], str]) -> None:
    (folder / "salon.toml").write_text('base = "robert"\n' + HEAD)
    assert refused().startswith(
        'house "salon": there is no base "robert"; did you mean roberts? the houses are absolute, '
    )


def test_the_name_of_one_of_ours_is_refused(folder: Path, refused: Callable[[], str]) -> None:
    (folder / "casino.toml").write_text(HEAD)
    assert refused() == 'house "casino" of your own has the name of one of ours; give its file another name'


def test_two_own_houses_cannot_claim_one_room(folder: Path, refused: Callable[[], str]) -> None:
    for name in ("annex", "salon"):
        (folder / f"{name}.toml").write_text(HEAD + 'rooms = ["salon"]\n')
    assert refused() == 'houses "annex" and "salon" both claim stud of room "salon"; take the room out of one of them'


def test_every_mistake_is_told_at_once(folder: Path, refused: Callable[[], str]) -> None:
    (folder / "a.toml").write_text('base = "b"\n' + HEAD)
    (folder / "b.toml").write_text('base = "a"\n' + HEAD)
    (folder / "good.toml").write_text(HEAD)
    (folder / "salon.toml").write_text(HEAD.replace("title", "titel"))
    assert refused() == (
        'house "a" is its own base (a on b on a); change one of them. House "b" is its own base (b on a on b);'
        f' change one of them. House "salon": {NO_TITEL}'
    )


def test_a_file_that_cannot_be_read_is_named(folder: Path, refused: Callable[[], str]) -> None:
    wrong = {
        "Salon Nord.toml": "cannot name a house; take small letters, digits and hyphens, as in salon-nord.toml",
        "folder.toml": "is a folder; put the house into a file",
        "large.toml": "is too large; a house has at most 256 KiB",
        "latin.toml": "is not UTF-8 in line 2; save it as UTF-8",
        "loop.toml": "is a link that leads to no file",
        "pipe.toml": "is no ordinary file",
        "upper.TOML": "cannot name a house; take small letters, digits and hyphens, as in salon-nord.toml",
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
        == f"AUDITOR_HOUSES names the folder {folder / 'none'}, which cannot be read: No such file or directory"
    )
    for number in range(MOST_FILES + 1):
        (folder / f"h{number}.toml").write_text(HEAD)
    use_folder(folder)
    assert refused() == f"{folder} has 101 house files; at most 100 are read"


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
        with pytest.raises(HouseRefused, match="are not the rules of a house"):
            shipped().kept(lines)


def test_texts_are_used_as_a_worker_gets_them(folder: Path) -> None:
    use_own({"salon": HEAD + TIE})
    assert in_use().own == {"salon": HEAD + TIE}
    assert load("salon", Game.STUD, Structure.FIXED).bring_in_tie == "first_dealt"


def _ours() -> dict[str, str]:
    houses = Path(__file__).resolve().parents[2] / "auditor" / "engine" / "houses"
    return {path.stem: path.read_text(encoding="utf-8") for path in houses.glob("*.toml")}
