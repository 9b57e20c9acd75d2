"""`auditor user`: accounts, links and tokens; and what others may reach once there is an account."""

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from auditor.settings import Settings
from auditor.store.postgres.database import Database
from auditor.web import create_app
from tests.cli.command import Ended, auditor
from tests.cli.running import PATIENCE, address_in, answered, line_of, started
from tests.web.forms import form_token, send
from tests.web.signed import PASSWORD, sign_in, token_of, with_factor

pytestmark = pytest.mark.database


def user(settings: Settings, *arguments: str, given: str = "") -> Ended:
    return auditor("user", *arguments, given=given.encode(), settings=settings)


def test_an_account_from_its_first_day_to_its_last(settings: Settings) -> None:
    """Made, listed, let in by password, link and token, and shut."""
    made = user(settings, "add", "Ada", "--role", "reviewer", "--password-stdin", given=f"{PASSWORD}\n")
    assert (made.code, made.out, made.err) == (0, "Ada may sign in as reviewer.\n", "")
    app = create_app(settings)
    client = app.test_client()
    assert sign_in(client, "ada", PASSWORD).status_code == 303

    again = user(settings, "add", "ADA", "--password-stdin", given=PASSWORD)
    assert (again.code, "already" in again.err) == (2, True)

    printed = user(settings, "link", "ada", "--at", "https://desk.example/").out
    found = re.fullmatch(r"https://desk\.example(/sign-in/link/[\w-]{43})\n", printed)
    assert found is not None
    assert send(client, found[1], found[1]).status_code == 303

    token = user(settings, "token", "ADA", "nightly import").out.strip()
    assert re.fullmatch(r"hhi_[\w-]{43}", token)
    bearer = {"Authorization": f"Bearer {token}"}
    tokens = user(settings, "tokens", "ada").out
    assert re.fullmatch(r"nightly import: upload at default, never used, ends .* UTC\n", tokens)
    assert app.test_client().get("/api/v1/uploads", headers=bearer).status_code == 200
    assert app.test_client().get("/api/v1/findings", headers=bearer).status_code == 403
    assert "used last" in user(settings, "tokens", "ada").out
    listed = user(settings, "list")
    assert listed.out == "Ada: reviewer, tokens: nightly import\n"
    assert user(settings, "token", "ada", "nightly import", "--revoke").code == 0
    assert app.test_client().get("/api/v1/uploads", headers=bearer).status_code == 401
    assert user(settings, "tokens", "ada").out == "ada has no token. Make one: auditor user token ada LABEL\n"

    fresh = "seven slow brown kites"
    changed = user(settings, "password", "ada", "--password-stdin", given=fresh)
    assert "1 of the account's sessions ended" in changed.out
    assert client.get("/findings.json").status_code == 401
    assert sign_in(client, "ada", fresh).status_code == 303
    assert user(settings, "sessions", "ada", "--revoke").out == "1 session ended.\n"
    assert client.get("/findings.json").status_code == 401

    kept = user(settings, "disable", "ada")
    assert (kept.code, "--last" in kept.err) == (2, True)
    assert sign_in(client, "ada", fresh).status_code == 303
    assert user(settings, "disable", "ada", "--last").code == 0
    assert token_of(client) != ""
    assert client.get("/settings.json").get_json()["name"] == "this machine"
    changes = client.get("/settings/changes.json").get_json()["changes"]
    assert ("new link", "Ada", "the command line") in [(each["act"], each["subject"], each["by"]) for each in changes]
    assert "disabled" in user(settings, "link", "ada").err
    assert user(settings, "enable", "ada").code == 0
    assert client.get("/findings.json").status_code == 401
    app.extensions["auditor"].close()


def test_a_role_is_changed_and_every_change_is_on_record(settings: Settings, rows: Callable[..., Any]) -> None:
    user(settings, "add", "Ada", "--password-stdin", given=PASSWORD)
    assert user(settings, "role", "ada", "admin").out == "Ada was viewer and is now admin.\n"
    again = user(settings, "role", "ada", "admin")
    assert (again.code, again.err) == (2, "auditor: Ada already has the role admin.\n")
    token = user(settings, "token", "ada", "import")
    assert (token.code, "its tokens can only read" in token.err) == (2, True)
    user(settings, "password", "ada", "--password-stdin", given="seven slow brown kites")
    user(settings, "disable", "ada", "--last")
    user(settings, "enable", "ada")
    assert rows(
        "SELECT act, subject, before, after FROM setting_act WHERE by = %s ORDER BY id", "the command line"
    ) == [
        ("account made", "Ada", "", "viewer"),
        ("role", "Ada", "viewer", "admin"),
        ("password set", "Ada", "", ""),
        ("account disabled", "Ada", "", ""),
        ("account enabled", "Ada", "", ""),
    ]


