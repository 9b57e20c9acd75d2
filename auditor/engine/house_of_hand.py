"""Chooses the house (the set of rules) under which a hand is audited."""

from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.files import ROOT
from auditor.engine.house.registry import house_for_room, load


def house_for(hand: Hand, wanted: str = "") -> House:
    """Returns the house for a hand. If the caller names a house in `wanted`, this house is used. Otherwise it is the
    house that the log names. If the log names none, it is the house of the log's card room. If the room has no house,
    it is the base of all houses (`ROOT`).

    If the house does not cover the betting structure, it takes its answers for this structure from the house on which
    it is based.

    Raises `HouseRefused` if there is no such house, or if that house does not cover the game.
    """
    return load(_named(hand, wanted), hand.game, hand.structure)


def _named(hand: Hand, name: str) -> str:
    return name or hand.house or house_for_room(hand.room, hand.game) or ROOT
