"""Removes the trigger that copied the stakes, because it was slow. The insert of a finding now copies the stakes."""

from alembic import op

revision = "0016"
down_revision = "0015"

SET_STAKES = """
CREATE FUNCTION finding_stakes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT coalesce(stakes_of(small_bet, big_bet, minor, currency), '') INTO NEW.stakes
    FROM hand WHERE hand.id = NEW.hand_id AND hand.month = NEW.month;
    NEW.stakes := coalesce(NEW.stakes, '');
    RETURN NEW;
END $$
"""


def upgrade():
    op.execute("DROP TRIGGER finding_stakes ON finding")
    op.execute("DROP FUNCTION finding_stakes")


def downgrade():
    op.execute(SET_STAKES)
    op.execute("CREATE TRIGGER finding_stakes BEFORE INSERT ON finding FOR EACH ROW EXECUTE FUNCTION finding_stakes()")
