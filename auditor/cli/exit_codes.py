"""The end of a command: turns exceptions into sentences and exit codes. No other module does this.

| code | means |
| --- | --- |
| 0 | done; for a check, there are no findings |
| 1 | `check`, `ingest --wait`: there are findings or rejected hands |
| 2 | wrong usage, or no hand could be read |
| 69 | the database, or another service, is not available |
| 70 | the program itself failed; the details are in a file |
| 74 | a file could not be read or written |
| 130 | interrupted |
| 141 | the program that read the output has ended |
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import click

from auditor.cli.terminal import close_output, discard_unwritable_output, say

CLEAN: Final = 0
FOUND: Final = 1
WRONG: Final = 2
UNAVAILABLE: Final = 69
OUR_MISTAKE: Final = 70
INPUT_OUTPUT: Final = 74
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

# Errors of other packages of the auditor. The text of these errors is written for users. Each entry has the name of the
# module, the name of the error class, and the exit code. The modules are not imported here, because the import of all
# these modules would take long.
_REFUSALS: Final = (
    ("auditor.engine.house.parameter_types", "HouseRefused", WRONG),
    ("auditor.disputes.claims", "BadClaim", WRONG),
    ("auditor.disputes.ledger", "BadPosting", WRONG),
    ("auditor.disputes.rulings", "BadRuling", WRONG),
    ("auditor.disputes.transitions", "ActRefused", WRONG),
    ("auditor.formats.files.encodings", "EncodingRefused", WRONG),
    ("auditor.formats.outcomes", "Unreadable", WRONG),
    ("auditor.settings", "SettingsRefused", WRONG),
    ("auditor.store.postgres.database", "NoDatabase", UNAVAILABLE),
    ("auditor.store.postgres.binaries", "NoServer", UNAVAILABLE),
    ("auditor.store.evidence.files", "NotKept", INPUT_OUTPUT),
    ("auditor.store.people.accounts", "NoSuchPerson", WRONG),
    ("auditor.store.people.administration", "NotAllowed", WRONG),
    ("auditor.store.people.ingest_tokens", "TokenRefused", WRONG),
    ("auditor.store.queries.cases", "BadCaseFilter", WRONG),
    ("auditor.store.uploads.receipts", "NotReadAgain", WRONG),
    ("auditor.store.uploads.retrying", "NotRetried", WRONG),
    ("auditor.jobs.cancelling", "NotCancelled", WRONG),
    ("auditor.store.triage.venues", "VenueRefused", WRONG),
    ("auditor.web.access.loopback", "NotLoopback", WRONG),
    ("auditor.web.access.passwords", "PasswordRefused", WRONG),
)
# Errors that mean: the connection to the database is lost, or the database does not answer in time. Their text is
# technical, but its first line is printed, because it helps the user.
_LOST: Final = (("psycopg", "OperationalError"), ("sqlalchemy.exc", "OperationalError"))


class Refused(Exception):
    """The error for a command that cannot be done. The text is a sentence: the problem, and then what to do."""

    def __init__(self, sentence: str, code: int = WRONG) -> None:
        super().__init__(sentence)
        self.code: Final = code


def exit_codes(codes: Mapping[int, str], when: str = "") -> str:
    """Returns a list of exit codes and their meanings, to print at the end of a command's help. `when` is added to the
    heading, such as ` with --wait`.
    """
    verbatim = "\b"  # click does not wrap a paragraph that begins with this character
    return "\n".join([verbatim, f"Exit codes{when}:", *[f"  {code}  {means}" for code, means in codes.items()]])


def ended(run: Callable[[], int]) -> int:
    """Runs a command to its end and returns its exit code. If the command fails, the reason is printed on standard
    error.
    """
    try:
        code = _completed(run)
    except (KeyboardInterrupt, click.Abort):
        say("Stopped.")
        code = INTERRUPTED
    except BrokenPipeError:
        code = PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - the only place that catches all errors
        code = _refused(error)
    discard_unwritable_output()
    return code


def _completed(run: Callable[[], int]) -> int:
    """Runs a command, closes standard output, and returns the exit code. If the disk is full, `close_output` raises
    `OSError`, so the caller can still choose the exit code for this error. Without `close_output`, Python would notice
    the full disk only when the process ends, and the exit code of the command would be lost.
    """
    try:
        code = run()
    except click.exceptions.Exit as exited:
        code = exited.exit_code
    except click.ClickException as refused:
        with suppress(OSError):
            refused.show()
        code = WRONG
    close_output()
    return code


def _refused(error: Exception) -> int:
    if isinstance(error, Refused):
        say(str(error))
        return error.code
    for module, name, code in _REFUSALS:
        if module in sys.modules and isinstance(error, getattr(sys.modules[module], name)):
            for sentence in getattr(error, "sentences", (str(error),)):
                say(capitalised(sentence))
            return code
    if any(module in sys.modules and isinstance(error, getattr(sys.modules[module], name)) for module, name in _LOST):
        say(f"The database does not answer: {_first_line(error)} Try again when the database runs.")
        return UNAVAILABLE
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        say(f"{place}{error.strerror or error}. The command stopped here.")
        return INPUT_OUTPUT
    from auditor.cli.crash_report import written_down

    say(written_down(error))
    return OUR_MISTAKE


def _first_line(error: Exception) -> str:
    line = str(error).partition("\n")[0].strip()
    if "://" in line:  # do not print a line with a database address, because the address may contain a password
        return (
            "the address of the database may be wrong. Check DATABASE_URL (postgresql://USER:PASSWORD@HOST:PORT/NAME)."
        )
    return line if line.endswith(".") else f"{line}."


def capitalised(sentence: str) -> str:
    """Returns the sentence with a capital first letter. Adds a full stop if it ends without `.`, `?` or `!`."""
    text = sentence[:1].upper() + sentence[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
