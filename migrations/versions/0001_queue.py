"""Makes the tables of the job queue, procrastinate, as its release 3.10 makes them.

If a later release changes these tables, its migration script becomes a new step here.
"""

from alembic import op
from procrastinate.schema import SchemaManager

revision = "0001"
down_revision = None

GONE = """
DO $$
DECLARE one record;
BEGIN
    FOR one IN SELECT oid::regclass AS name FROM pg_class
               WHERE starts_with(relname, 'procrastinate_') AND relkind = 'r'
               AND relnamespace = current_schema()::regnamespace
    LOOP EXECUTE format('DROP TABLE %s CASCADE', one.name); END LOOP;
    FOR one IN SELECT oid::regprocedure AS name FROM pg_proc
               WHERE starts_with(proname, 'procrastinate_') AND pronamespace = current_schema()::regnamespace
    LOOP EXECUTE format('DROP FUNCTION %s CASCADE', one.name); END LOOP;
    FOR one IN SELECT oid::regtype AS name FROM pg_type
               WHERE starts_with(typname, 'procrastinate_') AND typtype IN ('e', 'c')
               AND typnamespace = current_schema()::regnamespace
    LOOP EXECUTE format('DROP TYPE %s CASCADE', one.name); END LOOP;
END
$$
"""


def run(script):
    # The driver runs the script directly. SQLAlchemy would take percent signs in the script for parameters.
    driver = op.get_bind().connection.driver_connection
    with driver.cursor() as cursor:
        cursor.execute(script)


def upgrade():
    run(SchemaManager.get_schema())


def downgrade():
    run(GONE)
