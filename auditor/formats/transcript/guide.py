"""The guide to transcripts, a page for people who write one: each kind of line with its meaning, and a whole hand.

Tests read every line of the guide and audit the hand.
"""

import textwrap
from typing import Final

from auditor.formats.transcript.words import RECORDS, USUAL_RECORDS

HEADER: Final = (
    ("hand 88214", "each hand begins with this line; the number is the room's, or absent"),
    ("game stud8", "stud, stud8 or razz; stud if left out"),
    ("structure pot", "pot, no or spread (limit); fixed if left out"),
    ("house roberts", "the house to audit under; above the first hand, this line is for all hands"),
    ("unit USD 2", "the currency; amounts have up to two decimals, as in 0.25; without it, whole chips"),
    ("stakes 10/20 bring-in 3 ante 1", "small bet and big bet, bring-in, ante"),
    ("stacks 500 500 60", "who sits in seats 1, 2, 3; or a line for each:"),
    ('seat 4 "Ann" 500', 'one seat; "not dealt in" at the end if the player gets no cards'),
    ("button 3", "as a home game marks it; also: first dealt 3, most seats 8"),
    ('room "Home game"', 'also: table "7", tournament "12"'),
    ("records +burns -payout", "the log records more or fewer facts than usual; the facts are listed below"),
    ("records +card-order", "the cards of a street stand in the order in which they left the deck"),
)
EVENTS: Final = (
    ("antes", "every seat posts the ante; or one line for each seat: 1 antes 1"),
    ("1 [xx xx] 2c", "face down in brackets, then face up; xx is a card nobody saw"),
    ("2 brings in 3", "an amount is the total in front of the seat after the act"),
    ("3 completes to 10", "also: checks, folds, calls 10, bets 10, raises to 20, raises by 10"),
    ("3 calls 9 all-in", "all-in is the last word"),
    ("4th", "then 5th, 6th, 7th; then the cards of the street, one line a seat"),
    ("1 Kd", "a card face up; face down: 1 [xx]"),
    ("burn xx", "before the cards of a street, where the log records +burns; also: community 5c"),
    ("1 gets back 10", "a bet that nobody called"),
    ("1 shows Kd Kc 9s 9c 2d 4h 5h", "the log may also name the hand: (two pair K 9) at the end"),
    ("2 mucks", "does not show its cards; 2 held Kd Kc: cards that only the log names"),
    ("2 held Kd 4c face up", "the log names the face-up cards again"),
    ("1 collects 40 from main high", "main, side 1 or nothing; whole, high, low or nothing"),
    ("added 5 to the pot", "chips of the room itself, which no seat put in"),
    ("rake 2", "also: pot 42, main pot 30, side pot 1 12, 1 won 40, 1 ends with 540"),
    ("misdeal", "also: void"),
    ("shuffle", "also: cut by 3; 2 exposed Kd; exposed Kd, a card of the deck"),
    ("3 announces 200", "before the deal: money that is not on the table but may be played"),
    ("3 plays 50 from elsewhere", "plays money that is not on the table, announced or not"),
    ("3 borrows 50 from 1", "also: adds 100, takes off 100, changes 100"),
    ("3 declares raises to 20", "a seat declares an act before it acts; also without an amount"),
    ("3 moves in 10", "chips put in before the act, by one motion or by several"),
    ("3 hides chips", "keeps chips out of sight; also: 3 hides cards"),
    ("3 dropped for lack of chips", "the house folds the seat"),
    ("3 folds | used 30 time-out", "after | the clock, in seconds; also at 42.5, allowed 30, disconnect, away"),
    ("remark disconnected 3", "seat 3 lost its connection before its act"),
    ("remark connected 3", "seat 3 is back; also: remark chat 3, remark warned 3"),
    ("3 clocked", "time ran out: the seat is all-in, but keeps its other chips"),
    ('unread "Jackpot 5"', "a line that the auditor does not understand; illegible: a damaged line"),
    ("end", 'the log is complete; without this line, or with "end early", the log is incomplete'),
)
EXAMPLE: Final = """\
hand 88214
game stud
house roberts
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bob" 500
seat 3 "Cat" 60
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] Jh
2 brings in 3
3 completes to 10
1 raises to 20
2 folds
3 calls 20
4th
1 Qs
3 9d
1 bets 10
3 calls 10
5th
1 8h
3 4s
1 checks
3 checks
6th
1 5c
3 6d
1 bets 20
3 calls 20
7th
1 [xx]
3 [xx]
1 bets 20
3 calls 9 all-in
1 gets back 11
1 shows Kd Qs 8h 5c Kh 7s 2d
3 shows Jh 9d 4s 6d Jd 9c 2h
3 collects 124
end
"""


_NOTES: Final = (
    "A seat is a number; ? is a player without a seat. # starts a comment.",
    "Usual spellings are read too: 10h, 3H and 3♥; seat 2 folds; calls $10 and is all in; 4th street.",
)


def _records() -> list[str]:
    """Returns two lists of facts, as lines of the guide: first the facts that a transcript records by default, then the
    facts that it records only if a `records` line adds them.
    """
    usual = [name for name, record in RECORDS.items() if record & USUAL_RECORDS]
    others = [name for name, record in RECORDS.items() if not record & USUAL_RECORDS]
    return [
        line
        for about, names in (("usual", usual), ("only with +", others))
        for line in textwrap.wrap(f"{about}: {', '.join(names)}", 110, initial_indent="  ", subsequent_indent="    ",
                                  break_on_hyphens=False)
    ]  # fmt: skip


def page() -> str:
    """Returns the text of the guide, which explains how to write a transcript: each kind of line, and a whole hand."""
    lines = ["A transcript describes a hand in the words of a dealer: plain text, with one line for each event."]
    for heading, rows in (("Before the cards", HEADER), ("As it is played", EVENTS)):
        lines += ["", heading, "", *[f"  {line:<32}{meaning}" for line, meaning in rows]]
    lines += ["", "The facts that a log may record", "", *_records(), "", *_NOTES, "", "A whole hand", ""]
    return "\n".join([*lines, *[f"  {line}" for line in EXAMPLE.splitlines()], ""])
