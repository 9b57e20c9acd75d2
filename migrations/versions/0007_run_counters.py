"""Gives runs separate counters for hands that they did not audit: `known`, `rejected`, `skipped` and `left_out`.

Before, these were one counter. If a run is the only run of its upload, the counters are copied from the upload. In any
other run the old counter becomes `left_out`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NEW = ("known", "rejected", "left_out")
SUM = "clean + faulty + failed + known + rejected + skipped + left_out"
OLD_SUM = "clean + faulty + failed + skipped"
# The names of the checks in the first migrations, and their names in the code of the tables.
OLD_NAMES = ("run_run_adds_up_check_check", "run_run_done_adds_up_check_check")
NAMES = ("run_adds_up_check", "run_done_adds_up_check")

TOGETHER = "UPDATE run SET left_out = skipped, skipped = 0"
APART = """
UPDATE run SET left_out = 0, known = upload.known, rejected = upload.rejected - run.failed, skipped = upload.skipped
FROM upload
WHERE upload.id = run.upload_id AND upload.rejected >= run.failed
  AND run.left_out = upload.known + upload.rejected - run.failed + upload.skipped
  AND NOT EXISTS (SELECT FROM run AS other WHERE other.upload_id = run.upload_id AND other.id <> run.id)
"""


def upgrade():
    for name in NEW:
        op.add_column("run", sa.Column(name, sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    unchecked(OLD_NAMES)
    op.execute(TOGETHER)
    op.execute(APART)
    checked(NAMES, SUM)


def downgrade():
    unchecked(NAMES)
    op.execute("UPDATE run SET skipped = known + rejected + skipped + left_out")
    for name in NEW:
        op.drop_column("run", name)
    checked(OLD_NAMES, OLD_SUM)


def unchecked(names):
    for name in names:
        op.drop_constraint(op.f(name), "run")


def checked(names, total):
    """Makes the checks that the sum `total` is at most the number of hands, and is equal to it when a run is done."""
    always, done = names
    op.create_check_constraint(op.f(always), "run", f"{total} <= hands")
    op.create_check_constraint(op.f(done), "run", f"state <> 'done' OR {total} = hands")
