"""Settings: the one place that reads the environment.

| variable | means | unset or empty |
| --- | --- | --- |
| `DATABASE_URL` | the address of the PostgreSQL server | the embedded server under the data folder |
| `DATABASE_OWNER_URL` | the address for the role that owns the tables, for `auditor db upgrade` | `DATABASE_URL` |
| `AUDITOR_ALLOW_RISKS` | accepted risks of the database, separated by commas: `fsync,superuser` | none |
| `AUDITOR_DATA` | the data folder: evidence, embedded server, secret key | `stud-auditor` in the user's data folder |
| `SECRET_KEY` | the key that signs forms; 32 bytes or more | made once and kept in the data folder |
| `TRUSTED_HOSTS` | host names of the web server, separated by commas | the loopback names of this machine |
| `AUDITOR_PROXY` | the address or network of a proxy whose `X-Forwarded-*` headers are trusted | no proxy is trusted |
| `AUDITOR_PROXY_HOPS` | the number of proxies in a row, including that of `AUDITOR_PROXY` | 1 |
| `AUDITOR_UPLOAD_BYTES` | the largest upload through the browser | 64 MiB |
| `AUDITOR_INGEST_BYTES` | the largest file for a command and for the JSON API | 1 GiB |
| `AUDITOR_FREE_BYTES` | free space to leave on the disks; 0: none | 5 GiB, or a tenth of the disk if that is more |
| `AUDITOR_SHARD_HANDS` | the largest number of hands in one job | 1,000 |
| `AUDITOR_ATTEMPTS` | how often a job is tried before it counts as failed | 3 |
| `AUDITOR_IDLE_MINUTES` | the time without a request after which a sign-in ends | 30 |
| `AUDITOR_SESSION_HOURS` | the longest time that a sign-in lasts | 12 |
| `AUDITOR_SECOND_FACTOR` | `required` of adjudicators and admins, or only `offered` to everybody | `required` |
| `AUDITOR_COMMAND` | the start of each command that a message prints; `./run` sets it to `./run auditor` | `auditor` |
| `AUDITOR_HOUSES` | the folder of a card room's own house files | only the houses that come with the auditor |
| `AUDITOR_LETTERS` | the folder of a card room's own letters about cases | the English letter of the auditor |
| `AUDITOR_NIGHTLY` | the start of the nightly run, as five cron fields, UTC | `0 3 * * *` |
"""

import contextlib
import dataclasses
import datetime as dt
import ipaddress
import json
import os
import pwd
import re
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = "stud-auditor"
MEBIBYTE: Final = 1024 * 1024
KEY_BYTES: Final = 32
# The risks of a database that an administrator may accept. `auditor.store.postgres.risks` explains each of them.
RISKS: Final = ("superuser", "owner", "privileges", "fsync", "full_page_writes", "synchronous_commit")
_NAMES: Final = (
    "case|check|convert|db|demo|house|ingest|nightly|replay|rule|serve|transcript|unread|user|venue|whatif|worker"
)
_COMMANDS: Final = re.compile(rf"(?<![\w./-])(?<!/run )auditor (?=(?:{_NAMES})\b)")
CRON: Final = re.compile(r"[0-9*/,-]+( [0-9*/,-]+){4}", re.ASCII)


