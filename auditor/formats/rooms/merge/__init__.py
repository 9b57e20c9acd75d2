"""Reads the hand histories of Merge, 2010 to 2014, in XML. Stud, stud hi-lo and razz are read; other games are skipped.

The room counts seats from 0; we count from 1. The log names the last seat as dealer in every stud hand, which is no
button. A log never states the rake. In a tournament it lists stacks after the antes, and we add the antes again.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import Ante, Deal
from auditor.engine.hand import Hand, Records, Seat
from auditor.formats import limits
from auditor.formats.files.format import Format
from auditor.formats.files.sessions import Session, opens_game
from auditor.formats.files.shared_preamble import Leading
from auditor.formats.markup.tags import Tag, tags_in
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.merge.header import Header, header_of
from auditor.formats.rooms.merge.rounds import Rounds, seat_of

NAME: Final = "merge"
# The attribute with the number may be anywhere in the tag. iPoker has another attribute for the number.
_OPENING: Final = re.compile(r"<game\s(?:[^<>]{0,500}\s)?id\s{0,8}=")

_RECORDS: Final = int(
    Records.PAYOUT
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
)


def begins(line: str) -> bool:
    """Whether the line begins a hand that has a number."""
    return opens_game(line) and _OPENING.search(line) is not None


def sniff(head: str) -> bool:
    """Whether a text is a history of Merge: it begins as XML does, and has a hand with a number as Merge writes it."""
    return head.lstrip(" \ufeff\r\n\t").startswith(("<description", "<?xml", "<game")) and bool(_OPENING.search(head))


def cutter(_head: str) -> Callable[[str], bool]:
    """Returns the test for lines that begin a hand: in a file of this room every game is one, even without a number."""
    return opens_game


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes a hand without the tag `<description>` that is above the hands of a file."""
    return read_under(lines, first_line, ())


def read_under(lines: Sequence[str], first_line: int, lead: Sequence[str]) -> Outcome:
    """Transcribes the lines of one hand. `first_line` is the number of its first line in the file. `lead` has the lines
    of the `<description>` above the hands of the file.
    """
    tags = list(tags_in(lines, first_line))
    attributes = tags[0].attributes() if tags else {}
    header = header_of(attributes, lead, lines)
    if header is None:
        reason = "The tag that begins the hand has no number and time that we can read. Export the hand again."
        return Rejected(first_line, attributes.get("id"), reason)
    if header.game is None:
        return Skipped(first_line, header.number, header.named)
    listed = [tag for tag in tags if tag.name == "player" and not tag.closing]
    stacks = _Stacks(header, listed)
    if not stacks.seats:
        reason = "No player is listed, so nobody knows who played. Export the hand again."
        return Rejected(first_line, header.number, reason)
    hand_so_far = HandSoFar(header, list(stacks.seats))
    for tag in stacks.unread if header.legible else [tags[0], *stacks.unread]:
        hand_so_far.illegible(tag.words(), tag.line)
    rounds = _rounds(header, hand_so_far, tags)
    last_line = first_line + len(lines) - 1
    closed = any(tag.name == "game" and tag.closing for tag in tags)
    events = hand_so_far.finish(rounds.ended and closed, last_line)
    hand = Hand(
        header.game,
        stacks.before(hand_so_far),
        header.stakes,
        events,
        _records(header, rounds),
        structure=header.structure,
        unit=header.unit,
        room=NAME,
        number=header.number,
        table=header.table,
        tournament=header.tournament,
        played=header.played,
        local=header.local,
        most_seats=header.most_seats,
    )
    return Read(hand, first_line, last_line)


def _records(header: Header, rounds: Rounds) -> int:
    """Returns the bits of `Records` for this hand.

    A hand that was shown early is not shown again with all its cards. Some logs return uncalled chips in a line, others
    with the pot: `UNCALLED` is set only if such a line was read. There is no rake in a tournament, so the rake is
    known.
    """
    records = _RECORDS
    if not rounds.early:
        records |= Records.WHOLE_HANDS
    if rounds.returns:
        records |= Records.UNCALLED
    if header.tournament:
        records |= Records.RAKE
    return records


def _rounds(header: Header, hand_so_far: HandSoFar, tags: Sequence[Tag]) -> Rounds:
    """Reads the rounds, and keeps text and tags outside the rounds as illegible."""
    winners = [tag.attributes() for tag in tags if tag.name == "winner"]
    rounds = Rounds(hand_so_far, winners, totals=header.totals)
    opening: Tag | None = None
    inside: list[Tag] = []
    for tag in tags[1:]:
        if tag.name == "round" or (tag.name == "game" and opening is not None):
            if opening is not None:
                rounds.read(opening, inside)
            opening, inside = (None if tag.closing or tag.name == "game" else tag), []
        elif opening is not None:
            inside.append(tag)
        elif tag.name not in _AROUND:
            hand_so_far.illegible(tag.words(), tag.line)
        if tag.name and tag.text.strip():
            hand_so_far.illegible(tag.text.strip(), tag.text_line)
    if opening is not None:
        rounds.read(opening, inside)
    return rounds


_AROUND: Final = ("game", "players", "player", "description")


class _Stacks:
    """The listed players and their stacks. In a tournament the log lists the stacks after the antes."""

    def __init__(self, header: Header, listed: Sequence[Tag]) -> None:
        self._tournament = header.tournament
        self.seats: list[Seat] = []
        self.unread: list[Tag] = []
        for tag in listed:
            attributes = tag.attributes()
            stack = chips(attributes.get("balance", ""), header.unit.minor)
            seat = seat_of({"player": attributes.get("seat", "")})
            if stack is None or not attributes.get("nickname"):
                self.unread.append(tag)
            if attributes.get("nickname"):
                self.seats.append(Seat(seat, attributes["nickname"], stack))

    def before(self, hand_so_far: HandSoFar) -> tuple[Seat, ...]:
        """Returns the seats with their stacks before the antes. A seat with an ante or cards is dealt in: what the log
        states about that is not reliable.
        """
        antes: dict[int, int] = {}
        dealt = set()
        for event in hand_so_far.events:
            if isinstance(event, Ante):
                antes[event.seat] = antes.get(event.seat, 0) + event.amount
            elif isinstance(event, Deal):
                dealt.add(event.seat)
        found = []
        for seat in self.seats:
            put_back = antes.get(seat.number, 0) if self._tournament else 0
            stack = None if seat.stack is None else seat.stack + put_back
            found.append(Seat(seat.number, seat.player, stack, seat.number in antes or seat.number in dealt))
        return tuple(found)


SESSION: Final = Session(Leading(("description",), "", "stakes="), read_under)


FORMAT: Final = Format(NAME, "Merge XML", begins, sniff, read, cutter, longest_line=limits.HAND_BYTES, session=SESSION)
