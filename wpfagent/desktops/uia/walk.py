"""A bounded snapshot: the control view of one window, fetched by branches.

A subtree fetch is one call that nobody can stop and that runs on the target's UI thread. So the walk first asks for
the bare shape of the tree (about a tenth of the cost), then fetches whole branches that will not take long and goes
one level down in the others. What an element costs is measured as it goes. Elements are told in document order; the
place where a budget ends is a path of child indices.
"""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from wpfagent.core.model import Control
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia.cache import Reader
from wpfagent.desktops.uia.com import Automation, Element, com_error, hresult_of
from wpfagent.desktops.uia.kinds import Kinds
from wpfagent.desktops.uia.long_grids import ClosedList, Long, around, is_row
from wpfagent.desktops.uia.refs import RuntimeId
from wpfagent.desktops.uia.requests import Requests
from wpfagent.desktops.uia.shapes import LEAF, MANY_ROWS, Shape, holds_long_list, shape_of, shows_in

HOLD_S = 0.15
"""How long one fetch should keep the target's UI thread busy; far enough below 200 ms for a wrong guess."""
FIRST_COST_S = 60e-6
"""What an element is thought to cost before one was fetched."""
CALL_S = 0.001
"""What a call costs whatever it fetches."""
COSTS_KEPT = 5
"""So many measured costs of an element are kept, and the least counts: a busy machine makes each of them larger, and
smaller fetches would only make more of them wait."""
MEASURED_FROM = 80
"""Smaller branches say little about the cost of an element."""
READ_SHARE = 1.6
"""A fetched element also has to be read: the whole costs about this much more than the fetch."""
MAX_BATCH, MIN_BATCH = 4_000, 50
MAX_SIBLINGS = 100
"""How many subtrees one call fetches at most: they are picked by a condition that is as long."""
SMALL_BRANCH = 200
"""With a limit of depth, a branch up to this size is fetched whole all the same: one call instead of many."""
FETCH_TRIES = 3
OWN_WINDOW_TYPES = frozenset({50032, 50033, 50009, 50022, 50025})
"""Control types that an owned window or pop-up has when it appears inside of another window's tree."""

NO_GRIDS: Mapping[int, Long] = MappingProxyType({})
Path = tuple[int, ...]


