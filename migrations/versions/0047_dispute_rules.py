"""Adds the rules of the procedure for cases: the table of transitions, and the triggers that check each act, each
decision, each ruling and each posting in the ledger.

The rows are those of `auditor.disputes.transitions.TABLE` at this version. A test compares the two.
"""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"

# state | act | state after it | roles | relations of which the person needs one | relations that bar the person
TRANSITIONS = """
draft | submit | received | party reviewer adjudicator | opener | -
received | admit | admissible | reviewer adjudicator | - | -
received | decline | declined | adjudicator | - | opener
admissible | decline | declined | adjudicator | - | opener
under review | decline | declined | adjudicator | - | opener
admissible | take | under review | adjudicator | - | opener
reopened | take | under review | adjudicator | - | opener
under review | wait for evidence | awaiting evidence | adjudicator | - | opener
awaiting evidence | resume | under review | reviewer adjudicator | - | -
under review | propose | proposed | adjudicator | - | opener
proposed | take back | under review | adjudicator | proposer | -
proposed | begin second review | second review | adjudicator | - | opener proposer triager
second review | leave second review | proposed | adjudicator | - | opener
second review | agree | ruled | adjudicator | second | opener proposer triager
second review | differ | third review | adjudicator | second | opener proposer triager
third review | majority | ruled | adjudicator | - | opener proposer second triager
third review | no majority | under review | adjudicator | - | opener proposer second triager
ruled | order remedy | remedy pending | adjudicator | - | opener
ruled | no remedy | no remedy | adjudicator | - | opener
remedy pending | record payment | remedy pending | reviewer adjudicator | - | -
remedy pending | waive | remedy pending | adjudicator | - | opener
remedy pending | reverse entry | remedy pending | adjudicator | - | opener
remedied | reverse entry | remedy pending | adjudicator | - | opener
remedy pending | finish remedy | remedied | reviewer adjudicator | - | -
remedied | close | closed | reviewer adjudicator | - | -
no remedy | close | closed | reviewer adjudicator | - | -
ruled | correct | under review | adjudicator | - | opener
ruled | appeal | appealed | party reviewer adjudicator | opener claimant respondent | -
remedy pending | correct | under review | adjudicator | - | opener
remedy pending | appeal | appealed | party reviewer adjudicator | opener claimant respondent | -
remedied | correct | under review | adjudicator | - | opener
remedied | appeal | appealed | party reviewer adjudicator | opener claimant respondent | -
no remedy | correct | under review | adjudicator | - | opener
no remedy | appeal | appealed | party reviewer adjudicator | opener claimant respondent | -
closed | correct | under review | adjudicator | - | opener
closed | appeal | appealed | party reviewer adjudicator | opener claimant respondent | -
appealed | allow appeal | reopened | adjudicator | - | opener proposer second third
appealed | refuse appeal | ruled | adjudicator | - | opener proposer second third
closed | reopen | reopened | adjudicator | - | opener
declined | reopen | reopened | adjudicator | - | opener
draft | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
received | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
admissible | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
under review | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
awaiting evidence | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
proposed | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
second review | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
third review | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
appealed | withdraw | ruled | party reviewer adjudicator | opener claimant respondent | -
reopened | withdraw | withdrawn | party reviewer adjudicator | opener claimant | -
draft | add evidence | draft | party reviewer adjudicator | - | -
draft | add statement | draft | party reviewer adjudicator | - | -
received | add evidence | received | party reviewer adjudicator | - | -
received | add statement | received | party reviewer adjudicator | - | -
admissible | add evidence | admissible | party reviewer adjudicator | - | -
admissible | add statement | admissible | party reviewer adjudicator | - | -
under review | add evidence | under review | party reviewer adjudicator | - | -
under review | add statement | under review | party reviewer adjudicator | - | -
awaiting evidence | add evidence | awaiting evidence | party reviewer adjudicator | - | -
awaiting evidence | add statement | awaiting evidence | party reviewer adjudicator | - | -
declined | add evidence | declined | party reviewer adjudicator | - | -
declined | add statement | declined | party reviewer adjudicator | - | -
closed | add evidence | closed | party reviewer adjudicator | - | -
closed | add statement | closed | party reviewer adjudicator | - | -
appealed | add evidence | appealed | party reviewer adjudicator | - | -
appealed | add statement | appealed | party reviewer adjudicator | - | -
reopened | add evidence | reopened | party reviewer adjudicator | - | -
reopened | add statement | reopened | party reviewer adjudicator | - | -
received | assign | received | reviewer adjudicator | - | -
admissible | assign | admissible | reviewer adjudicator | - | -
under review | assign | under review | reviewer adjudicator | - | -
awaiting evidence | assign | awaiting evidence | reviewer adjudicator | - | -
proposed | assign | proposed | reviewer adjudicator | - | -
second review | assign | second review | reviewer adjudicator | - | -
third review | assign | third review | reviewer adjudicator | - | -
appealed | assign | appealed | reviewer adjudicator | - | -
reopened | assign | reopened | reviewer adjudicator | - | -
"""

