"""Counts the findings of uploads, for each upload and for several uploads together."""

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

# `_OF_EACH` counts the findings of a hand once for each file that contains the hand. `_OF_ALL` counts them only once.
_OF_EACH: Final = """
WITH inside AS (SELECT asked.receipt, upload.id FROM upload
                JOIN unnest(CAST(:receipts AS text[])) AS asked (receipt) ON asked.receipt = upload.receipt),
     document AS (SELECT receipt, id FROM inside
                  UNION SELECT receipt, member.upload_id FROM inside JOIN member ON member.archive_id = inside.id),
     standing AS (SELECT DISTINCT document.receipt, source.hand_id
                  FROM document JOIN source ON source.upload_id = document.id)
SELECT receipt, count(*) + sum(more) AS found FROM standing
JOIN finding ON finding.hand_id = standing.hand_id AND finding.detection <> 'gone'
GROUP BY receipt
"""
_OF_ALL: Final = """
WITH inside AS (SELECT id FROM upload WHERE receipt = ANY(:receipts)),
     document AS (SELECT id FROM inside UNION SELECT member.upload_id FROM inside
                  JOIN member ON member.archive_id = inside.id)
SELECT count(*) + coalesce(sum(more), 0) AS found FROM finding
WHERE detection <> 'gone'
  AND hand_id IN (SELECT source.hand_id FROM document JOIN source ON source.upload_id = document.id)
"""


def of_each(connection: Connection, receipts: Sequence[str]) -> Mapping[str, int]:
    """Returns the present number of findings of each upload, by the receipt of the upload. An archive has the findings
    of its documents.
    """
    printable = [receipt for receipt in dict.fromkeys(receipts) if receipt.isprintable()]
    found = dict.fromkeys(printable, 0)
    found.update({row.receipt: row.found for row in connection.execute(text(_OF_EACH), {"receipts": printable})})
    return found


def of_all(connection: Connection, receipts: Sequence[str]) -> int:
    """Returns the present number of findings in all these uploads together. Each finding is counted once."""
    printable = [receipt for receipt in receipts if receipt.isprintable()]
    return int(connection.execute(text(_OF_ALL), {"receipts": printable}).scalar_one())
