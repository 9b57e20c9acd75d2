"""Adds the severity and the certainty of findings, and the big bet of their stakes.

The list of findings is sorted by severity, and findings of one severity by their amount in big bets. So 5.00 USD and
374 chips can be compared.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0034"
down_revision = "0033"

MONEY = "L106 S506 S509 P601 P602 P603 P604 P605 P606 P607 P608 P609 P610 P611"
INTEGRITY = "D201 D202 D204 D205 D208 D209 D210 D212 D214 S503 S505 S508 H802 H805"
LOG = "L102 L103 L104 L105 L107 L108 S504 B421 H803"
PROCEDURE = "D206 D207 D213 D215 L101 O309 O312 B417 S501 S502 S507 C701 K901"
# Computes the position in the list of findings: by severity, then by the amount in hundredths of a big bet. A finding
# without an amount comes last in its severity. If the big bet is unknown, the amount counts as nothing.
WORST = """
CREATE FUNCTION finding_worst(severity text, amount bigint, big_bet bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE severity WHEN 'money' THEN 0 WHEN 'integrity' THEN 1 WHEN 'log' THEN 2 WHEN 'play' THEN 3 ELSE 4 END
       * 1000000000000000
       - CASE WHEN amount IS NULL THEN -1
              ELSE least(coalesce(div(abs(amount::numeric) * 100, nullif(abs(big_bet), 0)), 0), 100000000000000)
         END::bigint
$$
"""
BY_FINDING = "finding_worst(severity, amount, big_bet)"
BY_AMOUNT = "-coalesce(abs(amount), -1)"
WORDS = "room, game, stakes, house, code, grade, detection, triage, assignee"
CELL = (
    "finding_cell(ARRAY[{words}], venue_id, street, finding_band(amount, minor),"
    " ARRAY[flagged, reopened, (readings <> '')])"
)
# The findings are updated in groups of this size, because each statement of a migration has a time limit.
TOGETHER = 500_000
NEXT = "SELECT max(id) FROM (SELECT id FROM finding WHERE id > :done ORDER BY id LIMIT :together) AS next"
FILL = """
UPDATE finding SET
    severity = CASE WHEN code = 'S506' AND amount IS NULL THEN 'procedure'
                    WHEN code = ANY(:money) THEN 'money'
                    WHEN code = ANY(:integrity) THEN 'integrity'
                    WHEN code = ANY(:procedure) THEN 'procedure'
                    WHEN code = ANY(:log) THEN 'log'
                    ELSE 'play' END,
    certainty = CASE WHEN readings <> '' THEN 'contested'
                     WHEN status = 'stated' AND grade <> 'irregular' THEN 'stated'
                     ELSE 'assumed' END,
    big_bet = (SELECT hand.big_bet FROM hand WHERE hand.id = finding.hand_id AND hand.month = finding.month)
WHERE id > :done AND id <= :last
"""
INDEXES = {
    "finding_worst_idx": [],
    "finding_contested_idx": [],
    "finding_code_idx": ["code"],
    "finding_band_idx": ["band"],
    "finding_stakes_idx": ["stakes"],
    "finding_rules_idx": ["rules_version"],
    "finding_cell_idx": ["cell"],
}


def tallied():
    """Returns the module of the migration 0017, which made the present form of `tally`."""
    return context.script.get_revision("0017").module


def of_version():
    """Returns the module of the migration 0021, which added the rules version to the counts."""
    return context.script.get_revision("0021").module


def upgrade():
    op.add_column("finding", sa.Column("severity", sa.Text(), nullable=False, server_default="log"))
    op.add_column("finding", sa.Column("certainty", sa.Text(), nullable=False, server_default="assumed"))
    op.add_column("finding", sa.Column("big_bet", sa.BigInteger()))
    op.execute("ALTER TABLE finding DISABLE TRIGGER finding_tally_update")
    fill()
    op.execute("ALTER TABLE finding ENABLE TRIGGER finding_tally_update")
    op.alter_column("finding", "severity", server_default=None)
    op.alter_column("finding", "certainty", server_default=None)
    severities = "severity IN ('money', 'integrity', 'play', 'procedure', 'log')"
    op.create_check_constraint(op.f("finding_severity_check"), "finding", severities)
    certainties = "certainty IN ('stated', 'likely', 'assumed', 'contested')"
    op.create_check_constraint(op.f("finding_certainty_check"), "finding", certainties)
    op.execute(WORST)
    sort_by(BY_FINDING, f"{WORDS}, severity, certainty")
    kinds = of_version().with_version(tallied().KINDS)
    count_anew({**kinds, "breach": {**kinds["breach"], "severity": "text", "certainty": "text"}}, add=True)


def fill():
    """Stores severity, certainty and big bet of each finding."""
    together = context.config.attributes.get("together", TOGETHER)
    codes = {"money": MONEY.split(), "integrity": INTEGRITY.split(), "procedure": PROCEDURE.split(), "log": LOG.split()}
    connection, done = op.get_bind(), 0
    while last := connection.execute(sa.text(NEXT), {"done": done, "together": together}).scalar():
        connection.execute(sa.text(FILL), {"done": done, "last": last, **codes})
        done = last


def sort_by(worst, words):
    """Computes the position of each finding in the list, and the number of its cell, in another way."""
    for column, of, expression in (
        ("worst", sa.BigInteger(), worst),
        ("cell", sa.BigInteger(), CELL.format(words=words)),
    ):
        op.drop_column("finding", column)  # its indexes go too
        op.add_column("finding", sa.Column(column, of, sa.Computed(expression, persisted=True), nullable=False))
    op.execute("DROP INDEX IF EXISTS finding_contested_idx")
    for name, columns in INDEXES.items():
        where = sa.text("readings <> ''") if name == "finding_contested_idx" else None
        op.create_index(name, "finding", [*columns, "worst", "weight", "id"], postgresql_where=where)


def count_anew(kinds, *, add):
    """Counts all findings again by these kinds. `add` is true if the kinds have severity and certainty."""
    op.execute("TRUNCATE tally, tally_standing, tally_breach, tally_place")
    for name in ("severity", "certainty"):
        if add:
            op.add_column("tally_breach", sa.Column(name, sa.Text(), nullable=False))
        else:
            op.drop_column("tally_breach", name)
    op.execute(tallied().count(kinds))
    op.execute(tallied().filed(tallied().ADDED, "finding", kinds))


def downgrade():
    for name in ("severity", "certainty"):
        op.drop_constraint(op.f(f"finding_{name}_check"), "finding")
    sort_by(BY_AMOUNT, WORDS)
    op.execute("DROP FUNCTION finding_worst")
    count_anew(of_version().with_version(tallied().KINDS), add=False)
    for name in ("big_bet", "certainty", "severity"):
        op.drop_column("finding", name)
