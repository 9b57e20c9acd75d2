"""Reads the hand histories of PartyPoker, 2010 to 2026, in text. Stud, stud hi-lo and razz are read; other games are
skipped.

A log never has the up cards of opponents, and it has no lines for uncalled bets. Histories sent by mail, and all
histories since 2024, have a summary. The summary has the pots after the rake was taken, and the stack and the cards of
each seat. A log with a summary may lack the lines for shown hands and payments.
"""

import re
from typing import Final

from auditor.engine.events import ANY_POT, STRANGER, Opens, PotTotal, Rake, Reveal, Show, StackAfter
from auditor.engine.hand import Records
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import pays
from auditor.formats.rooms.grammar.card_text import CardText, cards_in, spelled_cards
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import button
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.paid_out import paid_out
from auditor.formats.rooms.grammar.parts import PARTS, Part, street_part
from auditor.formats.rooms.grammar.room import NO_HAND, Room
from auditor.formats.rooms.grammar.shared_lines import NOISE_AND_CHAT
from auditor.formats.rooms.partypoker.header import (
    announces,
    game_or_level,
    header_of,
    listed,
    number_of,
    plain_amount,
    settle,
    size,
    table,
)

# The kinds of lines that a PartyPoker log has. A log with a summary may have no payments and may state the rake. For
# such a log, `_pots` removes the bit `PAYOUT` or adds the bit `RAKE`.
_RECORDS: Final = int(Records.WHOLE_HANDS | Records.BRING_IN | Records.ANTES_IN_PLACE | Records.PAYOUT)
_STREETS: Final = {
    "dealing": 3,
    "dealing third street": 3,
    "dealing fourth street": 4,
    "dealing fifth street": 5,
    "dealing sixth street": 6,
    "dealing seventh street": 7,
    "dealing river": 7,
}


def _opens(hand: HandSoFar, seat: int, line: int) -> None:
    hand.events.append(Opens(seat, line))


def _show_low(hand: HandSoFar, seat: int, line: int, low: Stated) -> None:
    """Adds the low hand of a seat. It is in a second line, without cards, after the line that shows the cards."""
    hand.events.append(Show(seat, cards_in(hand.logged.get(seat, "")), (), low, line))


# --- the summary -----------------------------------------------------------------------------------------------------


def _pots(
    hand: HandSoFar, _seat: int, line: int, chips: int | None = None, sides: int | None = None, rake: int | None = None
) -> None:
    """Adds the pots and the rake: `Main Pot: $38.50 Rake: $2.0`, `Main Pot: 11922 Side Pot 1: 52452`. The log states
    each pot after the rake was taken.

    If there are side pots, we do not know how much rake each pot paid. So only one sum is added: all pots and the rake.
    A main pot alone is added as the log states it, without the rake.

    Also corrects `hand.records`: removes `PAYOUT` if no line stated a payment, and adds `RAKE` if the line states the
    rake.
    """
    hand.complete = True
    if not hand.paid:
        hand.records &= ~int(Records.PAYOUT)
    if rake is not None:
        hand.records |= int(Records.RAKE)
        hand.events.append(Rake(rake, ANY_POT, line))
    if chips is not None and sides is not None:
        hand.events.append(PotTotal(chips + sides + (rake or 0), ANY_POT, line))
    elif chips is not None:
        hand.events.append(PotTotal(chips, 0, line))


def _balance(
    hand: HandSoFar,
    seat: int,
    line: int,
    chips: int | None = None,
    cards: CardText | None = None,
    named: tuple[Stated, Stated] = ((), ()),
) -> None:
    """Adds the cards and the stack of a seat after the hand: `Ann balance $44.16, bet $23.17, collected $41.47[ 7 cards
    ] [ a straight, seven to jack -- five cards ]`. The stack is added only if the log has no lines for payments.

    A seat that cashed out took a fixed payment from the room instead of its share of the pots. Its stack does not show
    what the pots paid, so `chips` is `None` for such a seat. Then a remark is added instead of the stack.
    """
    if seat != STRANGER:
        hand.summed_up.add(seat)
        if cards is not None and cards.cards:
            _show_at_end(hand, seat, line, cards, named)
    if seat == STRANGER or chips is None:
        hand.remark(seat, "other", line)
    elif not hand.paid:
        hand.events.append(StackAfter(seat, chips, line))


