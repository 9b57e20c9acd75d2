"""The database, opened for a command: started and brought to this version's schema where both are ours to do."""

from auditor.cli.ending import UNAVAILABLE, Refused
from auditor.jobs.workplace import Workplace, open_workplace
from auditor.settings import Settings
from auditor.store.database import Purpose, address
from auditor.store.migrating import is_current, upgrade

OLD_SCHEMA = "The database has not the tables of this version. Bring it there first: auditor db upgrade"


def ready_workplace(settings: Settings, purpose: Purpose = Purpose.WORKER) -> Workplace:
    """The workplace of these settings, its schema that of this version.

    The embedded database is brought there; one that somebody else looks after is left as it is.

    Raises:
        NoDatabase: there is none, or it does not answer.
        Refused: its schema is another.
    """
    place = open_workplace(settings, purpose)
    url = address(settings)
    if not is_current(url):
        if settings.database_url is not None:
            place.close()
            raise Refused(OLD_SCHEMA, UNAVAILABLE)
        upgrade(url)
    return place
