"""Adds an index by time of acts that no person and no run made. A comparison of two runs has to find these acts.

For example, a file was read again, and a finding is gone because the new read does not have its hand.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade():
    op.create_index(
        "triage_act_between_idx", "triage_act", ["at"], postgresql_where=sa.text("run_id IS NULL AND by = ''")
    )


def downgrade():
    op.drop_index("triage_act_between_idx", "triage_act")
