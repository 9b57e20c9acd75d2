"""Reads the hand histories of Poker Mavens, software for home games, in text. Stud, stud hi-lo and razz are read; other
games are skipped.

We have seen no stud hand of this room, only hands of its flop games. We assume that stud hands have the same lines for
the title, seats, antes, wagers, returned chips, shown hands, payments and rake. We had to guess the lines that only
stud has: streets, dealt cards and bring-ins. So the reader does not promise that every card is in the log. It deals a
card face up only if it is certain that the card is an up card.
"""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.engine.events import ANY_POT, Collect, Rake, Return, Reveal
from auditor.engine.hand import Game, Records, Seat
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import pays
from auditor.formats.rooms.grammar.card_text import CardText
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar, Words, no_words
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.paid_out import played_for
from auditor.formats.rooms.grammar.parts import PARTS, STREETS, Part, street_part
from auditor.formats.rooms.grammar.room import NumberedLine, Room
from auditor.formats.rooms.grammar.shared_lines import NOISE, VOID
from auditor.formats.rooms.mavens.header import (
    game_of,
    header_of,
    number_of,
    seat_of,
    settle,
    site_of,
    table_of,
)

# The kinds of lines that every log of this room has. We know them from its flop games: these have a line for the rake
# of each pot, even if the rake is 0, and a line for each payment.
_RECORDS: Final = int(Records.RAKE | Records.PAYOUT)
_STREETS: Final = {**STREETS, "hole cards": 3}
_TITLE: Final = re.compile(r"\*\* .{1,40} \*\*")
_DEALT: Final = re.compile(r"Dealt {1,9}to {1,9}", re.IGNORECASE)


class _Hand(HandSoFar):
    """The state of a Poker Mavens hand while its lines are read. A title is a line that begins a street: `** 4th Street
    **`.

    - `alone`: the numbers of lines that deal cards. A line is here only if no other line between the same two titles
      deals cards to the same seat.
    - `known`: the cards of each seat that were seen so far.
    - `named_again`: true if third street has two titles; one of them is for the hole cards, the two down cards.
    - `lost`: true if a title names the current street again after chips went in. Then we do not know what titles mean.
    """

    __slots__ = ("alone", "known", "lost", "named_again")

    def __init__(self, header: Header, seats: list[Seat], words: Words = no_words, records: int = 0) -> None:
        super().__init__(header, seats, words, records)
        self.alone: Final[set[int]] = set()
        self.known: Final[dict[int, tuple[int, ...]]] = {}
        self.lost = False
        self.named_again = False


# --- streets and cards -----------------------------------------------------------------------------------------------


def _find_single_cards(hand: _Hand, below: Sequence[NumberedLine]) -> None:
    """Fills `hand.alone` with the numbers of lines that deal cards. A line is added only if no other line between the
    same two titles deals cards to the same seat.
    """
    lines: dict[str, list[int]] = {}
    for line, text in (*below, (0, "** the end **")):
        dealt = _DEALT.match(text)
        if dealt:
            to = text[dealt.end() :]
            seated = (
                name for name in hand.players.names if to.startswith(name) and to[len(name) :].lstrip()[:1] == "["
            )
            lines.setdefault(next(seated, to), []).append(line)
        elif _TITLE.match(text):
            hand.alone.update([each[0] for each in lines.values() if len(each) == 1])
            lines.clear()


def _street(hand: _Hand, _seat: int, line: int, street: int, cards: CardText | None = None, **_players: str) -> bool:
    """Begins the street of a title such as `** 4th Street **`. Third street may have two titles, because the hole cards
    (the two down cards) may have their own. A card after the title of seventh street is dealt for all seats. Returns
    false if the title has several cards, or a card on an earlier street.

    If a title names the current street again after chips went in, we do not know where streets begin. From then on the
    function returns false for every title.
    """
    if street != hand.street and not hand.lost:
        hand.begin_street(street, line)
    elif hand.lost or hand.front:
        hand.lost = True
        return False
    else:
        hand.named_again = True
    return cards is None or hand.common_card(cards.cards, line)


