"""Prints a hand as a transcript. From this text, the reader of transcripts makes the same hand again, with the same
names and the same digest (the hash of all its facts).
"""

import re
from collections.abc import Callable
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD
from auditor.engine.hand import Hand, Seat, Structure
from auditor.formats.amounts import spell
from auditor.formats.card_spelling import card_in
from auditor.formats.transcript.conduct import LACK
from auditor.formats.transcript.procedure import CAUSE_WORDS, SECONDS
from auditor.formats.transcript.words import (
    CLOCK_MARK,
    NO_CARD_MARK,
    RECORDS,
    STREETS,
    USUAL_RECORDS,
    VERBS,
    cards_word,
    is_card,
    pot_word,
    quoted,
    seat_word,
    stated_word,
    word,
)

# Two characters that the reader of transcripts takes for a wrongly spelled card, such as `Zz`. The printer may write
# them in the place of a card.
_BARE_CARD: Final = re.compile(r"[\w?*+/$%&.,;:!=<>|~^'@-]{2}(?<!--)")
_STREET_NAMES: Final = {street: name for name, street in STREETS.items()}


def transcript_of(hand: Hand) -> str:
    """Returns the transcript of a hand, with one line for each event. If every seat posts the ante of the stakes, the
    antes share one line.
    """
    lines = _header(hand)
    events = list(hand.events)
    antes = _common_antes(hand)
    place = 0
    street_known = False
    while place < len(events):
        event = events[place]
        posted = events[place : place + len(antes)]
        if antes and [each.words() for each in posted if each.clock is None] == antes:
            lines.append("antes")
            place += len(antes)
            continue
        if isinstance(event, e.Deal) and not street_known:
            lines.append("unmarked")
        street_known = street_known or isinstance(event, e.Deal | e.Street)
        lines.append(line_of(event, hand.unit.minor))
        place += 1
    return "\n".join(lines) + "\n"


def line_of(event: e.Event, minor: int) -> str:
    """Returns the line of a transcript for one event, such as `1 completes to 10`. `minor` is the number of decimals of
    amounts.
    """
    line = _LINES[type(event)](event, minor)
    return line if event.clock is None else f"{line} {CLOCK_MARK}{_clock(event.clock)}"


def _clock(clock: e.Clock) -> str:
    """Returns the times of an act as a transcript writes them: ` at 42.5 allowed 30 used 30`. Each word follows a
    blank, and times are in seconds.
    """
    times = (("at", clock.at), ("allowed", clock.allowed), ("used", clock.used))
    words = [f" {name} {spell(time, SECONDS)}" for name, time in times if time is not None]
    return "".join(words) + (f" {CAUSE_WORDS[clock.cause]}" if clock.cause else "")


def _header(hand: Hand) -> list[str]:
    lines = ["hand" if hand.number is None else f"hand {word(hand.number)}", f"game {hand.game}"]
    if hand.structure != Structure.FIXED:
        lines.append(f"structure {hand.structure}")
    for name in ("room", "house", "table", "tournament", "played", "local"):
        text = getattr(hand, name)
        if text:
            lines.append(f"{name} {word(text)}")
    if hand.unit.currency or hand.unit.minor:
        lines.append(f"unit {word(hand.unit.currency)} {hand.unit.minor}")
    lines.extend(_stakes(hand))
    lines.extend(_seats(hand))
    for name, number in (("button", hand.button), ("first dealt", hand.first_dealt), ("most seats", hand.most_seats)):
        if number:
            lines.append(f"{name} {number}")
    if hand.records != USUAL_RECORDS:
        lines.append(" ".join(["records", *[name for name, record in RECORDS.items() if hand.records & record]]))
    return lines


def _stakes(hand: Hand) -> list[str]:
    stakes, minor = hand.stakes, hand.unit.minor
    words: list[str] = []
    if stakes.small_bet is not None or stakes.big_bet is not None:
        words.append(
            "/".join(["?" if bet is None else spell(bet, minor) for bet in (stakes.small_bet, stakes.big_bet)])
        )
    if stakes.bring_in is not None:
        words.append(f"bring-in {spell(stakes.bring_in, minor)}")
    if stakes.ante is not None:
        words.append(f"ante {spell(stakes.ante, minor)}")
    return [f"stakes {' '.join(words)}"] if words else []


