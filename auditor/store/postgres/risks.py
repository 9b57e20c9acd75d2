"""Finds settings of the server and rights of our role that put data at risk, such as `fsync` off or a superuser role.

The service does not start if there is a risk that AUDITOR_ALLOW_RISKS does not name.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import psycopg

from auditor.settings import command_line
from auditor.store.postgres.rights import rights_of

_MOST_NAMED: Final = 3


class Risk(NamedTuple):
    """A risk to the data: its name in AUDITOR_ALLOW_RISKS, what may happen, and what to do."""

    name: str
    why: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.why} {self.remedy}"


def found(connection: psycopg.Connection[Any]) -> tuple[Risk, ...]:
    """Returns the risks of a database: dangerous settings of the server, and excess rights of the role of this
    connection.
    """
    row = connection.execute(_SETTINGS).fetchone()
    assert row is not None
    role, is_superuser, *settings = row
    off = [name for name, value in zip(_MUST_BE_ON, settings, strict=True) if value == "off"]
    risks = [Risk(name, f"{name} is off: {_MUST_BE_ON[name]}", f"Set {name} = on in postgresql.conf.") for name in off]
    return (*(_of_superuser(role) if is_superuser else _of_rights(connection, role)), *risks)


def not_allowed(risks: Iterable[Risk], allowed: Iterable[str]) -> str:
    """Returns a message for people if the service must not start, else an empty text.

    The service must not start if one of the `risks` of the database is not named in `allowed`, the setting
    AUDITOR_ALLOW_RISKS.
    """
    names = set(allowed)
    refused = [risk for risk in risks if risk.name not in names]
    if not refused:
        return ""
    every = ",".join(dict.fromkeys([*allowed, *(risk.name for risk in refused)]))
    return (
        f"{' '.join(map(str, refused))} Nothing was started. For a trial, accept this with"
        f" AUDITOR_ALLOW_RISKS={every} and start again."
    )


def _of_superuser(role: str) -> list[Risk]:
    why = f"The role {role} is a superuser: a mistake of ours could change every database of the server."
    return [Risk("superuser", why, _OTHER_ROLE)]


def _of_rights(connection: psycopg.Connection[Any], role: str) -> list[Risk]:
    rights = rights_of(connection, role)
    if rights.owns:
        why = f"The role {role} owns our tables: a mistake of ours could drop them, and delete what people decided."
        return [Risk("owner", why, _OTHER_ROLE)]
    if not rights.excess:
        return []
    named = ", ".join(map(str, rights.excess[:_MOST_NAMED]))
    more = f" and {len(rights.excess) - _MOST_NAMED} more" if len(rights.excess) > _MOST_NAMED else ""
    why = f"The role {role} may do more than the application needs: {named}{more}."
    return [Risk("privileges", why, f"To remove these rights, run: {command_line('db upgrade')}")]


_OTHER_ROLE: Final = f"Make a database role for the auditor alone. To see how, run: {command_line('db roles')}."
_MUST_BE_ON: Final = {
    "fsync": "stored data may be lost in a power failure.",
    "full_page_writes": "data that is half written at a power failure cannot be repaired.",
    "synchronous_commit": "a file may be lost after its sender has a receipt.",
}
# Selects the name of the role, whether it is a superuser, and three settings. A role that is a member of a superuser
# role counts as a superuser.
_SETTINGS: Final = """
SELECT current_user, EXISTS (SELECT FROM pg_roles WHERE rolsuper AND pg_has_role(current_user, oid, 'MEMBER')),
       current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit')
"""
