"""Finds hands whose audit ends the whole process: by a crash, by a loop in an extension module, or by using up the
memory.

A worker that has ended cannot report the hand. So the next attempt first tries the hands of the shard in a child
process. A step is a part of the work on one hand, such as its audit. The child reports the number of each step before
it runs the step, so the last number names the step that ended the child.
"""

import os
import select
import signal
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from auditor.jobs.hand_limits import TOO_SLOW, HandLimits, OverLimit

# A child process may be silent for this many seconds of real time, which is far longer than a hand may compute.
SILENT_SECONDS: Final = 120
# The child process writes the number of each step into a pipe to its parent, as this many bytes.
_WIDTH: Final = 8
# The exit codes of a child process. `_DONE`: all steps ran. `_FAILED`: the code between two steps failed. `_ENDED`: a
# step raised an exception that is no `Exception`, such as `SystemExit`, which would end a worker too.
_DONE, _FAILED, _ENDED = 0, 70, 71
# No step sends these signals to its own process. If one of them ended the child, an administrator or the system may
# have sent the signal, so the step is tried once more.
_FROM_OUTSIDE: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
Steps = Callable[[], Iterator[Callable[[], object]]]
T = TypeVar("T")


def sentence(error: Exception, command: str) -> str:
    """Returns a sentence for a person: why the audit of a hand failed, and the command that audits this hand alone.
    `error` is the exception that stopped the audit.
    """
    cause = str(error) if isinstance(error, OverLimit) else f"failed ({type(error).__name__}: {error})"
    return f"Quarantined: the audit of this hand {cause}. The other hands are audited. To repeat this hand: {command}"


def each_limited(
    steps: Sequence[Callable[[], T]], *, carefully: bool, keep_alive: Callable[[], object]
) -> list[T | Exception]:
    """Runs each step under the limits for a hand. Returns the result of each step, or the exception that stopped the
    step. Calls `keep_alive` before each step, because many slow steps together may take longer than a transaction may
    be idle.

    `carefully` is true if an earlier attempt ended the worker. In that case a child process tries the steps first.
    """
    results: list[T | Exception] = []
    with HandLimits(deadly(lambda: iter(steps), keep_alive) if carefully else {}) as limits:
        for place, step in enumerate(steps):
            keep_alive()
            try:
                results.append(limits.run(place, step))
            except Exception as error:  # noqa: BLE001 - the other steps must still run
                results.append(error)
    return results


def uncompared(error: Exception, with_what: str) -> str:
    """Returns a sentence for a person: why a hand was not compared with other hands. `with_what` names the other hands.
    The text of an exception is left out, because it may name players.
    """
    cause = str(error) if isinstance(error, OverLimit) else f"failed ({type(error).__name__})"
    return f"The auditor audited this hand, but the comparison with {with_what} {cause}."


def _nothing() -> None:
    """Does nothing. This is the default for `keep_alive`: outside a transaction, nothing must be kept alive."""


def deadly(steps: Steps, keep_alive: Callable[[], object] = _nothing) -> dict[int, str]:
    """Runs the steps in child processes, to find the steps that end their process. Returns a dictionary: the number of
    each such step, counted from 0, and the cause as a text. Each call of `steps` yields all steps from the first,
    because a step may need the step before it. This process, not the child, calls `keep_alive` whenever the child
    reports steps.

    A step that only raises an exception is not in the result, because the worker handles the exception.

    If a signal in `_FROM_OUTSIDE` ended the child, the step may not be the cause: another process may have sent the
    signal, or this process killed the child because it was silent. Then the last reported step is tried once more. It
    is in the result only if the child ends again.
    """
    found: dict[int, str] = {}
    suspected: set[int] = set()
    first = 0
    while True:
        place, exit_code = _try_from(first, steps, keep_alive)
        if -exit_code in _FROM_OUTSIDE and place not in suspected:
            suspected.add(place)
            first = max(first, place - 1)
            continue
        cause = _cause(exit_code)
        # `place` is the last step that the child reported. It is less than `first` if the child ended before it
        # reported a step.
        if not cause or place < first:
            return found
        found[place] = cause
        first = place + 1


def _try_from(first: int, steps: Steps, keep_alive: Callable[[], object]) -> tuple[int, int]:
    """Runs the steps from number `first` on in a child process. Returns the number of the last step that the child
    reported, and the exit code of the child.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _be_child(first, steps, writing)
    os.close(writing)
    try:
        place = _last_place(reading, child, keep_alive)
    finally:
        os.close(reading)
        _, status = os.waitpid(child, 0)
    return place, os.waitstatus_to_exitcode(status)


def _be_child(first: int, steps: Steps, writing: int) -> None:
    """Runs in the child process: reports each step and then runs the step. Never returns, because it ends the child. A
    lock that another thread of the worker held stays locked in the child. So the child runs only code that reads and
    audits hands, and needs no such lock.
    """
    try:
        with HandLimits() as limits:
            for place, step in enumerate(islice(steps(), first, None), first):
                os.write(writing, place.to_bytes(_WIDTH))
                try:
                    limits.run(place, step)
                except Exception:  # noqa: BLE001, S112 - the worker handles this
                    continue
                except BaseException:  # noqa: BLE001 - the worker would end too
                    os._exit(_ENDED)
        os._exit(_DONE)
    finally:
        os._exit(_FAILED)


def _last_place(reading: int, child: int, keep_alive: Callable[[], object]) -> int:
    place = -1
    while True:
        keep_alive()
        ready, _, _ = select.select([reading], [], [], SILENT_SECONDS)
        if not ready:
            os.kill(child, signal.SIGKILL)
            return place
        named = os.read(reading, 4096 * _WIDTH)
        if not named:
            return place
        place = int.from_bytes(named[-_WIDTH:])


def _cause(exit_code: int) -> str:
    """Returns how a step ended the child process, such as `ended the process (SIGSEGV)`. Returns an empty text if no
    step ended the child.
    """
    if exit_code in (_DONE, _FAILED):
        return ""
    if exit_code == -signal.SIGVTALRM:
        return TOO_SLOW
    how = signal.Signals(-exit_code).name if exit_code < 0 else f"exit code {exit_code}"
    return f"ended the process ({how})"
