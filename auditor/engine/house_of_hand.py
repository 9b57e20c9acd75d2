"""The choice of the house under which a hand is audited, and of the hands that are not audited at all."""

from auditor.engine.audit import GAMES
from auditor.engine.hand import Hand, Structure
from auditor.engine.house import House
from auditor.engine.house.files import ROOT
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import house_for_room, in_use, load


def house_for(hand: Hand, wanted: str = "") -> House:
    """Returns the house for a hand. The first of these counts: the house that the caller names (`wanted`), the house
    that the log names, the house of the room, the base of all houses. Raises `HouseRefused` if there is no such house,
    or if that house does not cover the game or its structure.
    """
    return load(_named(hand, wanted), hand.game, hand.structure)


def skipped_as(hand: Hand, wanted: str = "") -> str:
    """Returns the name of the game if the hand is not audited: its game is not audited, or the house does not cover its
    structure. Empty for a hand that is audited, and for an unknown house.
    """
    if hand.structure is not Structure.FIXED:
        if hand.game in GAMES and _covers(hand, wanted):
            return ""
        return f"{hand.structure}-limit {hand.game}"
    return "" if hand.game in GAMES else hand.game.value


def _covers(hand: Hand, name: str) -> bool:
    try:
        return hand.structure in in_use().file(_named(hand, name)).structures
    except HouseRefused:
        return True  # do not skip the hand here: `house_for` raises the error with its reason


def _named(hand: Hand, name: str) -> str:
    return name or hand.house or house_for_room(hand.room, hand.game) or ROOT
