"""Writes a hand as Merge does: what `rooms.merge` reads. A bet that nobody called comes back in a line of its own where
hands were shown, else it is paid out with the pot.
"""

from xml.sax.saxutils import quoteattr

from auditor.engine import events as e
from auditor.engine.cards import RANKS, UNSEEN, name_of
from auditor.engine.hand import Game, Hand
from auditor.formats.amounts import spell
from tests.printers.chips_in_play import ChipsInPlay, dealt_after
from tests.printers.english import high_words

GAMES = {Game.STUD: ("7-Stud", "39"), Game.STUD8: ("7-Stud H/L8", "43"), Game.RAZZ: ("Razz", "46")}
ROUNDS = {3: "BRING_IN", 4: "FOURTH_STREET", 5: "FIFTH_STREET", 6: "SIXTH_STREET", 7: "SEVENTH_STREET"}
TYPES = {e.Ante: "ANTE", e.BringIn: "BRING_IN", e.Call: "CALL", e.Fold: "FOLD", e.Check: "CHECK"}
HALVES = {"high": "h", "low": "l"}


def print_lead(hand: Hand) -> str:
    """The line above all hands of a file."""
    small, big = [spell(bet or 0, hand.unit.minor) for bet in (hand.stakes.small_bet, hand.stakes.big_bet)]
    sign = "$" if hand.unit.minor else ""
    stakes = "Limit" if hand.tournament else f"Limit {sign}{small}/{sign}{big}"
    return f'<description type="{GAMES[hand.game][0]}{" Tournament" if hand.tournament else ""}" stakes="{stakes}"/>\n'


def print_hand(hand: Hand) -> str:
    """One hand, from its `<game>` tag on."""
    return "\n".join(_Printer(hand).text()) + "\n"


