"""The house under which a hand is audited, and the hands that are not audited at all."""

import functools

from auditor.engine.audit import GAMES
from auditor.engine.hand import Game, Hand, Structure
from auditor.engine.house import House
from auditor.engine.house.files import ROOT
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import house_for_room, load, shipped


def house_for(hand: Hand, wanted: str = "") -> House:
    """The house that the caller names, else the one that the log names, else the one of its room, else the base of all.
    Raises `HouseRefused` where there is no such house, or where it does not cover the game or its structure.
    """
    return _house(wanted or hand.house, hand.room, hand.game, hand.structure)


def skipped_as(hand: Hand, wanted: str = "") -> str:
    """The name of the game where it is not audited, or where the hand's house does not cover its structure. Empty for a
    hand that is audited, and for an unknown house.
    """
    if hand.structure is not Structure.FIXED:
        if hand.game in GAMES and _covers(wanted or hand.house, hand.room, hand.game, hand.structure):
            return ""
        return f"{hand.structure}-limit {hand.game}"
    return "" if hand.game in GAMES else hand.game.value


@functools.lru_cache(maxsize=256)
def _house(name: str, room: str, game: Game, structure: Structure) -> House:
    return load(_named(name, room, game), game, structure)


@functools.lru_cache(maxsize=256)
def _covers(name: str, room: str, game: Game, structure: Structure) -> bool:
    try:
        return structure in shipped().file(_named(name, room, game)).structures
    except HouseRefused:
        return True  # `house_for` raises the reason


def _named(name: str, room: str, game: Game) -> str:
    return name or house_for_room(room, game) or ROOT