class SettingsRefused(Exception):
    """Raised if an environment variable has a value that cannot be used, or if the data folder or the secret key in it
    cannot be used. The message says which setting or file is wrong, and what to do.
    """


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings from the environment. Sizes are in bytes."""

    data: Path
    database_url: str | None = None
    database_owner_url: str | None = None
    allowed_risks: tuple[str, ...] = ()
    trusted_hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    proxy: str | None = None
    proxy_hops: int = 1
    insecure_http: bool = False  # set by `auditor serve --insecure-http`, not by a variable
    upload_bytes: int = 64 * MEBIBYTE
    ingest_bytes: int = 1024 * MEBIBYTE
    free_bytes: int | None = None
    shard_hands: int = 1000
    attempts: int = 3
    idle: dt.timedelta = dt.timedelta(minutes=30)
    session: dt.timedelta = dt.timedelta(hours=12)
    factor_required: bool = True
    nightly: str = "0 3 * * *"
    given_secret: str | None = None

    @property
    def evidence(self) -> Path:
        """The folder in which uploaded bytes are kept unchanged."""
        return self.data / "evidence"


def load(environment: Mapping[str, str] = os.environ) -> Settings:
    """Reads the settings from `environment`.

    Raises:
        SettingsRefused: a variable has a value that cannot be used.
    """
    usual = Settings(data=_data_folder(environment))
    secret = environment.get("SECRET_KEY", "").strip() or None
    if secret is not None and _is_short(secret):
        raise SettingsRefused(f"SECRET_KEY is shorter than {KEY_BYTES} bytes. Unset it, and the auditor makes a key.")
    nightly = " ".join(environment.get("AUDITOR_NIGHTLY", "").split()) or usual.nightly
    if nightly != usual.nightly and not _is_cron(nightly):
        raise SettingsRefused(
            f'AUDITOR_NIGHTLY is "{nightly}". Write a future time in five fields as in cron, such as 0 3 * * *.'
        )
    hosts = tuple(host.strip() for host in environment.get("TRUSTED_HOSTS", "").split(",") if host.strip())
    return Settings(
        data=usual.data,
        database_url=environment.get("DATABASE_URL", "").strip() or None,
        database_owner_url=environment.get("DATABASE_OWNER_URL", "").strip() or None,
        allowed_risks=_allowed_risks(environment),
        trusted_hosts=hosts or usual.trusted_hosts,
        proxy=_network(environment, "AUDITOR_PROXY"),
        proxy_hops=_number(environment, "AUDITOR_PROXY_HOPS", usual.proxy_hops, 9),
        upload_bytes=_number(environment, "AUDITOR_UPLOAD_BYTES", usual.upload_bytes),
        ingest_bytes=_number(environment, "AUDITOR_INGEST_BYTES", usual.ingest_bytes),
        free_bytes=_free_bytes(environment),
        shard_hands=_number(environment, "AUDITOR_SHARD_HANDS", usual.shard_hands),
        attempts=_number(environment, "AUDITOR_ATTEMPTS", usual.attempts),
        idle=dt.timedelta(minutes=_number(environment, "AUDITOR_IDLE_MINUTES", 30, 525_600)),
        session=dt.timedelta(hours=_number(environment, "AUDITOR_SESSION_HOURS", 12, 8_760)),
        factor_required=_factor_required(environment),
        nightly=nightly,
        given_secret=secret,
    )


def houses_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Returns the folder of the card room's own house files, from the variable `AUDITOR_HOUSES`. Returns `None` if the
    variable is not set.

    Raises:
        SettingsRefused: the value is not an absolute path.
    """
    return _whole_path(environment, "AUDITOR_HOUSES")


def letters_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Returns the folder of the card room's own letters about cases, from the variable `AUDITOR_LETTERS`. Returns
    `None` if the variable is not set.

    Raises:
        SettingsRefused: the value is not an absolute path.
    """
    return _whole_path(environment, "AUDITOR_LETTERS")


def secret_key(settings: Settings) -> str:
    """Returns the key that signs forms. If the environment has no key, makes one at the first call and keeps it in a
    file. Only the owner of the file can read that key.

    Raises:
        SettingsRefused: the data folder cannot be written to, or the key in it is damaged.
    """
    if settings.given_secret:
        return settings.given_secret
    kept = settings.data / "secret-key"
    make_private(settings.data)
    # The key is written to a temporary file, which is then linked to its final name. If two processes start at the same
    # time, both use the key of the faster one.
    with tempfile.NamedTemporaryFile("w", dir=settings.data, prefix=".secret-", encoding="ascii") as fresh:
        if not kept.exists():
            fresh.write(secrets.token_urlsafe(48))
            fresh.flush()
            os.fsync(fresh.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(fresh.name, kept)
    key = kept.read_text(encoding="ascii", errors="replace").strip()
    if _is_short(key):
        raise SettingsRefused(
            f"The key in {kept} is damaged: fewer than {KEY_BYTES} bytes. Delete this file for a new key."
        )
    return key


def make_private(folder: Path) -> None:
    """Creates `folder` if it is missing. Only its owner can open the new folder. An existing folder stays unchanged.

    Raises:
        SettingsRefused: the folder cannot be created.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsRefused(
            f"The folder {folder} cannot be made ({error.strerror}); name another one in AUDITOR_DATA."
        ) from error


def to_json(settings: Settings) -> str:
    """Returns the settings on one line, for another process of the auditor. `database_owner_url` is left out, because
    no such process needs it.
    """
    return json.dumps(dataclasses.asdict(dataclasses.replace(settings, database_owner_url=None)), default=_as_json)


