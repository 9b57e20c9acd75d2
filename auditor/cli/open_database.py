"""The database, opened for a command: started and brought to this version's schema where both are ours to do."""

from auditor.cli.exit_codes import UNAVAILABLE, Refused
from auditor.cli.terminal import say
from auditor.jobs.context import Workplace, open_workplace
from auditor.settings import Settings
from auditor.store.postgres.database import Purpose, address, owner_address
from auditor.store.postgres.migration import is_current, upgrade

OLD_SCHEMA = (
    "The database does not have the tables of this version, or its role may not use them all. Bring it there first:"
    " auditor db upgrade"
)


def ready_workplace(settings: Settings, purpose: Purpose = Purpose.WORKER) -> Workplace:
    """The workplace of these settings, its schema that of this version. Risks that were accepted are printed.

    The embedded database is brought there; one that somebody else looks after is left as it is.

    Raises:
        NoDatabase: there is none, it does not answer, or it has a risk that was not accepted.
        Refused: its schema is another.
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
