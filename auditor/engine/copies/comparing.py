"""Compares two records (logs) of one deal line by line. A line may be in both records, in one record alone, or
contradict the other record.

Both records are compared street by street. On a street, cards are compared by seat and by how they lie: face up or face
down. Other lines are compared in their order. But some log formats do not keep the true order of some lines, such as
antes: these lines are compared by seat.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.copies import card_alignment
from auditor.engine.copies.agreeing import agree, are_one_act, may_agree
from auditor.engine.copies.pairs import Pair, Verdict
from auditor.engine.copies.side import Side, infers_calls, one_may_be_strange
from auditor.engine.hand import Hand, Records

_SHOWS: Final = (e.Show, e.Muck)


def compare(one: Hand, other: Hand) -> tuple[Pair, ...]:
    """Compares two records (logs) of one deal, and returns their events as pairs with a verdict. Remarks and some cards
    may be in only one of the records, which is no contradiction.
    """
    mine, theirs = Side(one), Side(other)
    aligner = Aligner(mine, theirs)
    pairs: list[Pair] = []
    shows = () if mine.records & theirs.records & Records.SHOWDOWN_ORDER else _SHOWS
    pairs += aligner.by_seat(_of(mine, shows), _of(theirs, shows))
    summed = _summed(mine, theirs)
    for each in summed:
        pairs += aligner.by_sum(_of(mine, (each,)), _of(theirs, (each,)))
    apart = (*card_alignment.DEALS, *shows, *summed)
    for part, against in _streets(mine, theirs):
        pairs += card_alignment.beside(mine, theirs, part, against)
        pairs += aligner.beside(
            [at for at in part if not isinstance(mine.events[at], apart)],
            [at for at in against if not isinstance(theirs.events[at], apart)],
        )
    return tuple(_in_order(pairs))


def _summed(one: Side, other: Side) -> tuple[type[e.Event], ...]:
    """Returns the kinds of events, such as rake, whose amounts are added up before the comparison. The reason is that
    the two records may list these events in different orders, or split one amount into several lines.
    """
    antes = () if one.records & other.records & Records.ANTES_IN_PLACE else (e.Ante,)
    payments = (e.Collect,) if (one.records | other.records) & Records.PAYOUT_APART else ()
    return (e.Rake, *antes, *payments)


def _of(side: Side, types: tuple[type[e.Event], ...]) -> list[int]:
    return [at for at, event in enumerate(side.events) if isinstance(event, types)]


def _streets(one: Side, other: Side) -> Iterator[tuple[range, range]]:
    """Splits both records into parts, and yields the parts as pairs of index ranges. A part begins at a street line
    that both records have. If a parser inferred the streets of one record, each whole record is one part.
    """
    there = {} if infers_calls(one, other) else _begins(other)
    begin = against = 0
    for street, at in _begins(one).items():
        to = there.get(street, -1)
        if to >= against and at > begin:
            yield range(begin, at), range(against, to)
            begin, against = at, to
    yield range(begin, len(one.events)), range(against, len(other.events))


def _begins(side: Side) -> dict[tuple[int, int], int]:
    """Returns the index of each line that begins a street. The key is the street number, and how many earlier lines of
    this record begin the same street: usually 0.
    """
    times: defaultdict[int, int] = defaultdict(int)
    begins = {}
    for at, event in enumerate(side.events):
        if isinstance(event, e.Street):
            begins[event.street, times[event.street]] = at
            times[event.street] += 1
    return begins


def _in_order(pairs: list[Pair]) -> Iterator[Pair]:
    """Yields the pairs in the order of the first record. A line that only the second record has comes just before the
    next line of the second record that has a partner in the first record.
    """
    lone = sorted([pair.other for pair in pairs if pair.one is None and pair.other is not None])
    alone = {pair.other: pair for pair in pairs if pair.one is None}
    waiting = 0
    for pair in sorted([pair for pair in pairs if pair.one is not None], key=lambda pair: pair.one or 0):
        while pair.other is not None and waiting < len(lone) and lone[waiting] < pair.other:
            yield alone[lone[waiting]]
            waiting += 1
        yield pair
    for at in lone[waiting:]:
        yield alone[at]


def compare_tops(one: Hand, other: Hand) -> tuple[tuple[str, str, str], ...]:
    """Compares the header fields of two records (logs): stakes, button, time and seats. Returns a triple for each
    difference: the name of the field, and its value in each record. If a record lacks the field, the value in that
    record is an empty text.
    """
    theirs = dict(_top(other))
    names = {**dict(_top(one)), **theirs}
    mine = dict(_top(one))
    return tuple(
        [(name, mine.get(name, ""), theirs.get(name, "")) for name in names if mine.get(name) != theirs.get(name)]
    )


def _top(hand: Hand) -> Iterator[tuple[str, str]]:
    stakes = hand.stakes
    yield "structure", hand.structure.value
    yield "ante", _in_text(stakes.ante)
    yield "bring-in", _in_text(stakes.bring_in)
    yield "small bet", _in_text(stakes.small_bet)
    yield "big bet", _in_text(stakes.big_bet)
    yield "button", str(hand.button or "")
    yield "played", hand.played
    for seat in hand.seats:
        yield f"seat {seat.number}", f"{seat.player} {_in_text(seat.stack)}"


def _in_text(amount: int | None) -> str:
    return "" if amount is None else str(amount)


# The limit for the work on two records. To find the best pairs of m lines and n lines takes m * n steps. All steps for
# the two records together may not exceed this limit, which is several times larger than any real hand needs. Lines for
# which too few steps are left are paired only by their position.
MOST_WAYS: Final = 100_000
# An alignment decides which lines of two lists belong together. The best alignment has the lowest cost.
# - `_LIKE` is the cost of a pair of lines of one kind and seat that differ, for example in the amount. It is the lowest
#   of the three costs, because a different amount must not be reported as a missing line.
# - `_LONE` is the cost of a line without a partner.
# - `_UNLIKE` is the cost of a pair of lines of different kinds or seats.
_LIKE: Final = 3000
_LONE: Final = 4000
_UNLIKE: Final = 6000
# Lower costs for showdown lines that a log may leave out. `_SPARE` is the cost of such a line without a partner.
# `_SPARE_LIKE` is the cost of a pair of such lines whose amounts or cards differ.
_SPARE: Final = 10
_SPARE_LIKE: Final = 15
# Equal lines lower the cost a little. So, if several alignments have the same differences, the alignment with the most
# equal lines is chosen. `_FULLER` is for lines that are not equal but may describe the same event, for example because
# one of them hides a card.
_SAME: Final = -2
_FULLER: Final = -1
_BOTH, _MINE, _THEIRS = 0, 1, 2
_PAYS: Final = (e.BringIn, e.Call, e.Wager)
# Many parsers take these events from the summary at the end of the log if no earlier line states them. If such an
# earlier line is unreadable, the event may have another place or fewer details.
_SHOWDOWN: Final = (e.Show, e.Muck, e.Collect)


class Aligner:
    """Pairs the lines of one record with the lines of the other record. `comparisons` counts how often two lines were
    compared; a test checks that this number is limited.
    """

    def __init__(self, one: Side, other: Side) -> None:
        self.one: Final = one
        self.other: Final = other
        self.comparisons = 0
        self._left = MOST_WAYS
        self._whole: Final = bool(one.records & other.records & Records.WHOLE_HANDS)
        self._strange: Final = one_may_be_strange(one, other)
        self._inferred: Final = infers_calls(one, other)
        hidden = one.unread or other.unread or one.stops or other.stops
        ordered = one.records & other.records & Records.SHOWDOWN_ORDER
        self._spare: Final = _SHOWDOWN if hidden else () if ordered else _SHOWDOWN[:2]
        self._words: Final = [event.words() for event in one.events]
        self._against: Final = [event.words() for event in other.events]

    def beside(self, mine: Sequence[int], theirs: Sequence[int]) -> list[Pair]:
        """Pairs the lines `mine` of the first record with the lines `theirs` of the second record; both are indexes of
        events. The order of the lines within each record is kept.
        """
        begin, left = 0, min(len(mine), len(theirs))
        while begin < left and self._same(mine[begin], theirs[begin]):
            begin += 1
        end, left = 0, left - begin
        while end < left and self._same(mine[-1 - end], theirs[-1 - end]) and not self._ends(mine[-1 - end]):
            end += 1
        head = [Pair(a, b, self._verdict(a, b)) for a, b in zip(mine[:begin], theirs[:begin], strict=True)]
        some, others = mine[begin : len(mine) - end], theirs[begin : len(theirs) - end]
        tail = zip(mine[len(mine) - end :], theirs[len(theirs) - end :], strict=True)
        by_way = len(some) * len(others) <= self._left
        self._left -= len(some) * len(others) * by_way
        middle = self._by_way(some, others) if by_way else self._by_position(some, others)
        return [*head, *middle, *[Pair(a, b, self._verdict(a, b)) for a, b in tail]]

    def by_seat(self, mine: Sequence[int], theirs: Sequence[int]) -> list[Pair]:
        """Pairs lines by seat, whatever their order. The first line of a kind by a seat, such as its first show, is
        paired with the first such line of the seat in the other record. The second lines are the next pair, and so on.
        """
        whose, against = _by_seat(self.one, mine), _by_seat(self.other, theirs)
        pairs = []
        for key in whose | against:
            a, b = whose.get(key), against.get(key)
            if a is not None and b is not None:
                pairs.append(Pair(a, b, self._verdict(a, b) if self._same(a, b) else Verdict.DIFFERS))
                continue
            cost = self._alone(a) if a is not None else self._alone_there(b) if b is not None else 0
            lacking = self.other if b is None else self.one
            may = cost < _LONE or lacking.unread or lacking.stops
            pairs.append(Pair(a, b, Verdict.ALONE if may else Verdict.DIFFERS))
        return pairs

    def by_sum(self, mine: Sequence[int], theirs: Sequence[int]) -> list[Pair]:
        """Pairs lines with amounts by seat, whatever their order. One format has a line for each part of an amount,
        another has one line for the whole amount. So lines of a seat do not differ if their amounts have the same sum
        in both records.
        """
        sums, against = _sums(self.one, mine), _sums(self.other, theirs)
        pairs = []
        for pair in self.by_seat(mine, theirs):
            seat = self.one.events[pair.one].seat if pair.one is not None else self.other.events[pair.other or 0].seat
            verdict = pair.verdict
            if verdict is Verdict.DIFFERS and sums.get(seat, 0) == against.get(seat, 0):
                verdict = Verdict.ALONE if pair.one is None or pair.other is None else Verdict.SAME
            pairs.append(pair._replace(verdict=verdict))
        return pairs

    def _ends(self, at: int) -> bool:
        """Whether `at` is the last line of the first record, and one of the two records may end before the deal did.
        In this case the last lines of the two records need not belong together.
        """
        return at == len(self.one.events) - 1 and (self.one.stops or self.other.stops)

    def _same(self, at: int, against: int) -> bool:
        """Whether line `at` of the first record and line `against` of the second record may describe the same event."""
        self.comparisons += 1
        if self._words[at] == self._against[against]:
            return True
        mine, theirs = self.one.events[at], self.other.events[against]
        strange = self._strange and e.STRANGER in (mine.seat, theirs.seat)
        if self._inferred and (strange or mine.seat == theirs.seat) and are_one_act(mine, theirs):
            return True
        if strange:
            return _same_but_for_the_seat(mine, theirs)
        return may_agree(mine, theirs) and agree(mine, theirs, self._whole)

    def _verdict(self, at: int, against: int) -> Verdict:
        cards = isinstance(self.one.events[at], e.Cards) and self._words[at] != self._against[against]
        return Verdict.FULLER if cards else Verdict.SAME

    def _alone(self, at: int) -> int:
        """Returns how much the cost of an alignment grows if line `at` of the first record gets no partner."""
        return 0 if self._free(at) else _SPARE if isinstance(self.one.events[at], self._spare) else _LONE

    def _alone_there(self, at: int) -> int:
        return 0 if self._free_there(at) else _SPARE if isinstance(self.other.events[at], self._spare) else _LONE

    def _free(self, at: int) -> bool:
        """Whether the second record may lack line `at` of the first record, for example because it is a chat line. Then
        a missing partner costs nothing in an alignment.
        """
        return at == self.one.shaky or self.other.may_lack(self.one, at)

    def _free_there(self, at: int) -> bool:
        return at == self.other.shaky or self.one.may_lack(self.other, at)

    def _cost(self, at: int, against: int, free: bool) -> int:
        """Returns the cost of pairing line `at` of the first record with line `against` of the second. If one of the
        two lines may be missing in the other record (`free`), a pair of different lines costs more than no pair.
        """
        if self._same(at, against):
            return _SAME if self._words[at] == self._against[against] else _FULLER
        if free:
            return _UNLIKE * 2
        mine, theirs = self.one.events[at], self.other.events[against]
        if type(mine) is not type(theirs) or mine.seat != theirs.seat:
            return _UNLIKE
        return _SPARE_LIKE if isinstance(mine, self._spare) else _LIKE

    def _by_way(self, mine: Sequence[int], theirs: Sequence[int]) -> list[Pair]:
        """Pairs two lists of lines so that the total cost is the lowest. The method is dynamic programming, as for an
        edit distance.
        """
        wide = len(theirs) + 1
        ways = bytearray((len(mine) + 1) * wide)
        alone = [self._alone(at) for at in mine]
        alone_there = [self._alone_there(at) for at in theirs]
        hidden = [False, *[self.one.hides(at) for at in mine]]
        hidden_there = [False, *[self.other.hides(at) for at in theirs]]
        above: list[int] = []
        for i in range(len(mine) + 1):
            row: list[int] = []
            for j in range(wide):
                cheapest, way = (0, _BOTH) if i == j == 0 else (1 << 60, _BOTH)
                if i and j:
                    free = not alone[i - 1] or not alone_there[j - 1]
                    cheapest = above[j - 1] + self._cost(mine[i - 1], theirs[j - 1], free)
                if i:
                    cost = above[j] + (0 if hidden_there[j] else alone[i - 1])
                    cheapest, way = (cost, _MINE) if cost < cheapest else (cheapest, way)
                if j:
                    cost = row[j - 1] + (0 if hidden[i] else alone_there[j - 1])
                    cheapest, way = (cost, _THEIRS) if cost < cheapest else (cheapest, way)
                row.append(cheapest)
                ways[i * wide + j] = way
            above = row
        return self._walked(mine, theirs, _path(ways, len(mine), len(theirs)))

    def _walked(self, mine: Sequence[int], theirs: Sequence[int], path: list[tuple[int, int, int]]) -> list[Pair]:
        """Returns the pairs of the cheapest alignment, whose steps are in `path`.

        One record may have a bet or call of a seat where the other record has an unreadable line. Then the later
        amounts of this seat on the street cannot be compared. Different amounts are not reported in this case.
        """
        pairs: list[Pair] = []
        hidden: set[int] = set()
        # true if a record may lack the line that begins a street: the amounts in front of all seats may then be wrong
        everyone = False
        for way, i, j in path:
            if way == _BOTH:
                a, b = mine[i - 1], theirs[j - 1]
                if self._same(a, b):
                    pairs.append(Pair(a, b, self._verdict(a, b)))
                elif self._both_pay(a, b) and (everyone or self.one.events[a].seat in hidden):
                    pairs += [Pair(a, None, Verdict.ALONE), Pair(None, b, Verdict.ALONE)]
                else:
                    pairs.append(Pair(a, b, Verdict.DIFFERS))
                continue
            at = mine[i - 1] if way == _MINE else theirs[j - 1]
            event = self.one.events[at] if way == _MINE else self.other.events[at]
            cost = self._alone(at) if way == _MINE else self._alone_there(at)
            over = j and self.other.hides(theirs[j - 1]) if way == _MINE else i and self.one.hides(mine[i - 1])
            verdict = Verdict.ALONE if over or cost < _LONE else Verdict.DIFFERS
            if over and isinstance(event, _PAYS):
                hidden.add(event.seat)
            everyone = everyone or bool(over and isinstance(event, e.Street))
            pairs.append(Pair(at, None, verdict) if way == _MINE else Pair(None, at, verdict))
        return pairs

    def _both_pay(self, at: int, against: int) -> bool:
        mine, theirs = self.one.events[at], self.other.events[against]
        return mine.seat == theirs.seat and isinstance(mine, _PAYS) and isinstance(theirs, _PAYS)

    def _by_position(self, mine: Sequence[int], theirs: Sequence[int]) -> list[Pair]:
        """Pairs the first line of one record with the first line of the other record, the second with the second, and
        so on. Lines that the other record may lack get no partner. After an unreadable line, or where a record ends too
        early, differences are not reported.
        """
        pairs = [Pair(at, None, Verdict.ALONE) for at in mine if self._alone(at) < _LONE]
        pairs += [Pair(None, at, Verdict.ALONE) for at in theirs if self._alone_there(at) < _LONE]
        some = [at for at in mine if self._alone(at) == _LONE]
        others = [at for at in theirs if self._alone_there(at) == _LONE]
        end = next((at for at in mine if self.one.hides(at)), len(self.one.events))
        end_there = next((at for at in theirs if self.other.hides(at)), len(self.other.events))
        both = min(len(some), len(others))
        for a, b in zip(some[:both], others[:both], strict=True):
            if self._same(a, b):
                pairs.append(Pair(a, b, self._verdict(a, b)))
            elif a < end and b < end_there:
                pairs.append(Pair(a, b, Verdict.DIFFERS))
            else:
                pairs += [Pair(a, None, Verdict.ALONE), Pair(None, b, Verdict.ALONE)]
        hidden = end < len(self.one.events) or end_there < len(self.other.events)
        verdict = Verdict.ALONE if hidden else Verdict.DIFFERS
        pairs += [Pair(at, None, verdict) for at in some[both:]]
        return pairs + [Pair(None, at, verdict) for at in others[both:]]


def _path(ways: bytearray, mine: int, theirs: int) -> list[tuple[int, int, int]]:
    """Follows the cheapest alignment from its end to its beginning, and returns its steps in order. A step is a triple:
    which record the step takes a line from (`_BOTH`, `_MINE` or `_THEIRS`), and how many lines of each record are used
    up to this step.
    """
    path = []
    i, j = mine, theirs
    while i or j:
        way = ways[i * (theirs + 1) + j]
        path.append((way, i, j))
        i -= way != _THEIRS
        j -= way != _MINE
    path.reverse()
    return path


def _same_but_for_the_seat(event: e.Event, against: e.Event) -> bool:
    """Whether two lines are equal except for the seat. One record may not know the seat, because it lacks the line that
    names this player.
    """
    mine, theirs = event.words().split(" "), against.words().split(" ")
    return mine[0] == theirs[0] and mine[2:] == theirs[2:]


def _by_seat(side: Side, lines: Sequence[int]) -> dict[tuple[str, int, int], int]:
    """Returns the index of each of these lines by a key: the kind of event, the seat, and how many earlier lines of
    this kind the same seat has.
    """
    times: Counter[tuple[str, int]] = Counter()
    found = {}
    for at in lines:
        event = side.events[at]
        done = type(event).__name__, event.seat
        found[*done, times[done]] = at
        times[done] += 1
    return found


def _sums(side: Side, lines: Sequence[int]) -> dict[int, int]:
    """Returns the sum of the amounts of these lines for each seat. Seat 0 has the sum of the amounts that belong to no
    seat, such as rake.
    """
    sums: Counter[int] = Counter()
    for at in lines:
        event = side.events[at]
        if isinstance(event, e.Ante | e.Collect | e.Rake):
            sums[event.seat] += event.amount
    return sums


def contradict(one: Hand, other: Hand) -> bool:
    """Whether two records (logs) contradict each other, so that they cannot both be true of the same deal."""
    return _tops_differ(one, other) or any(pair.verdict is Verdict.DIFFERS for pair in compare(one, other))


def _tops_differ(one: Hand, other: Hand) -> bool:
    """Whether the header fields of two records, such as stakes and stacks, contradict each other. A field is compared
    only if both records have it.

    A seat that only one record lists is a contradiction too. But it is no contradiction if an unreadable line or an
    early end of the other record may be the reason why that record lacks the seat.
    """
    if one.structure != other.structure or one.unit.minor != other.unit.minor:
        return True
    pairs: list[tuple[object, object]] = [
        (one.stakes.ante, other.stakes.ante),
        (one.stakes.bring_in, other.stakes.bring_in),
        (one.stakes.small_bet, other.stakes.small_bet),
        (one.stakes.big_bet, other.stakes.big_bet),
        (one.button or None, other.button or None),
        (one.played or None, other.played or None),
    ]
    mine, theirs = {seat.number: seat for seat in one.seats}, {seat.number: seat for seat in other.seats}
    for number in mine.keys() & theirs.keys():
        seat, against = mine[number], theirs[number]
        pairs += [(seat.player or None, against.player or None), (seat.stack, against.stack)]
    if any(value != against for value, against in pairs if value is not None and against is not None):
        return True
    lacking = [(Side(other), number) for number in mine.keys() - theirs.keys()]
    lacking += [(Side(one), number) for number in theirs.keys() - mine.keys()]
    return any(not side.misses(number) for side, number in lacking)