def _seats(hand: Hand) -> list[str]:
    minor = hand.unit.minor
    plain = [(seat.number, seat.player, seat.dealt_in) for seat in hand.seats]
    stacks = [spell(seat.stack, minor) for seat in hand.seats if seat.stack is not None]
    if plain == [(number, str(number), True) for number in range(1, len(stacks) + 1)] and stacks:
        return [f"stacks {' '.join(stacks)}"]
    return [_seat(seat, minor) for seat in hand.seats]


def _seat(seat: Seat, minor: int) -> str:
    stack = "?" if seat.stack is None else spell(seat.stack, minor)
    return f"seat {seat.number} {quoted(seat.player)} {stack}{'' if seat.dealt_in else ' not dealt in'}"


def _common_antes(hand: Hand) -> list[str]:
    """Returns the ante events that the single line `antes` can replace, each as text in the form of `Event.words`. Each
    seat that is dealt in posts the ante of the stakes, or its whole stack if the stack is not larger. The list is empty
    if the stakes state no ante.
    """
    ante = hand.stakes.ante
    if ante is None:
        return []
    return [
        e.Ante(seat.number, ante).words()
        if seat.stack is None or seat.stack > ante
        else e.Ante(seat.number, seat.stack, all_in=True).words()
        for seat in hand.seats
        if seat.dealt_in
    ]


def _deal(event: e.Deal) -> str:
    """Returns the line of a deal. A word of the log that is no card is written in the place of the card, if the reader
    of transcripts takes the word for a card there. Otherwise the word follows at the end of the line, after `spelled`.
    """
    spellings = event.spelled.split(" ") if event.spelled else []
    wrong = [*event.down, *event.up].count(NO_CARD)
    in_place = len(spellings) == wrong and all(
        _BARE_CARD.fullmatch(text) and is_card(text) and card_in(text) == NO_CARD for text in spellings
    )
    left = iter(spellings if in_place else [])

    def named(cards: tuple[int, ...]) -> str:
        return " ".join([next(left, NO_CARD_MARK) if card == NO_CARD else cards_word([card]) for card in cards])

    words = [f"[{named(event.down)}]"] if event.down or not event.up else []
    if event.up:
        words.append(named(event.up))
    if event.spelled and not in_place:
        words.append(f"spelled {quoted(event.spelled)}")
    return f"{seat_word(event.seat)} {' '.join(words)}"


def _money(verb: str, after: str = "") -> Callable[[Any, int], str]:
    return lambda event, minor: f"{seat_word(event.seat)} {verb} {spell(event.amount, minor)}{after}"


def _wager(verb: str, event: Any, chips: int, minor: int) -> str:
    return f"{seat_word(event.seat)} {verb} {spell(chips, minor)}{' all-in' if event.all_in else ''}"


def _bare(verb: str) -> Callable[[Any, int], str]:
    return lambda event, _: f"{seat_word(event.seat)} {verb}"


def _payment(event: e.Collect, minor: int) -> str:
    source = [] if event.pot == e.ANY_POT and not event.half else ["from", pot_word(event.pot)]
    half = [event.half] if event.half else []
    odd = [] if event.odd is None else ["odd", spell(event.odd, minor)]
    return " ".join([seat_word(event.seat), "collects", spell(event.amount, minor), *source, *half, *odd])


def _rake(event: e.Rake, minor: int) -> str:
    source = "" if event.pot == e.ANY_POT else f" from {pot_word(event.pot)}"
    return f"rake {spell(event.amount, minor)}{source}"


def _pot(event: e.PotTotal, minor: int) -> str:
    name = "pot" if event.pot == e.ANY_POT else "main pot" if event.pot == 0 else f"side pot {event.pot}"
    seats = f" for {' '.join([seat_word(seat) for seat in event.eligible])}" if event.eligible else ""
    return f"{name} {spell(event.amount, minor)}{seats}"


