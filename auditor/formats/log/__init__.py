"""Our own log: one hand a line, as JSON (`.jsonl`). It carries all that the rules can use, and is what we store.

    {"log":1,"game":"stud","seats":[{"seat":1,"player":"Ann","stack":500},...],
     "events":[{"event":"ante","seat":1,"amount":1},{"event":"street","street":3},
               {"event":"deal","seat":1,"down":["xx","xx"],"up":["2c"]},...,{"event":"end","complete":true}],
     "records":["uncalled","payout"],"number":"88214","stakes":{"ante":1,...}}

The keys are in `record`, `events` and `procedure`, the schema in `schema/log.schema.json`. Reading is strict: unknown
or doubled keys, numbers with a point, texts over 4,096 characters and NULs refuse the hand. The refusal lists each
fault with its place and the value expected there.
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
# A text may escape what no text may hold; `\\u0000` with its backslash escaped is found too, and then looked at.
_BACKSLASH: Final = "\\"
_ESCAPED_NUL: Final = "\\u0000"


def encode(hand: Hand, *, keep_lines: bool = True) -> bytes:
    """The hand as one line of our log, without the line end; `keep_lines` keeps the line numbers of its source."""
    return _ENCODER.encode(record_of(hand, keep_lines=keep_lines))


def decode(document: bytes) -> Hand:
    """The hand of a line that `encode` made; `read` is for lines from elsewhere. Raises `msgspec.DecodeError`."""
    return _DECODER.decode(document).hand()


def begins(line: str) -> bool:
    return _BEGINNING.match(line[:4096]) is not None


def sniff(head: str) -> bool:
    first = next((line for line in head.splitlines() if line and not line.isspace()), "")
    return begins(first)


def cutter(_head: str) -> Callable[[str], bool]:
    """Every line is a hand, or should be one."""
    return lambda line: not is_blank(line)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """The hand of a line. All its events get the number of that line, whatever line numbers the record holds."""
    line = lines[0]
    try:
        record = _DECODER.decode(line)
        escaped = _BACKSLASH in line and _ESCAPED_NUL in line  # one character is found in a tenth of the time
        # A line that encodes to the same bytes has no key twice.
        doubtful = escaped or (_ENCODER.encode(record) != line.encode() and _doubled(line))
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as blame:
        return _fault(line, first_line) or Rejected(first_line, None, f"{blame}. See the schema of our log.")
    fault = _fault(line, first_line) if doubtful else None
    return fault or Read(record.hand(first_line), first_line, first_line)


def _doubled(line: str) -> bool:
    """Whether some object has a key twice: the later would silently replace the earlier."""
    twice = False

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        found = dict(pairs)
        twice = twice or len(found) < len(pairs)
        return found

    json.loads(line, object_pairs_hook=once)
    return twice


def _fault(line: str, number: int) -> Rejected | None:
    """Everything that is wrong with a line, each fault with its place."""
    try:
        document = parsed(line, number)
    except Malformed as malformed:
        return Rejected(number, None, f"{malformed.reason} One hand, one line.")
    named = document.get("number") if isinstance(document, Object) else None
    hand = named if isinstance(named, str) and not isinstance(named, Number) else None
    found = faults(document)
    return Rejected(number, hand, faults_sentence(found)) if found else None


FORMAT: Final = Format(
    NAME, "our own log (.jsonl)", begins, sniff, read, cutter, longest_line=limits.HAND_BYTES, bounded=True
)
