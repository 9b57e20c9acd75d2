"""Adds functions that run with the rights of the owner, for work that the role of the application may not do.

Each function does exactly one thing. The other rights of the role are in `auditor.store.postgres.rights`, and every
upgrade grants them.
"""

from alembic import op

revision = "0027"
down_revision = "0026"

# Makes the partition of `hand` for a month that has begun. Future months get no partition, because a log may contain
# any date. The partition is made as a separate table and then attached, so that inserts into other months do not wait.
MAKE_MONTH = """
CREATE FUNCTION make_month(month date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    name text := 'hand_' || to_char(month, 'YYYY_MM');
BEGIN
    IF month <> date_trunc('month', month) OR month < DATE '0001-02-01' OR month > now() + interval '1 day' THEN
        RAISE EXCEPTION '% is no first day of a month that has begun', month USING ERRCODE = 'invalid_parameter_value';
    END IF;
    PERFORM pg_advisory_xact_lock(7283114520);
    IF to_regclass(format('%I.%I', current_schema(), name)) IS NOT NULL THEN
        RETURN;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE hand INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', name);
    EXECUTE format('ALTER TABLE hand ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                   name, month, month + interval '1 month');
END $$
"""

# Locks `triage_batch`, so that nobody can decide: each decision, and each undo, inserts a row into that table. This is
# a function of the owner, because a role that may lock a table may also change it.
NOBODY_DECIDES = """
CREATE FUNCTION nobody_decides() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    LOCK TABLE triage_batch IN SHARE MODE;
END $$
"""

# Fixes the search path of a function. Otherwise a caller could make the function use another table of the same name.
GUARD = """
DO $$ BEGIN EXECUTE format('ALTER FUNCTION SIGNATURE SET search_path = %I, pg_temp', current_schema()); END $$
"""


def upgrade():
    for signature, function in (("make_month(date)", MAKE_MONTH), ("nobody_decides()", NOBODY_DECIDES)):
        op.execute(function)
        op.execute(GUARD.replace("SIGNATURE", signature))
        op.execute(f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC")


def downgrade():
    op.execute("DROP FUNCTION nobody_decides()")
    op.execute("DROP FUNCTION make_month(date)")