class BudgetEnded(Exception):
    """The walk ends here; `path` leads to the first element that was not told."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class Walk:
    """Tells the controls of several windows, one after the other, under one budget."""

    def __init__(
        self,
        automation: Automation,
        requests: Requests,
        *,
        max_elements: int,
        deadline: float,
        max_depth: int | None,
        seen: dict[RuntimeId, Control],
        own_windows: frozenset[int],
        costs_s: deque[float] | None = None,
        kinds: Kinds | None = None,
        in_view: bool = False,
        grids: Mapping[int, Long] = NO_GRIDS,
    ) -> None:
        self._automation = automation
        self._requests = requests
        self._left = max(1, max_elements)
        self._deadline = deadline
        self._max_depth = max_depth
        self._seen = seen
        self._own_windows = own_windows
        self._com_error = com_error()
        self._costs_s = deque[float](maxlen=COSTS_KEPT) if costs_s is None else costs_s
        self._kinds = kinds
        self._in_view = in_view
        self._grids, self._around = grids, around(grids)
        self._path: list[int] = []
        self._reader: Reader
        self._hwnd = 0
        self.controls: list[Control] = []
        self.partial = False
        self.left_out = False
        """Whether rows out of view were left out."""

    def window(
        self, element: Element, reader: Reader, *, hwnd: int, resume: Path = (), name: str | None = None,
        expected: int = 0,
    ) -> Path | None:  # fmt: skip
        """Tell a root element and what is below it; return where the budget ended, None when all was told.

        `expected` is how many elements there were before (0: unknown): few enough are fetched without a look first.
        """
        self._reader, self._hwnd, self._path = reader, hwnd, []
        # Thousands of objects that all stay: the garbage collector would look through them again and again (a third
        # of the time in a large window) and find nothing.
        collecting = gc.isenabled()
        gc.disable()
        try:
            reader.kinds = self._kinds
            if self._grids or (self._kinds is not None and hwnd in self._kinds.long_lists):
                expected = 0  # a fetch of all would take the rows out of view along
            if self._kinds is not None and not resume and self._by_kind(element, reader, self._kinds, name, expected):
                return None
            if not resume:
                fresh = self._retried(lambda: element.BuildUpdatedCache(self._requests.listed))
                if fresh is None or not self._tell(fresh, 0, name=name, is_root=True):
                    return None
                few = 0 < expected <= min(self._batch(), self._left) and self._max_depth is None
                if few and self._whole(element, 0, expected):
                    self._note_whole()
                    return None
            if self._grids:
                self._beside(element, 0, resume)
                return None
            shape = self._retried(lambda: element.BuildUpdatedCache(self._requests.shape))
            if shape is not None:
                self._below(element, shape_of(shape), 0, resume)
                if not resume:
                    self._note_whole()
                    if self._kinds is not None and self._in_view:
                        self._kinds.long_lists.discard(hwnd)
        except BudgetEnded as ended:
            return ended.path
        finally:
            if collecting:
                gc.enable()
            if self._kinds is not None and self.left_out:
                self._kinds.long_lists.add(hwnd)
        return None

    def _note_whole(self) -> None:
        if self._kinds is not None:
            self._kinds.note(self._hwnd, by_kind=False)

    def _by_kind(self, element: Element, reader: Reader, kinds: Kinds, name: str | None, expected: int) -> bool:
        """Tell a whole window in one call, its patterns as far as they are known of their kinds; False: not done."""
        may = kinds.may_tell(self._hwnd)
        if not may or not 0 < expected <= min(self._batch(), self._left) or self._max_depth is not None:
            return False
        begun = time.perf_counter()
        fetched = self._retried(lambda: element.BuildUpdatedCache(self._requests.by_kind))
        if fetched is None:
            return False
        self._learn(begun, expected)
        reader.by_kind = True
        try:
            if self._tell(fetched, 0, name=name, is_root=True):
                self._tell_cached(fetched, 0)
        finally:
            reader.by_kind = False
        kinds.note(self._hwnd, by_kind=True)
        return True

    # -- one branch ---------------------------------------------------------------------------------------------
    def _below(self, element: Element, shape: Shape, depth: int, resume: Path = ()) -> None:
        """Tell the descendants of an element that was told; `resume` leads to the first one that is due."""
        size, inner = shape
        if not inner or (self._max_depth is not None and depth >= self._max_depth):
            return
        if self._in_view and not resume and holds_long_list(shape):
            if len(inner) <= MANY_ROWS:
                self._level(element, inner, depth, resume)
                return
            if self._rows_in_view(element, inner, depth):
                return
        largest = self._batch() if self._max_depth is None else SMALL_BRANCH
        if resume or size > largest or not self._whole(element, depth, size):
            self._level(element, inner, depth, resume)

    def _beside(self, element: Element, depth: int, resume: Path = ()) -> None:
        """Tell what is below an element: of the long grids in it, or that it is, what shows of them."""
        handle = element.CurrentNativeWindowHandle or 0
        grid = self._grids.get(handle)
        if grid is None and handle not in self._around:
            shape = self._retried(lambda: element.BuildUpdatedCache(self._requests.shape))
            self._below(element, LEAF if shape is None else shape_of(shape), depth, resume)
            return
        children = self._listed(element) if grid is None else grid.parts(self._automation)
        if isinstance(grid, ClosedList):
            parts, grid = children, None
            children = filter(None, (self._retried(partial(p.BuildUpdatedCache, self._requests.listed)) for p in parts))
        self.left_out = self.left_out or grid is not None
        for index, child in enumerate(children):
            if resume and index < resume[0]:
                continue
            deeper = resume[1:] if resume and index == resume[0] else ()
            self._path.append(index)
            self._check_time(tuple(self._path))
            if grid is not None:
                self._row(child, depth + 1, is_named=grid.is_named)
            elif deeper or (self._tell(child, depth + 1) and (self._max_depth is None or depth + 1 < self._max_depth)):
                self._beside(child, depth + 1, deeper)
            self._path.pop()

    def _listed(self, element: Element) -> Iterator[Element]:
        children = self._children(element, self._requests.listed)
        self.partial = self.partial or children is None
        yield from (children.GetElement(index) for index in range(children.Length if children is not None else 0))

    def _row(self, row: Element, depth: int, *, is_named: bool) -> None:
        """Tell one part of a long grid with all that is in it."""
        fetched = self._retried(lambda: row.BuildUpdatedCache(self._requests.subtree))
        if fetched is None:
            return
        with self._reader.row(not is_named and is_row(fetched)):
            if self._tell(fetched, depth):
                self._tell_cached(fetched, depth)

    def _rows_in_view(self, element: Element, shapes: Sequence[Shape], depth: int) -> bool:
        """Tell the children that lie in what shows of a long list; False where their places cannot be told."""
        self._check_time((*self._path, 0))
        children = self._children(element, self._requests.placed)
        view = self._retried(lambda: element.CurrentBoundingRectangle)
        if children is None or view is None:
            return False
        self.left_out = True
        for index in range(children.Length):
            child = children.GetElement(index)
            if shows_in(child, view):
                self._path.append(index)
                self._single(child, shapes[index] if index < len(shapes) else LEAF, depth + 1)
                self._path.pop()
        return True

    def _whole(self, element: Element, depth: int, size: int) -> bool:
        """Fetch and tell a subtree at once; False when it could not be fetched."""
        self._check_time((*self._path, 0))
        begun = time.perf_counter()
        fetched = self._retried(lambda: element.BuildUpdatedCache(self._requests.subtree))
        if fetched is None:
            return False
        self._learn(begun, size)
        self._tell_cached(fetched, depth)
        return True

    def _level(self, element: Element, shapes: Sequence[Shape], depth: int, resume: Path) -> None:
        """Tell an element's children one after the other, each with what is below it."""
        self._check_time((*self._path, *(resume or (0,))))
        together = len(shapes) <= self._batch()
        children = self._children(element, self._requests.listed if together else self._requests.live)
        if children is None:
            self.partial = True
            return
        first = resume[0] if resume else 0
        branches: dict[int, Element] = {}
        for index in range(first, children.Length):
            child = children.GetElement(index)
            shape = shapes[index] if index < len(shapes) else LEAF  # the tree grew meanwhile
            deeper = resume[1:] if index == first else ()
            self._path.append(index)
            if deeper:
                self._below(child, shape, depth + 1, deeper)
            elif together:
                if self._tell(child, depth + 1):
                    long = self._in_view and holds_long_list(shape)
                    if shape[1] and index not in branches and self._max_depth is None and not long:
                        branches = self._branches(element, children, shapes, index)
                    if index in branches:
                        self._tell_cached(branches[index], depth + 1)
                    else:
                        self._below(child, shape, depth + 1)
            else:
                self._single(child, shape, depth + 1)
            self._path.pop()

    def _branches(self, element: Element, children: Any, shapes: Sequence[Shape], index: int) -> dict[int, Element]:
        """Fetch the subtrees of several siblings, from `index` on, in one call; {} where that cannot be done."""
        self._check_time((*self._path, 0))
        chosen: dict[int, RuntimeId] = {}
        size, largest = 0, self._batch()
        for sibling in range(index, min(children.Length, len(shapes))):
            if not shapes[sibling][1]:
                continue
            if self._in_view and holds_long_list(shapes[sibling]):
                break
            size += shapes[sibling][0]
            runtime_id = self._reader.runtime_id(children.GetElement(sibling))
            if size > largest or len(chosen) == MAX_SIBLINGS or not runtime_id:
                size -= shapes[sibling][0]
                break
            chosen[sibling] = runtime_id
        if len(chosen) < 2:
            return {}
        condition = self._automation.any_of(chosen.values())
        begun = time.perf_counter()
        fetched = self._retried(lambda: element.FindAllBuildCache(uia.CHILDREN, condition, self._requests.subtree))
        if fetched is None or fetched.Length != len(chosen):  # the tree changed, or two share their runtime id
            return {}
        self._learn(begun, size)
        return {sibling: fetched.GetElement(i) for i, sibling in enumerate(chosen)}

    def _learn(self, begun: float, size: int) -> None:
        if size >= MEASURED_FROM:
            self._costs_s.append(max(CALL_S, time.perf_counter() - begun - CALL_S) / size)

    def _single(self, element: Element, shape: Shape, depth: int) -> None:
        """Fetch and tell one of very many children, with its subtree when that is small."""
        self._check_time(tuple(self._path))
        whole = self._max_depth is None and shape[0] <= self._batch()
        request = self._requests.subtree if whole else self._requests.listed
        fetched = self._retried(lambda: element.BuildUpdatedCache(request))
        if fetched is not None and self._tell(fetched, depth):
            if whole:
                self._tell_cached(fetched, depth)
            else:
                self._below(fetched, shape, depth)

    def _tell_cached(self, element: Element, depth: int) -> None:
        if self._max_depth is not None and depth >= self._max_depth:
            return
        children = element.GetCachedChildren()
        if not children:
            return
        path = self._path
        get_element = children.GetElement
        is_long = self._in_view and children.Length > MANY_ROWS
        view = element.CachedBoundingRectangle if is_long else None
        self.left_out = self.left_out or is_long
        for index in range(children.Length):
            child = get_element(index)
            if is_long and not shows_in(child, view):
                continue
            path.append(index)
            if self._tell(child, depth + 1):
                self._tell_cached(child, depth + 1)
            path.pop()

    def _tell(self, element: Element, depth: int, *, name: str | None = None, is_root: bool = False) -> bool:
        """Add one cached element; False when it (and so its subtree) belongs elsewhere or was told before."""
        if not self._left:
            raise BudgetEnded(tuple(self._path))
        reader = self._reader
        type_id = element.CachedControlType
        if not is_root and self._own_windows and type_id in OWN_WINDOW_TYPES:
            handle = element.CachedNativeWindowHandle or 0
            if handle != self._hwnd and handle in self._own_windows:
                return False
        runtime_id = reader.runtime_id(element)
        before = self._seen.get(runtime_id)
        if before is not None and runtime_id and reader.is_same(element, before):
            return False
        control = reader.identified(
            element,
            runtime_id,
            type_id,
            hwnd=self._hwnd,
            depth=depth,
            name=name,
            is_double=before is not None,
        )
        self._seen[runtime_id] = control
        self.controls.append(control)
        self._left -= 1
        return True

    # -- budget and errors --------------------------------------------------------------------------------------
    def _batch(self) -> int:
        """Return how many elements the next fetch may hold."""
        time_left = max(0.0, self._deadline - time.perf_counter())
        by_time = min(HOLD_S, time_left / READ_SHARE) / min(self._costs_s, default=FIRST_COST_S)
        return int(max(MIN_BATCH, min(by_time, MAX_BATCH, self._left + MIN_BATCH)))

    def _check_time(self, due: Path) -> None:
        if self.controls and time.perf_counter() >= self._deadline:
            raise BudgetEnded(due)

    def _children(self, element: Element, request: Any) -> Any:
        return self._retried(lambda: element.FindAllBuildCache(uia.CHILDREN, self._automation.seen_view, request))

    def _retried(self, fetch: Callable[[], Any]) -> Any:
        """Return what `fetch` returns; None when the element vanished or its provider keeps failing."""
        for _ in range(FETCH_TRIES):
            try:
                return fetch() or None
            except self._com_error as error:
                if hresult_of(error) in uia.GONE_RESULTS:
                    return None
                if hresult_of(error) != uia.E_FAIL:
                    raise
            except ValueError:  # comtypes: a null pointer, the element vanished
                return None
        self.partial = True
        return None
