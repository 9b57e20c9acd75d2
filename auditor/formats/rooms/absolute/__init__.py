"""Reads the hand histories of Absolute Poker and UltimateBet, in text. Stud, stud hi-lo and razz are read; other games
are skipped.
"""

from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import ANY_POT, PotTotal, Rake, Return, Reveal
from auditor.engine.hand import Records
from auditor.formats.files.titles import Titled
from auditor.formats.memo import remembered
from auditor.formats.rooms.absolute.header import game_of_mix, header_of, number_of, settle, table
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import Pays, deal_by_street
from auditor.formats.rooms.grammar.card_text import CardText, spelled_cards
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import button, listed
from auditor.formats.rooms.grammar.lines import Line, Means
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.parts import PARTS, Part
from auditor.formats.rooms.grammar.pots_by_name import pot_named
from auditor.formats.rooms.grammar.room import Room, is_summed_up
from auditor.formats.rooms.grammar.shared_lines import NOISE_AND_CHAT, STREET, SUMMARY

# The kinds of lines that every log of this room has. `BURNS` is not set, because burned cards are not logged.
# `SHOWDOWN_ORDER` is not set, because we do not know whether shown hands are logged in the order of showing.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)
_HIDDEN: Final = "H"  # a card face down


class _Hand(HandSoFar):
    """The state of an Absolute Poker hand while its lines are read. In this room a line below the list of seats may
    state that a seat sits out. Such a seat is not dealt in unless it posts an ante. This is also so in a tournament.
    """

    __slots__ = ()

    def remark(self, seat: int, kind: str, line: int) -> None:
        if kind == "sits_out":
            self.out.add(seat)
        super().remark(seat, kind, line)

    @property
    def not_dealt_in(self) -> set[int]:
        return super().not_dealt_in | (self.out - self.anted)


# --- chips -----------------------------------------------------------------------------------------------------------


def _adds(put: Pays, *, all_in: bool = False) -> Means:
    """Returns a function that reads an act with chips. In `calls $3` the seat adds $3. In `raises $3 to $3.50` the last
    amount is the new total in front of the seat. `put` is the method of the hand that adds the act; it gets the chips
    that the seat adds.
    """

    def act(hand: HandSoFar, seat: int, line: int, chips: int, to: int | None = None) -> None:
        put(hand, seat, chips if to is None else to - hand.front.get(seat, 0), all_in, line)

    return act


def _returned(hand: HandSoFar, seat: int, chips: int, _all_in: bool, line: int) -> None:
    hand.events.append(Return(seat, chips, line))


# --- cards -----------------------------------------------------------------------------------------------------------


@remembered
def _cards(text: str) -> CardText | None:
    """Returns the cards of a text such as `H H Js 10d`; `H` is a card face down."""
    words = text.replace(",", " ").split()
    return spelled_cards(" ".join(words), " ".join(["xx" if word == _HIDDEN else word for word in words]))


def _pocket(hand: HandSoFar, seat: int, line: int, cards: CardText) -> bool:
    """Deals the cards of a line such as `Pocket [H H Js 10d]`. On each street the room prints all cards of a seat, so
    only the cards after those of earlier streets are new. A folded seat gets such a line too, without a new card.
    Returns false if the line has fewer cards than an earlier line of this seat.
    """
    known = _cards(hand.logged.get(seat, ""))
    before = known.cards if known else ()
    repeated, new = cards.cards[: len(before)], cards.cards[len(before) :]
    if not cards.cards:  # the bracket is empty: the log does not show what was dealt to this seat
        if seat in hand.left:
            hand.events.append(deal_by_street(seat, (), hand.street, "", line))
            hand.logged[seat] = " ".join(["H"] * max(hand.street, 3))
        return True
    if len(repeated) < len(before):
        return False
    if new:
        hand.events.append(deal_by_street(seat, new, hand.street, cards.spelled, line))
    # The cards of earlier streets differ from those in an earlier line of this seat: a hidden card was turned up, or
    # one of the lines is wrong. Both versions are kept.
    if repeated != before:
        hand.events.append(Reveal(seat, repeated, line))
    hand.logged[seat] = cards.text
    return True


def _mucks(hand: HandSoFar, seat: int, line: int, cards: CardText) -> None:
    """Adds a muck (a hand given up at the showdown) and its cards. Also stores the cards in `hand.shown`, because the
    summary prints them again and they must not be added twice.
    """
    hand.shown[seat] = cards.text
    acts.mucks_showing(hand, seat, line, cards)


@remembered
def _stated(words: str) -> tuple[Stated, Stated]:
    """Returns the high hand and the low hand that words such as `One pair, queens` name, as numbers (see `hand_names`).
    The words are first changed to those of other rooms: `a pair of queens`.
    """
    text = words.lower().replace("one pair, ", "a pair of ")
    if text.startswith(("straight", "flush", "full house", "royal flush")):
        text = f"a {text}"
    return stated_high(text), stated_low(text.upper())


# --- the summary -----------------------------------------------------------------------------------------------------