def _show(event: e.Show) -> str:
    cards = f" {cards_word(event.cards)}" if event.cards else ""
    return f"{seat_word(event.seat)} shows{cards}{stated_word(event.high, event.low)}"


def _held(event: e.Reveal) -> str:
    cards = f" {cards_word(event.cards)}" if event.cards else ""
    return f"{seat_word(event.seat)} held{cards}{' face up' if event.up else ''}"


def _of_the_deck(verb: str, event: e.Event) -> str:
    return f"{verb} by {seat_word(event.seat)}" if event.seat else verb


def _declared(event: e.Declared, minor: int) -> str:
    if event.to is None:
        return f"{seat_word(event.seat)} declares {event.verb}"
    return f"{seat_word(event.seat)} declares {VERBS.get(event.verb, event.verb)} {spell(event.to, minor)}"


def _borrowed(event: e.Borrowed, minor: int) -> str:
    source = f" from {seat_word(event.lender)}" if event.lender else ""
    return f"{seat_word(event.seat)} borrows {spell(event.amount, minor)}{source}"


def _exposed(event: e.Exposed) -> str:
    return f"{f'{seat_word(event.seat)} ' if event.seat else ''}exposed {cards_word(event.cards)}"


def _remark(event: e.Remark) -> str:
    return f"remark {word(event.kind)}{f' {seat_word(event.seat)}' if event.seat else ''}"


_LINES: Final[dict[type[e.Event], Callable[[Any, int], str]]] = {
    e.Ante: lambda event, minor: _wager("antes", event, event.amount, minor),
    e.Street: lambda event, _: _STREET_NAMES.get(event.street, f"street {event.street}"),
    e.Deal: lambda event, _: _deal(event),
    e.Burn: lambda event, _: f"burn {cards_word([event.card])}",
    e.Community: lambda event, _: f"community {cards_word([event.card])}",
    e.Opens: lambda event, _: f"action on {seat_word(event.seat)}",
    e.BringIn: lambda event, minor: _wager("brings in", event, event.to, minor),
    e.Fold: _bare("folds"),
    e.Check: _bare("checks"),
    e.Clocked: _bare("clocked"),
    e.Call: lambda event, minor: _wager("calls", event, event.to, minor),
    e.Wager: lambda event, minor: _wager(VERBS[event.verb], event, event.to, minor),
    e.Return: _money("gets back"),
    e.TopUp: _money("adds"),
    e.Removed: _money("takes off"),
    e.Borrowed: _borrowed,
    e.Changed: _money("changes"),
    e.Elsewhere: _money("plays", " from elsewhere"),
    e.Motion: lambda event, minor: f"{seat_word(event.seat)} moves in {spell(event.to, minor)}",
    e.Hidden: lambda event, _: f"{seat_word(event.seat)} hides {event.what}",
    e.Dropped: _bare(f"dropped {LACK}"),
    e.Show: lambda event, _: _show(event),
    e.Muck: _bare("mucks"),
    e.Reveal: lambda event, _: _held(event),
    e.Collect: _payment,
    e.Added: lambda event, minor: f"added {spell(event.amount, minor)} to the pot",
    e.Rake: _rake,
    e.PotTotal: _pot,
    e.Won: _money("won"),
    e.StackAfter: _money("ends with"),
    e.Misdeal: lambda *_: "misdeal",
    e.Void: lambda *_: "void",
    e.Remark: lambda event, _: _remark(event),
    e.Shuffle: lambda event, _: _of_the_deck("shuffle", event),
    e.Cut: lambda event, _: _of_the_deck("cut", event),
    e.Exposed: lambda event, _: _exposed(event),
    e.Announced: _money("announces"),
    e.Declared: _declared,
    e.Illegible: lambda event, _: f"illegible {quoted(event.text)}",
    e.Unread: lambda event, _: f"unread {quoted(event.text)}",
    e.LogEnd: lambda event, _: "end" if event.complete else "end early",
}
