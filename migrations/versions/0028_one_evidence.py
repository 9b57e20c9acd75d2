"""One recipe for the evidence digest of every finding: that of audits, over the texts as they are stored.

Findings of comparisons had other recipes, and audits took a text with NUL or half a character before it was escaped.
Their digests are made anew from their columns, also where a dismissal waits that was put forward on them: so the next
run finds the same evidence, and no decision is flagged. A dismissal that waits on evidence that is no longer stored
stays as it is, and nobody can agree to it, as before.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0028"
down_revision = "0027"

# So many findings at a time, by what numbers there are: each statement of a migration has only so long.
TOGETHER = 500_000
NEXT = "SELECT max(id) FROM (SELECT id FROM finding WHERE id > :done ORDER BY id LIMIT :together) AS next"

# A JSON list without blanks, as the code makes it. `None` stands for no amount.
EVIDENCE = """
sha256(convert_to('["evidence/v1",' || concat_ws(',', to_json(logged), to_json(lawful),
    to_json(coalesce(CAST(amount AS text), 'None')), to_json(status), to_json(clause),
    (SELECT string_agg(CAST(to_json(reading) AS text), ',' ORDER BY place)
     FROM unnest(string_to_array(nullif(readings, ''), E'\\n')) WITH ORDINALITY AS each (reading, place))) || ']',
    'UTF8'))
"""

# The findings whose digest may have another recipe, and both digests.
OTHERWISE = f"""
CREATE TEMPORARY TABLE made_anew ON COMMIT DROP AS
SELECT id, fingerprint, evidence AS before, {EVIDENCE} AS now FROM finding WHERE false
"""
COLLECT = f"""
INSERT INTO made_anew
SELECT id, fingerprint, evidence, {EVIDENCE} FROM finding
WHERE id > :done AND id <= :last AND (origin = 'history' OR logged || lawful || clause ~ '\\\\(x00|ud[89a-f])')
"""
FINDINGS = "UPDATE finding SET evidence = now FROM made_anew WHERE made_anew.id = finding.id AND evidence <> now"
PROPOSALS = """
UPDATE proposal SET seen = ARRAY(
    SELECT DISTINCT coalesce(now, digest) FROM unnest(seen) AS digest
    LEFT JOIN made_anew ON made_anew.fingerprint = proposal.fingerprint AND before = digest ORDER BY 1)
WHERE fingerprint IN (SELECT fingerprint FROM made_anew)
"""


def upgrade():
    connection, done = op.get_bind(), 0
    op.execute(OTHERWISE)
    together = context.config.attributes.get("together", TOGETHER)
    while last := connection.execute(sa.text(NEXT), {"done": done, "together": together}).scalar():
        connection.execute(sa.text(COLLECT), {"done": done, "last": last})
        done = last
    op.execute(FINDINGS)
    op.execute(PROPOSALS)


def downgrade():
    """The digests stay: by the version before, the next run marks those of comparisons as changed."""
