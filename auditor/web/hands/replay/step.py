"""One step of a hand in the replayer, which is the table after one event. The page, the JSON and the CSV of a step are
made from an object of the class `Step`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from auditor.engine import events as e
from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.web.hands.event_sentences import Piece, plain_text, sentence_of
from auditor.web.hands.replay.card_faces import veiled, veiled_finding
from auditor.web.hands.replay.course import Course, known_cards
from auditor.web.hands.replay.highlights import pointed_at
from auditor.web.hands.replay.places import Place, Ways, ways_from
from auditor.web.hands.replay.pot_area import PotArea, pot_area_of
from auditor.web.hands.replay.seats import SeatView, seat_to_act, seat_views
from auditor.web.hands.replay.strength import halves_won, ranked
from auditor.web.hands.sections import NAMES, SHORT, weightiest
from auditor.web.rendering.template_filters import chips

MOST_LISTED: Final = 12


@dataclass(frozen=True, slots=True)
class StreetLink:
    """A link from the page of a step to one section of the hand, such as fourth street. The link has the first step of
    the section, the number of its findings, and the severity of the most serious one.
    """

    short: str
    first: Place
    found: int
    weight: str
    here: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """One event in the list of events beside the table. `found` has the rule codes of the findings at the event, each
    with its severity.
    """

    place: Place
    pieces: list[Piece]
    found: tuple[tuple[str, str], ...]
    here: bool


@dataclass(frozen=True, slots=True)
class Step:
    """The table after the event at `place`, and everything else that the page of this step shows. `count` is the number
    of all steps of the hand.
    """

    place: Place
    count: int
    pieces: list[Piece]
    sentence: str
    seats: list[SeatView]
    pot_area: PotArea
    findings: list[tuple[Finding, str]]
    strip: list[StreetLink]
    listed: list[Listed]
    ways: Ways

    @property
    def street(self) -> str:
        """The name of the section of the hand to which the event belongs, such as `Sixth street` or `Showdown`."""
        return NAMES[self.place.street]

    @property
    def weight(self) -> str:
        """The severity of the most serious finding of this step, such as `money`; empty if there are no findings."""
        return weightiest([weight for _, weight in self.findings])


def weight_of(finding: Finding) -> str:
    """Returns the severity of a finding, such as `money`."""
    return str(finding.severity)


def step_at(report: Report, house: House, places: Sequence[Place], index: int, *, known: bool) -> Step:
    """Returns the step after the event `index` of the hand in `report`.

    If `known` is true, the reader sees all cards in the record. Otherwise the reader sees only the cards that the
    players had seen by then.
    """
    hand = report.hand
    course = Course(hand, index)
    found = [finding for finding in report.findings if finding.event == index]
    here = [(each if known else veiled_finding(hand, each), weight_of(each)) for each in found]
    pointed = pointed_at([finding for finding, _ in here], hand.events[index])
    seen = known_cards(hand, index) if known else course.seen
    middle = pot_area_of(course, house, report.settlement, report.findings, pointed.pot)
    views = seat_views(hand, course, seen, here, pointed, seat_to_act(hand, course, house))
    views, middle = _with_strength(views, report, course, middle)
    event = hand.events[index]
    if isinstance(event, e.Collect):
        views = [replace(view, paid=event.amount) if view.number == event.seat else view for view in views]
    pieces = _event_pieces(hand, hand.events[index], known=known)
    return Step(
        places[index],
        len(places),
        pieces,
        _sentence(hand, places[index], pieces, here, middle),
        views,
        middle,
        here,
        _strip(places, report.findings, places[index].street),
        _listed(hand, places, report.findings, index, known=known),
        ways_from(places, index, frozenset([finding.event for finding in report.findings])),
    )


def _with_strength(
    views: list[SeatView], report: Report, course: Course, middle: PotArea
) -> tuple[list[SeatView], PotArea]:
    """Adds to each seat its hand in words (`Strength`), if the reader sees all cards of the seat. From the showdown on,
    also marks the five cards of each winning hand. Returns the seats and `middle`, because some of the marked cards may
    be community cards.
    """
    game = report.hand.game
    wins = halves_won(report.settlement, game) if course.gathered else {}
    community = middle.community
    strong = []
    for view in views:
        if view.folded:
            strong.append(view)
            continue
        cards, strength = ranked((*view.cards, *middle.community), game, wins.get(view.number, frozenset()))
        own = len(view.cards)
        strong.append(replace(view, cards=cards[:own], strength=strength))
        community = tuple(
            [max(pair, key=lambda card: len(card.best)) for pair in zip(community, cards[own:], strict=True)]
        )
    return strong, replace(middle, community=community)


def _event_pieces(hand: Hand, event: e.Event, *, known: bool) -> list[Piece]:
    return sentence_of(hand, event if known else veiled(event))


def _sentence(
    hand: Hand, place: Place, pieces: list[Piece], findings: list[tuple[Finding, str]], middle: PotArea
) -> str:
    """Returns the text of the step for screen readers, such as "Step 41, sixth street. Dogwood raises to 1,800. Pot
    9,800.". Findings of the step come before the pot.
    """
    sentences = [
        f"Step {place.event}, {NAMES[place.street].lower()}",
        plain_text([each for each in pieces if each.kind != "seat"]),
    ]
    for finding, weight in findings:
        name = f"{weight.capitalize()} {finding.code}, {finding.certainty}"
        sentences.append(f"{name}: {finding.logged}, the rules say {finding.lawful}")
    sentences.append(f"Pot {chips(middle.total, hand.unit.minor)}")
    return " ".join([f"{each}." for each in sentences])


def _strip(places: Sequence[Place], findings: Sequence[Finding], here: int) -> list[StreetLink]:
    found: dict[int, list[str]] = {}
    for finding in findings:
        if 0 <= finding.event < len(places):
            found.setdefault(places[finding.event].street, []).append(weight_of(finding))
    return [
        StreetLink(
            SHORT[first.street],
            first,
            len(found.get(first.street, [])),
            weightiest(found.get(first.street, [])),
            first.street == here,
        )
        for first in places
        if first.number == 1
    ]


def _listed(
    hand: Hand, places: Sequence[Place], findings: Sequence[Finding], index: int, *, known: bool
) -> list[Listed]:
    """Returns the events for the list beside the table. These are the events of the same section of the hand, such as
    fourth street. If the section has more than `MOST_LISTED` events, only those nearest to the event `index` are
    listed.
    """
    own = [place for place in places if place.street == places[index].street]
    if len(own) > MOST_LISTED:
        # The list does not move at each step, but jumps by half its length. So it seldom changes while the hand is
        # played.
        half = MOST_LISTED // 2
        begin = min(max((places[index].number - 1 - half // 2) // half * half, 0), len(own) - MOST_LISTED)
        own = own[begin : begin + MOST_LISTED]
    return [
        Listed(
            place,
            _event_pieces(hand, hand.events[place.event], known=known),
            tuple([(each.code, weight_of(each)) for each in findings if each.event == place.event]),
            place.event == index,
        )
        for place in own
    ]
