"""Adds the shape and the cause of each finding, so that lists can group findings.

The shape of a stored finding is computed from its texts. Equal findings of a hand get one cause. A finding that follows
from another one is joined to its cause when the hand is audited again, because only the rules know what follows.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0040"
down_revision = "0039"

CARD = "(?:(?:10|[2-9TJQKA])[cdhs]|xx)"
CARDS = f"(?<![A-Za-z0-9]){CARD}(?:[ ,]+{CARD})*(?![A-Za-z0-9])"
STANDS_FOR = "; of [A-Z][0-9]{3} [0-9,]+ more, not listed$"
SHAPE = (
    "code || ' ' || regexp_replace(regexp_replace(regexp_replace(logged, :stands_for, '') || ' -> ' || lawful,"
    " :cards, 'CARDS', 'g'), '[^ ]*[0-9][^ ]*', 'NUMBER', 'g')"
)
# The first 64 bits of the SHA-256 of a text.
NUMBER_OF = "('x' || encode(substr(sha256(convert_to(TEXT, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint"
KIND = "concat_ws(E'\\n', 'cause', hand_id, house, severity, certainty, words)"
# The findings are updated in groups of this size, because each statement of a migration has a time limit.
TOGETHER = 500_000
NEXT = "SELECT max(id) FROM (SELECT id FROM finding WHERE id > :done ORDER BY id LIMIT :together) AS next"
OF_SHAPE = NUMBER_OF.replace("TEXT", "E'shape\\n' || words")
OF_CAUSE = NUMBER_OF.replace("TEXT", f"CASE origin WHEN 'audit' THEN {KIND} ELSE fingerprint END")
FILL = f"""
UPDATE finding SET shape = {OF_SHAPE}, cause = {OF_CAUSE}
FROM (SELECT id AS of, {SHAPE} AS words FROM finding WHERE id > :done AND id <= :last) AS shaped
WHERE finding.id = shaped.of
"""
ORDER = ["worst", "weight", "id"]


def upgrade():
    op.add_column("finding", sa.Column("shape", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("finding", sa.Column("cause", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("finding", sa.Column("follows", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute("ALTER TABLE finding DISABLE TRIGGER finding_tally_update")
    fill()
    op.execute("ALTER TABLE finding ENABLE TRIGGER finding_tally_update")
    op.create_index("finding_shape_idx", "finding", ["shape", *ORDER])
    op.create_index("finding_cause_idx", "finding", ["cause", "follows", *ORDER])


def fill():
    """Stores the shape and the cause of each finding."""
    together = context.config.attributes.get("together", TOGETHER)
    connection, done = op.get_bind(), 0
    while last := connection.execute(sa.text(NEXT), {"done": done, "together": together}).scalar():
        values = {"done": done, "last": last, "cards": CARDS, "stands_for": STANDS_FOR}
        connection.execute(sa.text(FILL), values)
        done = last


def downgrade():
    for name in ("finding_cause_idx", "finding_shape_idx"):
        op.drop_index(name, "finding")
    for name in ("follows", "cause", "shape"):
        op.drop_column("finding", name)
