"""Compares two records of one deal line by line. A line is in both records, in one record alone, or contradicts the
other record.

Both records are followed street by street. Within a street, cards are compared by the place where they lie. Other lines
are compared in their order. If one of the formats does not keep that order, the lines are compared by seat.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.copies import card_alignment
from auditor.engine.copies.agreeing import agree, may_agree
from auditor.engine.copies.pairs import Pair, Verdict
from auditor.engine.copies.side import Side, one_may_be_strange
from auditor.engine.hand import Hand, Records

# Kinds of lines whose order is known only if logs record it; each with the bit of `Records` that says so.
_ORDERED: Final = ((Records.ANTES_IN_PLACE, (e.Ante,)), (Records.SHOWDOWN_ORDER, (e.Show, e.Muck)))


def compare(one: Hand, other: Hand) -> tuple[Pair, ...]:
    """Compares both records event by event. Remarks, and some cards, may be in one record alone."""
    mine, theirs = Side(one), Side(other)
    aligner = Aligner(mine, theirs)
    anywhere = tuple([each for bit, types in _ORDERED if not mine.records & theirs.records & bit for each in types])
    pairs: list[Pair] = []
    pairs += aligner.by_seat(_of(mine, anywhere), _of(theirs, anywhere))
    pairs += aligner.by_sum(_of(mine, (e.Rake,)), _of(theirs, (e.Rake,)))
    apart = (*card_alignment.DEALS, e.Rake, *anywhere)
    for part, against in _streets(mine, theirs):
        pairs += card_alignment.beside(mine, theirs, part, against)
        pairs += aligner.beside(
            [at for at in part if not isinstance(mine.events[at], apart)],
            [at for at in against if not isinstance(theirs.events[at], apart)],
        )
    return tuple(_in_order(pairs))


def _of(side: Side, types: tuple[type[e.Event], ...]) -> list[int]:
    return [at for at, event in enumerate(side.events) if isinstance(event, types)]


def _streets(one: Side, other: Side) -> Iterator[tuple[range, range]]:
    """Yields the parts of both records. A part goes from one street that both records have to the next street that both
    have.
    """
    there = _begins(other)
    begin = against = 0
    for street, at in _begins(one).items():
        to = there.get(street, -1)
        if to >= against and at > begin:
            yield range(begin, at), range(against, to)
            begin, against = at, to
    yield range(begin, len(one.events)), range(against, len(other.events))


def _begins(side: Side) -> dict[tuple[int, int], int]:
    """Returns the index of each street line, by the number of the street and by how often that street began before."""
    times: defaultdict[int, int] = defaultdict(int)
    begins = {}
    for at, event in enumerate(side.events):
        if isinstance(event, e.Street):
            begins[event.street, times[event.street]] = at
            times[event.street] += 1
    return begins


def _in_order(pairs: list[Pair]) -> Iterator[Pair]:
    """Yields the pairs in the order of the first record. A line that only the second record has comes before the next
    line of the second record.
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
    """Returns the differences in the lines before the events: the name of each field, and its value in each record. A
    field that only one record has is listed too; its other value is empty.
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


# The limit for exact comparisons. The number of lines of one record, times the number of lines of the other, is taken
# from this limit. It is several times larger than any hand needs. When it is used up, the remaining lines are compared
# by position.
MOST_WAYS: Final = 100_000
# The costs of an alignment: two lines of one seat with different amounts, a line without a partner, and two unlike
# lines. The first is the cheapest, so that a different amount is not reported as a missing line.
_LIKE: Final = 3000
_LONE: Final = 4000
_UNLIKE: Final = 6000
# The costs at a showdown whose lines a log may leave out: a line without a partner, and two lines whose amounts or
# cards differ.
_SPARE: Final = 10
_SPARE_LIKE: Final = 15
# Among alignments of equal cost, the alignment with the most lines in both records wins.
_SAME: Final = -2
_FULLER: Final = -1
_BOTH, _MINE, _THEIRS = 0, 1, 2
_PAYS: Final = (e.BringIn, e.Call, e.Wager)
# Many parsers take these lines from the summary of the log. An unreadable line before the summary can change them.
_SHOWDOWN: Final = (e.Show, e.Muck, e.Collect)


class Aligner:
    """Aligns lines of one record with lines of the other record. `comparisons` counts the comparisons of two lines."""

    def __init__(self, one: Side, other: Side) -> None:
        self.one: Final = one
        self.other: Final = other
        self.comparisons = 0
        self._left = MOST_WAYS
        self._whole: Final = bool(one.records & other.records & Records.WHOLE_HANDS)
        self._strange: Final = one_may_be_strange(one, other)
        hidden = one.unread or other.unread or one.stops or other.stops
        ordered = one.records & other.records & Records.SHOWDOWN_ORDER
        self._spare: Final = _SHOWDOWN if hidden else () if ordered else _SHOWDOWN[:2]
        self._words: Final = [event.words() for event in one.events]
        self._against: Final = [event.words() for event in other.events]

    def beside(self, mine: Sequence[int], theirs: Sequence[int]) -> list[Pair]:
        """Returns the lines of both records as pairs. The lines of both records stay in their order."""
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
        """Returns the lines of both records as pairs, in any order. The first line of a kind by a seat is paired with
        the first such line in the other record. The second lines are paired next, and so on.
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
        """Returns the rake lines as pairs. One format has a line for each pot, another has one line for all pots; equal
        sums are no difference.
        """
        pairs = self.by_seat(mine, theirs)
        if not mine or not theirs or _taken(self.one, mine) != _taken(self.other, theirs):
            return pairs
        verdicts = {Verdict.DIFFERS: Verdict.SAME}
        return [pair._replace(verdict=verdicts.get(pair.verdict, pair.verdict)) for pair in pairs]

    def _ends(self, at: int) -> bool:
        """Whether this is the last line of the first record, while one of the records stops early. Lines of the other
        record that come later are not compared.
        """
        return at == len(self.one.events) - 1 and (self.one.stops or self.other.stops)

    def _same(self, at: int, against: int) -> bool:
        """Whether both records have this line."""
        self.comparisons += 1
        if self._words[at] == self._against[against]:
            return True
        mine, theirs = self.one.events[at], self.other.events[against]
        if self._strange and e.STRANGER in (mine.seat, theirs.seat):
            return _same_but_for_the_seat(mine, theirs)
        return may_agree(mine, theirs) and agree(mine, theirs, self._whole)

    def _verdict(self, at: int, against: int) -> Verdict:
        cards = isinstance(self.one.events[at], e.Cards) and self._words[at] != self._against[against]
        return Verdict.FULLER if cards else Verdict.SAME

    def _alone(self, at: int) -> int:
        """Returns the cost if only the first record has this line."""
        return 0 if self._free(at) else _SPARE if isinstance(self.one.events[at], self._spare) else _LONE

    def _alone_there(self, at: int) -> int:
        return 0 if self._free_there(at) else _SPARE if isinstance(self.other.events[at], self._spare) else _LONE

    def _free(self, at: int) -> bool:
        """Whether this line may be in the first record alone, wherever the line is."""
        return at == self.one.shaky or self.other.may_lack(self.one, at)

    def _free_there(self, at: int) -> bool:
        return at == self.other.shaky or self.one.may_lack(self.other, at)

    def _cost(self, at: int, against: int, free: bool) -> int:
        """Returns the cost of pairing two lines. If one of them may be missing in the other record (`free`), only equal
        lines are worth pairing.
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
        """Returns the cheapest alignment of both lists of lines, by dynamic programming over all alignments."""
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
        """Returns the pairs of an alignment. If an unreadable line may hide an amount of a seat, later amounts of that
        seat are not compared.
        """
        pairs: list[Pair] = []
        hidden: set[int] = set()
        everyone = False  # a hidden street line: the amounts of all seats continue from the street before
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
        """Pairs the lines that both records must have, one by one. After the first line at which a record hides
        something, differences do not count.
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
    """Returns the cheapest alignment from its beginning: each step, and the number of lines of each record up to the
    step.
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
    """Whether two lines are equal except for the seat, which one of the records cannot identify."""
    mine, theirs = event.words().split(" "), against.words().split(" ")
    return mine[0] == theirs[0] and mine[2:] == theirs[2:]


def _by_seat(side: Side, lines: Sequence[int]) -> dict[tuple[str, int, int], int]:
    """Returns the lines by kind, by seat, and by how often the seat had a line of this kind before."""
    times: Counter[tuple[str, int]] = Counter()
    found = {}
    for at in lines:
        event = side.events[at]
        done = type(event).__name__, event.seat
        found[*done, times[done]] = at
        times[done] += 1
    return found


def _taken(side: Side, lines: Sequence[int]) -> int:
    rakes = [side.events[at] for at in lines]
    return sum([event.amount for event in rakes if isinstance(event, e.Rake)])


def contradict(one: Hand, other: Hand) -> bool:
    """Whether the two records cannot both be true of the same deal."""
    return _tops_differ(one, other) or any(pair.verdict is Verdict.DIFFERS for pair in compare(one, other))


def _tops_differ(one: Hand, other: Hand) -> bool:
    """Whether a field before the events differs. A field counts only if both records have it."""
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
