"""Reads the hand histories of Everleaf, in text. Older and newer files differ in form, and both are read. Stud, stud
hi-lo and razz are read; other games are skipped. A log never states pots, rake or uncalled bets. Most files also lack
the up cards.
"""

from typing import Final

from auditor.engine.events import ANY_POT, Reveal
from auditor.engine.hand import Records
from auditor.formats.files.bare import bare
from auditor.formats.files.format import Begins
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.everleaf.header import (
    game_of,
    header_of,
    number_of,
    number_of_banner,
    number_of_title,
    plain_amount,
    settle,
    stack_and_state,
)
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import pays
from auditor.formats.rooms.grammar.card_text import CardText, spelled_cards
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_names import stated
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import Header, button, listed, table
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.grammar.noise import CAREFUL_CHAT, NOTHING, Noise
from auditor.formats.rooms.grammar.paid_out import paid_out
from auditor.formats.rooms.grammar.parts import PARTS, Part, street_part
from auditor.formats.rooms.grammar.room import NO_HAND, Room
from auditor.formats.rooms.grammar.shared_lines import NOISE

# The kinds of lines that every log of this room has. `EVERY_UP_CARD` is not set, because only some files have the up
# cards.
_RECORDS: Final = int(Records.PAYOUT | Records.WHOLE_HANDS | Records.BRING_IN | Records.ANTES_IN_PLACE)
_STREETS: Final = {
    "dealing down cards": 3,
    "dealing 3rd street": 3,
    "dealing third street": 3,
    "dealing 4th street": 4,
    "dealing 5th street": 5,
    "dealing 6th street": 6,
    "dealing 7th street": 7,
    "dealing river": 7,
}


def _listed(header: Header, seat: int, line: int, number: int, player: str, stack: str) -> None:
    """Adds a seat: `Seat 1: Ann ( $ 0.54 USD )`, `Seat 3: Cy ( $ 0 USD All-in )`, or `Seat 2: Bob ( new player )` for a
    player who waits for a later hand.
    """
    amount, state = stack_and_state(stack)
    listed(header, seat, line, number, player.strip(), amount, moved_in=state.lower() == "new player")


def _wins(
    hand: HandSoFar,
    seat: int,
    line: int,
    chips: int,
    pot: int = ANY_POT,
    half: str = "",
    cards: CardText | None = None,
) -> None:
    """Adds a payment: `wins $ 0.98 USD from main pot with a flush, king high [ Kd, 9d, 8d, 7d, 5d ]`. If no earlier
    line showed the hand of the winner, also adds a `Reveal` event with these five cards.
    """
    if (
        cards is not None and cards.cards and seat not in hand.shown
    ):  # these five cards play, but no earlier line showed the hand of the winner
        hand.events.append(Reveal(seat, cards.cards, line))
    acts.collects(hand, seat, line, chips, pot, half)


def _acts_of(name: str) -> tuple[Line, ...]:
    """Returns the grammar rows for the acts of a player, such as `NAME calls CHIPS`. `name` is the start of each row:
    `NAME`, or `NAME:` for lines with a colon after the name.
    """
    return (
        Line(f"{name} posts ante CHIPS", pays(HandSoFar.ante)),
        Line(f"{name} posts bring-in CHIPS", pays(HandSoFar.bring_in)),
        Line(f"{name} completes to CHIPS", pays(HandSoFar.complete_to)),
        Line(f"{name} calls CHIPS", pays(HandSoFar.call)),
        Line(f"{name} bets CHIPS", pays(HandSoFar.bet)),
        Line(f"{name} raises CHIPS", pays(HandSoFar.raise_by)),
        Line(f"{name} is all-in CHIPS", pays(HandSoFar.all_in)),
        Line(f"{name} is all-in", acts.was_all_in),
        Line(f"{name} checks", acts.checks),
        Line(f"{name} folds", HandSoFar.fold),
        Line(f"{name} does not show cards", HandSoFar.keep_closed),
        Line(f"{name} mucks", HandSoFar.keep_closed),
        Line(f"{name} mucks [CARDS]{{ WORDS}}", acts.mucks_showing),
        Line(f"{name} shows [CARDS]{{ WORDS}}", acts.show),
        Line(f"{name} wins {{HALF }}CHIPS{{ from POT}}{{ with HAND}}{{[CARDS]}}", _wins),
    )


GRAMMAR: Final = Grammar(
    {
        "top": (
            Line("Seat SEAT:{ }PLAYER (STACK)", _listed),
            Line("Seat SEAT is the button", button),
            Line("Table TABLE", table),
            Line("Total number of playersREST", NOTHING),
            Line("REST", game_of),
        ),
        "play": (
            # Each row stands twice, because the room writes a colon after some names and not after others: `Ann: bets`,
            # `Ann calls`.
            *_acts_of("NAME"),
            *_acts_of("NAME:"),
            Line("Dealt to NAME [CARDS]", acts.dealt_again),
            Line("Dealt to NAME: [CARDS]", acts.dealt_again),
            Line("STARS{ }STREET{ }STARS{ [CARDS]}", acts.street),
            Line("NAME: WORDS", CAREFUL_CHAT),
            Line("NAME finished in ...", Noise("other")),
            Line("No qualifying low...", Noise("no_low")),
            *NOISE,
        ),
    },
    {
        "CHIPS": Part(
            "chips",
            r"[\[(]? {0,3}[$€\u02c6£]? {0,3}[0-9](?:,?[0-9]){0,25}(?:\.[0-9]{1,9})?(?: {1,3}[A-Z]{3,5})? {0,3}[\])]?",
            lambda text, minor: chips(plain_amount(text), minor),
        ),
        "CARDS": PARTS["CARDS"]._replace(value=lambda text, _minor: _cards(text)),
        "STARS": Part("", r"\*{1,9}:?"),
        "STREET": street_part(_STREETS),
        "HAND": Part("", r"[^\[\]]*"),
    },
)


def _cards(text: str) -> CardText | None:
    """Returns the cards of a line. The oldest files write cards in small letters only: `qc, 3c`."""
    plain = " ".join([word[:-1].upper() + word[-1:].lower() for word in text.replace(",", " ").split()])
    return spelled_cards(plain, plain)


def _cutter(_head: str) -> Begins:
    """Returns a function that takes the lines of a file in order and tests whether a line begins a hand. A hand begins
    with a title, `Everleaf Gaming Game #285997460`, or with a banner, `***** Hand history for game #285997460 *****`.
    If a title stands above the banner, the hand begins with the title.
    """
    titled = False

    def starts(line: str) -> bool:
        nonlocal titled
        text = bare(line)
        alone = not titled and bool(number_of_banner(text))
        titled = bool(number_of_title(text)) or (titled and not number_of_banner(text))
        return alone or bool(number_of_title(text))

    return starts


ROOM: Final = Room(
    "everleaf",
    "Everleaf text",
    GRAMMAR,
    number_of=number_of,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("***** Hand history for game #0", above=("Everleaf Gaming Game #0",)),
    sign="#",
    settle=settle,
    words=lambda _header: stated,
    # The log has no summary, so the payments must show that it reaches the end of the hand.
    is_whole=lambda hand: paid_out(hand.events),
    preamble=lambda line: bool(number_of_title(line)),
    cutter=_cutter,
    unnamed="We cannot read a game and a time in the lines below the hand number. Export the hand again.",
    no_hand=NO_HAND,
    seats_stand="",
)
FORMAT: Final = ROOM.format
begins, sniff, read, cutter = FORMAT.begins, FORMAT.sniff, FORMAT.read, FORMAT.cutter
