"""The visitor: the person or program that sent the current request, with its name and permissions."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from flask import g, session

from auditor.store.people.api_tokens import Reach, Scope
from auditor.store.people.roles import DECIDING

THEMES: Final = ("light", "dark")


class Role(StrEnum):
    """The role of an account, as `auditor.store.people.roles` explains. Nobody can both change a setting that limits
    decisions and make the decisions. Such a setting is the amount from which two people must decide.
    """

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    ADJUDICATOR = "adjudicator"
    ADMIN = "admin"


# The roles that need a second factor, if the settings require it.
NEED_FACTOR: Final = frozenset({Role.ADJUDICATOR, Role.ADMIN})


class Lack(StrEnum):
    """The part of a sign-in that a person has not done yet. Until then, only a few routes are open."""

    CODE = "the code of the second factor"
    FACTOR = "a second factor, which the role requires"


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person or program that sent a request.

    - `name`: the name under which decisions are stored
    - `account`, `session`, `token`: the numbers of rows in the database. `account` is `None` without a sign-in. Only a
      person has a `session`, and only a program has a `token`.
    - `scope`: the kind of access that the token of a program gives; `None` for a person
    - `reach`: the limits on the data that a program, or a person of one venue, sees; `None` for a person who sees the
      data of all venues
    - `has_factor`: whether the account has a second factor; `lacks`: the part of the sign-in that is missing
    - `confirmed`: whether the person typed the password again a short time ago, so security settings may be changed
    """

    name: str
    role: Role
    account: int | None = None
    session: int | None = None
    letter_keys: bool = True
    time_zone: str = ""
    theme: str = ""
    confirmed: bool = False
    token: int | None = None
    scope: Scope | None = None
    reach: Reach | None = None
    has_factor: bool = False
    lacks: Lack | None = None

    @property
    def needs_factor(self) -> bool:
        """Whether a person with this role needs a second factor, if the settings require it."""
        return self.role in NEED_FACTOR

    @property
    def may_review(self) -> bool:
        """Whether this visitor may upload files and decide about findings: a reviewer or an adjudicator."""
        return self.role in DECIDING

    @property
    def may_administer(self) -> bool:
        """Whether this visitor may manage accounts and settings. With an account, only an admin may do this. While
        there are no accounts, the user of this machine may do this, because the same user may also run the commands
        that change accounts and settings.
        """
        if self.account is None:
            return self.may_review and self.token is None
        return self.role is Role.ADMIN


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
    """Whether keyboard shortcuts with single letters work for this visitor. They work unless the visitor has switched
    them off.

    The setting is stored with the account. For a visitor without an account, it is stored in a cookie.
    """
    who = visitor()
    return who.letter_keys if who.account is not None else session.get("letter_keys") != "off"


def theme() -> str:
    """Returns the theme of this visitor's pages: `light`, `dark`, or an empty text for the theme of the system."""
    who = visitor()
    kept = who.theme if who.account is not None else str(session.get("theme", ""))
    return kept if kept in THEMES else ""


def reach() -> Reach | None:
    """Returns the limits on the data that the visitor sees: one venue, and for some programs only their own uploads.
    Returns `None` for a person who sees the data of all venues.
    """
    return visitor().reach


def own_venue() -> str | None:
    """Returns the name of the only venue that the visitor sees. Returns `None` for a person who sees all venues."""
    within = reach()
    return within.venue if within is not None else None
