"""Reads the sessions of iPoker, in XML. Stud and stud hi-lo are read; other games are skipped.

A session has one header, and then its games; each game is a hand. A log does not state who shows: shown cards are in
the place where they were dealt. It states no pot and no rake, only the total that each player won, including uncalled
chips.

It also states the total that each player bet. This total is not read: for a player who raised, it counted the ante
twice in 17 of 18 cases.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import Collect
from auditor.engine.hand import Hand, Records, Seat
from auditor.formats import limits
from auditor.formats.files.format import Format
from auditor.formats.files.sessions import Session, opens_game
from auditor.formats.files.shared_preamble import Leading
from auditor.formats.markup.tags import Tag, tags_in
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS
from auditor.formats.rooms.ipoker.header import chips, header_of
from auditor.formats.rooms.ipoker.rounds import Rounds

NAME: Final = "ipoker"
# The attribute with the number may be anywhere in the tag.
_OPENING: Final = re.compile(r"<game\s(?:[^<>]{0,500}\s)?gamecode\s{0,8}=")
_SESSION: Final = re.compile(r"<session\s[^<>]{0,500}sessioncode\s{0,8}=")

_RECORDS: Final = int(
    Records.PAYOUT | Records.BRING_IN | Records.ANTES_IN_PLACE | Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD
)


def begins(line: str) -> bool:
    """Whether the line begins a hand that has a number."""
    return opens_game(line) and _OPENING.search(line) is not None


def sniff(head: str) -> bool:
    """Whether a text is an iPoker session or some games of a session."""
    marked = head.lstrip(" \ufeff\r\n\t").startswith(("<?xml", "<session", "<game"))
    return marked and bool(_SESSION.search(head) or _OPENING.search(head))


def cutter(_head: str) -> Callable[[str], bool]:
    """Returns the test for lines that begin a hand: in a file of this room every game is one, even without a number."""
    return opens_game


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes a hand without the header of its session. The hand is rejected, because only that header has the
    game.
    """
    return read_under(lines, first_line, ())


def read_under(lines: Sequence[str], first_line: int, lead: Sequence[str]) -> Outcome:
    """Transcribes the lines of one hand. `first_line` is the number of its first line in the file. `lead` has the lines
    of the session's header.
    """
    tags = list(tags_in(lines, first_line))
    number = tags[0].attributes().get("gamecode", "") if tags else ""
    header = header_of(lead, lines)
    if header is None:
        reason = "No session above the hand says which game was played. Send the file whole, from its first line."
        return Rejected(first_line, number or None, reason)
    if header.game is None:
        return Skipped(first_line, number or None, header.named)
    listed = [tag for tag in tags if tag.name == "player" and not tag.closing]
    seated = _Seated(header, listed)
    if not number or not seated.seats:
        reason = "The hand has no number or no players that we can read. Export it again."
        return Rejected(first_line, number or None, reason)
    hand_so_far = HandSoFar(header, list(seated.seats))
    for tag in seated.unread if header.legible else [tags[0], *seated.unread]:
        hand_so_far.illegible(tag.words(), tag.line)
    started, complete = _read_rounds(hand_so_far, tags)
    hand_so_far.events.extend(seated.collects)
    last_line = first_line + len(lines) - 1
    hand = Hand(
        header.game,
        tuple([Seat(seat.number, seat.player, seat.stack, seat.number in hand_so_far.anted) for seat in seated.seats]),
        header.stakes,
        hand_so_far.finish(complete, last_line),
        _RECORDS | (Records.RAKE if header.tournament else 0),  # nobody takes rake in a tournament
        structure=header.structure,
        unit=header.unit,
        room=NAME,
        number=number,
        table=header.table,
        tournament=header.tournament,
        local=started,
        most_seats=header.most_seats,
    )
    return Read(hand, first_line, last_line)


def _read_rounds(hand_so_far: HandSoFar, tags: Sequence[Tag]) -> tuple[str, bool]:
    """Reads the rounds, and keeps text and tags outside the rounds as illegible. Returns the time at which the game
    began, as in the log, and whether the log has the end of the game.
    """
    rounds = Rounds(hand_so_far)
    opening: Tag | None = None
    inside: list[Tag] = []
    started = ""
    for at, tag in enumerate(tags[1:], 1):
        if tag.name == "startdate" and not tag.closing:
            started = " ".join(tag.text.split())[:40]
        elif tag.name and (tag.closing or tag.name != "cards") and tag.text.strip():
            hand_so_far.illegible(" ".join(tag.text.split()), tag.text_line)
        ends = tag.closing and tag.name in ("game", "session")
        if tag.name == "round" or ends:
            if opening is not None:
                rounds.read(opening, inside)
            opening, inside = (tag if tag.name == "round" and not tag.closing else None), []
            if ends:
                _read_rest(hand_so_far, tags[at + 1 :])
                return started, tag.name == "game"
        elif opening is not None:
            inside.append(tag)
        elif tag.name not in _AROUND:
            hand_so_far.illegible(tag.words(), tag.line)
    if opening is not None:
        rounds.read(opening, inside)
    return started, False


def _read_rest(hand_so_far: HandSoFar, tags: Sequence[Tag]) -> None:
    """Keeps the tags after the end of the game as illegible, except the end of the session."""
    for tag in tags:
        if tag.name != "session" or tag.text.strip():
            hand_so_far.illegible(tag.words(), tag.line)


_AROUND: Final = ("general", "startdate", "players", "player")


class _Seated:
    """The listed players and their winnings. A seat without a name is left out."""

    def __init__(self, header: Header, listed: Sequence[Tag]) -> None:
        self.seats: list[Seat] = []
        self.collects: list[Collect] = []
        self.unread: list[Tag] = []
        for tag in listed:
            attributes = tag.attributes()
            seat = SEAT_NUMBERS.get(attributes.get("seat", ""))
            if not attributes.get("name"):
                continue
            stack = chips(attributes.get("chips", ""), header.unit.minor)
            won = chips(attributes.get("win", ""), header.unit.minor)
            if seat is None or stack is None or won is None:
                self.unread.append(tag)
            if seat is not None:
                self.seats.append(Seat(seat, attributes["name"], stack))
                if won:
                    self.collects.append(Collect(seat, won, line=tag.line))


SESSION: Final = Session(Leading(("session",), "general", "<gametype"), read_under)


FORMAT: Final = Format(NAME, "iPoker XML", begins, sniff, read, cutter, longest_line=limits.HAND_BYTES, session=SESSION)
