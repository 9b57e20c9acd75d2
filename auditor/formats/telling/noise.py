"""What happens around the table and moves nothing: who comes, goes, talks or loses the line, as rooms word it.

Rooms add words of their own. Names need not be those of the hand: onlookers come and talk too.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import STRANGER
from auditor.formats.rooms.grammar.players import Players

# What follows a name straight, what stands somewhere behind that, and the kind of remark.
Noise = Sequence[tuple[str, str, str]]
# How a line begins that names nobody, and the kind of remark.
Sentences = Sequence[tuple[str, str]]


def noise(players: Players, text: str, own: Noise = (), sentences: Sentences = ()) -> tuple[int, str] | None:
    """Whose a remark is, 0 for nobody's, and its kind; `None` where the line is none that is known."""
    for opening, kind in (*sentences, *_SENTENCES):
        if text.startswith(opening):
            return 0, kind
    for mark, behind, kind in (*_CHAT, *own, *_NOISE):
        if mark in text:
            found = players.before(text, mark)
            if found is not None and _fits(found[1], behind, kind) and _may_be_noise(text, found):
                return found[0], kind
    return _warned(players, text)


def chat(players: Players, text: str) -> int | None:
    """Who says `NAME: anything`; `None` where nobody does. What may be an act of somebody unknown is no chat."""
    found = players.before(text + " ", ": ")
    if found is None:
        return None
    seat, said = found
    name = text.partition(":")[0]
    if seat == STRANGER and (len(name) > _LONGEST_NAME or name.startswith(_NO_NAMES) or could_be_play(said)):
        return None
    return seat


def could_be_play(said: str) -> bool:
    """Whether the words may be an act or a payment that is spelled in a way nobody has seen."""
    words = said.split()
    if not words or words[0].lower() not in _PLAY:
        return False
    return words[-1].lower() in _PLAY or words[1].lower() in _PLAY or "[" in said or any(map(str.isdigit, said))


def _fits(rest: str, behind: str, kind: str) -> bool:
    """Chat goes to the end of the line: anything may be said in it."""
    return rest.endswith(behind) if kind == "chat" else behind in rest


def _may_be_noise(text: str, found: tuple[int, str]) -> bool:
    """Two lines that ran into one are no noise: `Ann calls $5Bob is disconnected`."""
    if found[0] != STRANGER:
        return True
    words = text[: len(text) - len(found[1])].split()[1:]
    acts = [at for at, word in enumerate(words) if word in _PLAY]
    return not acts or not any(map(str.isdigit, "".join(words[acts[0] :])))


def _warned(players: Players, text: str) -> tuple[int, str] | None:
    """`NAME has 15 seconds left to act`; to the hero it is said without a name, or as `You have 15 seconds ...`."""
    before, found, _ = text.partition(" seconds left to act")
    name, _, seconds = before.rpartition(" ")
    if not found or not (seconds.isascii() and seconds.isdigit()):
        return None
    if name in ("", "You have"):
        return 0, "warned"
    if not name.endswith(" has"):
        return None
    return players.seats.get(name.removesuffix(" has"), STRANGER), "warned"


_LONGEST_NAME: Final = 64
# Lines with a colon that are no chat.
_NO_NAMES: Final = (
    *("Seat ", "Dealt to ", "Dealing ", "Total pot", "Main pot", "Side pot", "Board", "Table", "Game ", "*"),
    *("Total Pot", "Main Pot", "Side Pot", "Pot", "Rake", "Uncalled ", "Hand ", "Stage ", "User", "Button", "Player "),
    "#",
)
_PLAY: Final = frozenset(
    [
        *("antes", "ante", "posts", "brings", "bring-in", "brings-in", "completes", "bets", "calls", "raises", "caps"),
        *("checks", "folds", "allin", "all-in", "shows", "mucks", "wins", "won", "collected", "collects", "ties"),
        *("adds", "returned", "receives", "received", "dealt", "small", "big"),
    ]
)
_SENTENCES: Final = (
    ("Betting is capped", "capped"),
    ("No low hand qualified", "no_low"),
    ("There was no qualifying low", "no_low"),
    ("Pair on board - a double bet is allowed", "double_allowed"),
    ("Time has expired", "timed_out"),
    ("The blinds are now ", "other"),
    ("The limits are now ", "other"),
)
_CHAT: Final = ((' said, "', '"', "chat"),)
_NOISE: Final = (
    (" has joined the table", "", "joins"),
    (" joins the table", "", "joins"),
    (" joined the table", "", "joins"),
    (" sits down", "", "joins"),
    (" has left the table", "", "leaves"),
    (" leaves the table", "", "leaves"),
    (" left the table", "", "leaves"),
    (" was removed from the table", "", "leaves"),
    (" stands up", "", "leaves"),
    (" is sitting out", "", "sits_out"),
    (" sits out", "", "sits_out"),
    (" has returned", "", "returns"),
    (" is back", "", "returns"),
    (" has timed out", "", "timed_out"),
    (" is timed out", "", "timed_out"),
    (" timed out", "", "timed_out"),
    (" did not respond in time", "", "timed_out"),
    (" could not respond in time", "", "timed_out"),
    (" is disconnected", "", "disconnected"),
    (" has been disconnected", "", "disconnected"),
    (" has disconnected", "", "disconnected"),
    (" is connected", "", "connected"),
    (" has connected", "", "connected"),
    (" is reconnected", "", "connected"),
    (" has reconnected", "", "connected"),
    (" has been reconnected", "", "connected"),
    (" has requested TIME", "", "warned"),
    (" is feeling ", "", "other"),
    (" waits for big blind", "", "other"),
    (" will be allowed to play after the button", "", "other"),
    (" finished the tournament", "", "other"),
    (" wins the tournament", "", "other"),
)
