"""Under which house a hand is audited, or that it is not audited at all."""

import functools

from auditor.engine.audit import GAMES
from auditor.engine.hand import Game, Hand, Structure
from auditor.engine.house import House, house_for_room, load
from auditor.engine.house_files import ROOT


def house_for(hand: Hand, asked: str = "") -> House:
    """The house that was asked for, else the one that the log names, else that of its room, else the base of all.

    Raises `HouseRefused` where there is no such house, or where it does not cover the game.
    """
    return _house(asked or hand.house, hand.room, hand.game)


def skipped_as(hand: Hand) -> str:
    """The name of a game that is not audited; empty for a hand that is."""
    if hand.structure is not Structure.FIXED:
        return f"{hand.structure}-limit {hand.game}"
    return "" if hand.game in GAMES else hand.game.value


@functools.lru_cache(maxsize=256)
def _house(name: str, room: str, game: Game) -> House:
    return load(name or house_for_room(room, game) or ROOT, game)
