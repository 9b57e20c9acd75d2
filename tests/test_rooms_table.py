"""The README's table of real hands is true, and every finding in it is explained."""

from tests.engine.corpus import there
from tests.rooms_table import BEGIN, END, README, explained, rows, table


@there
def test_the_readme_says_what_becomes_of_real_hands() -> None:
    found, stays = rows()
    assert stays == set(explained())
    text = README.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0] == table(found), "./run regenerate writes it anew"


@there
def test_every_stud_hand_of_every_room_is_audited() -> None:
    found, _ = rows()
    for (room, game), row in found.items():
        assert row.outcomes["rejected"] == 0, room
        assert game == "other games" or row.outcomes["skipped"] == 0, room
