"""The seats of the poker table in the replayer, each with name, stack, cards, bet, and its state in words."""

from dataclasses import dataclass
from typing import Final

from auditor.engine import events as e
from auditor.engine.findings import Finding, Unseen
from auditor.engine.hand import Hand, Seat
from auditor.engine.house import House
from auditor.engine.law.turn import due
from auditor.engine.table import SEAT_BIT
from auditor.web.hands.replay.card_faces import DealtCards, TableCard, cards_of_seat
from auditor.web.hands.replay.course import Course
from auditor.web.hands.replay.highlights import Pointed
from auditor.web.hands.replay.strength import Strength
from auditor.web.hands.sections import most_serious_first
from auditor.web.rendering.template_filters import STREETS, player_name

_DEALING: Final = (e.Deal, e.Burn, e.Community)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat on the table of the replayer, with chips in the smallest unit.

    - `stack`: the chips that the seat has not bet yet; `None` if unknown
    - `folded`: the street of the fold, such as `4th`, or empty
    - `clocked`: the seat ran out of time
    - `acting`: the event of this step is about the seat
    - `to_act`: after this step, it is the turn of this seat
    - `found`: the rule codes of the findings about the seat at this step, each with its severity, the most serious
      first
    - `pointed`, `bet_pointed`: a finding is about the seat, or about its bet
    - `strength`: the poker hand of the seat in words; `None` if the seat folded, or if the function `ranked` returns no
      strength, for example because the reader may not see a card
    - `paid`: the number of chips that the seat takes from a pot at this step
    """

    number: int
    player: str
    stack: int | None
    bet: int
    cards: tuple[TableCard, ...]
    folded: str
    all_in: bool
    clocked: bool
    brought_in: bool
    to_act: bool
    acting: bool
    found: tuple[tuple[str, str], ...]
    pointed: bool
    bet_pointed: bool
    strength: Strength | None = None
    paid: int = 0

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the rules of the findings about the seat at this step, such as `B402`."""
        return tuple([code for code, _ in self.found])

    @property
    def state(self) -> str:
        """The state of the seat in one phrase: `FOLDED 4TH`, `OUT OF TIME`, `ALL-IN`, or empty. The picture shows this
        text, because colours alone are not visible to everybody.
        """
        if self.folded:
            return f"FOLDED {self.folded.upper()}"
        return "OUT OF TIME" if self.clocked else "ALL-IN" if self.all_in else ""

    @property
    def name(self) -> str:
        """The seat number and the name, such as `4 Dogwood`; `Seat 4` if there is no name."""
        return f"{self.number} {self.player}" if self.player else f"Seat {self.number}"


def player_label(seat: Seat) -> str:
    """Returns the name of the player in a seat, with each invisible character replaced by its number, such as
    `⟨U+001B⟩`; empty if the seat has no name.
    """
    return "" if seat.player in ("", str(seat.number)) else player_name(seat.player)


def seat_views(
    hand: Hand,
    course: Course,
    seen: list[list[int]],
    findings: list[tuple[Finding, str]],
    pointed: Pointed,
    to_act: int,
) -> list[SeatView]:
    """Returns the seats that took part in the hand, sorted by number.

    `findings` are the findings of this step, each with its severity. `seen` has for each seat the cards that the reader
    may see. `pointed` says which seats, cards and bets are marked. `to_act` is the seat whose turn it is, or 0.
    """
    table = course.table
    here = table.event - 1
    part = {event.seat for event in hand.events if isinstance(event, (e.Ante, e.Deal))}
    views = []
    for seat in hand.seats:
        number = seat.number
        if not seat.dealt_in and number not in part:
            continue
        bit = SEAT_BIT[number]
        own = [(finding.code, weight) for finding, weight in findings if finding.seat == number]
        bet = 0 if course.gathered else max(table.front[number] - course.back[number], 0)
        views.append(
            SeatView(
                number,
                player_label(seat),
                None if seat.stack is None else table.behind[number],
                bet,
                cards_of_seat(
                    DealtCards(table.down[number], table.up[number], seen[number], table.street), pointed.cards
                ),
                STREETS.get(course.folded[number], "early") if table.folded & bit else "",
                all_in=bool(table.all_in & bit),
                clocked=bool(table.clocked & bit),
                brought_in=table.bring_in_seat == number,
                to_act=number == to_act,
                acting=hand.events[here].seat == number,
                found=most_serious_first(own),
                pointed=number in pointed.seats,
                bet_pointed=number in pointed.bets and bet > 0,
            )
        )
    return sorted(views, key=lambda view: view.number)


def seat_to_act(hand: Hand, course: Course, house: House) -> int:
    """Returns the number of the seat whose turn it is. Returns 0 if cards are dealt next, if the betting is over, or if
    the next seat is not certain, for example because a hidden card decides the turn.
    """
    table = course.table
    if course.gathered or table.void:
        return 0
    following = next((each for each in hand.events[table.event :] if isinstance(each, (*_DEALING, *e.ACTS))), None)
    if isinstance(following, _DEALING):
        return 0
    try:
        turn = due(table, house)
    except Unseen:
        return 0
    return turn.bit_length() - 1 if turn and not turn & (turn - 1) else 0