def test_the_first_admin_comes_in_by_a_link_that_works_once(
    settings: Settings, owners_database: Database, rows: Callable[..., Any]
) -> None:
    """Nobody else makes an admin in this way, and the link is over after an hour."""
    app = create_app(settings)
    printed = [user(settings, "first-admin", "Ada").out]
    taken = user(settings, "first-admin", "Eve")
    assert (taken.code, "There is an admin already" in taken.err) == (2, True)
    assert rows("SELECT name, role, password FROM account") == [("Ada", "admin", "")]
    printed.append(user(settings, "link", "ada").out)
    paths = [line.removeprefix("http://127.0.0.1:8000").strip() for line in printed]
    with owners_database.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE one_time_link SET expires_at = expires_at - interval '1 hour' WHERE id = (SELECT max(id) FROM"
            " one_time_link)"
        )
    first, second = app.test_client(), app.test_client()
    assert send(first, paths[0], paths[0]).location == "/settings#password-head"
    assert first.get("/settings/accounts").status_code == 200
    form = {"csrf_token": form_token(second, "/sign-in")}
    assert [second.post(path, data=form).status_code for path in paths] == [403, 403]
    assert second.get("/settings/accounts").status_code == 303
    app.extensions["auditor"].close()


def test_an_account_sees_one_venue_or_all(settings: Settings) -> None:
    auditor("venue", "add", "north", settings=settings)
    assert user(settings, "add", "Ada", "--venue", "north", "--password-stdin", given=PASSWORD).code == 0
    assert user(settings, "list").out == "Ada: viewer of north\n"
    assert user(settings, "venue", "ada", "--all").out == "Ada now sees all venues.\n"
    assert user(settings, "venue", "ada", "north").out == "Ada now sees only the venue north.\n"
    refused = user(settings, "token", "ada", "x", "--scope", "read")
    assert (refused.code, "Ada sees only the venue north. Add --venue north" in refused.err) == (2, True)
    for arguments, words in ((("venue", "ada"), "or --all"), (("role", "ada", "admin"), "an admin sees all venues")):
        ended = user(settings, *arguments)
        assert (ended.code, words in ended.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["add", "ada", "--password-stdin"], "brief\n", "too short"),
        (["add", "ada", "--password-stdin"], "password1234\n", "easy to guess"),
        (["add", "ada"], "", "--password-stdin"),
        (["add", " ", "--password-stdin"], PASSWORD, "cannot be a name"),
        (["add", "ada", "--role", "king", "--password-stdin"], PASSWORD, "reviewer"),
        (["link", "nobody"], "", "There is no account 'nobody'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    arguments: list[str], given: str, said: str, settings: Settings
) -> None:
    ended = user(settings, *arguments, given=given)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    if given:
        assert given.strip() not in ended.err


def test_with_an_account_the_pages_are_served_to_others_too(settings: Settings) -> None:
    user(settings, "add", "ada", "--password-stdin", given=PASSWORD)
    with started(settings, "serve", "--host", "0.0.0.0", "--port", "0", "--insecure-http") as running:  # noqa: S104
        line = line_of(running)
        address = address_in(line).replace("0.0.0.0", "127.0.0.1")  # noqa: S104
        assert "auditor user link" in line
        assert answered(address) == (303, "/sign-in?next=/")
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert "auditor: --insecure-http: the pages are sent without encryption" in err


def test_with_an_account_plain_http_to_others_is_refused_where_nobody_accepted_it(settings: Settings) -> None:
    user(settings, "add", "ada", "--password-stdin", given=PASSWORD)
    ended = auditor("serve", "--host", "0.0.0.0", "--port", "0", settings=settings)  # noqa: S104 - refused
    assert (ended.code, ended.out) == (2, "")
    assert "Cannot serve at 0.0.0.0 without encryption" in ended.err
    assert "--insecure-http" in ended.err


def test_a_lost_second_factor_is_removed(settings: Settings, database: Database) -> None:
    user(settings, "add", "Ada", "--password-stdin", given=PASSWORD)
    assert user(settings, "second-factor", "ada").out == "Ada has no second factor.\n"
    assert user(settings, "second-factor", "ada", "--remove").code == 2
    with_factor(database, 1)
    shown = user(settings, "second-factor", "ada").out
    assert re.fullmatch(r"Ada has a second factor since .* UTC, and 10 recovery codes\.\n", shown)
    assert user(settings, "second-factor", "ada", "--remove").out.startswith("The second factor of Ada is removed.")
    assert user(settings, "second-factor", "ada").out == "Ada has no second factor.\n"
