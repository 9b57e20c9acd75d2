"""Limits for each step of the work on a hand, such as its audit: 2 seconds of processor time, and 256 MiB of memory
more than the worker uses when the step begins.

After 2 seconds a signal interrupts Python code and regular expressions. Python handles signals in the main thread only,
so workers run their tasks in the main thread. The signal cannot interrupt a loop inside an extension module. In this
case the system ends the worker after 4 seconds, and the module `quarantine` then finds the hand that was the cause.
"""

import contextlib
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self, TypeVar

CPU_SECONDS: Final = 2
CPU_SECONDS_AT_MOST: Final = 4.0
MEMORY_BYTES: Final = 256 * 1024 * 1024
TOO_SLOW: Final = f"took more than {CPU_SECONDS} seconds of processor time"
TOO_LARGE: Final = f"took more than {MEMORY_BYTES // 1024**2} MiB of memory"

# The first signal may come at a moment when Python drops every error, such as in a finalizer. Then a second signal
# stops the hand.
_AGAIN_SECONDS: Final = 0.5
_STATM: Final = Path("/proc/self/statm")
_NONE_DEADLY: Final[Mapping[int, str]] = MappingProxyType({})
_STATM_BYTES: Final = 200
_DATA: Final = 5  # the index in `/proc/self/statm` of the data size, in pages
T = TypeVar("T")


class OverLimit(Exception):
    """The error for a hand that went past a limit. Its text continues the words "the audit of this hand", as in "took
    more than 2 seconds of processor time".
    """


class _TooSlow(BaseException):
    """The exception that the signal raises when a hand takes too long. It is a `BaseException`, so that no `except
    Exception` in a reader or a rule catches it.
    """


class HandLimits:
    """A context manager that limits the time and memory of each step inside its block. A step is a part of the work on
    one hand, such as its audit. Only the main thread has limits.

    `deadly` lists the steps that would end the process: the key is the number of the step, and the value is the cause.
    These steps are not run.
    """

    def __init__(self, deadly: Mapping[int, str] = _NONE_DEADLY) -> None:
        self._deadly: Final = deadly
        self._on: Final = threading.current_thread() is threading.main_thread()
        self._watching = False
        self._open: Final = contextlib.ExitStack()
        self._memory: _MemoryLimit | None = None

    def __enter__(self) -> Self:
        if self._on:
            self._open.enter_context(_signal_calls(self._stop_hand))
            self._memory = self._open.enter_context(_memory_limit())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def run(self, place: int, step: Callable[[], T]) -> T:
        """Runs a step and returns its result. `place` is the number of the step. Raises `OverLimit` if the step goes
        past a limit. If the step is in `deadly`, raises `OverLimit` with the cause and does not run the step. Also
        raises any exception of the step itself.
        """
        if place in self._deadly:
            raise OverLimit(self._deadly[place])
        try:
            if self._memory is not None:
                self._memory.begin()
            if self._on:
                self._watching = True
                signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS, _AGAIN_SECONDS)
                signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS_AT_MOST)
            result = step()
            # The signal may also come after the step has ended. So this line is inside `try`, which catches the
            # exception of the signal.
            self._watching = False
        except _TooSlow:
            self._watching = False
            raise OverLimit(TOO_SLOW) from None
        except MemoryError:
            raise OverLimit(TOO_LARGE) from None
        finally:
            self._watching = False
            if self._on:  # the time between two steps, such as for a long text between two hands, does not count
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if self._memory is not None:
                self._memory.end()
        return result

    def _stop_hand(self, _number: int, _frame: object) -> None:
        if self._watching:
            raise _TooSlow


@contextlib.contextmanager
def _signal_calls(handler: Callable[[int, object], None]) -> Iterator[None]:
    """Inside the block, the signal SIGPROF calls `handler`. The signal SIGVTALRM keeps its default effect: it ends the
    process. At the end of the block, the timers that send these signals are stopped.
    """
    before = signal.signal(signal.SIGPROF, handler)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGPROF, before)


class _MemoryLimit:
    """During each step, the process may use a fixed amount of memory more than at the beginning of the step. Between
    steps, only the limits that the process had before apply.
    """

    def __init__(self, statm: int) -> None:
        self._statm: Final = statm
        self._before: Final = resource.getrlimit(resource.RLIMIT_DATA)

    def begin(self) -> None:
        pages = int(os.pread(self._statm, _STATM_BYTES, 0).split()[_DATA])
        most = pages * resource.getpagesize() + MEMORY_BYTES
        strictest = min([each for each in (*self._before, most) if each != resource.RLIM_INFINITY])
        resource.setrlimit(resource.RLIMIT_DATA, (strictest, self._before[1]))

    def end(self) -> None:
        resource.setrlimit(resource.RLIMIT_DATA, self._before)


@contextlib.contextmanager
def _memory_limit() -> Iterator[_MemoryLimit | None]:
    """Yields the memory limit. Yields `None` on systems other than Linux, which do not show how much memory a process
    uses.
    """
    try:
        statm = os.open(_STATM, os.O_RDONLY)
    except OSError:
        yield None
        return
    try:
        yield _MemoryLimit(statm)
    finally:
        os.close(statm)
