"""Messages in the order in which a bridge sent them, whichever connection brought them."""

from __future__ import annotations

import asyncio

PATIENCE_S = 5.0
"""So long a message waits for one before it: that one's connection may have broken."""


class Order:
    """Lets numbered messages through one after another, from 1 on."""

    def __init__(self) -> None:
        self._next = 1
        self._changed = asyncio.Condition()

    async def reach(self, number: int) -> None:
        """Return when all messages before this one were let through."""
        async with self._changed:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self._changed.wait_for(lambda: self._next >= number)
            except TimeoutError:
                pass  # the one before it will not come any more
            self._next = max(self._next, number + 1)
            self._changed.notify_all()
