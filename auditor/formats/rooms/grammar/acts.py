"""The meanings of lines that several rooms share: acts, cards, payments, and the summary.

A meaning is a function that gets the parts of one line, such as the amount, and adds the events of this line to the
hand. `grammar/__init__.py` explains its arguments.
"""

import re
from collections.abc import Callable
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import (
    ANY_POT,
    STRANGER,
    Added,
    Check,
    Collect,
    Deal,
    PotTotal,
    Rake,
    Return,
    Reveal,
    Show,
    Void,
)
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.card_text import CardText
from auditor.formats.rooms.grammar.going_all_in import mark_all_in
from auditor.formats.rooms.grammar.hand_so_far import UNSEEN_COMMUNITY, HandSoFar
from auditor.formats.rooms.grammar.money import SIGNS, chips
from auditor.formats.rooms.grammar.noise import may_act
from auditor.formats.rooms.grammar.pots_by_name import pot_named

# A method of `HandSoFar` that adds an act with chips, such as `HandSoFar.bet`. Its arguments are the hand, the seat,
# the chips, whether the seat is all-in, and the line number. Some methods take the chips that the seat adds; others
# take the new total in front of the seat.
Pays = Callable[[HandSoFar, int, int, bool, int], None]
# A method of `HandSoFar` that takes the winnings from a summary line, such as `HandSoFar.win`. Its arguments are the
# hand, the seat, the chips and the line number.
Wins = Callable[[HandSoFar, int, int, int], None]

# --- acts of a seat --------------------------------------------------------------------------------------------------


def pays(put: Pays) -> Callable[..., None]:
    """Returns a function that reads a line such as `Ann bets $2 and is all-in`. The function passes the amount, and
    whether the seat is all-in, to `put`: a method that adds the act, such as `HandSoFar.bet`.
    """

    def act(hand: HandSoFar, seat: int, line: int, chips: int, *, all_in: bool = False) -> None:
        put(hand, seat, chips, all_in, line)

    return act


def raises(hand: HandSoFar, seat: int, line: int, to: int, *, all_in: bool = False, **_added: int) -> None:
    """Adds a raise: `raises $0.20 to $0.40`. Only the new total after `to` is used; the first amount may be wrong."""
    hand.raise_to(seat, to, all_in, line)


def was_all_in(hand: HandSoFar, seat: int, line: int) -> None:
    """Reads a line `Ann is all-In` without chips: the act on the line above becomes all-in. If that act is not of this
    seat, adds only a remark, which changes nothing in the hand.
    """
    if not mark_all_in(hand.events, seat):
        hand.remark(seat, "other", line)


def checks(hand: HandSoFar, seat: int, line: int) -> None:
    hand.events.append(Check(seat, line))


def show(hand: HandSoFar, seat: int, line: int, cards: CardText, words: str = "") -> None:
    """Adds the hand that a seat shows: `shows [7 cards] (a pair of Kings)`. `words` is the text that names the hand."""
    high, low = hand.words(words)
    hand.shown[seat] = cards.text
    hand.events.append(Show(seat, cards.cards, high, low, line))


def show_and_log(hand: HandSoFar, seat: int, line: int, cards: CardText, words: str = "") -> None:
    """Adds the hand that a seat shows, like `show`. Also stores the cards in `hand.logged`, the cards known from
    earlier lines, because a later line may print them again.
    """
    show(hand, seat, line, cards, words)
    hand.logged[seat] = cards.text


def mucks_showing(hand: HandSoFar, seat: int, line: int, cards: CardText, **_words: str) -> None:
    """Adds a muck: the seat gives up its hand at the showdown. Also adds the cards of this hand, for rooms that print
    them.
    """
    hand.muck(seat, line)
    hand.events.append(Reveal(seat, cards.cards, line))


def folds_showing(hand: HandSoFar, seat: int, line: int, cards: CardText) -> None:
    """Adds a fold and the cards of the folded hand, for rooms that print these cards."""
    hand.fold(seat, line)
    hand.events.append(Reveal(seat, cards.cards, line))


def collects(hand: HandSoFar, seat: int, line: int, chips: int, pot: int = ANY_POT, half: str = "") -> None:
    """Adds a payment: `collected $0.30 from side pot-1`, `collected 114€ from pot(HI)`. `half` is `high` or `low` if
    the line pays only this half of a hi-lo pot, else empty.
    """
    hand.paid.add(seat)
    hand.events.append(Collect(seat, chips, pot, half, line))


def added(hand: HandSoFar, _seat: int, line: int, chips: int) -> None:
    """Adds chips that the room itself puts into the pot."""
    hand.events.append(Added(chips, line))


