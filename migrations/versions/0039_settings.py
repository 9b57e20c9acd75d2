"""Adds what the pages of the settings need: admins, the time zone and the theme of each account, the record of changed
settings, and the retention of each venue with the functions that remove old files and their hands.
"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"

# Selects the uploads of a venue that are older than so many days. Uploads with the same bytes have the age of the first
# of them. An upload that is still being read or audited is not selected.
EXPIRED = """
CREATE FUNCTION expired_uploads(venue smallint, days integer) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
SELECT mine.id FROM upload AS mine
WHERE mine.venue_id = venue AND mine.removed_at IS NULL AND mine.state NOT IN ('received', 'reading', 'auditing')
  AND (SELECT min(same.received_at) FROM upload AS same
       WHERE same.venue_id = venue AND same.sha256 = mine.sha256 AND same.removed_at IS NULL)
      < now() - make_interval(days => days)
$$
"""
# Removes the places of at most `most` records in expired uploads. Returns the records that have no place left, or null
# if no upload is expired. If an expired upload has no records any more, it is marked as removed. The locks stop workers
# from storing the same records at this moment.
SOURCES = """
CREATE FUNCTION forget_sources(most integer) RETURNS bigint[] LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    expired bigint[];
    touched bigint[];
    removed bigint[];
BEGIN
    LOCK TABLE hand, source IN SHARE ROW EXCLUSIVE MODE;
    SELECT array_agg(upload_id) INTO expired
    FROM (SELECT DISTINCT ON (venue_id) venue_id, days FROM retention ORDER BY venue_id, id DESC) AS kept
    CROSS JOIN LATERAL expired_uploads(kept.venue_id, kept.days) AS upload_id WHERE kept.days IS NOT NULL;
    IF expired IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT array_agg(DISTINCT hand_id) INTO touched
    FROM (SELECT hand_id FROM source WHERE upload_id = ANY(expired) LIMIT most) AS placed;
    DELETE FROM source WHERE hand_id = ANY(touched) AND upload_id = ANY(expired);
    WITH marked AS (
        UPDATE upload SET removed_at = now(), superseded_at = coalesce(superseded_at, now())
        WHERE id = ANY(expired) AND NOT EXISTS (SELECT FROM source WHERE source.upload_id = upload.id) RETURNING id)
    SELECT array_agg(id) INTO removed FROM marked;
    DELETE FROM rejected WHERE upload_id = ANY(removed);
    DELETE FROM unread_line WHERE upload_id = ANY(removed);
    RETURN (SELECT coalesce(array_agg(one.id), '{}') FROM unnest(touched) AS one (id)
            WHERE NOT EXISTS (SELECT FROM source WHERE source.hand_id = one.id));
