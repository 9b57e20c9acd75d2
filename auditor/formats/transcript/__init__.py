"""Reads the transcript: plain text that calls a hand as a dealer would.

    hand 88214                        the room's number, if it has one; in a file of several hands each starts so
    game stud8                        stud, stud8 or razz; stud if left out
    house roberts                     the rules the log names; also room, table, tournament, played, local
    unit USD 2                        amounts have up to two decimals: 0.25
    stakes 10/20 bring-in 3 ante 1
    stacks 500 500 500                seats 1, 2, 3; or a line each: seat 3 "Ann" 500 [not dealt in]
    button 3 · first dealt 3 · most seats 8
    records +rake -payout             the facts that such a log records; left out: all but burns, rake, card order
    antes                             every seat dealt in posts the ante of the stakes; or: 1 antes 1
    1 [xx xx] 2c                      cards face down, then face up; the first of them opens 3rd street
    action on 3
    1 brings in 3                     amounts are what stands in front of the seat after it acted
    2 completes to 10                 checks, folds, calls 10, bets 10, raises to 20; also "all-in" at the end
    4th                               5th, 6th, 7th
    1 Kd · burn xx · community 5c
    2 gets back 10 · 1 adds 100
    1 shows Kd Kc 9s 9c 2d 4h 5h (two pair K 9; low 8-7-4-3-A)
    1 mucks · 1 held Kd Kc            held: the log names the cards, the seat did not show them
    1 collects 40 from main high      main, side 1, pot; whole, high or low; "from" may be left out
    pot 42 · main pot 30 · side pot 1 12 · rake 2 [from main] · 1 won 40 · 1 ends with 540
    pot 42 for 1 2 3                  the seats that may win it; a payment: 1 collects 21 from main high odd 1
    misdeal · void · remark chat 1
    shuffle · cut by 3 · 1 exposed Kd · 3 announces 200 · 3 declares raises to 20
    3 moves in 10 · 3 plays 50 from elsewhere · 3 borrows 50 from 1 · 3 takes off 50 · 3 changes 100
    3 hides chips · 3 dropped for lack of chips
    3 folds | at 42.5 allowed 30 used 30 time-out        the clock, in seconds; also disconnect, away
    3 clocked                         its time ran out: all-in for what it has put in, the rest of its chips behind
    end                               the log is complete; "end early", or no such line: it is not

Seats go by number; `?` is a player without a seat. `xx` is a card nobody saw. `--` is no card, and so is any other word
of two letters in place of a card. `unmarked` before the first cards: the log has no line for 3rd street. `#` starts a
comment. A line that makes no sense is an `Illegible` event.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import Ante, Deal, Event, Illegible, LogEnd, Street
from auditor.engine.hand import Hand
from auditor.formats.files.format import Format
from auditor.formats.files.preamble import after_comments
from auditor.formats.files.titles import Titled
from auditor.formats.limits import SEATS
from auditor.formats.outcomes import Outcome, Read, Rejected
from auditor.formats.transcript.header import HEADER_WORDS, Header
from auditor.formats.transcript.lines import event_of
from auditor.formats.transcript.words import tokens

NAME: Final = "transcript"
ILLEGIBLE_LETTERS: Final = 200
_NO_ANTE: Final = (
    'The line "antes" has every seat post the ante, and no line above it says how much that is. Write the stakes'
    " above, as in: stakes 10/20 bring-in 3 ante 1; or a line for each seat, as in: 1 antes 1"
)


def begins(line: str) -> bool:
    """A `hand` line. The first hand of a file may have none, see `cutter`."""
    words = tokens(line) if line.startswith("hand") else []
    return 1 <= len(words) <= 2 and words[0] == "hand"


def sniff(head: str) -> bool:
    """Whether the first line, apart from blanks and comments, is a header line, and some line seats a player."""
    lines = [words for line in head.splitlines() if (words := tokens(line))]
    seated = any(words[0] in ("stacks", "seat") for words in lines)
    return seated and lines[0][0] in HEADER_WORDS and Header().take(lines[0])


def cutter(_head: str) -> Callable[[str], bool]:
    """The first header line starts a hand, or the comment above it does; after that every `hand` line does."""
    return after_comments(_opens, begins)


def _opens(line: str) -> bool:
    words = tokens(line)
    return bool(words) and words[0] in HEADER_WORDS


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """The hand of the lines; rejected if a header line makes no sense or nobody is seated."""
    transcript = transcribed(lines, first_line)
    if isinstance(transcript, Rejected):
        return transcript
    return Read(transcript.hand(), first_line, first_line + len(lines) - 1)


def transcribed(lines: Sequence[str], first_line: int) -> "Transcript | Rejected":
    """As `read`, but returns the whole transcript, with its overrides of the house."""
    transcript = Transcript()
    for number, line in enumerate(lines, first_line):
        reason = transcript.take(line, number)
        if reason:
            return Rejected(number, transcript.header.number, reason)
    if not transcript.header.seats:
        return Rejected(
            first_line, transcript.header.number, "Nobody is seated. Add a line such as: stacks 500 500 500"
        )
    return transcript


class Transcript:
    """Reads a transcript line by line. `header.overrides` holds its `house key = value` lines, which are no part of the
    hand.
    """

    def __init__(self) -> None:
        self.header: Final = Header()
        self.events: Final[list[Event]] = []
        self._playing = False
        self._street_known = False

    def take(self, line: str, number: int) -> str:
        """Takes a line. Returns the reason if the line makes the hand unreadable, else an empty text."""
        words = tokens(line)
        if not words:
            return ""
        if words[0] in HEADER_WORDS and not self._playing:
            if self.header.take(words):
                return ""
            excerpt = line.strip()[:80]
            return f'The line "{excerpt}" makes no sense after "{words[0]}". See the notation: auditor transcript.'
        if words == ["antes"] and self.header.stakes.ante is None:
            return _NO_ANTE
        self._event(words, line, number)
        return ""

    def hand(self) -> Hand:
        """The hand of the lines so far."""
        if not self.events or not isinstance(self.events[-1], LogEnd):
            self.events.append(LogEnd(complete=False))
        return self.header.hand(self.events)

    def _event(self, words: list[str], line: str, number: int) -> None:
        if words == ["unmarked"]:
            self._street_known = True
            return
        if words == ["antes"] and self.header.stakes.ante is not None:
            self._playing = True
            self.events.extend(self._antes(self.header.stakes.ante, number))
            return
        event = event_of(words, self.header.unit.minor, number)
        if event is None:
            self.events.append(Illegible(line[:ILLEGIBLE_LETTERS], number))
            return
        self._playing = True
        if isinstance(event, Deal) and not self._street_known:
            self.events.append(Street(3, number))
        self._street_known = self._street_known or isinstance(event, Deal | Street)
        self.events.append(event)

    def _antes(self, ante: int, line: int) -> list[Event]:
        """The ante of every seat dealt in; a seat with no more chips than that is all-in."""
        return [
            Ante(seat.number, ante, line=line)
            if seat.stack is None or seat.stack > ante
            else Ante(seat.number, seat.stack, all_in=True, line=line)
            for seat in self.header.seats[:SEATS]  # a hand of more is not audited
            if seat.dealt_in
        ]


FORMAT: Final = Format(NAME, "our own transcript", begins, sniff, read, cutter, titled=Titled("hand 0"))
