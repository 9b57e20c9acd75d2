"""What the application's role may do to each table.

The owner's role makes and changes tables; the application works as another role, which owns nothing. What is only ever
added to (acts, uploads, hands, rejections) it cannot delete. A test holds this list complete: a table without a line
here fails it.
"""

from typing import Final, NamedTuple

READ: Final = frozenset({"SELECT"})
ADD: Final = READ | {"INSERT"}
CHANGE: Final = ADD | {"UPDATE"}
# Rows that are replaced, added up or run out; nobody's evidence and nobody's decision.
REPLACE: Final = ADD | {"DELETE"}
ALL_ROWS: Final = CHANGE | {"DELETE"}

TABLES: Final = {
    "account": CHANGE,
    "alembic_version": READ,
    "api_token": CHANGE,
    "decision": REPLACE,  # as of now; every act about it stays in `triage_act`
    "dictionary": READ,
    "finding": CHANGE,
    "found_first": REPLACE,
    "hand": ADD,
    "house": ADD,
    "identity": ADD,
    "laid": ADD,
    "member": CHANGE,
    "one_time_link": ALL_ROWS,
    "player": ADD,
    "procrastinate_events": ADD,
    "procrastinate_jobs": ALL_ROWS,
    "procrastinate_periodic_defers": ALL_ROWS,
    "procrastinate_workers": ALL_ROWS,
    "proposal": REPLACE,  # as of now, as decisions are
    "rejected": ADD,
    "report": CHANGE,
    "run": CHANGE,
    "run_hand": ADD,
    "saved_filter": ALL_ROWS,
    "second_person": ADD,
    "selection": ADD,
    "selection_finding": ADD,
    "session": ALL_ROWS,
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
    "upload": CHANGE,
    "venue": ADD,
}
# Columns that number rows by themselves need no right to their sequences; these of the queue do.
SEQUENCES: Final = {
    "procrastinate_events_id_seq": frozenset({"USAGE"}),
    "procrastinate_jobs_id_seq": frozenset({"USAGE"}),
    "procrastinate_periodic_defers_id_seq": frozenset({"USAGE"}),
}
# What only the owner may do, done by the owner's own functions: each exactly one thing.
FUNCTIONS: Final = ("make_month(date)", "nobody_decides()")


class Right(NamedTuple):
    """A privilege on an object of a kind: `TABLE`, `SEQUENCE`, `FUNCTION`, `SCHEMA` or `DATABASE`."""

    kind: str
    name: str
    privilege: str

    def __str__(self) -> str:
        return f"{self.privilege} on the {self.kind.lower()} {self.name}"


def needed(right: Right) -> bool:
    """Whether the application needs this right."""
    match right.kind:
        case "TABLE":
            return right.privilege in TABLES.get(right.name, ())
        case "SEQUENCE":
            return right.privilege in SEQUENCES.get(right.name, ())
        case _:
            return right.privilege != "CREATE"
