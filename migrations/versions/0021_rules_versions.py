"""Adds the rules version that first found a finding, as a filter with counts; and an index of runs by rules version.

Also adds the tables of houses and of the causes of changes.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0021"
down_revision = "0020"

# The rules version that found the most findings. It becomes the default of the new column, because adding a column with
# a default takes no time. So only the findings of other versions have to be updated.
MOST = """
SELECT run.rules_version FROM found_first JOIN run ON run.id = found_first.run_id
GROUP BY run.rules_version ORDER BY sum(found_first.found) DESC, run.rules_version DESC LIMIT 1
"""
# The findings of other versions are updated in groups of this size, because each statement of a migration has a time
# limit.
TOGETHER = 500_000
NEXT = "SELECT max(id) FROM (SELECT id FROM finding WHERE id > :done ORDER BY id LIMIT :together) AS next"
THE_REST = """
UPDATE finding SET rules_version = run.rules_version
FROM run WHERE run.id = finding.first_run_id AND run.rules_version <> finding.rules_version
           AND finding.id > :done AND finding.id <= :last
"""
IN_THE_TALLY = """
UPDATE tally SET breach = now.number FROM (SELECT DISTINCT id, NUMBER FROM tally_breach) AS now
WHERE tally.breach = now.id
"""
OF_THE_KINDS = """
UPDATE tally_breach SET id = now.number FROM (SELECT ctid AS place, NUMBER FROM tally_breach) AS now
WHERE tally_breach.ctid = now.place
"""
TWICE = "DELETE FROM tally_breach AS one USING tally_breach AS other WHERE one.id = other.id AND one.ctid > other.ctid"
ORDER = ["worst", "weight", "id"]


def tallied():
    """Returns the module of the migration 0017, which made the present form of `tally`."""
    return context.script.get_revision("0017").module


def with_version(kinds):
    """Returns the same three tables of kinds (see migration 0017), with the rules version as a further column of
    `breach`.
    """
    return {**kinds, "breach": {**kinds["breach"], "rules_version": "integer"}}


def renumber(names):
    """Computes new numbers for the rows of `tally_breach` from the columns `names`. Changes the numbers in `tally` that
    refer to these rows too.
    """
    number = tallied().number_of(names).replace("KINDRED", "number")
    for renumbered in (IN_THE_TALLY, OF_THE_KINDS):
        op.execute(renumbered.replace("NUMBER", number))


def upgrade():
    found_first_by()
    op.create_table(
        "house",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="house_pkey"),
    )
    op.create_table(
        "laid",
        sa.Column("finding_id", sa.BigInteger(), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.CheckConstraint("cause IN ('engine', 'rules')", name="laid_cause_check"),
        sa.ForeignKeyConstraint(["finding_id"], ["finding.id"], name="laid_finding_id_fkey", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="laid_run_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("finding_id", "run_id", name="laid_pkey"),
    )


def found_first_by():
    """Adds the rules version to findings and their counts.

    Adding a column locks the table until the end of the migration, for readers too. An earlier version of the program,
    which does not know the column, could not insert findings anyway. Readers wait until their own time limit.
    """
    op.create_index("run_rules_version_id_idx", "run", ["rules_version", "id"])
    most = op.get_bind().execute(sa.text(MOST)).scalar() or 1
    for table in ("finding", "tally_breach"):
        column = sa.Column("rules_version", sa.Integer(), nullable=False, server_default=sa.text(str(most)))
        op.add_column(table, column)
        op.alter_column(table, "rules_version", server_default=None)
    kinds = with_version(tallied().KINDS)
    renumber(kinds["breach"])
    op.execute(tallied().count(kinds))
    fill_the_rest()
    op.create_index("finding_rules_idx", "finding", ["rules_version", *ORDER])


def fill_the_rest():
    """Stores the rules version of each finding that was first found by another version than the default."""
    together = context.config.attributes.get("together", TOGETHER)
    connection, done = op.get_bind(), 0
    while last := connection.execute(sa.text(NEXT), {"done": done, "together": together}).scalar():
        connection.execute(sa.text(THE_REST), {"done": done, "last": last})
        done = last


def downgrade():
    op.drop_table("laid")
    op.drop_table("house")
    op.drop_index("finding_rules_idx", "finding")
    op.execute(tallied().count())
    renumber(tallied().KINDS["breach"])
    op.execute(TWICE)
    for table in ("tally_breach", "finding"):
        op.drop_column(table, "rules_version")
    op.drop_index("run_rules_version_id_idx", "run")
