"""Threads that perform calls: one lane for each target, a daemon thread with a queue.

Calls on one target are done one after another, and a target that hangs holds up only its own lane. The threads are
daemons: a call that never returns does not keep the process from ending.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

from wpfagent.core.errors import Busy
from wpfagent.desktops.person import Stop

T = TypeVar("T")
PATIENCE_S = 30.0
"""How long a call waits for those before it on the same target."""


class Lane:
    """One thread that does what is put into its queue, in order.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._jobs: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        threading.Thread(target=self._work, name=f"lane {name}", daemon=True).start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, future = job
            if not future.set_running_or_notify_cancel():
                continue  # whoever asked has gone: nothing is done
            try:
                result = work()
            except Stop as stop:
                future.set_exception(stop.error)  # a KeyboardInterrupt would end the server's loop
            except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits for the result
                future.set_exception(error)
            else:
                future.set_result(result)

    def put(self, work: Callable[[], T]) -> Future[T]:
        """Put work into the queue."""
        future: Future[T] = Future()
        whose = contextvars.copy_context()  # its language, its variables
        self._jobs.put((lambda: whose.run(work), future))
        return future

    def end(self) -> None:
        """Let the thread end when it has done what is in the queue."""
        self._jobs.put(None)

    async def do(self, work: Callable[[], T], *, patience_s: float = PATIENCE_S) -> T:
        """Do the work on this lane's thread and return what it returns.

        A call that is cancelled while it waits in the queue is never done; one that is under way goes on.

        Raises:
            Busy: it was not its turn in time; nothing was done.
        """
        future = self.put(work)
        waiting = asyncio.wrap_future(future)
        try:
            await asyncio.wait({waiting}, timeout=patience_s)
            if not waiting.done() and future.cancel():
                raise Busy(
                    f"Other calls on {self.name} are still under way after {patience_s:g} s; nothing was done.",
                    hint="Try again, or look whether it hangs: list_windows.",
                )
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            future.cancel()
            waiting.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody else asks for it
            raise
