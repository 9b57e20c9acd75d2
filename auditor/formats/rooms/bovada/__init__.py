"""Reads the hand histories of Bovada, Bodog and Ignition, in text. Stud and stud hi-lo are read; other games are
skipped.

Players are anonymous. A log has every card of every seat, so the whole deal can be audited. Most logs do not state the
stakes. Only logs since 2021 state the rake.

Hands of 2012 have no street lines (lines that begin a street) after third street. In such a hand the line of a dealt
card also begins the next street in two cases:

- A seat has already checked or put chips in on the current street.
- The seat that gets the card has already got a card on the current street.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import ANY_POT, STRANGER, Collect, Deal, PotTotal, Rake, Return, Reveal, Show, Wager
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
from auditor.formats.rooms.grammar.money import SIGNS
from auditor.formats.rooms.grammar.noise import Noise
from auditor.formats.rooms.grammar.parts import STREETS, Part, street_part
from auditor.formats.rooms.grammar.room import NumberedLine, Room, is_summed_up

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
_HERO: Final = (" [ME]", "  [ME]")  # one of these marks follows the name of the player who made the log
_LATER_STREETS: Final = ("\n*** 4th street ***", "\n*** 5th street ***", "\n*** 6th street ***", "\n*** river ***")


class _Hand(HandSoFar):
    """The state of a Bovada hand while its lines are read.

    - `dealt`: the cards that were dealt to each seat.
    - `at_showdown`: the cards of each seat in its last line at the showdown.
    - `dealt_now`: the seats that got a card on the current street.
    - `marked`: true if the log has street lines (lines that begin a street) after third street.
    - `side_payments`: the number of lines that pay from a side pot.
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
    """Searches all lines of the hand before they are read, and stores three facts: whether street lines (lines that
    begin a street) follow after third street, how many lines pay from a side pot, and whether `[ME]` follows a name.
    """
    lines = "\n".join(["", *[text for _, text in below]]).lower()
    hand.marked = any(street in lines for street in _LATER_STREETS)
    hand.side_payments = lines.count(" : hand result-side pot ")
    hand.players.add_endings(*[ending for ending in _HERO if ending.lower() in lines])


# --- acts ------------------------------------------------------------------------------------------------------------


def _late(act: Callable[..., bool | None]) -> Callable[..., bool | None]:
    """Returns a function for an act of a seat whose time ran out. The function adds a remark about the time, then the
    act.
    """

    def meaning(hand: HandSoFar, seat: int, line: int, **parts: Any) -> bool | None:
        hand.remark(seat, "timed_out", line)
        return act(hand, seat, line, **parts)

    return meaning


def _checks(hand: HandSoFar, seat: int, line: int) -> None:
    """Adds a check, and puts 0 chips in front of the seat. After that, `front` is not empty, as after a bet. `_dealt`
    needs this in a log without street lines: if `front` is not empty, the next card belongs to the next street.
    """
    hand.put(seat, 0)
    acts.checks(hand, seat, line)


def _raises_all_in(hand: HandSoFar, seat: int, line: int, to: int, **_added: int) -> None:
    """Adds an all-in wager. The room writes `All-in(raise) 22` both for a raise and for a bet. The wager is a bet if no
    chips are in front of any seat.
    """
    verb = "raises" if hand.level else "bets"
    hand.front[seat] = to
    hand.events.append(Wager(seat, to, verb, all_in=True, line=line))


