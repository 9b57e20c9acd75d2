"""Reads noise: lines that move no chips and no cards. They report that players come, go, talk, or lose their
connection.

Such a line may name a stranger, that is, a person who has no seat at the table, because onlookers come and talk too.
"""

import re
from collections.abc import Sequence
from typing import Final

from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.money import SIGNS


class Noise:
    """Reads lines that move no chips and no cards. A `Noise` is called like a function. It then adds a remark of this
    `kind`, such as `joins`, to the hand; if `kind` is empty, it adds nothing. `engine.events.Remark` lists the kinds.
    """

    __slots__ = ("kind",)

    def __init__(self, kind: str = "") -> None:
        self.kind: Final = kind

    def __call__(self, hand: HandSoFar, seat: int, line: int, **_parts: object) -> bool:
        if self.kind:
            hand.remark(seat, self.kind, line)
        return True

    def may_be(self, text: str, at: int, seated: Sequence[str]) -> bool:  # noqa: ARG002 - `Chat` needs `seated`
        """Whether the line may be a remark about a stranger: a person without a seat, whose name is `text[:at]`.
        `seated` are the names at the table.

        The answer is false if two lines seem to be joined by mistake: in `Ann calls $5Bob is disconnected` the name
        would be `Ann calls $5Bob`, which has an act and an amount.
        """
        words = text[:at].split()[1:]
        return _PLAY.isdisjoint(words) or not any(map(str.isdigit, "".join(words)))


class Chat(Noise):
    """Reads chat, `NAME: anything`. Chat of a stranger, a person without a seat, is read with care, because an unknown
    line may look the same: `Fee taken: $0.50`. Such a line is chat only if it has no act, no card, no amount and no
    name of a seated player. In addition, it must not begin like a line that the room itself writes.
    """

    __slots__ = ()

    def may_be(self, text: str, at: int, seated: Sequence[str]) -> bool:
        name, words = text[:at], text[at + 1 :]
        if len(name) > _LONGEST_NAME or any(part.strip().startswith(_NO_NAMES) for part in text.split(":")):
            return False
        if could_be_play(words) or _has_cards_or_amount(text):
            return False
        return not any(_has_name(text, each) for each in seated)


class CarefulChat(Chat):
    """Reads chat in rooms that write both chat and acts with a colon: `NAME: hello`, `NAME: folds`.

    The line is not read as chat if the text after the colon may be an act. There are three such cases:

    - The text looks like an act or a payment (see `could_be_play`).
    - It has an opening bracket, as before cards, a currency sign, or a number that may be chips.
    - It is a single word that is not usual in chat.
    """

    __slots__ = ()

    def __call__(self, hand: HandSoFar, seat: int, line: int, **parts: object) -> bool:
        words = str(parts["words"])
        if could_be_play(words) or _has_cards_or_amount(words) or _is_one_unusual_word(words):
            return False
        return super().__call__(hand, seat, line)


# The meaning of a line that adds nothing to the hand, because it repeats another line or has no fact that we use.
NOTHING: Final = Noise()
CHAT: Final = Chat("chat")
CAREFUL_CHAT: Final = CarefulChat("chat")


def could_be_play(text: str) -> bool:
    """Whether the words look like an act or a payment. The first word must be one of `_PLAY`, such as `bets`.

    In addition, one of these must be true:

    - There is no other word.
    - The second or the last word is one of `_PLAY` too.
    - The text has a bracket or a digit.
    """
    words = text.split()
    if not words or words[0].lower() not in _PLAY:
        return False
    return words[-1].lower() in _PLAY or words[1].lower() in _PLAY or "[" in text or any(map(str.isdigit, text))


def _has_cards_or_amount(words: str) -> bool:
    """Whether the words have an opening bracket, as before cards, a currency sign, or a number that may be chips. A
    number that is part of a word, as in `2nd` and `gr8`, does not count.
    """
    return "[" in words or any(sign in words for sign in SIGNS) or _NUMBER.search(words) is not None


def _has_name(text: str, name: str) -> bool:
    """Whether the text contains the name as a word of its own, with no letter or digit directly before or after it."""
    at = text.find(name)
    while at >= 0:
        if not text[max(at - 1, 0) : at].isalnum() and not text[at + len(name) : at + len(name) + 1].isalnum():
            return True
        at = text.find(name, at + 1)
    return False


def _is_one_unusual_word(words: str) -> bool:
    """Whether the words are only one word, and it is not usual in chat. It may be an act in another language:
    `passe`.
    """
    word = words.strip().strip("!?.,").lower()
    return word.isalpha() and word not in _TALK


def may_act(name: str, seated: Sequence[str]) -> bool:
    """Whether `name`, the text in front of an act, may be the name of a stranger. `seated` are the names at the table.
    There are four cases in which the text is no name.

    - It begins like a line that the room itself writes: `Total pot`.
    - It has a colon followed by a blank, or ends with a colon: `Zed: folds` and `Side bet: Ann wins $5` may be chat or
      news.
    - It has the name of a seated player: `Ann opensBob calls $5` is two lines joined by mistake, and `El jugador Ann
      calls $5` has words in another language. But `JoAnn` is another person than `Ann`.
    - It has the end of a sentence: `The jackpot is hit! Ann wins $5` is no payment to a stranger.
    """
    if name.endswith(":") or name.startswith(_NO_NAMES):
        return False
    if any(name.endswith(each) and not name.removesuffix(each).isalnum() for each in seated):
        return False
    if any(mark in name for mark in _SENTENCES):
        return False
    return not any(_has_name(name, each) for each in seated)


_LONGEST_NAME: Final = 64
_NUMBER: Final = re.compile(r"(?<!\w)[0-9][0-9.,]*+(?![a-z])")
_SENTENCES: Final = ("! ", "? ", ". ", ": ")
# Words at the start of lines that the room writes. A text that begins with one of them, or has one directly after a
# colon, is neither chat nor the name of a player.
_NO_NAMES: Final = (
    *("Seat ", "Dealt to ", "Dealing ", "Total pot", "Main pot", "Side pot", "Board", "Table", "Game ", "*"),
    *("Total Pot", "Main Pot", "Side Pot", "Pot", "Rake", "Uncalled ", "Hand ", "Stage ", "User", "Button", "Player "),
    "#",
)
# Words of acts and payments. A line with such a word and an amount is not read as a remark, because it may be an act.
_PLAY: Final = frozenset(
    [
        *("antes", "ante", "posts", "brings", "bring-in", "brings-in", "completes", "bets", "calls", "raises", "caps"),
        *("checks", "folds", "allin", "all-in", "shows", "mucks", "wins", "won", "collected", "collects", "ties"),
        *("adds", "returned", "receives", "received", "dealt", "small", "big"),
    ]
)
# Single words that are usual in chat.
_TALK: Final = frozenset(
    [
        *("gg", "gl", "glgl", "gh", "ggs", "nh", "nhs", "vnh", "wp", "wpwp", "ty", "tyvm", "thx", "thanks", "np", "yw"),
        *(
            "hi",
            "hello",
            "hey",
            "bye",
            "cya",
            "lol",
            "lmao",
            "rofl",
            "omg",
            "wtf",
            "haha",
            "hehe",
            "wow",
            "ouch",
            "damn",
        ),
        *(
            "yes",
            "yeah",
            "yep",
            "no",
            "nope",
            "ok",
            "okay",
            "nice",
            "sorry",
            "sry",
            "ugh",
            "hmm",
            "oops",
            "brb",
            "right",
        ),
    ]
)