def from_json(line: str) -> Settings:
    """Reads the settings that `to_json` wrote."""
    read = json.loads(line)
    for field in dataclasses.fields(Settings):
        value = read[field.name]
        if isinstance(value, list):
            read[field.name] = tuple(value)
        elif isinstance(field.default, dt.timedelta):
            read[field.name] = dt.timedelta(seconds=value)
    return Settings(**{**read, "data": Path(read["data"])})


def _as_json(value: object) -> float | str:
    return value.total_seconds() if isinstance(value, dt.timedelta) else str(value)


def _is_short(key: str) -> bool:
    return len(key.encode("utf-8", "surrogateescape")) < KEY_BYTES


def _allowed_risks(environment: Mapping[str, str]) -> tuple[str, ...]:
    names = [name.strip() for name in environment.get("AUDITOR_ALLOW_RISKS", "").split(",") if name.strip()]
    for name in names:
        if name not in RISKS:
            raise SettingsRefused(
                f'AUDITOR_ALLOW_RISKS names the unknown risk "{name}". The risks are: {", ".join(RISKS)}.'
            )
    return tuple(names)


def _data_folder(environment: Mapping[str, str]) -> Path:
    named = _whole_path(environment, "AUDITOR_DATA")
    if named is not None:
        return named
    shared = environment.get("XDG_DATA_HOME", "")
    if Path(shared).is_absolute():
        return Path(shared) / FOLDER
    home = environment.get("HOME", "")
    if not Path(home).is_absolute():
        home = _home_on_record()
    if home:
        return Path(home) / ".local" / "share" / FOLDER
    # A service account often has no home folder. Its data folder is then in the folder for temporary files.
    return Path(tempfile.gettempdir()) / f"{FOLDER}-{os.getuid()}"


def _whole_path(environment: Mapping[str, str], name: str) -> Path | None:
    text = environment.get(name, "").strip()
    if text and not Path(text).is_absolute():
        raise SettingsRefused(f'{name} is "{text}". Write the whole path, from the first slash on.')
    return Path(text) if text else None


def _home_on_record() -> str:
    try:
        home = pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""
    return home if Path(home).is_dir() and os.access(home, os.W_OK) else ""


def _is_cron(line: str) -> bool:
    """Whether the text is a valid cron line that is due at some time. A line for 31 February is never due."""
    # Imported inside the function: the import is slower than all others of this file, and only a schedule needs it.
    from croniter import croniter  # noqa: PLC0415

    return CRON.fullmatch(line) is not None and bool(croniter.is_valid(line, strict=True))


def _free_bytes(environment: Mapping[str, str]) -> int | None:
    name = "AUDITOR_FREE_BYTES"
    text = environment.get(name, "").strip()
    if text == "0":
        return 0
    return _number(environment, name, 0) if text else None


def _network(environment: Mapping[str, str], name: str) -> str | None:
    text = environment.get(name, "").strip()
    if not text:
        return None
    try:
        network = ipaddress.ip_network(text)
    except ValueError:
        network = None
    if network is None or not network.prefixlen:
        raise SettingsRefused(f'{name} is "{text}". Write the address or the network of one proxy, such as 10.0.0.2')
    return str(network)


def _factor_required(environment: Mapping[str, str]) -> bool:
    text = environment.get("AUDITOR_SECOND_FACTOR", "").strip() or "required"
    if text not in ("required", "offered"):
        raise SettingsRefused(f'AUDITOR_SECOND_FACTOR is "{text}". Write required or offered.')
    return text == "required"


def _number(environment: Mapping[str, str], name: str, usual: int, most: int = 10**15) -> int:
    text = environment.get(name, "").strip()
    if not text:
        return usual
    if not re.fullmatch(r"[1-9][0-9]{0,14}", text, re.ASCII):
        raise SettingsRefused(f'{name} is "{text}". Write a whole number above zero.')
    if int(text) > most:
        raise SettingsRefused(f"{name} is {text}. The largest allowed number is {most:,}.")
    return int(text)


def command_line(arguments: str) -> str:
    """Returns the command `auditor` with these arguments as a person types it. If the script `./run` started this
    program, the person types `./run auditor`, because the command `auditor` itself is not on the path. For this, the
    script sets the variable `AUDITOR_COMMAND`.
    """
    return f"{os.environ.get('AUDITOR_COMMAND', '').strip() or 'auditor'} {arguments}"


def with_commands(sentence: str) -> str:
    """Returns a sentence of ours with each command in it as a person types it: `./run auditor serve` for `auditor
    serve`. This function is for sentences of packages that read no settings, and for the help of the commands.
    """
    return _COMMANDS.sub(lambda _: command_line(""), sentence)