def returned(hand: HandSoFar, _seat: int, line: int, player: str, chips: int) -> bool:
    """Adds the return of an uncalled bet: `Uncalled bet ($0.08) returned to Ann`. If nobody at the table has this name,
    the seat is `STRANGER`. Returns false if the text in the place of the name is certainly no name (see `may_act`). For
    example, `Ann collected $4` is no name if Ann is at the table: two lines were joined by mistake.
    """
    seat = hand.players.seats.get(player, STRANGER)
    if seat == STRANGER and not may_act(player, hand.players.names):
        return False
    hand.events.append(Return(seat, chips, line))
    return True


# --- chapters, streets and cards -------------------------------------------------------------------------------------


def summary(hand: HandSoFar, _seat: int, _line: int) -> None:
    hand.chapter = "summary"


def showdown(hand: HandSoFar, _seat: int, _line: int) -> None:
    hand.showdown = True


def void(hand: HandSoFar, _seat: int, line: int) -> None:
    hand.void = True
    hand.events.append(Void(line))


def street(hand: HandSoFar, _seat: int, line: int, street: int, cards: CardText | None = None) -> bool:
    """Begins a street: `*** 7th STREET ***`. On seventh street the line may have one card, which is dealt for all
    seats: `*** 7th STREET *** [6h]`. An empty bracket on seventh street means a card that nobody saw. An empty bracket
    on an earlier street is ignored. Returns false if the bracket has several cards, a word that is no card, or a card
    on an earlier street.
    """
    hand.begin_street(street, line)
    if cards is None or not (cards.cards or street == 7):
        return True
    hand.community = cards.text or UNSEEN_COMMUNITY
    return hand.common_card(cards.cards or (UNSEEN,), line)


def spoilt_street(hand: HandSoFar, _seat: int, line: int, street: int) -> bool:
    """Reads a street line that has more text, which cannot be read: `*** 4th STREET *** [gar`. Begins the street, but
    returns false, so that the line is also listed as unread.
    """
    if hand.street != street:
        hand.begin_street(street, line)
    return False


def deal_by_street(seat: int, new: tuple[int, ...], street: int, spelled: str, line: int) -> Deal:
    """Returns the event that deals the new cards `new` to a seat. The street decides which cards lie face up: those of
    fourth to sixth street, and the last card of third street. If third street has only one new card, the two down cards
    are added as unseen. If `new` is empty, one unseen card is dealt. `spelled` are the words that stand in the place of
    cards in the log but are no cards.
    """
    new = new or (UNSEEN,)
    if street > 6:
        return Deal(seat, new, (), spelled, line)
    if street > 3:
        return Deal(seat, (), new, spelled, line)
    return Deal(seat, new[:-1] if len(new) > 1 else (UNSEEN, UNSEEN), new[-1:], spelled, line)


def are_up_cards(repeated: tuple[int, ...], street: int) -> bool:
    """Whether the earlier cards that a line prints again (`repeated`) are only the up cards of the seat. They are if
    there are `street - 3` of them, because a seat has so many up cards before it gets the new card of the street.
    Otherwise they include the two down cards.
    """
    return len(repeated) == street - 3


def dealt(hand: HandSoFar, seat: int, line: int, cards: CardText, before: CardText | None = None) -> None:
    """Deals the new cards of a line: `Dealt to NAME [Kc]`. From fourth street on the line has two brackets, `Dealt to
    NAME [Kc 4d] [Qd]`. The first bracket (`before`) prints earlier cards again, and the second (`cards`) has the new
    card.
    """
    hand.events.append(deal_by_street(seat, cards.cards, hand.street, cards.spelled, line))
    known = hand.logged.get(seat, "")
    # If the cards in the first bracket differ from the cards that were dealt before, a `Reveal` event keeps the cards
    # of the bracket too.
    if before is not None and before.text != known:
        up = are_up_cards(before.seen, hand.street)
        hand.events.append(Reveal(seat, before.seen if up else before.cards, line, up))
        known = before.text
    hand.logged[seat] = f"{known} {cards.text}".strip()


def dealt_again(hand: HandSoFar, seat: int, line: int, cards: CardText) -> None:
    """Deals the new cards of a line with one bracket, `Dealt to NAME [ 2c, 7d, 9h ]`. If the line begins with the cards
    of earlier streets, only the cards after them are new. If it does not, all its cards are new. But if the earlier
    lines of this seat had empty brackets, only the last card is new.
    """
    known = hand.logged.get(seat, "")
    repeats = known != "" and cards.text.startswith(f"{known} ")
    new = cards.cards[len(known.split()) :] if repeats else cards.cards
    if seat in hand.logged and not known:
        new = cards.cards[-1:]
    elif repeats or not cards.cards:
        hand.logged[seat] = cards.text
    else:
        hand.logged[seat] = f"{known} {cards.text}".strip()
    hand.events.append(deal_by_street(seat, new, hand.street, cards.spelled, line))


