"""Reads the sessions of iPoker, in XML. Stud and stud hi-lo are read; other games are skipped. A session has one
header, and then its games; each game is a hand.

A log does not state who shows his hand. If a card was shown later, the line that dealt it already names the card. The
log states no pots and no rake. It states the total that each player won, which includes uncalled chips. It also states
the total that each player bet. We do not read this total, because it is often wrong for players who raised: in 17 of 18
cases the ante was in it twice.
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
from auditor.formats.outcomes import Outcome, Read, Rejected
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS
from auditor.formats.rooms.grammar.stud_games import other_game
from auditor.formats.rooms.ipoker.header import chips, header_of
from auditor.formats.rooms.ipoker.rounds import Rounds

NAME: Final = "ipoker"
# The attribute `gamecode` is the number of the hand. It may stand anywhere in the tag `<game ...>`.
_OPENING: Final = re.compile(r"<game\s(?:[^<>]{0,500}\s)?gamecode\s{0,8}=")
_SESSION: Final = re.compile(r"<session\s[^<>]{0,500}sessioncode\s{0,8}=")

_RECORDS: Final = int(
    Records.PAYOUT | Records.BRING_IN | Records.ANTES_IN_PLACE | Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD
)

# The text of an unread line about a player who sits out. The line of the file is not quoted, because one line may have
# the whole hand.
_SITS_OUT: Final = '<action type="9"/>'


def begins(line: str) -> bool:
    """Whether the line begins a hand and has its number: `<game gamecode="123">`."""
    return opens_game(line) and _OPENING.search(line) is not None


def sniff(head: str) -> bool:
    """Whether the beginning of a file (`head`) is an iPoker session, or only some games of a session."""
    marked = head.lstrip(" \ufeff\r\n\t").startswith(("<?xml", "<session", "<game"))
    return marked and bool(_SESSION.search(head) or _OPENING.search(head))


def cutter(_head: str) -> Callable[[str], bool]:
    """Returns the function that tests whether a line begins a hand. Each `<game>` in the file is a hand, even one
    without a number.
    """
    return opens_game


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Reads one hand that has no session header above it. The result is always a rejection, because only this header
    names the game.
    """
    return read_under(lines, first_line, ())


def read_under(lines: Sequence[str], first_line: int, lead: Sequence[str]) -> Outcome:
    """Reads the lines of one hand. Returns the hand, or the reason why it is rejected or skipped. `first_line` is the
    number of the first of these lines in the file. `lead` are the lines of the session header above its games.
    """
    tags = list(tags_in(lines, first_line))
    number = tags[0].attributes().get("gamecode", "") if tags else ""
    header = header_of(lead, lines)
    if header is None:
        reason = "The start of the session, which names the game, is missing above this hand. Send the complete file."
        return Rejected(first_line, number or None, reason)
    if header.game is None:
        return other_game(header.named, number or None, first_line)
    listed = [tag for tag in tags if tag.name == "player" and not tag.closing]
    seated = _Seated(header, listed)
    if not number or not seated.seats:
        reason = "We cannot read the number or the players of this hand. Export the hand again."
        return Rejected(first_line, number or None, reason)
    hand_so_far = HandSoFar(header, list(seated.seats))
    for tag in seated.unread if header.legible else [tags[0], *seated.unread]:
        hand_so_far.unread(tag.words(), tag.line)
    started, complete = _read_rounds(hand_so_far, seated.seats, tags)
    hand_so_far.events.extend(seated.collects)
    hand_so_far.close(lambda _line: _SITS_OUT)
    last_line = first_line + len(lines) - 1
    hand = Hand(
        header.game,
        tuple([Seat(seat.number, seat.player, seat.stack, seat.number in hand_so_far.anted) for seat in seated.seats]),
        header.stakes,
        hand_so_far.ended(complete, last_line),
        # A tournament takes no rake from the pots. So the rake is known to be 0, although the log has no line for it.
        _RECORDS | (Records.RAKE if header.tournament else 0),
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


def _read_rounds(hand_so_far: HandSoFar, seats: Sequence[Seat], tags: Sequence[Tag]) -> tuple[str, bool]:
    """Reads the rounds of the hand. Returns the time at which the game began, as the log writes it, and whether the log
    reaches the end of the game.

    Unknown tags outside the rounds become unread lines. So does any text that does not belong to a tag `<cards>` or
    `<startdate>`.
    """
    rounds = Rounds(hand_so_far, seats, tags)
    opening: Tag | None = None
    inside: list[Tag] = []
    started = ""
    for at, tag in enumerate(tags[1:], 1):
        if tag.name == "startdate" and not tag.closing:
            started = " ".join(tag.text.split())[:40]
        elif tag.name and (tag.closing or tag.name != "cards") and tag.text.strip():
            hand_so_far.unread(" ".join(tag.text.split()), tag.text_line)
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
            hand_so_far.unread(tag.words(), tag.line)
    if opening is not None:
        rounds.read(opening, inside)
    return started, False


def _read_rest(hand_so_far: HandSoFar, tags: Sequence[Tag]) -> None:
    """Adds the tags below the end of the game as unread lines. Only the end of the session is allowed there."""
    for tag in tags:
        if tag.name != "session" or tag.text.strip():
            hand_so_far.unread(tag.words(), tag.line)


_AROUND: Final = ("general", "startdate", "players", "player")


class _Seated:
    """The listed players of a hand. A player without a name is left out.

    - `seats`: a seat for each player whose seat number can be read.
    - `collects`: a payment for each of these players who won chips.
    - `unread`: the tags of the players whose seat, stack or winnings cannot be read.
    """

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
