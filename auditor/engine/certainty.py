"""Computes how certain a finding is. A finding depends on clauses, which are the answers of the house to the questions
of the rules. The certainty of the finding follows from the status of these clauses, such as stated or assumed.
Certainty is not severity: a finding may be serious and uncertain.
"""

from typing import Final

from auditor.engine.findings import Certainty
from auditor.engine.house import House
from auditor.engine.house.files import FIRM
from auditor.engine.house.registry import shipped

# A cache for `certainty_under`. The key is the digest of a house and the keys of parameters.
_KNOWN: Final[dict[tuple[str, tuple[str, ...]], Certainty]] = {}
_MOST_KEPT: Final = 4096


def certainty_under(house: House, cites: tuple[str, ...]) -> Certainty:
    """Returns how certain a finding under this house is: stated, likely or assumed. `cites` has the keys of the
    parameters (questions to a house) whose answers decide the finding.
    """
    certainty = _KNOWN.get((house.digest, cites))
    if certainty is None:
        if len(_KNOWN) >= _MOST_KEPT:
            _KNOWN.clear()
        certainty = _KNOWN[house.digest, cites] = _found(house, cites)
    return certainty


def _found(house: House, cites: tuple[str, ...]) -> Certainty:
    unsure = [key for key in cites if house.setting(key).status not in FIRM]
    if not unsure:
        return Certainty.STATED
    return Certainty.LIKELY if all(_is_common(key, house) for key in unsure) else Certainty.ASSUMED


def _is_common(key: str, house: House) -> bool:
    """Whether this house has the same answer to the parameter `key` as all houses that come with the auditor and cover
    this game and betting structure. Houses that a card room wrote itself do not count, so that a report is the same on
    every machine.
    """
    value = house.setting(key).value
    houses = shipped()
    files = [houses.file(name) for name in houses.names()]
    covered = [file.name for file in files if house.game in file.games and house.structure in file.structures]
    return all(houses.load(name, house.game, house.structure).setting(key).value == value for name in covered)
