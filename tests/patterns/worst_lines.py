"""Lines that keep a pattern busy, made from its own syntax.

A pattern is slow where something repeats, what it ate can be given back, and the rest then fails. So for each part that
repeats there is a line: what leads up to that part, a great deal of what it eats, and something that cannot follow.
"""

from collections.abc import Iterator
from re import _constants  # type: ignore[attr-defined] # how Python itself reads a pattern
from typing import Any, Final

from tests.patterns.steps import REPEATS, SINGLE, Counting, Letters

Node = tuple[Any, Any]
Nodes = tuple[Node, ...]

_LETTERS: Final = "a1 \t-.,:\"'\\\0\n€" + "".join(map(chr, range(33, 127)))
_MANY: Final = 30  # a part that repeats so often at most has an end that no line is long enough for


class Worst:
    """The worst lines for a pattern, of any length: of each the beginning, what repeats, and the end."""

    def __init__(self, pattern: Counting) -> None:
        self._pattern: Final = pattern
        self._taken: Final[dict[str, Letters]] = {}
        nodes = tuple(pattern.tree)
        self._letters: Final = self._kinds_of_letters(nodes)
        self.lines: Final = list(dict.fromkeys(self._lines(nodes)))

    def _kinds_of_letters(self, nodes: Nodes) -> list[str]:
        """One letter of each kind that the pattern keeps apart. One that stands in a word of it, and is not taken
        elsewhere for itself, is of no kind of its own.
        """
        whole = list(_singles(nodes))
        apart = [node for node in whole if node[0] is not _constants.LITERAL]
        edges = [node for node in _at_repeats(nodes) if node[0] is _constants.LITERAL]
        kinds: dict[tuple[bool, ...], str] = {}
        taken = [self._pattern.letters(node) for node in {repr(node): node for node in (*apart, *edges)}.values()]
        for letter in dict.fromkeys((*_LETTERS, *[chr(node[1]) for node in edges])):
            kinds.setdefault(tuple([letters[letter] for letters in taken]), letter)
        return list(kinds.values())

    def _lines(self, nodes: Nodes) -> Iterator[tuple[str, str, str]]:
        for before, (_, (_, most, body)), after in _repeats_in(nodes):
            if most <= _MANY:
                continue
            leads = {self._sample(before), self._sample(before, full=True)}
            behind = [after[:at] for at, node in enumerate(after) if node[0] in REPEATS and node[1][1] > _MANY]
            for lead in leads:
                units = {self._sample(tuple(body), letter, choice) for letter in self._letters for choice in range(4)}
                eaten = self._sample(tuple(body))
                units |= {self._sample(each) + eaten for each in behind} | {lead + eaten, eaten + self._sample(after)}
                rest = self._sample(after)
                for unit in sorted(units - {""}):
                    for end in dict.fromkeys(("\0", "", rest[:-1] + "\0", *self._letters)):
                        yield lead, unit, end

    def _sample(self, nodes: Nodes, letter: str = "", choice: int = 0, *, full: bool = False) -> str:
        """A short text that the parts match one after the other, of this letter where they take it; `full` also has
        what need not be there. Of several ways to go on the one of this number.
        """
        text = ""
        for node in nodes:
            kind, value = node
            if kind in SINGLE:
                text += self._letter(node, letter)
            elif kind in REPEATS:
                text += self._sample(tuple(value[2]), letter, choice, full=full) * max(value[0], int(full))
            elif kind is _constants.BRANCH:
                text += self._sample(tuple(value[1][choice % len(value[1])]), letter, choice, full=full)
            elif kind not in (_constants.ASSERT, _constants.ASSERT_NOT):
                text += "".join([self._sample(tuple(each), letter, choice, full=full) for each in _inside(node)])
        return text

    def _letter(self, node: Node, wanted: str) -> str:
        if node[0] is _constants.LITERAL:
            return chr(node[1])
        key = repr(node)
        if key not in self._taken:
            self._taken[key] = self._pattern.letters(node)
        first = (wanted,) if wanted else ()
        return next((each for each in (*first, *self._letters) if self._taken[key][each]), "")


def _inside(node: Node) -> list[Any]:
    """The sequences of parts within a part."""
    kind, value = node
    if kind in REPEATS:
        return [value[2]]
    if kind is _constants.SUBPATTERN:
        return [value[3]]
    if kind is _constants.ATOMIC_GROUP:
        return [value]
    if kind is _constants.BRANCH:
        return list(value[1])
    if kind in (_constants.ASSERT, _constants.ASSERT_NOT):
        return [value[1]]
    return []


def _repeats_in(nodes: Nodes, before: Nodes = (), after: Nodes = ()) -> Iterator[tuple[Nodes, Node, Nodes]]:
    """Every part that repeats: what stands before it, the part, and what stands behind it."""
    for at, node in enumerate(nodes):
        above, below = (*before, *nodes[:at]), (*nodes[at + 1 :], *after)
        if node[0] in REPEATS:
            yield above, node, below
        for inside in _inside(node):
            yield from _repeats_in(tuple(inside), above, below)


def _singles(nodes: Nodes) -> Iterator[Node]:
    for node in nodes:
        if node[0] in SINGLE:
            yield node
        for inside in _inside(node):
            yield from _singles(tuple(inside))


def _at_repeats(nodes: Nodes) -> Iterator[Node]:
    """The characters that may stand first or last within what repeats, and first or last beside it."""
    for before, (_, (_, _, body)), after in _repeats_in(nodes):
        for beside in (tuple(body), after, tuple(reversed(tuple(body))), tuple(reversed(before))):
            yield from list(_singles(beside))[:2]