def _show_at_end(hand: HandSoFar, seat: int, line: int, cards: CardText, named: tuple[Stated, Stated]) -> None:
    """Adds the cards that the summary lists for a seat, as a `Show` event. But if the log has lines for payments, and
    an earlier line showed the same cards, adds nothing.

    If all other seats have folded, the seat did not have to show its cards. Then the event is a `Reveal`: the log lists
    cards that were not shown at the table.
    """
    if hand.left == {seat}:
        hand.events.append(Reveal(seat, cards.cards, line))
    elif not hand.paid or hand.logged.get(seat) != cards.text:
        hand.logged[seat] = cards.text
        hand.events.append(Show(seat, cards.cards, *named, line))


def _named(text: str, _minor: int) -> tuple[Stated, Stated]:
    """Returns the high and the low hand that a text names, as numbers: `[ a fullhouse, kings full of tens --
    Kd,Kh,Kc,Td,Th ] [ 8,5,3,2,A -- five cards ]`.
    """
    hands = [hand.partition("]")[0].partition(" -- ")[0].strip() for hand in text.split("[")[1:]]
    high = filter(None, [stated_high(hand.replace("fullhouse", "full house")) for hand in hands])
    low = filter(None, map(stated_low, hands))
    return next(high, ()), next(low, ())


_AROUND: Final = {
    "joins": ("NAME has been moved from table ",),
    "no_low": ("There was no qualifying low hand",),
    "warned": ("Your time bank will be activated",),
    "other": (
        *("NAME will be using ", "NAME finished in ", "NAME has knocked out ", "NAME opted for cash-out"),
        *("NAME Cash-out ", "NAME Cashout ", "NAME probabil"),
        *("Connection Lost due to some reason", "Table Closed", "Due to current high memory use"),
        *("The hand history for this hand number", "There will be a break in ", "Tournament moves into Level "),
        *("Congratulations to player ", "Total number of players", "Blinds(", "Stakes(", "NAME balance "),
        "Player ",  # a player who came to this table or finished: he is not in this hand
        # The amount in these lines is the pot after the rake. The amount of the rake is missing, so the pot before the
        # rake is unknown.
        *("Creating Main Pot", "Creating Side Pot"),
    ),
}
# Lines that announce the next hand.
_NEXT_HAND: Final = (Line("#Game No...", NOTHING), Line("Game #... starts", NOTHING))
_AMOUNT: Final = r"[$€£]? {0,3}[0-9](?:,?[0-9]){0,25}(?:\.[0-9]{1,9})?(?: {1,3}(?:USD|EUR|GBP|chips))?"
_MONEY: Final = rf"\[ {{0,3}}{_AMOUNT} {{0,3}}\]|\( {{0,3}}{_AMOUNT} {{0,3}}\)|{_AMOUNT}"
_SIDE: Final = re.compile(f"[0-9]: ({_AMOUNT})", re.IGNORECASE)


def _chips(text: str, minor: int) -> int | None:
    return chips(plain_amount(text), minor)


def _sides(text: str, minor: int) -> int | None:
    """Returns the sum of the side pots; `None` if one of the amounts cannot be read."""
    amounts = [_chips(amount, minor) for amount in _SIDE.findall(text)]
    return None if None in amounts else sum([amount for amount in amounts if amount is not None])


