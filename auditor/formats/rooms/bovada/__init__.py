"""Reads the hand histories of Bovada, Bodog and Ignition, in text. Stud and stud hi-lo are read; other games are
skipped.

Players are anonymous. A log has every card of every seat, so the whole deal can be audited. It states the amounts of
antes, bring-ins and bets only in the lines that post them, and it does not state the rake.

Hands of 2012 have no line for the streets after third street. In these hands a card begins the street: the first card
after the betting, or a second card for one seat. The event of the street has the line of that card.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from auditor.engine.events import ANY_POT, STRANGER, Collect, Deal, PotTotal, Return, Reveal, Show, Wager
from auditor.engine.hand import Records, Seat
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.bovada.header import header_of, listed, number_of, settle
from auditor.formats.rooms.bovada.named_hands import HANDS, low_ranks
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import pays
from auditor.formats.rooms.grammar.card_text import CardText, cards_in
from auditor.formats.rooms.grammar.going_all_in import all_in_act
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar, Words, no_words
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.noise import Noise
from auditor.formats.rooms.grammar.parts import STREETS, Part, street_part
from auditor.formats.rooms.grammar.room import NumberedLine, Room

_RECORDS: Final = int(
    Records.UNCALLED
    | Records.PAYOUT
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
)
_STREETS: Final = {"hole cards": 3, **STREETS}
_HERO: Final = (" [ME]", "  [ME]")  # follows the name of the player who made the log
_LATER_STREETS: Final = ("\n*** 4th street ***", "\n*** 5th street ***", "\n*** 6th street ***", "\n*** river ***")


class _Hand(HandSoFar):
    """The state of a Bovada hand. `dealt` has the cards of each seat as dealt, and `at_showdown` the cards of its last
    show line. `dealt_now` are the seats that got a card on this street. `marked`: the log has lines for the streets
    after third street. `side_payments` is the number of lines that pay from a side pot.
    """

    __slots__ = ("at_showdown", "dealt", "dealt_now", "marked", "side_payments")

    def __init__(self, header: Header, seats: list[Seat], words: Words = no_words, records: int = 0) -> None:
        super().__init__(header, seats, words, records)
        self.marked = False
        self.side_payments = 0
        self.dealt: Final[dict[int, tuple[int, ...]]] = {}
        self.at_showdown: Final[dict[int, tuple[int, ...]]] = {}
        self.dealt_now: Final[set[int]] = set()

    def begin_street(self, street: int, line: int) -> None:
        super().begin_street(street, line)
        self.dealt_now.clear()


def _look_ahead(hand: _Hand, below: Sequence[NumberedLine]) -> None:
    """Notes which kinds of lines the hand has: lines for later streets, payments from side pots, names with `[ME]`."""
    lines = "\n".join(["", *[text for _, text in below]]).lower()
    hand.marked = any(street in lines for street in _LATER_STREETS)
    hand.side_payments = lines.count(" : hand result-side pot ")
    hand.players.add_endings(*[ending for ending in _HERO if ending.lower() in lines])


# --- acts ------------------------------------------------------------------------------------------------------------


def _late(act: Callable[..., bool | None]) -> Callable[..., bool | None]:
    """Returns a function that adds a remark and then the act, for acts of seats whose time ran out."""

    def meaning(hand: HandSoFar, seat: int, line: int, **parts: Any) -> bool | None:
        hand.remark(seat, "timed_out", line)
        return act(hand, seat, line, **parts)

    return meaning


def _checks(hand: HandSoFar, seat: int, line: int) -> None:
    """Adds a check, and puts 0 chips in front of the seat. So `front` has every seat that acted on this street, except
    seats that only folded.
    """
    hand.put(seat, 0)
    acts.checks(hand, seat, line)


def _raises_all_in(hand: HandSoFar, seat: int, line: int, to: int, **_added: int) -> None:
    """Adds a raise or, if no chips are in front of any seat, a bet: the room writes `All-in(raise) 22` for both."""
    verb = "raises" if hand.level else "bets"
    hand.front[seat] = to
    hand.events.append(Wager(seat, to, verb, all_in=True, line=line))


def _goes_all_in(hand: HandSoFar, seat: int, line: int, chips: int) -> None:
    """Adds the act of a line without a verb, `All-in 227`. The street and the chips in front of the seats decide which
    act it is.

    The first chips of third street count as a bring-in for less, because no line says how much a bring-in should be.
    """
    if hand.street < 3:
        hand.ante(seat, chips, all_in=True, line=line)
        return
    level = hand.level
    to = hand.put(seat, chips)
    hand.events.append(all_in_act(seat, to, level, hand.street, to + 1, line))


def _returned(hand: HandSoFar, seat: int, line: int, chips: int) -> None:
    hand.events.append(Return(seat, chips, line))


def _wins_side_pot(hand: _Hand, seat: int, line: int, chips: int) -> None:
    """Adds a payment from a side pot. The log does not number side pots, so if several lines pay from side pots, it is
    not known which side pot each line means.
    """
    hand.events.append(Collect(seat, chips, 1 if hand.side_payments == 1 else ANY_POT, "", line))


# --- cards -----------------------------------------------------------------------------------------------------------


def _dealt(hand: _Hand, seat: int, line: int, cards: CardText, words: str = "") -> None:
    """Deals cards, and begins the street if the log has no lines for streets. `words` is text after the cards."""
    if not hand.street:  # the title of third street is missing or cut off
        hand.begin_street(3, line)
    if not hand.marked and hand.street < 7 and (seat in hand.dealt_now or hand.front):
        hand.begin_street(hand.street + 1, line)
    new = cards.cards
    if hand.street > 6:
        hand.events.append(Deal(seat, new, (), cards.spelled, line))
    elif hand.street > 3:
        hand.events.append(Deal(seat, (), new, cards.spelled, line))
    else:  # two cards face down, then the door card
        hand.events.append(Deal(seat, new[:-1], new[-1:], cards.spelled, line))
    if seat != STRANGER:
        hand.dealt_now.add(seat)
    hand.dealt[seat] = hand.dealt.get(seat, ()) + new
    if words:  # another line was joined to this line by mistake
        hand.illegible(words, line)


def _show(hand: _Hand, seat: int, line: int, cards: CardText, words: str = "") -> None:
    """Adds a shown hand. The bracket has the five cards that play; in hi-lo the five cards of the high hand, then the
    five cards of the low hand.
    """
    low = low_ranks(cards.cards[5:]) if len(cards.cards) == 10 else ()
    playing = tuple(dict.fromkeys(cards.cards)) if len(cards.cards) == 10 else cards.cards
    high = HANDS.get(words.strip(" ()").lower(), ())
    hand.at_showdown[seat] = playing
    hand.events.append(Show(seat, playing, high, low, line))


def _does_not_show(hand: HandSoFar, seat: int, line: int, cards: CardText, **_words: str) -> None:
    """Reveals the cards of a seat that does not show. That is no muck, because the seat may be a winner whom nobody
    called.
    """
    hand.events.append(Reveal(seat, cards.cards, line))


# --- the summary -----------------------------------------------------------------------------------------------------

_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")
_WORDS: Final = frozenset(["with", "lose", "hi", "lo", "low", *" ".join(HANDS).split()])


def _total(hand: HandSoFar, _seat: int, line: int, chips: int) -> None:
    hand.complete = True
    hand.events.append(PotTotal(chips, ANY_POT, line))


def _summed_up(hand: _Hand, _seat: int, line: int, number: int, rest: str) -> bool:
    """Reads the winnings and the cards of a seat: `Seat 5:  97 [Does not show]`, or `Seat+2:   with One pair
    [seven-five] LO $73.50 [seven-five]`. `seven-five` stands for the seven cards of the seat, a dash and the five cards
    that play.
    """
    name = hand.players.by_seat.get(number)
    if name is None:
        return False
    text = rest.strip().removeprefix(name).lstrip()
    if text.startswith("Folded"):
        return True
    won = []
    for word in _BRACKETS.sub(" ", text).lower().split():
        if word not in _WORDS:
            won.append(hand.chips(word))
    if None in won:
        return False
    for bracket in _BRACKETS.findall(text):
        if bracket not in ("Does not show", "Mucked"):
            _reveals(hand, number, bracket, line)
    if won:
        hand.win_here(number, sum([amount for amount in won if amount is not None]), line)
    return True


def _reveals(hand: _Hand, seat: int, bracket: str, line: int) -> None:
    """Reveals the cards of a bracket: all cards of the seat and, after a dash, the cards that play. Cards that the log
    already has are not revealed again.
    """
    whole, _, playing = bracket.partition("-")
    for text, known in ((whole, hand.dealt), (playing, hand.at_showdown)):
        cards = cards_in(text)
        if cards and not set(cards) <= set(known.get(seat, ())):
            hand.events.append(Reveal(seat, cards, line))


# --- the table -------------------------------------------------------------------------------------------------------

_PAYING: Final = {
    pays(HandSoFar.ante): ("Ante chip",),
    pays(HandSoFar.bring_in): ("Big blind/Bring in", "Bring_in chip", "Bring in chip", "Bring in"),
    pays(HandSoFar.call): ("Call", "Calls"),
    pays(HandSoFar.bet): ("Bets", "Double bets", "D bets"),
    _goes_all_in: ("All-in",),
    _returned: ("Return uncalled portion of bet", "Return uncalled bet"),
    acts.collects: ("Hand result",),
    _wins_side_pot: ("Hand result-Side pot",),
}
_ACTS: Final = (
    *[Line(f"NAME : {words}{{ chip info}}LATE CHIPS", act) for act, each in _PAYING.items() for words in each],
    # The last amount is the new total in front of the seat, even if it is the only amount.
    *[Line(f"NAME : {words}LATE {{CHIPS to }}TO", acts.raises) for words in ("Raises", "Double raises", "D raises")],
    Line("NAME : All-in(raiseLATE) {CHIPS to }TO", _raises_all_in),
    Line("NAME : ChecksLATE", _checks),
    Line("NAME : FoldsLATE", HandSoFar.fold),
)
_AROUND: Final = {
    "joins": ("Table enter user", "Enter user", "Enter(auto)", "Sit down", "Seat sit down"),
    "leaves": ("Table leave user", "Leave user", "Leave(auto)", "Stand", "Seat stand"),
    "sits_out": ("Sit out", "Seat sit out"),
    "returns": ("Re-join", "Rejoin", "Seat re-join", "Seat rejoin"),
    "other": (
        *("Insufficient fund", "Insufficient funds", "Ranking CHIPS"),
        *("Table deposit CHIPS", "Addon CHIPS", "Rebuyin CHIPS"),  # these chips count from the next hand on
        *("Set dealer [...", "Set dealer/Bring in spot [...", "Bounty prize [...", "Prize cash [..."),
        *("Show1 [...", "Show2 [...", "Shows [..."),
    ),
}
GRAMMAR: Final = Grammar(
    {
        "top": (
            Line("Seat{+}{ }SEAT{ [ME]}: STACK in chips", listed),
            Line("Seat{+}{ }SEAT{ [ME]}: PLAYER (STACK in chips)", listed),
        ),
        "play": (
            *[Line(words.replace("LATE", ""), act) for words, act in _ACTS],
            *[Line(words, _late(act)) for words, act in _ACTS],
            Line("NAME : Card dealt to a spot [CARDS]{ }{WORDS}", _dealt),
            Line("NAME : Showdown [CARDS]{WORDS}", _show),
            Line("NAME : Mucks [CARDS]{WORDS}", acts.mucks_showing),
            Line("NAME : Does not show [CARDS]{WORDS}", _does_not_show),
            Line("*** STREET ***{ [CARDS]}", acts.street),
            Line("*** STREET ***...", acts.spoilt_street),
            Line("*** SUMMARY...", acts.summary),
            *[Line(f"NAME : {words}", Noise(kind)) for kind, each in _AROUND.items() for words in each],
            Line("Enter(auto)", Noise("joins")),
        ),
        "summary": (
            Line("Total Pot(CHIPS)", _total),
            Line("Seat{+}{ }SEAT:REST", _summed_up),
        ),
    },
    {
        "STREET": street_part(_STREETS),
        "LATE": Part("", r" ?\(timeout\)|-timeout"),
    },
)

ROOM: Final = Room(
    "bovada",
    "Bovada, Bodog and Ignition text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("Bovada Hand #0 ", "Ignition Hand #0 ", "Bodog Hand #0 ", "Bodog UK Hand #0 "),
    settle=settle,
    hand=_Hand,
    prepare=_look_ahead,
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
