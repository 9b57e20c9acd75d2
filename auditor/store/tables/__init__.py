"""The database tables, by subject. Rule codes and games are texts, so a new rule or game needs no migration."""

from auditor.store.tables.columns import METADATA, UNDATED
from auditor.store.tables.evidence import member, rejected, shard, skipped, upload, upload_change, venue
from auditor.store.tables.figures import (
    figure_found,
    figure_found_change,
    figure_hour,
    figure_hour_change,
    figure_kind,
    figure_night,
    figure_place,
    hand_rake,
    rake_night,
)
from auditor.store.tables.findings import finding, first_of_cause, laid, report, worst_first
from auditor.store.tables.hands import dictionary, hand, identity, player, source, trace
from auditor.store.tables.people import account, api_token, one_time_link, session, sign_in_try, token_upload
from auditor.store.tables.people_and_owed import owed, owed_night, owed_player, poker_table, seat
from auditor.store.tables.runs import house, run, run_hand
from auditor.store.tables.settings import retention, setting_act
from auditor.store.tables.tallies import found_first, tally, tally_breach, tally_place, tally_standing
from auditor.store.tables.teamwork import comment_withdrawal, finding_comment, inbox_item
from auditor.store.tables.triage import (
    decision,
    proposal,
    saved_filter,
    second_person,
    selection,
    selection_finding,
    triage_act,
    triage_batch,
)
from auditor.store.tables.unread import shape_act, unread_line, unread_shape

__all__ = [
    "METADATA",
    "UNDATED",
    "account",
    "api_token",
    "comment_withdrawal",
    "decision",
    "dictionary",
    "figure_found",
    "figure_found_change",
    "figure_hour",
    "figure_hour_change",
    "figure_kind",
    "figure_night",
    "figure_place",
    "finding",
    "finding_comment",
    "first_of_cause",
    "found_first",
    "hand",
    "hand_rake",
    "house",
    "identity",
    "inbox_item",
    "laid",
    "member",
    "one_time_link",
    "owed",
    "owed_night",
    "owed_player",
    "player",
    "poker_table",
    "proposal",
    "rake_night",
    "rejected",
    "report",
    "retention",
    "run",
    "run_hand",
    "saved_filter",
    "seat",
    "second_person",
    "selection",
    "selection_finding",
    "session",
    "setting_act",
    "shape_act",
    "shard",
    "sign_in_try",
    "skipped",
    "source",
    "tally",
    "tally_breach",
    "tally_place",
    "tally_standing",
    "token_upload",
    "trace",
    "triage_act",
    "triage_batch",
    "unread_line",
    "unread_shape",
    "upload",
    "upload_change",
    "venue",
    "worst_first",
]
