"""Accounts that an admin changes: nobody raises himself, the last admin stays, and each change is on record."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from auditor.store.people import administration as admin
from auditor.store.people.accounts import NoSuchPerson, everybody, person
from auditor.store.people.administration import Actor, NotAllowed
from auditor.store.people.setting_acts import changes
from auditor.store.postgres.database import Database

pytestmark = pytest.mark.database
HERE = Actor("this machine")


def made(database: Database, name: str, role: str) -> Actor:
    with database.begin() as connection:
        return Actor(name, admin.add(connection, name, role, HERE, "a hash"))


def refused(database: Database, words: str, change: Callable[..., Any], *arguments: Any) -> None:
    with pytest.raises(NotAllowed, match=words), database.begin() as connection:
        change(connection, *arguments)


def test_an_admin_changes_others_and_each_change_is_on_record(database: Database) -> None:
    ada = made(database, "Ada", "admin")
    with database.begin() as connection:
        token = admin.invite(connection, "Bob", "viewer", ada)
        bob = person(connection, "Bob").id
        assert len(token) == 43
        assert admin.change_role(connection, bob, "reviewer", ada).role == "viewer"
        admin.reset_password(connection, bob, ada)
        admin.disable(connection, bob, ada)
        admin.enable(connection, bob, ada)
        rows = [(each.act, each.subject, each.before, each.after, each.by) for each in changes(connection, 50)]
    assert rows == [
        ("account enabled", "Bob", "", "", "Ada"),
        ("account disabled", "Bob", "", "", "Ada"),
        ("new link", "Bob", "", "", "Ada"),
        ("role", "Bob", "viewer", "reviewer", "Ada"),
        ("account made", "Bob", "", "viewer", "Ada"),
        ("account made", "Ada", "", "admin", "this machine"),
    ]


def test_nobody_raises_himself_and_the_last_admin_stays(database: Database) -> None:
    ada, bob = made(database, "Ada", "admin"), made(database, "Bob", "reviewer")
    refused(database, "cannot change your own role", admin.change_role, ada.number, "reviewer", ada)
    refused(database, "cannot disable your own account", admin.disable, ada.number, ada)
    refused(database, "cannot reset your own password", admin.reset_password, ada.number, ada)
    refused(database, "no longer an admin", admin.change_role, bob.number, "admin", bob)
    refused(database, "no longer an admin", admin.change_role, ada.number, "viewer", bob)
    refused(database, "already has the role", admin.change_role, bob.number, "reviewer", ada)
    refused(database, "is not disabled", admin.enable, bob.number, ada)
    with database.begin() as connection:
        admin.change_role(connection, bob.number or 0, "admin", ada)
        admin.change_role(connection, ada.number or 0, "viewer", bob)
        assert {who.name: who.role for who in everybody(connection)} == {"Ada": "viewer", "Bob": "admin"}
    refused(database, "no longer an admin", admin.disable, bob.number, ada)
    with pytest.raises(NoSuchPerson), database.begin() as connection:
        admin.disable(connection, 999, bob)


def test_two_admins_who_remove_each_other_at_once_leave_one(database: Database) -> None:
    for turn in range(10):
        pair = [made(database, f"{name}{turn}", "admin") for name in ("Ada", "Bob")]
        with database.begin() as connection:
            for who in everybody(connection):
                if who.role == "admin" and who.id not in [each.number for each in pair]:
                    admin.change_role(connection, who.id, "viewer", pair[0])
        both, outcomes = threading.Barrier(2), list[str]()

        def remove(mine: Actor, other: Actor, both: threading.Barrier = both, said: list[str] = outcomes) -> None:
            both.wait()
            try:
                with database.begin() as connection:
                    admin.change_role(connection, other.number or 0, "viewer", mine)
                said.append("done")
            except NotAllowed as refusal:
                said.append(str(refusal))

        threads = [threading.Thread(target=remove, args=ends) for ends in (pair, pair[::-1])]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["You are no longer an admin, so nothing was changed. Ask an admin.", "done"]
        with database.begin() as connection:
            assert len([who for who in everybody(connection) if who.role == "admin"]) == 1


def test_the_first_account_of_this_machine_is_an_admin(database: Database) -> None:
    refused(database, "first account must be an admin", admin.invite, "Bob", "reviewer", HERE)
    with database.begin() as connection:
        admin.invite(connection, "Ada", "admin", HERE)
        admin.invite(connection, "Bob", "reviewer", HERE)
    for name in ("this machine", "The command line"):
        with pytest.raises(NoSuchPerson, match="cannot be the name"), database.begin() as connection:
            admin.invite(connection, name, "viewer", HERE)
