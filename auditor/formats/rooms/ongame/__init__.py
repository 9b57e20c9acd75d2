"""Reads the hand histories of OnGame, in text. Stud, stud hi-lo and razz are read; other games are skipped.

The log has no line for an uncalled bet. The summary has the cards only of players who showed them.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import ANY_POT, Collect, Muck, PotTotal, Rake, Reveal, StackAfter, Unread
from auditor.engine.hand import Records, Seat
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import pays
from auditor.formats.rooms.grammar.card_text import CardText, card_text
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar, Words, no_words
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.noise import NOTHING
from auditor.formats.rooms.grammar.parts import PARTS, Part, seat_number, street_part
from auditor.formats.rooms.grammar.room import NumberedLine, Room
from auditor.formats.rooms.grammar.shared_lines import NOISE_AND_CHAT, SEATS
from auditor.formats.rooms.ongame.header import header_of, number_of, players, settle, started, table_of
from auditor.formats.rooms.ongame.words import worded

_RECORDS: Final = int(
    Records.RAKE
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)
_STREETS: Final = {"pocket cards": 3, "4th street": 4, "5th street": 5, "6th street": 6, "river": 7}
_HALVES: Final = {"": "", "High": "high", "Low": "low"}


class _Hand(HandSoFar):
    """The state of an OnGame hand while its lines are read.

    - `before`: the chips that each seat put in on earlier streets, without antes.
    - `side_pots`: true if the log has a side pot.
    - `unshown`: a `Muck` event for each seat whose line in the summary has no cards. These events are added to the hand
      only if some seat showed its cards; otherwise there was no showdown.

    The summary prints payments before shown cards. The events have the shown cards first, because seats show before
    they are paid.
    """

    __slots__ = ("before", "side_pots", "unshown")

    def __init__(self, header: Header, seats: list[Seat], words: Words = no_words, records: int = 0) -> None:
        super().__init__(header, seats, words, records)
        self.before: Final[Counter[int]] = Counter()
        self.side_pots = False
        self.unshown: Final[list[Muck]] = []

    def begin_street(self, street: int, line: int) -> None:
        self.before.update(self.front)
        super().begin_street(street, line)

    def close(self, text_of: Callable[[int], str]) -> None:
        # The summary lists the cards of every player who showed. So at a showdown, the other seats mucked.
        if self.shown:
            self.events.extend(self.unshown)
        super().close(text_of)


def _look_ahead(hand: _Hand, below: Sequence[NumberedLine]) -> None:
    """Sets `hand.side_pots` to true if one of the lines of the log begins with `Side pot`. `below` has the lines, each
    with its number and text.
    """
    hand.side_pots = any(text.startswith("Side pot") for _, text in below)


def _raises(hand: _Hand, seat: int, line: int, amounts: str, *, all_in: bool = False) -> bool:
    """Adds a raise: `$1 to $3`. The first amount is the chips put in now, and the second is the new total in front of
    the seat. If the two amounts are equal, both are the new total. Returns false if an amount cannot be read.

    The event has the total that follows from the first amount, because the stacks of the log agree with this amount. On
    later streets the room may include the chips of earlier streets in the second amount. If the two amounts contradict
    each other in any other way, the line is also added as an `Illegible` event, that is, as a damaged line.

    But no `Illegible` event is added if there is an unread line above. That line may be an act of the seat, and with
    this act the two amounts may agree.
    """
    by, to, total = amounts.partition(" to ")
    added, stated = hand.chips(by), hand.chips(total)
    if added is None or (to and stated is None):
        return False
    put = hand.front.get(seat, 0) + added
    hand.raise_to(seat, added if stated == added else put, all_in, line)
    contradict = stated not in (None, put, added, put + hand.before[seat])
    if contradict and not any(isinstance(event, Unread) for event in hand.events):
        hand.illegible(f"raises {amounts}", line)
    return True


def _ends(hand: HandSoFar, _seat: int, _line: int) -> None:
    hand.complete = True


# --- the summary -----------------------------------------------------------------------------------------------------


def _pot(hand: _Hand, _seat: int, line: int, chips: int, words: str, pot: int = 0) -> bool:
    """Adds a pot and its payments: `Main pot: $5.14 won by Hero ($4.89)`. If the log has no side pot, the amount is
    added as the total of the hand. It may include an uncalled bet. Returns false if a payment cannot be read.
    """
    paid = _paid(hand, words)
    if paid:
        hand.last.append(PotTotal(chips, pot if hand.side_pots else ANY_POT, line))
        hand.last.extend([Collect(seat, share, pot, half, line) for seat, share, half in paid])
    return bool(paid)


def _paid(hand: HandSoFar, text: str) -> list[tuple[int, int, str]]:
    """Returns the payments in a text such as `A ($1.43 High), B ($1.42 Low)`, each as seat, chips and half of the pot
    (`high`, `low` or empty). Returns an empty list if one of the payments cannot be read.
    """
    paid = []
    while text:
        found = hand.players.before(text, " (")
        if found is None:
            return []
        share, closing, text = found[1].partition(")")
        amount, _, half = share.partition(" ")
        chips = hand.chips(amount)
        if chips is None or not closing or half not in _HALVES:
            return []
        paid.append((found[0], chips, _HALVES[half]))
        text = text.removeprefix(",").strip()
    return paid


def _rake(hand: HandSoFar, _seat: int, line: int, rake: int) -> None:
    hand.last.append(Rake(rake, line=line))


def _account(hand: _Hand, seat: int, line: int, chips: int, cards: CardText | None = None, words: str = "") -> None:
    """Adds the stack after the hand, and the cards of a hand that was shown: `Seat 2: Hero ($3.47), net: +$1.47, [7
    cards] (TWO_PAIR JACK, NINE)`. If the line has no cards and the seat did not fold, keeps a muck of the seat in
    `hand.unshown`.
    """
    if cards is not None and UNSEEN in cards.cards:  # a hand with unseen cards was not shown
        hand.events.append(Reveal(seat, cards.seen, line))
    elif cards is not None:
        acts.show(hand, seat, line, cards, words)
    elif seat in hand.left:
        hand.unshown.append(Muck(seat, line))
    hand.last.append(StackAfter(seat, chips, line))


_AROUND: Final = (
    *NOISE_AND_CHAT,
    Line("DASHES", NOTHING),
    Line("Summary:", acts.summary),
    Line("***** End of hand ...", _ends),
)
_AMOUNT: Final = PARTS["CHIPS"].pattern
_HEADING: Final = (
    Line("User: TABLE", NOTHING),
    # Stud has no button. In stud this line may even name an empty seat, so it is ignored.
    Line("Button: seat TABLE", NOTHING),
)
GRAMMAR: Final = Grammar(
    {
        "top": (
            SEATS[0],
            Line("Start hand: REST", started),
            Line("Table: REST", table_of),
            Line("Players in round: REST", players),
            *_HEADING,
        ),
        "play": (
            Line("NAME checks", acts.checks),
            Line("NAME folds", HandSoFar.fold),
            Line("NAME calls CHIPS ALL_IN", pays(HandSoFar.call)),
            Line("NAME bets CHIPS ALL_IN", pays(HandSoFar.bet)),
            Line("NAME raises AMOUNTS ALL_IN", _raises),
            Line("NAME posts ante CHIPS ALL_IN", pays(HandSoFar.ante)),
            Line("NAME small bring in CHIPS ALL_IN", pays(HandSoFar.bring_in)),
            Line("NAME big bring in CHIPS ALL_IN", pays(HandSoFar.bet)),  # the low card opens with the full small bet
            Line("Dealing STREET{ [CARDS]}", acts.street),
            Line("Dealing to NAME: [CARDS]", acts.dealt),
            *_HEADING,
            *_AROUND,
        ),
        "summary": (
            Line("Main pot: CHIPS won by WORDS", _pot),
            Line("Side pot: CHIPS won by WORDS", partial(_pot, pot=1)),
            Line("Side pot POT: CHIPS won by WORDS", _pot),
            Line("Rake taken: RAKE", _rake),
            Line("Seat SEAT: NAME (CHIPS), net: NET{, [CARDS]{ (WORDS)}}", _account),
            *_AROUND,
        ),
    },
    {
        "CARDS": PARTS["CARDS"]._replace(value=lambda text, _minor: card_text(text.replace(",", " "))),
        "STREET": street_part(_STREETS),
        "AMOUNTS": Part("amounts", f"{_AMOUNT}(?: to {_AMOUNT})?"),
        "POT": Part("pot", "[0-9]{1,2}", seat_number),
        "NET": Part("", f"[+-]?{_AMOUNT}"),
        "DASHES": Part("", "-+"),
    },
)

ROOM: Final = Room(
    "ongame",
    "OnGame text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("***** History for hand ", kept=("***", "istory", "hand")),
    sign="*****",
    settle=settle,
    words=lambda _header: lambda words: (worded(words), ()),
    hand=_Hand,
    prepare=_look_ahead,
    unnamed="We cannot read a table and its game in the lines above the seats. Export the hand again.",
    no_hand="We cannot read a hand number in the first line. Export the hand again.",
    seats_stand="",
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