# --- pots, and the lines of the summary about a seat -----------------------------------------------------------------


def pot(hand: HandSoFar, _seat: int, line: int, pot: int, chips: int, rake: int = 0) -> None:
    """Adds the amount of a pot at the start of a street: `Main pot $8.36 | Rake $0.10`. The log states the pot without
    the rake; the event has the sum of both. A pot whose name does not say which pot it is, `Pot $8.36`, counts as the
    main pot.
    """
    hand.events.append(PotTotal(chips + rake, max(pot, 0), line))


def total_net(hand: HandSoFar, _seat: int, line: int, chips: int, rake: int = 0, fee: int = 0) -> None:
    """Adds the total of the pots and the rake. Sets `hand.complete`: the log reaches the end of the hand.

    The line states the total without rake: `Total pot $8.96 | Rake $0.08 | JP Fee $0.02`. The fee is added to the rake.
    """
    hand.complete = True
    hand.events.append(PotTotal(chips + rake + fee, ANY_POT, line))
    hand.events.append(Rake(rake + fee, ANY_POT, line))


def total(hand: HandSoFar, _seat: int, line: int, chips: int, rake: int, rest: str = "") -> bool:
    """Adds the total of the pots, the amount of each pot, and the rake. Sets `hand.complete`: the log reaches the end
    of the hand. Returns false if the name or the amount of a pot cannot be read.

    The total includes the rake: `Total pot $1.94 Main pot $1.66. Side pot $0.24. | Rake $0.04`. `rest` is the text with
    the single pots: `Main pot $1.66. Side pot $0.24.`
    """
    found = [(ANY_POT, chips)]
    for part in rest.split(". "):
        name, _, amount = part.strip().rpartition(" ")
        if name:
            number = pot_named(name.lower())
            single = hand.chips(amount.removesuffix("."))
            if number is None or single is None:
                return False
            found.append((number, single))
    hand.complete = True
    hand.events.extend([PotTotal(amount, number, line) for number, amount in found])
    hand.events.append(Rake(rake, ANY_POT, line))
    return True


_WON: Final = re.compile(r"\b(?:won|collected) {1,9}\(?([^ ()]{1,40})", re.IGNORECASE)
_HOLDS: Final = " with "  # After "with" the text names a hand. Its digits are ranks, not amounts.
_NUMBER: Final = re.compile(r"(?<!\w)[0-9]")


def wins(note: Wins) -> Callable[..., bool]:
    """Returns a function that reads a summary line with the winnings of one seat: `won ($1) with high card Ace, and won
    ($1.40) with a flush`. The function passes the sum of these amounts to `note`, the method of the hand that takes the
    winnings, such as `HandSoFar.win`. The function returns false if the line has an amount that does not follow `won`
    or `collected`, because that amount may be winnings too.
    """

    def meaning(hand: HandSoFar, seat: int, line: int, rest: str = "") -> bool:
        amounts = _amounts_won(rest, hand.minor)
        if None in amounts:
            return False
        if amounts:
            note(hand, seat, sum([amount for amount in amounts if amount is not None]), line)
        return True

    return meaning


@remembered
def _amounts_won(text: str, minor: int) -> list[int | None]:
    """Returns the amounts after `won` or `collected` in the text. `None` in the list stands for an amount that cannot
    be read, or for an amount after any other word.
    """
    found = [chips(amount.strip(","), minor) for amount in _WON.findall(text)]
    rest = _WON.sub("", text)
    is_read = not any(sign in rest for sign in SIGNS) and _NUMBER.search(rest.lower().partition(_HOLDS)[0]) is None
    return found if is_read else [*found, None]


def reveals(note: Wins) -> Callable[..., bool]:
    """Returns a function that reads a summary line with cards: `showed [7 cards] and won ($0.40) with ...`.

    The function adds the cards, unless the seat showed the same cards on an earlier line. It passes the winnings to
    `note`, the method of the hand that takes them, such as `HandSoFar.win`.
    """
    won = wins(note)

    def meaning(hand: HandSoFar, seat: int, line: int, cards: CardText, rest: str = "") -> bool:
        if None in _amounts_won(rest, hand.minor):
            return False
        if cards.text != hand.shown.get(seat):
            hand.events.append(Reveal(seat, cards.cards, line))
        return won(hand, seat, line, rest)

    return meaning