# Codes of our own for the errors that the triggers raise. DS001: somebody else acted in between. DS002: the act is not
# possible now. DS003: this person may not do it.

# The relations of a person to a case (see `auditor.disputes.acts.Relation`).
RELATIONS = """
CREATE FUNCTION dispute_relations(d dispute, who bigint, party bigint) RETURNS text[] LANGUAGE sql STABLE AS $$
SELECT array_remove(ARRAY[
    CASE WHEN who = d.opener_id THEN 'opener' END,
    CASE WHEN party IS NOT NULL AND d.opener_id IS NULL AND party = (
        SELECT min(p.id) FROM dispute_party AS p WHERE p.dispute_id = d.id AND p.side = 'claimant') THEN 'opener' END,
    (SELECT p.side FROM dispute_party AS p WHERE p.id = party AND p.dispute_id = d.id),
    CASE WHEN who = d.proposer_id THEN 'proposer' END,
    CASE WHEN who = d.second_id THEN 'second' END,
    CASE WHEN who = d.third_id THEN 'third' END,
    CASE WHEN EXISTS (
        SELECT FROM dispute_finding AS f JOIN triage_act AS a ON a.fingerprint = f.fingerprint
        JOIN account ON account.name = a.by
        WHERE f.dispute_id = d.id AND account.id = who) THEN 'triager' END], NULL)
$$
"""

# A new case is a draft. Everything else about it follows from the acts.
BEGIN_CASE = """
CREATE FUNCTION dispute_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.opened_at := now(); NEW.changed_at := now(); NEW.state := 'draft'; NEW.last_act := 0; NEW.round := 0;
    NEW.owner_id := NULL; NEW.proposer_id := NULL; NEW.second_id := NULL; NEW.third_id := NULL;
    NEW.due_at := NULL; NEW.acknowledge_by := NULL; NEW.paused_at := NULL; NEW.paused := '0'; NEW.outcome := '';
    RETURN NEW;
END $$
"""

# Checks an act and changes the case. The lock on the case makes a second act wait for the first one; then the second
# one is refused, because the case has changed.
CHECK_ACT = """
CREATE FUNCTION dispute_act_check() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    d dispute;
    t dispute_transition;
    relations text[];
    actual text;
BEGIN
    SELECT * INTO d FROM dispute WHERE id = NEW.dispute_id FOR UPDATE;
    IF NOT FOUND OR NEW.from_state <> d.state OR (NEW.to_state <> d.state AND NEW.seen <> d.last_act) THEN
        RAISE EXCEPTION 'somebody acted on case % in between', NEW.dispute_id USING ERRCODE = 'DS001';
    END IF;
    SELECT * INTO t FROM dispute_transition WHERE state = NEW.from_state AND act = NEW.act;
    IF NOT FOUND OR t.to_state <> NEW.to_state THEN
        RAISE EXCEPTION 'in the state % there is no act % to %', NEW.from_state, NEW.act, NEW.to_state
            USING ERRCODE = 'DS002';
    END IF;
    IF NEW.account_id IS NULL THEN
        actual := 'party';
    ELSE
        SELECT role INTO actual FROM account WHERE id = NEW.account_id AND disabled_at IS NULL FOR SHARE;
    END IF;
    relations := dispute_relations(d, NEW.account_id, NEW.party_id);
    IF actual IS DISTINCT FROM NEW.role OR NEW.role <> ALL (t.roles)
       OR (t.only_for <> '{}' AND NOT t.only_for && relations) OR t.never_for && relations THEN
        RAISE EXCEPTION 'this person may not % case %', NEW.act, NEW.dispute_id USING ERRCODE = 'DS003';
    END IF;
    PERFORM dispute_conditions(d, NEW.act, NEW.account_id);
    NEW.seq := d.last_act + 1;
    NEW.at := now();
    UPDATE dispute SET
        state = NEW.to_state, last_act = NEW.seq, changed_at = NEW.at,
        round = d.round + (NEW.act IN ('take', 'take back', 'no majority', 'correct'))::int,
        owner_id = CASE NEW.act WHEN 'take' THEN NEW.account_id WHEN 'assign' THEN NEW.assignee_id ELSE d.owner_id END,
        proposer_id = CASE WHEN NEW.act = 'propose' THEN NEW.account_id ELSE d.proposer_id END,
        second_id = CASE WHEN NEW.act = 'begin second review' THEN NEW.account_id
                         WHEN NEW.act IN ('propose', 'leave second review') THEN NULL ELSE d.second_id END,
        third_id = CASE WHEN NEW.act IN ('majority', 'no majority') THEN NEW.account_id
                        WHEN NEW.act = 'propose' THEN NULL ELSE d.third_id END
    WHERE id = d.id;
    IF NEW.to_state <> d.state THEN
        PERFORM dispute_clock(d, NEW.to_state, NEW.at);
    END IF;
    RETURN NEW;
END $$
"""

