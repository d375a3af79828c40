"""Finding the one control that a selector names, once and now (who waits is the gate).

The ladder, the narrowing keys, labels, rows and cells, refs and their healing. Searches go to the operating system as
property conditions; only `name_re` alone, `label` and rows read more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from wpfagent.core.captions import PRESSED, is_called
from wpfagent.core.errors import ElementNotFound, SelectorAmbiguous, StaleRef
from wpfagent.core.model import ROW_TYPES, Control, Snapshot, WindowInfo
from wpfagent.core.named_by_order import is_named_by_order
from wpfagent.core.selector import ROW_CONTAINERS, Selector, durable
from wpfagent.desktops.backdrops import reached
from wpfagent.desktops.base import Budget, Conditions, Desktop
from wpfagent.desktops.locating import items, rows
from wpfagent.desktops.locating.alike import labelled_for, lie_behind, meant, narrowed, under, under_words
from wpfagent.desktops.locating.composites import is_called_by_value, lies_in, without_parts
from wpfagent.desktops.locating.known import called_before, index_in, known_below, remember, where_it_stands
from wpfagent.desktops.locating.labels import as_shown, labelled
from wpfagent.desktops.locating.nearest import TYPED
from wpfagent.desktops.locating.not_found import ambiguous, brief, not_found, too_few, with_places
from wpfagent.desktops.refs import RefBook, RefEntry, window_id

MANY, FEW = 2_000, 50  # so many elements may be read without a condition; of an exact one: enough to narrow and list
HOLDS_NOTHING = frozenset({"Image", "ProgressBar", "Separator", "Text"})


@dataclass(frozen=True, slots=True)
class Found:
    """The control, which rung named it, and whether a stale ref was healed."""

    control: Control
    matched_by: str
    healed: bool = False


@dataclass(frozen=True, slots=True)
class Search:
    """One search: where to look and how long each read may take.

    Args:
        desktop: where.
        windows: the target's windows, topmost first.
        refs: the refs that were given out.
        deadline: on the desktop's clock.
        extended: whether `bounding_rect` may be used.
        heal: whether a stale ref may be found again by other means.
        root: the element that counts as the application's root.
        count: whether all matches are wanted, hidden ones too, rather than the one that is meant.
        suggests: whether what is not found is told with its nearest names; who only asks does without.
        able: among several matches those with one of these patterns are meant, where there are any.
        reads: whether it is only looked at: what a label names may be a text as well.
        known: the whole tree, where it was read just now: what `unique` asks is answered from it.
    """

    desktop: Desktop
    windows: tuple[WindowInfo, ...]
    refs: RefBook
    deadline: float
    extended: bool = False
    heal: bool = True
    root: Control | None = None
    count: bool = False
    suggests: bool = True
    able: tuple[str, ...] = ()
    reads: bool = False
    known: Snapshot | None = None

    @property
    def timeout_s(self) -> float:
        """What is left, at least a second: a program that is merely slow at the deadline does not count as hung."""
        return max(1.0, self.deadline - self.desktop.clock.now())

    def one(self, selector: Selector) -> Found:
        """Return the one control that the selector names.

        Raises:
            ElementNotFound: none; the nearest AutomationIds and names are given.
            SelectorAmbiguous: several; they are listed.
            StaleRef: the ref's element is gone.
        """
        if selector.ref is not None and selector.row is None:
            return self._by_ref(selector)
        found, matched_by = self.all(selector)
        called = (self.desktop, self.refs, self.windows, selector, self.deadline, self.able)
        if not found and (field := called_before(*called)) is not None:
            return Found(field, "label")
        if not found:
            tree = self._tree(None, 0.5) if self.suggests else Snapshot()
            raise not_found(selector, tree, self.windows, extended=self.extended)
        if (index := selector.index) is not None and selector.row is None:
            if not -len(found) <= index < len(found):
                raise too_few(selector, found)
            return Found(found[index], f"{matched_by}+index")
        if len(found) > 1 and self.able:
            able = [c for c in found if c.can(*self.able)] or [c for c in found if c.control_type != "Text"]
            found = able or items.in_buttons(self.desktop, found, self.timeout_s)
        found = reached(self.desktop, self._tree(self.root), found) if len(found) > 1 else found
        if len(found) > 1:
            for control in found:
                self.refs.note(control, _window_id(control, self.windows))
            raise ambiguous(selector, found, is_all=len(found) < FEW)
        remember(self.refs, selector.label if selector.within is None else None, found[0])
        return Found(found[0], matched_by)

    def all(self, selector: Selector) -> tuple[list[Control], str]:
        """Return every control that the selector names (rows: the first that fits), and by which rung."""
        try:
            within = replace(self, able=())._holder(selector.within) if selector.within else self.root
        except SelectorAmbiguous as error:
            return self._in_one_of(selector, error)
        if within is not None and within.control_type == "Text" and selector.row is None and selector.ref is None:
            return self._under(within, replace(selector, within=None)), "label"  # a heading holds nothing
        if selector.ref is not None and selector.row is None:
            return [self._by_ref(selector).control], "ref"
        if selector.within and (row := items.row_of_cell(self.desktop, within, self.timeout_s)) is not None:
            inner = replace(self, root=within).all(replace(selector, within=None))
            return inner if inner[0] else replace(self, root=row).all(replace(selector, within=None))
        if within is not None and (frame := items.framed_by(self.desktop, within, self.timeout_s)) is not None:
            found, matched_by = replace(self, root=frame).all(replace(selector, within=None))
            return [c for c in found if c.ref != within.ref and lies_in(c, within)], matched_by
        if selector.row is not None:
            part = selector.part_of_row
            return self._row(selector, within) if part is None or self._names_rows(selector) else self.all(part)
        if selector.label is not None:
            return self._by_label(selector, within), "label"
        for conditions, matched_by in self._rungs(selector):
            matching = [c for c in self._find(conditions, within, selector) if selector.narrows(c)]
            if self.able and not conditions.control_type:  # who presses means what is in the window of the same title
                matching = [c for c in matching if c.control_type != "Window"] or matching
            if conditions.name is not None and all(c.control_type in ("Text", "ToolTip") for c in matching):
                called = self._by_caption(conditions, within, selector, matching)
                matching = called or [c for c in matching if not (self.able and c.control_type == "ToolTip")]
            elif conditions.name is not None and within is None and not self.count:
                usable = tuple(w for w in self.windows if w.enabled)
                if usable and not {w.hwnd for w in usable} & {c.hwnd for c in matching}:  # a dialog blocks all of it
                    matching = replace(self, windows=usable)._by_caption(conditions, None, selector, []) or matching
            if conditions.name is not None and self.known is None and any(map(is_named_by_order, matching)):
                matching = where_it_stands(self._tree(within), conditions, matching)
            if len(matching) > 1 and not self.count:
                matching = narrowed(without_parts(self._in_use(matching)), selector)
                matching = items.without_inner_words(self.desktop, matching, self.timeout_s)
                matching = items.items_not_words(self.desktop, matching, self.timeout_s) if self.able else matching
            if matching:
                return matching, matched_by
        if selector.bounding_rect is not None and self.extended:
            control = self.desktop.at_point(*selector.bounding_rect.center, timeout_s=self.timeout_s)
            if control is not None and any(w.pid == control.pid for w in self.windows):
                return [control], "bounding_rect"
        return [], ""

    def _under(self, heading: Control, selector: Selector) -> list[Control]:
        """Return what a heading names as a label does, else what stands under it."""
        named = self.all(replace(selector, label=heading.name))[0] if selector.label is None else []
        if named and not lie_behind(named, heading, lambda: self._tree(self.root)):
            return named
        found = self.all(selector)[0]
        return under(self._tree(self.root), heading, found, is_counted=selector.index is not None) if found else []

    def _holder(self, selector: Selector) -> Control:
        """Return the one element in which to look: of a label and what it names the latter; of a frame's title, it."""
        frame = replace(selector, label=None, name=selector.label, control_type="Group") if selector.label else None
        frames = self.all(frame)[0] if frame is not None and selector.name is None else []
        try:
            named = self.one(selector).control
            around = next((c for c in frames if lies_in(named, c)), None)
            return around or items.opened_by(self.desktop, named, self.timeout_s)
        except SelectorAmbiguous:
            found = self.all(selector)[0]
            heads = [c for c in found if c.control_type == "Text" and not any(h.can("Toggle") for h in found)]
            holders = [c for c in found if c.control_type not in HOLDS_NOTHING]
            holders = [c for c in holders if c.control_type not in PRESSED] or heads or holders  # no button holds much
            if len(holders) > 1:  # of a tab and its page, the page
                holders = [c for c in holders if self.desktop.children(c, limit=1, timeout_s=self.timeout_s)]
            if len(holders) != 1:
                raise
            return holders[0]

    def _in_one_of(self, selector: Selector, error: SelectorAmbiguous) -> tuple[list[Control], str]:
        """Return what is named where only one of the elements holds it that may be meant by `within`."""
        assert selector.within is not None
        inner = selector if selector.within.row is not None else replace(selector, within=None)
        grids = rows.containers(self.desktop, self.windows, self.root, self.timeout_s) if inner is selector else []
        alike = grids or replace(self, able=()).all(selector.within)[0]
        found: dict[tuple[str, ...], tuple[list[Control], str]] = {}  # a page and the grid in it hold the same
        for holder in [c for c in alike if c.control_type not in HOLDS_NOTHING][:FEW]:
            with suppress(ElementNotFound, SelectorAmbiguous):
                named, matched_by = replace(self, root=holder).all(inner)
                found[tuple(c.ref for c in named)] = named, matched_by
        found.pop((), None)
        if len(found) != 1:
            raise error
        return next(iter(found.values()))

    def _rungs(self, selector: Selector) -> Iterator[tuple[Conditions, str]]:
        kind, class_name = selector.control_type, selector.class_name
        if selector.automation_id is not None:
            yield Conditions(selector.automation_id, None, kind, class_name), "automation_id"
        if selector.name is not None:
            yield Conditions(None, selector.name, kind, class_name), "name+control_type" if kind else "name"
        if selector.automation_id is None and selector.name is None and (kind or class_name or selector.name_re):
            yield Conditions(None, None, kind, class_name), "name_re" if selector.name_re else "control_type"

    def _by_caption(
        self, conditions: Conditions, within: Control | None, selector: Selector, texts: list[Control]
    ) -> list[Control]:
        """Return what is called so by the texts in it, by its tool tip or its picture; `texts` have the name itself."""
        kind, name = conditions.control_type, conditions.name
        if kind == "Text" or self.known is not None or (self.count and texts):
            return texts
        if kind is not None:
            text = Conditions(name=name, control_type="Text")
            texts = self.desktop.find(text, windows=self.windows, within=within, limit=FEW, timeout_s=self.timeout_s)
            texts = [c for c in texts if within is None or c.ref != within.ref]
        named = {c.ref: c for c in (items.item_named_by(self.desktop, t, self.timeout_s, within) or t for t in texts)}
        of_kind = [c for c in named.values() if (kind or c.control_type) == c.control_type != "ToolTip"]
        if (found := [c for c in of_kind if selector.narrows(c)]) and kind not in ROW_TYPES:
            return found
        seen, tree = {c.ref for c in (*texts, *found)}, self._tree(within)  # of a tip what it is the tip of is meant
        others = self._in_use([c for c in tree if c.ref not in seen])
        exactly = {c.ref for c in known_below(tree, None, conditions, MANY)}
        called = [*found, *(c for c in others if c.ref in exactly)]  # a row is called as the cell with the text, too
        called = called or [c for c in others if is_called(c, name or "")]
        called = called or [c for c in others if c.value == name and is_called_by_value(c, self.able)]
        if kind in TYPED and not called:  # a field is called by its label, or by the hint that stands in it
            called = labelled(tree, name or "", lambda c: c.control_type == kind)
        return [c for c in called if (within is None or c.ref != within.ref) and selector.narrows(c)]

    def _find(self, conditions: Conditions, within: Control | None, selector: Selector) -> list[Control]:
        sifted = selector.name_re is not None or selector.has_state
        exact = conditions.automation_id is not None or conditions.name is not None
        limit = FEW if exact and not sifted and not self.count and selector.index is None else MANY
        tree = self.known
        if tree is None and sifted and conditions.automation_id is None:
            tree = None if (read := self._tree(within)).truncated else read
        if tree is not None:
            found = known_below(tree, within if tree is self.known else None, conditions, limit)
        else:
            found = self.desktop.find(
                conditions, windows=self.windows, within=within, limit=limit, timeout_s=self.timeout_s
            )
        return [c for c in found if within is None or c.ref != within.ref]

    def unique(self, control: Control) -> Selector:
        """Return the durable selector of a control; among equals, within its nearest named ancestor, or by index."""
        placed = durable(control)
        named = replace(placed, bounding_rect=None)  # where a window lies differs from run to run
        at = index_in(self.known, control)
        bare = replace(self, root=None, known=self.known if at is not None else None)
        if len(equals := bare.all(named)[0]) <= 1:
            return named
        for above in bare._around(control, at):
            if above.control_type == "Window":
                break
            if above.automation_id or (above.name and above.control_type != "Custom"):
                within = replace(named, within=durable(above))
                try:
                    if len(bare.all(within)[0]) == 1:
                        return within
                except SelectorAmbiguous:
                    continue  # the ancestor has equals itself
        place = next((i for i, c in enumerate(equals) if c.ref == control.ref), None)
        return replace(named, index=place) if place is not None else placed

    def _around(self, control: Control, at: int | None) -> Iterator[Control]:
        """Yield the ancestors of a control, nearest first; `at` is its place in the known tree."""
        known = self.known.ancestors(at) if self.known is not None and at is not None else None
        yield from known if known is not None else items.ancestors(self.desktop, control, MANY, self.timeout_s)

    def _by_label(self, selector: Selector, within: Control | None) -> list[Control]:
        def fits(control: Control) -> bool:
            is_named = selector.name in (None, control.name) or is_called(control, selector.name or "")
            return is_named and selector.automation_id in (None, control.automation_id) and selector.narrows(control)

        is_named, tree = selector.name is not None or selector.automation_id is not None, self._tree(within)
        selector = replace(selector, label=as_shown(tree, selector.label or ""))
        able = self.able if selector.index is None else ()  # an index counts the items of what the label names
        found = labelled_for(tree, selector.label or "", fits, able, is_named=is_named)
        found = found if is_named else meant(tree, selector, found, fits, reads=self.reads)
        if not (found or self.count) and selector.name is not None:  # the item of a list, what stands under a heading
            lists = labelled_for(tree, selector.label or "", lambda c: c.control_type in ROW_CONTAINERS, ())
            holder = lists[0] if len(lists) == 1 else within
            named = replace(self, root=holder).all(replace(selector, label=None, within=None))[0]
            return named if holder is not within else under_words(tree, selector, named)
        return found if self.count else self._in_use(found)

    def _in_use(self, found: list[Control]) -> list[Control]:
        """Return the matches in windows that can be used, where there are any: a dialog's, not those that it blocks."""
        blocked = {w.hwnd for w in self.windows if not w.enabled}
        return [c for c in found if c.hwnd not in blocked] or found

    def _tree(self, within: Control | None, most_s: float = 60.0) -> Snapshot:
        """Return what is below an element, or in all windows, under its captions."""
        budget = Budget(MANY, min(most_s, s := self.timeout_s))
        return self.desktop.snapshot(self.windows, within=within, budget=budget, timeout_s=s)

    def _row(self, selector: Selector, within: Control | None) -> tuple[list[Control], str]:
        container = self._container(selector, within)
        row = rows.find_row(self.desktop, container, selector.row or 0, self.deadline, selector.index)
        if row is None or selector.column is None:
            return (self._in_cell(row, selector.control_type), "row") if row is not None else ([], "")
        cell = rows.find_cell(self.desktop, container, row, selector.column, self.timeout_s)
        return (self._in_cell(cell, selector.control_type), "row+column") if cell is not None else ([], "")

    def _in_cell(self, cell: Control, kind: str | None) -> list[Control]:
        """Return what of a kind a cell or row shows in it; it itself where it shows none, or no kind was named."""
        if kind in (None, cell.control_type, *ROW_CONTAINERS, *ROW_TYPES):
            return [cell]
        return self._find(Conditions(control_type=kind), cell, Selector(control_type=kind)) or [cell]

    def _names_rows(self, selector: Selector) -> bool:
        """Whether the keys beside `row` name a grid or list, or one of its rows."""
        found = self.all(replace(selector, row=None, column=None, index=None, control_type=None))[0]
        return any(c.control_type in ROW_CONTAINERS | ROW_TYPES or c.can("Grid") for c in found)

    def _container(self, selector: Selector, within: Control | None) -> Control:
        if (named := selector.container) is not None and named != selector.within:
            return replace(self, able=())._of_rows(named, selector)
        itself = [within] if within is not None and within.control_type in ROW_CONTAINERS else []
        if not (found := rows.containers(self.desktop, self.windows, within, self.timeout_s) or itself):
            raise ElementNotFound("No grid or list shows.")
        if len(found := self._with_row(found, selector)) != 1:
            raise SelectorAmbiguous(
                f"`row` needs to know which grid or list: there are {len(found)}: {with_places(found)}.",
                hint="Name it in the same selector: automation_id, name, or as label the words that stand above it.",
                details={"matches": [brief(c) for c in found[:20]]},
            )
        return found[0]

    def _with_row(self, found: Sequence[Control], selector: Selector) -> list[Control]:
        return rows.with_columns(self.desktop, found, selector.headers, selector.row or 0, self.timeout_s)

    def _of_rows(self, named: Selector, selector: Selector) -> Control:
        """Return the grid or list that is named: no page or tab that is called as it is holds rows."""
        try:
            return self.one(named).control
        except SelectorAmbiguous:
            found = self._with_row(self.all(named)[0], selector)
            holders = [c for c in found if c.can("Grid")] or [c for c in found if c.control_type in ROW_CONTAINERS]
            if len(holders) == 1:
                return holders[0]
            raise

    def _by_ref(self, selector: Selector) -> Found:
        ref = selector.ref or ""
        if (entry := self.refs.entries.get(ref)) is None:
            raise StaleRef(f"Ref {ref!r} is unknown here.", details={"ref": ref})
        try:
            now = self.desktop.read(entry.control, timeout_s=self.timeout_s)
        except StaleRef:
            return self._heal(ref, entry)
        if now.control_type != entry.control.control_type:
            return self._heal(ref, entry)
        named = selector.automation_id in (None, now.automation_id) and selector.name in (None, now.name)
        if not named or not selector.narrows(now):
            raise ElementNotFound(
                f"The element behind ref {ref!r}, {now.describe()}, does not match {selector.describe()}.",
                hint="Give the ref alone.",
            )
        return Found(now, "ref")

    def _heal(self, ref: str, entry: RefEntry) -> Found:
        old, candidates = entry.control, list[Control]()
        if old.automation_id:
            alike = Conditions(automation_id=old.automation_id, control_type=old.control_type)
            found = self.desktop.find(alike, windows=self.windows, limit=FEW, timeout_s=self.timeout_s)
            candidates = [c for c in found if _window_id(c, self.windows) == entry.window_id or not entry.window_id]
        elif old.runtime_id:
            alike = Conditions(name=old.name or None, control_type=old.control_type)
            found = self.desktop.find(alike, windows=self.windows, limit=FEW, timeout_s=self.timeout_s)
            candidates = [c for c in found if c.runtime_id == old.runtime_id]
        same = [c for c in candidates if old.runtime_id and c.runtime_id == old.runtime_id and c.name == old.name]
        if len(same) == 1:
            return Found(same[0], "ref")
        if old.control_type in rows.ITEM_TYPES:
            candidates = [c for c in candidates if c.name == old.name]
        if self.heal and len(candidates) == 1:
            return Found(candidates[0], "ref", healed=True)
        raise StaleRef(
            f"The element behind ref {ref!r}, {old.describe()}, is gone.",
            details={"ref": ref, "candidates": [brief(c) for c in candidates[:5]]},
        )


def told_apart(control: Control, before: Snapshot, desktop: Desktop, refs: RefBook, deadline: float) -> Selector:
    """Return the durable selector that tells a control from its equals in a tree that was read."""
    return Search(desktop, before.windows, refs, deadline, known=before).unique(control)


def window_of(control: Control, windows: Sequence[WindowInfo]) -> WindowInfo | None:
    """Return the window that a control is part of."""
    return next((w for w in windows if w.hwnd == control.hwnd), None)


def _window_id(control: Control, windows: Sequence[WindowInfo]) -> str:
    return window_id(window) if (window := window_of(control, windows)) else ""