def _dealt(hand: _Hand, seat: int, line: int, cards: CardText, before: CardText | None = None) -> bool:
    """Reads a line with cards of a seat. Deals a card if the line meets three conditions. The card is dealt face up
    until sixth street, and face down on seventh street.

    - Exactly one card of the line is new.
    - No other line between the same two titles deals cards to this seat.
    - The card is certainly no hole card.

    If the line does not meet all three conditions, only adds a `Reveal` event with all known cards of the seat, because
    we do not know in which order the room lists up and down cards. Returns false if a word is no card: it may be the
    room's sign for a hidden card.
    """
    printed = [*(before.seen if before is not None else ()), *cards.seen]
    if NO_CARD in printed:
        return False
    had = hand.known.get(seat, ())
    new = tuple([card for card in printed if card not in had])
    hand.known[seat] = (*had, *new)
    may_be_dealt = hand.street > 3 or (hand.street == 3 and before is None and not had)
    if len(new) == 1 and line in hand.alone and (may_be_dealt or _follows_the_hole_cards(hand, had)):
        hand.events.append(acts.deal_by_street(seat, new, hand.street, "", line))
    elif hand.known[seat]:
        # The event replaces earlier `Reveal` events of the seat, so it lists all cards that are known.
        hand.events.append(Reveal(seat, hand.known[seat], line))
    return True


def _follows_the_hole_cards(hand: _Hand, had: tuple[int, ...]) -> bool:
    """Whether the next card of the seat is its first up card: the seat has exactly two cards (`had`), the hole cards,
    which had a title of their own.
    """
    return hand.street == 3 and hand.named_again and len(had) == 2


def _summed_up(hand: HandSoFar, seat: int, line: int, cards: CardText | None = None, **_how: str) -> None:
    """Reads the summary line of a seat: `Seat 5: Fred (+20) [2d 3h] Won without Showdown`. Adds a `Reveal` event with
    the cards. The gain `+20` is not used, because other lines state the payments.
    """
    if cards is not None and cards.seen and cards.text != hand.shown.get(seat):
        hand.events.append(Reveal(seat, cards.seen, line))


# --- chips -----------------------------------------------------------------------------------------------------------


def _completes(hand: HandSoFar, seat: int, line: int, chips: int, *, all_in: bool = False) -> bool:
    """Adds a completion from a line such as `completes 4`, which has no word `to`. If the seat already has chips in
    front, the amount may be its new total or only the chips that it adds. Then the function returns false.
    """
    if hand.front.get(seat):
        return False
    hand.complete_to(seat, chips, all_in, line)
    return True


def _refunded(hand: HandSoFar, seat: int, line: int, chips: int) -> None:
    hand.events.append(Return(seat, chips, line))


def _wins(hand: HandSoFar, seat: int, line: int, chips: int, pot: int = ANY_POT, half: str = "", **_words: str) -> None:
    """Adds a payment: `wins Pot (11.70) with a Pair`, `splits Lo Side Pot 1 (20)`."""
    acts.collects(hand, seat, line, chips, pot, half)


def _rake(hand: HandSoFar, _seat: int, line: int, rake: int) -> None:
    """Adds the rake of a pot: `Rake (0.30) Pot (12) Players (Ann:6,Bob:6)`. The amount of the pot is not read, because
    it may or may not include the rake.
    """
    hand.events.append(Rake(rake, line=line))


def _is_whole(hand: HandSoFar) -> bool:
    """Whether the log reaches the end of the hand. A cancelled hand always counts as complete. So does a hand whose
    payments and rakes add up to all its chips. Otherwise the main pot must be paid, and the last line about a payment
    or rake must state rake.
    """
    ends = [event for event in hand.events if isinstance(event, Collect | Rake)]
    if hand.void or not ends:
        return hand.void
    main = any(isinstance(event, Collect) and event.pot in (0, ANY_POT) for event in ends)
    is_raked = main and isinstance(ends[-1], Rake)
    return is_raked or sum([event.amount for event in ends]) >= played_for(hand.events)


