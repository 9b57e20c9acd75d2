"""Refuses changes of a claim after the case was submitted, and new parties while people decide about the case."""

from alembic import op

revision = "0049"
down_revision = "0048"

CHECK_CLAIM = """
CREATE FUNCTION dispute_claim_check() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    PERFORM FROM dispute WHERE id = NEW.dispute_id AND state = 'draft' FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'case % is no draft, so its claim lasts', NEW.dispute_id USING ERRCODE = 'DS002';
    END IF;
    RETURN NEW;
END $$
"""
# Fixes the search path of a function. Otherwise a caller could make the function use another table of the same name.
GUARD = """
DO $$ BEGIN EXECUTE format('ALTER FUNCTION SIGNATURE SET search_path = %I, pg_temp', current_schema()); END $$
"""
BEFORE_INSERT = (("dispute_claim", "dispute_claim_check"), ("dispute_party", "dispute_takes_evidence"))


def upgrade():
    op.execute(CHECK_CLAIM)
    op.execute(GUARD.replace("SIGNATURE", "dispute_claim_check()"))
    op.execute("REVOKE ALL ON FUNCTION dispute_claim_check() FROM PUBLIC")
    for table, function in BEFORE_INSERT:
        op.execute(f"CREATE TRIGGER {table}_new BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()")


def downgrade():
    for table, _ in BEFORE_INSERT:
        op.execute(f"DROP TRIGGER {table}_new ON {table}")
    op.execute("DROP FUNCTION dispute_claim_check()")
