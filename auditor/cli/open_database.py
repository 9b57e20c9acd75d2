"""Opens the database for a command. The embedded database is started and upgraded to the schema of this version."""

from auditor.cli.exit_codes import UNAVAILABLE, Refused
from auditor.cli.terminal import say
from auditor.jobs.context import Workplace, open_workplace
from auditor.settings import Settings
from auditor.store.postgres.database import Purpose, address, owner_address
from auditor.store.postgres.migration import is_current, upgrade

OLD_SCHEMA = (
    "The database does not have the tables of this version, or its role may not use all of them. Upgrade it first:"
    " auditor db upgrade"
)


def ready_workplace(settings: Settings, purpose: Purpose = Purpose.WORKER) -> Workplace:
    """Opens the database and returns the workplace: the settings and the connections to the database. An embedded
    database is upgraded to the schema of this version first. A database from DATABASE_URL is not upgraded. Prints the
    risks of the database that the setting AUDITOR_ALLOW_RISKS accepts. A risk is a dangerous setting of the server, or
    a right that the role should not have.

    Raises:
        NoDatabase: there is no database, it does not answer, or it has a risk that is not accepted.
        Refused: the schema is of another version.
    """
    place = open_workplace(settings, purpose)
    for risk in place.database.accepted:
        say(f"accepted risk {risk.name}: {risk.why}")
    url = address(settings)
    if not is_current(url):
        if settings.database_url is not None:
            place.close()
            raise Refused(OLD_SCHEMA, UNAVAILABLE)
        upgrade(owner_address(settings), url)
    return place
