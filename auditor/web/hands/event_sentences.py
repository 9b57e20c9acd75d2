"""Writes the events of a hand as sentences, such as "4 Dogwood raises to 1,800". A sentence is a list of pieces: text,
seats, players and cards.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import NAMES, UNSEEN
from auditor.engine.hand import Hand
from auditor.formats.amounts import spell
from auditor.formats.transcript.words import stated_word
from auditor.web.rendering.template_filters import player_name, visible

STREET_WORDS: Final = {3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street"}
STRANGER_WORDS: Final = "Somebody without a seat"


class Piece(NamedTuple):
    """A piece of a sentence. `kind` is `text`, `player`, `seat` or `card`.

    If the piece is a card, `text` is its name, such as `Td`. The name `xx` is a card that nobody saw, and `--` is
    something that is not a card of the deck. `face` is `up` or `down` for a card, and empty for other pieces.
    """

    kind: str
    text: str
    face: str = ""


def sentence_of(hand: Hand, event: e.Event) -> list[Piece]:
    """Returns the sentence for one event of a hand, as pieces. If the log has times for the event, they are
    at the end.
    """
    sentence = _SENTENCES.get(type(event))
    pieces = sentence(event, _Names(hand)) if sentence is not None else [Piece("text", event.words())]
    return pieces if event.clock is None else [*pieces, Piece("text", _clock(event.clock))]


def who(hand: Hand, seat: int) -> list[Piece]:
    """Returns the pieces that name a seat and its player, such as `4` and `Dogwood`."""
    return _Names(hand).who(seat)


def plain_text(pieces: list[Piece]) -> str:
    """Joins the texts of the pieces of a sentence, and returns them as one plain text."""
    return "".join([piece.text for piece in pieces])


def card_name(card: int) -> str:
    """Returns the name of a card number, such as `Td`. `xx` is a card that nobody saw; `--` is a number that is no card
    of the deck.
    """
    return NAMES[card] if card >= 0 else "xx" if card == UNSEEN else "--"


class _Names:
    """Writes the names of the players and the amounts of one hand for the sentences about its events."""

    def __init__(self, hand: Hand) -> None:
        self._players: Final = {seat.number: seat.player for seat in hand.seats}
        self._minor: Final = hand.unit.minor

    def who(self, seat: int) -> list[Piece]:
        """Returns the pieces that name a seat and its player. The number `STRANGER` is a person without a seat, such as
        an onlooker.
        """
        if seat == e.STRANGER:
            return [Piece("text", STRANGER_WORDS)]
        player = self._players.get(seat, "")
        if not player or player == str(seat):
            return [Piece("text", f"Seat {seat}")]
        return [Piece("seat", f"{seat} "), Piece("player", player_name(player))]

    def chips(self, amount: int) -> str:
        """Returns an amount as people write it, such as `1,800` or `0.25`. The argument counts the smallest unit, such
        as cents: 25 becomes `0.25`. Decimals are written only if they are not zero.
        """
        whole, point, part = spell(amount, self._minor).partition(".")
        sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
        return f"{sign}{int(digits):,}{point}{part}"

    def does(self, seat: int, words: str, *, all_in: bool = False) -> list[Piece]:
        return [*self.who(seat), Piece("text", f" {words}{' and is all-in' if all_in else ''}")]


def cards(numbers: tuple[int, ...], face: str) -> list[Piece]:
    """Returns the pieces for these card numbers, with a space before each card. `face` is `up` or `down` for all of
    them.
    """
    pieces: list[Piece] = []
    for number in numbers:
        pieces += [Piece("text", " "), Piece("card", card_name(number), face)]
    return pieces


def _money(verb: str, words: str = "") -> Callable[[Any, _Names], list[Piece]]:
    return lambda event, names: names.does(event.seat, f"{verb} {names.chips(event.amount)}{words}")


def _put(verb: str) -> Callable[[Any, _Names], list[Piece]]:
    return lambda event, names: names.does(event.seat, f"{verb} {names.chips(event.to)}", all_in=event.all_in)


def _bare(verb: str) -> Callable[[Any, _Names], list[Piece]]:
    return lambda event, names: names.does(event.seat, verb)


def _only(words: str) -> Callable[[Any, _Names], list[Piece]]:
    return lambda _event, _names: [Piece("text", words)]


def _ante(event: e.Ante, names: _Names) -> list[Piece]:
    return names.does(event.seat, f"antes {names.chips(event.amount)}", all_in=event.all_in)


def _street(event: e.Street, _names: _Names) -> list[Piece]:
    return [Piece("text", STREET_WORDS.get(event.street, f"Street {event.street}"))]


def _deal(event: e.Deal, names: _Names) -> list[Piece]:
    spelled = [Piece("text", f" (written {visible(event.spelled)})")] if event.spelled else []
    return [*names.does(event.seat, "is dealt"), *cards(event.down, "down"), *cards(event.up, "up"), *spelled]


def _one_card(words: str) -> Callable[[Any, _Names], list[Piece]]:
    return lambda event, _names: [Piece("text", words), *cards((event.card,), "up")]


def _opens(event: e.Opens, names: _Names) -> list[Piece]:
    return [Piece("text", "The record says who acts first: "), *names.who(event.seat)]


# For a completion and a raise, the amount is the amount in front of the seat after the act, so the words say "to".
WAGER_VERBS: Final = {"completes": "completes to", "bets": "bets", "raises": "raises to"}


def _wager(event: e.Wager, names: _Names) -> list[Piece]:
    verb = WAGER_VERBS.get(event.verb, event.verb)
    return names.does(event.seat, f"{verb} {names.chips(event.to)}", all_in=event.all_in)


def _show(event: e.Show, names: _Names) -> list[Piece]:
    stated = stated_word(event.high, event.low)
    return [*names.does(event.seat, "shows"), *cards(event.cards, "up"), *([Piece("text", stated)] if stated else [])]


def _reveal(event: e.Reveal, names: _Names) -> list[Piece]:
    if event.up:
        again = Piece("text", " face up (the record names these cards again)")
        return [*names.does(event.seat, "held"), *cards(event.cards, "up"), again]
    unshown = Piece("text", " (known from the record; the seat did not show these cards)")
    return [*names.does(event.seat, "held"), *cards(event.cards, "down"), unshown]


def _pot(pot: int) -> str:
    return "the pot" if pot == e.ANY_POT else "the main pot" if pot == 0 else f"side pot {pot}"


def _collect(event: e.Collect, names: _Names) -> list[Piece]:
    half = f", {event.half}" if event.half and event.half != "whole" else ""
    return names.does(event.seat, f"collects {names.chips(event.amount)} from {_pot(event.pot)}{half}")


def _added(event: e.Added, names: _Names) -> list[Piece]:
    return [Piece("text", f"The room adds {names.chips(event.amount)} of its own chips to the pot")]


def _rake(event: e.Rake, names: _Names) -> list[Piece]:
    source = "" if event.pot == e.ANY_POT else f" from {_pot(event.pot)}"
    return [Piece("text", f"The house takes {names.chips(event.amount)}{source}")]


def _pot_total(event: e.PotTotal, names: _Names) -> list[Piece]:
    which = "all pots" if event.pot == e.ANY_POT else _pot(event.pot)
    return [Piece("text", f"The record states {names.chips(event.amount)} for {which}")]


_REMARKS: Final = {
    "chat": "says something",
    "joins": "joins the table",
    "leaves": "leaves the table",
    "disconnected": "is disconnected",
    "connected": "is connected again",
    "timed_out": "has run out of time",
    "sits_out": "sits out",
    "returns": "is back",
    "warned": "is warned",
}


def _remark(event: e.Remark, names: _Names) -> list[Piece]:
    words = _REMARKS.get(event.kind, event.kind.replace("_", " "))
    if event.kind == "reshuffled":
        return [Piece("text", "Folded hands and burned cards are mixed back into the deck")]
    return names.does(event.seat, words) if event.seat else [Piece("text", f"Remark: {words}")]


def _quoted(words: str) -> Callable[[e.Unread, _Names], list[Piece]]:
    """Returns a function that makes the sentence for a line of the log: `words`, then the line in quotation marks.

    If names are masked, the event has no text, and only `words` are written.
    """

    def sentence(event: e.Unread, _names: _Names) -> list[Piece]:
        quote = f": \N{LEFT DOUBLE QUOTATION MARK}{visible(event.text)}\N{RIGHT DOUBLE QUOTATION MARK}"
        return [Piece("text", f"{words}{quote if event.text else ''}")]

    return sentence


def _end(event: e.LogEnd, _names: _Names) -> list[Piece]:
    return [Piece("text", "The record ends" if event.complete else "The record ends here, but the hand is not over")]


def _by(words: str) -> Callable[[Any, _Names], list[Piece]]:
    """Returns a function that makes the sentence for a shuffle or a cut of the deck: `words`, then ` by` and the seat,
    if the log names the seat.
    """
    return lambda event, names: [
        Piece("text", words),
        *([Piece("text", " by "), *names.who(event.seat)] if event.seat else []),
    ]


def _borrowed(event: e.Borrowed, names: _Names) -> list[Piece]:
    source = [Piece("text", " from "), *names.who(event.lender)] if event.lender else []
    return [*names.does(event.seat, f"borrows {names.chips(event.amount)}"), *source]


def _motion(event: e.Motion, names: _Names) -> list[Piece]:
    return names.does(event.seat, f"pushes chips forward, {names.chips(event.to)} in all")


def _hidden(event: e.Hidden, names: _Names) -> list[Piece]:
    return names.does(event.seat, f"keeps {event.what} out of sight")


def _exposed(event: e.Exposed, names: _Names) -> list[Piece]:
    whose = (
        names.does(event.seat, "has exposed")
        if event.seat
        else [Piece("text", "The deck shows this card or these cards:")]
    )
    return [*whose, *cards(event.cards, "up")]


def _declared(event: e.Declared, names: _Names) -> list[Piece]:
    to = "" if event.to is None else f" {names.chips(event.to)}"
    return names.does(event.seat, f"declares: {event.verb}{to}")


_CAUSES: Final = {"time_out": "time ran out", "disconnect": "disconnected", "away": "away"}


def _clock(clock: e.Clock) -> str:
    """Writes the times of an event, such as ` (at 42.5 s, 30 of 30 s used, time ran out)`."""
    parts = [f"at {spell(clock.at, 3)} s"] if clock.at is not None else []
    if clock.used is not None:
        allowed = "" if clock.allowed is None else f" of {spell(clock.allowed, 3)}"
        parts.append(f"{spell(clock.used, 3)}{allowed} s used")
    elif clock.allowed is not None:
        parts.append(f"{spell(clock.allowed, 3)} s allowed")
    if clock.cause:
        parts.append(_CAUSES.get(clock.cause, clock.cause))
    return f" ({', '.join(parts)})"


_SENTENCES: Final[dict[type[e.Event], Callable[[Any, _Names], list[Piece]]]] = {
    e.Ante: _ante,
    e.Street: _street,
    e.Deal: _deal,
    e.Burn: _one_card("A card is burned:"),
    e.Community: _one_card("One community card for all seats:"),
    e.Opens: _opens,
    e.BringIn: _put("brings in for"),
    e.Fold: _bare("folds"),
    e.Check: _bare("checks"),
    e.Clocked: _bare("is out of time, and is all-in for the chips that the seat has in the pot"),
    e.Dropped: _bare("is folded by the house, because the seat has too few chips"),
    e.Call: _put("calls to"),
    e.Wager: _wager,
    e.Return: _money("gets back", ", which nobody called"),
    e.TopUp: _money("adds", " to the stack"),
    e.Removed: _money("takes", " off the table"),
    e.Borrowed: _borrowed,
    e.Changed: _money("exchanges", " for chips or notes of the same value"),
    e.Elsewhere: _money("plays", " that were not on the table"),
    e.Motion: _motion,
    e.Hidden: _hidden,
    e.Show: _show,
    e.Muck: _bare("mucks"),
    e.Reveal: _reveal,
    e.Collect: _collect,
    e.Added: _added,
    e.Rake: _rake,
    e.PotTotal: _pot_total,
    e.Won: _money("won", ", according to the summary of the record"),
    e.StackAfter: _money("ends with", " in the record"),
    e.Misdeal: _only("The deal is declared a misdeal"),
    e.Void: _only("The hand is cancelled"),
    e.Remark: _remark,
    e.Shuffle: _by("The deck is shuffled"),
    e.Cut: _by("The deck is cut"),
    e.Exposed: _exposed,
    e.Announced: _money("announces", ", which is not on the table"),
    e.Declared: _declared,
    e.Illegible: _quoted("The auditor cannot read this line"),
    e.Unread: _quoted("The auditor does not understand this line"),
    e.LogEnd: _end,
}
