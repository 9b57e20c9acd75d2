"""The visitor: the person or program that sent the current request, with its name and permissions."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from flask import g, session

from auditor.store.people.api_tokens import Reach, Scope


class Role(StrEnum):
    """The role of an account. A viewer can only look; a reviewer can also upload files and decide about findings."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person or program that sent a request.

    Decisions are stored under `name`. `account`, `session` and `token` are numbers of rows in the database. `account`
    is `None` without a sign-in. Only a person has a `session`. Only a program has a `token` and a `scope`. `reach`
    limits the data that a program sees, for example to one venue.
    """

    name: str
    role: Role
    account: int | None = None
    session: int | None = None
    letter_keys: bool = True
    token: int | None = None
    scope: Scope | None = None
    reach: Reach | None = None

    @property
    def may_review(self) -> bool:
        """Whether this visitor may make changes that others see, such as uploads and decisions on findings."""
        return self.role is Role.REVIEWER


# The visitor while there are no accounts. The server then accepts requests only from its own machine, and the user of
# the machine may do everything.
THIS_MACHINE: Final = Visitor("this machine", Role.REVIEWER)
# A visitor who is not signed in. Before the server has checked who sent a request, its visitor is also `NOBODY`.
NOBODY: Final = Visitor("", Role.VIEWER)


def visitor() -> Visitor:
    """Returns the visitor of the current request."""
    known: Visitor = g.get("visitor", NOBODY)
    return known


def letter_keys() -> bool:
    """Whether this visitor has switched on keyboard shortcuts with single letters.

    The setting is stored with the account. For a visitor without an account, it is stored in a cookie.
    """
    who = visitor()
    return who.letter_keys if who.account is not None else session.get("letter_keys") != "off"


def reach() -> Reach | None:
    """Returns the limits on the data that a program sees: the venue of its token, and perhaps only its own uploads.
    Returns `None` for a person, because people see all data.
    """
    return visitor().reach


def own_venue() -> str | None:
    """Returns the name of the venue to which the API token of a program belongs. Returns `None` for a person, because
    people see all venues.
    """
    within = reach()
    return within.venue if within is not None else None
