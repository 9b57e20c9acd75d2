"""Finds the hands that end the process that audits them: a crash, a loop in an extension module, memory used up.

A worker that has ended cannot report the hand. So the next attempt first tries the hands of the shard in a child, which
reports each step before it takes it.
"""

import os
import select
import signal
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from auditor.jobs.hand_limits import TOO_SLOW, HandLimits, OverLimit

# A child may be silent for so many seconds of real time: far longer than a hand may compute.
SILENT_SECONDS: Final = 120
_WIDTH: Final = 8  # bytes of a place in the pipe
# How a child ends: after the last step; by a fault between two steps; in a step, which would end the worker too.
_DONE, _FAILED, _ENDED = 0, 70, 71
# Signals that no step sends itself: somebody else may have sent them, such as an administrator or a full machine.
_FROM_OUTSIDE: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
Steps = Callable[[], Iterator[Callable[[], object]]]
T = TypeVar("T")


def sentence(error: Exception, command: str) -> str:
    """The reason why a hand was not audited, and the command that repeats it alone."""
    cause = str(error) if isinstance(error, OverLimit) else f"failed ({type(error).__name__}: {error})"
    return f"Quarantined: auditing this hand {cause}. The other hands are audited. To repeat it: {command}"


def each_limited(
    steps: Sequence[Callable[[], T]], *, carefully: bool, keep_alive: Callable[[], object]
) -> list[T | Exception]:
    """The result of each step under the limits of a hand, or the reason why it has none. Before each step it calls
    `keep_alive`: many slow steps together may take longer than the database lets a transaction wait.

    `carefully`, where an attempt before ended the worker: a child tries the steps first.
    """
    results: list[T | Exception] = []
    with HandLimits(deadly(lambda: iter(steps), keep_alive) if carefully else {}) as limits:
        for place, step in enumerate(steps):
            keep_alive()
            try:
                results.append(limits.run(place, step))
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one step must not cost the others
                results.append(error)
    return results


def uncompared(error: Exception, with_what: str) -> str:
    """The reason why a hand was not compared with others. It leaves out the text of an exception, which may name
    players.
    """
    cause = str(error) if isinstance(error, OverLimit) else f"failed ({type(error).__name__})"
    return f"Quarantined: comparing this hand with {with_what} {cause}. The hand itself is audited."


def _nothing() -> None:
    """For steps outside a transaction."""


def deadly(steps: Steps, keep_alive: Callable[[], object] = _nothing) -> dict[int, str]:
    """The places, from 0, of the steps that end a process, each with the cause. `steps` begins again at each call; a
    step may need the one before it. Calls `keep_alive`, here and not in the child, whenever the child reports steps.

    A step that only raises or takes too long is not among them: the worker handles those. Where somebody else may have
    ended the child, or the child was silent, its last step is tried once more; only an end that repeats counts.
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
        if not cause or place < first:  # below `first` the child ended without taking a step
            return found
        found[place] = cause
        first = place + 1


def _try_from(first: int, steps: Steps, keep_alive: Callable[[], object]) -> tuple[int, int]:
    """The last step that a child took, and the code that it ended with."""
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
    """Reports each step, then takes it; never returns. Only code that reads and audits runs here: other threads of the
    worker do not exist in the child, and may have held locks.
    """
    try:
        with HandLimits() as limits:
            for place, step in enumerate(islice(steps(), first, None), first):
                os.write(writing, place.to_bytes(_WIDTH))
                try:
                    limits.run(place, step)
                except Exception:  # noqa: BLE001, S112 - the worker deals with it
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
    """How a step ended its child; empty where the child came to its own end."""
    if exit_code in (_DONE, _FAILED):
        return ""
    if exit_code == -signal.SIGVTALRM:
        return TOO_SLOW
    how = signal.Signals(-exit_code).name if exit_code < 0 else f"exit code {exit_code}"
    return f"ended the process ({how})"
