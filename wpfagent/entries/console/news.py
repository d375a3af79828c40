"""What has changed, pushed to every open page as server-sent events; what comes often is told once."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator

STATUS_CHANGED = "mcpServerStatusChanged"
PAUSE_S = 0.1
"""So long news gathers before it is sent: a server that logs much makes one event of it."""
ALIVE_S = 15.0
"""So often something is sent: a page that is gone is noticed."""


class News:
    """Tells pages what has changed: `status`, `log`, `servers`, `calls`, and of which server."""

    def __init__(self) -> None:
        self._pages: dict[int, tuple[asyncio.AbstractEventLoop, asyncio.Event, set[tuple[str, str]]]] = {}
        self._lock = threading.Lock()
        self._closed = False

    def tell(self, what: str, name: str = "") -> None:
        """Tell all pages; from any thread."""
        with self._lock:
            pages = list(self._pages.values())
            for _, _, waiting in pages:
                waiting.add((what, name))
        for loop, event, _ in pages:
            try:
                loop.call_soon_threadsafe(event.set)
            except RuntimeError:
                pass  # that loop has ended, and its page with it

    def close(self) -> None:
        """Let the pages go."""
        self._closed = True
        self.tell("closed")

    async def events(self) -> AsyncIterator[bytes]:
        """Yield events for one page, until it goes or the console ends."""
        event, waiting = asyncio.Event(), {("servers", "")}
        event.set()
        key = id(event)
        with self._lock:
            self._pages[key] = (asyncio.get_running_loop(), event, waiting)
        try:
            while not self._closed:
                try:
                    await asyncio.wait_for(event.wait(), ALIVE_S)
                except TimeoutError:
                    yield b": alive\n\n"
                    continue
                event.clear()
                with self._lock:
                    told = sorted(waiting)
                    waiting.clear()
                for what, name in told:
                    yield _event(what, name)
                await asyncio.sleep(PAUSE_S)
        finally:
            with self._lock:
                self._pages.pop(key, None)


def _event(what: str, name: str) -> bytes:
    kind = STATUS_CHANGED if what == "status" else what
    return f"event: {kind}\ndata: {json.dumps({'server': name})}\n\n".encode()
