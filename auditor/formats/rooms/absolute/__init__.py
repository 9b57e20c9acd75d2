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
from auditor.formats.rooms.grammar.room import Room
from auditor.formats.rooms.grammar.shared_lines import NOISE_AND_CHAT, STREET, SUMMARY

# Burns are not logged. Whether hands are logged in the order in which they were shown is not known.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)
# The cards that this room writes in another way than most rooms do.
_PLAIN: Final = {"H": "xx", **{f"10{suit}": f"T{suit}" for suit in "cdhs"}}


class _Hand(HandSoFar):
    """The state of an Absolute hand. A seat that sits out, by a line after the list of seats, is not dealt in unless
    the seat posts an ante. This also holds in a tournament.
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
    """Returns a function that reads an act with chips: `$3` are put in now, or `$3 to $3.50`, whose second amount is
    the new total in front of the seat. The method `put` puts the chips in.
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
    return spelled_cards(" ".join(words), " ".join([_PLAIN.get(word, word) for word in words]))


def _pocket(hand: HandSoFar, seat: int, line: int, cards: CardText) -> bool:
    """Deals the new cards of a line such as `Pocket [H H Js 10d]`. The room prints all cards of the seat on each
    street, even if the seat has folded and got no new card.
    """
    known = _cards(hand.logged.get(seat, ""))
    before = known.cards if known else ()
    repeated, new = cards.cards[: len(before)], cards.cards[len(before) :]
    if len(repeated) < len(before):
        return False
    if new:
        hand.events.append(deal_by_street(seat, new, hand.street, cards.spelled, line))
    if repeated != before:  # a card was turned up, or the log contradicts itself: both versions are kept
        hand.events.append(Reveal(seat, repeated, line))
    hand.logged[seat] = cards.text
    return True


def _mucks(hand: HandSoFar, seat: int, line: int, cards: CardText) -> None:
    """Adds a muck with its cards. The summary prints these cards again, so they are noted as already shown."""
    hand.shown[seat] = cards.text
    acts.mucks_showing(hand, seat, line, cards)


@remembered
def _stated(words: str) -> tuple[Stated, Stated]:
    """Returns the high and the low hand that words such as `One pair, queens` or `Flush, ace high` state. They are
    first turned into the words of other rooms, `a pair of queens` and `a flush, ace high`.
    """
    text = words.lower().replace("one pair, ", "a pair of ")
    if text.startswith(("straight", "flush", "full house", "royal flush")):
        text = f"a {text}"
    return stated_high(text), stated_low(text.upper())


# --- the summary -----------------------------------------------------------------------------------------------------


def _total(hand: HandSoFar, _seat: int, line: int, rest: str) -> bool:
    """Adds the pots and the rake of a line such as `Total Pot($0.43) | Rake ($0.04)`. The rake may be missing."""
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
    """Adds the winnings and reveals the cards of a summary line:
    `won Total ($0.19) HI:with One pair, aces [7 cards - the five that play] LO:($0.19) [five]`.
    """
    hand.win_here(seat, chips, line)
    _reveal(hand, seat, line, rest)


def _reveal(hand: HandSoFar, seat: int, line: int, rest: str) -> None:
    """Reveals the cards before ` - ` in the first bracket of `rest`, unless the seat already showed the same cards."""
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
            Line("NAME - all-in", Noise("timed_out")),  # a player whose time ran out counts as all-in, without chips
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
    settle=settle,
    words=lambda _header: _stated,
    hand=_Hand,
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
