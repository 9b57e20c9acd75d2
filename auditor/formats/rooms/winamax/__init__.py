"""Reads the hand histories of Winamax, in text. Stud, stud hi-lo and razz are read; other games are skipped.

The log has no line for an uncalled bet: the bet is paid with the pot and counted in the total of the pots. The log
states this total after the rake was taken.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Records
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar, no_words
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.header import table as read_table
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.money import CHIPS, currency_of, decimals_in
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.parts import street_part
from auditor.formats.rooms.grammar.room import Room
from auditor.formats.rooms.grammar.shared_lines import (
    COLLECTED,
    DEALT,
    NOISE,
    OTHER_ACTS,
    SEATS,
    STREET,
    SUMMARY,
    VOID,
    acts_of,
    mucks_of,
    seats_of,
)
from auditor.formats.rooms.winamax.header import header_of, number_of
from auditor.formats.rooms.winamax.words import stated

_EVERY_CARD: Final = int(Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD)
_RECORDS: Final = _EVERY_CARD | int(
    Records.RAKE
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
)
_OLDER_STREETS: Final = {"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}


def _table(header: Header, seat: int, line: int, table: str, rest: str) -> None:
    """Reads the table: `Table: 'Pampelune' 6-max (real money) Seat #2 is the button`. The name of a table in a
    tournament ends with the numbers of tournament and table: `(76964968)#002`.
    """
    read_table(header, seat, line, table, rest)
    header.play_money = "(play money)" in rest
    number, closing, _ = table.rpartition("(")[2].partition(")#")
    if closing and number.isdigit():
        header.tournament = number


def _older_street(hand: HandSoFar, _seat: int, line: int, street: int) -> None:
    """Begins a street in the older form of the log. This form has no lines for cards, so the two bits for cards are
    removed from `hand.records`.
    """
    hand.records &= ~_EVERY_CARD
    hand.begin_street(street, line)


_AROUND: Final = (
    *NOISE,
    Line("NAME deny SB...", Noise("other")),
    Line("NAME denies big blind...", Noise("other")),
    Line("Hold-up to Pot: total CHIPS", acts.added),
)
GRAMMAR: Final = Grammar(
    {
        "top": (*SEATS, Line("Table{:} 'TABLE'REST", _table)),
        "play": (
            *acts_of("NAME"),
            *OTHER_ACTS,
            COLLECTED,
            DEALT,
            STREET,
            Line("*** OLDER_STREET ***", _older_street),
            Line("*** ANTE/BLINDS ***", NOTHING),
            Line("*** SHOW DOWN ***", NOTHING),
            SUMMARY,
            VOID,
            *_AROUND,
        ),
        "summary": (
            Line("Total pot CHIPS | Rake RAKE", acts.total_net),
            Line("Total pot CHIPS | No rake", acts.total_net),
            *seats_of(HandSoFar.win),
            *mucks_of(HandSoFar.win),
            Line("Board: [...", NOTHING),
            *_AROUND,
        ),
    },
    {"OLDER_STREET": street_part(_OLDER_STREETS)},
)


def _settle(header: Header, _lines: Sequence[str]) -> None:
    """Reads the stakes. A tournament has chips, although its buy-in and its bounties are money."""
    currency = CHIPS if header.is_tournament or header.play_money else currency_of(header.amounts[2])
    texts = [*header.amounts, *[row.stack for row in header.listed]]
    header.read_stakes(currency, 2 if currency != CHIPS else decimals_in(texts))


ROOM: Final = Room(
    "winamax",
    "Winamax text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("Winamax Poker - CashGame - HandId: #0", "Winamax Poker - Tournament "),
    sign="#",
    settle=_settle,
    # In razz the words after shown cards name a high hand, although the low hand wins. So these words are ignored.
    words=lambda header: no_words if header.game is Game.RAZZ else stated,
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
