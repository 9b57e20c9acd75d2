"""Makes the sample histories of `fixtures/demo`: `python -m tests.make_demo`.

Hands of every house and format, dealt by the lawful dealer and written by the project's own printers; about one in
twenty has a planted fault. Nothing in them was ever played, and nobody in them lives.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Final, NamedTuple

from auditor.engine.audit import GAMES, audit
from auditor.engine.events import StackAfter
from auditor.engine.hand import Game, Hand, Seat
from auditor.engine.history import history, trace_of
from auditor.engine.house import House
from auditor.engine.house import registry as houses
from auditor.formats import Read, log, open_log
from auditor.formats.phh.printing import print_hands
from auditor.formats.transcript.printing import transcript_of
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.dealer.kinds import recorded_as
from tests.printers import (
    acr,
    acr_2016,
    bovada,
    fulltilt,
    ipoker,
    kingsclub,
    mavens,
    merge,
    ongame,
    partypoker,
    pokerstars,
    winamax,
)
from tests.spoiler import PLANTERS, excuse, plants

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "demo"
EVERY = 20  # one hand in so many has a fault


class Form(NamedTuple):
    """How a file tells its hands: what becomes of a dealt hand, and how several are written."""

    prepare: Callable[[Hand, House], Hand]
    write: Callable[[Sequence[Hand]], str]


class Sample(NamedTuple):
    """One file of samples, and the codes planted in it, each by the place of its hand in the file."""

    name: str
    data: bytes
    planted: dict[int, str]


class Maker:
    """Makes files one after another. Faults go round the catalogue, so that every file has others."""

    def __init__(self) -> None:
        self._hands = 0
        self._turn = 0

    def file(self, name: str, house_name: str, hands_a_game: int, form: Form) -> Sample:
        """A file of hands of all games of a house, lawful but for a fault in some. Read again, nothing is found in
        them but these.
        """
        made: list[Hand] = []
        planted: dict[int, str] = {}
        for game in [game for game in sorted(GAMES) if game in houses.shipped().file(house_name).games]:
            house = houses.load(house_name, game)
            hands = lawful(house, sum(name.encode()) * 100, form)
            for hand in islice(hands, hands_a_game):
                self._hands += 1
                if self._hands % EVERY == 0:
                    planted[len(made)], spoiled = self._fault(house, hand, form)
                    made.append(spoiled)
                else:
                    made.append(hand)
        return Sample(name, form.write(made).encode(), planted)

    def _fault(self, house: House, hand: Hand, form: Form) -> tuple[str, Hand]:
        """The next fault of the catalogue that this house forbids and this form can tell, in the place of a hand."""
        codes = list(PLANTERS)
        while True:
            code = codes[self._turn % len(codes)]
            self._turn += 7
            for planted in () if excuse(code, house) else plants(code, house, 3):
                spoiled = replaced(planted.hand, number=hand.number, table=hand.table, played=hand.played)
                spoiled = form.prepare(spoiled, house)
                if findings(form.write([spoiled]), house) == [code]:
                    return code, spoiled


def lawful(house: House, first_seed: int, form: Form) -> Iterator[Hand]:
    """Lawful hands that this form can tell."""
    for seed in count(first_seed):
        hand = form.prepare(deal(seed, house), house)
        if findings(form.write([hand]), house) == []:
            yield hand


def findings(text: str, house: House) -> list[str]:
    """The codes found in a text of one hand; what cannot be read counts as such."""
    (outcome,) = open_log(text.encode())
    return [each.code for each in audit(outcome.hand, house).findings] if isinstance(outcome, Read) else ["unread"]


def _as_called(hand: Hand, house: House) -> Hand:
    """Every other hand as a dealer calls it, who does not see all holes; the rest as the house itself records it."""
    return recorded_as(hand, house, "called") if int(hand.number or 0) % 2 else hand


def _as_room_text(hand: Hand, _: House) -> Hand:
    """A card room's own log names no house, and its stud tables have no button."""
    return replaced(hand, button=0, first_dealt=0, house="")


TRANSCRIPT = Form(_as_called, lambda hands: "\n".join([transcript_of(hand) for hand in hands]))
LOG = Form(lambda hand, _: hand, lambda hands: "".join([log.encode(hand).decode() + "\n" for hand in hands]))
BROADCAST = Form(lambda hand, _: replaced(hand, house=""), print_hands)


def _texts(print_hand: Callable[[Hand], str]) -> Form:
    return Form(_as_room_text, lambda hands: "\n".join([print_hand(hand) for hand in hands]))


def _session(print_lead: Callable[[Hand], str], print_hand: Callable[[Hand], str]) -> Form:
    """Hands of which each has a header of its own above it, which names its stakes."""
    return Form(
        lambda hand, house: replaced(_as_room_text(hand, house), tournament=""),
        lambda hands: "".join([print_lead(hand) + print_hand(hand) for hand in hands]),
    )


