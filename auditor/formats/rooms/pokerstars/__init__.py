"""Reads the hand histories of PokerStars, 2008 to 2026, in text. Stud, stud hi-lo and razz are read; other games are
skipped.

In the summary, the amount of the main pot, and of each side pot, is the amount that is left after the rake.
"""

from typing import Final

from auditor.engine.hand import Records
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.card_text import CardText
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_names import stated
from auditor.formats.rooms.grammar.hand_so_far import UNSEEN_COMMUNITY, HandSoFar
from auditor.formats.rooms.grammar.header import listed, table
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.parts import Part
from auditor.formats.rooms.grammar.room import Room, is_summed_up
from auditor.formats.rooms.grammar.shared_lines import (
    COLLECTED,
    DEALT,
    NOISE,
    STREET,
    SUMMARY,
    UNCALLED,
    VOID,
    acts_of,
    seats_of,
)
from auditor.formats.rooms.pokerstars.header import header_of, number_of
from auditor.formats.rooms.pokerstars.other_languages import OTHER_LANGUAGES

# The kinds of lines that every log of this room has. `BURNS` is not set, because burned cards are not logged.
# `EVERY_DOWN_CARD` is not set, because down cards are logged only for the player who made the log.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)


def _board(hand: HandSoFar, _seat: int, _line: int, cards: CardText) -> bool:
    """Whether the line `Board [5c]` in the summary agrees with the card that was dealt to all seats. The two agree if
    they name the same card, or if the street line or the line `Board` has an empty bracket. If they do not agree, the
    line `Board` becomes an unread line.
    """
    return hand.community in (cards.text, UNSEEN_COMMUNITY) or not cards.cards


def _void_again(hand: HandSoFar, _seat: int, _line: int) -> bool:
    """Whether a line above the summary already stated that the hand is void. If not, the line `Hand cancelled` in the
    summary becomes an unread line.
    """
    return hand.void


# Histories sent by mail number their hands: `*********** # 2 **************`.
_RULE: Final = Line("RULE", NOTHING)
_AROUND: Final = (
    *[
        Line(f"NAME {words}...", Noise("other"))
        for words in (
            *("has requested TIME", "cashed out the hand for ", "wins an entry to tournament ", "wins a ... ticket"),
            *("wins ... for eliminating ", "wins ... for splitting the elimination of ", "also received a "),
            *("split the ... bounty for eliminating ", "splits the ... bounty for eliminating "),
            *("re-buys and receives ", "takes the add-on and receives ", "adds ... chips"),
        )
    ],
    *NOISE,
    Line("All players have agreed to skip the break. Game resuming.", Noise("other")),
    Line("STP added: CHIPS", acts.added),
    Line("The deck is {being }reshuffled...", Noise("reshuffled")),
)
GRAMMAR: Final = Grammar(
    {
        "top": (
            Line("Seat SEAT: PLAYER (STACK in chips{, BOUNTY}){ SITS_OUT}", listed),
            Line("Seat SEAT: PLAYER (STACK in chips{, BOUNTY}) MOVED_IN", listed),
            Line("Table 'TABLE'REST", table),
        ),
        "play": (
            *acts_of("NAME:"),
            Line("NAME: folds [CARDS]", acts.folds_showing),
            # The line of a winner whom nobody called. The winner keeps the cards closed but takes the pot, so this is
            # no muck.
            Line("NAME: doesn't show hand", Noise("other")),
            DEALT,
            STREET,
            COLLECTED,
            UNCALLED,
            Line("*** SHOW DOWN ***", NOTHING),
            SUMMARY,
            VOID,
            _RULE,
            *_AROUND,
        ),
        "summary": (
            Line("Total pot CHIPS{REST} | Rake RAKE", acts.total),
            *seats_of(HandSoFar.win_here),
            Line("Seat SEAT: NAME mucked [CARDS]REST", acts.reveals(HandSoFar.win_here)),
            Line("Seat SEAT: NAME mucked...", NOTHING),
            Line("Seat SEAT: NAME out of hand...", NOTHING),
            Line("Board [CARDS]", _board),
            Line("Hand cancelled", _void_again),
            _RULE,
            *_AROUND,
        ),
    },
    {
        "RULE": Part("", r"\*[*#0-9 ]*"),
        "MOVED_IN": Part("moved_in", "out of hand.*", lambda _text, _minor: True),
    },
)


def _is_whole(hand: HandSoFar) -> bool:
    """Whether the log has the end of the hand. The log of a void hand is never whole, because it does not state which
    chips each player gets back.
    """
    return is_summed_up(hand) and not hand.void


def _is_title(line: str) -> bool:
    """Whether the line is one of those that PokerStars adds above a hand in a history that it sends by mail. Such a
    line names the player who asked for the history, or numbers the hand.
    """
    return line.startswith("Transcript for ") or (line.startswith("*") and not line.strip("*#0123456789 "))


ROOM: Final = Room(
    "pokerstars",
    "PokerStars text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled(
        "PokerStars Hand #0: ", "PokerStars Game #0: ", "PokerStars Home Game Hand #0", "PokerStars Zoom Hand #0: "
    ),
    sign="#",
    words=lambda _header: stated,
    is_whole=_is_whole,
    preamble=_is_title,
    other_languages=OTHER_LANGUAGES,
)
FORMAT: Final = ROOM.format
begins, sniff, read, cutter = FORMAT.begins, FORMAT.sniff, FORMAT.read, FORMAT.cutter
