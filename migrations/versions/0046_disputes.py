"""Adds the tables of cases: claims, acts, evidence, decisions, rulings and the ledger of owed chips. The next migration
adds the rules of the procedure.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0046"
down_revision = "0045"


def upgrade():
    make_case()
    make_evidence()
    make_rulings()


def make_case():
    op.create_table(
        "dispute",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("opener_id", sa.BigInteger(), nullable=True),
        sa.Column("opener", sa.BigInteger(), sa.Computed("coalesce(opener_id, 0)", persisted=True), nullable=False),
        sa.Column("opened_through", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("hand_id", sa.BigInteger(), nullable=True),
        sa.Column("acknowledge_hours", sa.SmallInteger(), nullable=False),
        sa.Column("decide_days", sa.SmallInteger(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("rule", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("state", sa.Text(), server_default=sa.text("'draft'"), nullable=False),
        sa.Column("last_act", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("round", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=True),
        sa.Column("proposer_id", sa.BigInteger(), nullable=True),
        sa.Column("second_id", sa.BigInteger(), nullable=True),
        sa.Column("third_id", sa.BigInteger(), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("acknowledge_by", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused", sa.Interval(), server_default=sa.text("'0'"), nullable=False),
        sa.Column("outcome", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "opened_through IN ('desk', 'command line', 'api', 'link')", name=op.f("dispute_opened_through_check")
        ),
        sa.CheckConstraint(
            "acknowledge_hours BETWEEN 1 AND 168 AND decide_days BETWEEN 1 AND 90", name=op.f("dispute_times_check")
        ),
        sa.CheckConstraint("opener_id NOT IN (proposer_id, second_id, third_id)", name=op.f("dispute_opener_check")),
        sa.CheckConstraint("second_id <> proposer_id", name=op.f("dispute_two_people_check")),
        sa.CheckConstraint(
            "third_id <> proposer_id AND third_id <> second_id", name=op.f("dispute_three_people_check")
        ),
        sa.ForeignKeyConstraint(["opener_id"], ["account.id"], name=op.f("dispute_opener_id_fkey")),
        sa.ForeignKeyConstraint(["owner_id"], ["account.id"], name=op.f("dispute_owner_id_fkey")),
        sa.ForeignKeyConstraint(["proposer_id"], ["account.id"], name=op.f("dispute_proposer_id_fkey")),
        sa.ForeignKeyConstraint(["second_id"], ["account.id"], name=op.f("dispute_second_id_fkey")),
        sa.ForeignKeyConstraint(["third_id"], ["account.id"], name=op.f("dispute_third_id_fkey")),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name=op.f("dispute_venue_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dispute_pkey")),
        sa.UniqueConstraint("id", "opener", name=op.f("dispute_id_opener_key")),
    )
    op.create_index(
        "dispute_due_idx",
        "dispute",
        ["venue_id", "due_at", "id"],
        unique=False,
        postgresql_where=sa.text(
            "state IN ('received', 'admissible', 'under review', 'awaiting evidence', 'proposed', 'second review',"
            " 'third review', 'appealed', 'reopened')"
        ),
    )
    op.create_index(
        "dispute_hand_id_idx", "dispute", ["hand_id"], unique=False, postgresql_where=sa.text("hand_id IS NOT NULL")
    )
    op.create_index(op.f("dispute_owner_id_idx"), "dispute", ["owner_id"], unique=False)
    op.create_index(op.f("dispute_venue_id_state_id_idx"), "dispute", ["venue_id", "state", "id"], unique=False)
    op.create_table(
        "dispute_policy",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("acknowledge_hours", sa.SmallInteger(), nullable=False),
        sa.Column("decide_days", sa.SmallInteger(), nullable=False),
        sa.Column("set_by", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "acknowledge_hours BETWEEN 1 AND 168 AND decide_days BETWEEN 1 AND 90",
            name=op.f("dispute_policy_times_check"),
        ),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name=op.f("dispute_policy_venue_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dispute_policy_pkey")),
    )
    op.create_index(op.f("dispute_policy_venue_id_idx"), "dispute_policy", ["venue_id"], unique=False)
    op.create_table(
        "dispute_party",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("name", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("side IN ('claimant', 'respondent')", name=op.f("dispute_party_side_check")),
        sa.CheckConstraint("char_length(label) BETWEEN 1 AND 64", name=op.f("dispute_party_label_check")),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("dispute_party_dispute_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dispute_party_pkey")),
        sa.UniqueConstraint("dispute_id", "id", name=op.f("dispute_party_dispute_id_id_key")),
        sa.UniqueConstraint("dispute_id", "label", name=op.f("dispute_party_dispute_id_label_key")),
    )
    op.create_table(
        "party_link",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("party_id", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("made_by", sa.BigInteger(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("octet_length(sha256) = 32", name=op.f("party_link_sha256_check")),
        sa.ForeignKeyConstraint(["made_by"], ["account.id"], name=op.f("party_link_made_by_fkey")),
        sa.ForeignKeyConstraint(["party_id"], ["dispute_party.id"], name=op.f("party_link_party_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("party_link_pkey")),
        sa.UniqueConstraint("sha256", name=op.f("party_link_sha256_key")),
    )
    op.create_index(op.f("party_link_party_id_idx"), "party_link", ["party_id"], unique=False)
    op.create_table(
        "dispute_claim",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("party_id", sa.BigInteger(), nullable=True),
        sa.Column("hand_number", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("happened", sa.Text(), nullable=False),
        sa.Column("should", sa.Text(), nullable=False),
        sa.Column("street", sa.SmallInteger(), nullable=True),
        sa.Column("event", sa.Integer(), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("minor", sa.SmallInteger(), nullable=False),
        sa.Column("raised_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "subject IN ('reading of a hand', 'sum of a pot', 'play')", name=op.f("dispute_claim_subject_check")
        ),
        sa.CheckConstraint("amount >= 0", name=op.f("dispute_claim_amount_check")),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("dispute_claim_dispute_id_fkey")),
        sa.ForeignKeyConstraint(["party_id"], ["dispute_party.id"], name=op.f("dispute_claim_party_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dispute_claim_pkey")),
    )
    op.create_index(op.f("dispute_claim_dispute_id_idx"), "dispute_claim", ["dispute_id"], unique=False)
    op.create_table(
        "dispute_transition",
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("to_state", sa.Text(), nullable=False),
        sa.Column("roles", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("only_for", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("never_for", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("state", "act", name=op.f("dispute_transition_pkey")),
        sa.UniqueConstraint("state", "act", "to_state", name=op.f("dispute_transition_state_act_to_state_key")),
    )
    op.create_table(
        "dispute_act",
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("from_state", sa.Text(), nullable=False),
        sa.Column("to_state", sa.Text(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=True),
        sa.Column("party_id", sa.BigInteger(), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("comment", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("assignee_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "role IN ('party', 'viewer', 'reviewer', 'adjudicator', 'admin')", name=op.f("dispute_act_role_check")
        ),
        sa.CheckConstraint(
            "char_length(comment) <= 4000 AND char_length(reason) <= 200", name=op.f("dispute_act_texts_check")
        ),
        sa.CheckConstraint("num_nonnulls(account_id, party_id) = 1", name=op.f("dispute_act_who_check")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("dispute_act_account_id_fkey")),
        sa.ForeignKeyConstraint(["assignee_id"], ["account.id"], name=op.f("dispute_act_assignee_id_fkey")),
        sa.ForeignKeyConstraint(
            ["dispute_id", "party_id"],
            ["dispute_party.dispute_id", "dispute_party.id"],
            name=op.f("dispute_act_dispute_id_party_id_fkey"),
        ),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("dispute_act_dispute_id_fkey")),
        sa.ForeignKeyConstraint(
            ["from_state", "act", "to_state"],
            ["dispute_transition.state", "dispute_transition.act", "dispute_transition.to_state"],
            name=op.f("dispute_act_from_state_act_to_state_fkey"),
        ),
        sa.PrimaryKeyConstraint("dispute_id", "seq", name=op.f("dispute_act_pkey")),
    )
    op.create_index(
        "dispute_act_account_id_idx",
        "dispute_act",
        ["account_id"],
        unique=False,
        postgresql_where=sa.text("account_id IS NOT NULL"),
    )


def make_evidence():
    op.create_table(
        "exhibit",
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("stored_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "media_type IN ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')",
            name=op.f("exhibit_media_type_check"),
        ),
        sa.CheckConstraint("octet_length(content) BETWEEN 1 AND 10485760", name=op.f("exhibit_size_check")),
        sa.CheckConstraint("sha256 = sha256(content)", name=op.f("exhibit_sha256_check")),
        sa.PrimaryKeyConstraint("sha256", name=op.f("exhibit_pkey")),
    )
    op.create_table(
        "dispute_evidence",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("label", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "char_length(origin) BETWEEN 1 AND 400 AND char_length(label) <= 120",
            name=op.f("dispute_evidence_texts_check"),
        ),
        sa.ForeignKeyConstraint(
            ["dispute_id", "seq"],
            ["dispute_act.dispute_id", "dispute_act.seq"],
            name=op.f("dispute_evidence_dispute_id_seq_fkey"),
        ),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("dispute_evidence_dispute_id_fkey")),
        sa.ForeignKeyConstraint(["sha256"], ["exhibit.sha256"], name=op.f("dispute_evidence_sha256_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dispute_evidence_pkey")),
        sa.UniqueConstraint("dispute_id", "seq", name=op.f("dispute_evidence_dispute_id_seq_key")),
        sa.UniqueConstraint("dispute_id", "sha256", name=op.f("dispute_evidence_dispute_id_sha256_key")),
    )
    op.create_table(
        "dispute_pin",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("hand_id", sa.BigInteger(), nullable=False),
        sa.Column("record_digest", sa.LargeBinary(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("house_digest", sa.LargeBinary(), nullable=False),
        sa.Column("house_lines", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("report_digest", sa.LargeBinary(), nullable=False),
        sa.Column("settlement", sa.Text(), nullable=False),
        sa.Column("findings", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("minor", sa.SmallInteger(), nullable=False),
        sa.Column("pinned_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("dispute_pin_dispute_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dispute_pin_pkey")),
    )
    op.create_index(op.f("dispute_pin_dispute_id_idx"), "dispute_pin", ["dispute_id"], unique=False)
    op.create_table(
        "dispute_finding",
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("dispute_finding_dispute_id_fkey")),
        sa.PrimaryKeyConstraint("dispute_id", "fingerprint", name=op.f("dispute_finding_pkey")),
    )
    op.create_index(op.f("dispute_finding_fingerprint_idx"), "dispute_finding", ["fingerprint"], unique=False)
    op.create_table(
        "identity_look",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("party_id", sa.BigInteger(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("char_length(reason) BETWEEN 10 AND 2000", name=op.f("identity_look_reason_check")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("identity_look_account_id_fkey")),
        sa.ForeignKeyConstraint(
            ["dispute_id", "party_id"],
            ["dispute_party.dispute_id", "dispute_party.id"],
            name=op.f("identity_look_dispute_id_party_id_fkey"),
        ),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("identity_look_dispute_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_look_pkey")),
    )
    op.create_index(op.f("identity_look_dispute_id_idx"), "identity_look", ["dispute_id"], unique=False)


def make_rulings():
    op.create_table(
        "dispute_decision",
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("opener", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("amounts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("document", sa.Text(), nullable=True),
        sa.Column("comment", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "outcome IN ('upheld', 'partly upheld', 'not upheld', 'no house rule applies', 'void hand')",
            name=op.f("dispute_decision_outcome_check"),
        ),
        sa.CheckConstraint("account_id <> opener", name=op.f("dispute_decision_opener_check")),
        sa.CheckConstraint(
            "rank BETWEEN 1 AND 3 AND (rank <> 1 OR document IS NOT NULL)", name=op.f("dispute_decision_rank_check")
        ),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("dispute_decision_account_id_fkey")),
        sa.ForeignKeyConstraint(
            ["dispute_id", "opener"],
            ["dispute.id", "dispute.opener"],
            name=op.f("dispute_decision_dispute_id_opener_fkey"),
        ),
        sa.PrimaryKeyConstraint("dispute_id", "round", "rank", name=op.f("dispute_decision_pkey")),
        sa.UniqueConstraint(
            "dispute_id", "round", "account_id", name=op.f("dispute_decision_dispute_id_round_account_id_key")
        ),
    )
    op.create_table(
        "ruling",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("dispute_id", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("amounts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("currency", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("minor", sa.SmallInteger(), nullable=False),
        sa.Column("replaces_id", sa.BigInteger(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("digest = sha256(convert_to(document, 'UTF8'))", name=op.f("ruling_digest_check")),
        sa.CheckConstraint(
            "outcome IN ('upheld', 'partly upheld', 'not upheld', 'no house rule applies', 'void hand')",
            name=op.f("ruling_outcome_check"),
        ),
        sa.ForeignKeyConstraint(
            ["dispute_id", "round", "rank"],
            ["dispute_decision.dispute_id", "dispute_decision.round", "dispute_decision.rank"],
            name=op.f("ruling_dispute_id_round_rank_fkey"),
        ),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("ruling_dispute_id_fkey")),
        sa.ForeignKeyConstraint(["replaces_id"], ["ruling.id"], name=op.f("ruling_replaces_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("ruling_pkey")),
        sa.UniqueConstraint("dispute_id", "round", name=op.f("ruling_dispute_id_round_key")),
        sa.UniqueConstraint("replaces_id", name=op.f("ruling_replaces_id_key")),
    )
    op.create_table(
        "ledger_posting",
        sa.Column("ruling_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("entries", sa.SmallInteger(), nullable=False),
        sa.Column("reference", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("reverses", sa.Integer(), nullable=True),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("(kind = 'reversed') = (reverses IS NOT NULL)", name=op.f("ledger_posting_reverses_check")),
        sa.CheckConstraint("kind <> 'paid' OR reference <> ''", name=op.f("ledger_posting_reference_check")),
        sa.CheckConstraint(
            "kind IN ('owed', 'ex gratia', 'waived', 'paid', 'carried over', 'reversed')",
            name=op.f("ledger_posting_kind_check"),
        ),
        sa.CheckConstraint(
            "kind NOT IN ('waived', 'reversed', 'ex gratia') OR reason <> ''", name=op.f("ledger_posting_reason_check")
        ),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("ledger_posting_account_id_fkey")),
        sa.ForeignKeyConstraint(
            ["ruling_id", "reverses"],
            ["ledger_posting.ruling_id", "ledger_posting.number"],
            name=op.f("ledger_posting_ruling_id_reverses_fkey"),
        ),
        sa.ForeignKeyConstraint(["ruling_id"], ["ruling.id"], name=op.f("ledger_posting_ruling_id_fkey")),
        sa.PrimaryKeyConstraint("ruling_id", "number", name=op.f("ledger_posting_pkey")),
        sa.UniqueConstraint("ruling_id", "reverses", name=op.f("ledger_posting_ruling_id_reverses_key")),
    )
    op.create_table(
        "ledger_entry",
        sa.Column("ruling_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("party", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount <> 0", name=op.f("ledger_entry_amount_check")),
        sa.ForeignKeyConstraint(
            ["ruling_id", "number"],
            ["ledger_posting.ruling_id", "ledger_posting.number"],
            name=op.f("ledger_entry_ruling_id_number_fkey"),
        ),
        sa.PrimaryKeyConstraint("ruling_id", "number", "party", name=op.f("ledger_entry_pkey")),
    )


def downgrade():
    for table in (
        "ledger_entry",
        "ledger_posting",
        "ruling",
        "dispute_decision",
        "identity_look",
        "dispute_finding",
        "dispute_pin",
        "dispute_evidence",
        "exhibit",
        "dispute_act",
        "dispute_transition",
        "dispute_claim",
        "party_link",
        "dispute_party",
        "dispute_policy",
        "dispute",
    ):
        op.drop_table(table)
