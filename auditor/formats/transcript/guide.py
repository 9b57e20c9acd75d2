"""The guide to transcripts, a page for people who write one: each kind of line with its meaning, and a whole hand.

Tests read every line of the guide and audit the hand.
"""

from typing import Final

from auditor.formats.transcript.words import RECORDS, USUAL_RECORDS

HEADER: Final = (
    ("hand 88214", "each hand begins with this line; leave out the number if the room gives none"),
    ("game stud8", "stud, stud8 or razz; stud if left out"),
    ("structure pot", "pot for pot limit, no for no limit, or spread; fixed limit if this line is left out"),
    ("house roberts", "the set of rules for the audit; above the first hand, this line is for all hands"),
    ("unit USD 2", "the currency, and how many decimals amounts have, as in 0.25; without it, whole chips"),
    ("stakes 10/20 bring-in 3 ante 1", "small bet and big bet, bring-in, ante"),
    ("stacks 500 500 60", "the chips of seats 1, 2 and 3; or write one line for each seat, as in: seat 1 Ann 500"),
    ('seat 4 "Ann" 500', 'seat, player, chips; add "not dealt in" if the player gets no cards'),
    ("button 3", "the seat with the dealer button, if a home game has one"),
    ("first dealt 3", "the seat that gets the first card of the deal"),
    ("most seats 8", "the number of seats at the table"),
    ('room "Home game"', 'the card room; also: table "7", tournament "12"'),
    ("records +burns -payout", "this log has a line for each burned card (+), but not for each payment (-); see below"),
    ("records +card-order", "the cards of a street stand in the order in which they left the deck"),
)
EVENTS: Final = (
    ("antes", "every seat posts the ante; or one line for each seat: 1 antes 1"),
    ("1 [xx xx] 2c", "the cards of seat 1: face down in brackets, then face up; xx is a card that nobody saw"),
    ("2 brings in 3", "an amount is the total in front of the seat after the act"),
    ("3 completes to 10", "also: checks, folds, calls 10, bets 10, raises to 20, raises by 10"),
    ("3 calls 9 all-in", "all-in is the last word of the line"),
    ("4th", "the street begins; then, for each seat, a line with its new cards; also: 5th, 6th, 7th"),
    ("1 Kd", "a card face up; face down: 1 [xx]"),
    ("burn xx", "a burned card, before the cards of a street, if the log has +burns"),
    ("community 5c", "one card that is dealt for all seats together"),
    ("1 gets back 10", "a bet that nobody called"),
    ("1 shows Kd Kc 9s 9c 2d 4h 5h", "you may add the name of the hand at the end: (two pair K 9)"),
    ("2 mucks", "seat 2 does not show its cards; if the log still names them, add: 2 held Kd Kc"),
    ("2 held Kd 4c face up", "the log names the face-up cards of seat 2 again"),
    (
        "1 collects 40 from main high",
        "a payment from main, side 1 or pot; its half: high, low or whole; both may be left out",
    ),
    ("added 5 to the pot", "chips of the room itself, which no seat put in"),
    ("rake 2", "the fee that the room takes from the pot"),
    ("main pot 30", "the amount of a pot; also: side pot 1 12; pot 42 for all pots together"),
    ("1 won 40", "the sum of all payments to the seat"),
    ("1 ends with 540", "the chips of the seat after the hand"),
    ("misdeal", "the deal was wrong, so the hand ends; if the hand is cancelled for another reason: void"),
    ("shuffle", "the deck is shuffled; if seat 3 cuts the deck: cut by 3"),
    ("2 exposed Kd", "other players saw a hidden card of seat 2; if they saw a card of the deck: exposed Kd"),
    ("3 announces 200", "before the deal: money that is not on the table but may be played"),
    ("3 plays 50 from elsewhere", "seat 3 plays money that is not on the table, announced or not"),
    ("3 borrows 50 from 1", "seat 1 lends chips to seat 3"),
    ("3 adds 100", "seat 3 puts more chips on the table; to take chips off: 3 takes off 100"),
    ("3 changes 100", "seat 3 exchanges 100 for other chips or notes of the same value"),
    ("3 declares raises to 20", "a seat declares an act before it acts; also without an amount"),
    ("3 moves in 10", "chips pushed forward before the act; write one line for each motion"),
    ("3 hides chips", "seat 3 keeps chips where nobody can see them; also: 3 hides cards"),
    ("3 dropped for lack of chips", "the card room folds the seat, because the seat has too few chips to call"),
    (
        "3 folds | used 30 time-out",
        "after |, write the seconds that the seat used; also: at 42.5, allowed 30, disconnect, away",
    ),
    ("remark disconnected 3", "seat 3 lost its connection before its act"),
    ("remark connected 3", "seat 3 is connected again; also: remark chat 3, remark warned 3"),
    ("3 clocked", "time ran out: the seat is all-in for its chips in the pot, and keeps its other chips"),
    ('unread "Jackpot 5"', 'a line of a log that the auditor does not understand; a damaged line: illegible "bets x"'),
    ("end", 'the log is complete; without this line, or with "end early", the log is incomplete'),
)
_FACTS: Final = {
    "burns": "a line for each burned card",
    "rake": "a line for the rake, even if the rake is 0",
    "uncalled": "a line for each bet that nobody called and that goes back to its seat",
    "payout": "a line for each payment",
    "whole-hands": "a seat that shows its hand shows all its cards, not only the five that win",
    "card-order": "the cards of a street stand in the order in which they left the deck",
    "antes-in-place": "the antes stand in their true order among the dealt cards",
    "bring-in": "a line for the bring-in",
    "showdown-order": "shown and mucked hands stand in the order in which they happened",
    "every-up-card": "a line for each card dealt face up",
    "every-down-card": "a line for each card dealt face down, seen or not",
    "may-stop": "the log may end before the hand does",
    "may-trim-wagers": "a bet may be logged without the chips that no opponent could call",
    "payout-apart": "payments and rake are in a list of their own, so their true order is unknown",
    "betting-alone": "the log omits misdeals, cancelled hands, reasons for folds, and chips moved outside betting",
    "inferred-calls": "the log had no streets, all-ins and amounts of calls and bring-ins; they were computed",
}
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
    "A seat is a number. Write ? for somebody who has no seat in this hand. The text after # is a comment.",
    "Other usual spellings are read too: 10h, 3H and 3♥; seat 2 folds; calls $10 and is all in; 4th street.",
)


def _records() -> list[str]:
    """Returns two lists of facts, as lines of the guide: first the facts that a transcript records by default, then the
    facts that it records only if a `records` line adds them.
    """
    usual = [name for name, record in RECORDS.items() if record & USUAL_RECORDS]
    others = [name for name, record in RECORDS.items() if not record & USUAL_RECORDS]
    return [
        line
        for about, names in (
            ("A transcript has these facts; a records line removes a fact with -:", usual),
            ("A transcript has these facts only if a records line adds them with +:", others),
        )
        for line in (f"  {about}", *[f"    {name:<30}{_FACTS[name]}" for name in names])
    ]


def page() -> str:
    """Returns the text of the guide: the kinds of lines, the facts that a log may record, and a whole hand."""
    lines = ["A transcript describes a hand in the words of a dealer: plain text, with one line for each event."]
    for heading, rows in (("Before the cards", HEADER), ("The play", EVENTS)):
        lines += ["", heading, "", *[f"  {line:<32}{meaning}" for line, meaning in rows]]
    lines += ["", "The facts that a log may record", "", *_records(), "", *_NOTES, "", "A whole hand", ""]
    return "\n".join([*lines, *[f"  {line}" for line in EXAMPLE.splitlines()], ""])
