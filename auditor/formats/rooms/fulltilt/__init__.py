"""Reads the hand histories of Full Tilt, 2005 to 2015, in text. Stud, stud hi-lo and razz are read; other games are
skipped. In the summary, the amounts of the main pot and of each side pot still include the rake.
"""

from typing import Final

from auditor.engine.events import Opens, Reveal
from auditor.engine.hand import Records
from auditor.formats.chips_added import chips_added
from auditor.formats.files.titles import Titled
from auditor.formats.memo import remembered
from auditor.formats.rooms.fulltilt.header import header_of, number_of
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import pays
from auditor.formats.rooms.grammar.card_text import CardText, card_text
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import button, listed
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.parts import Part
from auditor.formats.rooms.grammar.room import Room, is_summed_up
from auditor.formats.rooms.grammar.shared_lines import DEALT, NOISE_AND_CHAT, SUMMARY, seats_of

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


class _Hand(HandSoFar):
    """The state of a Full Tilt hand while its lines are read. A seat that leaves or sits out before third street is not
    dealt in, unless it posts an ante or gets cards.
    """

    __slots__ = ()

    def remark(self, seat: int, kind: str, line: int) -> None:
        if kind in ("sits_out", "leaves") and self.street == 0:
            self.out.add(seat)
        super().remark(seat, kind, line)


def _folds(hand: HandSoFar, seat: int, line: int) -> None:
    """Adds a fold. But before the first card, a seat without an ante cannot fold: there the line `folds` means that the
    player sits out.
    """
    if hand.street == 0 and seat not in hand.anted:
        hand.remark(seat, "sits_out", line)
    else:
        hand.fold(seat, line)


def _mucks(hand: HandSoFar, seat: int, line: int) -> None:
    """Adds a muck. If no other seat is left, adds only a remark: a winner whom nobody called may keep his cards closed
    and still gets the pot.

    `HandSoFar.keep_closed` differs from this function in one case. If the log has no antes and no cards, `hand.left` is
    empty. Then this function adds a remark, and `keep_closed` adds a muck.
    """
    if hand.left <= {seat}:
        hand.remark(seat, "other", line)
    else:
        hand.muck(seat, line)


def _adds(hand: HandSoFar, seat: int, line: int, chips: int) -> None:
    """Reads that a player buys more chips: `Ann adds $20`. Adds only a remark if the player holds cards, because he
    gets the chips after the hand. Otherwise adds an event that puts the chips into his stack.
    """
    hand.events.append(chips_added(seat, chips, line, holds_cards=hand.street > 0 and seat in hand.left))


def _dealt(hand: HandSoFar, seat: int, line: int, cards: CardText, before: CardText | None = None) -> None:
    """Deals cards. On third street most lines have one bracket, with the up card. But the line of the player who made
    the log has two brackets: the first has his two down cards, the second his up card. All three cards are new. If a
    line of a later street has two brackets, the first one prints earlier cards again.
    """
    hand.join(seat)
    if hand.street <= 3:
        hand.logged.pop(seat, None)
        if before is not None:
            cards, before = card_text(f"{before.text or 'X X'} {cards.text or 'X'}") or cards, None
    acts.dealt(hand, seat, line, cards, before)


def _show_words(hand: HandSoFar, seat: int, line: int, words: str) -> bool:
    """Reads a line that names a hand but no cards: `Ann shows a pair of Kings`. Adds only a remark. Returns false if
    the words name no hand, or if they begin with cards, because another row reads shown cards.
    """
    if words.startswith("[") or not any(_stated(words)):
        return False
    hand.remark(seat, "other", line)
    return True


def _opens(hand: HandSoFar, seat: int, line: int, cards: CardText) -> bool:
    """Reads which seat opens the betting: `is low with [5d]` on third street. The card should be the up card of that
    seat. Returns false if the line has several cards.
    """
    if len(cards.cards) > 1:
        return False
    hand.events.append(Opens(seat, line))
    if (
        cards.cards and cards.text != hand.logged.get(seat, "").rpartition(" ")[2]
    ):  # the card is not the up card that was dealt to the seat: both cards are kept
        hand.events.append(Reveal(seat, cards.cards, line, up=True))
    return True


