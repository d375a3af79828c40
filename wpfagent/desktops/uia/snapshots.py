"""Snapshots and searches over several windows of a process: in pages, each window within its time."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Sequence
from operator import itemgetter

from wpfagent.core.captions import captioned
from wpfagent.core.errors import AppNotResponding, InvalidArgument, StaleRef, TimedOut
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.base import Budget, Conditions
from wpfagent.desktops.uia import windows as win32
from wpfagent.desktops.uia.asking import PROMPT_S, Asking, Session
from wpfagent.desktops.uia.documents import open_documents
from wpfagent.desktops.uia.kinds import Kinds
from wpfagent.desktops.uia.refs import RuntimeId
from wpfagent.desktops.uia.walk import COSTS_KEPT, Path, Walk

CONTINUATIONS_KEPT = 8


class Snapshots:
    """Takes snapshots; keeps per process and window what makes the next one cheaper, and where a cut one goes on."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.costs: dict[int, deque[float]] = {}
        self.sizes: dict[int, int] = {}
        self.kinds: dict[int, Kinds] = {}
        self._continued: OrderedDict[str, dict[RuntimeId, Control]] = OrderedDict()

    def take(
        self,
        windows: Sequence[WindowInfo],
        *,
        within: Control | None,
        budget: Budget,
        after: str | None,
        timeout_s: float,
    ) -> Snapshot:
        """Read the control view of these windows, or only of `within`; `after` continues a truncated one."""
        shown = [w for w in windows if w.responding] or list(windows)
        done, at, path = _parse_token(after)
        seen = self._continued.pop(after, None) if after else None
        reading = _Reading(self, within, budget, {} if seen is None else seen)
        reading.partial = len(shown) < len(windows)
        roots: list[tuple[int, int, WindowInfo | None]]
        if within is None:
            roots = [(w.hwnd, w.pid, w) for w in shown]
            reading.own_windows = frozenset(w.hwnd for w in shown)
        else:
            roots = [(within.hwnd, within.pid, None)]
        for hwnd, pid, window in roots:
            if hwnd in done:
                continue
            if len(reading.controls) >= budget.elements:
                return self._cut(reading, windows, done, hwnd, ())
            try:
                if window is not None:
                    self.asking.check_answer(window, timeout_s)
                ended = reading.window(hwnd, pid, path if hwnd == at else (), timeout_s)
            except StaleRef:
                if within is not None:
                    raise
                continue  # the window closed meanwhile
            if ended is not None:
                return self._cut(reading, windows, done, hwnd, ended)
            done.append(hwnd)
        return Snapshot(tuple(reading.controls), tuple(windows), partial=reading.partial)

    def forget(self, pid: int) -> None:
        """Drop what is kept for this process."""
        self.costs.pop(pid, None)
        self.kinds.pop(pid, None)

    def _cut(self, reading: _Reading, shown: Sequence[WindowInfo], done: list[int], hwnd: int, path: Path) -> Snapshot:
        token = f"{hwnd}:{'.'.join(map(str, path))}:{'.'.join(map(str, done))}"
        # The token says everything but which elements were seen: kept for a while, so that none comes twice.
        self._continued[token] = reading.seen
        while len(self._continued) > CONTINUATIONS_KEPT:
            self._continued.popitem(last=False)
        return Snapshot(tuple(reading.controls), tuple(shown), truncated=True, next=token, partial=reading.partial)


