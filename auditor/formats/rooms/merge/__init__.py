"""Reads the hand histories of Merge, 2010 to 2014, in XML. Stud, stud hi-lo and razz are read; other games are skipped.

The room counts seats from 0; we count from 1. In every stud hand the log names the last seat as dealer. The reader
ignores this dealer, because stud has no button. A log never states the rake. In a tournament the log lists the stacks
after the antes, and we add the antes to these stacks.
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
# The tag `<game>` of a Merge hand has the number of the hand in the attribute `id`, which may stand anywhere in the
# tag. The tag `<game>` of iPoker has `gamecode` instead, so this pattern does not match files of iPoker.
_OPENING: Final = re.compile(r"<game\s(?:[^<>]{0,500}\s)?id\s{0,8}=")

_RECORDS: Final = int(
    Records.PAYOUT
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
)

# The text of an unread line about a player who sits out. The line of the file is not quoted, because one line may have
# the whole hand.
_SITS_OUT: Final = '<event type="SIT_OUT"/>'


def begins(line: str) -> bool:
    """Whether the line has the tag that begins a hand with a number: `<game ... id="36487050-15">`."""
    return opens_game(line) and _OPENING.search(line) is not None


def sniff(head: str) -> bool:
    """Whether a file that begins with the text `head` is a hand history of Merge. Such a file begins with an XML tag,
    and has a tag `<game ... id=` with the number of a hand.
    """
    return head.lstrip(" \ufeff\r\n\t").startswith(("<description", "<?xml", "<game")) and bool(_OPENING.search(head))


def cutter(_head: str) -> Callable[[str], bool]:
    """Returns a function that tests whether a line begins a hand. Each line with a tag `<game>` does, even if the tag
    has no hand number.
    """
    return opens_game


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Reads one hand from its lines, as `read_under` does, if the file has no tag `<description>` above its hands."""
    return read_under(lines, first_line, ())


def read_under(lines: Sequence[str], first_line: int, lead: Sequence[str]) -> Outcome:
    """Reads one hand from its lines. Returns the hand, or why it is rejected or skipped.

    `first_line` is the number of the first of these lines in the file. `lead` has the lines with the tag
    `<description>`, which stands once in the file, above all hands.
    """
    tags = list(tags_in(lines, first_line))
    attributes = tags[0].attributes() if tags else {}
    header = header_of(attributes, lead, lines)
    if header is None:
        reason = "We cannot read a number and a time in the first tag of the hand. Export the hand again."
        return Rejected(first_line, attributes.get("id"), reason)
    if header.game is None:
        return Skipped(first_line, header.number, header.named)
    listed = [tag for tag in tags if tag.name == "player" and not tag.closing]
    stacks = _Stacks(header, listed)
    if not stacks.seats:
        reason = "The log lists no players of this hand. Export the hand again."
        return Rejected(first_line, header.number, reason)
    hand_so_far = HandSoFar(header, list(stacks.seats))
    for tag in stacks.unread if header.legible else [tags[0], *stacks.unread]:
        hand_so_far.unread(tag.words(), tag.line)
    rounds = _rounds(header, hand_so_far, stacks.seats, tags)
    last_line = first_line + len(lines) - 1
    closed = any(tag.name == "game" and tag.closing for tag in tags)
    hand_so_far.close(lambda _line: _SITS_OUT)
    events = hand_so_far.ended(rounds.ended and closed, last_line)
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
    """Returns the kinds of lines that the log of this hand has, as a sum of the bits in `Records`.

    - `WHOLE_HANDS` is not set if a seat showed its cards early: the log does not show all cards of that seat later.
    - `UNCALLED` is set only if the log has a line that returns an uncalled bet. Other logs pay uncalled bets with the
      pot.
    - `RAKE` is set in a tournament, which has no rake, so the rake is known.
    """
    records = _RECORDS
    if not rounds.early:
        records |= Records.WHOLE_HANDS
    if rounds.returns:
        records |= Records.UNCALLED
    if header.tournament:
        records |= Records.RAKE
    return records


def _rounds(header: Header, hand_so_far: HandSoFar, seats: Sequence[Seat], tags: Sequence[Tag]) -> Rounds:
    """Reads the tags `<round>` of a hand and adds their events to `hand_so_far`. Returns the reader of the rounds.

    Unknown tags outside the rounds become unread lines, that is, lines that the reader does not know. So does any text
    between tags, because Merge writes all facts into attributes.
    """
    winners = [tag.attributes() for tag in tags if tag.name == "winner"]
    rounds = Rounds(hand_so_far, seats, winners, tags, totals=header.totals)
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
            hand_so_far.unread(tag.words(), tag.line)
        if tag.name and tag.text.strip():
            hand_so_far.unread(tag.text.strip(), tag.text_line)
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
        """Returns the seats with their stacks before the antes. A seat with an ante or cards is dealt in. The log also
        states who is dealt in, but not reliably.
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