# The conditions of single acts. An agreement needs two equal decisions; a new start needs new evidence; the remedy ends
# when nobody owes anything.
CONDITIONS = """
CREATE FUNCTION dispute_conditions(d dispute, act text, who bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    fulfilled boolean := true;
BEGIN
    IF act IN ('propose', 'agree', 'differ', 'majority', 'no majority') THEN
        SELECT CASE act
            WHEN 'propose' THEN one.account_id = who
            WHEN 'agree' THEN two.account_id = who AND same_2
            WHEN 'differ' THEN two.account_id = who AND NOT same_2
            WHEN 'majority' THEN three.account_id = who AND same_3
            ELSE three.account_id = who AND NOT same_3 END
        INTO fulfilled
        FROM dispute_decision AS one
        LEFT JOIN dispute_decision AS two ON (two.dispute_id, two.round, two.rank) = (d.id, d.round, 2)
        LEFT JOIN dispute_decision AS three ON (three.dispute_id, three.round, three.rank) = (d.id, d.round, 3),
        LATERAL (SELECT one.outcome = two.outcome AND one.amounts = two.amounts AS same_2) AS compared,
        LATERAL (SELECT same_2 IS FALSE AND (three.outcome = one.outcome AND three.amounts = one.amounts
                        OR three.outcome = two.outcome AND three.amounts = two.amounts) AS same_3) AS again
        WHERE (one.dispute_id, one.round, one.rank) = (d.id, d.round, 1);
    ELSIF act = 'reopen' THEN
        fulfilled := EXISTS (
            SELECT FROM dispute_evidence AS e WHERE e.dispute_id = d.id AND e.seq > (
                SELECT max(seq) FROM dispute_act AS a WHERE a.dispute_id = d.id AND a.to_state <> a.from_state));
    ELSIF act = 'finish remedy' THEN
        fulfilled := NOT EXISTS (
            SELECT FROM ledger_entry AS e JOIN ruling AS r ON r.id = e.ruling_id WHERE r.dispute_id = d.id
            GROUP BY e.ruling_id, e.party HAVING sum(e.amount) <> 0);
    END IF;
    IF fulfilled IS NOT TRUE THEN
        RAISE EXCEPTION 'a condition of % is not fulfilled in case %', act, d.id USING ERRCODE = 'DS002';
    END IF;
END $$
"""

# The clock of a case, as `auditor.disputes.deadlines.clock_of` computes it.
CLOCK = """
CREATE FUNCTION dispute_clock(d dispute, new_state text, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    due timestamptz := coalesce(d.due_at, moment + d.decide_days * interval '24 hours');
    pause interval := coalesce(moment - d.paused_at, '0');
BEGIN
    IF new_state IN ('received', 'admissible', 'under review', 'awaiting evidence', 'proposed', 'second review',
                     'third review', 'appealed', 'reopened') THEN
        UPDATE dispute SET
            due_at = due + pause,
            paused = CASE WHEN d.due_at IS NULL THEN '0' ELSE d.paused END + pause,
            paused_at = CASE WHEN new_state = 'awaiting evidence' THEN moment END,
            acknowledge_by = CASE WHEN new_state = 'received' THEN moment + d.acknowledge_hours * interval '1 hour' END
        WHERE id = d.id;
    ELSE
        UPDATE dispute SET due_at = NULL, paused_at = NULL, acknowledge_by = NULL WHERE id = d.id;
    END IF;
END $$
"""

