"""Structures on the pages of houses."""

import pytest
from flask.testing import FlaskClient

from auditor.engine.hand import Game, Structure
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.registry import load

pytestmark = pytest.mark.database


@pytest.mark.parametrize("structure", list(Structure))
def test_a_house_can_be_read_in_each_of_its_structures(structure: Structure, client: FlaskClient) -> None:
    house = load("casino", Game.STUD, structure)
    document = client.get(f"/houses/casino.json?structure={structure}").get_json()["house"]
    page = client.get(f"/houses/casino?game=stud&structure={structure}").text
    assert (document["structure"], document["digest"]) == (structure, house.digest)
    assert document["structures"] == list(Structure)
    assert house.digest in page
    assert f"<strong>{structure}</strong>" in page
    assert clause_words(house.setting("betting.fixed").clause) in page


def test_a_structure_that_a_house_does_not_cover_is_shown_as_it_is_filled(client: FlaskClient) -> None:
    document = client.get("/houses/qqonline.json?structure=pot").get_json()["house"]
    assert document["digest"] == load("qqonline", Game.STUD, Structure.POT).digest
    assert document["structures"] == ["fixed"]
