"""Tests whether a record of a hand still counts. A record counts if at least one of its uploads is not superseded.

An upload is superseded when the same file is read again in another encoding.
"""


def counts_still(hand: str) -> str:
    """Returns the SQL condition that a record counts. `hand` is the SQL expression for the number of the record."""
    # `OFFSET 0` makes the server check one record at a time. Otherwise, before it had statistics of a first large file,
    # the server read the whole file for each hand.
    return f"""EXISTS (
    SELECT FROM source WHERE source.hand_id = {hand}
      AND (SELECT superseded_at IS NULL FROM upload WHERE upload.id = source.upload_id) OFFSET 0)"""
