"""The journal of workers: one JSON object a line on the error stream. No names, no cards, no contents of files."""

import logging
import sys
from typing import Final

import structlog

from auditor.store.outages import is_outage

_CHAIN: Final[list[structlog.typing.Processor]] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.dict_tracebacks,
]


def keep(level: int = logging.WARNING) -> None:
    """From now on this process writes what is worth a note, `level` and above, its libraries' notes included."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_CHAIN,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    # Of a database that is away one sentence is written, by whoever waits for it.
    handler.addFilter(_tells_more_than_an_outage)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    logging.basicConfig(handlers=[handler], level=level, force=True)


def _tells_more_than_an_outage(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return error is None or not is_outage(error)
