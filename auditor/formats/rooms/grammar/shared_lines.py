"""The rows of lines that several rooms write in the same way: acts of a player, the list of seats, streets, the
summary, and remarks such as `Ann has left the table`.
"""

from typing import Final

from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import Wins, pays
from auditor.formats.rooms.grammar.card_text import CardText
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import button, listed, table
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.noise import CHAT, NOTHING, Noise

SEATS: Final = (
    Line("Seat SEAT: PLAYER (STACK){ SITS_OUT}", listed),
    Line("Seat SEAT is the button", button),
)
TABLE: Final = (Line("Table{:} 'TABLE'REST", table),)


def acts_of(name: str) -> tuple[Line, ...]:
    """Returns the grammar rows for the acts of a player, such as `NAME calls CHIPS`. `name` is the start of each row:
    `NAME`, or `NAME:` for rooms that write a colon after the name.
    """
    return (
        Line(f"{name} checks", acts.checks),
        Line(f"{name} folds", HandSoFar.fold),
        Line(f"{name} calls CHIPS ALL_IN", pays(HandSoFar.call)),
        Line(f"{name} bets CHIPS ALL_IN", pays(HandSoFar.bet)),
        Line(f"{name} raises {{-}}CHIPS to TO ALL_IN", acts.raises),
        Line(f"{name} posts {{the }}ante CHIPS ALL_IN", pays(HandSoFar.ante)),
        Line(f"{name} brings in {{low }}{{for }}CHIPS ALL_IN", pays(HandSoFar.bring_in)),
        Line(f"{name} mucks{{ hand}}{{ cards}}", HandSoFar.muck),
        Line(f"{name} shows [CARDS]{{ (WORDS)}}", acts.show),
        Line(f"{name} is sitting out", Noise("sits_out")),
        Line(f"{name} sits out", Noise("sits_out")),
    )


# Rows with other words for a bring-in, and rows for raises that state only the chips that the seat adds.
OTHER_ACTS: Final = tuple(
    Line(f"NAME {words} CHIPS ALL_IN", pays(act))
    for words, act in (
        ("brings-in", HandSoFar.bring_in),
        ("bring-in", HandSoFar.bring_in),
        ("raises", HandSoFar.raise_by),
        ("caps", HandSoFar.raise_by),
    )
)
COLLECTED: Final = Line("NAME collected CHIPS from POT{(HALF)}", acts.collects)
UNCALLED: Final = Line("Uncalled bet (CHIPS) returned to PLAYER", acts.returned)
DEALT: Final = Line("Dealt to NAME [{BEFORE] [}CARDS]", acts.dealt)
STREET: Final = Line("*** STREET ***{:}{ [CARDS]}", acts.street)
SUMMARY: Final = Line("*** SUMMARY ***", acts.summary)
VOID: Final = Line("Hand cancel{l}ed", acts.void)


def seats_of(note: Wins) -> tuple[Line, ...]:
    """Returns rows of the grammar, such as `Seat SEAT: NAME WON`, for a summary with one line for each seat. `note` is
    the method of the hand that takes the winnings, such as `HandSoFar.win`.
    """
    won, reveals = acts.wins(note), acts.reveals(note)
    return (
        Line("Seat SEAT: NAME", NOTHING),
        Line("Seat SEAT: NAME showed [CARDS]REST", reveals),
        Line("Seat SEAT: NAME WON", won),
        Line("Seat SEAT: NAME did notREST", won),
        *[Line(f"Seat SEAT: NAME {words} ...", NOTHING) for words in ("folded", "lost")],
        *[
            Line(f"Seat SEAT: NAME {words}...", NOTHING)
            for words in ("didn't bet", "is sitting out", "sat out", "lost")
        ],
    )


def mucks_of(note: Wins) -> tuple[Line, ...]:
    """Returns rows of the grammar for summary lines about mucked hands: `Seat 2: Ann mucked [7 cards]`. Such a line
    adds a muck (the seat gave up its hand), unless an earlier line mucked or showed the hand. `note` is the method of
    the hand that takes the winnings.
    """
    won, revealed = acts.wins(note), acts.reveals(note)

    def mucked(hand: HandSoFar, seat: int, line: int, cards: CardText | None = None, rest: str = "") -> bool:
        is_read = revealed(hand, seat, line, cards, rest) if cards else won(hand, seat, line, rest)
        if seat not in hand.mucked and seat not in hand.shown:
            hand.muck(seat, line)
        return is_read

    return (
        Line("Seat SEAT: NAME mucked [CARDS]REST", mucked),
        Line("Seat SEAT: NAME muckedREST", mucked),
    )


_AROUND: Final = {
    "joins": ("has joined the table", "joins the table", "joined the table", "sits down"),
    "leaves": ("has left the table", "leaves the table", "left the table", "was removed from the table", "stands up"),
    "sits_out": ("is sitting out", "sits out"),
    "returns": ("has returned", "is back"),
    "timed_out": (
        *("has timed out", "is timed out", "timed out"),
        *("did not respond in time", "could not respond in time"),
    ),
    "disconnected": ("is disconnected", "has been disconnected", "has disconnected"),
    "connected": (*("is connected", "has connected", "is reconnected", "has reconnected", "has been reconnected"),),
    "warned": ("has requested TIME", "has NUMBER seconds left to act"),
    "other": (
        *("is feeling ", "waits for big blind", "will be allowed to play after the button"),
        *("finished the tournament", "wins the tournament"),
    ),
}
_SENTENCES: Final = {
    "capped": ("Betting is capped",),
    "no_low": ("No low hand qualified", "There was no qualifying low"),
    "double_allowed": ("Pair on board - a double bet is allowed",),
    "timed_out": ("Time has expired",),
    "warned": ("You have NUMBER seconds left to act", "NUMBER seconds left to act"),
    "other": ("The blinds are now ", "The limits are now "),
}
# Rows for remarks: lines that move no chips and no cards. They begin with the words above; any text may follow.
NOISE: Final = (
    Line('NAME said, "..."', Noise("chat")),
    *[Line(f"NAME {words}...", Noise(kind)) for kind, each in _AROUND.items() for words in each],
    *[Line(f"{words}...", Noise(kind)) for kind, each in _SENTENCES.items() for words in each],
)
# The rows of `NOISE`, and rows for chat, for rooms that write chat as `NAME: words`.
NOISE_AND_CHAT: Final = (*NOISE, Line("NAME: ...", CHAT), Line("NAME:", CHAT))
