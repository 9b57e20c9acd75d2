"""What `auditor user` says of the tokens of programs: one that is printed once, and all of an account as lines."""

from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import shown
from auditor.cli.user_desk import enabled, minute
from auditor.store.people.accounts import person
from auditor.store.people.api_tokens import Scope, TokenRow, Wanted, make_token, revoke_tokens, tokens_of
from auditor.store.postgres.database import Connection
from auditor.store.triage.venues import number_of
from auditor.web.access.visitor import Role

LONGEST_LABEL = 64


def token_for(connection: Connection, name: str, label: str, *, scope: str, venue: str, days: int) -> str:
    """A token for a program. Raises `NoSuchPerson`, `NoSuchVenue`, `Refused`."""
    who = enabled(connection, name)
    if not label or not label.isprintable() or len(label) > LONGEST_LABEL:
        raise Refused(f"The label says which program it is for, in at most {LONGEST_LABEL} letters that can be seen.")
    if any(each.label == label for each in tokens_of(connection, who.id)):
        raise Refused(f'{who.name} has a token "{label}" already; end that with --revoke, or take another label.')
    if Role(who.role) is not Role.REVIEWER and scope != Scope.READ:
        raise Refused(f"{who.name} may look and change nothing, and so may its tokens. Add --scope read")
    return make_token(connection, who.id, Wanted(label, Scope(scope), number_of(connection, venue), days))


def tokens_ended(connection: Connection, name: str, label: str) -> str:
    """Ends tokens. Raises `NoSuchPerson`, `Refused`."""
    who = person(connection, name)
    if not revoke_tokens(connection, who.id, label=label):
        has = ", ".join([shown(each.label) for each in tokens_of(connection, who.id)]) or "none"
        raise Refused(f"{who.name} has no such token; there are: {has}.")
    return "The token is ended; no program comes in by it any more."


def token_lines(connection: Connection, name: str) -> list[str]:
    """A line for every token that may be used. Raises `NoSuchPerson`."""
    lines = [_line(row) for row in tokens_of(connection, person(connection, name).id)]
    return lines or [f"{name} has no token. Make one: auditor user token {name} LABEL"]


def _line(row: TokenRow) -> str:
    used = f"used last {minute(row.used_at)}" if row.used_at else "never used"
    return f"{shown(row.label)}: {row.scope} at {row.venue}, {used}, ends {minute(row.expires_at)}"
