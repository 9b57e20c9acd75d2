"""The `auditor` command: one module for each subcommand, and the modules that several of them use."""

import sys
from typing import NoReturn

from auditor.cli.exit_codes import ended
from auditor.cli.terminal import guard

__all__ = ["main"]


def main() -> NoReturn:
    """Runs the command line of this process, and then ends the process with the exit code."""
    guard()
    sys.exit(ended(_run))


def _run() -> int:
    from auditor.cli.commands import auditor
    from auditor.settings import command_line

    with auditor.make_context(command_line("").strip(), sys.argv[1:]) as context:
        result: object = auditor.invoke(context)
    return result if isinstance(result, int) else 0
