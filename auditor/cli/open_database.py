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
    """Returns the context of these settings, with a database that has the schema of this version. Prints the risks of
    the database that somebody has accepted.

    The embedded database is upgraded. A database from DATABASE_URL is not.

    Raises:
        NoDatabase: there is none, it does not answer, or it has a risk that nobody accepted.
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
