"""The journal of workers: one JSON object a line on the error stream. No names, no cards, no contents of files."""

import logging
import sys
from typing import Final

import structlog

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
    logging.basicConfig(handlers=[handler], level=level, force=True)
