"""The service does not work with a database that may lose what it is given, unless each risk is accepted by name."""

from collections.abc import Iterator
from dataclasses import replace
from secrets import token_hex

import pytest
from sqlalchemy import URL

from auditor.settings import RISKS as ALL
from auditor.settings import Settings, load
from auditor.store.postgres.database import NoDatabase, Purpose, libpq_address, open_database, risks_of
from tests.databases import RISKS, on_server

pytestmark = pytest.mark.database


def named(url: URL) -> set[str]:
    return {risk.name for risk in risks_of(url)} - set(RISKS)


def refusal(settings: Settings) -> str:
    with pytest.raises(NoDatabase) as refused:
        open_database(settings, Purpose.WORKER)
    assert str(refused.value).isprintable(), "one line"
    return str(refused.value)


def test_a_server_that_may_lose_what_was_committed_is_refused(settings: Settings) -> None:
    if load().database_url is not None:
        pytest.skip("the server that DATABASE_URL names may have no risks")
    said = refusal(replace(settings, allowed_risks=("fsync",)))
    assert "fsync is off" not in said, "it is accepted"
    for name in ("full_page_writes", "synchronous_commit"):
        assert f"{name} is off: " in said
        assert f"Set {name} = on in postgresql.conf." in said
    assert said.endswith("AUDITOR_ALLOW_RISKS=fsync,full_page_writes,synchronous_commit and start again.")


def test_what_is_accepted_is_known_to_whoever_works_with_the_database(settings: Settings) -> None:
    database = open_database(replace(settings, allowed_risks=ALL), Purpose.WEB)
    assert {risk.name for risk in database.accepted} <= set(RISKS), "and no more than there is"
    database.close()


def test_a_role_of_its_own_is_no_risk(database_url: URL) -> None:
    assert named(database_url) == set()


def test_a_superuser_is_refused(server: URL, settings: Settings, database_url: URL) -> None:
    url = server.set(database=database_url.database)
    if "superuser" not in named(url):
        pytest.skip("the server that DATABASE_URL names is not looked after by a superuser")
    said = refusal(replace(settings, database_url=libpq_address(url)))
    assert f"The role {url.username} is a superuser: " in said
    assert "auditor db roles" in said
    assert named(url) == {"superuser"}


def test_the_owner_of_the_tables_is_refused(settings: Settings, owner_url: URL) -> None:
    said = refusal(replace(settings, database_url=libpq_address(owner_url)))
    assert f"The role {owner_url.username} owns our tables: " in said
    assert "auditor db roles" in said
    assert said.endswith(f"AUDITOR_ALLOW_RISKS={','.join([*RISKS, 'owner'])} and start again.")
    open_database(
        replace(settings, database_url=libpq_address(owner_url), allowed_risks=(*RISKS, "owner")), Purpose.WEB
    ).close()


def test_who_may_become_the_owner_is_the_owner(server: URL, owner_url: URL, database_url: URL) -> None:
    on_server(server, "GRANT {} TO {}", str(owner_url.username), str(database_url.username))
    try:
        assert named(database_url) == {"owner"}
    finally:
        on_server(server, "REVOKE {} FROM {}", str(owner_url.username), str(database_url.username))
    assert named(database_url) == set()


def test_a_role_that_may_do_more_than_it_needs_is_refused(
    settings: Settings, owner_url: URL, database_url: URL
) -> None:
    on_server(owner_url, "GRANT DELETE, TRUNCATE ON triage_act TO {}", str(database_url.username))
    said = refusal(settings)
    assert "may do more than the application needs: DELETE on the table triage_act, TRUNCATE on" in said
    assert "auditor db upgrade" in said


@pytest.fixture
def latin(server: URL, application: URL) -> Iterator[URL]:
    name = f"auditor_latin_{token_hex(4)}"
    on_server(server, "CREATE DATABASE {} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", name)
    yield application.set(database=name)
    on_server(server, "DROP DATABASE {} WITH (FORCE)", name)


def test_an_encoding_that_lacks_letters_is_refused_whatever_is_accepted(settings: Settings, latin: URL) -> None:
    said = refusal(replace(settings, database_url=libpq_address(latin), allowed_risks=ALL))
    assert (
        said
        == "The encoding of the database is not UTF8. Create another database: CREATE DATABASE name ENCODING 'UTF8'."
    )
