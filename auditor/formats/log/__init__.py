"""Our own log: one hand a line, as JSON (`.jsonl`). It carries all that the rules can use, and is what we store.

    {"log":1,"game":"stud","seats":[{"seat":1,"player":"Ann","stack":500},...],
     "events":[{"event":"ante","seat":1,"amount":1},{"event":"street","street":3},
               {"event":"deal","seat":1,"down":["xx","xx"],"up":["2c"]},...,{"event":"end","complete":true}],
     "records":["uncalled","payout"],"number":"88214","stakes":{"ante":1,...}}

The keys are in `auditor.formats.log.record` and `log_events`, the schema in `schema/log.schema.json`. Reading is
strict: unknown or doubled keys, numbers with a point, texts over 4,096 characters and NULs refuse the hand.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from auditor.engine.hand import Hand
from auditor.formats.log.record import Record, record_of
from auditor.formats.outcomes import Outcome, Read, Rejected

NAME: Final = "log"

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Record)
_BEGINNING: Final = re.compile(r'\s*\{.*?"log"\s*:')
# A text may escape what no text may hold; `\\u0000` with its backslash escaped is found too, and then looked at.
_ESCAPED_NUL: Final = "\\u0000"
_PLACE: Final = re.compile(r" - at `\$\.?(.*)`$")


def encode(hand: Hand, *, keep_lines: bool = True) -> bytes:
    """The hand as one line of our log, without the line end; `keep_lines` keeps the line numbers of its source."""
    return _ENCODER.encode(record_of(hand, keep_lines=keep_lines))


def decode(document: bytes) -> Hand:
    """The hand of a line that `encode` made; for lines of others there is `read`. Raises `msgspec.DecodeError`."""
    return _DECODER.decode(document).hand()


def begins(line: str) -> bool:
    return _BEGINNING.match(line[:4096]) is not None


def sniff(head: str) -> bool:
    first = next((line for line in head.splitlines() if line and not line.isspace()), "")
    return begins(first)


def cutter(_head: str) -> Callable[[str], bool]:
    """Every line is a hand, or should be one."""
    return lambda line: bool(line) and not line.isspace()


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """The hand of a line. All its events stand on that line, whatever log they were made from."""
    line = lines[0]
    try:
        record = _DECODER.decode(line)
        reason = "" if _ENCODER.encode(record) == line.encode() else _strictly(line)
    except msgspec.ValidationError as blame:
        return Rejected(first_line, None, _in_words(str(blame)))
    except (msgspec.DecodeError, UnicodeEncodeError) as blame:
        return Rejected(first_line, None, f"The line is no JSON: {_lowered(str(blame))}. One hand, one line.")
    except RecursionError:
        return Rejected(first_line, None, "Brackets are nested too deep. A hand needs four levels.")
    if not reason and _ESCAPED_NUL in line:
        reason = _nul(record)
    if reason:
        return Rejected(first_line, record.number, reason)
    return Read(record.hand(first_line), first_line, first_line)


class _Doubled(ValueError):
    """A key that an object has twice."""


def _strictly(line: str) -> str:
    """Why JSON that decodes is still not taken: a later key would silently replace an earlier one."""
    try:
        json.loads(line, object_pairs_hook=_once)
    except _Doubled as blame:
        return f'The key "{blame}" is there twice in one object; keep one.'
    return ""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Doubled(key)
        found[key] = value
    return found


def _nul(record: Record) -> str:
    """Which text of a record holds a NUL."""
    texts = {
        "number": record.number or "",
        "currency": record.unit.currency,
        **{name: getattr(record, name) for name in ("room", "table", "tournament", "house", "played", "local")},
        **{f"player of seat {seat.seat}": seat.player for seat in record.seats},
    }
    for index, event in enumerate(record.events):
        for name in ("text", "kind", "spelled"):
            texts[f"{name} of event {index}"] = getattr(event, name, "")
    named = next((name for name, text in texts.items() if "\0" in text), "")
    return f"There is a NUL character in {named}; a log is text." if named else ""


def _in_words(blame: str) -> str:
    """What is wrong and where in the object, from msgspec's message."""
    place = _PLACE.search(blame)
    if place is None:
        return f"{blame}. See the schema of our log."
    return f"At {place[1] or 'the top'}: {_lowered(blame[: place.start()])}. See the schema of our log."


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
