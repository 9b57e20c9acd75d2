"""The meanings of lines that several rooms share: acts, cards, payments, and the summary.

A meaning is a function that adds the events of one line to the hand. `grammar/__init__.py` explains its arguments.
"""

import re
from collections.abc import Callable
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import (
    ANY_POT,
    STRANGER,
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
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.grammar.pots_by_name import pot_named

# A method of `HandSoFar` that puts chips in. It takes the seat, the chips, whether the seat is all-in, and the line.
# Whether the chips are the number that the seat adds or its new total depends on the method.
Pays = Callable[[HandSoFar, int, int, bool, int], None]
# A method of `HandSoFar` that notes the winnings that the summary states. It takes the seat, the chips and the line.
Wins = Callable[[HandSoFar, int, int, int], None]

# --- acts of a seat --------------------------------------------------------------------------------------------------


def pays(put: Pays) -> Callable[..., None]:
    """Returns a function that reads an act with chips (the parts CHIPS and ALL_IN). The method `put` puts them in."""

    def act(hand: HandSoFar, seat: int, line: int, chips: int, *, all_in: bool = False) -> None:
        put(hand, seat, chips, all_in, line)

    return act


def raises(hand: HandSoFar, seat: int, line: int, to: int, *, all_in: bool = False, **_added: int) -> None:
    """Adds a raise: `raises $0.20 to $0.40`. Only the total after `to` counts, even if the first amount is wrong."""
    hand.raise_to(seat, to, all_in, line)


def was_all_in(hand: HandSoFar, seat: int, line: int) -> None:
    """Marks the last act as all-in, for a line `is all-In` without chips. Adds a remark if another seat acted last."""
    if not mark_all_in(hand.events, seat):
        hand.remark(seat, "other", line)


def checks(hand: HandSoFar, seat: int, line: int) -> None:
    hand.events.append(Check(seat, line))


def show(hand: HandSoFar, seat: int, line: int, cards: CardText, words: str = "") -> None:
    """Adds a shown hand: `shows [7 cards] (words)`. The words state the hand."""
    high, low = hand.words(words)
    hand.shown[seat] = cards.text
    hand.events.append(Show(seat, cards.cards, high, low, line))


def show_and_log(hand: HandSoFar, seat: int, line: int, cards: CardText, words: str = "") -> None:
    """Does the same as `show`, and keeps the cards as the logged cards of the seat, which later lines may repeat."""
    show(hand, seat, line, cards, words)
    hand.logged[seat] = cards.text


def mucks_showing(hand: HandSoFar, seat: int, line: int, cards: CardText, **_words: str) -> None:
    """Adds a muck and the cards of the mucked hand, for rooms that print these cards."""
    hand.muck(seat, line)
    hand.events.append(Reveal(seat, cards.cards, line))


def folds_showing(hand: HandSoFar, seat: int, line: int, cards: CardText) -> None:
    """Adds a fold and the cards of the folded hand, for rooms that print these cards."""
    hand.fold(seat, line)
    hand.events.append(Reveal(seat, cards.cards, line))


def collects(hand: HandSoFar, seat: int, line: int, chips: int, pot: int = ANY_POT, half: str = "") -> None:
    """Adds a payment: `collected $0.30 from side pot-1`, `collected 114€ from pot(HI)`."""
    hand.paid.add(seat)
    hand.events.append(Collect(seat, chips, pot, half, line))


def returned(hand: HandSoFar, _seat: int, line: int, player: str, chips: int) -> None:
    """Adds the return of an uncalled bet: `Uncalled bet ($0.08) returned to NAME`."""
    hand.events.append(Return(hand.players.seats.get(player, STRANGER), chips, line))


# --- chapters, streets and cards -------------------------------------------------------------------------------------


def summary(hand: HandSoFar, _seat: int, _line: int) -> None:
    hand.chapter = "summary"


def showdown(hand: HandSoFar, _seat: int, _line: int) -> None:
    hand.showdown = True


def void(hand: HandSoFar, _seat: int, line: int) -> None:
    hand.void = True
    hand.events.append(Void(line))


def street(hand: HandSoFar, _seat: int, line: int, street: int, cards: CardText | None = None) -> bool:
    """Begins a street: `*** 7th STREET ***`. On the last street the line may deal a card to everybody:
    `*** 7th STREET *** [6h]`. Returns false if the cards are not one such card.
    """
    hand.begin_street(street, line)
    if cards is None:
        return True
    hand.community = cards.text
    return hand.common_card(cards.cards, line)


def spoilt_street(hand: HandSoFar, _seat: int, line: int, street: int) -> bool:
    """Begins a street whose title is followed by text that cannot be read. Returns false, so the line is illegible."""
    if hand.street != street:
        hand.begin_street(street, line)
    return False


def deal_by_street(seat: int, new: tuple[int, ...], street: int, spelled: str, line: int) -> Deal:
    """Returns the event that deals new cards to a seat. Cards are face up on fourth to sixth street, and face down on
    seventh street. On third street the last card is the door card; if it is alone, the two down cards are unseen.
    `spelled` are the words that are no cards of the deck.
    """
    if street > 6:
        return Deal(seat, new, (), spelled, line)
    if street > 3:
        return Deal(seat, (), new, spelled, line)
    return Deal(seat, new[:-1] if len(new) > 1 else (UNSEEN, UNSEEN), new[-1:], spelled, line)


def are_up_cards(repeated: tuple[int, ...], street: int) -> bool:
    """Whether the cards that a line repeats are only the up cards of the seat. Else they include the two down cards."""
    return len(repeated) == street - 3


def dealt(hand: HandSoFar, seat: int, line: int, cards: CardText, before: CardText | None = None) -> None:
    """Deals cards: `Dealt to NAME [Kc]`. From fourth street on a line is `Dealt to NAME [Kc 4d] [Qd]`: `before` are the
    cards of the first bracket, which were dealt before, and `cards` are the new ones.
    """
    hand.events.append(deal_by_street(seat, cards.cards, hand.street, cards.spelled, line))
    known = hand.logged.get(seat, "")
    if before is not None and before.text != known:  # the log contradicts itself: both versions are kept
        up = are_up_cards(before.seen, hand.street)
        hand.events.append(Reveal(seat, before.seen if up else before.cards, line, up))
        known = before.text
    hand.logged[seat] = f"{known} {cards.text}" if known else cards.text


def dealt_again(hand: HandSoFar, seat: int, line: int, cards: CardText) -> None:
    """Deals cards: `Dealt to NAME [ 2c, 7d, 9h ]`. The bracket may begin with the cards that were dealt before."""
    known = hand.logged.get(seat, "")
    repeats = known != "" and cards.text.startswith(f"{known} ")
    new = cards.cards[len(known.split()) :] if repeats else cards.cards
    hand.logged[seat] = cards.text if repeats else f"{known} {cards.text}".strip()
    hand.events.append(deal_by_street(seat, new, hand.street, cards.spelled, line))


# --- pots, and the lines of the summary about a seat -----------------------------------------------------------------


def pot(hand: HandSoFar, _seat: int, line: int, pot: int, chips: int, rake: int = 0) -> None:
    """Adds the amount of a pot at the start of a street: `Main pot $8.36 | Rake $0.10`. The log states the amount net
    of rake; the event includes the rake.
    """
    hand.events.append(PotTotal(chips + rake, max(pot, 0), line))


def total_net(hand: HandSoFar, _seat: int, line: int, chips: int, rake: int = 0, fee: int = 0) -> None:
    """Adds the total of the pots and the rake, and notes that the log is complete.

    The log states the total net of rake: `Total pot $8.96 | Rake $0.08 | JP Fee $0.02`. The fee counts as rake.
    """
    hand.complete = True
    hand.events.append(PotTotal(chips + rake + fee, ANY_POT, line))
    hand.events.append(Rake(rake + fee, ANY_POT, line))


def total(hand: HandSoFar, _seat: int, line: int, chips: int, rake: int, rest: str = "") -> bool:
    """Adds the total of the pots, the single pots and the rake, and notes that the log is complete.

    The total includes the rake: `Total pot $1.94 Main pot $1.66. Side pot $0.24. | Rake $0.04`. `rest` has the single
    pots.
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


def wins(note: Wins) -> Callable[..., bool]:
    """Returns a function that reads a summary line with the winnings of one seat. It calls `note` with the sum of all
    amounts in the line: `won ($1) with high card Ace, and won ($1.40) with a flush`.
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
    return [chips(amount.strip(","), minor) for amount in _WON.findall(text)]


def reveals(note: Wins) -> Callable[..., bool]:
    """Returns a function that reads a summary line with cards: `showed [7 cards] and won ($0.40) with ...`.

    The function reveals the cards, unless the seat showed the same cards before, and calls `note` with the winnings.
    """
    won = wins(note)

    def meaning(hand: HandSoFar, seat: int, line: int, cards: CardText, rest: str = "") -> bool:
        if None in _amounts_won(rest, hand.minor):
            return False
        if cards.text != hand.shown.get(seat):
            hand.events.append(Reveal(seat, cards.cards, line))
        return won(hand, seat, line, rest)

    return meaning
