"""Tests whether a record of a hand is still valid: at least one of its uploads is not superseded.

An upload is superseded when the same file is read again, in another encoding or after people marked some of its lines.
"""


def counts_still(hand: str) -> str:
    """Returns the SQL condition that a record (a hand as one log has it) still counts: at least one of its uploads is
    not superseded by a newer read of the same file.

    `hand` is the SQL expression for the number of the record, such as `o.hand_id`.
    """
    # `OFFSET 0` makes the server check one record at a time. Without it, the server read all rows of a large file for
    # each hand, if the table had no planner statistics yet.
    return f"""EXISTS (
    SELECT FROM source WHERE source.hand_id = {hand}
      AND (SELECT superseded_at IS NULL FROM upload WHERE upload.id = source.upload_id) OFFSET 0)"""
