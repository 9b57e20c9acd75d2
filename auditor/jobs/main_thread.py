"""Runs the tasks of a worker on the main thread, and the queue's event loop in a second one.

Only the main thread of a process receives signals, and only a signal stops a hand that takes too long.
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_Call = tuple[Future[Any], Callable[[], Any]]


class MainThread(Executor):
    """Runs calls, one after the other, on the thread that is inside `serve`."""

    def __init__(self) -> None:
        self._calls: Final[SimpleQueue[_Call | None]] = SimpleQueue()
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._work: asyncio.Task[None] | None = None

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Has a call done in its turn."""
        future: Future[T] = Future()
        self._calls.put((future, partial(function, *args, **kwargs)))
        return future

    def serve(self, work: Callable[[], Coroutine[Any, Any, None]], *, until_signal: bool) -> None:
        """Does the calls that `work`, in an event loop of its own, sends here until it ends; raises what it raises.

        With `until_signal`, SIGTERM and SIGINT cancel `work`.
        """
        ended: Future[None] = Future()
        loop = threading.Thread(target=self._run_loop, args=(work, ended), name="event loop")
        with self._signals() if until_signal else contextlib.nullcontext():
            loop.start()
            try:
                self._do_calls()
            finally:
                self.stop()
                loop.join()
        ended.result()

    def stop(self) -> None:
        """Cancels the work, once: a second cancellation would not wait for the task that is being done."""
        if self._stopping:
            return
        self._stopping = True
        if self._loop is not None and self._work is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                self._loop.call_soon_threadsafe(self._work.cancel)

    def _do_calls(self) -> None:
        while (call := self._calls.get()) is not None:
            future, function = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)  # the caller's, who waits for it
                if not isinstance(error, Exception):
                    raise

    def _run_loop(self, work: Callable[[], Coroutine[Any, Any, None]], ended: "Future[None]") -> None:
        try:
            asyncio.run(self._cancellable(work))
            ended.set_result(None)
        except BaseException as error:  # noqa: BLE001 - raised again on the main thread
            ended.set_exception(error)
        finally:
            self._calls.put(None)

    async def _cancellable(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._work = asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        if not self._stopping:
            with contextlib.suppress(asyncio.CancelledError):
                await work()

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, lambda *_: self.stop()) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