class _Reading:
    """One snapshot under way."""

    def __init__(self, kept: Snapshots, within: Control | None, budget: Budget, seen: dict[RuntimeId, Control]) -> None:
        self._kept = kept
        self._within = within
        self._budget = budget
        self._deadline = time.perf_counter() + budget.time_s
        self.seen = seen
        self.own_windows: frozenset[int] = frozenset()
        self.controls: list[Control] = []
        self.partial = False

    def window(self, hwnd: int, pid: int, resume: Path, timeout_s: float) -> Path | None:
        """Read a window, or what is within; return where the budget ended, None when all was told."""

        def read(session: Session) -> Path | None:
            session.mind(hwnd)
            before = dict(self.seen)
            walk, ended = self._walk(session, hwnd, pid, resume)
            if open_documents(session.automation, walk.controls, self._kept.asking.live, session.reader.names):
                self.seen.clear()
                self.seen.update(before)
                walk, ended = self._walk(session, hwnd, pid, resume)
            self.controls.extend(captioned(walk.controls, session.reader.names))
            self.partial = self.partial or walk.partial
            if self._within is None:
                session.looked({c.ref for c in (*self.controls, *self.seen.values())})
            return ended

        return self._kept.asking.ask(pid, read, timeout_s, "Reading the controls")

    def _walk(self, session: Session, hwnd: int, pid: int, resume: Path) -> tuple[Walk, Path | None]:
        kept, budget, whole = self._kept, self._budget, self._within is None
        walk = Walk(
            session.automation,
            session.requests,
            max_elements=budget.elements - len(self.controls),
            deadline=self._deadline,
            max_depth=budget.depth,
            seen=self.seen,
            own_windows=self.own_windows,
            costs_s=kept.costs.setdefault(pid, deque(maxlen=COSTS_KEPT)),
            kinds=kept.kinds.setdefault(pid, Kinds()) if budget.by_kind and whole else None,
            in_view=budget.in_view and whole,
            grids=session.search.grids,
        )
        ended = walk.window(
            session.automation.root(hwnd) if self._within is None else kept.asking.live(self._within),
            session.reader,
            hwnd=hwnd,
            resume=resume,
            name=(win32.title_of(hwnd) or None) if whole else None,
            expected=kept.sizes.get(hwnd, 0) if whole else 0,
        )
        if whole and ended is None and not resume and not walk.left_out:
            kept.sizes[hwnd] = len(walk.controls)
        return walk, ended


def find(
    asking: Asking,
    conditions: Conditions,
    windows: Sequence[WindowInfo],
    limit: int,
    timeout_s: float,
) -> list[Control]:
    """Return up to `limit` matching elements, windows in the order given, each in document order.

    A window that does not answer is searched last; where another has a match, only until it counts as hung.
    """
    found: dict[RuntimeId | str, tuple[int, Control]] = {}
    silent: AppNotResponding | TimedOut | None = None
    shown = [w for w in windows if w.responding] or list(windows)
    slow = {w.hwnd for w in shown if len(shown) > 1 and not win32.ping(w.hwnd, PROMPT_S)}
    for place, window in sorted(enumerate(shown), key=lambda at: at[1].hwnd in slow):
        if len(found) >= limit:
            break
        if found and window.hwnd in slow and not asking.answers(window.hwnd, timeout_s):
            continue

        def look(session: Session, window: WindowInfo = window) -> list[Control]:
            session.mind(window.hwnd)
            root = session.automation.root(window.hwnd)
            title = win32.title_of(window.hwnd)
            # The whole limit again: some may be in a pop-up that was searched before and is part of this tree too.
            return list(session.search.find(root, conditions, hwnd=window.hwnd, limit=limit, title=title))

        try:
            matching = asking.ask(window.pid, look, timeout_s, "Searching")
            if not matching:
                asking.check_answer(window, timeout_s)
        except StaleRef:  # the window closed meanwhile
            continue
        except (AppNotResponding, TimedOut) as error:  # another of its windows may have a thread of its own
            silent = error
            continue
        for control in matching:
            found.setdefault(control.runtime_id or control.ref, (place, control))
    if silent is not None and not found:
        raise silent
    return [control for _, control in sorted(found.values(), key=itemgetter(0))][:limit]


def _parse_token(token: str | None) -> tuple[list[int], int, Path]:
    """Return (windows that are done, the window to go on with, the path inside of it)."""
    if not token:
        return [], 0, ()
    try:
        at, path, done = (tuple(int(n) for n in part.split(".") if n) for part in token.split(":"))
        return list(done), at[0], path
    except (ValueError, IndexError) as error:
        raise InvalidArgument(
            f"{token!r} does not continue a snapshot.", hint="Give `next` of the reply before."
        ) from error
