"""The record of changed settings: the change, the person and the time. Nothing is ever removed from this record."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import insert, select

from auditor.store.postgres.database import Connection
from auditor.store.tables import setting_act

# The author of a change that a command on the server made. No account can have this name: `accounts.add` refuses it.
COMMAND_LINE: Final = "the command line"
# The author of a change while there are no accounts.
THIS_MACHINE: Final = "this machine"


@dataclass(frozen=True, slots=True)
class SettingAct:
    """A change of a setting. `subject` is the account or the venue; `before` and `after` are the values in words."""

    id: int
    act: str
    subject: str
    before: str
    after: str
    by: str
    at: dt.datetime


def record(connection: Connection, act: str, subject: str, by: str, before: str = "", after: str = "") -> None:
    """Records a change of a setting, in the transaction that makes the change."""
    values = {"act": act, "subject": subject, "before": before, "after": after, "by": by}
    connection.execute(insert(setting_act).values(values))


def changes(connection: Connection, limit: int, before: int | None = None) -> tuple[SettingAct, ...]:
    """Returns the last changes, the newest first. With `before`, returns only changes with a smaller number."""
    query = select(setting_act).order_by(setting_act.c.id.desc()).limit(limit)
    if before is not None:
        query = query.where(setting_act.c.id < before)
    return tuple([SettingAct(**row) for row in connection.execute(query).mappings()])
