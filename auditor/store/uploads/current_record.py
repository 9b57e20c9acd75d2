"""Whether a record of a hand still stands in a file: a file may be read anew, and then its earlier reading is void."""

from typing import Final

# Asked of one record at a time, which OFFSET insists on: a server that knows nothing yet of a first large file went
# through all of it for each of its hands.
_COUNTS_STILL: Final = """EXISTS (
    SELECT FROM source WHERE source.hand_id = HAND
      AND (SELECT superseded_at IS NULL FROM upload WHERE upload.id = source.upload_id) OFFSET 0)"""


def counts_still(hand: str) -> str:
    """That it does, as a condition of SQL on the number of the record."""
    return _COUNTS_STILL.replace("HAND", hand)
