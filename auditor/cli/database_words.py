"""How the database is, in words."""

from auditor.settings import Settings
from auditor.store import embedded
from auditor.store.database import Purpose, address, open_database
from auditor.store.migrating import is_current


def embedded_lines(settings: Settings) -> list[str]:
    """The embedded database: where it is, and whether it runs."""
    status = embedded.status(settings)
    if status.home is None:
        return [f"The embedded database is not made yet; it will be below {settings.data}."]
    lines = [f"The embedded database is PostgreSQL {status.version} in {status.home}."]
    if status.pid is None:
        return [*lines, "It is not running; whatever needs it starts it."]
    return [*lines, f"It is running as process {status.pid}.", _schema(settings)]


def external_lines(settings: Settings) -> list[str]:
    """The database that the environment names. Raises `NoDatabase` where it does not answer."""
    open_database(settings, Purpose.WORKER).close()
    shown = address(settings).set(drivername="postgresql").render_as_string(hide_password=True)
    return [f"The database is {shown}, as DATABASE_URL says. It answers.", _schema(settings)]


def _schema(settings: Settings) -> str:
    if is_current(address(settings)):
        return "Its schema is that of this version."
    return "Its schema is not that of this version; bring it there with: auditor db upgrade"
