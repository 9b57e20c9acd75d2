"""Runs the tasks of a worker on the main thread, and the event loop of the queue in a second thread.

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
    """Runs calls one after the other, on the thread that is inside `serve`."""

    def __init__(self) -> None:
        self._calls: Final[SimpleQueue[_Call | None]] = SimpleQueue()
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped: asyncio.Event | None = None

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Adds a call to the list of calls that `serve` runs."""
        future: Future[T] = Future()
        self._calls.put((future, partial(function, *args, **kwargs)))
        return future

    def serve(self, work: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> None:
        """Runs `work` in an event loop on a second thread, until `work` ends. Meanwhile the thread that called `serve`
        runs the calls that `work` submits. Raises any exception of `work`.

        `work` receives the event that `stop` sets.
        """
        ended: Future[None] = Future()
        loop = threading.Thread(target=self._run_loop, args=(work, ended), name="event loop")
        loop.start()
        try:
            self._do_calls()
        finally:
            self.stop()
            loop.join()
        ended.result()

    def stop(self) -> None:
        """Sets the event that `serve` passed to its function `work`. The event asks `work` to stop."""
        self._stopping = True
        if self._loop is not None and self._stopped is not None:
            with contextlib.suppress(RuntimeError):  # the loop may have ended just before
                self._loop.call_soon_threadsafe(self._stopped.set)

    @contextlib.contextmanager
    def stopped_by_signals(self, besides: Callable[[], None]) -> Iterator[None]:
        """Inside the block, SIGTERM and SIGINT first call `besides` and then stop the work, as `stop` does."""

        def stop(_number: int, _frame: object) -> None:
            besides()
            self.stop()

        before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _do_calls(self) -> None:
        while (call := self._calls.get()) is not None:
            future, function = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)  # the caller waits for the result, and receives the error there
                if not isinstance(error, Exception):
                    raise

    def _run_loop(self, work: Callable[[asyncio.Event], Coroutine[Any, Any, None]], ended: "Future[None]") -> None:
        try:
            asyncio.run(self._stoppable(work))
            ended.set_result(None)
        except BaseException as error:  # noqa: BLE001 - raised again on the main thread
            ended.set_exception(error)
        finally:
            self._calls.put(None)

    async def _stoppable(self, work: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> None:
        self._stopped = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        if not self._stopping:
            await work(self._stopped)
