"""The tables, by subject. Codes, kinds and games are text: a new rule or game is never a migration."""

from auditor.store.tables.columns import METADATA, UNDATED
from auditor.store.tables.evidence import member, rejected, shard, skipped, upload, venue
from auditor.store.tables.findings import at_stake, finding, report
from auditor.store.tables.hands import dictionary, hand, identity, player, source
from auditor.store.tables.runs import run, run_hand

__all__ = [
    "METADATA",
    "UNDATED",
    "at_stake",
    "dictionary",
    "finding",
    "hand",
    "identity",
    "member",
    "player",
    "rejected",
    "report",
    "run",
    "run_hand",
    "shard",
    "skipped",
    "source",
    "upload",
    "venue",
]
