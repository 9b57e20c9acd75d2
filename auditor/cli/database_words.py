"""How the database is, in words."""

from auditor.cli.exit_codes import UNAVAILABLE, Refused
from auditor.settings import Settings
from auditor.store.postgres import embedded
from auditor.store.postgres.database import address, owner_address, risks_of
from auditor.store.postgres.migration import Upgraded, is_current
from auditor.store.postgres.new_role import new_role
from auditor.store.postgres.system_account import folder_of_new_home


def embedded_lines(settings: Settings) -> list[str]:
    """The embedded database: where it is, and whether it runs."""
    status = embedded.status(settings)
    if status.home is None:
        return [f"The embedded database is not made yet; it will be below {folder_of_new_home(settings.data)}."]
    lines = [f"The embedded database is PostgreSQL {status.version} in {status.home}."]
    if status.pid is None:
        return [*lines, "It is not running; whatever needs it starts it."]
    return [*lines, f"It is running as process {status.pid}.", _schema(settings)]


def external_lines(settings: Settings) -> list[str]:
    """The database that the environment names. Raises `NoDatabase` where it does not answer."""
    url = address(settings)
    risks = risks_of(url)
    shown = url.set(drivername="postgresql").render_as_string(hide_password=True)
    states = {True: "accepted", False: "not accepted, so that the service does not start"}
    return [
        f"The database is {shown}, as DATABASE_URL says. It answers.",
        _schema(settings),
        *[f"Risk {risk.name} ({states[risk.name in settings.allowed_risks]}): {risk}" for risk in risks],
    ]


def upgraded_lines(settings: Settings, done: Upgraded) -> list[str]:
    """What an upgrade did, and what it leaves to somebody else. Raises `Refused` where the service cannot work yet."""
    was = "The schema is now that of this version." if done.changed else "The schema was that of this version already."
    if done.for_others:
        todo = "\n".join(done.for_others)
        raise Refused(
            f"{was} Rights of the database itself are for its owner to give. Let him run this:\n{todo}", UNAVAILABLE
        )
    risks = [risk for risk in risks_of(address(settings)) if risk.name in ("superuser", "owner")]
    if risks:
        return [was, *map(str, risks)]
    return [was, f"The role {address(settings).username} has the rights that the application needs, and no others."]


def role_lines(settings: Settings) -> list[str]:
    """The SQL that gives the application a role of its own, with what to set afterwards as its comments."""
    if settings.database_url is None:
        return ["-- The embedded database has its roles already; nothing is to be done."]
    url = address(settings)
    if not {"superuser", "owner"} & {risk.name for risk in risks_of(url)}:
        return ["-- The role in DATABASE_URL owns no table of ours and is no superuser; nothing is to be done."]
    made = new_role(owner_address(settings))
    return [
        "-- 1. Run this as a superuser of the server:",
        made.statement,
        "-- 2. Set both addresses, the first with the password that DATABASE_URL has now, and run: auditor db upgrade",
        f"--    DATABASE_OWNER_URL={made.database_owner_url}",
        f"--    DATABASE_URL={made.database_url}",
        "-- 3. Start the service with DATABASE_URL alone. Only auditor db upgrade needs the other.",
    ]


def _schema(settings: Settings) -> str:
    if is_current(address(settings)):
        return "Its schema is that of this version."
    return "Its schema is not that of this version; bring it there with: auditor db upgrade"
