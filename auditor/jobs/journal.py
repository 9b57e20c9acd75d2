"""The journal of workers and of the web: one JSON object per line on standard error.

The journal reports faults and their places in the code. It holds nothing that a person sent: no names, cards, contents
of files, passwords or addresses of databases. So the entry for an exception has the type of the exception and the
places in the code, but not its text or its variables. The text of a log message from a library may also hold such
data. So only the name of the library and the place in its code are kept.
"""

import logging
import re
import sys
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Final

import structlog
from structlog.typing import EventDict, WrappedLogger

from auditor.store.postgres.outages import is_outage

_OURS: Final = "auditor"
_DEEPEST: Final = 8  # the most frames of one exception, counted from the innermost
_LONGEST_CHAIN: Final = 5
_TOKEN: Final = re.compile(r"[A-Za-z0-9_.]{1,64}", re.ASCII)


def keep(level: int = logging.WARNING) -> None:
    """Starts the journal of this process. The journal gets log messages of `level` and above, also those of libraries,
    and every exception that nobody caught.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_log_level, structlog.stdlib.add_logger_name, _of_libraries],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_ENDING],
        )
    )
    # Messages about an outage are dropped, because the code that waits for the database already writes one sentence
    # about the outage.
    handler.addFilter(_is_more_than_an_outage)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    logging.basicConfig(handlers=[handler], level=level, force=True)
    logging.captureWarnings(capture=True)
    logging.raiseExceptions = False  # otherwise a message that cannot be written would be printed with all its values
    sys.excepthook = _ended
    threading.excepthook = lambda hook: _ended(hook.exc_type, hook.exc_value, hook.exc_traceback)
    sys.unraisablehook = lambda hook: _ended(hook.exc_type, hook.exc_value, hook.exc_traceback)


def mistake(event: str, fault: BaseException, **more: Any) -> None:
    """Reports a fault of our own program. `more` may hold only words and numbers of the program, and nothing that a
    person sent.
    """
    journal = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr), processors=[structlog.processors.add_log_level, *_ENDING]
    )
    journal.error(event, **more, exc_info=fault)


def kind_of(fault: BaseException) -> str:
    """Returns the type of an exception, and its error code from the database or the system if it has such a code. The
    text of the exception is left out, because the text may hold data that a person sent.
    """
    chain = _chain(fault)
    kind = chain[0]["kind"]
    for name in ("sqlstate", "errno"):
        codes = [link[name] for link in chain if name in link]
        if codes:
            return f"{kind}, {name} {codes[0]}"
    return str(kind)


def _is_more_than_an_outage(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return error is None or not is_outage(error)


def _ended(kind: type[BaseException], fault: BaseException | None, trace: TracebackType | None) -> None:
    """Reports an exception that nobody caught, in place of a traceback."""
    if fault is not None and not issubclass(kind, KeyboardInterrupt):
        mistake("process.mistake", fault.with_traceback(trace))


def _of_libraries(_logger: WrappedLogger, _level: str, event: EventDict) -> EventDict:
    """Drops the text of a log message from a library. Keeps the place in the code, and the job that the message is
    about, if there is one. A message of the auditor itself stays unchanged.
    """
    record: logging.LogRecord = event["_record"]
    if record.name.partition(".")[0] == _OURS:
        return event
    event["event"] = _token(getattr(record, "action", None)) or "note of a library"
    event["at"] = [f"{record.pathname}:{record.lineno} {record.funcName}"]
    job = getattr(record, "job", None)
    if isinstance(job, Mapping):
        event["job"], event["task"] = job.get("id"), _token(job.get("task_name"))
    return event


def _without_words(_logger: WrappedLogger, _level: str, event: EventDict) -> EventDict:
    """Replaces an exception in a journal entry by its type, its places in the code, and the same facts about each of
    its causes.
    """
    raised = event.pop("exc_info", None)
    event.pop("stack_info", None)
    fault = raised[1] if isinstance(raised, tuple) else sys.exc_info()[1] if raised is True else raised
    if isinstance(fault, BaseException):
        first, *causes = _chain(fault)
        event.update({**first, "at": [*event.get("at", []), *first["at"]]})
        if causes:
            event["because"] = causes
    return event


def _chain(fault: BaseException) -> list[dict[str, Any]]:
    """Returns a dictionary for the exception and for each of its causes, at most five dictionaries together. Each has
    the type of the exception (`kind`), and the places in the code (`at`), the innermost place last. If the exception
    has an error code of the database or of the system, the dictionary also has the code (`sqlstate` or `errno`).
    """
    chain: list[dict[str, Any]] = []
    each: BaseException | None = fault
    while each is not None and len(chain) < _LONGEST_CHAIN:
        link: dict[str, Any] = {"kind": type(each).__name__, "at": _places(each.__traceback__)}
        # An error code of the database or of the system is safe to report: it holds no data that a person sent.
        sqlstate = getattr(each, "sqlstate", None)
        if _token(sqlstate):
            link["sqlstate"] = sqlstate
        if isinstance(each, OSError) and each.errno is not None:
            link["errno"] = each.errno
        chain.append(link)
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    return chain


def _places(trace: TracebackType | None) -> list[str]:
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{code.co_filename}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return frames[-_DEEPEST:]


def _token(value: object) -> str:
    """Returns the value if it is a single word, as codes are; otherwise an empty text."""
    return value if isinstance(value, str) and _TOKEN.fullmatch(value) else ""


_ENDING: Final[tuple[structlog.typing.Processor, ...]] = (
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _without_words,
    structlog.processors.JSONRenderer(),
)
