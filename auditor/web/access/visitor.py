"""The visitor of a request: the name and the permissions."""

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
    """The sender of a request. `name` signs the decisions.

    `account` is `None` without a sign-in. A program has no `session`. It has a `token` with a `scope`, and
    `reach` limits what it sees.
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
        """Whether this visitor may make changes that others see: upload files, decide on findings."""
        return self.role is Role.REVIEWER


# Without accounts, only this machine has access, and its user may do everything.
THIS_MACHINE: Final = Visitor("this machine", Role.REVIEWER)
# A visitor who is not signed in, or not known yet.
NOBODY: Final = Visitor("", Role.VIEWER)


def visitor() -> Visitor:
    """The visitor of the current request."""
    known: Visitor = g.get("visitor", NOBODY)
    return known


def letter_keys() -> bool:
    """Whether letter keys are on for this visitor. Without an account, the cookie has the choice."""
    who = visitor()
    return who.letter_keys if who.account is not None else session.get("letter_keys") != "off"


def reach() -> Reach | None:
    """The limits of a program; `None` for people, who see all venues."""
    return visitor().reach


def own_venue() -> str | None:
    """The venue of a program; `None` for people, who see all venues."""
    within = reach()
    return within.venue if within is not None else None
