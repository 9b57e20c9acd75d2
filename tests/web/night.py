"""An evening's hand history as PokerStars writes it, with one of each: a lawful hand, one with a wager of the wrong
size, one of another game, and one that is cut off before anybody is seated.
"""

from dataclasses import dataclass
from typing import NamedTuple

HEAD = "PokerStars Hand #{number}:  7 Card Stud Limit ($10/$20 USD) - 2026/11/12 20:15:00 ET\n"
PLAYERS = ("Aster", "Birch", "Cedar")
BODY = """\
Table '{table}' 8-max
Seat 1: {a} ($500 in chips)\x20
Seat 2: {b} ($500 in chips)\x20
Seat 3: {c} ($500 in chips)\x20
{a}: posts the ante $1
{b}: posts the ante $1
{c}: posts the ante $1
*** 3rd STREET ***
Dealt to {a} [9c 4d 2c]
Dealt to {b} [Kd]
Dealt to {c} [7h]
{a}: brings in for $3
{b}: raises $7 to $10
{c}: folds\x20
{a}: calls $7
*** 4th STREET ***
Dealt to {a} [9c 4d 2c] [9h]
Dealt to {b} [Kd] [5s]
{b}: bets ${bet}
{a}: calls ${bet}
*** 5th STREET ***
Dealt to {a} [9c 4d 2c 9h] [9s]
Dealt to {b} [Kd 5s] [6d]
{a}: bets $20
{b}: folds\x20
Uncalled bet ($20) returned to {a}
{a} collected ${collected} from pot
*** SUMMARY ***
Total pot ${pot} | Rake $1\x20
Seat 1: {a} collected (${collected})
Seat 2: {b} folded on the 5th Street
Seat 3: {c} folded on the 3rd Street (didn't bet)


"""
OTHER_GAME = """\
PokerStars Hand #4299998:  Hold'em No Limit ($1/$2 USD) - 2026/11/12 20:15:00 ET
Table 'Ivy' 9-max Seat #1 is the button
Seat 1: Aster ($200 in chips)\x20
Seat 2: Birch ($200 in chips)\x20


"""
CUT_OFF = """\
PokerStars Hand #4299999:  7 Card Stud Limit ($10/$20 USD) - 2026/11/12 20:15:00 ET
Table 'Ivy' 8-max
Seat one: nobody can read this


"""


class File(NamedTuple):
    """A file that is received before a test begins."""

    data: bytes
    name: str = "night.txt"
    house: str = ""


Files = tuple[File, ...]  # received in this order


@dataclass(frozen=True)
class HandText:
    """How a hand is told: who plays, at which table (each at its own, where none is named: everybody begins each hand
    with the same chips), and how much is bet on fourth street (10 is lawful).
    """

    number: str = "4200001"
    players: tuple[str, str, str] = PLAYERS
    table: str = ""
    bet: int = 10


def hand(told: HandText) -> str:
    """The text of one hand."""
    a, b, c = told.players
    pot = 3 + 2 * 10 + 2 * told.bet
    table = told.table or f"Ivy {told.number}"
    body = BODY.format(a=a, b=b, c=c, table=table, bet=told.bet, pot=pot, collected=pot - 1)
    return HEAD.format(number=told.number) + body


def history(*hands: HandText) -> bytes:
    """A file of hands."""
    return "".join([hand(each) for each in hands]).encode()


LAWFUL = HandText()
FAULTY = HandText(number="4200002", bet=15)
NIGHT = history(LAWFUL, FAULTY) + OTHER_GAME.encode() + CUT_OFF.encode()