def _stated(words: str) -> tuple[Stated, Stated]:
    """Returns the high hand that the words name, as numbers, and no low hand: `a Pair of Deuces +QT6`. The ranks after
    the plus, which are the kickers (side cards), are not read.
    """
    return stated_high(words.partition(" +")[0]), ()


_BRING_INS: Final = ("brings in", "brings in for", "brings-in", "bring-in", "posts bring in", "posts bring-in")
_AROUND: Final = (
    Line("NAME adds CHIPS chips", Noise("other")),
    Line('NAME: "..."', Noise("chat")),
    *NOISE,
)
GRAMMAR: Final = Grammar(
    {
        "top": (
            Line("Game: REST", game_of),
            Line("Site: REST", site_of),
            Line("Table: TABLE", table_of),
            Line("Seat SEAT: PLAYER (STACK){ - STATE}", seat_of),
        ),
        "play": (
            Line("NAME calls CHIPS ALL_IN", pays(HandSoFar.call)),
            Line("NAME bets CHIPS ALL_IN", pays(HandSoFar.bet)),
            Line("NAME raises to TO ALL_IN", acts.raises),
            Line("NAME checks", acts.checks),
            Line("NAME folds", HandSoFar.fold),
            Line("NAME posts ante CHIPS ALL_IN", pays(HandSoFar.ante)),
            *[Line(f"NAME {words} CHIPS ALL_IN", pays(HandSoFar.bring_in)) for words in _BRING_INS],
            Line("NAME completes to CHIPS ALL_IN", pays(HandSoFar.complete_to)),
            Line("NAME completes CHIPS ALL_IN", _completes),
            Line("NAME refunded CHIPS", _refunded),
            Line("NAME shows [CARDS]{ (WORDS)}", acts.show),
            Line("NAME mucks{ hand}{ cards}", HandSoFar.keep_closed),
            Line("NAME wins {HALF }POT (CHIPS){ with WORDS}", _wins),
            Line("NAME splits {HALF }POT (CHIPS){ with WORDS}", _wins),
            # The play of stud does not depend on the button, so this is only a remark.
            Line("NAME has the dealer button", Noise("other")),
            Line("Dealt to NAME [{BEFORE] [}CARDS]", _dealt),
            Line("** STREET **{ [NUMBER player{s}]}", _street),
            Line("** STREET ** [CARDS]", _street),
            Line("** {HALF }POT Show Down **...", NOTHING),
            Line("** Summary **", acts.summary),
            Line("Rake (RAKE){ SHARES}", _rake),
            VOID,
            *_AROUND,
        ),
        "summary": (
            Line("Seat SEAT: NAME (GAIN){ [CARDS]}{ REST}", _summed_up),
            *[Line(f"{words}: ...", NOTHING) for words in ("Board", "Players", "End")],
            *_AROUND,
        ),
    },
    {
        "ALL_IN": PARTS["ALL_IN"]._replace(pattern=r"(?: {1,9}+\(all[ -]in\))"),
        "STATE": Part("state", "[^()]{1,40}"),
        "STREET": street_part(_STREETS),
        "GAIN": Part("", f"[+-]?{PARTS['CHIPS'].pattern}"),
        "SHARES": Part("", r"Pot {1,9}+\([0-9.,]{1,30}\)(?: {1,9}+Players {1,9}+\(.*\))?"),
    },
)

ROOM: Final = Room(
    "mavens",
    "Poker Mavens text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("Hand #0-0 - 0-0-0 0:0:0"),
    sign="#",
    settle=settle,
    words=lambda header: _stated if header.game is Game.STUD else no_words,  # we do not know the words for a low hand
    hand=_Hand,
    prepare=_find_single_cards,
    is_whole=_is_whole,
    unnamed="We cannot read a game in the lines below the hand number. Export the hand again.",
    unproven="we have seen no stud hand of this room, and we guess the form of its stud lines",
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
