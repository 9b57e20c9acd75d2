"""Which version of the rules was the first to find a finding, as a facet; and which runs were of which version."""

import sqlalchemy as sa
from alembic import context, op

revision = "0021"
down_revision = "0020"

# What was found under the version that found most of it is not written anew: to add a column with a default takes no
# time, however many rows there are.
MOST = """
SELECT run.rules_version FROM found_first JOIN run ON run.id = found_first.run_id
GROUP BY run.rules_version ORDER BY sum(found_first.found) DESC, run.rules_version DESC LIMIT 1
"""
# The rest is written so many findings at a time, by what numbers there are: nobody knows how many it is, and each
# statement of a migration has only so long.
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
    """The migration that made the tally as it is."""
    return context.script.get_revision("0017").module


def with_version(kinds):
    """The same kinds of findings, by version too."""
    return {**kinds, "breach": {**kinds["breach"], "rules_version": "integer"}}


def renumber(names):
    """Gives the kinds of what was broken the numbers that they have by these columns, in the tally as well."""
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
    """The facet. A column added locks findings for readers too, until all is done or undone: a version that does not
    know the column could file none of them meanwhile, and whoever asks waits only as long as a lock of theirs may.
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
    """Gives the findings of other versions theirs."""
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