# A decision belongs to the present round, and its author must be the person whose turn it is.
CHECK_DECISION = """
CREATE FUNCTION dispute_decision_check() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    d dispute;
    relations text[];
BEGIN
    SELECT * INTO d FROM dispute WHERE id = NEW.dispute_id FOR UPDATE;
    IF NOT FOUND OR NEW.round <> d.round
       OR d.state <> (ARRAY['under review', 'second review', 'third review'])[NEW.rank] THEN
        RAISE EXCEPTION 'case % does not wait for decision %', NEW.dispute_id, NEW.rank USING ERRCODE = 'DS001';
    END IF;
    PERFORM FROM account WHERE id = NEW.account_id AND role = 'adjudicator' AND disabled_at IS NULL FOR SHARE;
    relations := dispute_relations(d, NEW.account_id, NULL);
    IF NOT FOUND OR 'opener' = ANY (relations)
       OR (NEW.rank = 2 AND (NEW.account_id IS DISTINCT FROM d.second_id OR relations && '{proposer,triager}'))
       OR (NEW.rank = 3 AND relations && '{proposer,second,triager}') THEN
        RAISE EXCEPTION 'this person may not decide case %', NEW.dispute_id USING ERRCODE = 'DS003';
    END IF;
    NEW.opener := d.opener;
    NEW.at := now();
    RETURN NEW;
END $$
"""

# A ruling repeats the outcome and the amounts on which two adjudicators agreed in this round, and names the ruling that
# it replaces.
CHECK_RULING = """
CREATE FUNCTION ruling_check() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    d dispute;
BEGIN
    SELECT * INTO d FROM dispute WHERE id = NEW.dispute_id FOR UPDATE;
    IF NOT FOUND OR d.state <> 'ruled' OR NEW.round <> d.round
       OR (SELECT count(*) FROM dispute_decision AS e WHERE (e.dispute_id, e.round) = (d.id, d.round)
           AND e.outcome = NEW.outcome AND e.amounts = NEW.amounts) < 2
       OR NEW.replaces_id IS DISTINCT FROM (SELECT max(id) FROM ruling WHERE dispute_id = d.id) THEN
        RAISE EXCEPTION 'case % has no such ruling', NEW.dispute_id USING ERRCODE = 'DS002';
    END IF;
    NEW.made_at := now();
    UPDATE dispute SET outcome = NEW.outcome WHERE id = d.id;
    RETURN NEW;
END $$
"""

# Entries are booked only while the remedy is pending.
CHECK_POSTING = """
CREATE FUNCTION ledger_posting_check() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    PERFORM FROM dispute AS d JOIN ruling AS r ON r.dispute_id = d.id
    WHERE r.id = NEW.ruling_id AND d.state = 'remedy pending' FOR UPDATE OF d;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the ledger of ruling % is not open', NEW.ruling_id USING ERRCODE = 'DS002';
    END IF;
    NEW.at := now();
    RETURN NEW;
END $$
"""
CHECK_SUM = """
CREATE FUNCTION ledger_sum_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM ledger_posting AS p LEFT JOIN ledger_entry AS e USING (ruling_id, number)
    WHERE (p.ruling_id, p.number) = (NEW.ruling_id, NEW.number)
    GROUP BY p.ruling_id, p.number, p.entries HAVING sum(e.amount) = 0 AND count(e.amount) = p.entries;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the entries of posting % of ruling % do not sum to zero', NEW.number, NEW.ruling_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$
"""

