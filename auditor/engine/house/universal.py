"""The universal answers, which all houses and all rulebooks share, such as: the best hand wins. A house has such an
answer even if its own rulebook does not answer the question. The answer then counts as much as an answer that the
rulebook states.

The sources are the five rulebooks from which the houses were written, and the logs of twelve card rooms. No source
contradicts these answers. The answer about side pots is not in this list, because one rulebook never mentions side
pots.
"""

from collections.abc import Mapping
from typing import Final

from auditor.engine.hand import Game
from auditor.engine.house.choices import BringInDoor, HandBest, OpenerBoard
from auditor.engine.house.files import Setting, Status
from auditor.engine.house.parameter_types import Value

_ALWAYS: Final[dict[str, Value]] = {
    "ante.before_cards": True,
    "betting.fixed": True,
    "turn.order": True,
    "turn.street_end": True,
    "table_stakes.rule": True,
    "hand.best": HandBest.FIVE.value,
    "pots.rule": True,
}
_HIGH: Final[dict[str, Value]] = {
    **_ALWAYS,
    "bring_in.door": BringInDoor.LOWEST.value,
    "opener.board": OpenerBoard.BEST.value,
}
# The answers by game. In razz the lowest hand is the best hand.
UNIVERSAL: Final[dict[Game, dict[str, Value]]] = {
    Game.STUD: _HIGH,
    Game.STUD8: _HIGH,
    Game.RAZZ: {**_ALWAYS, "bring_in.door": BringInDoor.HIGHEST.value, "opener.board": OpenerBoard.LOWEST.value},
}


def with_universal(settings: Mapping[str, Setting], game: Game) -> dict[str, Setting]:
    """Returns the answers of a house. An assumed answer gets the status `universal` if `UNIVERSAL` has the same answer
    to this question. But an answer whose clause can be understood in another way stays assumed.
    """
    answers = UNIVERSAL[game]
    return {
        key: setting.as_universal()
        if setting.status is Status.ASSUMED and not setting.readings and setting.value == answers.get(key)
        else setting
        for key, setting in settings.items()
    }