def _goes_all_in(hand: HandSoFar, seat: int, line: int, chips: int) -> None:
    """Adds the act of an all-in line without a verb, `All-in 227`: an ante, a bring-in, a call, a bet or a raise. The
    street and the chips in front of the seats decide which act it is.

    The first chips on third street always become a bring-in. We assume that the seat has too few chips for the full
    bring-in. No line states the full bring-in, so this cannot be checked.
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
    """Adds a payment from a side pot. The log does not number side pots. So if several lines pay from side pots, the
    number of the pot is left open (`ANY_POT`).
    """
    hand.events.append(Collect(seat, chips, 1 if hand.side_payments == 1 else ANY_POT, "", line))


# --- cards -----------------------------------------------------------------------------------------------------------


def _dealt(hand: _Hand, seat: int, line: int, cards: CardText, words: str = "") -> None:
    """Deals cards to a seat. In a log without street lines (lines that begin a street), also begins a street if the
    card is the first of that street. `words` is text that follows the cards on the line.
    """
    if not hand.street:  # the line that begins third street is missing or cut off
        hand.begin_street(3, line)
    if not hand.marked and hand.street < 7 and (seat in hand.dealt_now or hand.front):
        hand.begin_street(hand.street + 1, line)
    new = cards.cards or (UNSEEN,) * (1 if hand.street > 3 else 3)
    if hand.street > 6:
        hand.events.append(Deal(seat, new, (), cards.spelled, line))
    elif hand.street > 3:
        hand.events.append(Deal(seat, (), new, cards.spelled, line))
    else:  # third street: two cards face down, then one card face up
        hand.events.append(Deal(seat, new[:-1], new[-1:], cards.spelled, line))
    if seat != STRANGER:
        hand.dealt_now.add(seat)
    hand.dealt[seat] = hand.dealt.get(seat, ()) + new
    if words:  # text after the cards is the rest of another line, joined to this line by mistake
        hand.unread(words, line)


def _show(hand: _Hand, seat: int, line: int, cards: CardText, words: str = "") -> None:
    """Adds the hand that a seat shows. The line has only the five cards that play. In hi-lo it may have ten: the five
    cards of the high hand, then the five cards of the low hand.
    """
    low = low_ranks(cards.cards[5:]) if len(cards.cards) == 10 else ()
    playing = tuple(dict.fromkeys(cards.cards)) if len(cards.cards) == 10 else cards.cards
    high = HANDS.get(words.strip(" ()").lower(), ())
    hand.at_showdown[seat] = playing
    hand.events.append(Show(seat, playing, high, low, line))


def _does_not_show(hand: HandSoFar, seat: int, line: int, cards: CardText, **_words: str) -> None:
    """Reads `Does not show [cards]` and adds the cards of the seat. Adds no muck, because the seat may be a winner whom
    nobody called.
    """
    hand.events.append(Reveal(seat, cards.cards, line))


# --- the summary -----------------------------------------------------------------------------------------------------

_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")


def _total(hand: HandSoFar, _seat: int, line: int, chips: int, rake: int | None = None) -> None:
    hand.complete = True
    hand.events.append(PotTotal(chips, ANY_POT, line))
    if rake is not None:
        hand.records |= int(Records.RAKE)
        hand.events.append(Rake(rake, ANY_POT, line))


def _summed_up(hand: _Hand, _seat: int, line: int, number: int, rest: str) -> bool:
    """Reads the winnings and cards of one seat in the summary: `Seat 5: 97 [Does not show]`, or `Seat+2: with One pair
    [7 cards-5 cards] LO $73.50 [7 cards-5 cards]`. A bracket has all cards of the seat, a dash, and the five cards that
    play. Returns false if the line has another form.
    """
    name = hand.players.by_seat.get(number)
    if name is None or rest.endswith(" in chips"):  # the list of seats of the next hand, whose title is damaged
        return False
    hand.summed_up.add(number)
    text = rest.strip().removeprefix(name).lstrip()
    if text.startswith("Folded"):
        return True
    won = []
    for word in _BRACKETS.sub(" ", text).split():
        if word[0].isdigit() or word.startswith(SIGNS):  # an amount; the other words name the hand
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
    """Adds the cards of a bracket, `7 cards-5 cards`: all cards of the seat and, after the dash, the five that play.
    Cards that were already dealt or shown on earlier lines are not added again.
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
    # `Raises 10 to 30` and `Raises 30` mean the same: the last amount is the new total in front of the seat.
    *[Line(f"NAME : {words}LATE {{CHIPS to }}TO", acts.raises) for words in ("Raises", "Double raises", "D raises")],
    Line("NAME : All-in(raiseLATE) {CHIPS to }TO", _raises_all_in),
    Line("NAME : ChecksLATE", _checks),
    Line("NAME : FoldsLATE", HandSoFar.fold),
)
_AROUND: Final = {
    "joins": ("Table enter user", "Enter user", "Enter(auto)", "Sit down", "Seat sit down"),
    "leaves": ("Table leave user", "Leave user", "Leave(auto)", "Stand", "Seat stand"),
    "sits_out": ("Sit out", "Seat sit out", "Sitout (wait for bb)"),
    "returns": ("Re-join", "Rejoin", "Seat re-join", "Seat rejoin"),
    "other": (
        *("Insufficient fund", "Insufficient funds", "Ranking CHIPS"),
        # The player gets these chips only in the next hand, so they do not change the stack in this hand.
        *("Table deposit CHIPS", "Addon CHIPS", "Rebuyin CHIPS", "Rebuys CHIPS", "Double rebuys CHIPS"),
        *("Set dealer...", "Bounty prize [...", "Prize cash [..."),
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
            Line("NAME : Card dealt to a spot [CARDS]{ }{SECOND_LINE}", _dealt),
            Line("NAME : Showdown [CARDS]{WORDS}", _show),
            Line("NAME : Mucks [CARDS]{WORDS}", acts.mucks_showing),
            Line("NAME : Does not show [CARDS]{WORDS}", _does_not_show),
            Line("*** STREET ***{ [CARDS]}", acts.street),
            Line("*** STREET ***...", acts.spoilt_street),
            Line("*** SUMMARY...", acts.summary),
            *[Line(f"NAME : {words}", Noise(kind)) for kind, each in _AROUND.items() for words in each],
            # The words of `_AROUND` again, for lines that name no player.
            *[Line(words, Noise(kind)) for kind, each in _AROUND.items() for words in each],
            *[Line(f"{words}: ...", Noise("other")) for words in ("Table Info", "Player Info")],
        ),
        "summary": (
            Line("Total Pot(CHIPS){ | Rake (RAKE)}", _total),
            *[Line(f"{words}: ...", Noise("other")) for words in ("Table Info", "Player Info")],
            Line("Seat{+}{ }SEAT:REST", _summed_up),
        ),
    },
    {
        "STREET": street_part(_STREETS),
        "SECOND_LINE": Part("words", r"[^\n]*"),  # `_dealt` keeps these words as an unread line
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
    sign="#",
    settle=settle,
    hand=_Hand,
    prepare=_look_ahead,
    is_whole=is_summed_up,
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
