"""Reads the hand histories of Americas Cardroom (WPN) until 2019. Each card has a line of its own, and amounts have no
currency.

Third street has no title, and the title of each later street names the street before. Only the summary shows hands.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import Collect, Deal, Show, StackAfter
from auditor.engine.hand import Records
from auditor.formats.files.titles import Titled
from auditor.formats.rooms.acr_2016.header import game_of, header_of, started_at
from auditor.formats.rooms.acr_2016.words import low_in_brackets, stated
from auditor.formats.rooms.grammar import acts
from auditor.formats.rooms.grammar.acts import Pays, pays
from auditor.formats.rooms.grammar.card_text import CardText
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.lines import Line
from auditor.formats.rooms.grammar.money import CHIPS, chips, decimals_in
from auditor.formats.rooms.grammar.noise import NOTHING, Noise
from auditor.formats.rooms.grammar.parts import PARTS, Part, street_part
from auditor.formats.rooms.grammar.room import Room
from auditor.formats.rooms.grammar.shared_lines import SEATS, STREET, UNCALLED, VOID, acts_of

# The kinds of lines that every log of this room has. `SHOWDOWN_ORDER` is not set, because the summary lists shown hands
# in the order of the seats.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.BRING_IN
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
)
# The title of a street, and the street that begins below the title. This room's title names the street before: fourth
# street begins below `Third street`. No title stands above the cards of third street.
_STREETS: Final = {"third street": 4, "fourth street": 5, "fifth street": 6, "sixth street": 7}


def _received(hand: HandSoFar, seat: int, line: int, cards: CardText | None = None) -> bool:
    """Deals one card to a seat: `received card: [10d]`, or `received a card.` for a card that the log does not show.
    Returns false if the line has several cards.

    The card lies face down in three cases; otherwise it lies face up.

    - The log does not show the card.
    - It is one of the first two cards of the seat.
    - It is dealt on seventh street.
    """
    if hand.street < 3:
        hand.begin_street(3, line)
    new = (cards.cards if cards else ()) or (UNSEEN,)
    if len(new) != 1:
        return False
    had = int(hand.logged.get(seat, "0"))
    hand.logged[seat] = str(had + 1)
    is_down = not cards or hand.street > 6 or had < 2
    down, up = (new, ()) if is_down else ((), new)
    hand.events.append(Deal(seat, down, up, cards.spelled if cards else "", line))
    return True


# --- the summary: one line has the cards that a seat showed and the account of its chips ----------------------------

_Reveals = Callable[..., bool | None]


def _account(reveals: _Reveals) -> Callable[..., bool]:
    """Returns a function that reads a summary line such as `shows: ... Bets: 3.55. Collects: 3.52. Loses: 0.03.`. The
    three amounts are the chips that the seat put in, the chips that it was paid, and the difference. `reveals` is the
    function that reads the shown cards at the start of the line.
    """

    def account(hand: HandSoFar, seat: int, line: int, bet: int, to: int, net: int, **cards: str | CardText) -> bool:
        if reveals(hand, seat, line, **cards) is False:
            return False
        hand.paid.add(seat)
        if to:
            hand.events.append(Collect(seat, to, line=line))
        before = {each.number: each.stack for each in hand.header.seats()}.get(seat)
        if before is not None:
            # The line states the gain or loss twice: as `Collects` minus `Bets`, and after `Wins` or `Loses`. Each
            # amount gives a final stack. If the amounts differ, two events state the two stacks, and the audit can
            # report the difference.
            hand.last.extend([StackAfter(seat, before + change, line) for change in dict.fromkeys((to - bet, net))])
        return True

    return account


def _show(hand: HandSoFar, seat: int, line: int, words: str, cards: CardText, low: str = "") -> None:
    """Adds a shown hand: `shows: Two pairs. 8s and 3s [7 cards] Low hand (A A 2 4 6 7 )`."""
    hand.events.append(Show(seat, cards.cards, stated(words), low_in_brackets(low), line))


def _mucks(hand: HandSoFar, seat: int, line: int) -> None:
    """Adds the muck (a hand given up at the showdown) that a summary line states, unless an earlier line already stated
    a muck of this seat.
    """
    if seat not in hand.mucked:
        hand.muck(seat, line)


def _net(text: str, minor: int) -> int | None:
    """Returns the chips that a seat won or lost: the amount in `Wins: 1.20`, and a negative amount for `Loses:
    0.03`.
    """
    verb, _, amount = text.partition(": ")
    change = chips(amount, minor)
    return -change if change is not None and verb.lower() == "loses" else change


def _bracketed(words: str, act: Pays) -> Line:
    return Line(f"Player NAME {words} (CHIPS)", pays(act))


GRAMMAR: Final = Grammar(
    {
        "top": (*SEATS, Line("Game ID: NUMBER SMALL/BIG{ TABLE} (GAME){ SIZE-max}", game_of)),
        "play": (
            # In this room every amount is the number of chips that the seat adds with this act. This is also so for a
            # raise.
            _bracketed("{posts }ante", HandSoFar.ante),
            _bracketed("bring in", HandSoFar.bring_in),
            _bracketed("bets", HandSoFar.bet),
            _bracketed("calls", HandSoFar.call),
            _bracketed("raises", HandSoFar.raise_by),
            _bracketed("caps", HandSoFar.raise_by),
            _bracketed("allin", HandSoFar.all_in),
            *acts_of("Player NAME"),
            Line("Player NAME received card: [CARDS]", _received),
            Line("Player NAME received a card", _received),
            Line("Player NAME is timed out", Noise("timed_out")),
            Line("Player NAME sitting out", Noise("sits_out")),
            Line("Player NAME wait BB", Noise("other")),
            STREET,
            UNCALLED,
            VOID,
            Line("Game cancelled", acts.void),
            Line("Game ended at: ...", NOTHING),
            Line("------ Summary ------", acts.summary),
        ),
        "summary": (
            Line("Pot: CHIPS{. Rake RAKE}{. JP fee FEE}", acts.total_net),
            *[
                Line(f"{star}Player NAME {words}{{.}}{{ }}Bets: BET. Collects: TO. NET", _account(reveals))
                for star in ("", "*")
                for words, reveals in (
                    ("does not show cards", NOTHING),
                    ("doesn't show cards", NOTHING),
                    ("mucks{ cards}{ (does not show cards)}", _mucks),
                    ("shows: WORDS [CARDS]{ Low hand (LOW)}", _show),
                )
            ],
            Line("Board: [...", NOTHING),
            Line("Game ended at: ...", NOTHING),
        ),
    },
    {
        "STREET": street_part(_STREETS),
        "SMALL": Part("small", "[^ /]{1,30}"),
        "BIG": Part("big", "[^ ]{1,30}"),
        "GAME": Part("game", "[^()]{1,60}"),
        "BET": PARTS["CHIPS"]._replace(name="bet"),
        "NET": Part("net", f"(?:wins|loses): {PARTS['CHIPS'].pattern}", _net),
        "LOW": Part("low", "[^()]{0,60}"),
    },
)


def _settle(header: Header, lines: Sequence[str]) -> None:
    """Reads the stakes. The log names no currency, so the kind of table decides.

    - A table for play money, which the log marks, has chips.
    - A tournament has chips too. Its table has no name, or its name has the text `, Table `.
    - All other tables have dollars.
    """
    is_money = bool(header.table) and not header.play_money and ", Table " not in header.table
    header.read_stakes("USD" if is_money else CHIPS, 2 if is_money else decimals_in(lines))


def _is_whole(hand: HandSoFar) -> bool:
    """Whether the log reaches the end of the hand: the summary has the pot and a line with the chips of each seat that
    posted an ante.
    """
    return hand.complete and hand.anted <= hand.paid


ROOM: Final = Room(
    "acr_2016",
    "Americas Cardroom text of 2016",
    GRAMMAR,
    room="acr",
    number_of=started_at,
    header_of=header_of,
    records=_RECORDS,
    titled=Titled("Game started"),
    sign="Game started",
    settle=_settle,
    is_whole=_is_whole,
    unnamed="We cannot read a hand number and a game in the lines below the time. Export the hand again.",
    seats_stand=" under the number",
)
FORMAT: Final = ROOM.format
begins, sniff, read = FORMAT.begins, FORMAT.sniff, FORMAT.read