def _total(hand: HandSoFar, _seat: int, line: int, rest: str) -> bool:
    """Adds the amounts of the pots and the rake of a line such as `Total Pot($0.43) | Rake ($0.04)`. The rake may be
    missing. Returns false if the line is cut off or has another form.
    """
    found: list[PotTotal | Rake] = []
    whole = rest.removesuffix(".").rstrip()
    if not whole.endswith(")"):  # the line is cut off
        return False
    for part in whole.replace("|", " ").removesuffix(")").split(")"):
        name, _, amount = part.strip().lower().partition("(")
        name, chips = name.strip(), hand.chips(amount)
        pot = pot_named(name) if name not in ("", "rake") else ANY_POT
        if chips is None or pot is None:
            return False
        found.append(Rake(chips, pot, line) if name == "rake" else PotTotal(chips, pot, line))
    hand.complete = True
    hand.events.extend(found)
    return True


def _won(hand: HandSoFar, seat: int, line: int, chips: int, rest: str) -> None:
    """Reads a summary line of a winner: `won Total ($0.19) HI:with One pair, aces [7 cards - the five that play]
    LO:($0.19) [five]`. Adds the winnings and the cards.
    """
    hand.win_here(seat, chips, line)
    _reveal(hand, seat, line, rest)


def _reveal(hand: HandSoFar, seat: int, line: int, rest: str) -> None:
    """Adds to `hand` the cards that a line of the summary shows for a seat. The cards stand in the first bracket of
    `rest`, before a dash: `[7 cards - the five that play]`. Adds nothing if one of the cards is unseen, or if the seat
    already showed these cards.
    """
    whole, dash, _ = rest.partition("[")[2].partition("]")[0].partition(" - ")
    cards = _cards(whole)
    if dash and cards is not None and UNSEEN not in cards.cards and cards.text != hand.shown.get(seat):
        hand.events.append(Reveal(seat, cards.cards, line))


_AROUND: Final = (
    *[Line(f"NAME - {words}...", Noise("sits_out")) for words in ("sitout", "sitting out", "is sitting out")],
    *[Line(f"NAME - {words}...", Noise("timed_out")) for words in ("timeout", "timed out")],
    Line("NAME - disconnected...", Noise("disconnected")),
    Line("NAME - reconnected...", Noise("connected")),
    Line("NAME joins table...", Noise("joins")),
    Line("NAME leaves table...", Noise("leaves")),
    Line("NAME said, ...", Noise("chat")),
    *NOISE_AND_CHAT,
)
GRAMMAR: Final = Grammar(
    {
        "top": (
            Line("Seat SEAT - PLAYER (STACK in chipsMORE", listed),
            Line("Table: TABLE{ (KIND)}{ Seat #SEAT is the {dead }dealer}", table),
            Line("Seat #SEAT is the {dead }dealer", button),
            Line("Game Type: REST", game_of_mix),
        ),
        "play": (
            Line("NAME - checks", acts.checks),
            Line("NAME - folds", HandSoFar.fold),
            *[
                Line(f"NAME - {words} CHIPS{{ to TO}}", act)
                for words, act in (
                    ("ante", _adds(HandSoFar.ante)),
                    ("bring-in", _adds(HandSoFar.bring_in)),
                    ("calls", _adds(HandSoFar.call)),
                    ("bets", _adds(HandSoFar.bet)),
                    ("completes", _adds(HandSoFar.complete_by)),
                    ("completes to", _adds(HandSoFar.complete_by)),
                    ("raises", _adds(HandSoFar.raise_by)),
                    ("all-in(raise)", _adds(HandSoFar.raise_by, all_in=True)),
                    ("all-in", _adds(HandSoFar.all_in)),
                    ("ante returned", _adds(_returned)),
                    ("returned", _adds(_returned)),
                )
            ],
            Line("NAME - returned (CHIPS) : not called", _adds(_returned)),
            # The player's time ran out, which this room calls all-in; no chips go in.
            Line("NAME - all-in", Noise("timed_out")),
            Line("NAME - pocket [CARDS]", _pocket),
            Line("NAME - shows [CARDS]{ (WORDS)}", acts.show),
            Line("NAME - mucks [CARDS]", _mucks),
            Line("NAME - mucks", HandSoFar.keep_closed),
            Line("NAME - does not show", HandSoFar.keep_closed),
            *[Line(f"NAME {verb} CHIPS{{ from POT}}", acts.collects) for verb in ("collects", "- collects")],
            STREET,
            Line("*** SHOW DOWN ***", NOTHING),
            SUMMARY,
            *_AROUND,
        ),
        "summary": (
            Line("Total PotREST", _total),
            *[Line(f"Seat SEAT: NAME {verb} Total (CHIPS)REST", _won) for verb in ("won", "collected")],
            *[
                Line(f"Seat SEAT: NAME {words}REST", _reveal)
                for words in ("folded ", "HI:", "LO:", "lost ", "mucked", "does not show", "did not")
            ],
            *[Line(f"Seat SEAT: NAME{words}...", NOTHING) for words in (" sitting out", " is sitting out")],
            Line("Seat SEAT: NAME", NOTHING),
            Line("Board [...", NOTHING),
            *_AROUND,
        ),
    },
    {
        "CARDS": PARTS["CARDS"]._replace(value=lambda text, _minor: _cards(text)),
        "TABLE": Part("table", "[^#]*?"),
        "KIND": Part("kind", "[^()]{1,40}"),
        "MORE": Part("", ".*"),
    },
)

ROOM: Final = Room(
    "absolute",
    "Absolute Poker text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("Stage #0: "),
    sign="#",
    settle=settle,
    words=lambda _header: _stated,
    hand=_Hand,
    is_whole=is_summed_up,
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
