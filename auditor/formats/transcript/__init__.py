"""Reads transcripts. A transcript is plain text that describes a hand in the words of a dealer.

    hand 88214                        the number that the room gave, if any; in a file of several hands, each hand
                                      begins with such a line
    game stud8                        stud, stud8 or razz; stud if left out
    house roberts                     the house that the log names; such lines exist also for room, table, tournament,
                                      played (the time in UTC) and local (the time as the room wrote it)
    unit USD 2                        amounts have up to two decimals: 0.25
    stakes 10/20 bring-in 3 ante 1
    stacks 500 500 500                seats 1, 2, 3; or one line for each seat: seat 3 "Ann" 500 [not dealt in]
    button 3 · first dealt 3 · most seats 8
    records +burns -payout            facts that this log records (+) or lacks (-), unlike a usual log (`guide`)
    antes                             every seat dealt in posts the ante of the stakes; or: 1 antes 1
    1 [xx xx] 2c                      cards face down, then face up; the first such line begins 3rd street
    action on 3
    1 brings in 3                     an amount is the total in front of the seat after the act
    2 completes to 10                 checks, folds, calls 10, bets 10, raises to 20, raises by 10; all-in at the end
    4th                               5th, 6th, 7th
    1 Kd · burn xx · community 5c
    2 gets back 10 · 1 adds 100       1 adds 100: seat 1 puts more chips on the table
    added 5 to the pot                chips of the room, which no seat put in
    1 shows Kd Kc 9s 9c 2d 4h 5h (two pair K 9; low 8-7-4-3-A)
    1 mucks · 1 held Kd Kc            held: the log names the cards, but the seat did not show them
    1 collects 40 from main high      main, side 1, pot; whole, high or low; "from" may be left out
    pot 42 · main pot 30 · side pot 1 12 · rake 2 [from main] · 1 won 40 · 1 ends with 540
    pot 42 for 1 2 3                  with the seats that may win the pot
    1 collects 21 from main odd 1     the payment includes an odd chip of 1
    misdeal · void · remark chat 1 · remark disconnected 1 · remark connected 1
    unread "Jackpot 5"                a line of another log that its reader does not know; illegible "bets x": a line
                                      of another log that is damaged
    shuffle · cut by 3 · 1 exposed Kd · 3 declares raises to 20
    3 announces 200                   before the deal: money that is not on the table but may be played
    3 moves in 10                     chips put in before the act; a seat may have several such lines
    3 plays 50 from elsewhere         chips that were not on the table; 3 takes off 50: removes chips from it
    3 changes 100                     exchanges 100 for other chips or notes of the same value
    3 borrows 50 from 1
    3 hides chips · 3 dropped for lack of chips
    3 folds | at 42.5 allowed 30 used 30 time-out        the clock, in seconds; also disconnect, away
    3 clocked                         the time of seat 3 ran out: the seat is all-in for its chips in the pot, and keeps
                                      its other chips
    end                               the log is complete; "end early", or no such line: the log is not complete

A seat is a number; `?` is a stranger, that is, a player without a seat. `xx` is an unseen card. `--` is a card that the
log names wrongly; a word of two letters in the place of a card, such as `Zz`, means the same. The line `unmarked`
before the first cards means that the log has no line for 3rd street. `#` starts a comment. Header lines above the first
`hand` line hold for every hand of the file (`shared_header`). Usual spellings are read too, if they can mean only one
thing (`spellings`). A line that makes no sense becomes an `Illegible` event.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import Ante, Deal, Event, Illegible, LogEnd, Street
from auditor.engine.hand import Hand, Unit
from auditor.formats.files.format import Format
from auditor.formats.files.preamble import after_comments
from auditor.formats.files.titles import Titled
from auditor.formats.limits import SEATS
from auditor.formats.outcomes import Outcome, Read, Rejected
from auditor.formats.transcript.header import HEADER_WORDS, LATE_WORDS, Header, unit_of
from auditor.formats.transcript.hints import header_hint
from auditor.formats.transcript.lines import event_of
from auditor.formats.transcript.shared_header import SharingHeader, has_shared_header
from auditor.formats.transcript.so_far import SoFar, seat_of_player
from auditor.formats.transcript.spellings import usual_words
from auditor.formats.transcript.words import seat_named, tokens

NAME: Final = "transcript"
ILLEGIBLE_LETTERS: Final = 200
_NO_ANTE: Final = (
    'The line "antes" posts the ante of every seat, but no line above it states the amount of the ante. Write the'
    " stakes above this line, as in: stakes 10/20 bring-in 3 ante 1; or write one line for each seat, as in: 1 antes 1"
)
_NO_HAND_LINE: Final = (
    'This line belongs to no hand. In a file of several transcripts, each hand must begin with a line such as "hand 2",'
    ' or with the line "hand" if the hand has no number. Write such a line above the hand. If this line is no part of a'
    " hand, delete this line."
)
_NO_HEADER: Final = (
    "Line {line} looks like a line of a transcript, but the lines above the first act are missing. Write the number of"
    " the hand, the stakes and the chips of each seat there, each on its own line, as in: hand 1; stakes 10/20 bring-in"
    " 3 ante 1; stacks 500 500 500."
)
# The number of lines at the top of a text that are tested. If all of them are acts or dealt cards, the text is taken
# for a transcript without its header.
_ENOUGH_ACTS: Final = 3
_LINES_SEARCHED: Final = 100

_TWO_UNITS: Final = (
    "This hand has a unit line, but the file states the stakes of all hands in another unit. Write a stakes line for"
    " this hand below its unit line."
)


def begins(line: str) -> bool:
    """Whether the line is a `hand` line. The first hand of a file may have no such line: see `cutter`."""
    words = tokens(line) if line.startswith("hand") else []
    return 1 <= len(words) <= 2 and words[0] == "hand"


def sniff(head: str) -> bool:
    """Whether a text is a transcript: its first line is a header line, such as `game stud`, and some line begins with
    `stacks` or `seat`. Blank lines and comments do not count.
    """
    lines = [words for line in head.splitlines() if (words := tokens(line))]
    seated = any(words[0] in ("stacks", "seat") for words in lines)
    return seated and lines[0][0] in HEADER_WORDS and Header().take(lines[0])


def cutter(head: str) -> Callable[[str], bool]:
    """Returns a function that tests whether a line begins a hand. `head` is the beginning of the file.

    The first hand begins at the first header line (such as `hand` or `game`), or at the comment above that line. Each
    later hand begins at a `hand` line. If the header lines at the top of the file hold for all hands, they belong to no
    hand. Then the first hand begins at a `hand` line like all others.
    """
    return begins if has_shared_header(head) else after_comments(_opens, begins)


def _opens(line: str) -> bool:
    words = tokens(line)
    return bool(words) and words[0] in HEADER_WORDS


def read(lines: Sequence[str], first_line: int, above: Sequence[str] = ()) -> Outcome:
    """Reads the lines of one hand. `above` are the header lines that hold for every hand of the file. The hand is
    rejected if a header line makes no sense or if nobody is seated.
    """
    transcript = transcribed(lines, first_line, above)
    if isinstance(transcript, Rejected):
        return transcript
    return Read(transcript.hand(), first_line, first_line + len(lines) - 1)


def transcribed(lines: Sequence[str], first_line: int, above: Sequence[str] = ()) -> "Transcript | Rejected":
    """Reads the lines of one hand like `read`, but returns a `Transcript`. The `Transcript` has the hand, and also the
    house rules that its lines replace, such as `house bring_in.tie = suit`.
    """
    transcript = Transcript(unit_of(above))
    for line in above:
        reason = transcript.take(line, first_line)
        if reason:
            return Rejected(first_line, None, f"A header line that applies to all hands of the file is wrong. {reason}")
    if not transcript.header.begin(unit_of(lines)):
        return Rejected(first_line, None, _TWO_UNITS)
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
    """Reads the lines of one transcript, one by one. `header.overrides` has the values of the lines `house KEY =
    VALUE`, which are no part of the hand.

    `unit` is the unit of amounts, if the header lines for all hands of the file state the unit; otherwise `None`. The
    unit is needed before the first line is read, because amounts may stand above the `unit` line.
    """

    def __init__(self, unit: Unit | None = None) -> None:
        self.header: Final = Header()
        self.header.begin(unit)
        self.events: Final[list[Event]] = []
        self._so_far: Final = SoFar()
        self._playing = False
        self._over = False
        self._street_known = False

    def take(self, line: str, number: int) -> str:
        """Reads one line. If the line makes the hand unreadable, returns the reason; else an empty text."""
        words = tokens(line)
        if not words:
            return ""
        key = words[0].rstrip(":").lower()
        if key in HEADER_WORDS and not self._is_act(words):
            reason = self._header([key, *words[1:]], line)
            if reason is not None:
                return reason
        if self._are_antes(words):
            if self.header.stakes.ante is None:
                return _NO_ANTE
            self._playing = True
            self._add(self._antes(self.header.stakes.ante, number))
        elif words == ["unmarked"]:
            self._street_known = True
        else:
            self._event(words, line, number)
        return ""

    def hand(self) -> Hand:
        """Returns the hand of the lines so far."""
        if not self.events or not isinstance(self.events[-1], LogEnd):
            self.events.append(LogEnd(complete=False))
        return self.header.hand(self.events)

    def _header(self, words: list[str], line: str) -> str | None:
        """Reads a header line. Returns an empty text if the line was read, or the reason why the line makes the hand
        unreadable. Returns `None` if the line stands below an event and cannot be read there.
        """
        if self._playing:
            late = words[0] in LATE_WORDS and words[0] not in self.header.stated and not self._over
            return "" if late and self.header.take(words) else None
        if self.header.take(words):
            return ""
        excerpt, meant = line.strip()[:80], header_hint(words, self.header.unit.minor)
        advice = f" {meant[:1].upper()}{meant[1:]}." if meant else ""
        line = f'In the line "{excerpt}", the words after "{words[0]}" have no meaning here.'
        return f"{line}{advice} To see the notation, run: auditor transcript"

    def _is_act(self, words: list[str]) -> bool:
        """Whether a line that begins with `seat` is an act of a seat that is seated already: `seat 2 folds`."""
        usual = usual_words(words, self.header.unit.minor) if words[0].lower() == "seat" else []
        seated = usual and seat_named(usual[0]) in [seat.number for seat in self.header.seats[:SEATS]]
        return bool(seated) and event_of(usual, self.header.unit.minor, 0) is not None

    def _are_antes(self, words: list[str]) -> bool:
        """Whether the line is `antes`, which means that every seat posts its ante."""
        return words == ["antes"] or (not self._over and len(words) == 1 and words[0].lower().rstrip(".:") == "antes")

    def _event(self, words: list[str], line: str, number: int) -> None:
        event = event_of(words, self.header.unit.minor, number)
        if event is None and not self._over:
            event = self._event_in_other_words(words, number)
        if event is None:
            self._add([Illegible(line[:ILLEGIBLE_LETTERS], number)])
            return
        self._playing = True
        self._over = self._over or isinstance(event, LogEnd)
        if isinstance(event, Deal) and not self._street_known:
            self._add([Street(3, number)])
        self._street_known = self._street_known or isinstance(event, Deal | Street)
        self._add([event])

    def _event_in_other_words(self, words: list[str], number: int) -> Event | None:
        """Returns the event of a line in a spelling that people use instead of ours, such as `Seat 2: Folded.` for `2
        folds`. `number` is the number of the line. Returns `None` if the spelling is unknown, or if it may mean two
        things.
        """
        minor = self.header.unit.minor
        usual = usual_words(seat_of_player(words, self.header.seats), minor)
        usual = self._so_far.plain(usual, self.header.stakes, minor)
        return event_of(usual, minor, number) if usual else None

    def _add(self, events: Sequence[Event]) -> None:
        for event in events:
            self._so_far.take(event)
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


def missing_header(head: str) -> str:
    """Returns which lines are missing at the top of a text that begins with the acts and dealt cards of a transcript,
    but without the header lines. Returns an empty text for all other texts.
    """
    first = 0
    acts = 0
    for number, line in enumerate(head.splitlines()[:_LINES_SEARCHED], 1):
        words = tokens(line)
        if not words:
            continue
        usual = usual_words(words, 0)
        event = event_of(usual, 0, number) if usual else None
        if event is None and words != ["antes"]:
            return ""
        first = first or number
        acts += 1
        if acts == _ENOUGH_ACTS:
            break
    return _NO_HEADER.format(line=f"{first:,}") if acts == _ENOUGH_ACTS else ""


FORMAT: Final = Format(
    NAME,
    "our own transcript",
    begins,
    sniff,
    read,
    cutter,
    session=SharingHeader(read),
    titled=Titled("hand 0"),
    outside=_NO_HAND_LINE,
    missing=missing_header,
)