class _Printer:
    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.chips = ChipsInPlay()
        self.held: dict[int, list[str]] = {}
        self.open: set[int] = set()
        self.lines: list[str] = []
        self.cards: list[str] = []
        self.rounds = 0
        self.events = 0
        self.shown: dict[int, e.Show] = {}
        self.uncalled = {each.seat: each.amount for each in hand.events if isinstance(each, e.Return)}
        self.own_line = bool(self.uncalled) and any(isinstance(each, e.Show) for each in hand.events)

    def text(self) -> list[str]:
        self.head()
        self.begin("BLINDS")
        for at, event in enumerate(self.hand.events):
            self.take(event, at)
            self.chips.take(event)
        for seat, amount in self.uncalled.items():
            self.winner(seat, amount, 9, "n", "", uncalled="true")
        self.end_round()
        self.lines.append("</game>")
        return self.lines

    def head(self) -> None:
        hand = self.hand
        table, number = hand.table or "Juneau", hand.number or "1"
        played = f"{hand.tournament or 77}-1" if hand.tournament else "77"
        data = f"20110204|{table}|{played}|77-{number}|{'true' if hand.tournament else 'false'}"
        kind = f'gametype="{GAMES[hand.game][1]}" seats="8" realmoney="{str(bool(hand.unit.minor)).lower()}"'
        self.lines += [
            f'<game id="77-{number}" starttime="20110204202244" numholecards="7" {kind} data="{data}">',
            '\t<players dealer="7">',
        ]
        antes = {each.seat: each.amount for each in hand.events if isinstance(each, e.Ante)}
        for seat in hand.seats:
            stack = (seat.stack or 0) - (antes.get(seat.number, 0) if hand.tournament else 0)
            told = f'seat="{seat.number - 1}" nickname={quoteattr(seat.player)} balance="${self.money(stack)}"'
            self.lines.append(f'\t\t<player {told} dealtin="true" />')
        self.lines.append("\t</players>")

    def money(self, chips: int) -> str:
        minor = self.hand.unit.minor
        return f"{chips // 10**minor}.{chips % 10**minor:02d}" if minor else f"{chips}.00"

    def begin(self, name: str) -> None:
        self.end_round()
        self.rounds += 1
        self.lines.append(f'\t<round id="{name}" sequence="{self.rounds}">')

    def end_round(self) -> None:
        if self.rounds:
            self.lines += [*self.cards, "\t</round>"]
            self.cards = []

    def take(self, event: e.Event, at: int) -> None:
        match event:
            case e.Street():
                self.begin(ROUNDS[event.street])
                for deal in dealt_after(self.hand.events, at)[0].values():
                    self.deal(deal)
                for card in dealt_after(self.hand.events, at)[1]:
                    self.cards.append(f'\t\t<cards type="COMMUNITY" cards="{name_of(card)}"/>')
            case e.Wager():
                self.wager(event)
            case e.Ante() | e.BringIn() | e.Call() | e.Fold() | e.Check():
                self.act(event)
            case e.Show() | e.Muck():
                self.show(event)
            case e.Collect():
                self.pay(event)
            case _:
                pass

    def deal(self, deal: e.Deal) -> None:
        """All the seat holds; what lies down is hidden until it was laid open."""
        if self.chips.street and deal.seat in self.chips.folded:
            return
        held = self.held.setdefault(deal.seat, [])
        seen = deal.seat in self.open
        held += ["null" if not seen or card == UNSEEN else name_of(card) for card in deal.down]
        held += [name_of(card) for card in deal.up]
        kind = f'<cards type="DRAW_DRAWN_CARDS" cards="{",".join(held)}" player="{deal.seat - 1}"/>'
        self.cards.append(f"\t\t{kind}")

    def event(self, kind: str, seat: int, amount: int | None = None) -> None:
        self.events += 1
        paid = "" if amount is None else f' amount="{self.money(amount)}"'
        stamp = f'sequence="{self.events}" type="{kind}" timestamp="{1296868936796 + self.events}"'
        self.lines.append(f'\t\t<event {stamp} player="{seat - 1}"{paid}/>')

    def act(self, event: e.Event) -> None:
        amount = None
        if isinstance(event, e.Ante):
            amount = event.amount
        elif isinstance(event, e.BringIn | e.Call):
            amount = event.to - self.chips.front[event.seat]
        if self.chips.street == 3 and not isinstance(event, e.BringIn) and "BRING_IN" in self.lines[-1]:
            self.begin("THIRD_STREET")
        kind = "ALL_IN" if isinstance(event, e.Call | e.BringIn) and event.all_in else TYPES[type(event)]
        self.event(kind, event.seat, amount)

    def wager(self, event: e.Wager) -> None:
        added = event.to - self.chips.front[event.seat]
        if self.chips.street == 3 and "BRING_IN" in self.lines[-1]:
            self.begin("THIRD_STREET")
        if event.all_in:
            self.event("ALL_IN", event.seat, added)
        elif event.verb == "raises":
            self.event("RAISE", event.seat, event.to)
        else:
            self.event("COMPLETE" if event.verb == "completes" else "BET", event.seat, event.to)

    def show(self, event: e.Show | e.Muck) -> None:
        if self.chips.street == 7 and "SHOWDOWN" not in " ".join(self.lines[-40:]):
            self.begin("SHOWDOWN")
        kind = "SHOW" if isinstance(event, e.Show) else "MUCK"
        self.event(kind, event.seat)
        if isinstance(event, e.Show):
            self.open.add(event.seat)
            self.held[event.seat] = [name_of(card) for card in event.cards]
            self.shown[event.seat] = event
            cards = ",".join(self.held[event.seat])
            self.cards.append(f'\t\t<cards type="SHOWN" cards="{cards}" player="{event.seat - 1}"/>')

    def pay(self, event: e.Collect) -> None:
        if "END_OF_GAME" not in " ".join(self.lines[-40:]):
            self.begin("END_OF_GAME")
        uncalled = self.uncalled.pop(event.seat, 0)
        amount = event.amount + (0 if self.own_line else uncalled)
        pot = max(event.pot, 0) + 1
        half = HALVES.get(event.half, "n")
        words = self.words(event.seat, half)
        self.winner(event.seat, amount, pot, half, words)
        if uncalled and self.own_line:
            self.winner(event.seat, uncalled, pot + 1, "n", "", uncalled="true")

    def winner(self, seat: int, amount: int, pot: int, half: str, words: str, *, uncalled: str = "false") -> None:
        told = f'amount="{self.money(amount)}" uncalled="{uncalled}" potnumber="{pot}" player="{seat - 1}"'
        hand = f' hand="{words}"' if words else ""
        self.lines.append(f'\t\t<winner {told}{hand} pottype="{half}"/>')

    def words(self, seat: int, half: str) -> str:
        """`Two Pair Kings and Fours`, `Queen High Straight`, `8-6-4-3-2`."""
        shown = self.shown.get(seat)
        if shown is None:
            return ""
        if shown.low and (half == "l" or self.hand.game is Game.RAZZ):
            return "-".join([RANKS[rank] for rank in shown.low])
        said = high_words(shown.high, deuce="Two") if half != "l" else ""
        for opening, told in WORDS:
            if said.startswith(opening):
                rest = said.removeprefix(opening)
                return f"{rest.rpartition(' to ')[2]} High Straight" if told == "straight" else told.format(rest)
        return ""


WORDS = (
    ("a pair of ", "Pair of {}"),
    ("two pair, ", "Two Pair {}"),
    ("three of a kind, ", "Three of a Kind {}"),
    ("a straight, ", "straight"),
    ("a flush, ", "Flush {}"),
    ("four of a kind, ", "Four of a Kind {}"),
)
