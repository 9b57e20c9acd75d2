"""Reads the header lines of a transcript: hand number, game, stakes, seats and the like."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from auditor.engine.events import Event
from auditor.engine.hand import Game, Hand, Seat, Stakes, Structure, Unit
from auditor.formats.amounts import MOST_MINOR, signed_amount
from auditor.formats.transcript.spellings import usual_header
from auditor.formats.transcript.words import RECORDS, USUAL_RECORDS, small, tokens, unquoted

_TEXTS: Final = ("room", "house", "table", "tournament", "played", "local")


class Header:
    """The values of the header lines of a transcript: game, stakes, seats and so on. `take` reads one line and stores
    its value here.
    """

    def __init__(self) -> None:
        self.game = Game.STUD
        self.structure = Structure.FIXED
        self.unit = Unit()
        self.stakes = Stakes()
        self.seats: list[Seat] = []
        self.records = int(USUAL_RECORDS)
        self.number: str | None = None
        self.texts = dict.fromkeys(_TEXTS, "")
        self.overrides: dict[str, str] = {}
        self.button = 0
        self.first_dealt = 0
        self.most_seats = 0
        self.stated: set[str] = set()  # the first words of the header lines read since the last call of `begin`

    def begin(self, unit: Unit | None) -> bool:
        """Begins the lines of one hand, after the header lines for all hands of the file were read. `unit` is the unit
        of amounts that a line of this hand states, or `None`.

        Returns false if the header lines for all hands state the stakes in another unit than `unit`, because the
        amounts of the stakes would then be wrong for this hand.
        """
        above = self.stated
        self.stated = set()
        if unit is None or (unit.currency, unit.minor) == (self.unit.currency, self.unit.minor):
            return True
        self.unit = unit
        return "stakes" not in above

    def take(self, words: Sequence[str]) -> bool:
        """Reads a line whose first word is one of `HEADER_WORDS`. Returns false if the other words make no sense."""
        read = _HEADERS[words[0]]
        taken = read(self, words[1:]) or read(self, usual_header(words, self.unit.minor)[1:])
        if taken:
            self.stated.add(words[0])
        return taken

    def chips(self, text: str) -> int | None:
        """Returns an amount in the smallest unit; `None` if the text is no amount."""
        return signed_amount(text, self.unit.minor)

    def hand(self, events: Sequence[Event]) -> Hand:
        """Returns the hand with this header and these events."""
        texts = self.texts
        return Hand(
            self.game,
            tuple(self.seats),
            self.stakes,
            tuple(events),
            self.records,
            structure=self.structure,
            unit=self.unit,
            room=texts["room"],
            number=self.number,
            table=texts["table"],
            tournament=texts["tournament"],
            house=texts["house"],
            played=texts["played"],
            local=texts["local"],
            button=self.button,
            first_dealt=self.first_dealt,
            most_seats=self.most_seats,
        )


def _hand(header: Header, words: Sequence[str]) -> bool:
    """Reads the number of the hand: `hand 88214`, or only `hand` if the room has no number for the hand."""
    number = unquoted(words[0]) if len(words) == 1 else None
    if words and number is None:
        return False
    header.number = number
    return True


def _game(header: Header, words: Sequence[str]) -> bool:
    if len(words) != 1 or words[0] not in list(Game):
        return False
    header.game = Game(words[0])
    return True


def _structure(header: Header, words: Sequence[str]) -> bool:
    if len(words) != 1 or words[0] not in list(Structure):
        return False
    header.structure = Structure(words[0])
    return True


def _unit(header: Header, words: Sequence[str]) -> bool:
    """Reads the currency and then the number of decimals: `unit USD 2`, `unit 2`, `unit chips`."""
    minor = small(words[-1]) if words else None
    currency = unquoted(words[0]) if len(words) > (minor is not None) else ""
    minor = minor or 0
    if not 1 <= len(words) <= 2 or currency is None or minor > MOST_MINOR:
        return False
    unit = Unit(currency, minor)
    if "unit" in header.stated and (unit.currency, unit.minor) != (header.unit.currency, header.unit.minor):
        # An earlier `unit` line of this hand states another unit, and the amounts between the two lines are in that
        # unit.
        return False
    header.unit = unit
    return True


def _text(name: str) -> Callable[[Header, Sequence[str]], bool]:
    """Returns a function that reads a header line with one text, such as `table "7"`, into `header.texts[name]`."""

    def take(header: Header, words: Sequence[str]) -> bool:
        text = unquoted(words[0]) if len(words) == 1 else None
        header.texts[name] = text or ""
        return text is not None

    return take


def unit_of(lines: Iterable[str]) -> Unit | None:
    """Returns the unit that the `unit` line of a hand states; this line may be anywhere among the lines. Returns `None`
    if no line states the unit.
    """
    for line in lines:
        words = tokens(line) if line.lstrip().startswith("unit") else []
        header = Header()
        if words[:1] == ["unit"] and _unit(header, words[1:]):
            return header.unit
    return None


def _house(header: Header, words: Sequence[str]) -> bool:
    """Reads the house, `house roberts`, or a changed value of the house, `house bring_in.tie = first_dealt`."""
    if len(words) >= 3 and words[1] == "=":
        header.overrides[words[0]] = " ".join(words[2:])
        return True
    return _text("house")(header, words)


def _stakes(header: Header, words: Sequence[str]) -> bool:
    """Reads the stakes: `stakes 10/20 bring-in 3 ante 1`. Parts that nobody knows may be missing; `?` is an unknown
    bet.
    """
    rest = list(words)
    bets: list[int | None] = [None, None]
    if rest and "/" in rest[0]:
        sizes = rest.pop(0).split("/")
        bets = [None if size == "?" else header.chips(size) for size in sizes]
        if len(bets) != 2 or any(bet is None and size != "?" for bet, size in zip(bets, sizes, strict=True)):
            return False
    forced: dict[str, int | None] = {}
    while len(rest) >= 2 and rest[0] in ("bring-in", "ante") and rest[0] not in forced:
        forced[rest[0]] = header.chips(rest[1])
        del rest[:2]
    if rest or None in forced.values():
        return False
    header.stakes = Stakes(forced.get("ante"), forced.get("bring-in"), bets[0], bets[1])
    return True


def _stacks(header: Header, words: Sequence[str]) -> bool:
    """Reads the stacks of seats 1, 2, 3: `stacks 500 500 500`. The name of each player is the number of the seat."""
    stacks = [header.chips(word) for word in words]
    if None in stacks:
        return False
    header.seats.extend([Seat(number, str(number), stack) for number, stack in enumerate(stacks, 1)])
    return bool(words)


def _seat(header: Header, words: Sequence[str]) -> bool:
    """Reads one seat: `seat 3 "Ann" 500`, `seat 4 "Bo" ? not dealt in`. `?` is an unknown stack."""
    dealt_in = list(words[3:]) != ["not", "dealt", "in"]
    if len(words) != (3 if dealt_in else 6):
        return False
    number, player, stack = small(words[0]), unquoted(words[1]), header.chips(words[2])
    if number is None or player is None or (stack is None and words[2] != "?"):
        return False
    header.seats.append(Seat(number, player, stack, dealt_in))
    return True


def _button(header: Header, words: Sequence[str]) -> bool:
    return _number(header, "button", words)


def _first(header: Header, words: Sequence[str]) -> bool:
    """Reads the number of the seat that gets the first card of the deal: `first dealt 3`."""
    return words[:1] == ["dealt"] and _number(header, "first_dealt", words[1:])


def _most(header: Header, words: Sequence[str]) -> bool:
    """Reads the number of seats at the table: `most seats 8`."""
    return words[:1] == ["seats"] and _number(header, "most_seats", words[1:])


def _number(header: Header, name: str, words: Sequence[str]) -> bool:
    """Sets the attribute `name` of the header to the number in `words`. Returns false if `words` is not exactly one
    number.
    """
    number = small(words[0]) if len(words) == 1 else None
    if number is not None:
        setattr(header, name, number)
    return number is not None


def _records(header: Header, words: Sequence[str]) -> bool:
    """Reads the facts that this log records. `records rake payout` means only these two facts. `records +burns
    -payout` means the usual facts, plus burns and minus payouts.
    """
    relative = any(word[0] in "+-" for word in words)
    records = int(USUAL_RECORDS) if relative else 0
    for word in words:
        record = RECORDS.get(word.lstrip("+-"))
        if record is None or relative != (word[0] in "+-"):
            return False
        records = records & ~record if word[0] == "-" else records | record
    header.records = records
    return True


_HEADERS: Final[dict[str, Callable[[Header, Sequence[str]], bool]]] = {
    "hand": _hand,
    "game": _game,
    "structure": _structure,
    "unit": _unit,
    **{name: _text(name) for name in _TEXTS},
    "house": _house,
    "stakes": _stakes,
    "stacks": _stacks,
    "seat": _seat,
    "button": _button,
    "first": _first,
    "most": _most,
    "records": _records,
}
HEADER_WORDS: Final = frozenset(_HEADERS)
# Header lines that begin with these words may also stand below the first event of a hand, because they change no event
# above them.
LATE_WORDS: Final = HEADER_WORDS - {"hand", "stacks", "seat"}
