"""The visitor: the person or program that sent the current request, with its name and permissions."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from flask import g, session

from auditor.store.people.api_tokens import Reach, Scope


class Role(StrEnum):
    """The role of an account. A reviewer has all permissions of a viewer."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request. Decisions are stored under `name`.

    `account`, `session` and `token` are numbers in the database. `account` is `None` without a sign-in. Only a person
    has a `session`. Only a program has a `token` with a `scope`, and `reach` limits the data that it sees.
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


# The visitor as long as there are no accounts. Only this machine has access then, and its user may do everything.
THIS_MACHINE: Final = Visitor("this machine", Role.REVIEWER)
# A visitor who is not signed in, or whose sign-in is not checked yet.
NOBODY: Final = Visitor("", Role.VIEWER)


def visitor() -> Visitor:
    """Returns the visitor of the current request."""
    known: Visitor = g.get("visitor", NOBODY)
    return known


def letter_keys() -> bool:
    """Whether keyboard shortcuts with single letters are on for this visitor.

    The choice is stored with the account, or in the cookie of a visitor without an account.
    """
    who = visitor()
    return who.letter_keys if who.account is not None else session.get("letter_keys") != "off"


def reach() -> Reach | None:
    """Returns the limits on the data that a program sees. `None` for a person, because people see all data."""
    return visitor().reach


def own_venue() -> str | None:
    """Returns the venue of a program with an API token. `None` for a person, because people see all venues."""
    within = reach()
    return within.venue if within is not None else None
