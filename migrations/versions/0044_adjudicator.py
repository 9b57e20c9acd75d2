"""Adds the role of an adjudicator, who may do all that a reviewer may.

No account gets another role. After a downgrade, each adjudicator is a reviewer, so nobody loses a right on findings.
"""

from alembic import op

revision = "0044"
down_revision = "0043"


def roles(*names):
    op.drop_constraint(op.f("account_role_check"), "account")
    listed = ", ".join([f"'{name}'" for name in names])
    op.create_check_constraint(op.f("account_role_check"), "account", f"role IN ({listed})")


def upgrade():
    roles("viewer", "reviewer", "adjudicator", "admin")


def downgrade():
    op.execute("UPDATE account SET role = 'reviewer' WHERE role = 'adjudicator'")
    roles("viewer", "reviewer", "admin")
