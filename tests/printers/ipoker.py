"""Writes a hand as iPoker does: what `rooms.ipoker` reads. What each seat did stands together, numbered; the cards of
those who showed stand where they were dealt; what nobody called is paid out with the pot.
"""

from collections import defaultdict
from xml.sax.saxutils import quoteattr

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN, name_of
from auditor.engine.hand import Game, Hand
from auditor.formats.amounts import spell
from tests.printers.chips_in_play import ChipsInPlay, dealt_after

GAMES = {Game.STUD: "7 Card Stud L", Game.STUD8: "7 Card Stud Hi-Lo L"}
ROUNDS = {3: "Third Street", 4: "Fourth Street", 5: "Fifth Street", 6: "Sixth Street", 7: "River"}


def print_lead(hand: Hand) -> str:
    """What stands above all games of a session."""
    small, big = [spell(bet or 0, hand.unit.minor) for bet in (hand.stakes.small_bet, hand.stakes.big_bet)]
    sign = "$" if hand.unit.minor else ""
    stakes = "" if hand.tournament else f" {sign}{small}/{sign}{big}"
    name = f"<tournamentname>{hand.tournament}</tournamentname>" if hand.tournament else ""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<session sessioncode="5">\n <general>\n'
        f"  <mode>{'real' if hand.unit.minor else 'fun'}</mode>\n  <gametype>{GAMES[hand.game]}{stakes}</gametype>\n"
        f"  <tablename>{hand.table or 'Skagen'}</tablename>\n  <currency>USD</currency>\n  {name}\n </general>\n "
    )


def print_hand(hand: Hand) -> str:
    """One game; the next begins in the line that it ends in."""
    return "\n".join(_Printer(hand).text())


class _Printer:
    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.chips = ChipsInPlay()
        self.names = {seat.number: seat.player for seat in hand.seats}
        self.shown = {each.seat for each in hand.events if isinstance(each, e.Show)}
        self.number = 0
        self.street = 0
        self.tags: dict[int, list[str]] = defaultdict(list)
        self.lines: list[str] = []

    def text(self) -> list[str]:
        won: dict[int, int] = defaultdict(int)
        for event in self.hand.events:
            if isinstance(event, e.Collect | e.Return):
                won[event.seat] += event.amount
        self.lines.append(f'<game gamecode="{self.hand.number or 1}">')
        self.lines.append("  <general>\n   <startdate>2012-03-19 20:46:31</startdate>\n   <players>")
        for seat in self.hand.seats:
            told = f'seat="{seat.number}" name={quoteattr(seat.player)} chips="{self.money(seat.stack or 0)}"'
            self.lines.append(f'    <player {told} dealer="0" win="{self.money(won[seat.number])}" bet="0" />')
        self.lines.append('    <player seat="11" name="" chips="0" dealer="0" win="0" bet="0" />')
        self.lines.append("   </players>\n  </general>")
        for at, event in enumerate(self.hand.events):
            if isinstance(event, e.Street):
                self.end_round()
                self.street = event.street
                for deal in dealt_after(self.hand.events, at)[0].values():
                    self.deal(deal)
                for card in dealt_after(self.hand.events, at)[1]:
                    self.tags[0].append(f'<cards type="River" player="">{card_word(card)}</cards>')
            else:
                self.act(event)
            self.chips.take(event)
        self.end_round()
        self.lines.append(" </game>")
        return self.lines

    def money(self, chips: int) -> str:
        minor = self.hand.unit.minor
        return f"${spell(chips, minor)}" if minor else f"{chips:,}"

    def end_round(self) -> None:
        number = self.street - 1 if self.street else 0
        tags = "".join(["".join(self.tags[seat]) for seat in sorted(self.tags)])
        self.lines.append(f'  <round no="{number}">\n   {tags}\n  </round>')
        if not self.street:
            self.lines.append('  <round no="1">\n   \n  </round>')
        self.tags.clear()

    def deal(self, deal: e.Deal) -> None:
        seen = deal.seat in self.shown
        down = [card_word(card) if seen else "X" for card in deal.down]
        cards = " ".join([*down, *[card_word(card) for card in deal.up]])
        name = quoteattr(self.names[deal.seat])
        self.tags[deal.seat].append(f'<cards type="{ROUNDS[self.street]}" player={name}>{cards}</cards>')

    def act(self, event: e.Event) -> None:
        added = event.to - self.chips.front[event.seat] if isinstance(event, e.BringIn | e.Wager | e.Call) else 0
        match event:
            case e.Ante():
                self.say(event.seat, 15, event.amount)
            case e.Wager(all_in=True) | e.Call(all_in=True) | e.BringIn(all_in=True):
                self.say(event.seat, 7, added)
            case e.BringIn():
                self.say(event.seat, 16, added)
            case e.Wager(verb="raises"):
                self.say(event.seat, 23, event.to)
            case e.Wager():
                self.say(event.seat, 5, added)
            case e.Call():
                self.say(event.seat, 3, added)
            case e.Fold():
                self.say(event.seat, 0, 0)
            case e.Check():
                self.say(event.seat, 4, 0)
            case _:
                pass

    def say(self, seat: int, kind: int, amount: int) -> None:
        self.number += 1
        name = quoteattr(self.names[seat])
        told = f'no="{self.number}" player={name} type="{kind}" sum="{self.money(amount)}" cards=""'
        self.tags[seat].append(f"<action {told}/>")


def card_word(card: int) -> str:
    """`C10`, `HQ`, or `X` for one nobody saw."""
    if card == UNSEEN:
        return "X"
    name = name_of(card)
    return name[1].upper() + name[0].replace("T", "10")
