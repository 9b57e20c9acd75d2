"""Which runs were of a version of the rules: the page of a rule names the first and the last of each."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade():
    op.create_index("run_rules_version_id_idx", "run", ["rules_version", "id"])


def downgrade():
    op.drop_index("run_rules_version_id_idx", "run")
