"""Reads the hand histories of Americas Cardroom (WPN) since 2019, in text. Stud, stud hi-lo and razz are read; other
games are skipped. At the start of each street the log prints the pots, after the rake was taken out. If all seats but
one folded, only the summary states the payment.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Records
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.acr.header import header_of, number_of
from auditor.formats.rooms.acr.words import stated
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_names import Stated
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.header import table as read_table
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.money import CHIPS, currency_of, decimals_in
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.parts import Part
from auditor.formats.rooms.grammar.room import Room
from auditor.formats.rooms.grammar.shared_lines import (
    COLLECTED,
    DEALT,
    NOISE_AND_CHAT,
    OTHER_ACTS,
    SEATS,
    STREET,
    SUMMARY,
    UNCALLED,
    VOID,
    acts_of,
    mucks_of,
    seats_of,
)

# The kinds of lines that every log of this room has. `WHOLE_HANDS` is not set, because a shown hand may have only six
# of its seven cards. `EVERY_DOWN_CARD` is not set, because down cards are logged only for the player who made the log.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)


def _table(header: Header, seat: int, line: int, table: str, rest: str) -> bool:
    """Reads the table: `Kappa 8-max`, `Gorham 8-max Seat #2 is the button`, `Table '25' 9-max Seat #8 is the button`.
    Returns false if an earlier line named the table or a seat: then this line means something else.
    """
    if header.table or header.listed:
        return False
    header.play_money = header.play_money or "(Play Money)" in rest
    is_quoted = table.startswith("Table '") and table.endswith("'")
    read_table(header, seat, line, table[7:-1] if is_quoted else table, rest)
    return True


def _keeps_closed(hand: HandSoFar, seat: int, line: int) -> None:
    """Reads the line `does not show`. At the showdown this is a muck: the seat gives up its hand. Before the showdown,
    the line is about a winner whom nobody called. He still gets the pot, so only a remark is added.
    """
    if hand.showdown:
        hand.muck(seat, line)
    else:
        hand.remark(seat, "other", line)


GRAMMAR: Final = Grammar(
    {
        "top": (*SEATS, Line("TABLE SIZED", _table)),
        "play": (
            *acts_of("NAME"),
            *OTHER_ACTS,
            Line("NAME sitting out", Noise("sits_out")),
            Line("NAME does not show", _keeps_closed),
            COLLECTED,
            DEALT,
            STREET,
            UNCALLED,
            Line("POT CHIPS{ | Rake{ RAKE}}", acts.pot),
            Line("*** SHOW DOWN ***", acts.showdown),
            SUMMARY,
            VOID,
            *NOISE_AND_CHAT,
        ),
        "summary": (
            Line("Total pot CHIPS{ | Rake RAKE}{ | JP Fee FEE}", acts.total_net),
            *seats_of(HandSoFar.win_or_collect),
            *mucks_of(HandSoFar.win_or_collect),
            Line("Board [...", NOTHING),
            *NOISE_AND_CHAT,
        ),
    },
    {"SIZED": Part("rest", "[0-9]{1,2}-max.*")},
)


def _settle(header: Header, lines: Sequence[str]) -> None:
    """Reads the stakes. They are chips if the amounts have no currency sign, or if the table is for play money."""
    currency = CHIPS if header.play_money else currency_of(header.amounts[1])
    header.read_stakes(currency, 2 if currency != CHIPS else decimals_in(lines))


def _low_alone(words: str) -> tuple[Stated, Stated]:
    """Returns only the low hand that the words after shown cards name, and no high hand. It is used for razz, where
    only the low hand wins.
    """
    return (), stated(words)[1]


def _is_whole(hand: HandSoFar) -> bool:
    """Whether the log reaches the end of the hand. It does if the total was read, and if the summary has a line for the
    last seat, that is, the seat with the highest number among those that played. Seats that mucked (gave up their hand)
    are not counted here, because the summary may leave them out. For a cancelled hand the total is enough.
    """
    played = hand.anted - hand.mucked
    return hand.complete and (hand.void or not played or max(played) in hand.summed_up)


ROOM: Final = Room(
    "acr",
    "Americas Cardroom text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("Hand #0 - ", "Game Hand #0 - "),
    sign="#",
    settle=_settle,
    words=lambda header: _low_alone if header.game is Game.RAZZ else stated,
    is_whole=_is_whole,
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