def _sat_out(hand: HandSoFar, seat: int, _line: int) -> None:
    hand.out.add(seat)


# The lines after the last hand of a tournament: the price and the players of the tournament, and their prizes.
_TOURNAMENT: Final = (
    *[Line(f"{words}...", NOTHING) for words in ("Buy-In: ", "Buy-In Chips: ", "Total Prize Pool: ", "Tournament ")],
    *[Line(f"NUMBER {words}...", NOTHING) for words in ("Entries", "Entry", "players")],
    Line("NUMBER: ...", NOTHING),
    Line("NAME finished in ...", Noise("other")),
)
GRAMMAR: Final = Grammar(
    {
        "top": (
            Line("Seat SEAT: PLAYER (STACK){, SITS_OUT}", listed),
            Line("The button is in seat #SEAT", button),
        ),
        "play": (
            Line("NAME checks", acts.checks),
            Line("NAME folds", _folds),
            Line("NAME calls CHIPS ALL_IN", pays(HandSoFar.call)),
            Line("NAME bets CHIPS ALL_IN", pays(HandSoFar.bet)),
            Line("NAME raises to CHIPS ALL_IN", pays(HandSoFar.raise_to)),
            Line("NAME completes it to CHIPS ALL_IN", pays(HandSoFar.complete_to)),
            Line("NAME antes CHIPS ALL_IN", pays(HandSoFar.ante)),
            Line("NAME brings in for CHIPS ALL_IN", pays(HandSoFar.bring_in)),
            Line("NAME is low with [CARDS]", _opens),
            Line("NAME is high with [CARDS]", _opens),
            Line("NAME shows [CARDS]{ WORDS}", acts.show_and_log),
            Line("NAME shows WORDS", _show_words),
            Line("NAME mucks", _mucks),
            Line("NAME adds CHIPS", _adds),
            Line("NAME wins {the }{HALF }POT (CHIPS){ with ...}", acts.collects),
            Line("NAME ties for {the }{HALF }POT (CHIPS){ with ...}", acts.collects),
            DEALT._replace(means=_dealt),
            Line("*** STREET ***{ [CARDS]}{ POTS}", acts.street),
            Line("*** STREET ***...", acts.spoilt_street),
            Line("*** SHOW DOWN ***", NOTHING),
            Line("Uncalled bet of CHIPS returned to PLAYER", acts.returned),
            # The log has this line if no other seat had enough chips to match the full ante of this seat.
            Line("Ante of CHIPS returned to PLAYER", acts.returned),
            Line("Hand #... has been cancel{l}ed", acts.void),
            SUMMARY,
            Line("Duration ...", NOTHING),
            *_TOURNAMENT,
            *NOISE_AND_CHAT,
        ),
        "summary": (
            Line("Total pot CHIPS{REST} | Rake RAKE", acts.total),
            Line("Seat SEAT: NAME is sitting out", _sat_out),
            *seats_of(HandSoFar.win_here),
            Line("Seat SEAT: NAME mucked [CARDS]REST", acts.reveals(HandSoFar.win_here)),
            Line("Seat SEAT: NAME mucked", NOTHING),
            Line("Board: [...", NOTHING),
            Line("Duration ...", NOTHING),
            *_TOURNAMENT,
            *NOISE_AND_CHAT,
        ),
    },
    {"POTS": Part("", r"\((?:total {1,9}+)?pot: .*")},
)


@remembered
def _stated(words: str) -> tuple[Stated, Stated]:
    """Returns the high hand and the low hand that the words name, as numbers: `a pair of Kings, for high and 8,7,5,3,2,
    for low`. In razz the words name only one hand. If that hand has a pair, the words do not show that it is a low
    hand, and it is returned as a high hand.
    """
    high, both, rest = words.partition(", for high")
    if both:
        return stated_high(high), stated_low(rest.removeprefix(" and ").removesuffix(", for low"))
    low = stated_low(words.removesuffix(", for low"))
    return ((), low) if low else (stated_high(words), ())


ROOM: Final = Room(
    "fulltilt",
    "Full Tilt text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("Full Tilt Poker Game #0: "),
    sign="#",
    words=lambda _header: _stated,
    hand=_Hand,
    is_whole=is_summed_up,
    unnamed="We cannot read a game in the first line. Export the hand again.",
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
