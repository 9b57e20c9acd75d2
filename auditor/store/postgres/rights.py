"""Lists the rights that the role of the application needs on each table, and grants exactly these rights.

One database role, the owner, makes and changes tables. The application works as another role, which owns nothing. This
role cannot delete uploads, hands, rejected hands or acts of people (decisions), because rows of these tables are only
added. Only the functions of retention (`forget_...`) remove hands, and they remove only old hands. A test fails if a
table is missing in this list.
"""

from typing import Any, Final, NamedTuple

import psycopg
from psycopg import sql

READ: Final = frozenset({"SELECT"})
ADD: Final = READ | {"INSERT"}
CHANGE: Final = ADD | {"UPDATE"}
# The rights on tables in which rows may be deleted. With `REPLACE`, rows may not be changed; with `ALL_ROWS`, they may.
# The deleted rows have expired, or are replaced by new rows or by their sum. Tables with evidence, or with the history
# of what people did, do not have these rights.
REPLACE: Final = ADD | {"DELETE"}
ALL_ROWS: Final = CHANGE | {"DELETE"}

TABLES: Final = {
    "account": CHANGE,
    "alembic_version": READ,
    "api_token": CHANGE,
    "claim_link": CHANGE,
    "comment_withdrawal": ADD,
    "decision": REPLACE,  # only the current decision on each finding; the history of all decisions is in `triage_act`
    "dictionary": READ,
    "dispute": ADD,  # triggers change the state of a case when somebody acts
    "dispute_act": ADD,
    "dispute_claim": ADD,
    "dispute_decision": ADD,
    "dispute_evidence": ADD,
    "dispute_finding": ADD,
    "dispute_party": ADD,
    "dispute_pin": ADD,
    "dispute_policy": ADD,
    "dispute_transition": READ,
    "exhibit": ADD,
    "figure_found": CHANGE,
    "figure_found_change": REPLACE,  # only the changes that are not in the sums yet
    "figure_hour": CHANGE,
    "figure_hour_change": REPLACE,
    "figure_kind": ADD,
    "figure_night": CHANGE,
    "figure_place": ADD,
    "finding": CHANGE,
    "finding_comment": ADD,
    "found_first": REPLACE,
    "hand": ADD,
    "hand_rake": ALL_ROWS,  # only the rake by the latest audit; all audits are in `report`
    "house": ADD,
    "identity": ADD,
    "identity_look": ADD,
    "inbox_item": CHANGE,
    "laid": ADD,
    "ledger_entry": ADD,
    "ledger_posting": ADD,
    "member": CHANGE,
    "one_time_link": ALL_ROWS,
    "owed": REPLACE,  # only the result of the latest audit; all audits are in `report`
    "owed_night": CHANGE,
    "owed_player": CHANGE,
    "party_link": CHANGE,
    "player": ADD,
    "poker_table": ADD,
    "procrastinate_events": ADD,
    "procrastinate_jobs": ALL_ROWS,
    "procrastinate_periodic_defers": ALL_ROWS,
    "procrastinate_workers": ALL_ROWS,
    "proposal": REPLACE,  # only proposals that still wait; the history is in `triage_act`
    "rake_night": CHANGE,
    "recovery_code": ALL_ROWS,
    "rejected": ADD,
    "report": CHANGE,
    "retention": ADD,
    "ruling": ADD,
    "run": CHANGE,
    "run_hand": ADD,
    "saved_filter": ALL_ROWS,
    "seat": ADD,
    "second_factor": ALL_ROWS,
    "second_person": ADD,
    "selection": ADD,
    "selection_finding": ADD,
    "session": ALL_ROWS,
    "setting_act": ADD,
    "shape_act": ADD,
    "shard": CHANGE,
    "sign_in_try": REPLACE,
    "skipped": CHANGE,
    "source": ADD,
    "tally": REPLACE,
    "tally_breach": ADD,
    "tally_place": ADD,
    "tally_standing": ADD,
    "token_upload": ADD,
    "trace": ADD,
    "triage_act": ADD,
    "triage_batch": ADD,
    "unread_line": ADD,
    "unread_shape": ADD,
    "upload": CHANGE,
    "upload_change": CHANGE,
    "venue": ADD,
}
# The sequences of the job queue. Other tables need no right to a sequence, because they have identity columns.
SEQUENCES: Final = {
    "procrastinate_events_id_seq": frozenset({"USAGE"}),
    "procrastinate_jobs_id_seq": frozenset({"USAGE"}),
    "procrastinate_periodic_defers_id_seq": frozenset({"USAGE"}),
}
# Database functions that run with the rights of the owner, although the application calls them. Each does exactly one
# thing that the application itself may not do.
FUNCTIONS: Final = (
    *("make_month(date)", "nobody_decides()"),
    *("forget_sources(integer)", "forget_hands(bigint[])", "forget_names()"),
)


class Right(NamedTuple):
    """A privilege on one database object, such as `SELECT` on the `TABLE` named `hand`.

    `kind` is the kind of the object: `TABLE`, `SEQUENCE`, `FUNCTION`, `SCHEMA` or `DATABASE`.
    """

    kind: str
    name: str
    privilege: str

    def __str__(self) -> str:
        return f"{self.privilege} on the {self.kind.lower()} {self.name}"


def needed(right: Right) -> bool:
    """Whether the role of the application needs this privilege. `TABLES` and `SEQUENCES` list the needed privileges on
    tables and sequences. On any other object, the role needs every privilege except `CREATE`.
    """
    match right.kind:
        case "TABLE":
            return right.privilege in TABLES.get(right.name, ())
        case "SEQUENCE":
            return right.privilege in SEQUENCES.get(right.name, ())
        case _:
            return right.privilege != "CREATE"


