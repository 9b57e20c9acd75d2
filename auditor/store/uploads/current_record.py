"""Whether a record of a hand still counts: a file may be re-read, and its upload before is then superseded."""

from typing import Final

# OFFSET makes the server check one record at a time: without statistics of a first large file it went through the whole
# file for each of its hands.
_COUNTS_STILL: Final = """EXISTS (
    SELECT FROM source WHERE source.hand_id = HAND
      AND (SELECT superseded_at IS NULL FROM upload WHERE upload.id = source.upload_id) OFFSET 0)"""


def counts_still(hand: str) -> str:
    """The condition of SQL that a record counts, by the expression for its number."""
    return _COUNTS_STILL.replace("HAND", hand)