# Evidence and pinned findings do not change while two or three people decide.
CHECK_OPEN = """
CREATE FUNCTION dispute_takes_evidence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    PERFORM FROM dispute WHERE id = NEW.dispute_id AND state IN (
        'draft', 'received', 'admissible', 'under review', 'awaiting evidence', 'declined', 'closed', 'appealed',
        'reopened') FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'case % takes no evidence now', NEW.dispute_id USING ERRCODE = 'DS002';
    END IF;
    RETURN NEW;
END $$
"""
CHECK_ORIGIN = """
CREATE FUNCTION dispute_evidence_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM dispute_act WHERE (dispute_id, seq) = (NEW.dispute_id, NEW.seq) AND act = 'add evidence';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no act adds this evidence to case %', NEW.dispute_id USING ERRCODE = 'DS002';
    END IF;
    RETURN NEW;
END $$
"""

LASTS = """
CREATE FUNCTION dispute_lasts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % cannot be changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""

FUNCTIONS = {
    "dispute_relations(dispute, bigint, bigint)": RELATIONS,
    "dispute_begin()": BEGIN_CASE,
    "dispute_conditions(dispute, text, bigint)": CONDITIONS,
    "dispute_clock(dispute, text, timestamptz)": CLOCK,
    "dispute_act_check()": CHECK_ACT,
    "dispute_decision_check()": CHECK_DECISION,
    "ruling_check()": CHECK_RULING,
    "ledger_posting_check()": CHECK_POSTING,
    "ledger_sum_check()": CHECK_SUM,
    "dispute_takes_evidence()": CHECK_OPEN,
    "dispute_evidence_check()": CHECK_ORIGIN,
    "dispute_lasts()": LASTS,
}
# Fixes the search path of a function. Otherwise a caller could make the function use another table of the same name.
GUARD = """
DO $$ BEGIN EXECUTE format('ALTER FUNCTION SIGNATURE SET search_path = %I, pg_temp', current_schema()); END $$
"""
BEFORE_INSERT = (
    ("dispute", "dispute_begin"),
    ("dispute_act", "dispute_act_check"),
    ("dispute_decision", "dispute_decision_check"),
    ("ruling", "ruling_check"),
    ("ledger_posting", "ledger_posting_check"),
    ("dispute_pin", "dispute_takes_evidence"),
    ("dispute_finding", "dispute_takes_evidence"),
    ("dispute_evidence", "dispute_evidence_check"),
)
LASTING = (
    "dispute_act",
    "dispute_decision",
    "dispute_evidence",
    "dispute_finding",
    "dispute_pin",
    "dispute_claim",
    "dispute_transition",
    "identity_look",
    "ledger_entry",
    "ledger_posting",
    "ruling",
)


def upgrade():
    op.bulk_insert(
        sa.table("dispute_transition", *[sa.column(name) for name in ("state", "act", "to_state")],
                 *[sa.column(name, sa.ARRAY(sa.Text)) for name in ("roles", "only_for", "never_for")]),
        [row_of(line) for line in TRANSITIONS.strip().splitlines()],
    )  # fmt: skip
    for signature, function in FUNCTIONS.items():
        op.execute(function)
        op.execute(GUARD.replace("SIGNATURE", signature))
        op.execute(f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC")
    for table, function in BEFORE_INSERT:
        op.execute(f"CREATE TRIGGER {table}_new BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()")
    for table in ("ledger_posting", "ledger_entry"):
        op.execute(f"""CREATE CONSTRAINT TRIGGER {table}_sum AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED
                       FOR EACH ROW EXECUTE FUNCTION ledger_sum_check()""")
    for table in LASTING:
        op.execute(f"""CREATE TRIGGER {table}_lasts BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
                       FOR EACH STATEMENT EXECUTE FUNCTION dispute_lasts()""")


def row_of(line):
    state, act, to_state, *lists = [part.strip() for part in line.split("|")]
    roles, only_for, never_for = [[] if part == "-" else part.split() for part in lists]
    return {"state": state, "act": act, "to_state": to_state, "roles": roles, "only_for": only_for,
            "never_for": never_for}  # fmt: skip


def downgrade():
    for table in LASTING:
        op.execute(f"DROP TRIGGER {table}_lasts ON {table}")
    for table in ("ledger_posting", "ledger_entry"):
        op.execute(f"DROP TRIGGER {table}_sum ON {table}")
    for table, _ in BEFORE_INSERT:
        op.execute(f"DROP TRIGGER {table}_new ON {table}")
    for signature in reversed(FUNCTIONS):
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("DELETE FROM dispute_transition")
