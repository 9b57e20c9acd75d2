"""Writes the shapes of unread lines as a text without names, for the engineers who teach our software to read them. A
shape is the text of a line without names, cards and numbers.
"""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from auditor.formats.unread import NAME
from auditor.store.queries.unread import ShapeRow
from auditor.web.rendering.template_filters import counted, visible

HEAD: Final = (
    "# Lines of logs that the auditor does not understand. Each row has the room, the number of such lines, the date of"
    " the first one, and the text.\n"
    "# NAME, CARDS and NUMBER stand in place of names, cards and numbers. The name of an onlooker may remain.\n"
    "# So read this text before you send it to anybody.\n"
)
_LONGEST_NAME: Final = 4  # the name of a player is searched only up to this many words
_WORD: Final = re.compile(r"\w+(?:['\-.]\w+)*")


def possible_names(shapes: Iterable[str]) -> list[str]:
    """Returns every group of one to four words that are next to each other in a shape. The caller then finds out from
    the database which of these groups are names of players.
    """
    return sorted({part for shape in shapes for _, _, part in _parts(shape)})


def without_names(shape: str, names: AbstractSet[str]) -> str:
    """Returns the shape of a line with the placeholder `NAME` instead of the names that the shape contains. A name may
    have several words; longer names are replaced first.
    """
    for start, stop, part in sorted(_parts(shape), key=lambda each: each[0] - each[1]):
        if part in names:
            return f"{without_names(shape[:start], names)}{NAME}{without_names(shape[stop:], names)}"
    return shape


def export(rows: Iterable[ShapeRow], names: AbstractSet[str]) -> Iterator[str]:
    """Yields the text of the export: first the head, then one line for each shape. `names` are the names that must not
    appear.
    """
    yield HEAD
    for row in rows:
        shape = visible(without_names(row.shape, names))
        seen = f"{counted(row.times, 'time')} since {row.seen_at:%Y-%m-%d}"
        yield f"{visible(row.room) or 'no room named'}: {seen}: {shape}\n"


def _parts(shape: str) -> list[tuple[int, int, str]]:
    words = [(word.start(), word.end()) for word in _WORD.finditer(shape)]
    return [
        (words[first][0], words[last][1], shape[words[first][0] : words[last][1]])
        for first in range(len(words))
        for last in range(first, min(first + _LONGEST_NAME, len(words)))
        if NAME not in shape[words[first][0] : words[last][1]].split()
    ]
