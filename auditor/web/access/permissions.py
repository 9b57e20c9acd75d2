"""The table of permissions: for each route, who may use the route, and whose data the route shows.

A route is the name of a Flask view, such as `uploads.send`. `auditor.web.access.authorization` checks each request
against this table, and refuses a route that is not in the table. A test compares the table with the routes of the
application, and sends a request for each cell: each route, for each role, for each kind of token, and for a visitor who
is not signed in. Another test asks each route of `Data.OF_VENUE` for an object of another venue, and gets the same
answer as for an object that does not exist. So a new route needs a row here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Final

from auditor.store.people.api_tokens import Scope
from auditor.web.access.visitor import NOBODY, THIS_MACHINE, Lack, Role, Visitor


class Data(Enum):
    """The owner of the data that a route shows or changes."""

    NOBODYS = "no data of a venue"  # such as the rules, the houses and the help
    OF_SELF = "data of the visitor's own account"
    OF_VENUE = "data of the visitor's venue"  # the data of another venue does not exist for the visitor
    OF_SERVICE = "data of the whole service"


class Entry(Enum):
    """Whether a route needs a sign-in."""

    UNKNOWN = "no"  # the service does not even find out who sent the request
    ANYBODY = "no, but a visitor with a sign-in may see more"
    SIGNED_IN = "yes"


@dataclass(frozen=True, slots=True)
class Permission:
    """A row of the table: the people and programs that may use a route.

    - `people`: the roles that may use the route. A program needs the role too: the role of the account of its token. An
      ingest token has no account, so only `tokens` limits it.
    - `tokens`: the scopes of tokens that may use the route; empty if the route is for people only
    - `data`: the owner of the data that the route shows or changes
    - `lacking`: also open to a person whose sign-in lacks one of these parts
    - `again`: before the request, the person must have typed the password or a code within the last five minutes
    """

    people: frozenset[Role]
    data: Data
    tokens: frozenset[Scope] = frozenset()
    entry: Entry = Entry.SIGNED_IN
    lacking: frozenset[Lack] = frozenset()
    again: bool = False

    def allows(self, who: Visitor) -> bool:
        """Whether the visitor may use the route."""
        if self.entry is not Entry.SIGNED_IN:
            return True
        if who is NOBODY:
            return False
        if who is THIS_MACHINE:  # while there are no accounts, the user of this machine decides and administers
            return bool(self.people & {Role.REVIEWER, Role.ADMIN})
        if who.scope is not None and who.scope not in self.tokens:
            return False
        return who.role in self.people or (who.account is None and who.scope is Scope.UPLOAD)


_ALL: Final = frozenset(Role)
_DECIDING: Final = frozenset({Role.REVIEWER, Role.ADJUDICATOR})
_ADMIN: Final = frozenset({Role.ADMIN})
_EVERY_TOKEN: Final = frozenset(Scope)
_LOOKING_TOKENS: Final = frozenset({Scope.READ, Scope.DECIDE})
_SENDING_TOKENS: Final = frozenset({Scope.UPLOAD, Scope.DECIDE})
_DECIDING_TOKENS: Final = frozenset({Scope.DECIDE})


# A row of the table: who may use some routes. A route with a star, such as `desk.desk*`, stands for the three routes of
# a page: HTML, JSON and CSV.
_Row = tuple[Permission, tuple[str, ...]]


def _without_sign_in() -> Iterator[_Row]:
    yield (
        Permission(_ALL, Data.NOBODYS, entry=Entry.UNKNOWN),
        (
            *("static", "health.alive", "signing.sign_in_form", "signing.sign_in", "signing.link_form", "signing.use"),
            "explained.by_link",  # the link has a signature, and shows one hand to one player
            # The secret in the address belongs to one party of one case.
            *("parties.one", "parties.hand", "parties.download", "parties.add_statement", "parties.add_evidence"),
            *("parties.appeal", "parties.withdraw"),
            *("claims.form", "claims.file"),  # the secret in the address belongs to a venue
        ),
    )
    yield Permission(_ALL, Data.OF_SERVICE, entry=Entry.ANYBODY), ("health.ready",)


def _pages() -> Iterator[_Row]:
    """Yields the rows of the pages that everybody may read who is signed in."""
    yield (
        Permission(_ALL, Data.NOBODYS),
        (
            *("cases.film_json", "cases.one*", "docs.described", "docs.tried", "help.explained", "help.keys*"),
            *("help.words*", "houses.against*", "houses.every*", "houses.one*"),
        ),
    )
    yield (
        Permission(_ALL, Data.OF_VENUE),
        (
            *("activity.every*", "copies.two_records*", "desk.desk*", "differences.between*", "digest.week*"),
            *("disputes.every*", "disputes.exhibit", "disputes.one*"),
            *("explained.to_player*", "figures.every*", "figures.hands*", "finding.one*", "findings.by_line"),
            *("findings.every*", "groups.every*", "hands.every*", "hands.one*", "hands.permalink", "hands.raw"),
            *("nights.every*", "owed.every*", "owed.hands*", "people.day*", "people.player*", "people.table*"),
            *("printed.found", "printed.hand", "received.several*", "rules.every*", "rules.one*", "runs.every*"),
            *("runs.one*", "search.every*", "steps.film_json", "steps.first", "steps.none", "steps.one*"),
            *("triage.selection*", "unread.every*", "unread.exported", "unread.one*", "uploads.every*"),
            *("uploads.one*", "what_if.one*"),
        ),
    )


def _changes() -> Iterator[_Row]:
    # The own account: its settings, its saved filters and the marks in its inbox.
    yield (
        Permission(_ALL, Data.OF_SELF),
        (
            *("settings.set_keys", "settings.set_look", "settings.end_session"),
            *("settings.end_others", "settings.end_token"),
            *("triage.save", "triage.drop", "inbox.mine*", "inbox.read", "inbox.unread"),
        ),
    )
    # The second factor, and what a person may do before it.
    yield (
        Permission(_ALL, Data.OF_SELF, lacking=frozenset(Lack)),
        ("signing.sign_out", "second_factor.code_form", "second_factor.check"),
    )
    yield (
        Permission(_ALL, Data.OF_SELF, lacking=frozenset({Lack.FACTOR})),
        (
            *("second_factor.mine", "second_factor.picture", "second_factor.confirm", "settings.change_password"),
            *("second_factor.begin", "settings.mine*"),
        ),
    )
    yield Permission(_ALL, Data.OF_SELF, again=True), ("second_factor.new_codes", "second_factor.remove")
    # Findings and uploads.
    yield (
        Permission(_DECIDING, Data.OF_VENUE),
        (
            *("comments.withdraw", "comments.write", "runs.review", "runs.take_back", "triage.act"),
            *("triage.act_on_all", "triage.act_on_cause", "triage.select", "triage.unassign", "triage.undo"),
            *("unread.mark", "unread.take_back", "uploads.re_read_form", "uploads.send", "uploads.stop"),
            *("uploads.take_up", "claim_links.every*", "claim_links.make", "claim_links.end", "claim_links.party"),
        ),
    )
    # Cases. Which of these acts a person may do depends also on the state of the case: see `disputes.transitions`.
    yield (
        Permission(_DECIDING, Data.OF_VENUE),
        (
            *("dispute_acts.act", "dispute_acts.add_evidence", "dispute_acts.pay", "dispute_acts.reverse"),
            *("dispute_acts.ruling_form", "dispute_acts.settle", "dispute_acts.waive", "dispute_opening.form"),
            "dispute_opening.open_one",
        ),
    )
    yield Permission(_DECIDING, Data.OF_VENUE, again=True), ("dispute_acts.decide_second", "dispute_acts.rule")
    # Accounts and settings of the service.
    yield (
        Permission(_ADMIN, Data.OF_SERVICE, again=True),
        (
            *("accounts.every*", "accounts.invite", "accounts.change_role", "accounts.change_venue"),
            *("accounts.disable", "accounts.enable", "accounts.reset"),
            *("changes.every*", "house_files.every*", "venues.every*", "venues.preview*"),
            *("venues.set_amount", "venues.end_amount", "venues.set_retention"),
            *("ingest_tokens.every*", "ingest_tokens.make", "ingest_tokens.end"),
        ),
    )


def _of_the_api() -> Iterator[_Row]:
    yield Permission(_ALL, Data.NOBODYS, _EVERY_TOKEN), ("Start.index", "api-docs.openapi_json", "docs.log_schema")
    yield Permission(_ALL, Data.NOBODYS, _LOOKING_TOKENS), ("Houses.every_house", "Houses.one_house")
    yield Permission(_ALL, Data.OF_VENUE, _EVERY_TOKEN), ("Uploads.every", "Uploads.one")
    yield (
        Permission(_ALL, Data.OF_VENUE, _LOOKING_TOKENS),
        (
            *("Decisions.one_finding", "Findings.every_finding", "Hands.every_hand", "Hands.one_hand"),
            *("Hands.one_hand_under_two_houses", "Rules.every_rule", "Rules.one_rule", "Runs.every_run"),
            "Runs.one_run",
        ),
    )
    yield (
        Permission(_DECIDING, Data.OF_VENUE, _SENDING_TOKENS),
        ("Uploads.send", "Uploads.read_again", "Uploads.cancel"),
    )
    yield (
        Permission(_DECIDING, Data.OF_VENUE, _DECIDING_TOKENS),
        ("Decisions.decide", "Comments.write", "Comments.withdraw"),
    )


def _by_route() -> Mapping[str, Permission]:
    found: dict[str, Permission] = {}
    for permission, routes in chain(_without_sign_in(), _pages(), _changes(), _of_the_api()):
        for route in routes:
            name = route.removesuffix("*")
            for ending in ("", "_json", "_csv") if name != route else ("",):
                assert f"{name}{ending}" not in found, f"{name}{ending} is in two rows"
                found[f"{name}{ending}"] = permission
    return found


PERMISSIONS: Final = _by_route()
# The routes for which the service does not find out who sent the request.
OPEN: Final = frozenset({route for route, row in PERMISSIONS.items() if row.entry is Entry.UNKNOWN})


def permission_for(route: str) -> Permission:
    """Returns the row of a route. A route without a row is refused for everybody."""
    return PERMISSIONS.get(route, _NOBODY)


_NOBODY: Final = Permission(frozenset(), Data.OF_SERVICE)
