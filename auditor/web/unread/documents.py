"""Makes dicts for JSON of the unread lines of a hand, which are the lines that our software does not understand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from auditor.engine.events import Unread
from auditor.engine.hand import Hand
from auditor.formats.unread import shape_of


def unread_documents(
    hand: Hand, lines: Sequence[int], shapes: Mapping[int, int], *, mask: bool
) -> Iterator[dict[str, Any]]:
    """Yields each unread line of a hand as a dict for JSON.

    `lines` has the line number of each event. `shapes` maps the index of an event to the number of its stored shape. A
    shape is the text of a line without names, cards and numbers. With `mask`, the text of the line is its shape.
    """
    names = [seat.player for seat in hand.seats]
    for index, event in enumerate(hand.events):
        if type(event) is Unread:
            line = lines[index] if index < len(lines) else event.line
            shape = shape_of(event.text, names)
            text = shape if mask else event.text
            yield {"event": index, "line": line or None, "text": text, "shape": shape, "shape_id": shapes.get(index)}