END $$
"""
# Removes records that have no place in any upload, with their reports, findings and seats. With the last finding of a
# fingerprint go its comments and its rows in inboxes. Decisions and their history stay, because they have no cards.
HANDS = """
CREATE FUNCTION forget_hands(hands bigint[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    mine bigint[];
    deals bigint[];
    decided text[];
BEGIN
    SELECT array_agg(id) INTO mine FROM unnest(hands) AS id
    WHERE NOT EXISTS (SELECT FROM source WHERE source.hand_id = id);
    WITH gone AS (DELETE FROM finding WHERE hand_id = ANY(mine) OR earlier_id = ANY(mine) RETURNING fingerprint)
    SELECT array_agg(DISTINCT fingerprint) INTO decided FROM gone;
    SELECT array_agg(one.print) INTO decided FROM unnest(decided) AS one (print)
    WHERE NOT EXISTS (SELECT FROM finding WHERE finding.fingerprint = one.print);
    DELETE FROM proposal WHERE fingerprint = ANY(decided);
    DELETE FROM inbox_item WHERE fingerprint = ANY(decided);
    DELETE FROM comment_withdrawal USING finding_comment AS written
    WHERE written.batch_id = comment_id AND written.fingerprint = ANY(decided);
    DELETE FROM finding_comment WHERE fingerprint = ANY(decided);
    DELETE FROM report WHERE hand_id = ANY(mine);
    DELETE FROM unread_line WHERE hand_id = ANY(mine);
    UPDATE unread_shape SET example = shape WHERE hand_id = ANY(mine);
    DELETE FROM run_hand WHERE hand_id = ANY(mine);
    DELETE FROM seat WHERE hand_id = ANY(mine);
    DELETE FROM trace WHERE hand_id = ANY(mine);
    WITH gone AS (DELETE FROM hand WHERE id = ANY(mine) RETURNING identity_id)
    SELECT array_agg(DISTINCT identity_id) INTO deals FROM gone;
    DELETE FROM identity WHERE id = ANY(deals) AND NOT EXISTS (SELECT FROM hand WHERE hand.identity_id = identity.id);
    RETURN coalesce(array_length(mine, 1), 0);
END $$
"""
# Removes the names of players and poker tables that no record has any more. The lock waits for workers that have read a
# name and will store it with a record. The names are searched before the lock, so that the lock is short.
NAMES = """
CREATE FUNCTION forget_names() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    players bigint[];
    tables bigint[];
BEGIN
    SELECT array_agg(id) INTO players FROM player WHERE NOT EXISTS (SELECT FROM seat WHERE player_id = player.id);
    SELECT array_agg(id) INTO tables FROM poker_table AS named
    WHERE NOT EXISTS (SELECT FROM hand WHERE hand.table_name = named.name AND hand.venue_id = named.venue_id);
    LOCK TABLE player, poker_table IN ACCESS EXCLUSIVE MODE;
    WITH gone AS (
        DELETE FROM player WHERE id = ANY(players) AND NOT EXISTS (SELECT FROM seat WHERE player_id = player.id)
        RETURNING id)
    SELECT array_agg(id) INTO players FROM gone;
    DELETE FROM owed_player WHERE player_id = ANY(players);
    DELETE FROM poker_table AS named WHERE id = ANY(tables)
      AND NOT EXISTS (SELECT FROM hand WHERE hand.table_name = named.name AND hand.venue_id = named.venue_id);
    RETURN coalesce(array_length(players, 1), 0);
END $$
"""
FUNCTIONS = {"forget_sources(integer)": SOURCES, "forget_hands(bigint[])": HANDS, "forget_names()": NAMES}
# Fixes the search path of a function, as in 0027.
GUARD = """
DO $$ BEGIN EXECUTE format('ALTER FUNCTION SIGNATURE SET search_path = %I, pg_temp', current_schema()); END $$
"""


def words(name):
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def moment(name, *, always=True):
    if always:
        return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)
    return sa.Column(name, sa.DateTime(timezone=True))


def roles(*names):
    op.drop_constraint(op.f("account_role_check"), "account")
    listed = ", ".join([f"'{name}'" for name in names])
    op.create_check_constraint(op.f("account_role_check"), "account", f"role IN ({listed})")


def upgrade():
    roles("viewer", "reviewer", "admin")
    op.add_column("account", words("time_zone"))
    op.add_column("account", words("theme"))
    op.create_check_constraint(op.f("account_theme_check"), "account", "theme IN ('', 'light', 'dark')")
    op.add_column("session", moment("confirmed_at", always=False))
    op.add_column("upload", moment("removed_at", always=False))
    op.create_table(
        "setting_act",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        words("before"),
        words("after"),
        sa.Column("by", sa.Text(), nullable=False),
        moment("at"),
        sa.CheckConstraint("by <> ''", name=op.f("setting_act_named_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("setting_act_pkey")),
    )
    op.create_table(
        "retention",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("days", sa.Integer()),
        moment("set_at"),
        sa.CheckConstraint("days BETWEEN 30 AND 36500", name=op.f("retention_days_check")),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name=op.f("retention_venue_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("retention_pkey")),
    )
    # Without this index, each removed finding would read the whole table of selected findings.
    op.create_index(op.f("selection_finding_finding_id_idx"), "selection_finding", ["finding_id"])
    # Findings that compare two hands go with the earlier hand too.
    where = sa.text("earlier_id IS NOT NULL")
    op.create_index("finding_earlier_id_idx", "finding", ["earlier_id"], postgresql_where=where)
    op.execute(EXPIRED)
    for signature, function in FUNCTIONS.items():
        op.execute(function)
        op.execute(GUARD.replace("SIGNATURE", signature))
        op.execute(f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC")


def downgrade():
    for signature in (*FUNCTIONS, "expired_uploads(smallint, integer)"):
        op.execute(f"DROP FUNCTION {signature}")
    op.drop_index("finding_earlier_id_idx", "finding")
    op.drop_index("selection_finding_finding_id_idx", "selection_finding")
    op.drop_table("retention")
    op.drop_table("setting_act")
    op.drop_column("upload", "removed_at")
    op.drop_column("session", "confirmed_at")
    op.drop_column("account", "theme")
    op.drop_column("account", "time_zone")
    op.execute("UPDATE account SET role = 'viewer' WHERE role = 'admin'")
    roles("viewer", "reviewer")
