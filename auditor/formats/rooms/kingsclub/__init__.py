"""Reads the hand histories of KingsClub since 2020, in text. Stud, stud hi-lo and razz are read; other games are
skipped.

The log states the stack of each seat after the hand. Some logs have no lines for uncalled bets. The payments are the
last lines of a log, below the summary.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import BringIn, Call, Collect, Event, Rake, StackAfter, Wager
from auditor.engine.hand import Records, Seat
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import pays
from auditor.formats.rooms.grammar.card_text import CardText
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_names import stated
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar, Words, no_words
from auditor.formats.rooms.grammar.header import Header, listed
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.grammar.noise import CAREFUL_CHAT, Noise
from auditor.formats.rooms.grammar.paid_out import matched_chips
from auditor.formats.rooms.grammar.parts import PARTS, STREETS, Part
from auditor.formats.rooms.grammar.room import NumberedLine, Room
from auditor.formats.rooms.grammar.shared_lines import NOISE, STREET, SUMMARY, UNCALLED
from auditor.formats.rooms.kingsclub.header import header_of, number_of, settle, table, time

_RECORDS: Final = int(
    Records.RAKE
    | Records.PAYOUT
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
)
_TITLE: Final = re.compile(r"\*\*\* {1,9}+(?P<street>[0-9A-Z ]{2,30}) \*\*\*[:.]?(?: *\[|$)", re.IGNORECASE)
_DEALT: Final = re.compile(r"Dealt {1,9}+to .*: {0,9}\[", re.IGNORECASE)
_ACTS: Final = re.compile(r" (?:brings[- ]in|bets|calls|raises|completes|checks|folds)\b", re.IGNORECASE)


class _Hand(HandSoFar):
    """The state of a KingsClub hand while its lines are read. In logs until 2021 no line begins third street, and the
    line of a later street names the street before.

    - `opened_by_cards`: true if no line begins third street, so that the first card begins this street.
    - `ahead`: 1 if a street line names the street before the one that it begins, else 0.
    - `gained`: the chips that each seat gained in this hand, as the summary states; negative for a loss.
    """

    __slots__ = ("ahead", "gained", "opened_by_cards")

    def __init__(self, header: Header, seats: list[Seat], words: Words = no_words, records: int = 0) -> None:
        super().__init__(header, seats, words, records)
        self.opened_by_cards = True
        self.ahead = 0
        self.gained: Final[dict[int, int]] = {}


# --- streets and cards -----------------------------------------------------------------------------------------------


def _find_first_street(hand: _Hand, below: Sequence[NumberedLine]) -> None:
    """Decides which street begins at the first street line, if this line names third street. Sets `opened_by_cards` and
    `ahead`.

    In some logs third street has no line, and its cards are dealt above the first street line. Then fourth street
    begins at this line. We know this in two cases:

    - Above the line, cards are dealt and then a seat acts.
    - Cards are dealt both above the line and below it, before the next street line.

    In all other cases third street begins at the line.
    """
    dealt = acted = False
    for at, (_, text) in enumerate(below):
        street = _titled(text)
        if street:
            if street == 3:
                hand.opened_by_cards = acted or (dealt and _deals_next(below[at + 1 :]))
                hand.ahead = int(hand.opened_by_cards)
            break
        if _DEALT.match(text):
            dealt = True
        else:
            acted = acted or (dealt and _ACTS.search(text) is not None)


def _deals_next(below: Sequence[NumberedLine]) -> bool:
    """Whether a line deals cards before the next street line. `below` are the lines that follow a street line."""
    return next((bool(_DEALT.match(text)) for _, text in below if _DEALT.match(text) or _titled(text)), False)


def _titled(text: str) -> int:
    """Returns the street that a line such as `*** 4TH STREET ***` names. Returns 0 for any other line, even if it
    begins with such a text, because a player may be named like that.
    """
    title = _TITLE.match(text)
    return STREETS.get(" ".join(title["street"].lower().split()), 0) if title else 0


def _street(hand: _Hand, seat: int, line: int, street: int, cards: CardText | None = None) -> bool:
    """Begins a street at its line. In some logs the line names the street before; then `hand.ahead` is 1. Returns false
    if the street would come after seventh street, or if the cards on the line cannot be read.
    """
    street += hand.ahead
    return street <= 7 and acts.street(hand, seat, line, street, cards)


def _dealt(hand: _Hand, seat: int, line: int, cards: CardText, before: CardText | None = None) -> None:
    """Deals cards to a seat. In a log without a line for third street, the first card also begins that street."""
    if hand.opened_by_cards and not hand.street:
        hand.begin_street(3, line)
    acts.dealt(hand, seat, line, cards, before)


# --- chips: the last amount of an act is the new total in front of the seat -------------------------------------------


def _to(event: Callable[[int, int, bool, int], Event]) -> Callable[..., None]:
    """Returns a function that reads a line whose last amount is the new total in front of the seat: `calls 20 to 40`.
    `event` is the type of the event that the function adds to the hand, such as `Call`.
    """

    def act(hand: HandSoFar, seat: int, line: int, to: int, *, all_in: bool = False, **_added: int) -> None:
        hand.events.append(event(seat, to, all_in, line))

    return act


def _wager(verb: str) -> Callable[[int, int, bool, int], Event]:
    return lambda seat, to, all_in, line: Wager(seat, to, verb, all_in, line)


def _returned(hand: HandSoFar, seat: int, line: int, player: str, chips: int) -> bool:
    """Adds the return of an uncalled bet. Also sets the bit `UNCALLED` in `hand.records`: this log has lines for
    uncalled bets, which not every KingsClub log has.
    """
    hand.records |= int(Records.UNCALLED)
    return acts.returned(hand, seat, line, player, chips)


# --- the summary -----------------------------------------------------------------------------------------------------


def _stack_after(hand: _Hand, seat: int, line: int, chips: int, gain: int | None = None) -> None:
    """Adds the stack after the hand: `Seat 1: Player0 (1,010.38) -50`. The last amount is what the seat won or lost."""
    if gain is not None:
        hand.gained[seat] = gain
    hand.events.append(StackAfter(seat, chips, line))


def _signed(text: str, minor: int) -> int | None:
    """Returns the amount of `+3.91`, `-50` or `0` in the smallest unit, with its sign."""
    amount = chips(text.lstrip("+-"), minor)
    return -amount if amount is not None and text.startswith("-") else amount


def _rake(hand: HandSoFar, _seat: int, line: int, rake: int) -> None:
    hand.events.append(Rake(rake, line=line))


def _is_whole(hand: _Hand) -> bool:
    """Whether the log has all payments of the hand, which are its last lines. The payments of a seat should be the
    chips that it put in plus its gain in the summary (minus its loss). If a seat got less, the log was cut off. A
    cancelled hand always counts as complete.
    """
    if hand.void or not hand.paid:
        return hand.void
    put_in = matched_chips(hand.events)
    paid = Counter(dict.fromkeys(hand.gained, 0))
    for event in hand.events:
        if isinstance(event, Collect):
            paid[event.seat] += event.amount
    return all(paid[seat] >= gain + put_in.get(seat, 0) for seat, gain in hand.gained.items())


def _acts_of(end: str) -> tuple[Line, ...]:
    """Returns the grammar rows for the acts of a player, such as `NAME checks`. `end` is added to the end of each row:
    an empty text, or ` (disconnect)` for acts of a player who lost his connection.
    """
    return (
        *[
            Line(f"NAME {words} {{CHIPS to }}TO ALL_IN{end}", act)
            for words, act in (
                ("brings in for", _to(BringIn)),
                ("brings-in for", _to(BringIn)),
                ("brings in low for", _to(BringIn)),
                ("calls", _to(Call)),
                ("bets", _to(_wager("bets"))),
                ("completes to", _to(_wager("completes"))),
                ("raises", acts.raises),
                ("raises to", acts.raises),
            )
        ],
        Line(f"NAME checks{end}", acts.checks),
        Line(f"NAME folds{end}", HandSoFar.fold),
        Line(f"NAME mucks{{ hand}}{end}", HandSoFar.muck),
        Line(f"NAME mucks{{ hand}} [CARDS]{end}", acts.mucks_showing),
        Line(f"NAME shows [CARDS]{{ (WORDS)}}{end}", acts.show),
        Line(f"NAME doesn't show hand{end}", Noise("other")),
        Line(f"NAME does not show{end}", Noise("other")),
    )


_PLAY: Final = (
    *_acts_of(""),
    *_acts_of(" (disconnect)"),
    Line("NAME: posts ante CHIPS ALL_IN", pays(HandSoFar.ante)),
    Line("NAME wins {HALF }POT (CHIPS)", acts.collects),
    Line("NAME wins (CHIPS){ from {HALF }POT}", acts.collects),
    # These are prizes of a tournament. They come from the room, not from the pot, so they are no payments of the hand.
    *[Line(f"NAME wins ...{prize}...", Noise("other")) for prize in ("bounty", "eliminat", "tournament")],
    Line("Dealt to NAME: [{BEFORE] [}CARDS]", _dealt),
    STREET._replace(means=_street),
    SUMMARY,
    UNCALLED._replace(means=_returned),
    Line("Hand cancelled...", acts.void),
    Line("NAME cashed out the hand", Noise("other")),
    Line("NAME has reached the ...", Noise("other")),
    Line("NAME disconnected", Noise("disconnected")),
    Line("NAME reconnected", Noise("connected")),
    Line("STP added: CHIPS", acts.added),
    *NOISE,
    Line("NAME: WORDS", CAREFUL_CHAT),
)
GRAMMAR: Final = Grammar(
    {
        "top": (
            Line("Seat SEAT: PLAYER (STACK){ {(}SITS_OUT{)}}", listed),
            Line("Table {ID }'TABLE'REST", table),
            Line("TIME", time),
        ),
        "play": _PLAY,
        "summary": (
            Line("Seat SEAT: NAME (CHIPS){ GAIN}", _stack_after),
            Line("Rake RAKE", _rake),
            *_PLAY,
        ),
    },
    {
        "TIME": Part("time", "[0-9]{4}-[0-9]{2}-[0-9]{2} {1,9}+[0-9]{1,2}:[0-9]{2}:[0-9]{2}"),
        "GAIN": Part(
            "gain",
            f"[+-]?{PARTS['CHIPS'].pattern}",
            _signed,
        ),
    },
)

ROOM: Final = Room(
    "kingsclub",
    "KingsClub text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("#0: Limit ", "#0: No Limit ", "#0: Pot Limit "),
    sign="#",
    settle=settle,
    words=lambda _header: stated,
    hand=_Hand,
    prepare=_find_first_street,
    is_whole=_is_whole,
    unnamed="We cannot read a game and stakes in the first line. Export the hand again.",
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
