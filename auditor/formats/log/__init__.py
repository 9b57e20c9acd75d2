"""Our own log: one hand a line, as JSON (`.jsonl`). It holds every fact that a rule can use, and we store hands in this
form.

    {"log":1,"game":"stud","seats":[{"seat":1,"player":"Ann","stack":500},...],
     "events":[{"event":"ante","seat":1,"amount":1},{"event":"street","street":3},
               {"event":"deal","seat":1,"down":["xx","xx"],"up":["2c"]},...,{"event":"end","complete":true}],
     "records":["uncalled","payout"],"number":"88214","stakes":{"ante":1,...}}

The modules `record`, `events`, `conduct` and `procedure` define the keys. The schema is `schema/log.schema.json`.
Reading is strict. A hand is rejected if it has an unknown key, the same key twice, a number with a point, a text over
4,096 characters or a NUL. The reason lists at most five faults, each with its place and the value that is expected
there, and counts the other faults.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from auditor.engine.hand import Hand
from auditor.formats import limits
from auditor.formats.files.format import Format
from auditor.formats.files.gathering import is_blank
from auditor.formats.log.record import Record, record_of
from auditor.formats.log.schema import faults, faults_sentence
from auditor.formats.markup.json_text import Malformed, Number, Object, parsed
from auditor.formats.outcomes import Outcome, Read, Rejected

NAME: Final = "log"

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Record)
_BEGINNING: Final = re.compile(r'\s*\{.*?"log"\s*:')
# No text may contain a NUL, which JSON writes as `\u0000`. But `\\u0000` is only a backslash before the letters
# `u0000`, which is allowed. So a line in which the search finds these characters is read once more by a slower parser.
_BACKSLASH: Final = "\\"
_ESCAPED_NUL: Final = "\\u0000"


def encode(hand: Hand, *, keep_lines: bool = True) -> bytes:
    """Writes a hand as one line of our log, without the line end. With `keep_lines`, each event keeps its line number
    in the room's own log. Otherwise the line numbers are left out.
    """
    return _ENCODER.encode(record_of(hand, keep_lines=keep_lines))


def decode(document: bytes) -> Hand:
    """Reads the hand from a line that `encode` made. For lines of other programs, use `read`. Raises
    `msgspec.DecodeError` if the line is not a valid record.
    """
    return _DECODER.decode(document).hand()


def begins(line: str) -> bool:
    return _BEGINNING.match(line[:4096]) is not None


def sniff(head: str) -> bool:
    first = next((line for line in head.splitlines() if line and not line.isspace()), "")
    return begins(first)


def cutter(_head: str) -> Callable[[str], bool]:
    """Returns a function that tests whether a line begins a hand. In this format every line is a hand, except blank
    lines. `_head`, the beginning of the file, is not needed.
    """
    return lambda line: not is_blank(line)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Reads the hand of one line. All events of the hand get the number of this line. Line numbers that the JSON object
    states are ignored.
    """
    line = lines[0]
    try:
        record = _DECODER.decode(line)
        # The search for one backslash is ten times as fast as the search for the whole escape, so it comes first.
        escaped = _BACKSLASH in line and _ESCAPED_NUL in line
        # If encoding the record gives exactly this line again, no key can be in the line twice. Other lines are
        # searched for a key that is there twice.
        doubtful = escaped or (_ENCODER.encode(record) != line.encode() and _doubled(line))
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as blame:
        return _fault(line, first_line) or Rejected(
            first_line, None, f"{blame}. See the schema of our log format, at /api/v1/schema."
        )
    fault = _fault(line, first_line) if doubtful else None
    return fault or Read(record.hand(first_line), first_line, first_line)


def _doubled(line: str) -> bool:
    """Whether an object in the line has a key twice. The later key would silently replace the earlier one."""
    twice = False

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        found = dict(pairs)
        twice = twice or len(found) < len(pairs)
        return found

    json.loads(line, object_pairs_hook=once)
    return twice


def _fault(line: str, number: int) -> Rejected | None:
    """Returns a rejected hand. Its reason lists at most five faults of the line, each with its place, and counts the
    other faults. If the line is not valid JSON, the reason names only the first fault. Returns `None` if the line has
    no fault.
    """
    try:
        document = parsed(line, number)
    except Malformed as malformed:
        return Rejected(number, None, f"{malformed.reason} Write each hand on one line.")
    named = document.get("number") if isinstance(document, Object) else None
    hand = named if isinstance(named, str) and not isinstance(named, Number) else None
    found = faults(document)
    return Rejected(number, hand, faults_sentence(found)) if found else None


FORMAT: Final = Format(
    NAME, "our own log (.jsonl)", begins, sniff, read, cutter, longest_line=limits.HAND_BYTES, bounded=True
)