class Rights(NamedTuple):
    """The rights that a role needs but does not have (`missing`), and the rights that it has but does not need
    (`excess`).

    `owns`: the role owns the tables, or may act as their owner.
    """

    owns: bool
    missing: tuple[Right, ...]
    excess: tuple[Right, ...]


def rights_of(connection: psycopg.Connection[Any], role: str) -> Rights:
    """Returns the missing and the excess rights of a role.

    Both lists are empty if the database does not have our tables.
    """
    rows = connection.execute(_RIGHTS, {"role": role, "functions": list(FUNCTIONS)}).fetchall()
    missing, excess = [], []
    for kind, name, privilege, all_of_it, any_of_it in rows:
        right = Right(kind, name, privilege)
        if needed(right) and not all_of_it:
            missing.append(right)
        if not needed(right) and any_of_it:
            excess.append(right)
    return Rights(bool(rows) and _owns(connection, role), tuple(missing), tuple(excess))


def grant(connection: psycopg.Connection[Any], role: str) -> tuple[str, ...]:
    """Grants the role the rights that the application needs, and revokes all its other rights. Does nothing if the role
    owns the tables.

    The connection must belong to the owner of the tables. If the schema or the database has another owner, returns the
    statements that this other owner has to run.
    """
    rights = rights_of(connection, role)
    if rights.owns:
        return ()
    for_others = []
    for take, right in [(True, each) for each in rights.excess] + [(False, each) for each in rights.missing]:
        statement = _statement(role, right, take=take)
        if right.kind in _ABOVE and not _may(connection, right):
            for_others.append(f"{statement.as_string(connection)};")
        else:
            connection.execute(statement)
    return tuple(for_others)


def _statement(role: str, right: Right, *, take: bool) -> sql.Composed:
    form = sql.SQL("REVOKE {} ON {} {} FROM {}, PUBLIC" if take else "GRANT {} ON {} {} TO {}")
    name = sql.SQL(right.name) if right.kind == "FUNCTION" else sql.Identifier(right.name)
    words = (sql.SQL(right.privilege), sql.SQL(right.kind), name)
    return form.format(*words, sql.Identifier(role))


def _may(connection: psycopg.Connection[Any], right: Right) -> bool:
    row = connection.execute(_OWNS_ABOVE[right.kind], {"name": right.name}).fetchone()
    return row is not None and bool(row[0])


def _owns(connection: psycopg.Connection[Any], role: str) -> bool:
    row = connection.execute(_OWNS, {"role": role, "tables": [*TABLES]}).fetchone()
    return row is not None and bool(row[0])


_ABOVE: Final = ("SCHEMA", "DATABASE")
_OWNS_ABOVE: Final = {
    "SCHEMA": "SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = %(name)s",
    "DATABASE": "SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = %(name)s",
}

# Finds the owner and the schema of our tables. Every migrated database has the table `alembic_version`, and all our
# tables have the same owner as this table. Tables of other owners in the same schema are ignored.
_OURS: Final = """
ours AS (SELECT relowner AS owner, relnamespace AS schema FROM pg_class
         WHERE oid = to_regclass(quote_ident(current_schema()) || '.alembic_version'))
"""

_OWNS: Final = f"""
WITH {_OURS}
SELECT EXISTS (SELECT FROM ours WHERE pg_has_role(%(role)s, owner, 'MEMBER'))
    OR EXISTS (SELECT FROM pg_class, ours WHERE relnamespace = schema AND relname = ANY(%(tables)s)
               AND pg_has_role(%(role)s, relowner, 'MEMBER'))
"""

# Selects a row for each object and each privilege, with two answers about the role: whether it has the privilege on the
# whole object, and whether it has the privilege on at least one column.
_RIGHTS: Final = f"""
WITH {_OURS},
relations AS (SELECT oid, relname AS name, CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
              FROM pg_class, ours WHERE relowner = owner AND relnamespace = schema AND relkind IN ('r', 'p', 'v', 'S')),
privileges AS (SELECT unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'])
                      AS name
               UNION ALL SELECT 'MAINTAIN' WHERE current_setting('server_version_num')::int >= 170000)
SELECT kind, relations.name, privileges.name, has_table_privilege(%(role)s, oid, privileges.name),
       CASE WHEN privileges.name IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
            THEN has_any_column_privilege(%(role)s, oid, privileges.name)
            ELSE has_table_privilege(%(role)s, oid, privileges.name) END
FROM relations, privileges WHERE kind = 'TABLE'
UNION ALL
SELECT kind, relations.name, privilege, held, held
FROM relations, unnest(ARRAY['USAGE', 'SELECT', 'UPDATE']) AS privilege,
     LATERAL (SELECT has_sequence_privilege(%(role)s, oid, privilege) AS held) AS asked
WHERE kind = 'SEQUENCE'
UNION ALL
SELECT 'FUNCTION', name, 'EXECUTE', held, held
FROM ours, unnest(CAST(%(functions)s AS text[])) AS name, LATERAL (SELECT to_regprocedure(name) AS oid) AS there,
     LATERAL (SELECT has_function_privilege(%(role)s, oid, 'EXECUTE') AS held) AS asked
WHERE oid IS NOT NULL
UNION ALL
SELECT 'SCHEMA', current_schema(), privilege, held, held
FROM ours, unnest(ARRAY['USAGE', 'CREATE']) AS privilege,
     LATERAL (SELECT has_schema_privilege(%(role)s, schema, privilege) AS held) AS asked
UNION ALL
SELECT 'DATABASE', current_database(), privilege, held, held
FROM ours, unnest(ARRAY['CONNECT', 'TEMPORARY', 'CREATE']) AS privilege,
     LATERAL (SELECT has_database_privilege(%(role)s, current_database(), privilege) AS held) AS asked
ORDER BY 1, 2, 3
"""
