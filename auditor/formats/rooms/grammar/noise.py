"""Noise: lines that move no chips and no cards. Players come, go, talk, or lose their connection.

Such a line may name a stranger, that is, a player who is not at the table: onlookers come and talk too.
"""

from collections.abc import Sequence
from typing import Final

from auditor.formats.rooms.grammar.hand_so_far import HandSoFar


class Noise:
    """The meaning of a line that moves no chips and no cards. It adds a remark of this `kind`, or no event if the kind
    is empty. `engine.events.Remark` lists the kinds.
    """

    __slots__ = ("kind",)

    def __init__(self, kind: str = "") -> None:
        self.kind: Final = kind

    def __call__(self, hand: HandSoFar, seat: int, line: int, **_parts: object) -> bool:
        if self.kind:
            hand.remark(seat, self.kind, line)
        return True

    def may_be(self, text: str, at: int) -> bool:
        """Whether the text is noise about a stranger whose name ends at position `at`.

        Two lines that were joined by mistake are no noise: `Ann calls $5Bob is disconnected`.
        """
        words = text[:at].split()[1:]
        acts = [place for place, word in enumerate(words) if word in _PLAY]
        return not acts or not any(map(str.isdigit, "".join(words[acts[0] :])))


class Chat(Noise):
    """The meaning of chat, `NAME: anything`. If the name is unknown, words that may be an act are no chat."""

    __slots__ = ()

    def may_be(self, text: str, at: int) -> bool:
        name, words = text[:at], text[at + 1 :]
        return len(name) <= _LONGEST_NAME and not name.startswith(_NO_NAMES) and not could_be_play(words)


class CarefulChat(Chat):
    """The meaning of chat in rooms that also write acts as `NAME: folds`. Words that may be an act are no chat."""

    __slots__ = ()

    def __call__(self, hand: HandSoFar, seat: int, line: int, **parts: object) -> bool:
        return not could_be_play(str(parts["words"])) and super().__call__(hand, seat, line)


# The meaning of a line that repeats another line, or that is not needed.
NOTHING: Final = Noise()
CHAT: Final = Chat("chat")
CAREFUL_CHAT: Final = CarefulChat("chat")


def could_be_play(text: str) -> bool:
    """Whether the words may be an act or a payment in a spelling that no row has."""
    words = text.split()
    if not words or words[0].lower() not in _PLAY:
        return False
    return words[-1].lower() in _PLAY or words[1].lower() in _PLAY or "[" in text or any(map(str.isdigit, text))


def may_act(name: str, seated: Sequence[str]) -> bool:
    """Whether `name`, the text before an act, may be the name of a stranger. `seated` are the names at the table.

    `Zed: folds` may be chat, so `Zed:` is no such name. `Ann opensBob calls $5` is two lines joined by mistake: a text
    that begins with the name of a seated player is no such name.
    """
    if name.endswith(":") or name.startswith(_NO_NAMES):
        return False
    return not any(name.startswith(each) and not name[len(each) : len(each) + 1].isalnum() for each in seated)


_LONGEST_NAME: Final = 64
# Lines that start with one of these words are no chat, although they may have a colon.
_NO_NAMES: Final = (
    *("Seat ", "Dealt to ", "Dealing ", "Total pot", "Main pot", "Side pot", "Board", "Table", "Game ", "*"),
    *("Total Pot", "Main Pot", "Side Pot", "Pot", "Rake", "Uncalled ", "Hand ", "Stage ", "User", "Button", "Player "),
    "#",
)
# Words of acts and payments.
_PLAY: Final = frozenset(
    [
        *("antes", "ante", "posts", "brings", "bring-in", "brings-in", "completes", "bets", "calls", "raises", "caps"),
        *("checks", "folds", "allin", "all-in", "shows", "mucks", "wins", "won", "collected", "collects", "ties"),
        *("adds", "returned", "receives", "received", "dealt", "small", "big"),
    ]
)
