"""Computes all evidence digests of findings in the same way: as in audits, from the texts as they are stored.

Before, comparisons of hands computed the digest differently, and audits used texts before special characters (NUL and
surrogates) were escaped. The digests of these findings are computed again from their columns, and so are the digests in
waiting dismissals. So the next run finds the same evidence, and no decision needs another review. If a dismissal waits
with evidence that is no longer stored, it does not change. As before, nobody can agree to that dismissal.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0028"
down_revision = "0027"

# The findings are read in groups of this size, because each statement of a migration has a time limit.
TOGETHER = 500_000
NEXT = "SELECT max(id) FROM (SELECT id FROM finding WHERE id > :done ORDER BY id LIMIT :together) AS next"

# Computes the digest from a JSON list without blanks, as the code does. `None` stands for no amount.
EVIDENCE = """
sha256(convert_to('["evidence/v1",' || concat_ws(',', to_json(logged), to_json(lawful),
    to_json(coalesce(CAST(amount AS text), 'None')), to_json(status), to_json(clause),
    (SELECT string_agg(CAST(to_json(reading) AS text), ',' ORDER BY place)
     FROM unnest(string_to_array(nullif(readings, ''), E'\\n')) WITH ORDINALITY AS each (reading, place))) || ']',
    'UTF8'))
"""

# Makes a table of the findings whose digest may have been computed differently, with the old and the new digest.
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
    """Keeps the digests. Under the earlier version, the next run marks findings of comparisons as changed."""
