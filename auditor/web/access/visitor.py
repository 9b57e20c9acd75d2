"""Who is asking: by name, and what that person may do."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from flask import g, session

from auditor.store.people.api_tokens import Reach, Scope


class Role(StrEnum):
    """What an account is for. A reviewer may do all that a viewer may."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who asks. `name` is what a decision is signed with; `account` is `None` where nobody signed in,
    `session` also where a program showed its token, which has a `token` with a `scope` and sees what is within `reach`.
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
        """Whether this visitor may change anything that others see: send files, decide on findings."""
        return self.role is Role.REVIEWER


# As long as there is no account only this machine is answered, and whoever sits at it does as he likes.
THIS_MACHINE: Final = Visitor("this machine", Role.REVIEWER)
# Who has not signed in where he should, or of whom that is not known yet.
NOBODY: Final = Visitor("", Role.VIEWER)


def visitor() -> Visitor:
    """Who sent the request that is being answered."""
    known: Visitor = g.get("visitor", NOBODY)
    return known


def letter_keys() -> bool:
    """Whether keys of a single letter do something for this visitor. Whoever has no account keeps it in his cookie."""
    who = visitor()
    return who.letter_keys if who.account is not None else session.get("letter_keys") != "off"


def reach() -> Reach | None:
    """What the program that asks may see; `None` for people, who see all venues."""
    return visitor().reach


def own_venue() -> str | None:
    """The venue that the program that asks may see; `None` for people, who see them all."""
    within = reach()
    return within.venue if within is not None else None