GRAMMAR: Final = Grammar(
    {
        "top": (
            Line("Seat SEAT:{ }PLAYER (STACK)", listed),
            Line("Seat SEAT is the button", button),
            Line("Table TABLE (KIND Money) -- Seat SEAT is the button", table),
            Line("Table TABLE (KIND Money)REST", table),
            Line("Total number of playersREST", size),
            Line("REST", game_or_level),
        ),
        "play": (
            Line("NAME checks", acts.checks),
            Line("NAME folds", HandSoFar.fold),
            Line("NAME opens", _opens),
            Line("NAME posts ante {of }CHIPS", pays(HandSoFar.ante)),
            Line("NAME calls CHIPS", pays(HandSoFar.call)),
            Line("NAME bets CHIPS", pays(HandSoFar.bet)),
            Line("NAME double bets CHIPS", pays(HandSoFar.bet)),
            Line("NAME raises CHIPS", pays(HandSoFar.raise_by)),
            Line("NAME raises CHIPS to TO", acts.raises),  # in logs since 2026
            Line("NAME completes CHIPS", pays(HandSoFar.complete_by)),
            Line("NAME completes CHIPS to TO", acts.raises),
            Line("NAME bring-ins CHIPS", pays(HandSoFar.bring_in)),
            Line("NAME is all-In CHIPS", pays(HandSoFar.all_in)),
            Line("NAME is all-In", acts.was_all_in),
            Line("NAME shows [CARDS]{WORDS}", acts.show_and_log),
            Line("NAME shows{ }LOW{ for low}", _show_low),  # some logs have no blank after `shows`
            Line("NAME doesn't show [CARDS]{WORDS}", acts.mucks_showing),
            Line("NAME does not show cards", HandSoFar.keep_closed),
            Line("NAME wins {HALF }CHIPS{ from POT}{ with ...}", acts.collects),
            Line("Dealt to NAME [CARDS]", acts.dealt_again),
            Line("** STREET **{ :}{ [CARDS]}", acts.street),
            Line("** STREET **...", acts.spoilt_street),
            Line("** LATER_STREET", acts.street),  # some logs leave out the end of a street line: ` **`
            Line("** Summary **", acts.summary),
            *[Line(f"{words}...", Noise(kind)) for kind, each in _AROUND.items() for words in each],
            *NOISE_AND_CHAT,
            *_NEXT_HAND,
        ),
        "summary": (
            Line("Main Pot: CHIPS{SIDES}{{ |} Rake: RAKE}", _pots),
            Line("Rake: RAKE", _pots),
            Line("NAME balance CHIPS{, BET}{ }{[CARDS]}{ }{NAMED}", _balance),
            Line("NAME Cashed out balance PAID{, BET}{ }{[CARDS]}{ }{NAMED}", _balance),
            Line("Board: [...", NOTHING),
            Line("** Summary **", NOTHING),
            *_NEXT_HAND,
        ),
    },
    {
        "CHIPS": Part("chips", _MONEY, _chips, may_be_cut=True),
        "TO": Part("to", _MONEY, _chips, may_be_cut=True),
        "RAKE": Part("rake", _MONEY, _chips, may_be_cut=True),
        "PAID": Part("", _MONEY),
        "SIDES": Part("sides", f"(?:[ |]{{1,9}}Side Pot [0-9]{{1,2}}: {_AMOUNT}){{1,20}}", _sides),
        "CARDS": PARTS["CARDS"]._replace(value=lambda text, _minor: _cards(text)),
        "STREET": street_part(_STREETS),
        "LATER_STREET": street_part({name: street for name, street in _STREETS.items() if street > 3}),
        "LOW": Part("low", "[0-9TJQKA, ]{9,30}", lambda text, _minor: stated_low(text) or None),
        "BET": Part("", r"[^\[\]]*"),
        "NAMED": Part("named", r"\[.*", _named),
        "KIND": Part("kind", "[A-Z]{1,20}"),
    },
)


def _cards(text: str) -> CardText | None:
    """Returns the cards of a line. Some logs have commas between cards, some do not."""
    plain = " ".join(text.replace(",", " ").split())
    return spelled_cards(plain, plain)


def _is_whole(hand: HandSoFar) -> bool:
    """Whether the log has the end of the hand: the summary has a line for each seat that played or, if there is no
    summary, all payments are there.
    """
    return hand.anted <= hand.summed_up if hand.complete else paid_out(hand.events)


ROOM: Final = Room(
    "partypoker",
    "PartyPoker text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("***** Hand History for Game 0"),
    sign="*****",
    settle=settle,
    words=lambda _header: lambda words: (stated_high(words), ()),
    is_whole=_is_whole,
    preamble=announces,
    announces=announces,
    unnamed="We cannot read a game and a time in the lines below the hand number. Export the hand again.",
    no_hand=NO_HAND,
    seats_stand="",
)
FORMAT: Final = ROOM.format
begins, sniff, read, cutter = FORMAT.begins, FORMAT.sniff, FORMAT.read, FORMAT.cutter
