"""Limits a transaction to the data of one venue: each table that has data of venues is covered by a view.

The views have the names of their tables, and are in a schema of their own: `public_of_venue`, if the tables are in
`public`. `limit_to` puts this schema first in the search path of a transaction. Every query of the transaction then
reads the views, and finds only the rows of the venue. So no query needs a condition of its own, and a page that forgets
the venue still shows nothing of another venue. Transactions without a limit read the tables, as before.

Each table must be in `VIEWS` or in `SHARED`, and a test checks this. To add a table, write one line:

- `_IN_VENUE` if the table has a column `venue_id`
- `_through(...)` if a column names a row of a table that is in `VIEWS` already
- the name in `SHARED` if no row belongs to a venue

A view has no primary key. So a query with `GROUP BY` must name every column that it selects.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import psycopg
from psycopg import sql
from sqlalchemy import text

from auditor.settings import command_line
from auditor.store.postgres.database import Connection, NoDatabase
from auditor.store.postgres.rights import TABLES

_VENUE: Final = "current_setting('auditor.venue')::smallint"
_IN_VENUE: Final = f"venue_id = {_VENUE}"
_NOTHING: Final = "false"


def _through(column: str, table: str, key: str = "id") -> str:
    """Returns the condition that a row belongs to a visible row of another table."""
    return f"{column} IN (SELECT {key} FROM {{own}}.{table})"


# For each table with data of venues, the SQL condition for the rows of one venue. `{own}` is the schema of the views. A
# view can use the views above it.
VIEWS: Final[Mapping[str, str]] = {
    "venue": f"id = {_VENUE}",
    "upload": _IN_VENUE,
    "finding": _IN_VENUE,
    "identity": _IN_VENUE,
    "hand": _IN_VENUE,
    "trace": _IN_VENUE,
    "player": _IN_VENUE,
    "poker_table": _IN_VENUE,
    "owed": _IN_VENUE,
    "owed_night": _IN_VENUE,
    "rake_night": _IN_VENUE,
    "figure_place": _IN_VENUE,
    "tally_place": _IN_VENUE,
    "unread_shape": _IN_VENUE,
    "second_person": _IN_VENUE,
    "retention": _IN_VENUE,
    "api_token": _IN_VENUE,
    "dispute": _IN_VENUE,
    "dispute_policy": _IN_VENUE,
    "claim_link": _IN_VENUE,
    # People who see every venue are known to everybody.
    "account": f"venue_id IS NULL OR {_IN_VENUE}",
    # A nightly run is about the hands of all venues, so its counts are for one venue only if there is no other.
    "run": _through("upload_id", "upload")
    + f" OR upload_id IS NULL AND NOT EXISTS (SELECT FROM {{tables}}.venue WHERE id <> {_VENUE})",
    "member": _through("archive_id", "upload"),
    "shard": _through("upload_id", "upload"),
    "rejected": _through("upload_id", "upload"),
    "skipped": _through("upload_id", "upload"),
    "upload_change": _through("upload_id", "upload"),
    "source": _through("upload_id", "upload"),
    "unread_line": _through("upload_id", "upload"),
    "shape_act": _through("shape_id", "unread_shape"),
    "report": _through("hand_id", "hand"),
    "seat": _through("hand_id", "hand"),
    "hand_rake": _through("hand_id", "hand"),
    "run_hand": _through("hand_id", "hand"),
    "owed_player": _through("player_id", "player"),
    "laid": _through("finding_id", "finding"),
    "decision": _through("fingerprint", "finding", "fingerprint"),
    "proposal": _through("fingerprint", "finding", "fingerprint"),
    "triage_act": _through("fingerprint", "finding", "fingerprint"),
    "finding_comment": _through("fingerprint", "finding", "fingerprint"),
    "inbox_item": _through("fingerprint", "finding", "fingerprint"),
    "comment_withdrawal": _through("comment_id", "finding_comment", "batch_id"),
    "triage_batch": " OR ".join(
        [_through("id", each, "batch_id") for each in ("triage_act", "finding_comment", "comment_withdrawal")]
    ),
    "selection_finding": _through("finding_id", "finding"),
    "selection": _through("id", "selection_finding", "selection_id"),
    "tally": _through("place", "tally_place"),
    "found_first": _through("run_id", "run"),
    "figure_found": f"{_through('place', 'figure_place')} OR {_through('place', 'figure_place', 'general_id')}",
    "figure_hour": f"{_through('place', 'figure_place')} OR {_through('place', 'figure_place', 'general_id')}",
    "figure_night": _through("place", "figure_place"),
    "figure_found_change": _through("place", "figure_place"),
    "figure_hour_change": _through("place", "figure_place"),
    "dispute_party": _through("dispute_id", "dispute"),
    "party_link": _through("party_id", "dispute_party"),
    "dispute_claim": _through("dispute_id", "dispute"),
    "dispute_act": _through("dispute_id", "dispute"),
    "dispute_evidence": _through("dispute_id", "dispute"),
    "exhibit": _through("sha256", "dispute_evidence", "sha256"),
    "dispute_pin": _through("dispute_id", "dispute"),
    "dispute_finding": _through("dispute_id", "dispute"),
    "identity_look": _through("dispute_id", "dispute"),
    "dispute_decision": _through("dispute_id", "dispute"),
    "ruling": _through("dispute_id", "dispute"),
    "ledger_posting": _through("ruling_id", "ruling"),
    "ledger_entry": _through("ruling_id", "ruling"),
    # Only an admin reads the changes of accounts and settings, and an admin sees every venue.
    "setting_act": _NOTHING,
}
# The tables whose rows belong to no venue, or to one account.
SHARED: Final = frozenset(
    {
        *("alembic_version", "dictionary", "dispute_transition", "figure_kind", "house", "tally_breach"),
        *("tally_standing", "saved_filter", "session", "one_time_link", "sign_in_try", "token_upload"),
        *("second_factor", "recovery_code"),
        *("procrastinate_events", "procrastinate_jobs", "procrastinate_periodic_defers", "procrastinate_workers"),
    }
)


def limit_to(connection: Connection, venue_id: int, revision: str) -> None:
    """Limits the current transaction to the data of one venue. `revision` is the newest revision of the schema.

    Raises `NoDatabase` if the views are missing or of another version. So the limit never fails without a sign.
    """
    fits = connection.execute(text(_LIMIT), {"venue": str(venue_id), "version": _version(revision)}).scalar_one()
    if not fits:
        raise NoDatabase(f"The database has the schema of another version. Run: {command_line('db upgrade')}")


def drop(connection: psycopg.Connection[Any]) -> None:
    """Drops the views, because a table with a view cannot be changed freely. Does nothing if there are none."""
    connection.execute(_DROP)


def make(connection: psycopg.Connection[Any], role: str, revision: str) -> tuple[str, ...]:
    """Makes the views anew, if they are missing or of another version, and grants their use to the role `role`.

    The connection must belong to the owner of the tables. If it may not make the schema of the views, returns the
    statement that the owner of the database has to run.
    """
    if are_current(connection, revision, role):
        return ()
    tables, own = _names(connection)
    if not connection.execute("SELECT to_regnamespace(quote_ident(%s)) IS NOT NULL", [own]).fetchone()[0]:  # type: ignore[index]
        statement = sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(own))
        may = "SELECT has_database_privilege(current_database(), 'CREATE')"
        if not connection.execute(may).fetchone()[0]:  # type: ignore[index]
            return (f"{statement.as_string(connection)} AUTHORIZATION {connection.info.user};",)
        connection.execute(statement)
    drop(connection)
    grantee = sql.Identifier(role)
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(sql.Identifier(own), grantee))
    for name, condition in VIEWS.items():
        view, table = sql.Identifier(own, name), sql.Identifier(tables, name)
        where = sql.SQL(condition).format(own=sql.Identifier(own), tables=sql.Identifier(tables))
        connection.execute(sql.SQL("CREATE VIEW {} AS SELECT * FROM {} WHERE {}").format(view, table, where))
        rights = sql.SQL(", ").join([sql.SQL(right) for right in sorted(TABLES[name])])
        connection.execute(sql.SQL("GRANT {} ON {} TO {}").format(rights, view, grantee))
    comment = sql.SQL("COMMENT ON SCHEMA {} IS {}").format(sql.Identifier(own), sql.Literal(_version(revision)))
    connection.execute(comment)
    return ()


def are_current(connection: psycopg.Connection[Any], revision: str, role: str) -> bool:
    """Whether the views are there in the present version, and the role may use them."""
    row = connection.execute(_ARE_CURRENT, {"version": _version(revision), "role": role}).fetchone()
    return row is not None and bool(row[0])


def _names(connection: psycopg.Connection[Any]) -> tuple[str, str]:
    row = connection.execute("SELECT current_schema()").fetchone()
    assert row is not None
    return row[0], f"{row[0]}_of_venue"


@cache  # each transaction of a visitor of one venue needs it
def _version(revision: str) -> str:
    """Returns the version of the views: it changes with each change of a view or of the schema."""
    return hashlib.sha256(f"{revision} {VIEWS}".encode()).hexdigest()


_OWN: Final = "to_regnamespace(quote_ident(current_schema() || '_of_venue'))"
# The comment on the schema of the views has their version. The last column sets the search path, because the other
# columns need the schema of the tables as the current schema.
_LIMIT: Final = f"""
SELECT obj_description({_OWN}, 'pg_namespace') IS NOT DISTINCT FROM :version AS fits,
       set_config('auditor.venue', :venue, true),
       set_config('search_path', quote_ident(current_schema() || '_of_venue') || ', ' || quote_ident(current_schema()),
                  true)
"""
_ARE_CURRENT: Final = f"""
SELECT obj_description({_OWN}, 'pg_namespace') IS NOT DISTINCT FROM %(version)s
       AND has_schema_privilege(%(role)s, {_OWN}, 'USAGE')
"""
_DROP: Final = f"""
DO $$
DECLARE
    own oid := {_OWN};
    view regclass;
BEGIN
    IF own IS NULL THEN
        RETURN;
    END IF;
    EXECUTE format('COMMENT ON SCHEMA %s IS NULL', own::regnamespace);
    FOR view IN SELECT oid FROM pg_class WHERE relnamespace = own AND relkind = 'v' LOOP
        IF EXISTS (SELECT FROM pg_class WHERE oid = view) THEN
            EXECUTE format('DROP VIEW %s CASCADE', view);
        END IF;
    END LOOP;
END $$
"""
