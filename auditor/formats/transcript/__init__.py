"""Reads transcripts. A transcript is plain text that describes a hand in the words of a dealer.

    hand 88214                        the room's number, or nothing; each hand starts so if a file has several
    game stud8                        stud, stud8 or razz; stud if left out
    house roberts                     the house that the log names; such lines also for room, table, tournament,
                                      played (the time in UTC) and local (the time as the room wrote it)
    unit USD 2                        amounts have up to two decimals: 0.25
    stakes 10/20 bring-in 3 ante 1
    stacks 500 500 500                seats 1, 2, 3; or one line for each: seat 3 "Ann" 500 [not dealt in]
    button 3 · first dealt 3 · most seats 8
    records +rake -payout             the facts that such a log records; usual: all but burns, rake, card order
    antes                             every seat dealt in posts the ante of the stakes; or: 1 antes 1
    1 [xx xx] 2c                      cards face down, then face up; the first such line begins 3rd street
    action on 3
    1 brings in 3                     an amount is the total in front of the seat after the act
    2 completes to 10                 checks, folds, calls 10, bets 10, raises to 20; also "all-in" at the end
    4th                               5th, 6th, 7th
    1 Kd · burn xx · community 5c
    2 gets back 10 · 1 adds 100
    1 shows Kd Kc 9s 9c 2d 4h 5h (two pair K 9; low 8-7-4-3-A)
    1 mucks · 1 held Kd Kc            held: the log names the cards, but the seat did not show them
    1 collects 40 from main high      main, side 1, pot; whole, high or low; "from" may be left out
    pot 42 · main pot 30 · side pot 1 12 · rake 2 [from main] · 1 won 40 · 1 ends with 540
    pot 42 for 1 2 3                  with the seats that may win the pot
    1 collects 21 from main odd 1     the payment includes an odd chip of 1
    misdeal · void · remark chat 1
    shuffle · cut by 3 · 1 exposed Kd · 3 announces 200 · 3 declares raises to 20
    3 moves in 10                     chips put in before the act; a seat may have several such lines
    3 plays 50 from elsewhere         chips that were not on the table; 3 takes off 50: removes chips from it
    3 borrows 50 from 1 · 3 changes 100        3 exchanges 100 for other chips of the same value
    3 hides chips · 3 dropped for lack of chips
    3 folds | at 42.5 allowed 30 used 30 time-out        the clock, in seconds; also disconnect, away
    3 clocked                         its time ran out: all-in for its chips in the pot, its other chips stay
    end                               the log is complete; "end early", or no such line: the log is not complete

A seat is a number; `?` is a stranger, that is, a player without a seat. `xx` is an unseen card. `--` is a card that the
log names wrongly. Any other word of two letters in the place of a card is read in the same way. The line `unmarked`
before the first cards means that the log has no line for 3rd street. `#` starts a comment. A line that makes no sense
becomes an `Illegible` event.
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
    """Whether the line is a `hand` line. The first hand of a file may have no such line: see `cutter`."""
    words = tokens(line) if line.startswith("hand") else []
    return 1 <= len(words) <= 2 and words[0] == "hand"


def sniff(head: str) -> bool:
    """Whether a text is a transcript: its first line is a header line, and some line seats a player. Blank lines and
    comments are left out.
    """
    lines = [words for line in head.splitlines() if (words := tokens(line))]
    seated = any(words[0] in ("stacks", "seat") for words in lines)
    return seated and lines[0][0] in HEADER_WORDS and Header().take(lines[0])


def cutter(_head: str) -> Callable[[str], bool]:
    """Returns the test for lines that begin a hand. The first hand begins at the first header line, or at the comment
    above that line. Each later hand begins at a `hand` line.
    """
    return after_comments(_opens, begins)


def _opens(line: str) -> bool:
    words = tokens(line)
    return bool(words) and words[0] in HEADER_WORDS


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Reads the lines of one hand. The hand is rejected if a header line makes no sense or if nobody is seated."""
    transcript = transcribed(lines, first_line)
    if isinstance(transcript, Rejected):
        return transcript
    return Read(transcript.hand(), first_line, first_line + len(lines) - 1)


def transcribed(lines: Sequence[str], first_line: int) -> "Transcript | Rejected":
    """Does the same as `read`, but returns the transcript, which also has the changed values of the house."""
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
    """A reader that takes the lines of one transcript, one by one. `header.overrides` holds the lines `house KEY =
    VALUE`, which are no part of the hand.
    """

    def __init__(self) -> None:
        self.header: Final = Header()
        self.events: Final[list[Event]] = []
        self._playing = False
        self._street_known = False

    def take(self, line: str, number: int) -> str:
        """Reads one line. If the line makes the hand unreadable, returns the reason; else an empty text."""
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
        """Returns the hand of the lines so far."""
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
        """Returns the antes of all seats that are dealt in. A seat with fewer chips posts all its chips."""
        return [
            Ante(seat.number, ante, line=line)
            if seat.stack is None or seat.stack > ante
            else Ante(seat.number, seat.stack, all_in=True, line=line)
            for seat in self.header.seats[:SEATS]  # a hand with more seats is not audited
            if seat.dealt_in
        ]


FORMAT: Final = Format(NAME, "our own transcript", begins, sniff, read, cutter, titled=Titled("hand 0"))
