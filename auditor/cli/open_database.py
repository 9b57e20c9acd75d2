"""Opens the database for a command. The embedded one is started and upgraded to this version's schema."""

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
    """The workplace of these settings, with the schema of this version. Prints the accepted risks.

    The embedded database is upgraded; a database from DATABASE_URL is not.

    Raises:
        NoDatabase: there is none, it does not answer, or it has a risk that nobody accepted.
        Refused: its schema is of another version.
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