POKERSTARS = _texts(pokerstars.print_hand)
# The file, the house of its room, and how the room writes.
ROOMS: Final = (
    ("fulltilt.txt", "fulltilt", _texts(fulltilt.print_hand)),
    ("partypoker.txt", "partypoker", _texts(partypoker.print_hand)),
    ("partypoker-high.txt", "partypoker-high", _texts(partypoker.print_hand)),
    ("bovada.txt", "bovada", _texts(bovada.print_hand)),
    ("kingsclub.txt", "kingsclub", _texts(kingsclub.print_hand)),
    ("acr.txt", "acr", _texts(acr.print_hand)),
    ("acr-2016.txt", "acr", _texts(acr_2016.print_hand)),
    ("winamax.txt", "winamax", _texts(winamax.print_hand)),
    ("ongame.txt", "ongame", _texts(ongame.print_hand)),
    ("merge.xml", "merge", _session(merge.print_lead, merge.print_hand)),
    ("ipoker.xml", "ipoker", _session(ipoker.print_lead, ipoker.print_hand)),
    ("mavens.txt", "mavens", _texts(mavens.print_hand)),
)


def samples() -> list[Sample]:
    """All files of the demonstration, in order."""
    maker = Maker()
    made = []
    rooms = {house for _, house, _ in ROOMS}
    for name in houses.names():
        if name not in rooms:
            made.append(maker.file(f"{name}.hand", name, 15, TRANSCRIPT))
            made.append(maker.file(f"{name}.jsonl", name, 6, LOG))
    made.append(maker.file("broadcast.phhs", "roberts", 20, BROADCAST))
    made.append(maker.file("pokerstars.txt", "pokerstars", 25, POKERSTARS))
    made.extend([maker.file(name, house, 10, form) for name, house, form in ROOMS])
    made.append(mixed())
    made.append(sitting())
    return made


def mixed() -> Sample:
    """A room's file as players have them: among stud hands one of another game, and one that breaks off."""
    hands = lawful(houses.load("pokerstars", Game.STUD), 900_000, POKERSTARS)
    first, last = [POKERSTARS.write([hand]) for hand in islice(hands, 2)]
    broken = next(text for hand in hands if "*** 6th" in (text := POKERSTARS.write([hand]))).split("*** 6th")[0]
    return Sample("mixed.txt", f"{first}\n\n{HOLDEM}\n\n{broken}\n\n{last}".encode(), {2: "L105"})


def sitting() -> Sample:
    """Two hands in a row of one table, between which chips are gone, and one in which chips were kept out of sight: the
    kinds of faults that no file above has.
    """
    house = houses.load("roberts", Game.STUD)
    told = _in_a_row(house)
    hidden = next(
        spoiled
        for planted in plants("K901", house, 3)
        if findings(LOG.write([spoiled := replaced(planted.hand, number="9000000103", table="Rowan 2")]), house)
        == ["K901"]
    )
    return Sample("sitting.jsonl", LOG.write([*told, hidden]).encode(), {2: "K901"})


def _in_a_row(house: House) -> tuple[Hand, Hand]:
    """Two hands of a table. Who sits in both has fewer chips in the second than the first hand left."""
    hands = lawful(house, 910_000, LOG)
    first = replaced(next(hands), number="9000000101", table="Rowan 1", played="2026-01-02T12:00:00Z")
    left = {seat: (player, after) for seat, player, _, after, _ in trace_of(first).seats if after}
    for dealt in islice(hands, 200):
        both = [seat for seat in dealt.seats if seat.number in left]
        if not both:
            continue
        player, after = left[both[0].number]
        poorer = Seat(both[0].number, player, after - 50)
        second = replaced(
            dealt,
            seats=tuple([poorer if seat is both[0] else seat for seat in dealt.seats]),
            events=tuple([event for event in dealt.events if not isinstance(event, StackAfter)]),
            number="9000000102",
            table="Rowan 1",
            played="2026-01-02T12:01:30Z",
        )
        found = [each.code for each in history([first, second], house).findings]
        if found == ["H801"] and findings(LOG.write([second]), house) == []:
            return first, second
    raise AssertionError


HOLDEM = """\
PokerStars Hand #9000000001:  Hold'em Limit ($0.50/$1 USD) - 2026/01/02 12:00:00 ET
Table 'Quince 1' 6-max Seat #1 is the button
Seat 1: Ottilie ($20 in chips)
Seat 4: Barnaby ($25 in chips)
Ottilie: posts small blind $0.25
Barnaby: posts big blind $0.50
*** HOLE CARDS ***
Dealt to Ottilie [7h 2c]
Ottilie: folds
Uncalled bet ($0.25) returned to Barnaby
Barnaby collected $0.50 from pot
Barnaby: doesn't show hand
*** SUMMARY ***
Total pot $0.50 | Rake $0
Seat 1: Ottilie (button) (small blind) folded before Flop
Seat 4: Barnaby (big blind) collected ($0.50)
"""


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = samples()
    for stale in {path.name for path in FOLDER.iterdir()} - {sample.name for sample in made}:
        (FOLDER / stale).unlink()
    for sample in made:
        (FOLDER / sample.name).write_bytes(sample.data)
        faults = ", ".join(sample.planted.values()) or "none"
        sys.stdout.write(f"{sample.name}: {len(sample.data)} bytes, planted {faults}\n")
    sys.stdout.write(f"{sum([len(sample.data) for sample in made])} bytes in all\n")


if __name__ == "__main__":
    main()
