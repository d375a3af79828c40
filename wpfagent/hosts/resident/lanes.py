"""Lanes that sessions share: what several do with one program is done one after another."""

from __future__ import annotations

import threading

from wpfagent.entries.mcp.lanes import Lane


class SharedLanes:
    """The lanes that more than one session may use; each ends with the last that does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lanes: dict[str, Lane] = {}
        self._users: dict[str, int] = {}

    def take(self, name: str) -> Lane:
        """Return the lane of this name, which one more session uses now."""
        with self._lock:
            self._users[name] = self._users.get(name, 0) + 1
            if name not in self._lanes:
                self._lanes[name] = Lane(name)
            return self._lanes[name]

    def leave(self, lane: Lane) -> bool:
        """A session needs a lane no more; return whether it is one of these."""
        with self._lock:
            if self._lanes.get(lane.name) is not lane:
                return False
            self._users[lane.name] -= 1
            if not self._users[lane.name]:
                del self._lanes[lane.name], self._users[lane.name]
                lane.end()
            return True
